"""Cards that go back into the stub come a second time, and no card twice otherwise."""

from dealer_station.cards.deck import standard_deck
from dealer_station.demo.poker_shoe import PokerShoe


class Shoe:
    """A shoe in memory: gives the deck in order, or a card by name."""

    def __init__(self):
        self.cards = [str(card) for card in standard_deck()]
        self.drawn = []

    def shuffle(self, shuffle):
        self.shuffled = shuffle

    def next_card(self):
        self.drawn.append(self.cards.pop())
        return self.drawn[-1]

    def draw(self, card):
        self.drawn.append(card)


def view(position, **cards):
    return {"next": {"kind": "card", "position": position}, "cards": cards}


def dealt(shoe, position, count, **cards):
    return [shoe.next_card(view(position, **cards)) for _ in range(count)]


def two_burns(shoe):
    return dealt(shoe, "burn", 1) + dealt(shoe, "burn", 1, burn="##")


def test_cards_leave_in_the_order_of_the_shoe_as_long_as_all_lie_there():
    own = Shoe()
    shoe = PokerShoe(own)
    shoe.shuffle(5)
    burn = dealt(shoe, "burn", 1)
    hand = dealt(shoe, "seat 1 card 1", 3, burn="##")
    assert [own.shuffled, *own.drawn] == [5, *burn, *hand]


def test_burns_that_lie_there_no_more_are_among_what_is_left_of_the_deck():
    own = Shoe()
    shoe = PokerShoe(own)
    shoe.shuffle(5)
    burns = two_burns(shoe) + dealt(shoe, "aside", 1, burn="## ##")
    hands = dealt(shoe, "seat 1 card 1", 40, burn="## ##", aside="##")
    again = dealt(shoe, "seat 1 card 1", 12)
    assert set(burns) <= set(again)
    assert len({*hands, *again}) == 52
    assert own.drawn == [*burns, *hands, *again]


def test_a_burn_after_the_mixing_is_a_burn_and_may_be_mixed_once_more():
    own = Shoe()
    shoe = PokerShoe(own)
    shoe.shuffle(5)
    burns = two_burns(shoe)
    hands = dealt(shoe, "seat 1 card 1", 30, burn="## ##")
    (later,) = dealt(shoe, "burn", 1)
    rest = dealt(shoe, "seat 2 card 1", 22)
    assert later in rest
    assert len({*hands, *rest}) == 52
    assert set(burns) <= {*rest}


def test_a_fresh_deck_has_nothing_of_the_one_before():
    own = Shoe()
    shoe = PokerShoe(own)
    shoe.shuffle(5)
    dealt(shoe, "burn", 1)
    own.cards = [str(card) for card in standard_deck()]
    shoe.shuffle(6)
    assert dealt(shoe, "seat 1 card 1", 52)[::-1] == [str(card) for card in standard_deck()]
