from collections.abc import Sequence

import pytest
from log_builders import RECORDED_AT, content, event, kinds, numbered, request, to

from dealer_station.event_log.digests import row_digest
from dealer_station.event_log.errors import StaleEpoch, WrongVersion
from dealer_station.event_log.planning import CommandRow, Plan, Snapshot, plan_group
from dealer_station.event_log.record import Append, Appended, AppendRequest, Head, Receipt


def snapshot(last_position: int = 0, **heads: Head) -> Snapshot:
    return Snapshot(last_position, dict(heads), {}, {}, {})


def plan(known: Snapshot, *requests: AppendRequest | Receipt) -> Plan:
    return plan_group(requests, known)


def test_rows_are_chained_from_the_head_on() -> None:
    head = Head(4, 9, content("head"))
    command = request("c1", to("a", 4, *numbered(2)))

    made = plan(snapshot(9, a=head), command)

    says = content("c1")
    first_content = (10, "a", 5, "card_drawn", 1, RECORDED_AT, "c1", None, None, 1)
    first = row_digest(head.digest, says, first_content, b'{"number":1}')
    second_content = (11, "a", 6, "card_drawn", 1, RECORDED_AT, "c1", None, None, 1)
    second = row_digest(first, says, second_content, b'{"number":2}')
    assert made.events == [
        (*first_content, b'{"number":1}', first, head.digest),
        (*second_content, b'{"number":2}', second, first),
    ]
    assert made.heads == {"a": Head(6, 11, second)}
    assert made.commands == [
        CommandRow("c1", content("c1"), 10, 11, '{"a":6}', RECORDED_AT),
    ]
    assert made.outcomes == [Appended((10, 11), {"a": 6})]


def test_a_command_names_the_streams_that_it_wrote_to_alone() -> None:
    known = snapshot(9, a=Head(4, 9, content("a")), p=Head(3, 8, content("p")))
    command = request("c1", to("b"), Append("p", 3, ()), to("a", 4, *numbered(2)))

    made = plan(known, command)

    assert made.commands == [CommandRow("c1", content("c1"), 10, 12, '{"b":1,"a":6}', RECORDED_AT)]
    assert made.outcomes == [Appended((10, 11, 12), {"b": 1, "a": 6})]


def test_requests_of_a_group_see_each_other() -> None:
    made = plan(
        snapshot(),
        request("c1", to("a", 0)),
        request("c2", to("a", 0)),
        request("c3", to("a", 1)),
        request("c1", to("a", 0)),
    )

    assert kinds(made.outcomes) == ["Appended", "WrongVersion", "Appended", "Appended"]
    assert made.outcomes[3] == Appended((1,), {"a": 1}, is_repeat=True)
    assert [row[0] for row in made.events] == [1, 2]


def test_a_refusal_leaves_no_trace_in_the_plan() -> None:
    known = snapshot(3, a=Head(1, 3, content("a")))
    refused = request("c1", to("b", 0), to("a", 7), received=("shoe", 1, 1))

    made = plan(known, refused)

    assert made.is_empty()
    assert (made.events, made.commands, made.heads, made.received) == ([], [], {}, {})
    assert known.last_position == 3
    assert known.received == {}


def test_the_epoch_is_judged_before_the_version() -> None:
    known = snapshot(1, a=Head(1, 1, content("a")))
    known.epochs["a"] = 5

    (stale,) = plan(known, request("c1", to("a", 0), epoch=4)).outcomes
    (late,) = plan(known, request("c1", to("a", 0), epoch=5)).outcomes

    assert isinstance(stale, StaleEpoch)
    assert isinstance(late, WrongVersion)


def test_a_known_command_is_judged_before_all_else() -> None:
    known = snapshot(5, a=Head(5, 5, content("a")))
    known.epochs["a"] = 5
    known.received["shoe"] = (9, 9)
    known.commands["c1"] = CommandRow("c1", content("c1"), 2, 3, '{"a":3}', RECORDED_AT)

    made = plan(known, request("c1", to("a", 1), epoch=1, received=("shoe", 1, 1)))

    assert made.outcomes == [Appended((2, 3), {"a": 3}, is_repeat=True)]
    assert made.is_empty()


def test_places_of_devices_move_on_within_a_group() -> None:
    made = plan(
        snapshot(),
        Receipt(("shoe", 1, 1), RECORDED_AT),
        request("c1", to("a", 0), received=("shoe", 1, 2)),
        Receipt(("shoe", 1, 2), RECORDED_AT),
        Receipt(("other", 7, 1), RECORDED_AT),
    )

    assert kinds(made.outcomes) == ["receipt", "Appended", "AlreadyReceived", "receipt"]
    assert made.received == {
        "shoe": (1, 2, RECORDED_AT),
        "other": (7, 1, RECORDED_AT),
    }


@pytest.mark.parametrize("groups", [[4], [1, 3], [2, 2], [1, 1, 1, 1]])
def test_grouping_does_not_change_what_is_written(groups: Sequence[int]) -> None:
    requests = [
        request("c1", to("a", 0, *numbered(2)), to("p")),
        request("c2", to("a", 1)),
        request("c3", to("p"), to("a", 2, event("[]"))),
        request("c1", to("a", 0, *numbered(2)), to("p")),
    ]
    known, rows, outcomes = snapshot(), [], []
    left = list(requests)
    for size in groups:
        made = plan_group(left[:size], known)
        left = left[size:]
        rows += made.events
        outcomes += made.outcomes

    whole = plan_group(requests, snapshot())
    assert rows == whole.events
    assert kinds(outcomes) == kinds(whole.outcomes)
