"""What signs say they show, held against the record."""

from fractions import Fraction
from typing import Any

import pytest

from dealer_station.messages.meter_display import HIT_NEWS_MS, HIT_SHOWN_MS, Shown
from dealer_station.projections.devices.signs import (
    LATE_MS,
    MeterNow,
    SignTrouble,
    shown_by,
    sign_trouble,
)

NOW = 1_764_455_647_000


class Heard:
    """A sign's word as the station heard it."""

    heard_at = NOW - 500

    def __init__(self, **said: Any) -> None:
        word: dict[str, Any] = {
            "device": "sign-1", "session": 1, "progressive": "p1", "level": "main",
            "what": "amount", "amount_minor": 1_000_070, "text": "10,000.70",
            "is_read_back": True, "epoch": 1, "sequence": 9, "shown_at": 1,
        }  # fmt: skip
        self.shown = Shown(**word | said)


def code(meter: int, changed_ago_ms: int, **said: Any) -> str | None:
    left = {} if meter == 1_000_070 else {1_000_070: NOW - changed_ago_ms}
    meters = {("p1", "main"): MeterNow(meter, NOW - changed_ago_ms, left)}
    trouble = sign_trouble(Heard(**said), meters, NOW)
    return None if trouble is None else trouble.code


def test_a_sign_that_shows_the_meter_is_well() -> None:
    assert code(1_000_070, 0) is None
    assert code(1_000_070, 10**9) is None


@pytest.mark.parametrize("meter", [1_000_000, 1_000_140])
def test_a_sign_may_be_late_for_a_moment_and_not_longer(meter: int) -> None:
    assert code(meter, LATE_MS) is None
    assert code(meter, LATE_MS + 1) == "differs"


def test_a_blank_sign_is_told_whatever_the_meter_is() -> None:
    assert code(1_000_070, 0, what="blank", amount_minor=None, text="------") == "blank"


def test_each_level_of_a_sign_that_shows_several_is_held_against_its_own_meter() -> None:
    meters = {("p1", "main"): MeterNow(1_000_070, NOW), ("p1", "mini"): MeterNow(55_07, NOW)}
    mini = {"level": "mini", "text": "MINI 55.07", "amount_minor": 55_07}
    assert sign_trouble(Heard(**mini), meters, NOW) is None
    ahead = sign_trouble(Heard(**mini | {"amount_minor": 1_000_070}), meters, NOW)
    assert ahead is not None
    assert ahead.code == "differs"
    name = Heard(level="mini", what="notice", text="MINI", amount_minor=None)
    assert sign_trouble(name, meters, NOW) is None
    assert shown_by(name) is not None


def test_a_sign_that_does_not_say_what_it_shows_is_not_verified() -> None:
    assert code(1_000_070, 0, is_read_back=False) == "not_verified"
    assert code(1_000_000, 10_000, is_read_back=False) == "differs", "the worse is told"


@pytest.mark.parametrize("moves_every_ms", [500, 1_900, 8_000])
def test_a_sign_that_stands_still_is_told_however_often_its_meter_moves(
    moves_every_ms: int,
) -> None:
    for since_move in range(0, moves_every_ms, 250):
        meter = MeterNow(1_000_350, NOW - since_move, {1_000_070: NOW - 3_600_000})
        trouble = sign_trouble(Heard(), {("p1", "main"): meter}, NOW)
        assert trouble is not None
        assert (trouble.code, trouble.since) == ("differs", NOW - 3_600_000 + LATE_MS)


def test_a_sign_that_follows_a_busy_meter_is_well() -> None:
    meter = MeterNow(1_000_140, NOW - 100, {1_000_070: NOW - 100, 1_000_000: NOW - 4_000})
    assert sign_trouble(Heard(), {("p1", "main"): meter}, NOW) is None


def test_an_amount_that_the_meter_never_had_is_wrong_at_once() -> None:
    meter = MeterNow(1_000_140, NOW - 100, {1_000_000: NOW - 100})
    trouble = sign_trouble(Heard(), {("p1", "main"): meter}, NOW)
    assert trouble is not None
    assert (trouble.code, trouble.since) == ("differs", Heard.heard_at)


@pytest.mark.parametrize("ago", [0, HIT_NEWS_MS + HIT_SHOWN_MS + LATE_MS])
def test_a_hit_on_the_glass_is_no_trouble_while_it_is_told(ago: int) -> None:
    hit = Heard(what="hit", amount_minor=None, text="50.00 CS-1")
    assert sign_trouble(hit, {("p1", "main"): MeterNow(1_000_000, 0, {}, NOW - ago)}, NOW) is None


def test_a_hit_that_stays_on_the_glass_is_told() -> None:
    hit = Heard(what="hit", amount_minor=None, text="50.00 CS-1")
    late = MeterNow(1_000_000, NOW, {}, NOW - HIT_NEWS_MS - 60_000)
    assert sign_trouble(hit, {("p1", "main"): late}, NOW) == SignTrouble(
        "hit_over", NOW - 500, {"progressive": "p1", "shown": "50.00 CS-1"}
    )
    never = MeterNow(1_000_000, NOW)
    assert getattr(sign_trouble(hit, {("p1", "main"): never}, NOW), "code", None) == "hit_over"


def test_a_sign_is_held_against_the_level_that_it_shows() -> None:
    meters = {
        ("p1", "main"): MeterNow(9_000_000, NOW - 60_000),
        ("p1", "minor"): MeterNow(1_000_070, NOW - 60_000),
    }
    assert sign_trouble(Heard(level="minor"), meters, NOW) is None
    trouble = sign_trouble(Heard(level="main"), meters, NOW)
    assert trouble is not None
    assert trouble.code == "differs"


def test_a_progressive_that_is_not_known_here_is_not_judged() -> None:
    assert sign_trouble(Heard(progressive="other"), {}, NOW) is None


def test_trouble_says_since_when_and_both_amounts() -> None:
    meters = {("p1", "main"): MeterNow(1_000_000, NOW - 60_000, {1_000_070: NOW - 60_000})}
    assert sign_trouble(Heard(), meters, NOW) == SignTrouble(
        "differs",
        NOW - 60_000 + LATE_MS,
        {"progressive": "p1", "shown": "10000.70", "meter": "10000.00"},
    )


def test_what_a_sign_shows() -> None:
    assert shown_by(Heard()) == {
        "what": "amount", "text": "10,000.70", "amount": "10000.70", "is_read_back": True,
        "at": NOW - 500,
    }  # fmt: skip
    blank = shown_by(Heard(what="blank", amount_minor=None, text=""))
    assert blank is not None
    assert blank["amount"] is None
    assert shown_by(None) is None


@pytest.mark.parametrize(
    ("shown", "meter", "expected"),
    [
        (27_174_67, 25_000_70, None),
        # The meter has left 24,999.00 long ago, which was 27,172.82 there.
        (27_172_82, 25_000_70, "differs"),
        (25_000_70, 25_000_70, "differs"),
    ],
)
def test_a_sign_of_another_currency_is_held_against_the_converted_meter(
    shown: int, meter: int, expected: str | None
) -> None:
    left = {24_999_00: NOW - LATE_MS - 1}
    meters = {("p1", "main"): MeterNow(meter, NOW - 10_000, left, rates={"USD": Fraction(23, 25)})}
    trouble = sign_trouble(Heard(amount_minor=shown, currency="USD"), meters, NOW)
    assert (trouble and trouble.code) == expected


def test_a_sign_of_a_currency_that_nobody_plays_in_is_not_judged() -> None:
    meters = {("p1", "main"): MeterNow(1_000_070, NOW)}
    assert sign_trouble(Heard(currency="USD"), meters, NOW) is None
