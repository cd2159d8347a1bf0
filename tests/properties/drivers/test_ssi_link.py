"""Host and scanner over a wire that loses and garbles: no card twice, none lost unsaid."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from dealer_station.messages.device import FaultClass, Life
from drivers.card_shoe.models.ssi.codec import SsiCodec, encode
from drivers.card_shoe.models.ssi.host import SsiHost
from drivers.card_shoe.models.ssi.memory import LinkMemory
from drivers.card_shoe.models.ssi.profile import LinkProfile
from drivers.card_shoe.models.ssi.steps import Accept, Keep, Send, Trouble
from drivers.card_shoe.simulated_scanner import (
    Delivered,
    GivenUp,
    SimulatedScanner,
    Transmit,
)
from drivers.link.steps import Become, Drop

TIMEOUT_MS = 200
PAUSE_MS = 20
STEP_MS = 10
PROFILE = LinkProfile(response_timeout_ms=TIMEOUT_MS, heartbeat_ms=700)

# What becomes of one transmission.
PASS, LOSE, FLIP, CUT = "pass", "lose", "flip", "cut"


@dataclass
class Wire:
    """Both ends, virtual time, and a script of what happens to each transmission.

    After the script is used up the wire is good. The host may be killed between storing and
    acknowledging: then it comes back with the memory it stored.
    """

    script: list[str]
    kills: set[int]
    scanner: SimulatedScanner
    now_ms: int = 0
    accepted: list[bytes] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    delivered: list[int] = field(default_factory=list)
    given_up: list[int] = field(default_factory=list)
    stored: int = 0
    life: Life = Life.INIT

    def __post_init__(self):
        self.memory = LinkMemory()
        self.start_host()

    def start_host(self):
        self.host = SsiHost(PROFILE, LinkMemory.from_bytes(self.memory.to_bytes()))
        self.host_codec = SsiCodec()
        self.scanner_codec = SsiCodec()
        self.host_heard_ms = self.scanner_heard_ms = self.now_ms
        self.from_host(self.host.opened(self.now_ms))

    def damage(self, packet: bytes) -> bytes:
        fate = self.script.pop(0) if self.script else PASS
        if fate == LOSE:
            return b""
        if fate == FLIP:
            changed = bytearray(packet)
            changed[len(changed) // 2] ^= 0x10
            return bytes(changed)
        return packet[: len(packet) // 2] if fate == CUT else packet

    def from_host(self, steps) -> None:
        for step in steps:
            match step:
                case Send():
                    data = self.damage(encode(step.frame))
                    if data:
                        self.scanner_heard_ms = self.now_ms
                    for frame in self.scanner_codec.receive(data):
                        self.from_scanner(self.scanner.received(frame, self.now_ms))
                case Accept():
                    self.stored += 1
                    self.accepted.append(step.symbol)
                    self.memory = step.memory
                    if self.stored in self.kills:
                        self.start_host()  # stored, not acknowledged: the process is gone
                        return
                case Keep():
                    self.memory = step.memory
                case Trouble() | Become():
                    self.note(step)
                case Drop():
                    self.from_host(self.host.lost(step.reason))
                    self.start_host()
                    return

    def note(self, step: Trouble | Become) -> None:
        if isinstance(step, Trouble):
            self.troubles.append(step)
            if step.memory is not None:
                self.memory = step.memory
        else:
            self.life = step.life

    def from_scanner(self, outcomes) -> None:
        for outcome in outcomes:
            match outcome:
                case Transmit():
                    data = self.damage(encode(outcome.frame))
                    if data:
                        self.host_heard_ms = self.now_ms
                    for frame in self.host_codec.receive(data):
                        self.from_host(self.host.received(frame, self.now_ms))
                case Delivered():
                    self.delivered.append(outcome.number)
                case GivenUp():
                    self.given_up.append(outcome.number)

    def pass_time(self, duration_ms: int) -> None:
        for _ in range(duration_ms // STEP_MS):
            self.now_ms += STEP_MS
            if self.now_ms - self.scanner_heard_ms >= PAUSE_MS:
                for frame in self.scanner_codec.idle():
                    self.from_scanner(self.scanner.received(frame, self.now_ms))
            if self.now_ms - self.host_heard_ms >= PAUSE_MS:
                for frame in self.host_codec.idle():
                    self.from_host(self.host.received(frame, self.now_ms))
                garbage = self.host_codec.take_garbage()
                if garbage:
                    self.from_host(self.host.paused(garbage, self.now_ms))
            self.from_host(self.host.tick(self.now_ms))
            self.from_scanner(self.scanner.tick(self.now_ms))

    def refuse(self, reason: str | None) -> None:
        self.from_host(self.host.refuse_input(reason, self.now_ms))

    def draw(self, number: int, symbol: bytes) -> None:
        self.from_scanner(self.scanner.present(number, 3, symbol, self.now_ms))


fates = st.lists(st.sampled_from([PASS, PASS, PASS, LOSE, FLIP, CUT]), max_size=40)
cards = st.lists(st.sampled_from([b"AS", b"KH", b"2C"]), min_size=1, max_size=6)


def facts_lost(wire: Wire) -> list[Trouble]:
    return [t for t in wire.troubles if t.fault_class in (FaultClass.FACTS_LOST, FaultClass.LINK)]


@given(fates, cards, st.sets(st.integers(1, 6), max_size=3))
def test_with_the_gate_every_card_arrives_once_in_order_or_a_doubt_is_raised(
    script, symbols, kills
):
    wire = Wire(script, kills, SimulatedScanner(response_timeout_ms=TIMEOUT_MS))
    for number, symbol in enumerate(symbols, start=1):
        for _ in range(200):
            if wire.scanner.is_free and wire.scanner.is_enabled:
                break
            wire.pass_time(100)
        else:
            raise AssertionError("the link did not come back")
        wire.draw(number, symbol)
        wire.pass_time(50)
    wire.pass_time(10_000)
    assert wire.delivered == list(range(1, len(symbols) + 1))
    if wire.accepted != symbols:
        assert facts_lost(wire)
        # An equal neighbour is the only thing that may be missing, and nothing is ever doubled.
        assert len(wire.accepted) < len(symbols)
    assert wire.life in (Life.READY, Life.DEGRADED)
    assert (wire.life is Life.DEGRADED) == bool(wire.memory.doubts)


@given(fates, st.permutations([b"AS", b"KH", b"2C", b"9D"]))
def test_with_the_gate_distinct_cards_are_never_lost_nor_doubled(script, symbols):
    wire = Wire(script, set(), SimulatedScanner(response_timeout_ms=TIMEOUT_MS))
    for number, symbol in enumerate(symbols, start=1):
        for _ in range(200):
            if wire.scanner.is_free and wire.scanner.is_enabled:
                break
            wire.pass_time(100)
        wire.draw(number, symbol)
        wire.pass_time(50)
    wire.pass_time(10_000)
    assert wire.accepted == symbols


@given(fates, st.permutations([b"AS", b"KH", b"2C", b"9D"]))
def test_a_card_that_a_bare_scanner_gave_up_is_reported_if_any_byte_of_it_came(script, symbols):
    scanner = SimulatedScanner(response_timeout_ms=TIMEOUT_MS, has_gate=False)
    wire = Wire([], set(), scanner)
    wire.pass_time(500)
    wire.script = script
    for number, symbol in enumerate(symbols, start=1):
        wire.draw(number, symbol)
        wire.pass_time(1_000)
    wire.pass_time(10_000)
    missing = [symbol for symbol in symbols if symbol not in wire.accepted]
    assert wire.accepted == [symbol for symbol in symbols if symbol in wire.accepted]
    garbled = FLIP in script or CUT in script
    if missing and garbled and LOSE not in script:
        assert facts_lost(wire)


@given(
    st.permutations([b"AS", b"KH", b"2C", b"9D"]),
    st.lists(st.tuples(st.booleans(), st.integers(0, 1_200)), min_size=4, max_size=4),
    st.booleans(),
)
def test_a_card_that_comes_while_the_journal_is_full_arrives_or_is_reported(
    symbols, moments, has_gate
):
    wire = Wire([], set(), SimulatedScanner(response_timeout_ms=TIMEOUT_MS, has_gate=has_gate))
    wire.pass_time(500)
    for number, (symbol, (is_full, wait_ms)) in enumerate(zip(symbols, moments, strict=True), 1):
        wire.refuse("full" if is_full else None)
        wire.draw(number, symbol)  # it was on its way when the scanner was switched off
        wire.pass_time(wait_ms)
    wire.refuse(None)
    wire.pass_time(10_000)
    missing = [symbol for symbol in symbols if symbol not in wire.accepted]
    assert wire.accepted == [symbol for symbol in symbols if symbol in wire.accepted]
    assert not (has_gate and missing)
    assert not missing or facts_lost(wire)
    assert wire.memory.unanswered is None
    assert (wire.life is Life.DEGRADED) == bool(wire.memory.doubts)


def test_a_good_wire_raises_no_doubt():
    wire = Wire([], set(), SimulatedScanner(response_timeout_ms=TIMEOUT_MS))
    wire.pass_time(500)
    symbols = [b"AS", b"AS", b"AS", b"KH"]
    for number, symbol in enumerate(symbols, start=1):
        wire.draw(number, symbol)
        wire.pass_time(300)
    wire.pass_time(20_000)
    assert wire.accepted == symbols
    assert wire.troubles == []
    assert wire.life is Life.READY
