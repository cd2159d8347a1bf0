"""Where every card of a hand lies, and how a ruling moves it. Pure, on two lists.

The draws in the order of the shoe and the order of the deal say who has which card, as in the house
games. Two things are more in a game with streets: a place that has stayed open is filled later
(`LateCard`), and a card may lie with the other face up than the rules say (`TurnedCard`).

Indices count the cards that left the shoe from 0, numbers the cards of a hand from 1.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.procedure import ASIDE, BURN, Position
from dealer_station.table.pot.piles import EARLY, SCRAP, STUB

JOKER = "Jo"


@dataclass(frozen=True, slots=True)
class LateCard:
    """The card at `index` takes a place that had stayed open: it is number `number` of its hand."""

    index: int
    number: int


@dataclass(frozen=True, slots=True)
class TurnedCard:
    """A card that lies the other way than the rules deal it."""

    hand: str
    number: int
    is_up: bool


@dataclass(frozen=True, slots=True)
class Places:
    """To whom the cards belong, in the order of the shoe; a draw beyond it came while none was due.

    `is_burn_out`: the burn of the next street lies there already.
    """

    order: tuple[str, ...]
    late: tuple[LateCard, ...] = ()
    is_burn_out: bool = False

    def numbers(self) -> tuple[int, ...]:
        """Return which card of its hand each one is; a late card has the number of its place.

        >>> Places(("scrap", "seat 1", "seat 1"), (LateCard(2, 1),)).numbers()
        (1, 2, 1)
        """
        late = {one.index: one.number for one in self.late}
        taken = {(self.order[index], number) for index, number in late.items()}
        counts: Counter[str] = Counter()
        numbers = []
        for index, hand in enumerate(self.order):
            if index in late:
                numbers.append(late[index])
                continue
            counts[hand] += 1
            while (hand, counts[hand]) in taken:
                counts[hand] += 1
            numbers.append(counts[hand])
        return tuple(numbers)

    def at(self, index: int) -> Position:
        """Return the place of the card at an index of the order."""
        return Position(self.order[index], self.numbers()[index])

    def index_of(self, position: Position) -> int | None:
        """Return the index at which a place stands; None: the deal has no such place."""
        for index, (hand, number) in enumerate(zip(self.order, self.numbers(), strict=True)):
            if hand == position.hand and number == position.number:
                return index
        return None

    def in_hand(self, draws: Sequence[str], hand: str) -> tuple[str, ...]:
        """Return the cards of a hand or pile, in the order in which it holds them."""
        dealt = zip(draws, self.order, self.numbers(), strict=False)
        held = [(number, card) for card, owner, number in dealt if owner == hand]
        return tuple(card for _, card in sorted(held, key=lambda one: one[0]))

    # ------------------------------------------------------------------ cards out of play

    def without_newest(self, drawn: int) -> "Places":
        """Take the newest card out of play; the next one is due in its place (ST-I35, ST-I37).

        Came it while none was due, after a burn, then that burn is the next street's.
        """
        index = drawn - 1
        if index <= len(self.order):
            return self._inserted(index, SCRAP)
        burn = () if self.is_burn_out else (BURN,)
        order = (*self.order, *burn)
        early = (EARLY,) * (index - len(order))
        return replace(self, order=(*order, *early, SCRAP), is_burn_out=True)

    def scrapped(self, index: int, drawn: int) -> "Places":
        """Take a card of a hand out of play (ST-D32).

        Was it the newest, its place is due at once; else the place stays open until the deal of
        the round is over.
        """
        if index == drawn - 1:
            return self.without_newest(drawn)
        place = self.at(index)
        order = (*self.order[:index], SCRAP, *self.order[index + 1 :], place.hand)
        others = tuple(one for one in self.late if one.index != index)
        late = LateCard(len(order) - 1, place.number)
        return replace(self, order=order, late=(*others, late))

    def without_hand(self, hand: str, drawn: int) -> "Places":
        """Deal no more cards to a hand; the first `drawn` cards lie as they did (ST-I02)."""
        kept = [index for index, owner in enumerate(self.order) if index < drawn or owner != hand]
        moved = {old: new for new, old in enumerate(kept)}
        late = tuple(
            LateCard(moved[one.index], one.number) for one in self.late if one.index in moved
        )
        return replace(self, order=tuple(self.order[index] for index in kept), late=late)

    # ------------------------------------------------------------------------------ burns

    def burn_from(self, start: int) -> int | None:
        """Return the index of the burn of the street that begins at `start`; None without one."""
        return next((i for i in range(start, len(self.order)) if self.order[i] == BURN), None)

    def with_surplus_burn(self, burn: int, drawn: int) -> "Places":
        """Give the newest card, a second burn that no reader had seen, its place (ST-T45, ST-D23).

        `burn` is the street's burn, `drawn` counts the newest one too. It belongs to the first
        seat, every other card of the street to the next one, and the last is the next burn. A burn
        that had come too early already waits for a ruling then.
        """
        entries, newest = list(self._entries()), drawn - 1
        entries.insert(newest, (BURN, None))
        moved = [newest, *(at for at in self._after(entries, burn) if at != newest)]
        owners = [entries[at] for at in moved[1:]]
        *placed, last = moved
        for at, owner in zip(placed, owners, strict=True):
            entries[at] = owner
        if last >= drawn:
            del entries[last]
            return _placed(entries, is_burn_out=self.is_burn_out)
        entries[last] = (EARLY if self.is_burn_out else BURN, None)
        return _placed(entries, is_burn_out=True)

    def without_burn(self, burn: int, drawn: int) -> "Places":
        """Strike out a burn that was entered and never was: the first card is it (ST-D23).

        Every card belongs to the place before, and the last seat is due one, unless the next burn
        lies there already and is its card. What was entered has never left the stub.
        """
        entries = list(self._entries())
        moved = [burn, *self._after(entries, burn)]
        owners = [(STUB, None), *(entries[at] for at in moved)]
        is_out = self.is_burn_out and moved[-1] < drawn and owners[-1] == (BURN, None)
        if is_out:
            owners.pop()
        else:
            entries.append((STUB, None))
            moved.append(len(entries) - 1)
        for at, owner in zip(moved, owners, strict=True):
            entries[at] = owner
        return _placed(entries, is_burn_out=self.is_burn_out and not is_out)

    def _after(self, entries: Sequence["_Entry"], burn: int) -> list[int]:
        """Return which cards behind a burn move with it: those out of play stay what they are."""
        return [at for at in range(burn + 1, len(entries)) if entries[at][0] not in _UNMOVED]

    def _inserted(self, index: int, pile: str) -> "Places":
        """Put a pile before what stood at an index; what was there is due one card later."""
        entries = list(self._entries())
        entries.insert(index, (pile, None))
        return _placed(entries, is_burn_out=self.is_burn_out)

    def _entries(self) -> tuple["_Entry", ...]:
        """Return every place with the number that a late card has in its hand."""
        late = {one.index: one.number for one in self.late}
        return tuple((hand, late.get(index)) for index, hand in enumerate(self.order))

    # -------------------------------------------------------------------- premature cards

    def premature(self, drawn: int) -> tuple[int, ...]:
        """Return which cards came before their street: those beyond the burn of it (ST-D24)."""
        waiting = tuple(i for i, owner in enumerate(self.order) if owner == EARLY)
        first = len(self.order) + (0 if self.is_burn_out else 1)
        return (*waiting, *range(first, drawn))

    def premature_to(self, pile: str, drawn: int) -> "Places":
        """Put every premature card on a pile; the burn before them is that of the next street.

        Cards set aside are no burn's second use: the street is burned for once more (ST-T47).
        Where they go back into the stub, the burn that is out serves (ST-T49).
        """
        order = tuple(pile if owner == EARLY else owner for owner in self.order)
        if drawn > len(order) and not self.is_burn_out:
            order = (*order, BURN)
        beyond = (pile,) * (drawn - len(order))
        return replace(self, order=order + beyond, is_burn_out=pile != ASIDE)

    def kept(self, index: int, hand: str) -> "Places":
        """Give a premature card to the hand that has looked at it (ST-I10, ST-D25).

        The card before it stays the burn of its street; if it is the only one, it is the card that
        was taken for the burn. Premature cards beside it wait for their ruling.
        """
        order, is_out = list(self.order), self.is_burn_out
        if index == len(order) - 1 and is_out and order[index] == BURN:
            order[index], is_out = hand, False
        if index > len(order) and not is_out:
            order.append(BURN)
            is_out = True
        order.extend([EARLY] * (index + 1 - len(order)))
        order[index] = hand
        return replace(self, order=tuple(order), is_burn_out=is_out)


_Entry = tuple[str, int | None]
_UNMOVED = frozenset({ASIDE, EARLY, SCRAP, STUB})


def _placed(entries: Sequence[_Entry], *, is_burn_out: bool) -> Places:
    order = tuple(hand for hand, _ in entries)
    late = tuple(
        LateCard(index, number) for index, (_, number) in enumerate(entries) if number is not None
    )
    return Places(order, late, is_burn_out)


# ---------------------------------------------------------------------- draws of the shoe


def first_double(draws: Sequence[str], order: Sequence[str]) -> int | None:
    """Return the first card that has come twice; one that went back into the stub may (ST-D27)."""
    lying: set[str] = set()
    for index, card in enumerate(draws):
        if card in {UNREADABLE, JOKER}:
            continue
        if card in lying:
            return index
        if index >= len(order) or order[index] != STUB:
            lying.add(card)
    return None


def came_too_early(order: Sequence[str], street_from: int) -> int:
    """Return how many cards were set aside in the betting round of the street from an index on.

    Those before the first other card were asked for after the round before (ST-D24).
    """
    street = order[street_from:]
    asked = next((i for i, owner in enumerate(street) if owner != ASIDE), len(street))
    return sum(owner == ASIDE for owner in street[asked:])


def left_in_stub(draws: Sequence[str], order: Sequence[str], deck_size: int) -> int:
    """Return how many undealt cards there are: all that have not left the shoe for good (ST-D26).

    A joker is none of the deck's cards.
    """
    out = len(draws) - draws.count(JOKER)
    back = order[: len(draws)].count(STUB)
    return deck_size - out + back


def due_aside(due: int, came: int, stub: int) -> int:
    """Return how many more cards are set aside after a premature deal (ST-D24, Q-08).

    As many in all as seats are due a card on the next street, never fewer than came, and no more
    than there are.
    """
    return min(max(0, due - came), stub)


# ------------------------------------------------------------------------------- two faces


def faced(
    turned: tuple[TurnedCard, ...], hand: str, number: int, *, is_up: bool
) -> tuple[TurnedCard, ...]:
    """Return the turned cards after one more lies this way."""
    others = tuple(one for one in turned if (one.hand, one.number) != (hand, number))
    return (*others, TurnedCard(hand, number, is_up))


def is_turned_up(turned: Collection[TurnedCard], hand: str, number: int) -> bool | None:
    """Say how a card lies against the rules; None: as they say."""
    for one in turned:
        if one.hand == hand and one.number == number:
            return one.is_up
    return None


def exposed_places(turned: Collection[TurnedCard], hand: str) -> tuple[int, ...]:
    """Return which cards of a hand lie face up against the rules."""
    return tuple(one.number for one in turned if one.hand == hand and one.is_up)
