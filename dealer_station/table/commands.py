"""What people and devices may ask of a table: imperative, and every one may be refused.

A command brings its own id (repeating it changes nothing), the time it was issued (UTC
milliseconds since 1970) and its actor, so that deciding needs no clock and no chance.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from dealer_station.bettors.batches import Batch
from dealer_station.progressive.conversion import Conversion
from dealer_station.table.roles import Actor
from dealer_station.table.suspension import EVERY_LEVEL, SuspensionReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What every command carries."""

    command_id: str
    issued_at: int
    actor: Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable(Command):
    """Take the table into service under the rules it is given; seats by number.

    `progressives` maps the rule set's pools to progressives, `acceptors` are pairs of a seat and
    the device that takes its tokens, `conversions` are those of pools in another currency; the
    controller knows all three.
    """

    table_id: str
    seats: tuple[int, ...]
    progressives: Mapping[str, str] = field(default_factory=dict)
    acceptors: tuple[tuple[int, str], ...] = ()
    conversions: Mapping[str, Conversion] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(Command):
    """Take the table out of service; only between rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBetting(Command):
    """Begin a round: wagers may be placed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWager(Command):
    """Put a stake on a spot; no amount means its fixed price. `coin`: by the seat's acceptor."""

    seat: int
    spot: str
    amount: Decimal | None = None
    is_coin: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawWager(Command):
    """Take a stake back while betting is open; a base stake takes the side stakes with it."""

    seat: int
    spot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatWagers(Command):
    """Place last round's stakes again, on every spot on which none lies yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWagers(Command):
    """A batch of bettors' wagers for the book; its batch id is the command's id."""

    batch: Batch


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawWagers(Command):
    """A batch of bettors' stakes to be taken back while betting is open; its id likewise."""

    batch: Batch


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDecisions(Command):
    """A batch of bettors' decisions; its id likewise."""

    batch: Batch


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBetting(Command):
    """No more bets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordToken(Command):
    """An acceptor has taken a token. `value_minor` is None where nobody knows what it is worth.

    `token` is its kind by the device's own number, `coin_id` what the device calls it; `source` is
    the fact's identity. All that the fact says stands here, so that another token under the same
    identity is seen as another one.
    """

    device_id: str
    token: int
    value_minor: int | None
    device_counter: int
    device_time: int
    coin_id: str = ""
    path: int = 0
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordWindow(Command):
    """An acceptor has opened or shut its window for an opening or closing of betting (`order`).

    `counter` is its event counter then, None where it was not read; `device_time` is in UTC ms.
    """

    device_id: str
    is_open: bool
    order: int
    counter: int | None
    device_time: int
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLamp(Command):
    """A seat's lamp was lit or went dark at `device_time` (UTC ms)."""

    device_id: str
    is_lit: bool
    device_time: int
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordCard(Command):
    """A card has left the shoe. `card` is notation (`??` unread, `Jo` joker, `CUT` cut card).

    `source` is the fact's identity: device, session and sequence.
    """

    card: str
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Command):
    """A player's decision; `amount` is the total he stakes by it, None the legal one."""

    seat: int
    action: str
    amount: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceClock(Command):
    """Let the clock's time come to the table: overdue decisions are folded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyHand(Command):
    """A supervisor has seen the hand that wins a progressive prize (CS-21)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PaySeat(Command):
    """The dealer pays, takes or returns everything at one seat.

    `hand_back` is what he was shown to hand over, stakes included; None where nobody was shown it.
    """

    seat: int
    hand_back: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportIrregularity(Command):
    """The dealer reports a departure from procedure by its id in the rule sheet.

    `facts` maps names (`seat position card cards count amount round_paid note`) to text.
    """

    irregularity: str
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyRuling(Command):
    """A person decides an open irregularity; `as_proposed` takes the proposal.

    `number` 0 means the one that is open.
    """

    option: str
    number: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDeck(Command):
    """A new, checked deck is in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDeck(Command):
    """Every card was read one by one, as notation (`??` not read): are they the decks?

    `is_rest`: these are the cards that were left in the shoe at its end; those that had left it
    before are known. Otherwise they are all cards of the deck or shoe.
    """

    cards: tuple[str, ...]
    is_rest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSupervisor(Command):
    """The dealer asks for a supervisor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCall(Command):
    """The supervisor is at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDevice(Command):
    """A device has told its state: `init ready degraded disconnected lost`.

    `faults` are the codes that a person has to clear; `reason` is in the driver's words.
    """

    device_id: str
    device_kind: str
    device_state: str
    session: int = 0
    reason: str = ""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearDeviceFaults(Command):
    """A supervisor has looked after what a device's faults left in doubt; he names those he saw."""

    device_id: str
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordNotCleared(Command):
    """A device did not take, or was not told, what a supervisor had cleared at `cleared_at`.

    `cleared_at` is UTC ms; `reason` is the device's, or the station's where it did not answer.
    """

    device_id: str
    cleared_at: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDeviceFault(Command):
    """A device or its line has failed, or facts of it are lost; a person must know.

    `lost_count` is how many facts may be missing, None where nobody can know; `fault_class` is
    `link protocol device facts_lost`.
    """

    device_id: str
    device_kind: str
    code: str
    fault_class: str = ""
    detail: str = ""
    lost_count: int | None = None
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeTable(Command):
    """The station is back after a stop; clocks stood since `stopped_at`."""

    stopped_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteClockSet(Command):
    """The machine's clock was set: it read `from_at` at the moment that is now `issued_at`."""

    from_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspendProgressive(Command):
    """Take no wager for a progressive from now on; `level_id` empty: for none of its levels."""

    progressive_id: str
    level_id: str = EVERY_LEVEL
    reason: SuspensionReason = SuspensionReason.LINK_LOST


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeProgressive(Command):
    """What had suspended a progressive, or a level of it, is over."""

    progressive_id: str
    level_id: str = EVERY_LEVEL
    reason: SuspensionReason = SuspensionReason.LINK_LOST
