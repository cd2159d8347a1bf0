"""What waits for a person, in the order of danger; nothing of it gives a hidden card away."""

from collections.abc import Callable

import pytest
from recorded_play import (
    FLUSH,
    NOTHING,
    OTHER_ROYAL,
    PAIR,
    ROYAL,
    Recorded,
    bet_and_deal,
    decide,
    whole_round,
)
from table_play import SHOE, SUPERVISOR, TablePlay

from dealer_station.projections.floor.inbox import Item, in_order, inbox
from dealer_station.projections.floor.table_now import TableNow
from dealer_station.table import commands as c
from dealer_station.table.roles import Role
from dealer_station.table.visibility import FACE_DOWN

RULERS = (Role.SUPERVISOR, Role.MANAGER)
OTHERS = (Role.TECHNICIAN, Role.AUDITOR)


def table_now(recorded: Recorded, play: TablePlay, role: Role = Role.SUPERVISOR) -> TableNow:
    table_id = play.setup.facts.id
    return TableNow(
        table_id=table_id,
        name="Table",
        role=role,
        state=play.state,
        rules=play.controller.rules,
        view=play.seen_by(role),
        moments=recorded.reads.moments(table_id).now(play.state),
    )


def waiting(recorded: Recorded, play: TablePlay, role: Role = Role.SUPERVISOR) -> list[Item]:
    return inbox(table_now(recorded, play, role))


def only(recorded: Recorded, play: TablePlay, role: Role = Role.SUPERVISOR) -> Item:
    (item,) = waiting(recorded, play, role)
    return item


def test_nothing_waits_at_a_table_that_plays(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    whole_round(play, {1: PAIR, 2: NOTHING})
    assert waiting(recorded, play) == []


# ----------------------------------------------------------------------------------- rulings


def test_a_ruling_is_the_one_of_the_view_with_its_moment(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1, 2)), {1: PAIR, 2: NOTHING})
    recorded.clock.advance(5_000)
    raised = recorded.clock.now()
    play.run("report: {irregularity: CS-I08, seat: 2, card: 8h}")
    recorded.clock.advance(5_000)
    item = only(recorded, play)
    assert item["ruling"] == play.seen_by(Role.SUPERVISOR)["ruling"]
    assert {key: item[key] for key in ("id", "kind", "since", "danger", "needs", "round")} == {
        "id": "t1/ruling/1", "kind": "ruling", "since": raised, "danger": 3,
        "needs": "supervisor", "round": 1,
    }  # fmt: skip
    assert item["title"] == "player's card shown to others by the dealer"
    assert (item["version"], item["played_version"]) == (play.state.version,) * 2
    assert item["command"] is None


def test_rulers_see_the_card_that_is_named_and_nobody_else_where_it_lies(
    recorded: Recorded,
) -> None:
    play = bet_and_deal(recorded.play(seats=(1, 2)), {1: PAIR, 2: NOTHING})
    play.run("report: {irregularity: CS-I08, seat: 2, card: 8h}")
    for role in RULERS:
        assert only(recorded, play, role)["cards"] == [{"position": "seat 2 card 1", "card": "8h"}]
    for role in OTHERS:
        assert only(recorded, play, role)["cards"] == []


def test_a_place_that_is_named_is_told_to_all_and_its_card_to_rulers(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    play.run("report: {irregularity: CS-I05, position: dealer card 2}")
    for role, card in ((Role.MANAGER, "Kh"), (Role.AUDITOR, FACE_DOWN)):
        assert only(recorded, play, role)["cards"] == [{"position": "dealer card 2", "card": card}]


def test_both_copies_of_a_doubled_card_are_shown_to_rulers(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    play.run("open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting", "shoe: 9h 8s Ah 9h")
    item = only(recorded, play)
    assert (item["danger"], item["needs"]) == (4, "manager")
    assert item["cards"] == [
        {"position": "seat 1 card 1", "card": "9h"}, {"position": "seat 1 card 2", "card": "9h"},
    ]  # fmt: skip
    hidden = only(recorded, play, Role.TECHNICIAN)["cards"]
    assert hidden == [{"position": "seat 1 card 2", "card": FACE_DOWN}]


def test_a_count_of_the_stub_that_is_wrong_is_as_bad_as_a_doubled_card(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    play.run("report: {irregularity: CS-I19, count: 40}")
    assert only(recorded, play)["danger"] == 4


def test_a_surplus_card_has_no_place(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR}).run("shoe: 2d")
    for role, card in ((Role.SUPERVISOR, "2d"), (Role.AUDITOR, FACE_DOWN)):
        assert only(recorded, play, role)["cards"] == [{"position": "", "card": card}]


def test_a_report_on_the_card_read_last_means_that_card(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    play.run("open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting", "shoe: 9h 8s Ah 7h")
    play.run("report: {irregularity: CS-I16, card: 8s}")
    for role, card in ((Role.SUPERVISOR, "7h"), (Role.AUDITOR, FACE_DOWN)):
        assert only(recorded, play, role)["cards"] == [{"position": "seat 1 card 2", "card": card}]


def test_a_hand_that_may_be_honoured_is_shown_to_who_rules(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2), progressive_on_dealer_misdeal="honour")
    bet_and_deal(play, {1: FLUSH, 2: NOTHING}, progressive=(1, 2))
    play.run("report: {irregularity: CS-I03, count: 6}")
    for role in RULERS:
        item = only(recorded, play, role)
        assert [one["card"] for one in item["cards"]] == FLUSH.split()
        assert item["needs"] == "manager"
    for role in OTHERS:
        assert only(recorded, play, role)["cards"] == []


def test_a_card_between_rounds_concerns_no_place(recorded: Recorded) -> None:
    play = whole_round(recorded.play(seats=(1,)), {1: PAIR}).run("shoe: 2d")
    item = only(recorded, play)
    assert item["ruling"]["facts"] == {"card": "2d"}
    assert item["cards"] == []


# ----------------------------------------------------------------------- one-button kinds


def test_the_hand_whose_turn_has_come_is_shown_with_its_prize(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: FLUSH}, progressive=(1,))
    recorded.clock.advance(10_000)
    decide(play)
    closed = recorded.clock.now()
    recorded.clock.advance(10_000)
    item = only(recorded, play)
    assert {key: item[key] for key in ("id", "since", "danger", "seat", "amount", "category")} == {
        "id": "t1/verification/1/1", "since": closed, "danger": 3, "seat": 1, "amount": "50.00",
        "category": "flush",
    }  # fmt: skip
    assert item["hand"] == FLUSH.split()
    assert item["cards"][2] == {"position": "seat 1 card 3", "card": "5h"}
    assert item["command"] == {"command": "verify_hand", "seat": 1, "round": 1}


def test_a_hand_that_waits_tells_its_seat_to_rulers_and_no_more(recorded: Recorded) -> None:
    """Seat 2's turn has come; seat 1 waits with a royal."""
    play = bet_and_deal(recorded.play(seats=(1, 2)), {1: ROYAL, 2: OTHER_ROYAL}, progressive=(1, 2))
    decide(play)
    for role in RULERS:
        by_seat = {item["seat"]: item for item in waiting(recorded, play, role)}
        assert (by_seat[2]["amount"], by_seat[2]["category"]) == ("5000.70", "royal_flush")
        assert (by_seat[1]["amount"], by_seat[1]["category"]) == (None, None)
        assert by_seat[1]["hand"] == [FACE_DOWN] * 5
    for role in OTHERS:
        assert [item["seat"] for item in waiting(recorded, play, role)] == [2]


def test_a_hand_that_was_seen_waits_no_more(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: FLUSH}, progressive=(1,))
    decide(play).run("verify: 1")
    assert waiting(recorded, play) == []


def test_a_call_waits_since_it_was_made(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    called = recorded.clock.now()
    play.submit(c.CallSupervisor)
    recorded.clock.advance(60_000)
    item = only(recorded, play)
    assert {key: item[key] for key in ("id", "kind", "since", "danger", "command")} == {
        "id": "t1/call", "kind": "call", "since": called, "danger": 2,
        "command": {"command": "answer_call", "round": 0},
    }  # fmt: skip


def faulty(play: TablePlay) -> None:
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "degraded"}
    faults = ("device_lost", "capture_full")
    play.submit(c.RecordDevice, SHOE, reason="after 9h", faults=faults, **said)


def test_faults_of_a_device_wait_until_somebody_signs(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    faulty(play)
    item = only(recorded, play)
    assert {key: item[key] for key in ("id", "kind", "danger", "device", "reason")} == {
        "id": "t1/device_fault/shoe", "kind": "device_fault", "danger": 2, "device": "shoe",
        "reason": "after ##",
    }  # fmt: skip
    faults = ["device_lost", "capture_full"]
    assert item["faults"] == faults
    assert item["command"] == {
        "command": "clear_device_faults", "device": "shoe", "faults": faults,
    }  # fmt: skip
    play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="shoe", faults=tuple(faults))
    assert waiting(recorded, play) == [], "it was signed; the device is told"


def test_an_alarm_that_comes_after_the_signature_waits_for_another(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    faulty(play)
    both = ("device_lost", "capture_full")
    play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="shoe", faults=both)
    play.submit(
        c.RecordDeviceFault,
        SHOE,
        device_id="shoe",
        device_kind="card_shoe",
        code="stale_session",
        fault_class="facts_lost",
        detail="found 1/4",
    )
    item = only(recorded, play)
    assert item["faults"] == [*both, "stale_session"]
    assert item["reason"].endswith("; found 1/4")


# --------------------------------------------------------------------------------- order


def held(play: TablePlay) -> None:
    bet_and_deal(play, {1: PAIR})
    play.run("report: {irregularity: CS-I09, seat: 1}")


def fouled(play: TablePlay) -> None:
    play.run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: 9h Ah 9h")


def calling(play: TablePlay) -> None:
    play.submit(c.CallSupervisor)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_the_most_dangerous_comes_first_and_then_the_newest(
    recorded: Recorded, order: tuple[int, ...]
) -> None:
    what: tuple[Callable[[TablePlay], None], ...] = (fouled, held, held, calling)
    items = []
    for number in order:
        play = recorded.play(f"t{number}", seats=(1,))
        what[number](play)
        recorded.clock.advance(1_000)
        items += waiting(recorded, play)
    newest_held = max((order.index(n), n) for n in (1, 2))[1]
    other = 3 - newest_held
    assert [item["table"] for item in in_order(items)] == [
        "t0", f"t{newest_held}", f"t{other}", "t3",
    ]  # fmt: skip
