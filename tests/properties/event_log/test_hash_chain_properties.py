"""No two contents share a digest; a model of the record agrees with the planner and the store."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from log_builders import event, request

from dealer_station.event_log.digests import content_of, merkle_root, row_digest
from dealer_station.event_log.errors import CommandConflict, WrongVersion
from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.planning import Snapshot, plan_group
from dealer_station.event_log.record import ANY_VERSION, Append, Appended, Head, StoredEvent
from dealer_station.event_log.store import EventLog

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
integers = st.integers(0, 2**63 - 1)
digests = st.binary(min_size=32, max_size=32)
rows = st.builds(
    StoredEvent,
    position=integers,
    stream=texts,
    version=integers,
    name=texts,
    schema_version=integers,
    body=st.binary(max_size=20),
    recorded_at=integers,
    command_id=texts,
    correlation_id=st.none() | texts,
    causation_id=st.none() | texts,
    epoch=integers,
    digest=st.just(b""),
    previous_digest=digests,
)


def digest_of(row: StoredEvent, content_digest: bytes = bytes(32)) -> bytes:
    return row_digest(row.previous_digest, content_digest, content_of(row), row.body)


@settings(deadline=None)
@given(rows, digests, rows, digests)
def test_two_rows_have_one_digest_only_when_they_are_equal(
    one: StoredEvent, says: bytes, other: StoredEvent, other_says: bytes
) -> None:
    are_equal = (one, says) == (other, other_says)
    assert (digest_of(one, says) == digest_of(other, other_says)) is are_equal


@settings(deadline=None)
@given(rows, digests, digests)
def test_what_the_command_said_is_under_the_digest(
    row: StoredEvent, says: bytes, other_says: bytes
) -> None:
    assert (digest_of(row, says) == digest_of(row, other_says)) is (says == other_says)


@settings(deadline=None)
@given(rows, st.data())
def test_a_change_of_any_one_field_changes_the_digest(row: StoredEvent, data: Any) -> None:
    name = data.draw(st.sampled_from([one for one in StoredEvent.__slots__ if one != "digest"]))
    other = data.draw(rows)
    values = {one: getattr(row, one) for one in StoredEvent.__slots__}
    changed = StoredEvent(**{**values, name: getattr(other, name)})

    assert (digest_of(changed) == digest_of(row)) is (changed == row)


heads = st.dictionaries(
    texts,
    st.builds(Head, version=st.integers(1, 9), position=st.just(0), digest=digests),
    max_size=6,
)


@settings(deadline=None)
@given(heads, heads)
def test_a_root_stands_for_one_set_of_heads(one: dict[str, Head], other: dict[str, Head]) -> None:
    assert (merkle_root(one) == merkle_root(other)) is (one == other)


# ------------------------------------------------------------------------ a model of the record


@dataclass
class Model:
    """The record as a list and two dicts: no database, no digests, no groups."""

    rows: list[tuple[str, int, str]] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)
    done: dict[str, tuple[str, Appended]] = field(default_factory=dict)

    def append(self, command_id: str, says: str, appends: tuple[Append, ...]) -> Any:
        if command_id in self.done:
            said, result = self.done[command_id]
            if said != says:
                return CommandConflict
            return Appended(result.positions, result.versions, is_repeat=True)
        for one in appends:
            if one.expected_version not in {ANY_VERSION, self.versions.get(one.stream, 0)}:
                return WrongVersion
        first = len(self.rows) + 1
        for one in appends:
            for _ in one.events:
                self.versions[one.stream] = self.versions.get(one.stream, 0) + 1
                self.rows.append((one.stream, self.versions[one.stream], command_id))
        result = Appended(
            tuple(range(first, len(self.rows) + 1)),
            {one.stream: self.versions[one.stream] for one in appends if one.events},
        )
        self.done[command_id] = (says, result)
        return result


streams = st.sampled_from(["table/a", "table/b", "progressive/p"])
appends = (
    st.lists(
        st.builds(
            Append,
            streams,
            st.integers(0, 4) | st.just(ANY_VERSION),
            st.integers(0, 3).map(lambda count: (event(),) * count),
        ),
        min_size=1,
        max_size=3,
        unique_by=lambda one: one.stream,
    )
    .map(tuple)
    .filter(lambda all_of_them: any(one.events for one in all_of_them))
)
commands = st.tuples(
    st.sampled_from([f"c{number}" for number in range(8)]), st.sampled_from("xxy"), appends
)
groups = st.lists(st.lists(commands, max_size=4), max_size=6)


def expected_outcomes(model: Model, group: Any) -> list[Any]:
    return [model.append(*one) for one in group]


def simplified(outcomes: Any) -> list[Any]:
    return [one if isinstance(one, Appended) else type(one) for one in outcomes]


@settings(deadline=None)
@given(groups)
def test_the_planner_agrees_with_the_model(groups: Any) -> None:
    model, known = Model(), Snapshot(0, {}, {}, {}, {})
    written: list[Any] = []
    for group in groups:
        plan = plan_group([request(one[0], *one[2], says=one[1]) for one in group], known)
        assert simplified(plan.outcomes) == expected_outcomes(model, group)
        written += plan.events
    assert [(row[1], row[2], row[6]) for row in written] == model.rows
    assert [row[0] for row in written] == list(range(1, len(written) + 1))


@settings(deadline=None, max_examples=25)
@given(groups)
def test_the_store_agrees_with_the_model(tmp_path_factory: Any, groups: Any) -> None:
    model, path = Model(), Path(tmp_path_factory.mktemp("log")) / "log.db"
    for group in groups:
        # Opened again for each group: nothing may live in memory alone.
        with EventLog(str(path)) as log:
            outcomes = log.append_group([request(one[0], *one[2], says=one[1]) for one in group])
        assert simplified(outcomes) == expected_outcomes(model, group)
    with EventLog(str(path)) as log:
        assert [(row.stream, row.version, row.command_id) for row in log.read_all()] == model.rows
        assert {one: log.version(one) for one in model.versions} == model.versions
        assert verify(log, {}).is_good
