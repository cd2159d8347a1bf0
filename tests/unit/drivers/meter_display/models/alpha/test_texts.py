from drivers.meter_display.models.alpha.instructions import Colour, Look
from drivers.meter_display.models.alpha.profile import SignProfile
from drivers.meter_display.models.alpha.texts import message_text, value_text


def test_value_is_called_and_not_copied():
    assert value_text(Look()) == b"\x1b\x20b\x1c1\x1e1\x10a"
    assert len(value_text(Look())) <= SignProfile().text_size


def test_message_has_a_page_for_each_text_and_the_value_last():
    look = Look(colour=Colour.AMBER)
    expected = b"\x1b\x20b\x15\x1c3WIN 1.00\x1b\x20b\x15\x1c3Table 1"
    assert message_text(("WIN 1.00", "Table 1"), look, with_value=False) == expected
    with_value = message_text(("WIN 1.00", "Table 1"), look, with_value=True)
    assert with_value == expected + b"\x1b\x20b\x15\x1c3\x1e1\x10a"
