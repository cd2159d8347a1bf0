import io
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import structlog
from log_capture import LogStream
from pydantic import BaseModel

from dealer_station.observability import (
    MASK,
    FaceUp,
    Hidden,
    Metrics,
    configure_logging,
    get_logger,
    log_context,
    redact,
)


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """The process's logging, put back after each test."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@dataclass(frozen=True, slots=True)
class Dealt:
    seat: int
    card: str


class Message(BaseModel):
    card: str


def redacted(**fields: object) -> dict[str, Any]:
    return dict(redact(None, "info", {"event": "x", **fields}))


def test_a_line_is_one_json_object_with_time_level_and_module() -> None:
    stream = LogStream()
    configure_logging("info", stream=stream)
    get_logger("dealer_station.test").info("table_opened", table="CS-2", version=3)
    (line,) = stream.lines()
    assert line["event"] == "table_opened"
    assert (line["table"], line["version"], line["level"]) == ("CS-2", 3, "info")
    assert line["module"] == "dealer_station.test"
    assert line["timestamp"].endswith("Z")


def test_lines_of_libraries_take_the_same_shape() -> None:
    stream = LogStream()
    configure_logging("info", stream=stream)
    logging.getLogger("uvicorn.error").warning("address %s in use", "127.0.0.1:8440")
    (line,) = stream.lines()
    assert line["event"] == "address 127.0.0.1:8440 in use"
    assert (line["level"], line["logger"]) == ("warning", "uvicorn.error")


def test_a_logger_made_before_the_configuration_follows_it() -> None:
    early = get_logger("early")
    stream = LogStream()
    configure_logging("info", stream=stream)
    early.info("after")
    assert stream.lines()[0]["event"] == "after"


@pytest.mark.parametrize("library", ["websockets.server", "sqlalchemy.engine", "httpcore.http11"])
def test_libraries_that_print_headers_and_values_stay_quiet(library: str) -> None:
    stream = LogStream()
    configure_logging("debug", stream=stream)
    logging.getLogger(library).debug("Cookie: ds_session=Qx7")
    logging.getLogger(library).info("INSERT … VALUES ('Qx7')")
    logging.getLogger(library).warning("worth knowing")
    assert [line["event"] for line in stream.lines()] == ["worth knowing"]


def test_lines_below_the_level_are_not_written() -> None:
    stream = LogStream()
    configure_logging("warning", stream=stream)
    get_logger("a").info("quiet")
    logging.getLogger("library").info("quiet")
    assert stream.text() == ""


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(ValueError, match="loud"):
        configure_logging("loud")


def test_table_round_and_device_are_bound_inside_only() -> None:
    stream = LogStream()
    configure_logging("info", stream=stream)
    log = get_logger("a")
    with log_context(table="CS-2", round_number=148):
        with log_context(device="shoe-1"):
            log.info("inner")
        logging.getLogger("library").warning("middle")
    log.info("outer")
    inner, middle, outer = stream.lines()
    assert (inner["table"], inner["round"], inner["device"]) == ("CS-2", 148, "shoe-1")
    assert (middle["table"], middle["round"]) == ("CS-2", 148)
    assert "device" not in middle
    assert "table" not in outer


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize("is_ours", [True, False])
def test_a_traceback_shows_no_local_variable(*, as_json: bool, is_ours: bool) -> None:
    stream = LogStream()
    configure_logging("info", as_json=as_json, stream=stream)

    def fail() -> None:
        hole_card = "King of " + "Hearts"
        raise RuntimeError(str(len(hole_card)))

    try:
        fail()
    except RuntimeError:
        if is_ours:
            get_logger("a").exception("failed")
        else:
            logging.getLogger("library").exception("failed")
    written = stream.text()
    assert "RuntimeError: 14" in written
    assert "King of Hearts" not in written


def test_console_lines_are_text_without_colour_where_nobody_watches() -> None:
    stream = io.StringIO()
    configure_logging("info", as_json=False, stream=stream)
    get_logger("a").info("table_opened", table="CS-2", card="Ah")
    assert "table_opened" in stream.getvalue()
    assert "CS-2" in stream.getvalue()
    assert "Ah" not in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize(
    "fields",
    [
        {"card": "Qx7"},
        {"cards": ["Qx7", "2c"]},
        {"Expected-Card": "Qx7"},
        {"frame": b"\x02Qx7\x03"},
        {"anything": b"Qx7"},
        {"command": Dealt(3, "Qx7")},
        {"deep": {"list": [{"card": "Qx7"}]}},
        {"deep": ({"raw": "Qx7"},)},
        {"message": Message(card="Qx7")},
        {"note": Hidden("Qx7")},
        {"password": "Qx7"},
        {"headers": {"Cookie": "Qx7", "X-Approval": "Qx7"}},
        {"url": "mqtt://station:Qx7@broker:1883"},
        {"error": RuntimeError("mqtt://station:Qx7@broker:1883")},
    ],
)
def test_no_line_shows_a_card_or_a_secret(*, as_json: bool, fields: dict[str, object]) -> None:
    stream = LogStream()
    configure_logging("info", as_json=as_json, stream=stream)
    get_logger("a").info("x", **fields)
    assert "Qx7" not in stream.text()
    assert '"x"' in stream.text() or " x" in stream.text()


def test_what_lies_face_up_may_be_logged_by_saying_so() -> None:
    assert redacted(card=FaceUp("Ah"))["card"] == "Ah"
    assert redacted(password=FaceUp("Ah"))["password"] == MASK


def test_ordinary_fields_stay_as_they_are() -> None:
    fields = {
        "table": "CS-2", "round": 148, "ok": True, "nothing": None, "card": None,
        "seats": [1, 2], "money": "10.00", "url": "mqtt://broker:1883",
    }  # fmt: skip
    assert redacted(**fields) == {"event": "x", **fields}


def test_plain_objects_are_shown_as_their_text() -> None:
    line = redacted(amount=Decimal("10.00"), path=Path("/x"), error=ValueError("no"))
    assert (line["amount"], line["path"], line["error"]) == ("10.00", "/x", "no")


def test_a_line_without_end_is_cut() -> None:
    endless: list[object] = []
    endless.append(endless)
    assert MASK in repr(redacted(odd=endless))


def metric(metrics: Metrics, line_start: str) -> str:
    text = metrics.render()[0].decode()
    return next(line for line in text.splitlines() if line.startswith(line_start))


def test_metrics_are_rendered_for_prometheus() -> None:
    metrics = Metrics()
    metrics.commands_refused.labels("place_wager", "above_max").inc()
    metrics.card_to_commit_seconds.observe(0.012)
    assert metric(metrics, "ds_commands_refused_total{").endswith(" 1.0")
    assert metric(metrics, 'ds_card_to_commit_seconds_bucket{le="0.01"}').endswith(" 0.0")
    assert metric(metrics, 'ds_card_to_commit_seconds_bucket{le="0.025"}').endswith(" 1.0")
    assert "text/plain" in metrics.render()[1]


def test_a_device_is_in_one_state() -> None:
    metrics = Metrics()
    for state in ("init", "ready", "lost"):
        metrics.set_device_state("shoe-1", "card_shoe", state)
    states = [
        line
        for line in metrics.render()[0].decode().splitlines()
        if line.startswith("ds_device_state{") and line.endswith(" 1.0")
    ]
    assert len(states) == 1
    assert 'state="lost"' in states[0]


def test_two_stations_in_one_process_share_no_numbers() -> None:
    first, second = Metrics(), Metrics()
    first.sign_ins.labels("signed_in").inc()
    assert "ds_sign_ins_total{" not in second.render()[0].decode()
