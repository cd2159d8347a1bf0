import threading
from typing import Any

import httpx
import pytest
from api_builders import DEVICE, TABLE, KeptRecord, Station, new_services
from sqlalchemy import text

import dealer_station.api.health as module
from dealer_station.api.ports import Health, HealthState
from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.people.storage import writing
from dealer_station.settings import HttpSettings
from dealer_station.table import commands as c


def shoe_is(station: Station, state: str) -> None:
    station.submit(
        c.RecordDevice,
        DEVICE,
        device_id="shoe-1",
        device_kind="card_shoe",
        device_state=state,
    )


def ask(client: httpx.Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/health")
    return answer.status_code, answer.json()


def test_all_is_well(client: httpx.Client) -> None:
    assert ask(client) == (
        200,
        {
            "status": "ok",
            "parts": {
                "database": {"state": "ok", "detail": ""},
                f"table {TABLE}": {"state": "ok", "detail": "idle"},
            },
        },
    )


@pytest.mark.parametrize("state", ["init", "degraded", "disconnected", "lost"])
def test_a_device_that_is_not_ready_degrades_the_station(
    client: httpx.Client, station: Station, state: str
) -> None:
    shoe_is(station, state)
    status, answer = ask(client)
    assert (status, answer["status"]) == (200, "degraded")
    assert answer["parts"][f"table {TABLE}"]["detail"] == f"shoe-1 {state}"


def broken() -> Health:
    raise OSError("mqtt://user:secret@broker refused")


@pytest.mark.parametrize(
    ("check", "status", "state"),
    [
        (lambda: Health(HealthState.OK, "connected"), 200, "ok"),
        (lambda: Health(HealthState.DEGRADED, "slow"), 200, "degraded"),
        (lambda: Health(HealthState.FAILED, "not connected"), 503, "failed"),
        (broken, 503, "failed"),
    ],
)
def test_what_bootstrap_adds_is_asked_too(
    people: People, clock: VirtualClock, kept: KeptRecord, check: Any, status: int, state: str
) -> None:
    station = Station(new_services(people, clock, kept, health_checks={"broker": check}))
    with station.running(), station.screen() as screen:
        answer = screen.get("/health")
    assert (answer.status_code, answer.json()["parts"]["broker"]["state"]) == (status, state)
    assert answer.json()["status"] == state
    assert "secret" not in answer.text


def test_a_part_that_does_not_answer_has_failed(
    people: People, clock: VirtualClock, kept: KeptRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHECK_SECONDS", 0.1)
    release = threading.Event()

    def hang() -> Health:
        release.wait(20)
        return Health(HealthState.OK)

    station = Station(new_services(people, clock, kept, health_checks={"broker": hang}))
    with station.running(), station.screen() as screen:
        try:
            answer = screen.get("/health").json()
        finally:
            release.set()
    assert answer["parts"]["broker"] == {"state": "failed", "detail": "no answer"}
    assert answer["parts"]["database"]["state"] == "ok"


def test_a_database_without_its_tables_still_answers_and_one_that_is_gone_does_not(
    client: httpx.Client, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    with writing(people.engine) as connection:
        connection.execute(text("DROP TABLE people_attempt"))
    assert ask(client)[0] == 200


def test_the_parts_are_not_asked_more_often_than_twice_a_second(
    people: People, clock: VirtualClock, kept: KeptRecord
) -> None:
    asked = []

    def count() -> Health:
        asked.append(1)
        return Health(HealthState.OK)

    station = Station(new_services(people, clock, kept, health_checks={"broker": count}))
    with station.running(), station.screen() as screen:
        for _ in range(5):
            screen.get("/health")
        assert len(asked) == 1
        clock.advance(500)
        screen.get("/health")
    assert len(asked) == 2


def test_metrics_show_tables_and_devices(client: httpx.Client, station: Station) -> None:
    shoe_is(station, "ready")
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    assert f'ds_table_version{{table="{TABLE}"}} 1.0' in answer.text
    assert f'ds_table_held{{table="{TABLE}"}} 0.0' in answer.text
    assert 'ds_device_state{device="shoe-1",kind="card_shoe",state="ready"} 1.0' in answer.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "open-sesame"}, 401),
        ({"Authorization": "Bearer open-sesame"}, 200),
    ],
)
def test_metrics_with_a_token_are_for_its_holder(
    people: People, clock: VirtualClock, kept: KeptRecord, headers: dict[str, str], status: int
) -> None:
    http = HttpSettings(metrics_token="open-sesame")  # noqa: S106 - of this test
    station = Station(new_services(people, clock, kept, http=http))
    with station.running(), station.screen() as screen:
        answer = screen.get("/metrics", headers=headers)
    assert answer.status_code == status
    assert ("ds_table_version" in answer.text) == (status == 200)
