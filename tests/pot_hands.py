"""Random hands of pot games in the domain where the rule sheets and pokerkit agree.

Section 7 of both sheets lists where they do not. So here: every seat can pay what it posts; every
amount is a multiple of a unit that any number of winners divides (no odd chips); a limit wager is
all-in only as a call or at its full size (no half-bet rule); a no-limit all-in is below a full
wager only once a full one has been made; nobody folds for free. Stud is dealt to at most six
(no shortage) with F below L and without the open pair's option.
"""

import random
from dataclasses import dataclass, field
from enum import StrEnum

UNIT = 2520
"""Every amount is a multiple of it, and up to ten winners divide it."""

DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


class PotGame(StrEnum):
    LIMIT_HOLDEM = "limit hold'em"
    NO_LIMIT_HOLDEM = "no-limit hold'em"
    STUD = "stud"


@dataclass(frozen=True)
class RandomHand:
    """A hand before its first card. Seats are 1 to n; in hold'em the last one has the button.

    `dead` and `live`: posts beside the blinds, by seat. `is_capped`: limit games have one bet and
    three raises, also between two players; else, with two players, any number.
    """

    seed: int
    game: PotGame
    stacks: tuple[int, ...]
    deck: tuple[str, ...]
    small: int
    big: int
    ante: int = 0
    bring_in: int = 0
    is_capped: bool = True
    dead: dict[int, int] = field(default_factory=dict)
    live: dict[int, int] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return len(self.stacks)

    @property
    def is_stud(self) -> bool:
        return self.game is PotGame.STUD

    @property
    def small_seat(self) -> int:
        return 2 if self.count == 2 else 1

    @property
    def big_seat(self) -> int:
        return 1 if self.count == 2 else 2

    def unit_of(self, street: int) -> int:
        """Size of a bet on a street, from 0: hold'em has the upper limit from the turn on."""
        return self.big if street >= 2 else self.small


def random_hand(game: PotGame, seed: int) -> RandomHand:
    luck = random.Random(f"{game} {seed}")
    count = luck.choice((2, 2, 3, 3, 4, 5, 6) if game is PotGame.STUD else (2, 2, 3, 4, 5, 6, 9))
    small = luck.choice((4, 6, 10)) * UNIT
    deck = list(DECK)
    luck.shuffle(deck)
    most = luck.choice((3, 8, 40, 150))
    least = small * 2
    stacks = tuple(least + luck.randrange(most * small // UNIT + 1) * UNIT for _ in range(count))
    hand = RandomHand(
        seed=seed,
        game=game,
        stacks=stacks,
        deck=tuple(deck),
        small=small,
        big=small * 2,
        ante=luck.choice((0, 1, 2)) * UNIT if game is PotGame.STUD else 0,
        bring_in=luck.choice((1, 2, 3)) * UNIT if game is PotGame.STUD else 0,
        is_capped=count > 2 or luck.random() < 0.5,
    )
    if not hand.is_stud and count > 2 and luck.random() < 0.4:
        others = [seat for seat in range(3, count + 1) if luck.random() < 0.3]
        hand.live.update(dict.fromkeys(others, small))
        hand.dead.update({seat: luck.choice((0, small // 2)) for seat in others})
        if luck.random() < 0.3:
            hand.dead[hand.big_seat] = small
    return hand


@dataclass(frozen=True)
class Turn:
    """Whose turn it is and what may be done; amounts are totals of the round but for `call`.

    `call`: chips to add, 0 is a check; None where the forced bet is due instead, of `bring_in`.
    `low` and `high`: the sizes of a completion, bet or raise; None where there is none.
    """

    seat: int
    call: int | None
    bring_in: int | None
    low: int | None
    high: int | None


@dataclass(frozen=True)
class Choice:
    """`fold`, `match` (check or call), `bring_in`, or `wager` with its total of the round."""

    act: str
    to: int | None = None


def choose(luck: random.Random, hand: RandomHand, turn: Turn, street: int, cur: int, full: int):
    """Choose in the domain.

    `cur`: the highest bet of the round. `full`: the largest full bet or raise so far, 0 for none.
    """
    offers = [Choice("match" if turn.call is not None else "bring_in")] * 9
    if turn.call:
        offers += [Choice("fold")] * 3
    if turn.low is not None:
        offers += [Choice("wager", to) for to in _sizes(luck, hand, turn, street, cur, full)]
    return luck.choice(offers)


def _sizes(luck, hand, turn, street, cur, full):
    if hand.game is not PotGame.NO_LIMIT_HOLDEM:
        unit = hand.unit_of(street)
        is_completion = hand.is_stud and street == 0 and cur <= hand.bring_in
        size = unit if is_completion else cur + unit
        return [size] * 6 if turn.low == size else []
    sizes = []
    if turn.low - cur >= max(full, hand.small):
        sizes = [turn.low] * 3
        room = (turn.high - turn.low) // UNIT
        sizes += [turn.low + luck.randrange(min(room, 20) + 1) * UNIT for _ in range(2)]
    if turn.low == turn.high or luck.random() < 0.5:
        sizes.append(turn.high)
    return [to for to in sizes if to - cur >= hand.small or full]
