import pytest

from drivers.meter_display.glass import pages

STRINGS = {"a": b"54,312.07", "b": b"", "c": b"\x1c1red"}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", ()),
        (b"\x1b b", ()),
        (b"\x1b bWIN", ("WIN",)),
        (b"\x1b b\x1c1\x15WIN\x1b\x30bTABLE", ("WIN", "TABLE")),
        (b"\x1b b\x1c1\x1e1\x10a", ("54,312.07",)),
        (b"NOW \x10a!", ("NOW 54,312.07!",)),
        (b"x\x10by\x10zz", ("xyz",)),
        (b"x\x10cx", ("xredx",)),
        (b"one\x0ctwo", ("one", "two")),
        (b"\x08Ix\x1d01y", ("xy",)),
        (b"end\x10", ("end",)),
        (b"end\x1c", ("end",)),
    ],
)
def test_pages(content, expected):
    assert pages(content, STRINGS) == expected
