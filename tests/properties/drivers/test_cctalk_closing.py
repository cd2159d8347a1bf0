"""Ten thousand tokens around the moment of "no more bets": each counts once, on the right side.

The driver's logic and the simulator's bus in virtual time; nobody sleeps. Eight seats a closing,
with and without echo, with both checksums, at the pace of 9600 baud and without. Tokens travel
between being found good and being counted, so some that fell before the closing are counted after.
"""

import random
from dataclasses import dataclass

import pytest
from acceptor_line import TOKENS, VirtualLine, names, open_line

from dealer_station.messages.bet_acceptor import TokenTaken, WindowMoved
from dealer_station.messages.device import Life
from dealer_station.messages.envelope import DeviceEvent
from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.profile import ChecksumSetting, LineProfile
from drivers.bet_acceptor.simulated_acceptor import AcceptorModel

SEATS = 8
ROUNDS = 79
LINES = 16
BEFORE_MS, AFTER_MS = 350, 150
TRAVELS_MS = (0, 30, 120, 250)
# A token's travel, some rounds of polls at 9600 baud, and some.
REST_MS_MAX = 2_000

pytestmark = pytest.mark.slow


@dataclass
class Fall:
    """One token: when it is dropped, and what became of it at the device."""

    device: str
    at_ms: int
    number: int = 0
    counter: int | None = None
    counted_at_ms: int = 0


def settle(line: VirtualLine, falls: list[Fall]) -> None:
    """Note what became of tokens at their devices, and when."""
    for device, acceptor in line.bus.acceptors.items():
        for settled in acceptor.take_settled():
            fall = next(f for f in falls if (f.device, f.number) == (device, settled.number))
            fall.counter, fall.counted_at_ms = settled.counter, line.now_ms


def close_once(line: VirtualLine, order: int, chance: random.Random) -> list[Fall]:
    """One betting and its closing, with a token at each seat at some moment around it."""
    line.wish_open(order)
    line.until(lambda: line.all_open(order))
    start_ms = line.now_ms
    closing_ms = start_ms + BEFORE_MS
    falls = [
        Fall(device, start_ms + chance.randrange(BEFORE_MS + AFTER_MS)) for device in names(SEATS)
    ]
    for moment_ms in sorted({closing_ms, *(fall.at_ms for fall in falls)}):
        while line.now_ms < moment_ms:
            line.run(min(20, moment_ms - line.now_ms))
            settle(line, falls)
        if moment_ms == closing_ms:
            line.wish_shut(order + 1)
        for fall in falls:
            if fall.at_ms == moment_ms:
                fall.number = line.insert(fall.device)
    until_ms = line.now_ms + REST_MS_MAX
    line.run(line.acceptor().model.travel_ms + 20)
    settle(line, falls)
    while not (line.all_shut(order + 1) and all(is_known(line, fall) for fall in falls)):
        assert line.now_ms < until_ms, "an acceptor or a token was not heard of"
        line.run(20)
    for fall in falls:
        check(line, fall, order, closing_ms)
    return falls


def late_tokens(events: list[DeviceEvent]) -> list[DeviceEvent]:
    """Tokens that stand behind the answer to the closing of their betting."""
    is_open, late = False, []
    for event in events:
        if isinstance(event, WindowMoved):
            is_open = event.is_open
        elif isinstance(event, TokenTaken) and not is_open:
            late.append(event)
    return late


def is_known(line: VirtualLine, fall: Fall) -> bool:
    """Whether the station has heard of all that this seat's device has counted."""
    taken = line.taken(fall.device)
    return fall.counter is None or (bool(taken) and taken[-1].device_counter == fall.counter)


def check(line: VirtualLine, fall: Fall, order: int, closing_ms: int) -> None:
    """Compare one seat's facts of this betting with the device's own book."""
    events = line.events(fall.device)
    opening = next(
        place for place, event in enumerate(events)
        if isinstance(event, WindowMoved) and event.is_open and event.order == order
    )  # fmt: skip
    facts = events[opening:]
    closing = next(
        place for place, event in enumerate(facts)
        if isinstance(event, WindowMoved) and event.order == order + 1
    )  # fmt: skip
    taken = [(p, e.device_counter) for p, e in enumerate(facts) if isinstance(e, TokenTaken)]
    assert [counter for _, counter in taken] == ([] if fall.counter is None else [fall.counter])
    answer = facts[closing]
    assert isinstance(answer, WindowMoved)
    if fall.counter is None:
        return
    place, counter = taken[0]
    is_before = place < closing
    # The window's counter says the same as the order of the facts.
    assert (answer.device_counter == counter) is is_before
    if fall.counted_at_ms < closing_ms:
        assert is_before, "it was counted before anybody closed"


@pytest.mark.parametrize("seed", range(LINES))
def test_ten_thousand_tokens_around_the_closing_count_once_and_on_the_right_side(seed):
    chance = random.Random(seed)
    line = open_line(
        SEATS,
        order=1,
        checksum=[Checksum.SIMPLE, Checksum.CRC16][seed // 2 % 2],
        profile=LineProfile(
            checksum=[ChecksumSetting.SIMPLE, ChecksumSetting.CRC16][seed // 2 % 2], tokens=TOKENS
        ),
        model=AcceptorModel(travel_ms=TRAVELS_MS[seed % len(TRAVELS_MS)], counts_rejects=False),
        has_echo=seed % 2 == 0,
        baud=9_600 if seed // 4 % 2 else 0,
        piece_bytes=32,
        tick_ms=10,
        reply_delay_ms=chance.choice([2, 5, 20]),
    )
    falls = []
    for number in range(ROUNDS):
        falls += close_once(line, 2 * number + 3, chance)
    assert len(falls) == SEATS * ROUNDS
    assert LINES * SEATS * ROUNDS >= 10_000
    taken = sum(len(line.taken(device)) for device in names(SEATS))
    counted = [fall for fall in falls if fall.counter is not None]
    assert taken == len(counted)
    assert len(counted) > len(falls) // 3
    assert any(fall.counter is None for fall in falls)
    late = sum(len(late_tokens(line.events(device))) for device in names(SEATS))
    travel_ms = line.acceptor().model.travel_ms
    if travel_ms == 0:
        assert late == 0
    elif travel_ms == max(TRAVELS_MS):
        assert late > 0
    assert line.all_are(Life.READY)
    assert all(line.codes(device) == [] for device in names(SEATS))
