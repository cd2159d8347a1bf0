"""The line of a round: what was staked, what came back, what the house kept."""

from decimal import Decimal

from recorded_play import FLUSH, NOTHING, PAIR, Recorded, bet_and_deal, decide, whole_round
from table_play import TablePlay

from dealer_station.table.view import View


def line(recorded: Recorded, number: int = 1) -> View:
    return next(row for row in recorded.reads.rounds("t1", None, 100) if row["number"] == number)


def test_a_settled_round(recorded: Recorded) -> None:
    """Seat 1 wins 10 and 20 with a pair, seat 2 folds and loses its ante."""
    play = recorded.play(seats=(1, 2))
    began = recorded.clock.now()
    bet_and_deal(play, {1: PAIR, 2: NOTHING})
    recorded.clock.advance(40_000)
    decide(play, 2).run("pay")
    assert line(recorded) == {
        "number": 1,
        "phase": "settled",
        "opened_at": began,
        "ended_at": began + 40_000,
        "seats": [1, 2],
        "bettors": 0,
        "staked": "40.00",
        "returned": "60.00",
        "house": "-20.00",
        "irregularities": [],
        "prize": None,
        "first_version": 2,
        "last_version": play.state.version,
    }


def test_an_open_round_counts_what_is_settled(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    bet_and_deal(play, {1: PAIR, 2: NOTHING})
    decide(play, 2).run("pay: 2")
    row = line(recorded)
    assert (row["phase"], row["ended_at"]) == ("paying", None)
    assert (row["staked"], row["returned"], row["house"]) == ("40.00", "0.00", "10.00")


def test_a_progressive_prize_counts_and_is_named(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,)), {1: FLUSH}, progressive=(1,))
    row = line(recorded)
    assert row["prize"] == "50.00"
    # Ante 10 to 1 and Bet 5 to one of 20 with a flush, the prize, and the stakes but the 1.00.
    assert row["returned"] == "190.00"
    assert Decimal(row["house"]) == Decimal(row["staked"]) - Decimal(row["returned"])


def test_a_void_round_returns_everything(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    bet_and_deal(play, {1: PAIR, 2: NOTHING}, progressive=(1,))
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    row = line(recorded)
    assert (row["phase"], row["irregularities"]) == ("void", ["CS-I18"])
    assert (row["staked"], row["returned"], row["house"]) == ("21.00", "21.00", "0.00")
    assert row["ended_at"] == recorded.clock.now()


def test_a_wrong_payment_counts_as_it_was_handed_out(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    whole_round(play, {1: PAIR})
    assert line(recorded)["house"] == "-30.00"
    play.run("report: {irregularity: CS-I21, seat: 1, amount: 65}", "rule: play_on")
    row = line(recorded)
    assert (row["returned"], row["house"]) == ("65.00", "-35.00")
    assert row["irregularities"] == ["CS-I21"]


def test_the_recalled_round_says_the_same_figure_and_names_what_wrong_payments_cost(
    recorded: Recorded,
) -> None:
    play = recorded.play(seats=(1,))
    whole_round(play, {1: FLUSH}, progressive=(1,))
    shown = recorded.round()
    assert (shown["house"], shown["compensated"]) == (line(recorded)["house"], "0.00")
    handed_out = int(Decimal(line(recorded)["returned"])) + 5
    play.run(f"report: {{irregularity: CS-I21, seat: 1, amount: {handed_out}}}", "rule: play_on")
    shown = recorded.round()
    assert (shown["house"], shown["compensated"]) == (line(recorded)["house"], "-5.00")


def two_rounds(recorded: Recorded) -> TablePlay:
    """Return a table at which seat 1 won 10.00 in round 1; round 2 takes wagers."""
    play = recorded.play(rules="baccarat/gardens", seats=(1,), burn_rule="0").run("open_betting")
    play.run("wager: 1 player 10", "close_betting", "shoe: 9s 3h Kd 4c", "pay")
    return play.run("open_betting", "wager: 1 player 20")


def test_ba_i08_a_wrong_payment_noticed_in_the_next_round_stands_with_its_own(
    recorded: Recorded,
) -> None:
    """Also where the list begins or ends between the two, and where they were read before."""
    play = two_rounds(recorded)
    assert line(recorded)["house"] == "-10.00"
    play.run("report: {irregularity: BA-I08, seat: 1, amount: 40}", "rule: play_on by manager")
    play.run("close_betting", "shoe: 9h 3d Ks 4d", "pay", "open_betting")
    together = recorded.reads.rounds("t1", None, 5)
    wanted = {1: ("40.00", "-30.00"), 2: ("40.00", "-20.00"), 3: ("0.00", "0.00")}
    assert {row["number"]: (row["returned"], row["house"]) for row in together} == wanted
    (first,) = recorded.reads.rounds("t1", 2, 5)
    assert (first["house"], first["irregularities"]) == ("-30.00", ["BA-I08"])
    assert recorded.again().rounds("t1", None, 5) == together
    (newest,) = recorded.reads.rounds("t1", None, 1)
    assert newest == together[0]


def test_ba_i08_the_recalled_rounds_say_so_too(recorded: Recorded) -> None:
    play = two_rounds(recorded)
    play.run("report: {irregularity: BA-I08, seat: 1, amount: 40}", "rule: play_on by manager")
    first, second = recorded.round(1), recorded.round(2)
    assert (first["house"], first["compensated"]) == (line(recorded)["house"], "-20.00")
    assert (second["house"], second["compensated"]) == ("0.00", "0.00")
    (found,) = first["compensations"]
    assert (found["paid"], found["due"], found["rule"]) == ("40.00", "20.00", "BA-I08")
    assert second["compensations"] == []
    (ruling,) = first["rulings"]
    assert (ruling["irregularity"], ruling["option"], ruling["by"]) == (
        "BA-I08", "play_on", "manager",
    )  # fmt: skip
    told = [event["type"] for event in first["events"]]
    assert told[-3:] == ["irregularity_raised", "ruling_made", "compensation_booked"]
    assert recorded.events("compensation_booked", 2)[0]["facts"]["round_number"] == 1
