import pytest

from dealer_station.people.rights import (
    APPROVABLE,
    COMMAND_RIGHTS,
    COUNTERSIGNED,
    LEVEL_RIGHTS,
    RIGHTS,
    Right,
    has_right,
    roles_with,
)
from dealer_station.table.roles import Role

# The same table as in the code, written down a second time and the other way round: who may what.
MATRIX = {
    Role.DEALER: {
        "view_table", "open_table", "close_table", "run_round", "pay_seat", "report_irregularity",
        "call_supervisor", "view_bettors",
    },
    Role.SUPERVISOR: {
        "view_table", "open_table", "close_table", "report_irregularity", "apply_ruling",
        "verify_hand", "change_deck", "answer_call", "clear_device_faults", "approve",
        "correct_chips",
        "view_floor", "view_rounds", "view_meters", "view_devices", "search_log", "view_bettors",
        "recall_bettors",
    },
    Role.MANAGER: {
        "view_table", "open_table", "close_table", "report_irregularity", "apply_ruling",
        "verify_hand", "change_deck", "answer_call", "clear_device_faults", "approve",
        "correct_chips",
        "manage_accounts", "read_journal", "change_levels",
        "view_floor", "view_rounds", "view_meters", "view_devices", "search_log", "view_bettors",
        "recall_bettors",
    },
    Role.TECHNICIAN: {"view_table", "view_floor", "view_meters", "view_devices", "search_log"},
    Role.AUDITOR: {
        "view_table", "read_journal",
        "view_floor", "view_rounds", "view_meters", "view_devices", "search_log", "view_bettors",
        "recall_bettors",
    },
    Role.PLATFORM: {"view_table", "send_batches", "view_bettors", "recall_bettors"},
    Role.DEVICE: set(),
    Role.STATION: set(),
}  # fmt: skip


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("right", Right)
def test_right_and_role(role: Role, right: Right) -> None:
    assert has_right(role, right) == (right.value in MATRIX[role])


def test_every_right_is_decided() -> None:
    assert set(RIGHTS) == set(Right)


def test_whoever_pays_does_not_verify() -> None:
    assert not RIGHTS[Right.PAY_SEAT] & RIGHTS[Right.VERIFY_HAND]
    assert not RIGHTS[Right.RUN_ROUND] & RIGHTS[Right.APPLY_RULING]


def test_nobody_at_the_table_bets_for_others() -> None:
    assert not RIGHTS[Right.SEND_BATCHES] & (RIGHTS[Right.RUN_ROUND] | RIGHTS[Right.APPLY_RULING])


def test_only_what_the_approver_may_do_himself_can_be_approved() -> None:
    for right in APPROVABLE:
        assert RIGHTS[Right.APPROVE] <= RIGHTS[right]


def test_who_countersigns_holds_the_right_and_may_approve() -> None:
    assert set(LEVEL_RIGHTS.values()) == COUNTERSIGNED
    assert not COUNTERSIGNED & APPROVABLE
    for right in COUNTERSIGNED:
        assert RIGHTS[right] <= RIGHTS[Right.APPROVE]


def test_no_name_stands_for_a_command_and_for_a_change_of_a_level() -> None:
    assert not set(COMMAND_RIGHTS) & set(LEVEL_RIGHTS)


def test_every_command_of_the_screens_has_a_right() -> None:
    assert set(COMMAND_RIGHTS) == {
        "open_table", "close_table", "open_betting", "place_wager", "withdraw_wager",
        "repeat_wagers", "close_betting", "act", "verify_hand", "pay_seat",
        "report_irregularity", "apply_ruling",
        "change_deck", "check_deck", "call_supervisor", "answer_call", "clear_device_faults",
        "place_button", "start_hand", "take_seat", "leave_seat", "sit_out", "come_back",
        "add_chips", "correct_chips", "show_hand", "push_pots",
    }  # fmt: skip


def test_roles_are_listed_on_demand() -> None:
    assert roles_with(Right.APPROVE) == (Role.SUPERVISOR, Role.MANAGER)
