"""Holding the table for what it finds: one thing at a time, a fouled deck before all else."""

from table_play import FLUSH, TablePlay, dealt, decided

from dealer_station.table import events as e
from dealer_station.table.house.raising import may_be_explained


def open_id(play: TablePlay) -> str:
    item = play.state.open_irregularity
    assert item is not None
    return item.irregularity


def test_a_finding_holds_with_the_catalogues_proposal():
    play = dealt({1: FLUSH}).run("shoe: 9h")
    (raised,) = play.events(e.IrregularityRaised)
    assert (raised.irregularity, raised.reported_by, raised.is_held) == ("CS-I17", "table", True)
    assert [(o.option.value, o.needs.value) for o in raised.options] == [("fouled_deck", "manager")]


def test_a_fouled_deck_replaces_a_lesser_finding_and_a_report():
    play = dealt({1: FLUSH}).run("shoe: 5d", "shoe: 9h")
    assert open_id(play) == "CS-I17"
    play = dealt({1: FLUSH}).run("report: {irregularity: CS-I10, seat: 1}", "shoe: 9h")
    assert open_id(play) == "CS-I17"
    play = dealt({1: FLUSH}).run("report: {irregularity: CS-I17}", "shoe: 9h")
    assert open_id(play) == "CS-I17"
    assert play.state.irregularities[0].reported_by == "table"


def test_nothing_else_replaces_what_is_open():
    play = dealt({1: FLUSH}).run("shoe: 9h", "shoe: Jo", "shoe: 5d", "shoe: ??")
    assert [item.number for item in play.state.irregularities] == [1]
    play = dealt({1: FLUSH}).run("report: {irregularity: CS-I10, seat: 1}", "shoe: 5d")
    assert open_id(play) == "CS-I10"


def test_what_was_found_beside_a_report_is_raised_after_its_ruling():
    play = dealt({1: FLUSH}).run(
        "report: {irregularity: CS-I10, seat: 1}", "shoe: 5d", "rule: play_on"
    )
    assert open_id(play) == "CS-I03"


def test_a_card_between_rounds_holds_again_after_a_report_about_something_else():
    play = decided({1: FLUSH}).run("pay", "shoe: 5d")
    play.run("report: {irregularity: CS-I21, seat: 1, amount: 40}", "rule: play_on")
    assert open_id(play) == "CS-I03"
    assert play.state.irregularities[-1].facts == {"card": "5d"}
    assert play.refused("open_betting") == "held"
    play.run("rule: void_round", "open_betting")


def test_a_card_that_comes_while_a_report_is_open_between_rounds_holds_after_its_ruling():
    play = decided({1: FLUSH}).run("pay", "report: {irregularity: CS-I22}", "shoe: 5d")
    assert open_id(play) == "CS-I22"
    assert open_id(play.run("rule: play_on by manager")) == "CS-I03"
    assert play.run("rule: void_round").state.open_irregularity is None


def test_a_card_between_rounds_is_explained_by_what_takes_the_deck_away():
    for report in ("{irregularity: CS-I17, card: 5d}", "{irregularity: CS-I19, count: 40}"):
        play = decided({1: FLUSH}).run("pay", "shoe: 5d", f"report: {report}")
        play.run("rule: fouled_deck by manager", "new_deck", "open_betting")
        assert play.state.stray_card == ""


def test_a_card_while_the_table_is_closed_holds_nothing():
    play = TablePlay(is_open=False).run("shoe: 5d", "shoe: Jo")
    assert (play.state.stray_card, play.state.open_irregularity) == ("", None)
    play.open_table()
    assert play.run("report: {irregularity: CS-I22}", "rule: play_on by manager").next == {
        "kind": "none"
    }


def test_a_surplus_card_honours_side_bets_where_the_house_does_and_a_prize_is_held():
    for holds, option in ((1, "honour_side_bets"), (None, "void_round")):
        play = decided(
            {1: FLUSH}, progressive=(1,) if holds else (), progressive_on_dealer_misdeal="honour"
        ).run("shoe: 5d")
        assert play.view["rulings"][-1]["option"] == option


def test_only_the_tables_own_findings_may_be_explained_and_no_fouled_deck():
    for line, may in (
        ("shoe: 5d", True),
        ("shoe: 9h", False),
        ("report: {irregularity: CS-I10, seat: 1}", False),
    ):
        play = dealt({1: FLUSH}).run(line)
        item = play.state.open_irregularity
        assert item is not None
        assert may_be_explained(play.rules.catalogue, item) is may
