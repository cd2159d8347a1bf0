"""Whatever happens on the wire, only frames that were sent come out, and a pause heals all."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from drivers.bet_acceptor.models.cctalk.codec import (
    OVERHEAD_LENGTH,
    CctalkCodec,
    Checksum,
    Frame,
    encode,
)

checksums = st.sampled_from(Checksum)


@st.composite
def frames(draw, checksum):
    return Frame(
        draw(st.integers(0, 255)),
        draw(st.integers(0, 255)),
        draw(st.binary(max_size=40)),
        draw(st.integers(0, 255)) if checksum is Checksum.SIMPLE else None,
    )


@st.composite
def pieces(draw, stream):
    """The stream, cut anywhere, also into single bytes."""
    cuts = sorted(draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    return [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]


def crc_bit_by_bit(covered: bytes) -> int:
    """The polynomial x^16 + x^12 + x^5 + 1 from a start of 0, written out."""
    register = 0
    for byte in covered:
        register ^= byte << 8
        for _ in range(8):
            register = (register << 1 ^ 0x1021 if register & 0x8000 else register << 1) & 0xFFFF
    return register


def is_valid(packet: bytes, checksum: Checksum) -> bool:
    """The packet's own arithmetic, written anew."""
    if len(packet) < OVERHEAD_LENGTH or packet[1] + OVERHEAD_LENGTH != len(packet):
        return False
    if checksum is Checksum.SIMPLE:
        return sum(packet) % 256 == 0
    covered = bytes((packet[0], packet[1])) + packet[3:-1]
    return crc_bit_by_bit(covered) == packet[2] + 256 * packet[-1]


@settings(deadline=None)
@given(st.data(), checksums)
def test_any_split_gives_every_frame_in_order(data, checksum):
    sent = data.draw(st.lists(frames(checksum), min_size=1, max_size=12))
    stream = b"".join(encode(frame, checksum) for frame in sent)
    codec = CctalkCodec(checksum)
    got = [frame for piece in data.draw(pieces(stream)) for frame in codec.receive(piece)]
    assert got == sent
    assert codec.bytes_dropped == 0
    assert all(is_valid(encode(frame, checksum), checksum) for frame in sent)


@settings(deadline=None)
@given(st.data(), checksums, st.binary(max_size=60))
def test_noise_or_flipped_bits_yield_only_valid_frames_and_a_pause_heals(data, checksum, noise):
    sent = data.draw(st.lists(frames(checksum), min_size=1, max_size=8))
    stream = bytearray(b"".join(encode(frame, checksum) for frame in sent))
    for place in data.draw(st.lists(st.integers(0, len(stream) * 8 - 1), max_size=5)):
        stream[place // 8] ^= 1 << place % 8
    at = data.draw(st.integers(0, len(stream)))
    damaged = bytes(stream[:at]) + noise + bytes(stream[at:])
    codec = CctalkCodec(checksum)
    got = [frame for piece in data.draw(pieces(damaged)) for frame in codec.receive(piece)]
    got += codec.idle()
    # Every frame that came out lies in the stream, byte for byte, one behind the other.
    start = 0
    for frame in got:
        packet = encode(frame, checksum)
        assert is_valid(packet, checksum)
        start = damaged.index(packet, start) + len(packet)
    assert not codec.is_waiting
    # After the pause the very next frame is found, and every one behind it.
    assert codec.receive(b"".join(encode(frame, checksum) for frame in sent)) == sent


@settings(deadline=None)
@given(st.data(), checksums)
def test_one_flipped_bit_never_passes_as_the_frame(data, checksum):
    frame = data.draw(frames(checksum))
    packet = bytearray(encode(frame, checksum))
    place = data.draw(st.integers(0, len(packet) * 8 - 1))
    packet[place // 8] ^= 1 << place % 8
    codec = CctalkCodec(checksum)
    got = codec.receive(bytes(packet)) + codec.idle()
    assert frame not in got
    # What may come out is a shorter packet that lay inside, valid by its own checksum.
    assert all(len(encode(inner, checksum)) < len(packet) for inner in got)


@settings(deadline=None)
@given(st.data(), checksums, st.binary(max_size=300))
def test_noise_costs_no_frame_behind_it(data, checksum, noise):
    """A frame behind noise is found at the pause unless the noise swallowed it as a frame."""
    sent = data.draw(st.lists(frames(checksum), min_size=1, max_size=6))
    stream = noise + b"".join(encode(frame, checksum) for frame in sent)
    codec = CctalkCodec(checksum)
    got = [frame for piece in data.draw(pieces(stream)) for frame in codec.receive(piece)]
    got += codec.idle()
    inside = CctalkCodec(checksum)
    swallowed = inside.receive(noise + encode(sent[0], checksum)) + inside.idle()
    assume(swallowed[-1:] == [sent[0]])
    assert got[-len(sent) :] == sent


@pytest.mark.parametrize("checksum", Checksum)
@settings(deadline=None)
@given(noise=st.binary(max_size=600))
def test_pure_noise_never_raises_and_never_stays(checksum, noise):
    codec = CctalkCodec(checksum)
    found = codec.receive(noise) + codec.idle()
    kept = sum(len(encode(frame, checksum)) for frame in found)
    assert kept + codec.bytes_dropped == len(noise)
    assert not codec.is_waiting


@settings(deadline=None)
@given(st.data(), checksums, st.integers(0, 64), st.binary(max_size=200))
def test_no_frame_beyond_the_cap_is_ever_waited_for(data, checksum, cap, noise):
    codec = CctalkCodec(checksum, data_length_max=cap)
    for piece in data.draw(pieces(noise)):
        assert all(len(frame.data) <= cap for frame in codec.receive(piece))
        assert len(codec._buffer) < cap + OVERHEAD_LENGTH
