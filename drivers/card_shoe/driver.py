"""The driver of a card shoe: frames of the scanner in, cards and faults out.

Knows how a scanned symbol becomes a `CardDrawn` and a doubt becomes a `DeviceFault`. Does not
know games, tables, whose card it is, ports or brokers: it is pure, and the runner of
`drivers.link` carries out what it asks for.
"""

from collections.abc import Iterable

from dealer_station.messages.card_shoe import CardDrawn
from dealer_station.messages.device import (
    Assurance,
    Command,
    DeviceFault,
    FaultClass,
)
from dealer_station.messages.topics import CommandVerb, EventKind
from drivers.card_shoe.models.ssi.codec import Frame, SsiCodec
from drivers.card_shoe.models.ssi.host import SsiHost
from drivers.card_shoe.models.ssi.memory import LinkMemory
from drivers.card_shoe.models.ssi.profile import LinkProfile
from drivers.card_shoe.models.ssi.steps import Accept, FaultCode, HostStep, Keep, Send, Trouble
from drivers.card_shoe.symbols import SymbolTable
from drivers.link.journal import NextEvent
from drivers.link.steps import LinkCounts, Remember, Step, Store, Write

PROTOCOL = "ssi"
CAPABILITIES = ("card", "fault", "identify", "self_test", "replay", "clear_fault")
_TEXT_MAX = 500


class CardShoe:
    """The logic of one shoe with an SSI scanner; a `DeviceLogic` of `single_device`."""

    def __init__(
        self, device: str, profile: LinkProfile, symbols: SymbolTable, note: bytes | None
    ) -> None:
        self._device = device
        self._symbols = symbols
        self._codec = SsiCodec()
        self._host = SsiHost(profile, LinkMemory.from_bytes(note))
        self._frames_good = 0
        self._bad = 0

    @property
    def counts(self) -> LinkCounts:
        """Quality of the line."""
        return LinkCounts(
            frames_good=self._frames_good,
            frames_bad=self._bad,
            frames_repeated=self._host.counts.repeated,
            frames_refused=self._host.counts.refused,
        )

    def opened(self, now_ms: int) -> list[Step]:
        """Start the conversation on a line that was just opened."""
        self._codec = SsiCodec()
        return self._steps(self._host.opened(now_ms), 0)

    def received(self, data: bytes, now_ms: int, now_at: int) -> list[Step]:
        """Take bytes that arrived."""
        return self._frames(self._codec.receive(data), now_ms, now_at)

    def paused(self, now_ms: int, now_at: int) -> list[Step]:
        """Take note of a pause: what lies half received will not be completed."""
        steps = self._frames(self._codec.idle(), now_ms, now_at)
        garbage = self._codec.take_garbage()
        self._bad += bool(garbage)
        return [*steps, *self._steps(self._host.paused(garbage, now_ms), now_at)]

    def tick(self, now_ms: int, now_at: int) -> list[Step]:
        """Let time-outs and heartbeats happen."""
        return self._steps(self._host.tick(now_ms), now_at)

    def lost(self, reason: str, now_ms: int, now_at: int) -> list[Step]:
        """Take note that the line is gone or could not be opened."""
        del now_ms
        return self._steps(self._host.lost(reason), now_at)

    def command(self, command: Command, now_ms: int) -> list[Step]:
        """Begin a command. `replay` is the runner's, not the device's."""
        match command.verb:
            case CommandVerb.IDENTIFY:
                steps = self._host.identify(command.command_id, now_ms)
            case CommandVerb.SELF_TEST:
                steps = self._host.self_test(command.command_id, now_ms)
            case CommandVerb.CLEAR_FAULT:
                steps = self._host.clear_fault(command.command_id, command.faults or ())
            case CommandVerb.REPLAY:
                raise AssertionError("a replay never reaches the device")
        return self._steps(steps, 0)

    def refuse_input(self, reason: str | None, now_ms: int, now_at: int) -> list[Step]:
        """Stop accepting cards (the journal is full), or accept again with None."""
        return self._steps(self._host.refuse_input(reason, now_ms), now_at)

    def closing(self) -> list[Step]:
        """Switch the scanner off before the line is closed on purpose."""
        return self._steps(self._host.closing(), 0)

    def _frames(self, frames: Iterable[Frame], now_ms: int, now_at: int) -> list[Step]:
        steps: list[Step] = []
        for frame in frames:
            self._frames_good += 1
            steps += self._steps(self._host.received(frame, now_ms), now_at)
        return steps

    def _steps(self, steps: Iterable[HostStep], now_at: int) -> list[Step]:
        """Turn the host's steps into the runner's, in their order."""
        done: list[Step] = []
        for step in steps:
            match step:
                case Send():
                    done.append(Write(self._codec.encode(step.frame)))
                case Keep():
                    done.append(Remember(step.memory.to_bytes()))
                case Accept():
                    done += self._card(step, now_at)
                case Trouble():
                    done.append(self._fault(step, now_at))
                case _:
                    done.append(step)
        return done

    def _card(self, accept: Accept, now_at: int) -> list[Step]:
        """Return the store of a card; of a fault after it where the symbol means no card."""
        reading = self._symbols.read(accept.symbol)

        def compose(event: NextEvent) -> bytes:
            return CardDrawn(
                device=self._device,
                session=event.position.session,
                sequence=event.position.sequence,
                previous=event.previous,
                device_time=now_at,
                card=reading.card,
                symbology=accept.symbology,
                symbol=reading.text,
                retransmitted=accept.is_retransmit,
                assurance=Assurance.ACKNOWLEDGED,
            ).to_bytes()

        store = Store(EventKind.CARD, compose, accept.memory.to_bytes())
        if reading.is_known:
            return [store]
        # Not the symbol itself: it may tell a card that lies face down (design: who sees what).
        length, kind = len(reading.text), f"type {accept.symbology:02X}"
        detail = f"no card of the table has this symbol: {length} characters, {kind}"
        trouble = Trouble(FaultCode.SYMBOL_UNREADABLE, FaultClass.PROTOCOL, detail)
        return [store, self._fault(trouble, now_at)]

    def _fault(self, trouble: Trouble, now_at: int) -> Store:
        def compose(event: NextEvent) -> bytes:
            return DeviceFault(
                device=self._device,
                session=event.position.session,
                sequence=event.position.sequence,
                previous=event.previous,
                device_time=now_at,
                code=trouble.code,
                fault_class=trouble.fault_class,
                lost_count=trouble.lost_count,
                detail=trouble.detail[:_TEXT_MAX],
            ).to_bytes()

        memory = None if trouble.memory is None else trouble.memory.to_bytes()
        return Store(EventKind.FAULT, compose, memory)
