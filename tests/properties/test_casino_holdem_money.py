"""Random rounds of Casino Hold'em at a live table: no unit is lost or made, whoever folds.

What every wager comes to is compared with a second opinion; the pool's ledger is added up anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from holdem_oracle import CATEGORIES, RANKS, best, nets
from holdem_play import HoldemPlay
from hypothesis import event, given, settings
from hypothesis import strategies as st
from ledger_sum import reconcile

from dealer_station.games.rules import Outcome

SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
METER, SEED = 123_456_78, 1_000_00
TIMES = {"straight": 10, "flush": 20, "full_house": 50, "four_of_a_kind": 250,
         "straight_flush": 1000, "royal_flush": 5000}  # fmt: skip
PRIZES = ", ".join(f"{hand}: {times}" for hand, times in TIMES.items())


@dataclass(frozen=True)
class Bets:
    """One seat's stakes in cents, and whether it folds."""

    ante: int
    bonus: int
    ticket: int
    folds: bool

    @property
    def stakes(self) -> dict[str, int]:
        """The stakes once it has decided."""
        call = {} if self.folds else {"call": 2 * self.ante}
        bonus = {"bonus": self.bonus} if self.bonus else {}
        return {"ante": self.ante, **call, **bonus}


@dataclass(frozen=True)
class Round:
    """A round to be played: bets by seat in the order of acceptance, and the cards."""

    is_shared: bool
    is_independent: bool
    bets: Mapping[int, Bets]
    cards: tuple[str, ...]

    @property
    def own(self) -> dict[int, tuple[str, ...]]:
        """Each seat's two cards."""
        places = dict.fromkeys(self.bets, 0) if self.is_shared else dict(self._places)
        return {seat: self.cards[9 + 2 * n : 11 + 2 * n] for seat, n in places.items()}

    @property
    def _places(self) -> list[tuple[int, int]]:
        return [(seat, n) for n, seat in enumerate(sorted(self.bets))]

    @property
    def dealer(self) -> tuple[str, ...]:
        """The dealer's two cards."""
        return self.cards[:2]

    @property
    def board(self) -> tuple[str, ...]:
        """The five cards of the board."""
        return self.cards[2:7]


BETS = st.builds(
    Bets,
    ante=st.integers(5_00, 500_00),
    bonus=st.just(0) | st.integers(1_00, 100_00),
    ticket=st.just(0) | st.integers(1_00, 50_00),
    folds=st.booleans(),
)


@st.composite
def cards(draw: st.DrawFn) -> tuple[str, ...]:
    """A shuffled deck; often one suit in order, so that flushes and seven in a row come."""
    if draw(st.booleans()):
        return tuple(draw(st.permutations(DECK)))
    suit = draw(st.sampled_from(SUITS))
    first = draw(st.integers(0, 7))
    run = [rank + suit for rank in ("A" + RANKS)[first : first + 7]]
    run = draw(st.permutations(run))
    rest = draw(st.permutations([card for card in DECK if card not in run]))
    return (*rest[:2], *run[:5], *rest[2:4], *run[5:], *rest[4:])


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """A round of one to five seats."""
    seats = draw(st.lists(st.integers(1, 8), min_size=1, max_size=5, unique=True))
    bets = {seat: draw(BETS) for seat in seats}
    return Round(draw(st.booleans()), draw(st.booleans()), bets, draw(cards()))


def is_seven_in_a_row(seven: tuple[str, ...]) -> bool:
    """Say so by looking for the seven in every suit."""
    runs = [
        {rank + suit for rank in ("A" + RANKS)[first : first + 7]}
        for suit in SUITS
        for first in range(8)
    ]
    return set(seven) in runs


def tickets_due(played: Round, meter: int) -> tuple[dict[int, int], int]:
    """What each ticket comes to, and the meter afterwards."""
    tickets = {seat: bets.ticket for seat, bets in played.bets.items() if bets.ticket}
    hands = {seat: (*played.own[seat], *played.board) for seat in tickets}
    if any(is_seven_in_a_row(hand) for hand in hands.values()):
        event("pool hit")
        whole = sum(tickets.values())
        exact = {seat: Fraction(meter * stake, whole) for seat, stake in tickets.items()}
        shares = {seat: int(due) for seat, due in exact.items()}
        favoured = sorted(exact, key=lambda seat: shares[seat] - exact[seat])
        for seat in favoured[: meter - sum(shares.values())]:
            shares[seat] += 1
        return {seat: shares[seat] - stake for seat, stake in tickets.items()}, SEED
    times = {seat: TIMES.get(CATEGORIES[best(hand)[0]], 0) for seat, hand in hands.items()}
    return {seat: (times[seat] - 1) * stake for seat, stake in tickets.items()}, meter


def play_out(played: Round) -> HoldemPlay:
    """Play the round at a live table."""
    play = HoldemPlay(
        "evolution-current" if played.is_independent else "evolution",
        seats=sorted(played.bets),
        meter=METER,
        hand_mode="shared" if played.is_shared else "per_box",
        contribution="0",
        seed_amount="1000",
        jumbo7_paytable=PRIZES,
    )
    wagers = [
        f"{seat} {spot} {amount // 100}.{amount % 100:02}"
        for seat, bets in played.bets.items()
        for spot, amount in (("ante", bets.ante), ("bonus", bets.bonus), ("jumbo7", bets.ticket))
        if amount
    ]
    hands = {str(seat): " ".join(own) for seat, own in played.own.items()}
    if played.is_shared:
        hands = {"player": next(iter(hands.values()))}
    hands |= {"dealer": " ".join(played.dealer), "board": " ".join(played.board[:3])}
    acts = [f"{seat} {'fold' if bets.folds else 'call'}" for seat, bets in played.bets.items()]
    return play.run(
        "open_betting",
        f"wager: {'; '.join(wagers)}",
        "close_betting",
        f"deal: {{{', '.join(f'{name}: {held}' for name, held in hands.items())}}}",
        f"act: {'; '.join(acts)}",
        f"deal: {{board: {' '.join(played.board[3:])}}}",
        "pay",
    )


@settings(max_examples=120, deadline=None)
@given(rounds())
def test_every_wager_comes_to_what_a_second_opinion_says_and_the_books_balance(played: Round):
    play = play_out(played)
    due_tickets, meter = tickets_due(played, METER)
    for seat, bets in played.bets.items():
        due = nets(
            bets.stakes,
            played.own[seat],
            played.dealer,
            played.board,
            is_folded=bets.folds,
            is_bonus_independent=played.is_independent,
        )
        if seat in due_tickets:
            due["jumbo7"] = due_tickets[seat]
        found = {w.spot: w for w in play.round.wagers if w.seat == seat}
        assert {spot: wager.net_minor for spot, wager in found.items()} == due
        staked = bets.stakes | ({"jumbo7": bets.ticket} if bets.ticket else {})
        assert {spot: wager.amount_minor for spot, wager in found.items()} == staked
        assert all(wager.outcome is not Outcome.PENDING for wager in found.values())
        back = sum(w.amount_minor + w.net_minor for w in found.values())
        assert back == play.round.handed_back_minor(seat) >= 0
    assert play.view["phase"] == "settled"
    assert play.meter == meter
    assert reconcile(play.postings()).is_balanced
