import uuid

import pytest
from api_builders import DEVICE, new_clock, served

from dealer_station.api.ports import ServedTable
from dealer_station.api.problems import ProblemError, StaleRound, StaleVersion
from dealer_station.api.tables.gate import Gate, Picture
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.event_log.errors import CommandConflict
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

DEALER = Actor("D-104", Role.DEALER)


@pytest.fixture
def record() -> MemoryRecord:
    """The record, which survives a restart."""
    return MemoryRecord()


@pytest.fixture
def table(record: MemoryRecord) -> ServedTable:
    """An open table."""
    table = served(new_clock(), record)
    Gate(table).submit(
        c.OpenTable(command_id="0", issued_at=0, actor=DEALER, table_id="CS-2", seats=(1, 2)),
        Picture(),
    )
    return table


def call() -> c.Command:
    return c.CallSupervisor(command_id=str(uuid.uuid4()), issued_at=0, actor=DEALER)


@pytest.mark.parametrize(
    ("picture", "problem"),
    [
        (Picture(), None),
        (Picture(round_number=0), None),
        (Picture(round_number=0, version=1), None),
        (Picture(round_number=1), StaleRound),
        (Picture(version=0), StaleVersion),
        (Picture(version=2), StaleVersion),
        (Picture(round_number=1, version=0), StaleRound),
    ],
)
def test_a_picture_must_be_of_the_table_as_it_is(
    table: ServedTable, picture: Picture, problem: type | None
) -> None:
    gate = Gate(table)
    if problem is None:
        assert gate.submit(call(), picture).version == 2
        return
    with pytest.raises(ProblemError) as refused:
        gate.submit(call(), picture)
    assert type(refused.value.problem) is problem
    assert table.controller.version == 1


def test_a_repeat_passes_whatever_it_names(table: ServedTable) -> None:
    gate, command = Gate(table), call()
    first = gate.submit(command, Picture(version=1))
    again = gate.submit(command, Picture(version=1))
    assert (first.version, first.is_repeat) == (2, False)
    assert (again.version, again.is_repeat) == (2, True)


def test_a_stale_touch_is_not_remembered(table: ServedTable) -> None:
    gate, command = Gate(table), call()
    for _ in range(2):
        with pytest.raises(ProblemError):
            gate.submit(command, Picture(version=9))
    assert gate.submit(command, Picture(version=1)).is_repeat is False


def test_a_word_of_a_device_leaves_the_picture_as_it_is(table: ServedTable) -> None:
    table.controller.submit(
        c.RecordDevice(
            command_id="d", issued_at=0, actor=DEVICE,
            device_id="shoe-1", device_kind="card_shoe", device_state="ready",
        )
    )  # fmt: skip
    assert Gate(table).submit(call(), Picture(version=1)).version == 3


def test_a_picture_that_nobody_has_seen_yet_is_turned_away(table: ServedTable) -> None:
    with pytest.raises(ProblemError):
        Gate(table).submit(call(), Picture(version=table.controller.version + 1))


def test_a_repeat_is_known_again_after_a_restart(table: ServedTable, record: MemoryRecord) -> None:
    command = call()
    first = Gate(table).submit(command, Picture(version=1))
    restarted = served(new_clock(), record)
    gate = Gate(restarted)
    again = gate.submit(command, Picture(version=1))
    assert (again.version, again.is_repeat) == (first.version, True)
    with pytest.raises(ProblemError):
        gate.submit(call(), Picture(version=0))


def test_a_recorded_id_with_other_content_is_a_conflict_after_a_restart(
    table: ServedTable, record: MemoryRecord
) -> None:
    command = call()
    Gate(table).submit(command, Picture(version=1))
    other = c.ChangeDeck(command_id=command.command_id, issued_at=0, actor=DEALER)
    with pytest.raises(CommandConflict):
        Gate(served(new_clock(), record)).submit(other, Picture(version=1))
