"""Betting rounds of which only the order is followed: no amounts."""

import pytest

from dealer_station.games.pots.acting import act, default_act
from dealer_station.games.pots.betting import Act, ActRefusedError, BettingRound, Opening, Refusal
from dealer_station.games.pots.offers import legal
from dealer_station.games.pots.order import offered, open_in_order
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.rulings import announce, bar, carried_out, declare_all_in, kill


def begun(
    seats: int = 3,
    first: int = 1,
    opening: Opening = Opening.CHECK,
    posted: frozenset[int] = frozenset(),
    all_in: tuple[int, ...] = (),
) -> BettingRound:
    players = [
        Chips(seat, 0, standing=Standing.ALL_IN if seat in all_in else Standing.IN)
        for seat in range(1, seats + 1)
    ]
    return open_in_order(players, first, opening, posted=posted)


def after(betting: BettingRound, *acts: str) -> BettingRound:
    """Take acts as `1 bet`, each in its turn."""
    for said in acts:
        seat, what = said.split()
        assert betting.to_act == int(seat), f"{said}: it is the turn of {betting.to_act}"
        betting = act(betting, int(seat), Act(what))
    return betting


def names(betting: BettingRound) -> set[str]:
    return {one.value for one in offered(betting)}


def test_all_check_and_the_round_is_over() -> None:
    betting = begun()
    assert names(betting) == {"fold", "check", "bet", "all_in", "all_in_raise"}
    over = after(betting, "1 check", "2 check", "3 check")
    assert (over.over, over.aggressor, over.first) == (True, None, 1)


def test_everybody_answers_a_bet_and_again_a_raise() -> None:
    betting = after(begun(), "1 check", "2 bet")
    assert names(betting) == {"fold", "call", "raise", "all_in", "all_in_raise"}
    over = after(betting, "3 call", "1 raise", "2 call", "3 fold")
    assert (over.over, over.aggressor, over.live) == (True, 1, (1, 2))


def test_no_chips_are_anywhere() -> None:
    betting = after(begun(), "1 bet", "2 raise", "3 all_in")
    assert all(one.stack == one.bet == one.put_in == one.dead == 0 for one in betting.players)


def test_a_big_blind_may_check_until_somebody_raises() -> None:
    betting = begun(4, 4, Opening.BLINDS, frozenset({3}))
    limped = after(betting, "4 call", "1 call", "2 call")
    assert {"check", "raise"} <= names(limped)
    assert "call" not in names(limped)
    assert after(limped, "3 check").over
    raised = after(betting, "4 raise", "1 fold", "2 fold")
    assert {"call", "raise"} <= names(raised)
    assert "check" not in names(raised)


def test_a_bring_in_is_due_then_completed_then_raised() -> None:
    betting = begun(3, 2, Opening.FORCED)
    assert names(betting) == {"bring_in", "complete", "all_in", "all_in_raise"}
    assert default_act(betting) is Act.BRING_IN
    opened = after(betting, "2 bring_in")
    assert names(opened) == {"fold", "call", "complete", "all_in", "all_in_raise"}
    completed = after(opened, "3 complete")
    assert "raise" in names(completed)
    assert "complete" not in names(completed)
    assert after(completed, "1 fold", "2 call").over
    assert after(opened, "3 call", "1 call").over


def test_who_cannot_make_the_forced_bet_leaves_it_to_the_next() -> None:
    betting = begun(4, 2, Opening.FORCED, all_in=(2,))
    assert (betting.to_act, betting.opening) == (3, Opening.OFFERED)
    assert names(after(betting, "3 fold")) == {
        "fold", "bring_in", "complete", "all_in", "all_in_raise",
    }  # fmt: skip


def test_an_all_in_needs_no_answer_and_an_all_in_raise_does() -> None:
    betting = after(begun(), "1 bet", "2 all_in", "3 call")
    assert betting.over
    assert betting.player(2).standing is Standing.ALL_IN
    raised = after(begun(), "1 bet", "2 all_in_raise")
    assert raised.to_act == 3
    assert after(raised, "3 call").to_act == 1


def test_who_is_alone_with_chips_is_asked_only_where_he_faces_a_wager() -> None:
    assert after(begun(2), "1 all_in_raise").to_act == 2
    assert after(begun(2), "1 check", "2 all_in").over
    assert begun(3, all_in=(1, 2)).over
    blinds = begun(3, 3, Opening.BLINDS, frozenset({2}))
    assert after(blinds, "3 all_in", "1 all_in").over


def test_the_last_hand_is_not_asked() -> None:
    assert after(begun(), "1 fold", "2 fold").over


@pytest.mark.parametrize(
    ("seat", "what", "reason"),
    [
        (2, Act.CHECK, Refusal.NOT_NEXT),
        (1, Act.CALL, Refusal.NOT_OFFERED),
        (1, Act.RAISE, Refusal.NOT_OFFERED),
        (1, Act.COMPLETE, Refusal.NOT_OFFERED),
        (1, Act.BRING_IN, Refusal.NOT_OFFERED),
    ],
)
def test_what_is_not_offered_is_refused(seat: int, what: Act, reason: Refusal) -> None:
    with pytest.raises(ActRefusedError) as caught:
        act(begun(), seat, what)
    assert caught.value.reason is reason


def test_nothing_is_offered_when_the_round_is_over() -> None:
    over = after(begun(2), "1 check", "2 check")
    with pytest.raises(ActRefusedError):
        offered(over)
    with pytest.raises(ActRefusedError):
        legal(over)


def test_who_says_nothing_checks_where_that_is_free() -> None:
    assert default_act(begun()) is Act.CHECK
    assert default_act(after(begun(), "1 bet")) is Act.FOLD


def test_a_killed_hand_passes_its_turn_on_and_its_bet_comes_back() -> None:
    betting = after(begun(), "1 check", "2 bet")
    killed = kill(betting, 2, take_back=True)
    assert (killed.to_act, killed.price.cur) == (3, 0)
    assert "check" in names(killed)
    assert kill(betting, 3).to_act == 1


def test_a_barred_seat_may_not_wager() -> None:
    assert names(bar(begun(), 1)) == {"fold", "check", "all_in"}


def test_an_announced_act_binds_while_nothing_has_been_raised() -> None:
    betting = begun()
    said = announce(betting, 2, Act.BET)
    assert carried_out(after(betting, "1 check"), said) == (Act.BET, 0)
    assert carried_out(after(betting, "1 bet"), said) is None


def test_all_in_by_choice_before_the_first_action() -> None:
    declared = declare_all_in(begun(), 1)
    assert (declared.to_act, declared.first) == (2, 2)
    with pytest.raises(ValueError, match="first action"):
        declare_all_in(after(begun(), "1 check"), 2)
