import pytest

from drivers.card_shoe.models.ssi.assembly import Assembly
from drivers.card_shoe.models.ssi.codec import Frame
from drivers.card_shoe.models.ssi.memory import LinkMemory, Unanswered, fingerprint
from drivers.link.errors import JournalError


@pytest.mark.parametrize(
    "memory",
    [
        LinkMemory(),
        LinkMemory(b"\xf3\x00\x00\x03AS"),
        LinkMemory(b"\x00", None, is_acknowledged=True),
        LinkMemory(b"x", Assembly(3, b"\xff\x00", 2, 500)),
        LinkMemory(None, Assembly(3, b"")),
        LinkMemory(is_in_use=True, doubts=(("packet_lost", "x"), ("packet_lost", "y"))),
        LinkMemory(unanswered=Unanswered(b"\xf3\x00\x00\x03KH")),
        LinkMemory(b"x", unanswered=Unanswered(b"y", is_only=False)),
    ],
)
def test_memory_comes_back_as_it_was(memory):
    assert LinkMemory.from_bytes(memory.to_bytes()) == memory


def test_no_note_is_a_fresh_memory():
    assert LinkMemory.from_bytes(None) == LinkMemory()


def test_note_of_the_first_drivers_knows_no_doubts():
    note = b'{"last": "f3", "is_acknowledged": true, "assembly": null}'
    assert LinkMemory.from_bytes(note) == LinkMemory(b"\xf3", is_acknowledged=True)


BAD_CARD = b'{"last": null, "is_acknowledged": true, "assembly": null, "unanswered": ["f3"]}'
NO_DOUBTS = b'{"last": null, "is_acknowledged": true, "assembly": null, "doubts": [["x"]]}'


@pytest.mark.parametrize(
    "note", [b"", b"{}", b"[]", b'{"last": "zz", "assembly": null}', b"\xff", NO_DOUBTS, BAD_CARD]
)
def test_unreadable_note_is_a_journal_error(note):
    with pytest.raises(JournalError):
        LinkMemory.from_bytes(note)


def test_fingerprint_ignores_the_repeat_bit_only():
    packet = Frame(0xF3, 0, 0, b"\x03AS")
    assert fingerprint(packet) == fingerprint(Frame(0xF3, 0, 0x21, b"\x03AS"))
    for other in (
        Frame(0xF6, 0, 0, b"\x03AS"),
        Frame(0xF3, 2, 0, b"\x03AS"),
        Frame(0xF3, 0, 2, b"\x03AS"),
        Frame(0xF3, 0, 0, b"\x1cAS"),
    ):
        assert fingerprint(packet) != fingerprint(other)
