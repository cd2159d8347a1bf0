"""Where the rule sheets and pokerkit must differ (their sections 7): each shows both results."""

import pytest
from pokerkit_table import PokerkitTable
from pot_hands import DECK, Choice, PotGame, RandomHand, Turn
from pure_pot_table import PureTable

FOLD, MATCH, BRING_IN = Choice("fold"), Choice("match"), Choice("bring_in")


def to(amount: int) -> Choice:
    return Choice("wager", amount)


def hand(game: PotGame, *stacks: int, cards: str = "", small: int = 100, **more) -> RandomHand:
    first = cards.split()
    deck = (*first, *(card for card in DECK if card not in first))
    facts = {"seed": 0, "game": game, "stacks": stacks, "deck": deck}
    return RandomHand(**facts, small=small, big=2 * small, **more)


def no_limit(*stacks: int, **more) -> RandomHand:
    return hand(PotGame.NO_LIMIT_HOLDEM, *stacks, **more)


def limit(*stacks: int, **more) -> RandomHand:
    return hand(PotGame.LIMIT_HOLDEM, *stacks, **more)


def stud(*stacks: int, **more) -> RandomHand:
    return hand(PotGame.STUD, *stacks, **{"ante": 10, "bring_in": 40, **more})


class Both:
    """The same hand at the station's tables and in pokerkit."""

    def __init__(self, hand: RandomHand, *choices: Choice, opener: int | None = None) -> None:
        self.ours = PureTable(hand, opener)
        self.theirs = PokerkitTable(hand, has_own_caps=True)
        self.take(*choices)

    def take(self, *choices: Choice) -> None:
        for choice in choices:
            self.ours.take(choice)
            self.theirs.take(choice)

    def next_street(self, opener: int | None = None) -> None:
        self.ours.pull_in()
        self.ours.next_street(opener)
        assert self.theirs.next_street()

    @property
    def turns(self) -> tuple[Turn | None, Turn | None]:
        return self.ours.turn(), self.theirs.turn()


def turn(seat: int, call: int | None, low: int | None, high: int | None, bring_in=None) -> Turn:
    return Turn(seat, call, bring_in, low, high)


# ------------------------------------------------------------------------------- no-limit


def test_behind_a_short_big_blind_the_others_owe_all_of_it():
    both = Both(no_limit(1000, 60, 1000))
    assert both.turns == (turn(3, 100, 200, 1000), turn(3, 60, 160, 1000))


def test_a_short_raise_over_the_big_blind_does_not_reopen_the_betting_for_who_has_called():
    both = Both(no_limit(1000, 1000, 1000, 150), MATCH, to(150), FOLD, MATCH)
    assert both.turns == (turn(3, 50, None, None), turn(3, 50, 250, 1000))


def test_a_short_raise_over_a_short_opening_does_not_reopen_the_betting_for_who_has_called():
    both = Both(no_limit(1000, 140, 1000, 220), MATCH, MATCH, MATCH, MATCH)
    both.next_street()
    both.take(MATCH, to(40), MATCH, to(120))
    assert both.turns == (turn(1, 120, 220, 900),) * 2
    both.take(MATCH)
    assert both.turns == (turn(3, 80, None, None), turn(3, 80, 220, 900))


def test_who_may_check_may_fold():
    both = Both(no_limit(1000, 1000), MATCH, MATCH)
    both.next_street()
    both.ours.take(FOLD)
    assert both.ours.live == [2]
    with pytest.raises(ValueError, match="no reason for this player to fold"):
        both.theirs.take(FOLD)


def test_an_over_raise_of_an_all_in_player_is_a_call():
    both = Both(no_limit(1000, 300), to(300))
    both.ours.raise_nobody_can_answer(1000)
    assert both.ours.stacks == {1: 700, 2: 0}
    assert both.ours.turn() is None
    with pytest.raises(ValueError, match="every other player has either folded or gone all-in"):
        both.theirs.take(to(1000))


def test_odd_units_go_round_one_each():
    board = "2c 3c 4c 5d 6h"
    cards = f"As Ah Kd  Ad Ac Kh  {board}"
    both = Both(no_limit(500, 500, 500, cards=cards, dead={3: 2}), MATCH, MATCH, MATCH)
    for _ in range(3):
        both.next_street()
        both.take(MATCH, MATCH, MATCH)
    both.ours.pull_in()
    assert both.ours.pots == both.theirs.pots == [(302, (1, 2, 3))]
    assert not both.theirs.next_street()
    assert both.ours.pushed() == {1: 501, 2: 501, 3: 498}
    assert both.theirs.stacks == {1: 502, 2: 500, 3: 498}


# ---------------------------------------------------------------------------------- limit


def test_between_two_players_raises_have_no_end():
    both = Both(limit(5000, 5000, is_capped=False), to(200), to(300), to(400), to(500))
    assert both.turns == (turn(2, 100, 600, 600), turn(2, 100, None, None))
    both.take(MATCH)
    both.next_street()
    both.take(to(100), to(200), to(300), to(400))
    assert both.turns == (turn(1, 100, 500, 500), turn(1, 100, None, None))


def test_the_big_blind_is_the_bet_of_its_round():
    both = Both(limit(5000, 5000, 5000), to(200), to(300), to(400))
    assert both.turns == (turn(3, 200, None, None), turn(3, 200, 500, 500))


def short_all_in(second: int, *more: Choice) -> Both:
    """Seat 1 bets 100 after the flop, seat 2 is all-in for `second`."""
    both = Both(limit(1000, 100 + second, 1000), MATCH, MATCH, MATCH)
    both.next_street()
    both.take(to(100), to(second), *more)
    return both


def test_a_short_all_in_raise_may_be_completed():
    assert short_all_in(130).turns == (turn(3, 130, 200, 200), turn(3, 130, 230, 230))


def test_half_a_bet_counts_as_a_raise_and_reopens_the_betting():
    both = short_all_in(160)
    assert both.turns == (turn(3, 160, 260, 260), turn(3, 160, 260, 260))
    both.take(MATCH)
    assert both.turns == (turn(1, 60, 260, 260), turn(1, 60, None, None))


def test_a_short_opening_bet_may_be_completed():
    both = Both(limit(140, 1000, 1000), MATCH, MATCH, MATCH)
    both.next_street()
    both.take(to(40))
    assert both.turns == (turn(2, 40, 100, 100), turn(2, 40, 140, 140))


# ----------------------------------------------------------------------------------- stud

DOORS = "As Ah  Ks Kh  2c 9d"
"""Two players: the first has the deuce of clubs up, the second a nine."""


def test_a_bring_in_may_be_the_full_bet():
    ours = PureTable(stud(1000, 1000, bring_in=100, cards=DOORS), 1)
    assert ours.turn() == turn(1, None, None, None, bring_in=100)
    with pytest.raises(ValueError, match="bring-in must be less than the min bet"):
        PokerkitTable(stud(1000, 1000, bring_in=100, cards=DOORS))


def test_beside_a_short_bring_in_the_others_owe_all_of_it():
    both = Both(stud(25, 1000, 1000, cards="As Ah Ad Ks Kh Kd 2c 9d 8d"), BRING_IN, opener=1)
    assert both.turns == (turn(2, 40, 100, 100), turn(2, 15, 100, 100))


def test_beside_a_low_card_without_chips_the_neighbour_may_fold():
    dealt = stud(10, 1000, 1000, 1000, cards="As Ah Ad Ac Ks Kh Kd Kc 2c 9d 8d 8c")
    both = Both(dealt, opener=1)
    assert both.turns == (turn(2, None, 100, 100, bring_in=40),) * 2
    both.ours.take(FOLD)
    assert both.ours.turn() == turn(3, None, 100, 100, bring_in=40)
    with pytest.raises(ValueError, match="must post a bring-in or complete"):
        both.theirs.take(FOLD)


def test_an_open_pair_lets_everybody_bet_the_upper_limit():
    cards = f"{DOORS}  2d 9h"
    both = Both(stud(1000, 1000, cards=cards), BRING_IN, MATCH, opener=1)
    both.ours.pull_in()
    both.ours.next_street(2, has_open_pair=True)
    assert both.theirs.next_street()
    assert both.turns == (turn(2, 0, 100, 200), turn(2, 0, 100, 100))
    both.ours.take(to(200))
    assert both.ours.turn() == turn(1, 200, 400, 400)
    with pytest.raises(ValueError, match="above the maximum"):
        both.theirs.take(to(200))
