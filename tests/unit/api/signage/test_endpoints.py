"""What a sign is told about a progressive, without a sign-in."""

import time
from dataclasses import replace

import httpx
import pytest
from api_builders import TABLE, Station, code_of, must, serving
from signage_builders import PROGRESSIVE, Signed

from dealer_station.api.app import create_app


def test_a_sign_is_told_names_and_limits_and_no_amount(station: Station) -> None:
    with station.screen() as screen:
        answer = screen.get(f"/api/signage/{PROGRESSIVE}")
        assert must(answer) == {
            "progressive": PROGRESSIVE,
            "currency": "USD",
            "levels": [{"name": "main"}],
            "tables": [
                {
                    "id": TABLE,
                    "name": "Caribbean Stud 2",
                    "game": "caribbean-stud",
                    "currency": "USD",
                    "limits": {"min": "5.00", "max": "500.00"},
                    "price": "1.00",
                }
            ],
        }
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers


def test_limits_and_price_are_those_of_the_tables_public_view(
    station: Station, signed: Signed
) -> None:
    facts = signed.services.tables[TABLE].controller.public_view()["table"]
    with station.screen() as screen:
        (table,) = must(screen.get(f"/api/signage/{PROGRESSIVE}"))["tables"]
    assert table["limits"] == facts["limits"]
    (price,) = [spot["price"] for spot in facts["spots"] if "price" in spot]
    assert table["price"] == price


def test_a_progressive_of_another_station_is_not_found(station: Station) -> None:
    with station.screen() as screen:
        for name in ("other", "main", "%2e%2e", "x" * 200):
            answer = screen.get(f"/api/signage/{name}")
            assert (answer.status_code, code_of(answer)) == (404, "not_found")


def test_a_station_without_a_progressive_says_so(signed: Signed) -> None:
    bare = replace(signed.services, progressives={})
    with serving(create_app(bare)) as url:
        assert httpx.get(f"{url}/api/signage/{PROGRESSIVE}").status_code == 404


def test_the_table_is_asked_once_a_second_however_many_signs_ask(
    station: Station, signed: Signed, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = signed.services.tables[TABLE].controller
    asked: list[float] = []
    view = controller.public_view

    def spy() -> object:
        asked.append(time.monotonic())
        return view()

    monkeypatch.setattr(controller, "public_view", spy)
    began = time.monotonic()
    with station.screen() as screen:
        for _ in range(200):
            must(screen.get(f"/api/signage/{PROGRESSIVE}"))
    assert 1 <= len(asked) <= 2 + (time.monotonic() - began)
