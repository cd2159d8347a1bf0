"""One table's shell: repeats, refusals, shared meters, lost answers, recovery, who is told."""

import threading
from dataclasses import replace
from decimal import Decimal

import pytest
from table_play import (
    CONFIG,
    DEALER,
    DEALER_DOES_NOT,
    FLUSH,
    NOTHING,
    PAIR_OF_EIGHTS,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    SHOE,
    STATION,
    SUPERVISOR,
    TablePlay,
    decided,
)

from dealer_station.clock import VirtualClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.progressives import Progressives
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
    LogUnavailable,
    WrongVersion,
)
from dealer_station.event_log.record import Append, Appended, NewEvent
from dealer_station.house_rules.loader import load_rules
from dealer_station.progressive.events import ContributionBooked, PrizeLocked
from dealer_station.table import commands as c
from dealer_station.table.events import TableResumed
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.roles import Role

ROUND = (
    "open_betting",
    "wager: 1 ante 10; 1 progressive; 2 ante 20",
    "close_betting",
    f"deal: {{1: {FLUSH}, 2: {NOTHING}, dealer: Ah Kh 9s 6c 4h}}",
    "act: 1 bet; 2 fold",
    "pay",
)


class FailingRecord(MemoryRecord):
    """A record whose database can die before a commit, or right after it."""

    def __init__(self):
        super().__init__()
        self.dies = ""

    def append(self, *args, **fields):
        if self.dies == "before":
            raise LogUnavailable("the database is gone")
        appended = super().append(*args, **fields)
        if self.dies == "after":
            raise LogUnavailable("the database was gone before it could answer")
        return appended


def command(kind, play, actor=DEALER, command_id="c-1", **said):
    return kind(command_id=command_id, issued_at=play.clock.now(), actor=actor, **said)


def wager(play, amount="10", command_id="c-1", **said):
    fields = {"seat": 1, "spot": "ante", "amount": Decimal(amount)} | said
    return command(c.PlaceWager, play, command_id=command_id, **fields)


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


def ticking_round():
    return TablePlay(decision_seconds="30", seats=(1, 2)).run(
        "open_betting",
        "wager: 1 ante 10; 2 ante 10",
        "close_betting",
        f"deal: {{1: {FLUSH}, 2: {NOTHING}, dealer: Ah Kh 9s 6c 4h}}",
    )


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
    assert [type(event) for event in first.postings()[1:]] == [ContributionBooked] * 6


def jackpot(play):
    """A royal at seat 1, verified, about to be paid."""
    contributed(play)
    play.run(f"deal: {{1: {ROYAL_CLUBS}, dealer: {DEALER_DOES_NOT}}}", "act: 1 bet")
    return play.run("verify: 1")


def test_a_prize_is_decided_again_when_another_table_has_moved_the_meter(pair):
    """The hit names the version that it was decided on: it is retried on the newest one."""
    first, second = pair
    jackpot(first)
    contributed(second)
    assert first.progressives.known("p1").version < second.progressives.known("p1").version
    first.run("pay")
    assert sum(isinstance(event, PrizeLocked) for event in first.postings()) == 1
    assert first.view["net"]["1"]["progressive"] == "1000.40"  # both contributions, less the stake
    assert first.meter == second.meter == 10_000_00


def test_two_royals_at_two_tables_are_paid_one_after_the_other(pair):
    for play in pair:
        jackpot(play)
    first, second = pair
    first.run("pay")
    second.run("pay")
    assert first.view["net"]["1"]["progressive"] == "1000.40"
    assert second.view["net"]["1"]["progressive"] == "9999.00"
    assert sum(isinstance(event, PrizeLocked) for event in first.postings()) == 2


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


# -------------------------------------------------------------------------- lost answers


@pytest.fixture
def failing():
    return TablePlay(record=FailingRecord()).run("open_betting")


def test_a_command_that_never_reached_the_database_may_be_sent_again(failing):
    before = (failing.state, failing.history())
    failing.record.dies = "before"
    with pytest.raises(LogUnavailable):
        failing.controller.submit(wager(failing))
    assert (failing.state, failing.history()) == before
    failing.record.dies = ""
    outcome = failing.controller.submit(wager(failing))
    assert (outcome.refusal, outcome.is_repeat) == (None, False)


def test_a_command_whose_answer_was_lost_is_taken_in_when_it_is_sent_again(failing):
    failing.record.dies = "after"
    with pytest.raises(LogUnavailable):
        failing.controller.submit(wager(failing))
    failing.record.dies = ""
    outcome = failing.controller.submit(wager(failing))
    assert (outcome.refusal, outcome.is_repeat) == (None, True)
    assert failing.view["stakes"] == {"1": {"ante": "10.00"}}
    failing.run("wager: 2 ante 20")
    assert replayed(failing.record, failing.registry, "t1") == failing.state


def test_the_next_command_takes_in_what_was_written_unanswered(failing):
    """Nobody needs to send the lost one again: whoever comes next is decided after it."""
    versions, checked = [], []
    failing.controller.subscribe(versions.append)
    failing.record.dies = "after"
    with pytest.raises(LogUnavailable):
        failing.controller.submit(wager(failing))
    failing.record.dies = ""
    lost = failing.state.version + 1
    failing.controller.submit(
        wager(failing, "20", "c-2", seat=2), check=lambda state: checked.append(state.version)
    )
    assert failing.view["stakes"] == {"1": {"ante": "10.00"}, "2": {"ante": "20.00"}}
    assert versions == [lost, lost + 1]
    assert checked[-1] == lost
    assert replayed(failing.record, failing.registry, "t1") == failing.state


def test_a_lost_answer_of_the_close_leaves_table_and_meter_as_in_the_record(failing):
    failing.run("wager: 1 ante 10; 1 progressive")
    close = command(c.CloseBetting, failing)
    failing.record.dies = "after"
    with pytest.raises(LogUnavailable):
        failing.controller.submit(close)
    failing.record.dies = ""
    assert failing.controller.submit(close).is_repeat
    assert failing.progressives.known("p1").state.meter_minor == 10_000_70
    assert failing.view["phase"] == "dealing"


def test_folds_whose_answer_was_lost_are_taken_in_as_they_were_written():
    play = TablePlay(record=FailingRecord(), decision_seconds="30", seats=(1,)).run(
        "open_betting",
        "wager: 1 ante 10",
        "close_betting",
        f"deal: {{1: {FLUSH}, dealer: Ah Kh 9s 6c 4h}}",
    )
    play.clock.advance(30_000)
    late = command(c.CallSupervisor, play)
    play.record.dies = "after"
    with pytest.raises(LogUnavailable):
        play.controller.submit(late)
    play.record.dies = ""
    play.clock.advance(500)
    play.controller.submit(replace(late, issued_at=play.clock.now()))
    assert play.history().count("act_taken") == 1
    assert replayed(play.record, play.registry, "t1") == play.state


def test_a_record_that_is_behind_the_table_is_an_error(play):
    """A database put back from yesterday must not be played on."""
    older = MemoryRecord()
    TablePlay(record=older)
    play.controller._record = older
    with pytest.raises(WrongVersion):
        play.controller.submit(wager(play))


# ---------------------------------------------------------------------------- the fence


def test_every_append_carries_the_epoch():
    epochs = []

    class Watched(MemoryRecord):
        def append(self, appends, **fields):
            epochs.append((appends[0].stream, fields["epoch"]))
            return super().append(appends, **fields)

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


# ------------------------------------------------------------------------------ recovery


def test_recovery_at_every_moment_of_a_round_changes_nothing():
    """A record that ends after any command gives the table as it was at that moment."""
    play = TablePlay(seats=(1, 2))
    for line in ROUND:
        play.run(line)
        before = play.view
        state = play.state
        play.run("restart")
        assert play.view == before
        assert play.state == replace(state, version=state.version + 1, step=play.state.step)
        assert play.history()[-1] == "table_resumed"
    assert play.view["phase"] == "settled"


def test_a_table_without_history_recovers_to_nothing():
    play = TablePlay(is_open=False)
    play.controller.recover(play.clock.now(), None)
    assert (play.state.version, play.history()) == (0, [])
    assert play.controller.rules is play.rules


def test_the_rules_of_the_opening_hold_although_the_configuration_has_changed(play):
    """A round that was begun under a rule set is finished under it (design 2.6)."""
    play.run("wager: 1 ante 400")
    changed = load_rules(CONFIG, "caribbean-stud", "classic", {"table_max": "300.00"})
    controller = TableController(
        replace(play.setup, rules=changed),
        play.record,
        play.registry,
        Progressives(play.record, play.registry),
    )
    controller.recover(play.clock.now(), None)
    assert controller.rules.digest == play.rules.digest != changed.digest
    assert controller.rules == play.rules
    play.controller = controller
    play.run("wager: 2 ante 400", "withdraw: 1 ante; 2 ante", "wager: 1 ante 10", *ROUND[2:3])
    play.run(f"deal: {{1: {FLUSH}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 bet", "pay")
    play.submit(c.CloseTable)
    assert controller.rules.digest == play.rules.digest
    play.open_table()
    assert controller.rules.digest == changed.digest
    assert play.run("open_betting").refused("wager: 1 ante 400") == "above_max"


@pytest.mark.parametrize(
    ("alive_after_ms", "stood_since_ms"),
    [(None, 0), (2_000, 2_000), (-50_000, 0), (99_000, 60_000)],
    ids=["no note", "a note after the last event", "an older note", "a clock set back"],
)
def test_clocks_stand_from_the_last_sign_of_life(alive_after_ms, stood_since_ms):
    play = ticking_round()
    last_at = play.clock.now()
    play.clock.advance(60_000)
    controller = TableController(
        play.setup, play.record, play.registry, Progressives(play.record, play.registry)
    )
    alive_at = None if alive_after_ms is None else last_at + alive_after_ms
    controller.recover(play.clock.now(), alive_at)
    play.controller = controller
    (resumed,) = play.events(TableResumed)
    assert resumed.stopped_at == last_at + stood_since_ms
    left_ms = 30_000 - stood_since_ms
    if left_ms > 0:
        play.clock.advance(left_ms - 1)
        play.submit(c.AdvanceClock, STATION)
        assert play.view["phase"] == "deciding"
        play.clock.advance(1)
    play.submit(c.AdvanceClock, STATION)
    assert play.view["phase"] == "paying"


def test_nobody_is_folded_by_an_outage_however_often_the_station_restarts():
    play = ticking_round()
    for _ in range(5):
        play.clock.advance(100)
        at = play.clock.now()
        play.submit(c.CallSupervisor)
        play.submit(c.AnswerCall, SUPERVISOR)
        play.clock.advance(3_600_000)
        play.controller = TableController(
            play.setup, play.record, play.registry, Progressives(play.record, play.registry)
        )
        play.controller.recover(play.clock.now(), at)
    play.clock.advance(30_000 - 5 * 100 - 1)
    play.submit(c.AdvanceClock, STATION)
    assert play.view["phase"] == "deciding"
    play.run("act: 1 bet; 2 bet")


def test_replayed_folds_the_record_to_the_live_state():
    play = decided({1: FLUSH, 2: PAIR_OF_EIGHTS}, progressive=[1]).run("pay")
    assert replayed(play.record, play.registry, "t1") == play.state
    assert replayed(play.record, play.registry, "nobody").version == 0


def test_a_record_with_an_event_of_a_newer_release_is_not_folded():
    play = TablePlay()
    play.record.append(
        [Append(table_stream("t1"), play.state.version, (NewEvent("invented", 1, b"{}"),))],
        command_id="x",
        content_digest=bytes(32),
        epoch=0,
        recorded_at=1,
    )
    with pytest.raises(Exception, match="invented"):
        play.run("restart")


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
        def append(self, appends, **fields):
            appended.append([one.stream for one in appends])
            done = super().append(appends, **fields)
            assert isinstance(done, Appended)
            return done

    play = TablePlay(record=Watched()).run("open_betting", "wager: 1 ante 10; 1 progressive")
    appended.clear()
    play.run("close_betting")
    assert appended == [[table_stream("t1"), progressive_stream("p1")]]
