import pytest

from drivers.link.errors import ProtocolError
from drivers.meter_display.models.alpha.codec import Instruction
from drivers.meter_display.models.alpha.instructions import (
    FILL,
    Colour,
    Look,
    call_string,
    page,
    read_text,
    write_string,
    write_text,
)


def test_page_stands_still_in_its_colour():
    assert page(Look(), b"WIN") == b"\x1b\x20b\x1c1WIN"
    look = Look(FILL, Colour.AMBER)
    assert page(look, b"WIN", is_slow=True) == b"\x1b\x30b\x15\x1c3WIN"


def test_call_puts_a_string_in_digits_of_one_width():
    assert call_string("a") == b"\x1e1\x10a"


def test_priority_file_is_released_by_nothing_at_all():
    assert write_text("0", b"") == Instruction("A", b"0")


def test_text_that_no_file_holds_is_refused():
    assert write_text("0", b"x" * 125).data == b"0" + b"x" * 125
    with pytest.raises(ProtocolError, match="125"):
        write_text("0", b"x" * 126)
    assert read_text("A") == Instruction("B", b"A")


@pytest.mark.parametrize(("label", "value"), [("0", b"1"), ("?", b"1"), ("a", b"1" * 126)])
def test_string_that_no_sign_has_is_refused(label, value):
    with pytest.raises(ProtocolError):
        write_string(label, value)
