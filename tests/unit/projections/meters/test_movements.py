"""A meter over time: every balance is the sum of what came before it, wherever one begins."""

import threading
from fractions import Fraction

import pytest
from recorded_play import (
    FLUSH,
    NOTHING,
    PAIR,
    ROYAL,
    Recorded,
    bet_and_deal,
    decide,
    whole_round,
)

from dealer_station.event_log.streams import progressive_stream
from dealer_station.money import whole_minor
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.ledger import Ledger, evolve
from dealer_station.progressive.ledger_events import LevelHit
from dealer_station.projections.meters import movements
from dealer_station.projections.meters.movements import MeterMovements


def history(recorded: Recorded) -> MeterMovements:
    return MeterMovements("p1", recorded.queries, recorded.registry)


def balances(recorded: Recorded) -> list[Fraction]:
    """The meter after each event, by the ledger's own fold."""
    state, found = Ledger(), [Fraction(0)]
    for row in recorded.record.read(progressive_stream("p1")):
        state = evolve(state, recorded.registry.decode(row))
        (level,) = state.levels
        found.append(level.meter)
    return found


@pytest.fixture
def busy(recorded: Recorded) -> Recorded:
    """Contributions of a third, prizes, a void round, and contributions after it."""
    play = recorded.play(seats=(1, 2), contribution="1/3", deduct_fixed_prizes="true")
    whole_round(play, {1: FLUSH, 2: NOTHING}, progressive=(1, 2))
    whole_round(play, {1: ROYAL, 2: PAIR}, progressive=(1, 2))
    decide(bet_and_deal(play, {1: NOTHING, 2: FLUSH}, progressive=(1, 2)))
    play.run("verify: 2", "pay: 2", "shoe: 5d", "rule: void_round")
    for _ in range(3):
        whole_round(play, {1: PAIR, 2: NOTHING}, progressive=(1,))
    return recorded


def test_every_movement_has_the_meter_before_and_after(busy: Recorded) -> None:
    expected = balances(busy)
    moved = history(busy).movements(None, 1000)[::-1]
    assert [one.before for one in moved] == expected[:-1]
    assert [one.after for one in moved] == expected[1:]
    assert [one.row.version for one in moved] == list(range(1, len(expected)))


def test_a_page_says_the_same_wherever_it_begins(
    busy: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(movements, "CHECKPOINT_EVERY", 4)
    monkeypatch.setattr(movements, "READ_AT_ONCE", 3)
    whole = history(busy).movements(None, 1000)
    found = history(busy)
    for before in range(1, len(whole) + 3):
        page = found.movements(before, 3)
        assert page == [one for one in whole if one.row.version < before][:3]


def test_the_meter_is_the_whole_units_of_the_balance(busy: Recorded) -> None:
    now = history(busy).meter()
    exact = balances(busy)[-1]
    assert exact.denominator == 3
    assert now.minor == exact.numerator // 3
    assert now.changed_at == busy.clock.now()


def test_one_that_is_followed_and_one_that_is_new_say_the_same(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    followed = history(recorded)
    for hand in (FLUSH, PAIR, ROYAL, FLUSH):
        whole_round(play, {1: hand}, progressive=(1,))
        recorded.clock.advance(3_600_000)
        fresh, now = history(recorded), recorded.clock.now()
        assert followed.meter() == fresh.meter()
        assert followed.last_hit() == fresh.last_hit()
        assert followed.spark(now) == fresh.spark(now)


def test_the_last_hit_is_the_newest_prize_of_a_round_that_stands(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    found = history(recorded)
    assert found.last_hit() is None
    whole_round(play, {1: FLUSH, 2: NOTHING}, progressive=(1,))
    hit = found.last_hit()
    assert hit is not None
    assert (hit.hand, hit.round_number, hit.amount_minor) == ("flush", 1, 5000)
    decide(bet_and_deal(play, {1: NOTHING, 2: ROYAL}, progressive=(2,)))
    play.run("verify: 2", "pay: 2")
    second = found.last_hit()
    assert second is not None
    assert (second.hand, second.round_number) == ("royal_flush", 2)
    play.run("shoe: 5d", "rule: void_round")
    assert found.last_hit() == hit, "a void round has no winner"


def test_the_spark_covers_a_day_with_at_most_sixty_points(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    found = history(recorded)
    opened_at = recorded.clock.now()
    for _ in range(40):
        recorded.clock.advance(3_600_000)
        whole_round(play, {1: PAIR}, progressive=(1,))
    now = recorded.clock.now()
    points = found.spark(now)
    assert len(points) <= movements.SPARK_POINTS
    assert points[0][0] == now - movements.SPARK_MS > opened_at
    assert points[-1] == (now, found.meter().minor)
    assert [at for at, _ in points] == sorted(at for at, _ in points)
    meters = [amount for _, amount in points]
    assert meters == sorted(meters)
    assert meters[0] == 1_000_000 + 16 * 70


def test_a_meter_that_rests_for_a_day_is_a_line(recorded: Recorded) -> None:
    recorded.play(seats=(1,))
    recorded.clock.advance(3 * movements.SPARK_MS)
    now = recorded.clock.now()
    assert history(recorded).spark(now) == [(now - movements.SPARK_MS, 1_000_000)]


def test_many_movements_in_one_slot_are_one_point(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    for _ in range(5):
        whole_round(play, {1: PAIR}, progressive=(1,))
    assert len(history(recorded).spark(recorded.clock.now())) == 1


def test_building_stops_where_the_station_stops(busy: Recorded) -> None:
    is_ending = threading.Event()
    is_ending.set()
    found = history(busy)
    assert found.catch_up(is_ending) == 0
    assert found.catch_up() == len(balances(busy)) - 1


def test_a_progressive_that_was_never_opened(recorded: Recorded) -> None:
    found = MeterMovements("nobody", recorded.queries, recorded.registry)
    assert (found.meter().minor, found.last_hit(), found.spark(1)) == (0, None, [])
    assert found.movements(None, 5) == []


def test_the_meter_knows_which_amounts_it_left_and_when(
    busy: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = history(busy).meter()
    moved = history(busy).movements(None, 1000)[::-1]
    expected = {
        whole_minor(one.before): one.event.at
        for one in moved
        if whole_minor(one.before) != whole_minor(one.after)
    }
    assert now.left_at == expected
    taken = [
        one.event.at
        for one in moved
        if isinstance(one.event, LevelHit)
        and any(part.account is Account.METER and part.amount < 0 for part in one.event.entry)
    ]
    assert now.hit_at == taken[-1]
    monkeypatch.setattr(movements, "LEFT_KEPT", 2)
    assert set(history(busy).meter().left_at.items()) < set(expected.items())
