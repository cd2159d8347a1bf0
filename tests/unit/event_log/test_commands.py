import json
from pathlib import Path
from typing import Any

import pytest
from log_builders import event, request, to

from dealer_station.event_log.commands import replay_command, verify_command
from dealer_station.event_log.keys import load_or_create
from dealer_station.event_log.seals import seal
from dealer_station.event_log.store import EventLog


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return tmp_path / "keys"


@pytest.fixture
def database(tmp_path: Path, keys: Path) -> str:
    """Two tables on one progressive, and one that the first table never touched."""
    path = str(tmp_path / "log.db")
    drawn = event('{"at":5,"card":"As","source":"shoe,1,2"}')
    paid = event('{"at":6,"seat":1,"paid_at":7,"parts":[{"person_id":"p","x_id":1,"y":2}]}', "paid")
    device = event('{"at":1,"device_id":"shoe"}', "device_reported")
    money = event('{"amount":"7/10"}', "contribution_booked")
    with EventLog(path) as log:
        log.append(request("c1", to("table/t1", 0, device, drawn)))
        log.append(request("c2", to("table/t2", 0, drawn), to("progressive/p", 0, money)))
        log.append(request("c3", to("table/t2", 1, drawn), to("progressive/q", 0, money)))
        log.append(request("c4", to("progressive/p", 1, money), to("table/t1", 2, paid)))
        seal(log, load_or_create(keys, "seal"), 1000)
    return path


def replay(database: str, table: str, capsys: Any, *, canonical: bool) -> list[dict[str, Any]]:
    assert replay_command(database, table, canonical) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_replay_prints_the_table_and_the_progressives_it_touched(
    database: str, capsys: Any
) -> None:
    lines = replay(database, "t1", capsys, canonical=False)

    assert [(one["position"], one["stream"], one["version"]) for one in lines] == [
        (1, "table/t1", 1),
        (2, "table/t1", 2),
        (4, "progressive/p", 1),
        (7, "progressive/p", 2),
        (8, "table/t1", 3),
    ]
    assert lines[1]["body"] == {"at": 5, "card": "As", "source": "shoe,1,2"}
    assert lines[1]["command_id"] == "c1"
    assert len(lines[1]["digest"]) == 64


def test_a_canonical_replay_has_no_times_ids_or_device_life(database: str, capsys: Any) -> None:
    assert replay(database, "t1", capsys, canonical=True) == [
        {"stream": "table/t1", "event": "card_drawn", "body": {"card": "As"}},
        {"stream": "progressive/p", "event": "contribution_booked", "body": {"amount": "7/10"}},
        {"stream": "progressive/p", "event": "contribution_booked", "body": {"amount": "7/10"}},
        {"stream": "table/t1", "event": "paid", "body": {"seat": 1, "parts": [{"y": 2}]}},
    ]


def test_the_history_of_an_unknown_table_is_an_error(database: str, capsys: Any) -> None:
    assert replay_command(database, "t9", canonical=False) == 2
    assert "no event of table t9" in capsys.readouterr().err


def test_a_missing_record_is_not_a_bad_one(tmp_path: Path, keys: Path, capsys: Any) -> None:
    load_or_create(keys, "seal")
    missing = str(tmp_path / "none.db")

    assert verify_command(missing, keys, json=False) == 2
    assert "there is no database" in capsys.readouterr().err
    assert verify_command(missing, keys, json=True) == 2
    assert json.loads(capsys.readouterr().out)["good"] is False
    assert replay_command(missing, "t1", canonical=True) == 2


def test_missing_keys_are_said_to_be_missing(database: str, tmp_path: Path, capsys: Any) -> None:
    assert verify_command(database, tmp_path / "none.pub", json=False) == 2
    assert "none.pub" in capsys.readouterr().err


def test_verify_prints_what_is_there_as_text_and_json(
    database: str, keys: Path, capsys: Any
) -> None:
    assert verify_command(database, keys, json=False) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "8 rows in 4 streams, 1 seals, sealed to position 8"
    )
    assert verify_command(database, keys, json=True) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["good"], report["rows"], report["findings"]) == (True, 8, [])
