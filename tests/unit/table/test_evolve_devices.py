"""How the words of devices change a table's state; nothing of the play changes by them."""

from dataclasses import replace
from functools import partial

from acceptor_play import AcceptorPlay
from table_play import SUPERVISOR, TablePlay

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table import evolve_devices
from dealer_station.table.acceptors import Acceptor, Closing, StrayReason
from dealer_station.table.lifecycle import Phase
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.state import TableState

AT = 1_700_000_000_000


def test_a_devices_newest_state_counts_and_repeats_are_not_written():
    play = TablePlay()
    shoe = {"device_id": "shoe", "device_kind": "card_shoe", "session": 1}
    play.submit(c.RecordDevice, device_state="ready", **shoe)
    play.submit(
        c.RecordDevice, device_id="acceptor", device_kind="bet_acceptor", device_state="ready"
    )
    play.submit(c.RecordDevice, device_state="lost", reason="cable", **shoe)
    play.submit(c.RecordDevice, device_state="lost", reason="cable", **shoe)
    assert [(d.device_id, d.device_state, d.reason) for d in play.state.devices] == [
        ("acceptor", "ready", ""),
        ("shoe", "lost", "cable"),
    ]
    assert len(play.events(e.DeviceReported)) == 3


def test_cleared_faults_stand_in_the_record_with_what_the_device_had_said():
    play = TablePlay()
    shoe = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "degraded"}
    play.submit(c.RecordDevice, **shoe, reason="gone", faults=("device_lost",))
    play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="shoe", faults=("device_lost",))
    (cleared,) = play.events(e.DeviceFaultsCleared)
    assert (cleared.faults, cleared.reason, cleared.person_id) == (("device_lost",), "gone", "s1")
    device = play.state.device("shoe")
    assert device is not None
    assert (device.cleared_at, device.device_state) == (cleared.at, "degraded")
    play.submit(c.RecordDevice, **shoe, reason="again", faults=("packet_lost",))
    assert play.state.device("shoe").cleared_at is None
    assert play.state.device("other") is None


def test_a_devices_fault_is_written_down_and_changes_nothing():
    play = TablePlay()
    before = play.state
    play.submit(c.RecordDeviceFault, device_id="shoe", device_kind="card_shoe", code="jam")
    assert play.state == replace(before, version=before.version + 1, step=before.step + 1)
    (fault,) = play.events(e.DeviceFaultReported)
    assert (fault.code, fault.lost_count) == ("jam", None)


def report_fault(play: TablePlay, code: str, fault_class: str, detail: str = "") -> None:
    play.submit(
        c.RecordDeviceFault,
        device_id="shoe",
        device_kind="card_shoe",
        code=code,
        fault_class=fault_class,
        detail=detail,
    )


def to_look_after(play: TablePlay) -> tuple[str, ...]:
    device = play.state.device("shoe")
    return () if device is None else device.to_look_after


def test_a_fault_of_which_the_device_does_not_speak_waits_for_a_supervisor():
    play = TablePlay()
    report_fault(play, "journal_lost", "facts_lost", "committed 1/4, found 2/1")
    report_fault(play, "jam", "device")
    report_fault(play, "device_lost", "link")
    assert to_look_after(play) == ("journal_lost", "jam"), "a dead line is told by the state"
    device = play.state.device("shoe")
    assert device is not None
    assert device.words == "committed 1/4, found 2/1"
    assert device.is_waiting


def test_a_fault_that_a_device_has_put_right_itself_waits_all_the_same():
    play = TablePlay()
    shoe = {"device_id": "shoe", "device_kind": "card_shoe"}
    report_fault(play, "jam", "device", "bent card")
    play.submit(c.RecordDevice, **shoe, device_state="degraded", reason="stuck", faults=("jam",))
    assert to_look_after(play) == ("jam",), "said twice, to be looked after once"
    play.clock.advance(60_000)
    play.submit(c.RecordDevice, **shoe, device_state="ready")
    assert to_look_after(play) == ("jam",)
    device = play.state.device("shoe")
    assert device is not None
    assert (device.words, device.waiting_since_at) == ("bent card", play.clock.now() - 60_000)
    play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="shoe", faults=("jam",))
    assert to_look_after(play) == ()


def test_who_signs_for_a_device_has_seen_its_alarms_too():
    play = TablePlay()
    report_fault(play, "journal_lost", "facts_lost")
    submit = partial(play.submit, c.ClearDeviceFaults, SUPERVISOR, device_id="shoe")
    refusal = submit(faults=("jam",)).refusal
    assert refusal is not None
    assert refusal.reason is RefusalReason.NOT_APPLICABLE
    assert submit(faults=("journal_lost",)).refusal is None
    device = play.state.device("shoe")
    assert device is not None
    assert (device.to_look_after, device.cleared_at) == ((), None), "the device has nothing to do"
    shoe = {"device_id": "shoe", "device_kind": "card_shoe"}
    play.submit(c.RecordDevice, **shoe, device_state="degraded", faults=("jam",))
    report_fault(play, "stale_session", "facts_lost")
    submit(faults=("stale_session", "jam"))
    device = play.state.device("shoe")
    assert device is not None
    assert device.to_look_after == ("jam",), "it has to say so itself"
    assert device.cleared_at == play.clock.now()


def test_one_fault_again_and_again_is_one_alarm_and_pushes_no_other_away():
    play = TablePlay()
    report_fault(play, "journal_lost", "facts_lost")
    for number in range(40):
        play.clock.advance(1_000)
        report_fault(play, "jam", "device", f"card {number}")
    assert to_look_after(play) == ("journal_lost", "jam")
    device = play.state.device("shoe")
    assert device is not None
    assert device.words == "card 39"
    assert device.waiting_since_at == play.clock.now()


def test_what_a_device_has_not_taken_waits_again_with_the_reason():
    play = TablePlay()
    shoe = {"device_id": "shoe", "device_kind": "card_shoe"}
    play.submit(c.RecordDevice, **shoe, device_state="degraded", reason="gone", faults=("jam",))
    play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="shoe", faults=("jam",))
    cleared_at = play.clock.now()
    not_cleared = partial(play.submit, c.RecordNotCleared, device_id="shoe")
    not_cleared(cleared_at=cleared_at - 1, reason="an older one")
    not_cleared(cleared_at=cleared_at, reason="it lasts")
    assert [event.reason for event in play.events(e.DeviceFaultsNotCleared)] == ["it lasts"]
    device = play.state.device("shoe")
    assert device is not None
    assert (device.is_waiting, device.words) == (True, "it lasts; gone")
    play.submit(c.RecordDevice, **shoe, device_state="ready")
    device = play.state.device("shoe")
    assert device is not None
    assert (device.is_waiting, device.words) == (False, "")


def with_acceptors(phase: Phase = Phase.BETTING) -> TableState:
    acceptors = (Acceptor(1, "a-1"), Acceptor(2, "a-2"))
    return TableState(phase=phase, version=9, acceptors=acceptors)


def test_room_for_another_token_is_made_while_wagers_are_open_alone():
    state = evolve_devices.with_room_for_token(with_acceptors(), 2)
    assert [one.reopened_at == 9 for one in state.acceptors] == [False, True]
    closed = with_acceptors(Phase.CLOSING)
    assert evolve_devices.with_room_for_token(closed, 2) == closed


def test_a_token_that_is_no_wager_waits_behind_the_others():
    state = with_acceptors()
    for device_id in ("a-2", "a-1"):
        event = e.StrayTokenTaken(
            at=AT,
            seat=2,
            device_id=device_id,
            token=3,
            value_minor=100,
            reason=StrayReason.LATE,
            device_counter=1,
            source="x",
        )
        state = evolve_devices.stray_token_taken(state, event)
    assert [token.device_id for token in state.stray_tokens] == ["a-2", "a-1"]


def test_a_closing_waits_for_every_acceptor_from_its_own_moment():
    state = evolve_devices.closing_begun(with_acceptors(), e.ClosingBegun(at=AT, person_id="d1"))
    assert state.closing == Closing(9, "d1", AT)
    assert state.window_order == 9


def window(device_id: str, *, is_open: bool, order: int) -> e.WindowReported:
    return e.WindowReported(
        at=AT,
        seat=1,
        device_id=device_id,
        is_open=is_open,
        order=order,
        counter=4,
        device_time=77,
        source="x",
    )


def test_a_window_says_for_which_order_it_was_opened_or_shut():
    state = evolve_devices.window_reported(with_acceptors(), window("a-1", is_open=True, order=5))
    state = evolve_devices.window_reported(state, window("a-1", is_open=False, order=8))
    one, other = state.acceptors
    assert (one.opened_for, one.shut_for, one.is_open) == (5, 8, False)
    assert (one.counter, one.window_at) == (4, 77)
    assert other == Acceptor(2, "a-2")


def test_an_excused_acceptor_is_waited_for_again_once_it_tells_something():
    excused = e.AcceptorExcused(at=AT, seat=1, device_id="a-1")
    state = evolve_devices.acceptor_excused(with_acceptors(), excused)
    assert [one.is_excused for one in state.acceptors] == [True, False]
    state = evolve_devices.window_reported(state, window("a-1", is_open=True, order=5))
    assert [one.is_excused for one in state.acceptors] == [False, False]


def test_lost_tokens_put_an_acceptor_in_doubt_until_a_person_has_looked():
    play = AcceptorPlay().open_betting(1)
    fault = {"device_kind": "bet_acceptor", "code": "facts_lost", "fault_class": "facts_lost"}
    play.submit(c.RecordDeviceFault, device_id="acceptor-1", **fault)
    doubts = {one.seat: one.is_in_doubt for one in play.state.acceptors}
    assert doubts[1]
    assert not any(doubt for seat, doubt in doubts.items() if seat != 1)
    faults = play.state.device("acceptor-1").to_look_after
    play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="acceptor-1", faults=faults)
    assert not any(one.is_in_doubt for one in play.state.acceptors)
