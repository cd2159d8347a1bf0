import uuid

import pytest
from api_builders import DEVICE, new_clock, new_controller

from dealer_station.api.problems import ProblemError, StaleRound, StaleVersion
from dealer_station.api.tables.gate import Gate, Picture
from dealer_station.controller.table_controller import TableController
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

DEALER = Actor("D-104", Role.DEALER)


@pytest.fixture
def controller() -> TableController:
    controller = new_controller(new_clock())
    Gate(controller).submit(
        c.OpenTable(command_id="0", issued_at=0, actor=DEALER, table_id="CS-2", seats=(1, 2)),
        Picture(),
    )
    return controller


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
    controller: TableController, picture: Picture, problem: type | None
) -> None:
    gate = Gate(controller)
    if problem is None:
        assert gate.submit(call(), picture).version == 2
        return
    with pytest.raises(ProblemError) as refused:
        gate.submit(call(), picture)
    assert type(refused.value.problem) is problem
    assert controller.version == 1


def test_a_repeat_passes_whatever_it_names(controller: TableController) -> None:
    gate, command = Gate(controller), call()
    first = gate.submit(command, Picture(version=1))
    again = gate.submit(command, Picture(version=1))
    assert (first.version, first.is_repeat) == (2, False)
    assert (again.version, again.is_repeat) == (2, True)


def test_a_stale_touch_is_not_remembered(controller: TableController) -> None:
    gate, command = Gate(controller), call()
    for _ in range(2):
        with pytest.raises(ProblemError):
            gate.submit(command, Picture(version=9))
    assert gate.submit(command, Picture(version=1)).is_repeat is False


def test_a_device_moves_the_table_on_past_the_picture(controller: TableController) -> None:
    controller.submit(
        c.RecordDevice(
            command_id="d", issued_at=0, actor=DEVICE,
            device_id="shoe-1", device_kind="card_shoe", device_state="ready",
        )
    )  # fmt: skip
    with pytest.raises(ProblemError):
        Gate(controller).submit(call(), Picture(version=1))
