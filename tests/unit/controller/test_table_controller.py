"""One table's shell: repeats, refusals, facts, shared meters, who is told."""

import threading
from dataclasses import replace

import pytest
from table_commands import command, ticking_round, wager
from table_play import (
    DEALER,
    DEALER_DOES_NOT,
    FLUSH,
    NOTHING,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    SHOE,
    STATION,
    SUPERVISOR,
    TablePlay,
)

from dealer_station.clock import VirtualClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.streams import progressive_stream, table_stream
from dealer_station.controller.table_controller import (
    REMEMBERED_COMMANDS,
    TableController,
    content_digest,
    replayed,
)
from dealer_station.event_log.errors import (
    AlreadyReceived,
    CommandConflict,
)
from dealer_station.event_log.record import Appended
from dealer_station.progressive.ledger_events import LevelHit, WagersCounted
from dealer_station.table import commands as c
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.roles import Role


@pytest.fixture
def play():
    return TablePlay().run("open_betting")


# ------------------------------------------------------------------------------- repeats


def test_a_repeated_command_changes_nothing_and_returns_the_first_outcome(play):
    first = play.controller.submit(wager(play))
    history, view = play.history(), play.view
    play.clock.advance(5_000)
    again = play.controller.submit(wager(play))
    assert first.refusal is None
    assert again == replace(first, is_repeat=True)
    assert (play.history(), play.view) == (history, view)


def test_a_repeat_is_known_although_the_table_has_moved_on(play):
    first = play.controller.submit(wager(play))
    play.run("wager: 2 ante 20")
    assert play.controller.submit(wager(play)) == replace(first, is_repeat=True)
    assert play.view["stakes"]["1"] == {"ante": "10.00"}


@pytest.mark.parametrize("other", [{"amount": "11"}, {"seat": 2}, {"spot": "progressive"}])
def test_the_same_id_with_other_content_is_a_conflict(play, other):
    play.controller.submit(wager(play))
    before = (play.state, play.history())
    with pytest.raises(CommandConflict):
        play.controller.submit(wager(play, **other))
    assert (play.state, play.history()) == before


def test_another_person_or_another_verb_is_other_content(play):
    play.controller.submit(wager(play))
    with pytest.raises(CommandConflict):
        play.controller.submit(replace(wager(play), actor=SUPERVISOR))
    with pytest.raises(CommandConflict):
        play.controller.submit(command(c.CloseBetting, play))


def test_the_digest_of_a_command_is_of_what_it_says(play):
    one = wager(play)
    assert content_digest(one) == content_digest(replace(one, command_id="x", issued_at=7))
    for other in (replace(one, seat=2), replace(one, amount=None), replace(one, is_coin=True)):
        assert content_digest(one) != content_digest(other)
    assert content_digest(command(c.OpenBetting, play)) != content_digest(
        command(c.CloseBetting, play)
    )


def test_a_refusal_is_remembered_with_its_reason_and_facts(play):
    first = play.controller.submit(wager(play, "1"))
    assert first.refusal is not None
    assert first.refusal.reason is RefusalReason.BELOW_MIN
    play.run("wager: 1 ante 10")
    assert play.controller.submit(wager(play, "1")) == replace(first, is_repeat=True)
    with pytest.raises(CommandConflict):
        play.controller.submit(wager(play, "10"))


def test_a_command_is_known_again_after_a_restart(play):
    first = play.controller.submit(wager(play))
    play.run("restart", "wager: 2 ante 20")
    history = play.history()
    again = play.controller.submit(wager(play))
    assert (again.version, again.refusal, again.is_repeat) == (first.version, None, True)
    assert play.history() == history
    with pytest.raises(CommandConflict):
        play.controller.submit(wager(play, "11"))


def test_a_refused_command_has_left_nothing_and_is_decided_anew_after_a_restart(play):
    assert play.controller.submit(wager(play, "1")).refusal is not None
    play.run("restart")
    outcome = play.controller.submit(wager(play, "1"))
    assert outcome.refusal is not None
    assert not outcome.is_repeat


def test_commands_older_than_memory_are_found_in_the_record(play):
    play.controller.submit(wager(play))
    call, answer = (c.CallSupervisor, DEALER), (c.AnswerCall, SUPERVISOR)
    for _ in range(REMEMBERED_COMMANDS // 2 + 1):
        for kind, actor in (call, answer):
            play.submit(kind, actor)
    assert len(play.controller._outcomes) == REMEMBERED_COMMANDS
    assert play.controller.submit(wager(play)).is_repeat
    with pytest.raises(CommandConflict):
        play.controller.submit(wager(play, "11"))


# ------------------------------------------------------------------------ devices' facts


def card(play, sequence, text="As"):
    return command(
        c.RecordCard, play, SHOE, f"shoe/1/{sequence}", card=text, source=f"shoe/1/{sequence}"
    )


def received(play):
    return play.record._snapshot.received


def test_a_fact_is_received_with_its_events(play):
    play.controller.submit(card(play, 1), ("shoe", 1, 1))
    assert received(play) == {"shoe": (1, 1)}
    assert play.history()[-2:] == ["card_drawn", "irregularity_raised"]


def test_a_fact_that_is_refused_or_says_nothing_new_is_received_all_the_same(play):
    outcome = play.controller.submit(card(play, 1, "no card"), ("shoe", 1, 1))
    assert outcome.refusal is not None
    assert received(play) == {"shoe": (1, 1)}
    version = play.state.version
    tick = command(c.AdvanceClock, play, STATION, "tick")
    assert play.controller.submit(tick, ("shoe", 1, 2)).version == version
    assert received(play) == {"shoe": (1, 2)}


def test_a_fact_at_a_place_that_is_taken_is_refused_whole(play):
    play.controller.submit(card(play, 2), ("shoe", 1, 2))
    history = play.history()
    with pytest.raises(AlreadyReceived):
        play.controller.submit(card(play, 1), ("shoe", 1, 1))
    assert play.history() == history
    assert replayed(play.record, play.registry, "t1") == play.state


# --------------------------------------------------------------------------------- check


class NotNow(Exception):  # noqa: N818 - what a caller may raise
    pass


def test_a_check_sees_the_state_and_may_stop_the_command(play):
    seen = []

    def refuse(state):
        seen.append(state.version)
        raise NotNow

    before = (play.state, play.history())
    with pytest.raises(NotNow):
        play.controller.submit(wager(play), check=refuse)
    assert seen == [play.state.version]
    assert (play.state, play.history()) == before
    assert play.controller.submit(wager(play), check=lambda _: None).refusal is None


def test_a_repeat_is_not_checked_again(play):
    def refuse(_):
        raise NotNow

    first = play.controller.submit(wager(play))
    assert play.controller.submit(wager(play), check=refuse) == replace(first, is_repeat=True)


def test_time_comes_to_the_table_before_the_check():
    play = ticking_round()
    play.clock.advance(30_000)
    phases = []
    play.controller.submit(
        command(c.CallSupervisor, play), check=lambda state: phases.append(state.phase)
    )
    assert phases == ["paying"]


# --------------------------------------------------------------------- clocks of decisions


@pytest.mark.parametrize(("passed_ms", "is_taken"), [(29_999, True), (30_000, False)])
def test_whoever_comes_after_the_time_is_folded_first(passed_ms, is_taken):
    play = ticking_round()
    play.clock.advance(passed_ms)
    outcome = play.submit(c.Act, seat=1, action="bet")
    assert (outcome.refusal is None) is is_taken
    assert ("decisions_closed" in play.history()) is not is_taken


def test_a_refused_command_late_in_the_round_has_still_let_time_pass():
    play = ticking_round()
    play.clock.advance(30_000)
    late = command(c.Act, play, seat=1, action="bet")
    outcome = play.controller.submit(late)
    assert outcome.refusal is not None
    assert play.history().count("act_taken") == 2
    play.run("restart")
    assert play.controller.submit(late).refusal is not None
    assert replayed(play.record, play.registry, "t1") == play.state


# ------------------------------------------------------------------- shared progressives


@pytest.fixture
def pair():
    """Two tables of two stations: one record, one progressive, each with its own reading of it."""
    record, clock = MemoryRecord(), VirtualClock()
    first = TablePlay(record=record, clock=clock, table_id="t1", meter=1_000_00)
    second = TablePlay(record=record, clock=clock, table_id="t2", meter=1_000_00)
    assert first.progressives is not second.progressives
    return first, second


def contributed(play, seat=1):
    play.run(
        "open_betting",
        f"wager: {seat} ante 10; {seat} progressive",
        "close_betting",
    )


def test_contributions_of_both_tables_stand_in_one_meter(pair):
    for _ in range(3):
        for play in pair:
            contributed(play)
            play.run(f"deal: {{1: {NOTHING}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 fold", "pay")
    first, second = pair
    assert first.meter == second.meter == 1_000_00 + 6 * 70
    assert [type(event) for event in first.postings()[1:]] == [WagersCounted] * 6


def royal(play):
    """A royal at seat 1, about to be verified."""
    contributed(play)
    return play.run(f"deal: {{1: {ROYAL_CLUBS}, dealer: {DEALER_DOES_NOT}}}", "act: 1 bet")


def test_a_prize_is_decided_again_when_another_table_has_moved_the_meter(pair):
    """The hit names the version that it was decided on: it is retried on the newest one."""
    first, second = pair
    royal(first)
    contributed(second)
    assert first.progressives.known("p1").version < second.progressives.known("p1").version
    first.run("pay")
    assert sum(isinstance(event, LevelHit) for event in first.postings()) == 1
    assert first.view["net"]["1"]["progressive"] == "1000.40"  # both contributions, less the stake
    assert first.meter == second.meter == 10_000_00


@pytest.mark.parametrize("is_paid_first", [True, False])
def test_cs_g09_of_two_royals_at_two_tables_the_one_verified_first_takes_the_meter(
    pair, is_paid_first
):
    first, second = pair
    for play in pair:
        royal(play)
    for play in pair:
        play.run("verify: 1")
    for play in pair if is_paid_first else (second, first):
        play.run("pay")
    assert first.view["net"]["1"]["progressive"] == "1000.40"
    assert second.view["net"]["1"]["progressive"] == "9999.00"
    assert sum(isinstance(event, LevelHit) for event in first.postings()) == 2


def test_tables_on_threads_of_their_own_lose_no_contribution():
    record, clock = MemoryRecord(), VirtualClock()
    tables = [
        TablePlay(record=record, clock=clock, table_id=f"t{number}", meter=0) for number in range(4)
    ]
    failures = []

    def play_rounds(table):
        try:
            for _ in range(10):
                contributed(table)
                table.run(f"deal: {{1: {FLUSH}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 bet", "pay")
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failures.append(error)

    threads = [threading.Thread(target=play_rounds, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert [table.meter for table in tables] == [4 * 10 * 70] * 4


# ---------------------------------------------------------------------------- the fence


def test_every_append_carries_the_epoch():
    epochs = []

    class Watched(MemoryRecord):
        def append(self, request):
            epochs.append((request.appends[0].stream, request.epoch))
            return super().append(request)

    play = TablePlay(record=Watched(), is_open=False)
    controller = TableController(play.setup, play.record, play.registry, play.progressives, epoch=4)
    controller.submit(command(c.OpenTable, play, table_id="t1", seats=(1,)))
    assert epochs == [("progressive/p1", 0), ("table/t1", 4)]


# ------------------------------------------------------------------------------ listeners


def test_listeners_hear_every_commit_once_and_only_commits(play):
    heard = []
    stop = play.controller.subscribe(heard.append)
    version = play.state.version
    play.controller.submit(wager(play))
    play.controller.submit(wager(play))
    play.refused("wager: 1 ante 10000")
    assert heard == [version + 1]
    play.run("wager: 2 ante 10")
    stop()
    stop()
    play.run("wager: 3 ante 10")
    assert heard == [version + 1, version + 2]


def test_a_listener_sees_what_is_committed(play):
    seen = []
    play.controller.subscribe(
        lambda version: seen.append((version, play.controller.public_view()["version"]))
    )
    play.run("wager: 1 ante 10", "close_betting")
    assert [one for one, _ in seen] == [one for _, one in seen]
    assert seen[-1][0] == play.record.version(table_stream("t1"))


def test_a_listener_may_stop_listening_while_it_is_told(play):
    heard = []
    stops = []

    def once(version):
        heard.append(version)
        stops[0]()

    stops.append(play.controller.subscribe(once))
    play.controller.subscribe(heard.append)
    play.run("wager: 1 ante 10", "wager: 2 ante 10")
    assert len(heard) == 3


# ---------------------------------------------------------------------------------- views


def test_views_are_taken_whole_while_cards_fall():
    """A snapshot never mixes two moments: its cards are those of its version."""
    play = TablePlay(seats=(1,)).run("open_betting", "wager: 1 ante 10", "close_betting")
    start = play.state.version
    is_over = threading.Event()
    seen, torn = set(), []

    def look():
        while not is_over.is_set():
            view = play.controller.view(Role.DEALER, play.clock.now())
            cards = sum(len(hand.split()) for hand in view["cards"].values())
            seen.add(cards)
            # The last card and the end of the deal are one command's events.
            if view["version"] - start != (cards if cards < 10 else 11):
                torn.append(view)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        play.run(f"deal: {{1: {ROYAL_DIAMONDS}, dealer: Ah Kh 9s 6c 4h}}")
    finally:
        is_over.set()
        watcher.join()
    assert torn == []
    assert seen
    assert play.controller.version == play.state.version
    assert play.controller.table_id == "t1"


def test_all_of_a_command_stands_in_one_transaction():
    appended = []

    class Watched(MemoryRecord):
        def append(self, request):
            appended.append([one.stream for one in request.appends])
            done = super().append(request)
            assert isinstance(done, Appended)
            return done

    play = TablePlay(record=Watched()).run("open_betting", "wager: 1 ante 10; 1 progressive")
    appended.clear()
    play.run("close_betting")
    assert appended == [[table_stream("t1"), progressive_stream("p1")]]
