"""Whatever the line does to the bytes, only frames that were sent are found, and soon again."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.meter_display.models.alpha.codec import (
    FRAME_LENGTH_MAX,
    AlphaCodec,
    Frame,
    Instruction,
    encode,
    reply,
)

DATA = st.binary(max_size=60).map(lambda data: bytes(5 + byte % 0x7B for byte in data))
CODES = st.sampled_from("ABEFGH")
REPLIES = st.builds(reply, CODES, DATA)
INSTRUCTIONS = st.builds(Instruction, CODES, DATA, st.booleans())
FRAMES = st.builds(
    Frame,
    st.sampled_from("Z^f0"),
    st.sampled_from(["00", "01", "FF", "??", "a?"]),
    st.lists(INSTRUCTIONS, min_size=1, max_size=4).map(tuple),
)
SYNC = st.integers(0, 30)


def split(data, sizes):
    """The bytes in pieces of these sizes, the rest as one."""
    parts = []
    for size in sizes:
        parts.append(data[:size])
        data = data[size:]
    return [*parts, data]


SIZES = st.lists(st.integers(0, 9), max_size=30)


@given(st.lists(st.tuples(FRAMES, SYNC), max_size=6), SIZES)
def test_frames_in_any_split_come_out_as_they_went_in(sent, sizes):
    codec = AlphaCodec(needs_checksum=False)
    wire = b"".join(encode(frame, sync=sync) for frame, sync in sent)
    found = [frame for part in split(wire, sizes) for frame in codec.receive(part)]
    assert found == [frame for frame, _ in sent]
    assert codec.take_garbage() == 0


@given(st.binary(max_size=400), SIZES, st.booleans(), st.booleans())
def test_any_bytes_give_only_frames_that_stand_in_them(noise, sizes, needs_checksum, bare):
    codec = AlphaCodec(needs_checksum=needs_checksum, takes_bare_words=bare)
    found = [frame for part in split(noise, sizes) for frame in codec.receive(part)]
    found += codec.idle()
    assert not codec.is_waiting
    for frame in found:
        plain = frame.instructions[0].code + frame.instructions[0].data.decode("ascii")
        assert plain.encode("ascii") in noise
        assert all(byte <= 0x7F for byte in encode(frame))


@given(st.binary(max_size=200), REPLIES, SIZES)
def test_a_reply_after_any_noise_and_a_pause_is_found(noise, sent, sizes):
    codec = AlphaCodec(needs_checksum=True)
    for part in split(noise, sizes):
        codec.receive(part)
    codec.idle()
    assert codec.receive(encode(sent, sync=20)) == [sent]


@given(st.binary(max_size=200), REPLIES)
def test_a_reply_after_any_noise_is_found_without_a_pause_too(noise, sent):
    """SOH stands in no instruction: noise can hide no more than what comes in the same frame."""
    codec = AlphaCodec(needs_checksum=True)
    found = codec.receive(noise + encode(sent, sync=20))
    assert found[-1:] == [sent]


@given(REPLIES, REPLIES, st.data())
def test_one_flipped_bit_gives_no_other_reply_and_costs_only_its_own(first, second, data):
    wire = encode(first, sync=20)
    place = data.draw(st.integers(0, len(wire) * 8 - 1))
    damaged = bytearray(wire)
    damaged[place // 8] ^= 1 << place % 8
    codec = AlphaCodec(needs_checksum=True)
    found = codec.receive(bytes(damaged) + encode(second, sync=20))
    # A flip in the sync, in the case of a checksum's letter, or in type and address (which no
    # checksum covers, and which a host compares) leaves what was said as it was.
    assert found[-1] == second
    assert [frame.instructions for frame in found[:-1]] in ([], [first.instructions])


@given(REPLIES, st.integers(0, 200), REPLIES)
def test_a_cut_reply_costs_only_itself(cut, length, following):
    wire = encode(cut, sync=20)
    part = wire[: min(length, len(wire) - 1)]
    codec = AlphaCodec(needs_checksum=True)
    assert codec.receive(part + encode(following, sync=20)) == [following]


@given(st.binary(max_size=50))
def test_endless_noise_is_never_held(noise):
    codec = AlphaCodec(needs_checksum=True)
    for _ in range(3):
        codec.receive(b"\x01000\x02" + b"A" * FRAME_LENGTH_MAX + noise)
        assert len(codec._buffer) <= FRAME_LENGTH_MAX
