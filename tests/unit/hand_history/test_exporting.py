"""`dealer-station export` of house games: a line a round, as an auditor sees it."""

import json

import pytest
from recorded_play import FLUSH, PAIR, bet_and_deal, recorded_in

from dealer_station.hand_history.exporting import export_command


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """Two rounds of one table, the second still open."""
    file = str(tmp_path_factory.mktemp("record") / "station.db")
    with recorded_in(file) as recorded:
        play = recorded.play(seats=(1,))
        bet_and_deal(play, {1: PAIR}).run("act: 1 bet", "pay")
        bet_and_deal(play, {1: FLUSH})
    return file


def export(database, table, number=None):
    lines = []
    status = export_command(database, table, number, None, lines.append)
    return status, [json.loads(line) for line in lines]


def test_every_round_is_a_line_oldest_first(database):
    status, rounds = export(database, "t1")
    assert status == 0
    assert [one["number"] for one in rounds] == [1, 2]
    assert [one["phase"] for one in rounds] == ["settled", "deciding"]
    assert rounds[0]["game"] == "caribbean-stud"
    assert rounds[0]["view"]["cards"]["1"] == PAIR
    assert rounds[0]["view"]["net"]["1"] == {"ante": "10.00", "bet": "20.00"}


def test_one_round_is_named_by_its_number(database):
    status, rounds = export(database, "t1", 2)
    assert status == 0
    assert [one["number"] for one in rounds] == [2]


@pytest.mark.parametrize(
    ("table", "number", "says"),
    [
        ("t1", 3, "nothing to export: table t1 has no round 3\n"),
        ("t9", None, "nothing to export: table t9 has no round\n"),
    ],
)
def test_what_is_not_there_is_told(database, capsys, table, number, says):
    assert export(database, table, number) == (1, [])
    assert capsys.readouterr().err == says


def test_a_record_that_cannot_be_opened_is_told(tmp_path, capsys):
    assert export(str(tmp_path / "none.db"), "t1") == (2, [])
    assert capsys.readouterr().err.startswith("not opened: ")
