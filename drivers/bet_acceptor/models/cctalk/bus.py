"""One line with its seats: whose request goes next, and what comes of it.

Knows the order of urgency, fairness among equals, and when a line as a whole is given up. Does not
know what a request is for. Does no I/O and reads no clock; times are monotonic milliseconds.

Windows to be shut go first, of all seats before any reading, then lamps, then readings that
somebody waits for; everything else by the time at which it was due. A device that does not answer
falls back among the latter, so it never holds up the others.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from drivers.bet_acceptor.models.cctalk.codec import HOST, Checksum, Frame, encode
from drivers.bet_acceptor.models.cctalk.commands import SET_MASTER_INHIBIT
from drivers.bet_acceptor.models.cctalk.exchange import Call, Ended, Ending, Exchange
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.bet_acceptor.models.cctalk.requests import Purpose, Request
from drivers.bet_acceptor.models.cctalk.seat import Seat
from drivers.bet_acceptor.models.cctalk.steps import AtSeat, BusStep, SeatStep, Send
from drivers.link.steps import Drop

# Nothing of anybody for this long, also no echo: the port itself may be the reason.
SILENCE_MS: Final = 10_000
# Bytes of somebody without end.
BABBLE_MS: Final = 5_000
# So many messages in a row of which the echo was missing or another.
BAD_ECHOES_MAX: Final = 5


class AcceptorBus:
    """The wire and every seat on it."""

    def __init__(self, profile: LineProfile, seats: Sequence[Seat]) -> None:
        self._profile = profile
        self._seats = tuple(seats)
        self._exchange = Exchange(profile)
        self._asked: tuple[Seat, Request] | None = None
        # When each seat was asked last: (milliseconds, count of all requests).
        self._served: dict[str, tuple[int, int]] = {seat.device: (0, 0) for seat in seats}
        self._turn = 0
        self._probe_at_ms = 0
        self._is_open = False
        self._heard_at_ms = self._free_at_ms = 0
        self._bad_echoes = 0

    # ------------------------------------------------------------------ the line

    def opened(self, now_ms: int) -> list[BusStep]:
        """Begin on a fresh line."""
        self._is_open = True
        self._exchange.opened(now_ms)
        self._asked = None
        self._heard_at_ms = self._free_at_ms = self._probe_at_ms = now_ms
        self._bad_echoes = 0
        return [step for seat in self._seats for step in _at(seat, seat.opened(now_ms))]

    def received(self, data: bytes, now_ms: int) -> list[BusStep]:
        """Take bytes that arrived."""
        self._heard_at_ms = now_ms
        return self._go_on(self._exchange.received(data, now_ms), now_ms)

    def paused(self, now_ms: int) -> list[BusStep]:
        """Take note of a pause in what arrives."""
        return self._go_on(self._exchange.paused(now_ms), now_ms)

    def tick(self, now_ms: int) -> list[BusStep]:
        """Let time-outs, polls and probes happen."""
        if not self._is_open:
            return self._all(lambda seat: seat.tick(now_ms))
        steps = self._go_on(self._exchange.tick(now_ms), now_ms)
        steps += self._all(lambda seat: seat.tick(now_ms))
        # What time alone has changed (a patience that is over) may have made something urgent.
        sends = self._send_next(now_ms)
        reason = self._given_up(now_ms)
        return [*sends, *steps] if reason is None else [*steps, Drop(reason)]

    def lost(self, reason: str) -> list[BusStep]:
        """Take note that the line is gone: every seat is lost with it."""
        self._is_open = False
        self._exchange.clear()
        self._asked = None
        return self._all(lambda seat: seat.lost(reason))

    def closing(self) -> list[BusStep]:
        """Tell open windows to shut, one after the other, without looking at the answers.

        The line is being closed. Each answer needs the wire before the next message: whoever sends
        these waits for the reply time-out after each. An acceptor that does not hear it is found
        open, and what it took is counted, at the next start.
        """
        if not self._is_open:
            return []
        return [
            Send(_inhibit(seat.address, seat.checksum))
            for seat in self._seats
            if seat.may_take_tokens
        ]

    # ------------------------------------------------------------------ seats

    def at(self, seat: Seat, steps: Iterable[SeatStep], now_ms: int) -> list[BusStep]:
        """Return what a seat asks for, after what the line has to send because of it."""
        return [*self._send_next(now_ms), *_at(seat, steps)]

    def at_all(self, steps: Iterable[BusStep], now_ms: int) -> list[BusStep]:
        """The same for steps of several seats."""
        return [*self._send_next(now_ms), *steps]

    def _all(self, act: Callable[[Seat], list[SeatStep]]) -> list[BusStep]:
        return [step for seat in self._seats for step in _at(seat, act(seat))]

    # ------------------------------------------------------------------ requests

    def _go_on(self, ended: Ended | None, now_ms: int) -> list[BusStep]:
        """Hand the end of an exchange to its seat, then send what comes next."""
        if ended is None:
            return self._send_next(now_ms)
        assert self._asked is not None, "an exchange belongs to a seat"
        (seat, request), self._asked = self._asked, None
        if request.purpose is Purpose.PROBE:
            self._probed(seat, now_ms, is_found=ended.ending is Ending.ANSWERED)
        has_echo = ended.ending not in (Ending.NO_ECHO, Ending.COLLISION)
        self._bad_echoes = 0 if has_echo else self._bad_echoes + 1
        is_clean = self._exchange.is_clean(now_ms)
        steps = _at(seat, seat.ended(request, ended, now_ms, is_clean=is_clean))
        # Writing to the disk takes longer than sending: the wire need not wait for it.
        return [*self._send_next(now_ms), *steps]

    def _probed(self, seat: Seat, now_ms: int, *, is_found: bool) -> None:
        """Take note of a probe: a dead device is not asked again at once, and neighbours agree."""
        if not is_found:
            self._probe_at_ms = now_ms + self._profile.probe_ms
            return
        for other in self._seats:
            other.prefer(seat.checksum)

    def _send_next(self, now_ms: int) -> list[BusStep]:
        """Return the next request's bytes, if the wire is free and somebody has one."""
        if not self._is_open or not self._exchange.is_free(now_ms):
            return []
        self._free_at_ms = now_ms
        chosen = self._choose(now_ms)
        if chosen is None:
            return []
        seat, request = chosen
        self._turn += 1
        self._served[seat.device] = (now_ms, self._turn)
        self._asked = chosen
        call = Call(seat.address, request.command, request.data, seat.checksum, request.timeout_ms)
        return [Send(self._exchange.begin(call, now_ms))]

    def _choose(self, now_ms: int) -> tuple[Seat, Request] | None:
        """Return whose turn it is."""
        # Probing a dead device keeps the wire for a while; it is rare while others live.
        may_probe = now_ms >= self._probe_at_ms or not any(seat.is_found for seat in self._seats)
        best: tuple[tuple[int, int, int], Seat, Request] | None = None
        for seat in self._seats:
            request = seat.request(now_ms)
            if request is None or request.due_ms > now_ms:
                continue
            if request.purpose is Purpose.PROBE and not may_probe:
                continue
            # What is due at once has waited since its seat was asked last.
            served_ms, turn = self._served[seat.device]
            rank = (request.urgency.value, request.due_ms or served_ms, turn)
            if best is None or rank < best[0]:
                best = (rank, seat, request)
        return None if best is None else best[1:]

    def _given_up(self, now_ms: int) -> str | None:
        """Return why the line should be opened anew; None where it should not."""
        if self._bad_echoes >= BAD_ECHOES_MAX:
            return "what is sent does not come back as it was sent: check adapter and wiring"
        if now_ms - self._heard_at_ms >= SILENCE_MS and self._exchange.echo.is_present is not True:
            return "nothing answers on this line: check power and wiring"
        if not self._exchange.is_asking and now_ms - self._free_at_ms >= BABBLE_MS:
            return "bytes come without end: is another master on this line?"
        return None


def _at(seat: Seat, steps: Iterable[SeatStep]) -> list[BusStep]:
    return [AtSeat(seat.device, step) for step in steps]


def _inhibit(address: int, checksum: Checksum) -> bytes:
    source = HOST if checksum is Checksum.SIMPLE else None
    return encode(Frame(address, SET_MASTER_INHIBIT.header, b"\x00", source), checksum)
