"""The meters of a table: which pools count, and who is told when one of them has moved."""

import threading
from dataclasses import replace
from decimal import Decimal

import pytest
from progressive_builders import open_main
from table_play import DEALER, FLUSH, ROYAL_CLUBS, ROYAL_DIAMONDS, SUPERVISOR, TablePlay

from dealer_station.clock import VirtualClock
from dealer_station.controller import table_controller
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.table_controller import TableController
from dealer_station.money import format_minor
from dealer_station.table import commands as c
from dealer_station.table.events import SeatPaid, TableOpened
from dealer_station.table.roles import Role

STAKES = ("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")


def other_pool(play: TablePlay, meter: int = 500_00) -> None:
    """Bring the table back under a configuration whose pool is another progressive."""
    progressives = Progressives(play.record, play.registry)
    open_main(progressives, "p2", play.rules, meter, at=play.clock.now())
    play.progressives = progressives
    setup = replace(play.setup, progressives={"main": "p2"})
    play.controller = TableController(setup, play.record, play.registry, progressives)
    play.controller.recover(play.clock.now(), play.clock.now())


def meter_of(play: TablePlay, progressive_id: str) -> int:
    return play.progressives.refresh(progressive_id).state.meter_minor


def test_the_record_says_which_progressives_a_table_was_opened_for():
    play = TablePlay(meter=0)
    without = TablePlay(rules="evolution")
    assert [opened.progressives for opened in play.events(TableOpened)] == [{"main": "p1"}]
    assert [opened.progressives for opened in without.events(TableOpened)] == [{}]


def test_the_pools_are_the_houses_and_not_the_commands():
    play = TablePlay(is_open=False)
    play.submit(c.OpenTable, table_id="t1", seats=(1,), progressives={"main": "theirs"})
    assert [opened.progressives for opened in play.events(TableOpened)] == [{"main": "p1"}]


def test_the_pools_of_the_opening_hold_although_the_configuration_has_changed():
    """Stakes that were placed for one jackpot feed that jackpot."""
    play = TablePlay(seats=(1,), meter=0).run(*STAKES[:2])
    other_pool(play)
    play.run("close_betting")
    assert (meter_of(play, "p1"), meter_of(play, "p2")) == (70, 500_00)
    assert play.view["meters"] == {"main": "0.70"}
    play.run(f"deal: {{1: {FLUSH}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 bet", "pay")
    play.submit(c.CloseTable)
    play.open_table()
    assert play.events(TableOpened)[-1].progressives == {"main": "p2"}
    assert play.view["meters"] == {"main": "500.00"}
    play.run(*STAKES)
    assert (meter_of(play, "p1"), meter_of(play, "p2")) == (70, 500_70)


def test_a_prize_is_taken_from_the_pool_of_the_opening():
    play = TablePlay(seats=(1,), meter=100_00, contribution="0").run(*STAKES)
    play.run("deal: {1: 9d 8d 7d 6d 5d, dealer: Ah Kh 9s 6c 4h}", "act: 1 bet")
    other_pool(play)
    play.run("pay")
    assert (meter_of(play, "p1"), meter_of(play, "p2")) == (90_00, 500_00)


def test_a_part_of_a_meter_that_was_empty_when_looked_at_is_of_what_is_in_it_now():
    """Another station has fed it since, which a decision that writes nothing there must see."""
    record, clock = MemoryRecord(), VirtualClock()
    rules = {"seed_amount": "0", "contribution": "1"}
    play = TablePlay(record=record, clock=clock, seats=(1,), meter=0, **rules)
    other = TablePlay(record=record, clock=clock, table_id="t2", seats=(1,), meter=0, **rules)
    play.run(*STAKES, "deal: {1: 9d 8d 7d 6d 5d, dealer: Ah Kh 9s 6c 4h}", "act: 1 bet")
    other.run(*STAKES, f"deal: {{1: {ROYAL_CLUBS}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 bet", "pay")
    assert play.progressives.refresh("p1").state.meter_minor == 0
    other.run("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")
    play.run("pay")
    (paid,) = play.events(SeatPaid)
    assert {wager.spot: wager.net_minor for wager in paid.wagers}["progressive"] == 10 - 100
    assert meter_of(play, "p1") == 90


def test_what_was_counted_out_by_the_picture_is_what_is_paid():
    """A part of nothing is no prize; another table feeds the meter between picture and touch."""
    record, clock = MemoryRecord(), VirtualClock()
    rules = {"seed_amount": "0", "contribution": "1"}
    play = TablePlay(record=record, clock=clock, seats=(1,), meter=0, **rules)
    other = TablePlay(record=record, clock=clock, table_id="t2", seats=(1,), meter=0, **rules)
    play.run(*STAKES, "deal: {1: 9d 8d 7d 6d 5d, dealer: Ah Kh 9s 6c 4h}", "act: 1 bet")
    other.run(*STAKES, f"deal: {{1: {ROYAL_CLUBS}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 bet", "pay")
    play.submit(c.VerifyHand, SUPERVISOR, seat=1)

    def shown() -> Decimal:
        view = play.controller.view(Role.DEALER, play.clock.now())
        return Decimal(view["payouts"][0]["hand_back"])

    counted_out = shown()
    other.run("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")
    refusal = play.submit(c.PaySeat, seat=1, hand_back=counted_out).refusal
    assert refusal is not None
    assert refusal.reason == "hand_back_changed"
    now = counted_out + Decimal("0.10")
    assert refusal.facts == {"seat": "1", "hand_back": str(now), "shown": str(counted_out)}
    assert (shown(), play.events(SeatPaid)) == (now, [])
    assert play.submit(c.PaySeat, seat=1, hand_back=now).refusal is None
    (paid,) = play.events(SeatPaid)
    assert sum(wager.handed_back_minor for wager in paid.wagers) == now * 100


# ------------------------------------------------------------------------------ the picture


@pytest.fixture
def pair():
    """Two tables of one station: they share its reading of the progressive."""
    record, clock = MemoryRecord(), VirtualClock()
    first = TablePlay(record=record, clock=clock, table_id="t1", meter=1_000_00)
    second = TablePlay(
        record=record, clock=clock, table_id="t2", meter=1_000_00, is_open=False, seats=(1,)
    )
    second.progressives = first.progressives
    second.controller = TableController(second.setup, record, second.registry, first.progressives)
    second.open_table()
    return first, second


def test_every_commit_is_another_picture_and_nothing_else_is():
    play = TablePlay()
    pictures = [play.controller.picture]
    for line in ("open_betting", "wager: 1 ante 10", "wager: 2 ante 10"):
        play.run(line)
        pictures.append(play.controller.picture)
    assert len(set(pictures)) == 4
    assert play.refused("wager: 1 ante 10000") == "above_max"
    play.seen_by(Role.DEALER)
    tick = c.AdvanceClock(command_id="t", issued_at=play.clock.now(), actor=DEALER)
    play.controller.submit(tick)
    assert play.controller.picture == pictures[-1]


def test_a_repeat_is_the_same_picture():
    play = TablePlay().run("open_betting")
    close = c.CallSupervisor(command_id="x", issued_at=play.clock.now(), actor=DEALER)
    play.controller.submit(close)
    picture = play.controller.picture
    assert play.controller.submit(close).is_repeat
    assert play.controller.picture == picture


def test_a_meter_that_another_table_has_moved_is_another_picture(pair):
    first, second = pair
    heard = []
    first.controller.subscribe(heard.append)
    version, picture = first.state.version, first.controller.picture
    second.run(*STAKES[:2])
    assert (heard, first.controller.picture) == ([], picture)
    second.run("close_betting")
    assert first.controller.picture != picture
    assert heard == [version] == [first.state.version]
    assert first.seen_by(Role.DEALER)["meters"] == {"main": "1000.70"}


def test_a_table_without_that_pool_is_not_told():
    record, clock = MemoryRecord(), VirtualClock()
    first = TablePlay(record=record, clock=clock, table_id="t1")
    live = TablePlay(rules="evolution", record=record, clock=clock, table_id="t3", is_open=False)
    live.controller = TableController(live.setup, record, live.registry, first.progressives)
    live.open_table()
    heard = []
    live.controller.subscribe(heard.append)
    picture = live.controller.picture
    first.run(*STAKES)
    assert (heard, live.controller.picture) == ([], picture)


def test_after_a_change_of_the_pool_the_old_meter_is_nobodys_business_here(pair):
    first, second = pair
    open_main(first.progressives, "p2", first.rules, 0, at=first.clock.now())
    second.submit(c.CloseTable)
    setup = replace(second.setup, progressives={"main": "p2"})
    second.controller = TableController(setup, second.record, second.registry, first.progressives)
    second.controller.recover(second.clock.now(), second.clock.now())
    second.open_table()
    picture = second.controller.picture
    first.run(*STAKES)
    assert second.controller.picture == picture


def test_no_picture_is_lost_while_both_tables_play(pair):
    """Two threads count: six commands a round here, and two moves of the meter by each table."""
    first, _ = pair
    start = first.controller.picture
    failures = []

    def rounds(play: TablePlay) -> None:
        try:
            for _ in range(20):
                play.run(*STAKES, "report: {irregularity: CS-I18}", "rule: void_round")
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failures.append(error)

    threads = [threading.Thread(target=rounds, args=(play,)) for play in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert first.controller.picture - start == 20 * (6 + 2 + 2)


def test_a_prize_that_another_table_takes_while_this_one_decides_is_not_paid_twice(
    pair, monkeypatch
):
    """The meter moves between the look at it and the append: decided again, on what is left."""
    tables = dict(zip(("t1", "t2"), pair, strict=True))
    for play, royal in zip(pair, (ROYAL_CLUBS, ROYAL_DIAMONDS), strict=True):
        play.run(*STAKES, f"deal: {{1: {royal}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 bet")
    meter = meter_of(pair[0], "p1")
    decide = table_controller.decide
    others = ["t2"]

    def decide_slowly(command, state, rules, meters, packed):
        decision = decide(command, state, rules, meters, packed)
        if isinstance(command, c.VerifyHand) and state.table_id == "t1" and others:
            tables[others.pop()].run("verify: 1", "pay: 1")
        return decision

    monkeypatch.setattr(table_controller, "decide", decide_slowly)
    pair[0].run("verify: 1", "pay: 1")
    first, second = (play.view["net"]["1"]["progressive"] for play in pair)
    seed = meter_of(pair[0], "p1")
    assert second == format_minor(meter - 100)
    assert first == format_minor(seed - 100)
