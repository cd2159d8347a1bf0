"""What has happened at a table: past tense, never refused, never changed.

Every event carries when it happened (`at`, UTC milliseconds since 1970). Amounts are in smallest
units; cards are notation text; hands are named as positions read (`seat 3`, `dealer`). `source` is
the identity of a device's fact: device, session, sequence. What happens to the cards is in
`card_events.py`, what devices tell of themselves in `device_events.py`, what happens to a book of
bettors in `book_events.py`, where players play against each other in `pot/events.py`, what suspends
a progressive in `suspension.py`; all have their names here too: every event of a table is one of
this module.
"""

# ruff: noqa: PLC0414 - an alias of the same name is how a module hands a name on

from collections.abc import Mapping
from dataclasses import dataclass, field

from dealer_station.games.rules import SettledWager
from dealer_station.irregularities.kinds import OfferedRuling, RulingOption
from dealer_station.progressive.conversion import Conversion
from dealer_station.table.acceptors import StrayReason
from dealer_station.table.book_events import BatchTaken as BatchTaken
from dealer_station.table.book_events import BookDecisionsClosed as BookDecisionsClosed
from dealer_station.table.book_events import BookOpened as BookOpened
from dealer_station.table.book_events import BookSettled as BookSettled
from dealer_station.table.book_events import BookWagersClosed as BookWagersClosed
from dealer_station.table.card_events import BurnCalled as BurnCalled
from dealer_station.table.card_events import BurnFixed as BurnFixed
from dealer_station.table.card_events import CardCorrected as CardCorrected
from dealer_station.table.card_events import CardDrawn as CardDrawn
from dealer_station.table.card_events import CardKept as CardKept
from dealer_station.table.card_events import CardReread as CardReread
from dealer_station.table.card_events import CutCardSeen as CutCardSeen
from dealer_station.table.card_events import DeckChanged as DeckChanged
from dealer_station.table.card_events import DeckChecked as DeckChecked
from dealer_station.table.card_events import DeckLocked as DeckLocked
from dealer_station.table.card_events import KeptCardPlayed as KeptCardPlayed
from dealer_station.table.card_events import LastRoundFixed as LastRoundFixed
from dealer_station.table.device_events import DeviceFaultReported as DeviceFaultReported
from dealer_station.table.device_events import DeviceFaultsCleared as DeviceFaultsCleared
from dealer_station.table.device_events import DeviceFaultsNotCleared as DeviceFaultsNotCleared
from dealer_station.table.device_events import DeviceReported as DeviceReported
from dealer_station.table.device_events import LampReported as LampReported
from dealer_station.table.device_events import TableEvent as TableEvent
from dealer_station.table.device_events import WindowReported as WindowReported
from dealer_station.table.pot.events import BetsPulledIn as BetsPulledIn
from dealer_station.table.pot.events import BettingRoundOpened as BettingRoundOpened
from dealer_station.table.pot.events import ButtonPlaced as ButtonPlaced
from dealer_station.table.pot.events import ChipsAdded as ChipsAdded
from dealer_station.table.pot.events import ChipsCorrected as ChipsCorrected
from dealer_station.table.pot.events import HandDeclaredDead as HandDeclaredDead
from dealer_station.table.pot.events import HandMucked as HandMucked
from dealer_station.table.pot.events import HandShown as HandShown
from dealer_station.table.pot.events import HandStarted as HandStarted
from dealer_station.table.pot.events import PlayerActed as PlayerActed
from dealer_station.table.pot.events import PlayerAway as PlayerAway
from dealer_station.table.pot.events import PlayerBack as PlayerBack
from dealer_station.table.pot.events import PlayerLeft as PlayerLeft
from dealer_station.table.pot.events import PlayerSeated as PlayerSeated
from dealer_station.table.pot.events import PotsPushed as PotsPushed
from dealer_station.table.pot.events import PotsReady as PotsReady
from dealer_station.table.pot.events import SeatGivenUp as SeatGivenUp
from dealer_station.table.pot.events import ShowdownBegun as ShowdownBegun
from dealer_station.table.pot.events import StreetCalled as StreetCalled
from dealer_station.table.pot.events import StubMixed as StubMixed
from dealer_station.table.pot.ruling_events import ActAnnounced as ActAnnounced
from dealer_station.table.pot.ruling_events import AnnouncementLapsed as AnnouncementLapsed
from dealer_station.table.pot.ruling_events import FoldedOutOfTurn as FoldedOutOfTurn
from dealer_station.table.pot.ruling_events import HandRetrieved as HandRetrieved
from dealer_station.table.pot.ruling_events import PlacesCorrected as PlacesCorrected
from dealer_station.table.pot.ruling_events import SeatBarred as SeatBarred
from dealer_station.table.pot.ruling_events import SkippedSeatRuled as SkippedSeatRuled
from dealer_station.table.pot.ruling_events import StreetReopened as StreetReopened
from dealer_station.table.pot.stud_events import AllInDeclared as AllInDeclared
from dealer_station.table.pot.stud_events import AllInOffered as AllInOffered
from dealer_station.table.pot.stud_events import AnteReturned as AnteReturned
from dealer_station.table.pot.stud_events import CardNamed as CardNamed
from dealer_station.table.pot.stud_events import FacesTurned as FacesTurned
from dealer_station.table.pot.stud_events import PlayerAbsent as PlayerAbsent
from dealer_station.table.roles import Role
from dealer_station.table.suspension import ProgressiveResumed as ProgressiveResumed
from dealer_station.table.suspension import ProgressiveSuspended as ProgressiveSuspended


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(TableEvent):
    """The table went into service; `rules_content` is the rule set, `rules_digest` its hash.

    `progressives` maps the rule set's pools to the progressives that the table plays for;
    `acceptors` are pairs of a seat and the device that takes its tokens; `conversions` are those of
    pools in another currency than the table's (LNK-12).
    """

    table_id: str
    game: str
    rules_name: str
    rules_digest: str
    rules_content: str
    seats: tuple[int, ...]
    progressives: Mapping[str, str]
    acceptors: tuple[tuple[int, str], ...]
    conversions: Mapping[str, Conversion] = field(default_factory=dict)
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed(TableEvent):
    """The table went out of service."""

    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingOpened(TableEvent):
    """A round began; it is played under the rules of this hash.

    `is_shuffled`: with a whole, shuffled deck; otherwise from the shoe as the last round left it.
    """

    round_number: int
    rules_digest: str
    person_id: str
    is_shuffled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced(TableEvent):
    """A stake was put on a spot (added to what lay there); `is_coin`: through the acceptor.

    `device_counter` is the acceptor's event counter with a token, None for chips.
    """

    seat: int
    spot: str
    amount_minor: int
    is_coin: bool
    source: str
    person_id: str = ""
    device_counter: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerWithdrawn(TableEvent):
    """A stake was taken back while betting was open."""

    seat: int
    spot: str
    amount_minor: int
    person_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayTokenTaken(TableEvent):
    """An acceptor took a token that is no wager; `seat` is 0 where nobody knows it.

    `token` is its kind by the device's own number, `value_minor` what it is worth (None: unknown);
    `device_counter` is the device's event counter with it.
    """

    seat: int
    device_id: str
    token: int
    value_minor: int | None
    reason: StrayReason
    device_counter: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingBegun(TableEvent):
    """The dealer said "no more bets": the acceptors are asked to shut, and no stake is taken."""

    person_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptorExcused(TableEvent):
    """An acceptor was silent at the closing, and a supervisor lets the table go on without it."""

    seat: int
    device_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingClosed(TableEvent):
    """No more bets; the cards go to these hands in this order. `seats` are in the round."""

    deal_order: tuple[str, ...]
    person_id: str = ""
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerReturned(TableEvent):
    """A stake went back to its bettor; `net_undone_minor` is a result that was undone by it."""

    seat: int
    spot: str
    amount_minor: int
    net_undone_minor: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOrderCorrected(TableEvent):
    """The order of the deal was put right; cards are booked anew by the order of the shoe.

    `is_dealer_card_last`: the dealer's missing card comes after all others, face down (CS-D15).
    """

    deal_order: tuple[str, ...]
    irregularity: str
    is_dealer_card_last: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCalled(TableEvent):
    """Further cards are due: they go to the hands in this order, which begins with the deal."""

    deal_order: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsCompleted(TableEvent):
    """Every card of the round is out; `pay_order` is the order in which seats are settled."""

    pay_order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCompleted(TableEvent):
    """Every card that was due is out; `decision_ms` is the time for all decisions (0: no limit)."""

    decision_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResumed(TableEvent):
    """A correction made cards due again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActTaken(TableEvent):
    """A player decided; `spot` and `stake_minor` say what he staked (empty and 0: nothing).

    `is_timeout`: the clock decided for him (CS-08).
    """

    seat: int
    action: str
    spot: str
    stake_minor: int
    is_timeout: bool
    person_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionsClosed(TableEvent):
    """The last decision is closed; `pay_order` is the order in which seats are settled."""

    pay_order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVerified(TableEvent):
    """A supervisor has seen the hand that wins a progressive prize."""

    seat: int
    person_id: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class SharesFixed(TableEvent):
    """A whole meter is shared by these winners: (seat, amount), fixed at the first one's turn.

    Once a round for each level that is won whole.
    """

    shares: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPaid(TableEvent):
    """Everything at a seat was paid, taken or returned."""

    seat: int
    wagers: tuple[SettledWager, ...]
    person_id: str


@dataclass(frozen=True, slots=True)
class EnvySum:
    """What another bettor gets for a winning hand, in smallest units (CS-25)."""

    seat: int
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyPaid(TableEvent):
    """A seat's hand has won a prize, and the other bettors got their envy sums with it (HIT-14).

    `spot` is the winner's, where the prize was won.
    """

    seat: int
    spot: str
    sums: tuple[EnvySum, ...]
    rule: str
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled(TableEvent):
    """The last seat was settled: the round is over."""

    round_number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided(TableEvent):
    """The round ended without a result."""

    round_number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVoided(TableEvent):
    """A seat's hand is out of the round; its stakes go back."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandKilled(TableEvent):
    """A seat's hand is dead; its stakes stay lost."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCorrected(TableEvent):
    """A stake was put right: what stands now, and what was found."""

    seat: int
    spot: str
    amount_minor: int
    found_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityRaised(TableEvent):
    """A departure from procedure: what, its facts, and what may be ruled (the proposal first).

    `reported_by` is `dealer` or `table`; `person_id` who entered it; `is_held`: the table waits for
    the ruling. `card_number` is the card that it concerns, counted from 1 in the order in which the
    round's cards left the shoe (0: none).
    """

    number: int
    irregularity: str
    facts: Mapping[str, str]
    options: tuple[OfferedRuling, ...]
    reported_by: str
    is_held: bool
    person_id: str = ""
    card_number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityReplaced(TableEvent):
    """What the table had found is explained by another irregularity."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade(TableEvent):
    """A named person decided an irregularity."""

    number: int
    irregularity: str
    option: RulingOption
    role: Role
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompensationBooked(TableEvent):
    """A seat was paid wrong: what was handed to it, stakes included, and what was due.

    `due_minor` is what the record says, or what an earlier correction of this seat has found.
    `round_number` is the round of the payment: the one in whose part of the record this stands, or
    the one before it; None is the former, where version 1 of this event did not say it.
    """

    seat: int
    paid_minor: int
    due_minor: int
    irregularity_number: int = 0
    person_id: str = ""
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorCalled(TableEvent):
    """The dealer asked for a supervisor."""

    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswered(TableEvent):
    """The supervisor came."""

    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResumed(TableEvent):
    """The station came back; clocks stood from `stopped_at` to `at` (device life)."""

    stopped_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet(TableEvent):
    """The machine's clock was set from `from_at` to `at`: no time has passed (FC-150)."""

    from_at: int
