"""Whatever happens on the wire, only frames that were sent come out, and a pause heals all."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.card_shoe.models.ssi.codec import (
    CHECKSUM_LENGTH,
    HEADER_LENGTH,
    Frame,
    Source,
    SsiCodec,
    checksum,
    encode,
)

frames = st.builds(
    Frame,
    opcode=st.integers(0, 255),
    source=st.sampled_from(sorted(Source)),
    status=st.integers(0, 255),
    data=st.binary(max_size=40),
)
streams = st.lists(frames, min_size=1, max_size=12)


@st.composite
def pieces(draw, stream):
    """The stream, cut anywhere, also into single bytes."""
    cuts = sorted(draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    return [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]


def is_valid(packet: bytes) -> bool:
    """The packet's own arithmetic, written anew."""
    if len(packet) < HEADER_LENGTH + CHECKSUM_LENGTH or packet[0] + CHECKSUM_LENGTH != len(packet):
        return False
    return (sum(packet[:-2]) + int.from_bytes(packet[-2:], "big")) & 0xFFFF == 0


@given(st.data(), streams)
def test_any_split_gives_every_frame_in_order(data, sent):
    stream = b"".join(encode(frame) for frame in sent)
    codec = SsiCodec()
    got = [frame for piece in data.draw(pieces(stream)) for frame in codec.receive(piece)]
    assert got == sent
    assert codec.bytes_dropped == 0


@given(st.data(), streams, st.binary(max_size=60))
def test_noise_or_a_flipped_bit_yields_only_valid_frames_and_a_pause_heals(data, sent, noise):
    stream = bytearray(b"".join(encode(frame) for frame in sent))
    for place in data.draw(st.lists(st.integers(0, len(stream) * 8 - 1), max_size=5)):
        stream[place // 8] ^= 1 << place % 8
    at = data.draw(st.integers(0, len(stream)))
    damaged = bytes(stream[:at]) + noise + bytes(stream[at:])
    codec = SsiCodec()
    got = [frame for piece in data.draw(pieces(damaged)) for frame in codec.receive(piece)]
    got += codec.idle()
    # Every frame that came out lies in the stream, byte for byte, one behind the other.
    start = 0
    for frame in got:
        packet = encode(frame)
        assert is_valid(packet)
        start = damaged.index(packet, start) + len(packet)
    assert not codec.is_waiting
    assert codec.receive(b"".join(encode(frame) for frame in sent)) == sent


@given(st.data(), frames)
def test_one_flipped_bit_never_passes_as_the_frame(data, frame):
    packet = bytearray(encode(frame))
    place = data.draw(st.integers(0, len(packet) * 8 - 1))
    packet[place // 8] ^= 1 << place % 8
    codec = SsiCodec()
    got = codec.receive(bytes(packet)) + codec.idle()
    assert frame not in got
    # What may come out is a shorter packet that lay inside, valid by its own checksum.
    assert all(len(encode(inner)) < len(packet) for inner in got)


@given(st.data(), st.binary(max_size=400), streams)
def test_noise_costs_no_frame_behind_it(data, noise, sent):
    """A frame behind noise is found at the pause unless the noise swallowed it as a frame."""
    stream = noise + b"".join(encode(frame) for frame in sent)
    codec = SsiCodec()
    got = [frame for piece in data.draw(pieces(stream)) for frame in codec.receive(piece)]
    got += codec.idle()
    inside = SsiCodec()
    swallowed = inside.receive(noise + encode(sent[0])) + inside.idle()
    if swallowed[-1:] == [sent[0]]:
        assert got[-len(sent) :] == sent


@given(st.binary(max_size=600))
def test_pure_noise_never_raises_and_never_stays(noise):
    codec = SsiCodec()
    frames_found = codec.receive(noise) + codec.idle()
    kept = sum(len(encode(frame)) for frame in frames_found)
    assert kept + codec.bytes_dropped == len(noise)
    assert not codec.is_waiting


@given(st.binary(max_size=255))
def test_checksum_makes_the_sum_zero(body):
    assert (sum(body) + checksum(body)) & 0xFFFF == 0
