"""A sign's memory is written where it must be, and its clear is proved."""

import pytest

from drivers.meter_display.models.alpha.memory import SignMemory
from drivers.meter_display.models.alpha.profile import SignProfile
from drivers.meter_display.models.alpha.readings import parse_memory_table

NEEDED = parse_memory_table(b"AAU0040FFFFaBL00200000")
MARK = parse_memory_table(b"zBL00080000")
WORKS = parse_memory_table(b"AAU3FEDFFFF")


def memory(**profile):
    made = SignMemory(SignProfile(**profile))
    made.opened()
    return made


def written(made):
    """Carry out what is next; returns its data."""
    request = made.next_write()
    made.written()
    return request.instructions[0].data


def test_sign_that_has_what_it_needs_is_left_alone():
    made = memory()
    assert (made.is_there, made.next_write()) == (None, None)
    assert made.told(NEEDED)
    assert (made.is_there, made.next_write()) == (True, None)
    made.doubt()
    assert (made.is_there, made.next_write()) == (None, None)


def test_mark_clear_table_and_a_look_after_each():
    made = memory(clear_ms=7_000, settle_ms=1_500)
    made.told(WORKS)
    assert made.next_write().settle_ms == 1_500
    assert written(made) == b"$zBL00080000"
    assert made.is_there is None
    made.told(MARK)
    assert made.next_write().settle_ms == 7_000
    assert written(made) == b"$"
    made.told(WORKS)
    assert written(made) == b"$AAU0040FFFFaBL00200000"
    made.told(NEEDED)
    assert made.is_there is True


def test_clear_that_was_not_heard_is_sent_again():
    made = memory()
    made.told(MARK)
    assert written(made) == b"$"
    made.told(MARK)
    assert written(made) == b"$"
    made.told(())
    assert written(made).startswith(b"$AAU")


def test_table_that_was_not_heard_begins_anew():
    made = memory()
    for told, expected in ((WORKS, b"$z"), (MARK, b"$"), (WORKS, b"$AAU"), (WORKS, b"$z")):
        made.told(told)
        assert written(made).startswith(expected)


def test_line_that_breaks_anywhere_begins_anew():
    made = memory()
    made.told(MARK)
    written(made)
    made.opened()
    made.told(WORKS)  # nobody knows now that it was we who cleared it
    assert written(made) == b"$zBL00080000"


def test_sign_that_takes_nothing_refuses_in_the_end():
    made = memory()
    for _ in range(8):
        assert made.told(WORKS)
        written(made)
    assert not made.told(WORKS)
    made.opened()
    assert made.told(WORKS)


def test_signs_that_need_no_clear_get_the_table_at_once():
    made = memory(has_clear=False)
    made.told(WORKS)
    assert written(made) == b"$AAU0040FFFFaBL00200000"


@pytest.mark.parametrize(("has_clear", "expected"), [(True, [b"$", b"$"]), (False, [])])
def test_sign_that_cannot_be_asked_is_cleared_twice_and_hoped_for(has_clear, expected):
    made = memory(read_back_every=0, has_clear=has_clear)
    said = []
    while not made.is_there:
        said.append(written(made))
    assert said == [*expected, b"$AAU0040FFFFaBL00200000"]
    made.doubt()
    assert made.is_there is True


def test_sign_that_did_not_answer_after_its_clear_may_have_restarted_and_is_cleared_again():
    made = memory()
    made.told(MARK)
    assert written(made) == b"$"
    made.unanswered()
    made.told(WORKS)  # so it does after a clear, and so it does after a loss of its memory
    assert written(made) == b"$zBL00080000"
