"""The wire that simulated acceptors share: everybody hears everything, at the pace of the line.

Knows the bus: bytes take their time, the host hears its own bytes come back, and a device hears
the answers of its neighbours too. Does not know pseudo-terminals. Does no I/O and reads no clock:
`sent` takes what the host wrote, `advance` gives what has reached it. Times are monotonic
milliseconds.
"""

import heapq
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from drivers.bet_acceptor.fault_script import LINE, Fault, FaultKind, FaultScript, flip_a_bit
from drivers.bet_acceptor.simulated_acceptor import SimulatedAcceptor, Spoken

_BITS_OF_A_BYTE: Final = 10


class SimulatedBus:
    """One wire with up to sixteen acceptors.

    `baud` paces the bytes both ways (0: none), `piece_bytes` is how many of them arrive at once.
    """

    def __init__(
        self,
        acceptors: Sequence[SimulatedAcceptor],
        faults: FaultScript,
        *,
        has_echo: bool = True,
        baud: int = 0,
        reply_delay_ms: float = 5,
        piece_bytes: int = 1,
    ) -> None:
        self.acceptors = {acceptor.device: acceptor for acceptor in acceptors}
        self.faults = faults
        self.has_echo = has_echo
        self._byte_ms = 1_000 * _BITS_OF_A_BYTE / baud if baud else 0.0
        self._reply_delay_ms = reply_delay_ms
        self._piece_bytes = piece_bytes
        self._host_free_at_ms = self._echo_until_ms = 0.0
        self._later: list[tuple[float, int, Callable[[float], None]]] = []
        self._order = 0
        self._to_host = bytearray()

    @property
    def next_due_ms(self) -> float | None:
        """When `advance` has something to do; None where it waits for the host."""
        ends = [acceptor.next_due_ms for acceptor in self.acceptors.values()]
        ends.append(self._later[0][0] if self._later else None)
        return min((end for end in ends if end is not None), default=None)

    def sent(self, data: bytes, now_ms: float) -> None:
        """Take bytes that the host wrote."""
        written, chance = self.faults.next_of(LINE)
        faults: dict[FaultKind, Fault] = {fault.kind: fault for fault in written}
        if FaultKind.COLLISION in faults:
            data = flip_a_bit(data, chance)
        has_echo = self.has_echo and FaultKind.NO_ECHO not in faults
        split = faults.get(FaultKind.SPLIT)
        half = len(data) // 2 if split else len(data)
        start_ms = max(now_ms, self._host_free_at_ms)
        for place, piece in self._pieces(data):
            at_ms = start_ms + (place + len(piece)) * self._byte_ms
            if has_echo:
                is_late = split is not None and place >= half
                echo_ms = at_ms + (split.amount if split and is_late else 0)
                self._echo_until_ms = max(self._echo_until_ms, echo_ms)
                self._at(echo_ms, partial(self._reach_host, piece))
            self._at(at_ms, partial(self._reach_devices, piece, None))
        self._host_free_at_ms = start_ms + len(data) * self._byte_ms

    def advance(self, now_ms: float) -> bytes:
        """Let everything happen that is due; return what has reached the host."""
        while True:
            due_ms = self.next_due_ms
            if due_ms is None or due_ms > now_ms:
                break
            for acceptor in self.acceptors.values():
                acceptor.advance(due_ms)
            while self._later and self._later[0][0] <= due_ms:
                at_ms, _, act = heapq.heappop(self._later)
                act(at_ms)
        data = bytes(self._to_host)
        self._to_host.clear()
        return data

    def forget(self) -> None:
        """Drop what is on the wire: the cable was pulled."""
        self._later.clear()
        self._to_host.clear()
        self._host_free_at_ms = self._echo_until_ms = 0.0

    def _pieces(self, data: bytes) -> list[tuple[int, bytes]]:
        size = self._piece_bytes
        return [(place, data[place : place + size]) for place in range(0, len(data), size)]

    def _at(self, when_ms: float, act: Callable[[float], None]) -> None:
        self._order += 1
        heapq.heappush(self._later, (when_ms, self._order, act))

    def _reach_host(self, piece: bytes, now_ms: float) -> None:
        del now_ms
        self._to_host += piece

    def _reach_devices(self, piece: bytes, speaker: str | None, now_ms: float) -> None:
        """Let every device hear a piece, but not the one that says it."""
        for acceptor in self.acceptors.values():
            if acceptor.device != speaker:
                for spoken in acceptor.hear(piece, now_ms):
                    self._speak(acceptor.device, spoken, now_ms)

    def _speak(self, device: str, spoken: Spoken, now_ms: float) -> None:
        """Put an answer on the wire, or what a fault makes of it."""
        for emission in self.faults.answer(device, spoken.data):
            start_ms = now_ms + self._reply_delay_ms + spoken.delay_ms + emission.delay_ms
            # What waits in the adapter comes first.
            start_ms = max(start_ms, self._echo_until_ms)
            for place, piece in self._pieces(emission.data):
                at_ms = start_ms + (place + len(piece)) * self._byte_ms
                self._at(at_ms, partial(self._reach_host, piece))
                self._at(at_ms, partial(self._reach_devices, piece, device))
