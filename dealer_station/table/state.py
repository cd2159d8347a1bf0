"""What a table is at one moment: a fold of its events. Frozen values, no behaviour beyond reading.

`TableState` carries what every kind of table has (service, phase, irregularities, deck, clock,
devices); `HouseRound` carries a round against the house. `pot` has the seats of a game in which
players play against each other, and its hand: another kind of round, with the same draws and order
of the deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from dealer_station.bettors.book import Stage
from dealer_station.cards.card import UNREADABLE
from dealer_station.games.procedure import ASIDE, BURN, position_at, seat_hand
from dealer_station.games.rules import Outcome, SettledWager
from dealer_station.irregularities.kinds import OfferedRuling, RulingOption
from dealer_station.progressive.conversion import SAME, Conversion
from dealer_station.table.acceptors import Acceptor, Closing, StrayToken
from dealer_station.table.book_state import BOOK_SEAT, BookSums
from dealer_station.table.devices import DeviceStatus
from dealer_station.table.lifecycle import OPEN_ROUND, Phase, Service
from dealer_station.table.pot.state import NO_PLAYERS, PotTable
from dealer_station.table.roles import Role
from dealer_station.table.suspension import Suspension

TABLE = "table"
"""Who reports what the table finds itself."""


class HandStatus(StrEnum):
    """What a seat's hand is in the round."""

    IN = "in"
    FOLDED = "folded"
    DEAD = "dead"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Wager:
    """A stake on a spot, and what became of it; `net_minor` counts once it is no longer pending.

    `is_token`: a seat's acceptor took it.
    """

    seat: int
    spot: str
    amount_minor: int
    outcome: Outcome = Outcome.PENDING
    net_minor: int = 0
    is_token: bool = False

    @property
    def is_pending(self) -> bool:
        """Whether the stake still lies there."""
        return self.outcome is Outcome.PENDING


@dataclass(frozen=True, slots=True)
class SeatHand:
    """A seat in the round: its status and its decision (empty while undecided).

    `is_auto_folded`: time ran out, and the clock took the decision (CS-08, CH-14).
    `turned_as` is what the hand was when its turn to be settled came, a supervisor saw it or it was
    paid, whichever was first; None before. That does not go back, whatever becomes of the hand.
    """

    seat: int
    status: HandStatus = HandStatus.IN
    decision: str = ""
    turned_as: HandStatus | None = None
    is_auto_folded: bool = False


@dataclass(frozen=True, slots=True)
class Payment:
    """A seat that was settled, with the results as paid."""

    seat: int
    wagers: tuple[SettledWager, ...]


@dataclass(frozen=True, slots=True)
class PaidRound:
    """What the seats that were settled in a round were handed, stakes included: (seat, amount)."""

    number: int
    handed_back: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Envy:
    """A sum that `seat` got because the hand of `winner` won on a spot (CS-25, HIT-14)."""

    seat: int
    winner: int
    spot: str
    amount_minor: int
    rule: str


@dataclass(frozen=True)
class HouseRound:
    """A round against the house.

    `draws` are cards as text in the order of the shoe; `deal_order` says to which hand each
    belongs; draws beyond it came while none was due. `late_dealer_cards` complete the dealer's hand
    after all others (CS-D15). `seen` are jackpot hands: (seat, who has seen it). `compensated` is
    what seats were handed in truth: (seat, amount). `dealer_id` is who opened its betting.
    `book` is what bettors beside the seats have in it, in sums; it is paid under `BOOK_SEAT`.
    `envies` are the envy sums that were paid, whatever became of them.
    """

    number: int
    wagers: tuple[Wager, ...] = ()
    hands: tuple[SeatHand, ...] = ()
    deal_order: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    seen: tuple[tuple[int, str], ...] = ()
    pay_order: tuple[int, ...] = ()
    payments: tuple[Payment, ...] = ()
    shares: tuple[tuple[int, int], ...] = ()
    envies: tuple[Envy, ...] = ()
    late_dealer_cards: int = 0
    compensated: tuple[tuple[int, int], ...] = ()
    dealer_id: str = ""
    book: BookSums | None = None

    @property
    def verified(self) -> tuple[int, ...]:
        """The seats whose jackpot hands somebody has seen."""
        return tuple(seat for seat, _ in self.seen)

    def wager(self, seat: int, spot: str) -> Wager | None:
        """Return the stake on a spot, whatever became of it."""
        for wager in self.wagers:
            if (wager.seat, wager.spot) == (seat, spot):
                return wager
        return None

    def placed_stakes(self, seat: int) -> Mapping[str, int]:
        """Return the stakes of a seat that were not given back, settled or not, by spot."""
        return {
            w.spot: w.amount_minor
            for w in self.wagers
            if w.seat == seat and w.outcome is not Outcome.VOID
        }

    def pending_stakes(self, seat: int) -> Mapping[str, int]:
        """Return the stakes that still lie at a seat, by spot, in smallest units."""
        if seat == BOOK_SEAT and self.book is not None:
            return {} if self.book.is_settled else self.book.staked_minor
        return {w.spot: w.amount_minor for w in self.wagers if w.seat == seat and w.is_pending}

    def hand(self, seat: int) -> SeatHand | None:
        """Return the seat's hand; None when it is not in the round."""
        return next((hand for hand in self.hands if hand.seat == seat), None)

    def is_out(self, name: str) -> bool:
        """Whether a hand (named as positions read) is void or dead and gets no more cards."""
        return any(
            seat_hand(hand.seat) == name and hand.status in {HandStatus.VOID, HandStatus.DEAD}
            for hand in self.hands
        )

    def cards(self, hand: str) -> tuple[str, ...]:
        """Return a hand's cards as text, in the order in which they came."""
        dealt = zip(self.draws, self.deal_order, strict=False)
        return tuple(card for card, owner in dealt if owner == hand)

    def hands_dealt(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return every hand that got cards, by name; the piles are no hands."""
        names = dict.fromkeys(self.deal_order[: len(self.draws)])
        return tuple((name, self.cards(name)) for name in names if name not in {ASIDE, BURN})

    def seat_cards(self, seat: int) -> tuple[str, ...]:
        """Return the cards of a seat's hand."""
        return self.cards(seat_hand(seat))

    @property
    def is_card_due(self) -> bool:
        """Whether the deal is not complete."""
        return len(self.draws) < len(self.deal_order)

    @property
    def next_position(self) -> str:
        """Where the next card goes; empty when none is due."""
        if not self.is_card_due:
            return ""
        return str(position_at(self.deal_order, len(self.draws)))

    @property
    def has_surplus_card(self) -> bool:
        """Whether a card came while none was due."""
        return len(self.draws) > len(self.deal_order)

    @property
    def last_owner(self) -> str | None:
        """The hand or pile of the card read last; None before the first and for a surplus card."""
        if not self.draws or self.has_surplus_card:
            return None
        return self.deal_order[len(self.draws) - 1]

    @property
    def has_unread_card(self) -> bool:
        """Whether the newest card waits to be read again; one that is out of play need not be."""
        is_unread = bool(self.draws) and self.draws[-1] == UNREADABLE
        return is_unread and self.last_owner not in {ASIDE, BURN}

    @property
    def paid_seats(self) -> frozenset[int]:
        """The seats that were settled."""
        return frozenset(payment.seat for payment in self.payments)

    @property
    def standing_envies(self) -> tuple[Envy, ...]:
        """The envy sums that stand: those of a void round went back with the prize."""
        return tuple(
            envy
            for envy in self.envies
            if (won := self.wager(envy.winner, envy.spot)) and won.outcome is Outcome.WIN
        )

    def envy_minor(self, seat: int) -> int:
        """Return what a seat got for the hands of others."""
        return sum(envy.amount_minor for envy in self.standing_envies if envy.seat == seat)

    def handed_back_minor(self, seat: int) -> int:
        """Return what was handed to a settled seat, stakes included, as far as is known."""
        due = sum(
            w.amount_minor + w.net_minor
            for w in self.wagers
            if w.seat == seat and w.outcome is not Outcome.LOSE and not w.is_pending
        )
        return dict(self.compensated).get(seat, due + self.envy_minor(seat))

    @property
    def paid(self) -> PaidRound:
        """What the settled seats have been handed so far."""
        handed = ((paid.seat, self.handed_back_minor(paid.seat)) for paid in self.payments)
        return PaidRound(self.number, tuple(handed))

    @property
    def turns(self) -> tuple[int, ...]:
        """The seats whose turn to be settled is still to come, in order."""
        return tuple(seat for seat in self.pay_order if self.pending_stakes(seat))

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats that still owe a decision, clockwise."""
        return tuple(
            hand.seat for hand in self.hands if hand.status is HandStatus.IN and not hand.decision
        )

    @property
    def awaits_decisions(self) -> bool:
        """Whether a seat owes a decision, or decisions of the book are not closed."""
        is_book_open = self.book is not None and self.book.stage is not Stage.CLOSED
        return bool(self.undecided) or is_book_open


@dataclass(frozen=True, slots=True)
class Irregularity:
    """An irregularity of this round; open until `ruling` is set. `person_id` has reported it."""

    number: int
    irregularity: str
    facts: Mapping[str, str]
    options: tuple[OfferedRuling, ...]
    reported_by: str
    is_held: bool
    card_number: int = 0
    ruling: RulingOption | None = None
    ruled_by: Role | None = None
    person_id: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it waits for a ruling."""
        return self.ruling is None


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """The hands of a settled round: pairs of a name (`player`) and its cards as text."""

    number: int
    hands: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """What the last deck check found: `missing` and `surplus` name every copy, as text."""

    count: int
    unread: int
    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    is_rest: bool


@dataclass(frozen=True, slots=True)
class ShoeState:
    """The shoe or deck since it was last whole: changed, or shuffled for a round.

    `seen` are the cards that left it, as text and in order. `burn_left` are cards still to be
    burned before the first round; None: the first one says how many (`is_burn_due` covers both).
    `burn_from` cards had left the shoe before its burn: none, but where it was forgotten (BA-I14).
    `last_round` is the number of the last round that it serves, once the cut card has come.
    `kept_cards` are among those seen: set aside in a round, they are the first of the next.
    `rounds` are those that were dealt from it, `finished` those that were settled: a void one has
    no result.
    `check` is the last deck check since betting was last opened or the cards were changed.
    """

    seen: tuple[str, ...] = ()
    burn_left: int | None = 0
    burn_from: int = 0
    last_round: int | None = None
    kept_cards: tuple[str, ...] = ()
    rounds: int = 0
    finished: tuple[FinishedRound, ...] = ()
    check: CheckedDeck | None = None

    @property
    def is_burn_due(self) -> bool:
        """Whether cards must be burned before a round."""
        return self.burn_left != 0


@dataclass(frozen=True, slots=True)
class DecisionClock:
    """Time for decisions: stands while the table is held or the station is down. In ms."""

    limit_ms: int
    started_at: int
    stood_ms: int = 0
    standing_since_at: int | None = None

    def elapsed_ms(self, now: int) -> int:
        """Return how much of the time has run."""
        end = now if self.standing_since_at is None else self.standing_since_at
        return end - self.started_at - self.stood_ms


@dataclass(frozen=True)
class TableState:
    """One table. `step` counts the events of the round, `version` those of the table.

    `played_version` is the version of the last one that changed the play: words of devices and
    calls for a supervisor do not.
    `paid_before` are the payments of the round before this one: a wrong one may be noticed late.
    `stray_card` left the shoe between rounds and waits for its ruling (empty: none).
    `betting_number` is the version at which betting was opened last, unique at the table;
    `window_order` that of the last opening or closing, for the acceptors' windows.
    `stray_tokens` wait for a supervisor, oldest first.
    `conversions` are those of pools in another currency than the table's, as it was opened.
    `progressives` maps pools to the progressives played for since the last opening; `suspensions`
    are of these and of others. A window that was shut for one counts as opened anew for
    `resumed_order`, the version at which a progressive was last resumed, or for a later order.
    """

    table_id: str = ""
    service: Service = Service.CLOSED
    phase: Phase = Phase.IDLE
    game: str = ""
    rules_name: str = ""
    rules_digest: str = ""
    seats: tuple[int, ...] = ()
    round: HouseRound | None = None
    round_number: int = 0
    paid_before: PaidRound | None = None
    step: int = 0
    version: int = 0
    played_version: int = 0
    irregularities: tuple[Irregularity, ...] = ()
    irregularity_count: int = 0
    is_deck_locked: bool = False
    shoe: ShoeState = field(default_factory=ShoeState)
    stray_card: str = ""
    is_supervisor_called: bool = False
    clock: DecisionClock | None = None
    last_wagers: tuple[Wager, ...] = ()
    devices: tuple[DeviceStatus, ...] = field(default=())
    acceptors: tuple[Acceptor, ...] = ()
    betting_number: int = 0
    window_order: int = 0
    closing: Closing | None = None
    stray_tokens: tuple[StrayToken, ...] = ()
    conversions: Mapping[str, Conversion] = field(default_factory=dict)
    progressives: Mapping[str, str] = field(default_factory=dict)
    suspensions: tuple[Suspension, ...] = ()
    resumed_order: int = 0
    pot: PotTable = NO_PLAYERS

    def conversion(self, pool: str) -> Fraction:
        """Return what one unit of the table's currency is in a pool's (LNK-12)."""
        found = self.conversions.get(pool)
        return SAME if found is None else found.rate

    @property
    def is_suspended(self) -> bool:
        """Whether a progressive that this table plays for is suspended, or a level of it."""
        return any(self.suspends(one) for one in self.progressives.values())

    def suspends(self, progressive_id: str) -> bool:
        """Whether this table takes no wager for a progressive: it, or a level, is suspended."""
        return any(one.progressive_id == progressive_id for one in self.suspensions)

    def handed_back_minor(self, round_number: int, seat: int) -> int | None:
        """Return what a seat was handed in this round or the one before; None: not settled there.

        In smallest units, stakes included.
        """
        rounds = (self.paid_before, None if self.round is None else self.round.paid)
        for paid in rounds:
            if paid is not None and paid.number == round_number:
                return dict(paid.handed_back).get(seat)
        return None

    @property
    def cards_out(self) -> int:
        """How many cards have left the shoe since the deck was last whole."""
        return len(self.shoe.seen)

    def device(self, device_id: str) -> DeviceStatus | None:
        """Return what a device last told; None if it has told nothing yet."""
        return next((one for one in self.devices if one.device_id == device_id), None)

    def acceptor(self, device_id: str) -> Acceptor | None:
        """Return the acceptor of that device; None if it serves no seat here."""
        return next((one for one in self.acceptors if one.device_id == device_id), None)

    def acceptor_at(self, seat: int) -> Acceptor | None:
        """Return a seat's acceptor; None where wagers are entered by hand."""
        return next((one for one in self.acceptors if one.seat == seat), None)

    @property
    def open_irregularity(self) -> Irregularity | None:
        """The irregularity that holds the table."""
        return next((item for item in self.irregularities if item.is_open), None)

    @property
    def is_round_open(self) -> bool:
        """Whether a round is not finished."""
        return self.phase in OPEN_ROUND

    @property
    def shown_phase(self) -> Phase:
        """The phase as people see it."""
        return Phase.HELD if self.open_irregularity else self.phase
