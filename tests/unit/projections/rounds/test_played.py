"""A round folded alone is the round as the table had it."""

from typing import Any

import pytest
from recorded_play import FLUSH, NOTHING, PAIR, Recorded, bet_and_deal, decide, whole_round
from table_play import SHOE, SUPERVISOR, TablePlay

from dealer_station.projections.rounds.played import KEPT_ROUNDS, STRAY_CARD, PlayedRound
from dealer_station.table import commands as c
from dealer_station.table.state import TableState


def load(recorded: Recorded, number: int) -> PlayedRound:
    played = recorded.rounds().load("t1", number)
    assert played is not None
    return played


def shared(state: TableState) -> dict[str, Any]:
    """What a round alone must know just as the table did."""
    return {
        "round": state.round,
        "phase": state.phase,
        "irregularities": state.irregularities,
        "seats": state.seats,
        "rules": (state.rules_name, state.rules_digest),
        "stray": state.stray_card,
    }


def disturbed(play: TablePlay) -> TablePlay:
    bet_and_deal(play, {1: FLUSH, 2: PAIR, 3: NOTHING}, progressive=(1,))
    play.run("report: {irregularity: CS-I09, seat: 2}", "rule: dead_hand")
    return decide(play, 3).run("pay")


def test_a_round_alone_ends_as_the_table_had_it(recorded: Recorded) -> None:
    play = recorded.play()
    ends = []
    for number in range(3):
        (disturbed if number == 1 else whole_round)(
            play, *([] if number == 1 else [{1: PAIR, 2: NOTHING}])
        )
        ends.append(shared(play.state))
    for number, end in enumerate(ends, start=1):
        assert shared(load(recorded, number).state) == end


def test_an_open_round_is_known_up_to_now(recorded: Recorded) -> None:
    play = recorded.play()
    rounds = recorded.rounds()
    bet_and_deal(play, {1: PAIR, 2: NOTHING})
    for line in ("act: 1 bet", "act: 2 fold", "pay"):
        play.run(line)
        played = rounds.load("t1", 1)
        assert played is not None
        assert shared(played.state) == shared(play.state)


def test_devices_that_spoke_in_earlier_rounds_do_no_harm(recorded: Recorded) -> None:
    """Faults are cleared in a round in which the device itself has not spoken."""
    play = recorded.play(seats=(1,))
    faults = ("device_lost",)
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "degraded"}
    play.submit(c.RecordDevice, SHOE, faults=faults, **said)
    bet_and_deal(play, {1: PAIR})
    cleared = play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="shoe", faults=faults)
    assert cleared.refusal is None
    decide(play).run("pay")
    assert shared(load(recorded, 1).state) == shared(play.state)


def test_a_later_opening_with_other_seats_changes_no_round_before_it(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    whole_round(play, {1: PAIR, 2: NOTHING})
    before = shared(play.state)
    play.submit(c.CloseTable)
    play.submit(c.OpenTable, table_id="t1", seats=(5,))
    assert shared(load(recorded, 1).state) == before
    whole_round(play, {5: PAIR})
    assert load(recorded, 2).state.seats == (5,)


def test_every_card_has_its_place_and_one_between_rounds_has_none(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    play.run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: 9h Ah ?? 7h")
    play.run("deal: {1: 5h 3h 2h, dealer: Kh 9s 6c 4h}", "act: 1 bet", "pay", "shoe: 5d")
    played = load(recorded, 1)
    draws = [
        (event.card, played.draws[row.position])
        for row, event in zip(played.rows, played.events, strict=True)
        if row.position in played.draws
    ]
    assert draws[:4] == [("9h", 0), ("Ah", 1), ("??", 2), ("7h", 2)]
    assert draws[-1] == ("5d", STRAY_CARD)
    assert [place for _, place in draws[4:-1]] == list(range(3, 10))


def baccarat(recorded: Recorded, **options: str) -> TablePlay:
    """Nine all on the first four cards; a fifth was set aside, and the round is over."""
    play = recorded.play(rules="baccarat/gardens", seats=(1,), **options)
    play.run("open_betting", "wager: 1 player 10", "close_betting")
    return play.run("shoe: 9h 9h Kh Kh 9h", "rule: set_aside", "pay")


def told(played: PlayedRound) -> list[tuple[str, str, int]]:
    """Return of every event that tells a card: its name, the card and its place in the round."""
    return [
        (row.name, event.card, played.draws[row.position])
        for row, event in zip(played.rows, played.events, strict=True)
        if row.position in played.draws
    ]


def test_a_kept_card_is_the_one_that_was_set_aside_and_the_first_of_the_next_round(
    recorded: Recorded,
) -> None:
    play = baccarat(recorded, set_aside_card="next_round", burn_between_rounds="1")
    before = shared(play.state)
    first = load(recorded, 1)
    assert told(first)[4:] == [("card_drawn", "9h", 4), ("card_kept", "9h", 4)]
    assert shared(first.state) == before
    play.run("open_betting", "wager: 1 player 10", "close_betting", "shoe: 7c Kd 2c 3s")
    second = load(recorded, 2)
    assert told(second) == [
        ("kept_card_played", "9h", 0),
        ("card_drawn", "7c", 1),
        ("card_drawn", "Kd", 2),
        ("card_drawn", "2c", 3),
        ("card_drawn", "3s", 4),
    ]
    assert shared(second.state) == shared(play.state)


def test_the_burn_of_a_new_shoe_is_in_no_round(recorded: Recorded) -> None:
    baccarat(recorded).run("new_deck", "shoe: As 5d")
    played = load(recorded, 1)
    assert told(played)[-2:] == [
        ("card_drawn", "As", STRAY_CARD),
        ("card_drawn", "5d", STRAY_CARD),
    ]
    assert len(played.state.round.draws) == 5


def test_many_rounds_are_read_as_each_alone(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    for _ in range(5):
        whole_round(play, {1: PAIR, 2: NOTHING})
    rounds = recorded.rounds()
    kept = rounds.load("t1", 3)
    together = rounds.load_before("t1", 6, 4)
    assert [one.part.number for one in together] == [5, 4, 3, 2]
    assert together[2] == kept
    assert together == [load(recorded, number) for number in (5, 4, 3, 2)]
    assert rounds.load_before("t1", 1, 4) == []


def test_a_finished_round_is_kept_and_an_open_one_read_again(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    whole_round(play, {1: PAIR})
    play.run("open_betting")
    rounds = recorded.rounds()
    first, open_one = rounds.load("t1", 1), rounds.load("t1", 2)
    play.run("wager: 1 ante 10")
    assert rounds.load("t1", 1) is first
    assert rounds.load("t1", 2) is not open_one
    assert KEPT_ROUNDS > 100


def test_there_is_no_round_that_was_not_played(recorded: Recorded) -> None:
    recorded.play()
    assert recorded.rounds().load("t1", 1) is None
    assert recorded.rounds().load("nobody", 1) is None


@pytest.mark.parametrize("value", ["true", "false"])
def test_the_rules_are_those_of_the_opening(recorded: Recorded, value: str) -> None:
    whole_round(recorded.play(seats=(1,), player_cards_public=value), {1: PAIR})
    rules = load(recorded, 1).rules
    assert rules is not None
    assert rules.game.player_cards_public is (value == "true")
