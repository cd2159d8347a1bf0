"""Where a table of stud and pokerkit must differ by the cards: each test shows both results."""

import pytest
from engine_pot_table import EngineTable
from pokerkit_table import PokerkitTable
from pot_hands import DECK, Choice, PotGame, RandomHand
from table_play import CONFIG

from dealer_station.house_rules.loader import load_rules
from dealer_station.table.pot.piles import STUB

FOLD, MATCH, BRING_IN = Choice("fold"), Choice("match"), Choice("bring_in")


def stud(count: int, cards: str = "", ante: int = 5) -> RandomHand:
    first = cards.split()
    deck = (*first, *(card for card in DECK if card not in first))
    return RandomHand(
        seed=0,
        game=PotGame.STUD,
        stacks=(1000,) * count,
        deck=deck,
        small=100,
        big=200,
        ante=ante,
        bring_in=40,
    )


def dealt(*hands: str) -> str:
    """Cards in the order of the deal, given by hand."""
    return " ".join(" ".join(card) for card in zip(*map(str.split, hands), strict=True))


class Both:
    """The same hand of stud at a table and in pokerkit; everybody checks or calls."""

    def __init__(self, hand: RandomHand, rules: str = "gardens") -> None:
        values = {"ante": "0.05", "bring_in": "0.40", "small_bet": "1", "big_bet": "2"}
        values |= {"chip": "0.01", "buy_in": "none"}
        self.ours = EngineTable(hand, load_rules(CONFIG, "seven-card-stud", rules, values))
        self.theirs = PokerkitTable(hand, knows_burns=True)
        self.ours.deal_to(self.theirs.dealt)

    def play_street(self, *folding: int) -> None:
        while (turn := self.theirs.turn()) is not None:
            assert self.ours.turn() is not None
            choice = BRING_IN if turn.call is None else FOLD if turn.seat in folding else MATCH
            self.ours.take(choice)
            self.theirs.take(choice)

    def next_street(self) -> None:
        assert self.theirs.next_street()
        self.ours.deal_to(self.theirs.dealt)


def test_an_odd_unit_goes_to_the_higher_suit():
    cards = dealt("Ah Kc Qd Jc Tc 2c 3d", "As Kd Qh Jd Td 2d 3h", "5s 6h 2h 8c 9d Kh 4c")
    both = Both(stud(3, cards))
    for _ in range(4):
        both.play_street()
        both.next_street()
    both.play_street()
    assert both.ours.pots == both.theirs.pots == [(135, (1, 2, 3))]
    assert not both.theirs.next_street()
    both.ours.finish()
    assert both.ours.stacks == {1: 1022, 2: 1023, 3: 955}
    assert both.theirs.stacks == {1: 1023, 2: 1022, 3: 955}


def test_a_hand_folded_without_a_wager_goes_on_receiving_cards():
    both = Both(stud(3, dealt("Ah As Ac", "9h 9s 9c", "2h 3s 2c")))
    both.play_street()
    both.next_street()
    first = both.ours.turn()
    assert first is not None
    assert (first.seat, first.call) == (1, 0)
    both.ours.take(FOLD)
    both.ours.take(MATCH)
    both.ours.take(MATCH)
    assert both.ours.next == {"kind": "card", "position": "burn"}
    both.ours.deal_to(both.ours.dealt + 1)
    cards = both.ours.view["cards"]
    assert len(cards["1"].split()) == 5
    with pytest.raises(ValueError, match="no reason for this player to fold"):
        both.theirs.take(FOLD)


def test_at_a_shortage_folded_cards_never_come_back():
    """Eight are dealt in and one folds: seven last cards out of a stub of four and three burns."""
    both = Both(stud(8), "casino-club")
    low = both.theirs.turn()
    assert low is not None
    folded = 1 if low.seat != 1 else 2
    both.play_street(folded)
    for _ in range(3):
        both.next_street()
        both.play_street()
    gone = set(both.ours.view["cards"][str(folded)].split())
    with pytest.warns(UserWarning, match="Returning reserved"):
        dealable = {repr(card) for card in both.theirs._state.get_dealable_cards(7)}
    assert gone <= dealable
    both.ours.deal_to(both.ours.dealt + 1)
    hand = both.ours.state.pot.hand
    assert hand is not None
    # What is stub again are the three burns alone; the folded cards stay where they lie.
    drawn = zip(hand.draws, hand.deal_order, strict=False)
    assert [card for card, pile in drawn if pile == STUB] == ["??"] * 3
    assert set(both.ours.view["cards"][str(folded)].split()) == gone
