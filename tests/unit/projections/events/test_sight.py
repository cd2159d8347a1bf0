"""What a role sees of a round of the past: asked for every card, wherever it is named."""

import pytest
from recorded_play import (
    FLUSH,
    NOTHING,
    OTHER_ROYAL,
    PAIR,
    ROYAL,
    Recorded,
    bet_and_deal,
    decide,
    whole_round,
)

from dealer_station.projections.events.sight import Sight
from dealer_station.table.events import CardDrawn, CardReread
from dealer_station.table.roles import Role
from dealer_station.table.visibility import FACE_DOWN

BOSSES = (Role.SUPERVISOR, Role.MANAGER)


def sight(recorded: Recorded, role: Role, number: int = 1) -> Sight:
    found = recorded.reads.reading(role).sight("t1", number)
    assert found is not None
    return found


def drawn(recorded: Recorded, role: Role) -> list[str]:
    seen = sight(recorded, role)
    rows = zip(seen.played.rows, seen.played.events, strict=True)
    return [
        seen.drawn(row.position, event.card)
        for row, event in rows
        if isinstance(event, CardDrawn | CardReread)
    ]


def test_in_the_deal_nobody_sees_but_the_up_card(recorded: Recorded) -> None:
    bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    for role in (*BOSSES, Role.AUDITOR, Role.TECHNICIAN):
        assert drawn(recorded, role) == [FACE_DOWN] * 9 + ["4h"]


def test_at_the_end_each_card_is_seen_as_it_lies_then(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1, 2)), {1: PAIR, 2: NOTHING}, folds=(2,))
    for role in Role:
        hidden = [card for card in drawn(recorded, role) if card == FACE_DOWN]
        assert len(hidden) == (0 if role is Role.AUDITOR else 5), role


def test_a_card_that_was_read_again_is_masked_both_times(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    play.run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: 9h Ah ?? 7h")
    assert drawn(recorded, Role.SUPERVISOR) == [FACE_DOWN, FACE_DOWN, "??", FACE_DOWN]
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    assert drawn(recorded, Role.AUDITOR) == ["9h", "Ah", "??", "7h"]


def test_a_moved_card_is_judged_by_where_it_lies_now(recorded: Recorded) -> None:
    """A report takes a place out of the deal: every card after it lies elsewhere by now."""
    play = recorded.play(seats=(1,))
    play.run("open_betting", "wager: 1 ante 10", "close_betting")
    play.run("shoe: 9h Ah 7h Kh 5h 9s 3h 6c 2h")
    assert drawn(recorded, Role.SUPERVISOR)[-1] == FACE_DOWN
    play.run("report: {irregularity: CS-I02, position: dealer card 2, count: 4}")
    play.run("shoe: 4h")
    seen, lies = drawn(recorded, Role.SUPERVISOR), play.seen_by(Role.SUPERVISOR)["cards"]["dealer"]
    (up_card,) = set(lies.split()) - {FACE_DOWN}
    assert [card for card in seen if card != FACE_DOWN] == [up_card]
    assert up_card == "2h", "the card that completes the hand lies face down"


def test_a_surplus_card_is_seen_by_rulers_while_its_ruling_is_open(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    play.run("shoe: 2d")
    for role in BOSSES:
        assert drawn(recorded, role)[-1] == "2d"
    for role in (Role.AUDITOR, Role.TECHNICIAN):
        assert drawn(recorded, role)[-1] == FACE_DOWN
    play.run("rule: void_round")
    for role in (*BOSSES, Role.TECHNICIAN):
        assert drawn(recorded, role)[-1] == FACE_DOWN
    assert drawn(recorded, Role.AUDITOR)[-1] == "2d"


def test_a_card_between_rounds_is_seen_by_rulers_until_they_rule(recorded: Recorded) -> None:
    play = whole_round(recorded.play(seats=(1,)), {1: PAIR}).run("shoe: 2d")
    assert drawn(recorded, Role.AUDITOR)[-1] == "2d"
    assert drawn(recorded, Role.SUPERVISOR)[-1] == "2d"
    assert drawn(recorded, Role.TECHNICIAN)[-1] == FACE_DOWN
    play.run("rule: void_round")
    assert drawn(recorded, Role.SUPERVISOR)[-1] == FACE_DOWN
    assert drawn(recorded, Role.AUDITOR)[-1] == "2d"


def test_a_hand_is_seen_whole_or_not_at_all(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    bet_and_deal(play, {1: PAIR, 2: NOTHING})
    assert not sight(recorded, Role.SUPERVISOR).sees_hand(1)
    assert not sight(recorded, Role.SUPERVISOR).sees_hand(9), "nobody plays there"
    play.run("act: 1 bet", "act: 2 fold", "pay")
    seen = sight(recorded, Role.SUPERVISOR)
    assert (seen.sees_hand(1), seen.sees_hand(2)) == (True, False)
    assert seen.seat_hand(1) == tuple(PAIR.split())


def test_the_order_of_payment_is_told_as_far_as_it_gives_no_royal_away(recorded: Recorded) -> None:
    play = recorded.play(progressive_order="straight_flush_first")
    hands = {1: ROYAL, 2: OTHER_ROYAL, 3: FLUSH}
    decide(bet_and_deal(play, hands, progressive=(1, 2, 3)))
    order = play.round.pay_order
    for role in (Role.SUPERVISOR, Role.AUDITOR):
        assert sight(recorded, role).pay_order(order) == [3, FACE_DOWN, FACE_DOWN]
    play.run("pay")
    assert sight(recorded, Role.SUPERVISOR).pay_order(order) == list(order)


def test_an_order_that_follows_the_seats_is_told_whole(recorded: Recorded) -> None:
    play = decide(bet_and_deal(recorded.play(), {1: ROYAL, 2: PAIR, 3: NOTHING}, progressive=(1,)))
    assert sight(recorded, Role.TECHNICIAN).pay_order(play.round.pay_order) == [3, 2, 1]


@pytest.mark.parametrize("role", BOSSES)
def test_facts_are_told_while_their_ruling_is_open(recorded: Recorded, role: Role) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    play.run("report: {irregularity: CS-I08, seat: 1, card: 8s, note: showed 8s}")
    (raised,) = [event for event in sight(recorded, role).played.events if hasattr(event, "facts")]
    told = dict(sight(recorded, role).facts(raised))
    assert told == {"seat": "1", "card": "8s", "note": "showed 8s"}
    play.run("rule: play_on")
    told = dict(sight(recorded, role).facts(raised))
    assert told == {"seat": "1", "card": FACE_DOWN, "note": "showed ##"}
