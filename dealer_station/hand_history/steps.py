"""A recorded hand as what happens at a table: who sits where, what is dealt, who does what.

Players become seats, amounts the smallest unit of the table's currency. What was recorded in
another order than a table works in is put right: hole cards are dealt round by round there, and
hands that were shown before the board was complete are asked for when it is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from dealer_station.cards.card import UNREADABLE
from dealer_station.hand_history.phh import (
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

BOARD: Final = "board"
_HEADS_UP: Final = 2
_BLINDS: Final = 2


class UnplayableError(ValueError):
    """A hand that no table of this station plays; says which key and why."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Post:
    """Chips that a seat puts in beside the blinds: `live` is part of its bet, `dead` is not."""

    seat: int
    live_minor: int
    dead_minor: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The amounts of the game, in smallest units; None where it has no such amount.

    `chip_minor`: the unit of the hand, which odd units and no-limit wagers are counted in.
    """

    variant: Variant
    chip_minor: int
    ante_minor: int | None = None
    bring_in_minor: int | None = None
    small_bet_minor: int | None = None
    big_bet_minor: int | None = None
    small_blind_minor: int | None = None
    big_blind_minor: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """How the hand begins: chips by seat, in dealing order, and in hold'em who posts what.

    Attributes:
        stacks_minor: seat to chips, first dealt first.
        button: its seat; stud has none. A button on an empty seat counts as lying before it, at
            the player who is dealt last: nothing in the hand differs.
        small: who posts the small blind; None when nobody does.
        big: who posts the big blind; stud has none.
        posts: what else is put in before the cards.
    """

    stacks_minor: Mapping[int, int]
    button: int | None = None
    small: int | None = None
    big: int | None = None
    posts: tuple[Post, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards dealt between two decisions, by seat and `board`, each hand's own in their order."""

    cards: Mapping[int | str, Cards]


class Choice(StrEnum):
    """What a player does when it is his turn."""

    FOLD = "fold"
    CHECK_OR_CALL = "check_or_call"
    BRING_IN = "bring_in"
    WAGER_TO = "wager_to"


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat acts, by the line `place` of the hand's `actions` (from 0).

    `to_minor`: the total of the round that it wagers to, else None.
    """

    place: int
    seat: int
    choice: Choice
    to_minor: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A seat shows its cards at the showdown, or mucks them: then there are none."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class PlayableHand:
    """A hand for a table.

    `finishing_minor`: chips by seat after the hand; empty where the record does not say.
    """

    terms: Terms
    start: Start
    steps: tuple[Deal | Turn, ...]
    answers: tuple[Answer, ...]
    finishing_minor: Mapping[int, int]


def playable(hand: Hand) -> PlayableHand:
    """Return a hand as steps of a table; UnplayableError when it has what no table offers."""
    return _Seating(hand).playable()


class _Seating:
    """Turns players into seats and amounts into smallest units."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._seats = hand.seats or tuple(range(1, hand.player_count + 1))
        if hand.decimals > EXPONENT:
            raise UnplayableError("unit", f"{hand.unit} is less than the smallest unit of a table")
        self._factor: int = 10 ** (EXPONENT - hand.decimals)

    def playable(self) -> PlayableHand:
        """Return the hand."""
        is_stud = self._hand.variant is Variant.SEVEN_CARD_STUD
        terms, start = self._stud() if is_stud else self._holdem()
        finishing = zip(self._seats, self._hand.finishing_stacks, strict=False)
        return PlayableHand(
            terms=terms,
            start=start,
            steps=tuple(self._steps()),
            answers=tuple(
                Answer(self._seat(action.player), action.cards)
                for action in self._hand.actions
                if isinstance(action, ShowOrMuck)
            ),
            finishing_minor={seat: self._minor(stack) for seat, stack in finishing},
        )

    def _seat(self, player: int) -> int:
        return self._seats[player - 1]

    def _minor(self, amount: int) -> int:
        return amount * self._factor

    def _optional(self, amount: int | None) -> int | None:
        return None if amount is None else self._minor(amount)

    def _stacks(self) -> dict[int, int]:
        pairs = zip(self._seats, self._hand.starting_stacks, strict=True)
        return {seat: self._minor(stack) for seat, stack in pairs}

    # ----------------------------------------------------------------------------- start

    def _stud(self) -> tuple[Terms, Start]:
        ante, *others = sorted(set(self._hand.antes))
        if others:
            raise UnplayableError("antes", "in stud everybody has the same ante")
        if list(self._seats) != sorted(self._seats):
            raise UnplayableError(
                "seats", "in stud the first player sits nearest the dealer's left"
            )
        terms = Terms(
            self._hand.variant,
            self._factor,
            ante_minor=self._minor(ante),
            bring_in_minor=self._optional(self._hand.bring_in),
            small_bet_minor=self._optional(self._hand.small_bet),
            big_bet_minor=self._optional(self._hand.big_bet),
        )
        return terms, Start(self._stacks())

    def _holdem(self) -> tuple[Terms, Start]:
        blinds = self._hand.blinds
        small, big = self._posters()
        live = {place: -blind for place, blind in enumerate(blinds) if blind < 0}
        posts = tuple(
            Post(self._seats[place], self._minor(live.get(place, 0)), self._minor(ante))
            for place, ante in enumerate(self._hand.antes)
            if ante or place in live
        )
        big_amount = self._minor(max(blinds))
        # Nobody posts it: half of the big one, in whole chips, so that the terms are complete.
        half = max(big_amount // 2 // self._factor, 1) * self._factor
        small_amount = half if small is None else self._minor(blinds[0])
        terms = Terms(
            self._hand.variant,
            self._factor,
            small_bet_minor=self._optional(self._hand.small_bet),
            big_bet_minor=self._optional(self._hand.big_bet),
            small_blind_minor=small_amount,
            big_blind_minor=big_amount,
        )
        smallest = self._hand.min_bet or self._hand.small_bet
        if smallest != max(blinds):
            raise UnplayableError("blinds_or_straddles", "the big blind is not the smallest bet")
        for post in posts:
            if post.live_minor not in {0, big_amount}:
                raise UnplayableError("blinds_or_straddles", "a live post is a big blind")
        return terms, Start(
            self._stacks(),
            button=self._seats[-1],
            small=None if small is None else self._seats[small],
            big=self._seats[big],
            posts=posts,
        )

    def _posters(self) -> tuple[int | None, int]:
        """Return the places of small and big blind among the players, from 0."""
        blinds = self._hand.blinds
        if any(blind > 0 for blind in blinds[_BLINDS:]):
            raise UnplayableError("blinds_or_straddles", "straddles are not offered")
        posting = [place for place, blind in enumerate(blinds) if blind > 0]
        # With two players the first amount is that of the second, who has the button (HE-15).
        is_turned = self._hand.player_count == _HEADS_UP
        places = [1 - place if is_turned else place for place in posting]
        if not places:
            raise UnplayableError("blinds_or_straddles", "nobody posts the big blind")
        return (None if len(places) < _BLINDS else places[0]), places[-1]

    # ----------------------------------------------------------------------------- steps

    def _steps(self) -> Iterator[Deal | Turn]:
        """Yield deals and turns; cards that follow each other without a turn are one deal."""
        known = self._known_in_the_end()
        dealt: dict[int, int] = {}
        due: dict[int | str, Cards] = {}
        for place, action in enumerate(self._hand.actions):
            match action:
                case HoleCards(player=player, cards=cards):
                    first = dealt.get(player, 0)
                    dealt[player] = first + len(cards)
                    now = known[player][first : first + len(cards)]
                    due[self._seat(player)] = due.get(self._seat(player), ()) + now
                case BoardCards(cards=cards):
                    due[BOARD] = due.get(BOARD, ()) + cards
                case ShowOrMuck() | Remark():
                    continue
                case Fold() | CheckOrCall() | BringIn() | WagerTo():
                    if due:
                        yield Deal(due)
                        due = {}
                    yield self._turn(place, action)
        if due:
            yield Deal(due)

    def _known_in_the_end(self) -> Mapping[int, Cards]:
        """Return each player's cards; one that was dealt unknown and shown later is known."""
        held: dict[int, Cards] = {}
        for action in self._hand.actions:
            match action:
                case HoleCards(player=player, cards=cards):
                    held[player] = held.get(player, ()) + cards
                case ShowOrMuck(player=player, cards=cards) if cards:
                    before = held.get(player, ())
                    pairs = zip(cards, before, strict=True)
                    held[player] = tuple(new if old == UNREADABLE else old for new, old in pairs)
        return held

    def _turn(self, place: int, action: Fold | CheckOrCall | BringIn | WagerTo) -> Turn:
        seat = self._seat(action.player)
        match action:
            case Fold():
                return Turn(place, seat, Choice.FOLD)
            case CheckOrCall():
                return Turn(place, seat, Choice.CHECK_OR_CALL)
            case BringIn():
                return Turn(place, seat, Choice.BRING_IN)
            case WagerTo(amount=amount):
                return Turn(place, seat, Choice.WAGER_TO, self._minor(amount))
