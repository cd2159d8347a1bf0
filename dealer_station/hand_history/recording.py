"""A hand that was played at a table, as a hand of the PHH format.

The format knows cards, acts, shows and stacks. What else was part of the hand stands in comments:
hands that were killed, cards of seats that went on receiving, rulings. Whoever the history is for
gets the cards that he may see; the others are `??`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate
from typing import Any, Final

from dealer_station.games.pot_rules import PostKind, PotGame, clockwise
from dealer_station.games.pots.structure import FixedLimit, NoLimit
from dealer_station.games.procedure import BOARD, seat_hand
from dealer_station.hand_history.phh import (
    Action,
    BoardCards,
    BringIn,
    Cards,
    CheckOrCall,
    Fold,
    Hand,
    HoleCards,
    Remark,
    ShowOrMuck,
    Variant,
    WagerTo,
)
from dealer_station.money import EXPONENT
from dealer_station.table.pot.state import PotHand, TakenAct

_STUD: Final = "seven-card-stud"
_HEADS_UP: Final = 2


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of a table at its end, or as far as it has come.

    `starting_minor`, `finishing_minor`: chips by seat of who was dealt in; the latter None while
    the hand is on. `cards` gives a hand's cards as the reader of the history may see them.
    """

    game: PotGame
    hand: PotHand
    starting_minor: Mapping[int, int]
    finishing_minor: Mapping[int, int] | None
    seat_count: int
    cards: Callable[[str], Cards]
    remarks: tuple[str, ...] = ()
    facts: Mapping[str, Any] | None = None


def recorded(played: PlayedHand) -> Hand:
    """Return the hand; amounts count in the table's smallest unit."""
    return _Recorder(played).recorded()


class _Recorder:
    """Turns seats into players, and a table's hand into lines."""

    def __init__(self, played: PlayedHand) -> None:
        self._played = played
        self._hand = played.hand
        self._is_stud = played.game.name == _STUD
        button = self._hand.positions.button if self._hand.positions else 0
        self._seats = clockwise(self._hand.seats, button)
        self._player = {seat: place for place, seat in enumerate(self._seats, start=1)}

    def recorded(self) -> Hand:
        """Return the hand."""
        finishing = self._played.finishing_minor
        return Hand(
            variant=self._variant(),
            decimals=EXPONENT,
            antes=self._antes(),
            starting_stacks=self._by_player(self._played.starting_minor),
            actions=tuple(self._actions()),
            has_trimmed_antes=False,
            seats=self._seats,
            seat_count=self._played.seat_count,
            finishing_stacks=() if finishing is None else self._by_player(finishing),
            others=dict(self._played.facts or {}) | self._rake(),
            **self._amounts(),
        )

    def _variant(self) -> Variant:
        if self._is_stud:
            return Variant.SEVEN_CARD_STUD
        is_limit = isinstance(self._hand.structure, FixedLimit)
        return Variant.LIMIT_HOLDEM if is_limit else Variant.NO_LIMIT_HOLDEM

    def _by_player(self, by_seat: Mapping[int, int]) -> tuple[int, ...]:
        return tuple(by_seat.get(seat, 0) for seat in self._seats)

    # ---------------------------------------------------------------------------- amounts

    def _amounts(self) -> dict[str, Any]:
        structure = self._hand.structure
        amounts: dict[str, Any] = (
            {"bring_in": self._played.game.bring_in_minor}
            if self._is_stud
            else {"blinds": self._blinds()}
        )
        if isinstance(structure, NoLimit):
            return amounts | {"min_bet": structure.min_bet}
        return amounts | {"small_bet": structure.small_bet, "big_bet": structure.big_bet}

    def _antes(self) -> tuple[int, ...]:
        """What is no part of a bet: the whole ante of everybody, or dead chips."""
        posts = {post.seat: post for post in self._hand.posts}
        if self._is_stud:
            ante = max((post.ante_minor for post in posts.values()), default=0)
            return (ante,) * len(self._seats)
        return self._by_player({seat: post.dead_minor for seat, post in posts.items()})

    def _blinds(self) -> tuple[int, ...]:
        """The whole blinds, also where one was posted short; live posts of others below zero."""
        whole = {
            PostKind.SMALL_BLIND: self._played.game.small_blind_minor,
            PostKind.BIG_BLIND: self._played.game.big_blind_minor,
        }
        posted = {
            post.seat: whole.get(post.kind, -post.live_minor)
            for post in self._hand.posts
            if post.live_minor
        }
        by_player = self._by_player(posted)
        # Of two players the second has the small blind, which the format names first.
        return by_player[::-1] if len(by_player) == _HEADS_UP else by_player

    def _rake(self) -> dict[str, Decimal]:
        rake = sum(award.rake_minor for award in self._hand.awards)
        return {"_rake": Decimal(rake).scaleb(-EXPONENT)} if rake else {}

    # ------------------------------------------------------------------------------ lines

    def _actions(self) -> Iterator[Action]:
        ends = list(accumulate(len(street.faces) for street in self._played.game.streets))
        folded: set[int] = set()
        for street in range(self._hand.street + 1):
            first = ends[street - 1] if street else 0
            yield from self._hole_cards(first, ends[street], folded)
            yield from self._board(street)
            yield from self._acts(street, folded)
        yield from self._answers()
        yield from (Remark(comment=remark) for remark in self._played.remarks)

    def _hole_cards(self, first: int, end: int, folded: set[int]) -> Iterator[Action]:
        for seat in self._seats:
            cards = self._played.cards(seat_hand(seat))[first:end]
            if cards and seat in folded:
                text = f"p{self._player[seat]} is out and receives {' '.join(cards)}"
                yield Remark(comment=text)
            elif cards:
                yield HoleCards(self._player[seat], cards)

    def _board(self, street: int) -> Iterator[Action]:
        streets = self._played.game.streets
        board = self._played.cards(BOARD)
        if self._is_stud:
            # A common card lies in the place of everybody's last one (ST-60, ST-62).
            cards = board if street == len(streets) - 1 else ()
        else:
            first = sum(one.board_cards for one in streets[:street])
            cards = board[first : first + streets[street].board_cards]
        if cards:
            yield BoardCards(cards)

    def _acts(self, street: int, folded: set[int]) -> Iterator[Action]:
        game = self._played.game
        totals = {post.seat: post.live_minor for post in self._hand.posts} if not street else {}
        to_match = 0 if street else game.big_blind_minor
        for act in self._hand.acts:
            if act.street != street:
                continue
            total = totals[act.seat] = totals.get(act.seat, 0) + act.put_minor
            is_opened = bool(to_match or street or not self._is_stud)
            action = self._act(act, total, to_match, is_opened=is_opened)
            yield action
            owed = game.bring_in_minor if isinstance(action, BringIn) else total
            to_match = max(to_match, owed)
            if act.action == "fold":
                folded.add(act.seat)

    def _act(self, act: TakenAct, to_minor: int, to_match: int, *, is_opened: bool) -> Action:
        """Return an act as what it came to: a whole stack may be a bring-in, a call or a wager."""
        player = self._player[act.seat]
        if act.action == "fold":
            return Fold(player)
        if not is_opened and to_minor <= self._played.game.bring_in_minor:
            return BringIn(player)
        return WagerTo(player, to_minor) if to_minor > to_match else CheckOrCall(player)

    def _answers(self) -> Iterator[Action]:
        for seat in self._hand.shows:
            if seat in self._hand.shown:
                yield ShowOrMuck(self._player[seat], self._played.cards(seat_hand(seat)))
            elif seat in self._hand.mucked:
                yield ShowOrMuck(self._player[seat])
