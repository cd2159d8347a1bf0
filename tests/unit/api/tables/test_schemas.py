import dataclasses
import uuid
from decimal import Decimal
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from dealer_station.api.tables.bodies import CommandBody, CommandContext
from dealer_station.api.tables.schemas import AnyCommandBody
from dealer_station.games.pot_rules import Entry
from dealer_station.people.rights import COMMAND_RIGHTS
from dealer_station.table import commands as c
from dealer_station.table.pot import commands as pc
from dealer_station.table.roles import Actor, Role

ID = str(uuid.UUID(int=7))
ACTOR = Actor("D-104", Role.DEALER)
HEAD = {"command_id": ID, "issued_at": 5, "actor": ACTOR}
CONTEXT = CommandContext(issued_at=5, actor=ACTOR, table_id="CS-2", seats=(1, 2))
KINDS = get_args(get_args(AnyCommandBody)[0])
ADAPTER: TypeAdapter[CommandBody] = TypeAdapter(AnyCommandBody)


def command_of(**fields: Any) -> c.Command:
    body = {"command_id": ID, "round": 1, "version": 2} | fields
    return ADAPTER.validate_python(body, strict=False).to_command(CONTEXT)


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ({"command": "open_table"}, c.OpenTable(table_id="CS-2", seats=(1, 2), **HEAD)),
        ({"command": "close_table"}, c.CloseTable(**HEAD)),
        ({"command": "open_betting"}, c.OpenBetting(**HEAD)),
        (
            {"command": "place_wager", "seat": 3, "spot": "ante", "amount": "10.50"},
            c.PlaceWager(seat=3, spot="ante", amount=Decimal("10.50"), **HEAD),
        ),
        (
            {"command": "place_wager", "seat": 3, "spot": "progressive"},
            c.PlaceWager(seat=3, spot="progressive", amount=None, **HEAD),
        ),
        (
            {"command": "withdraw_wager", "seat": 3, "spot": "ante"},
            c.WithdrawWager(seat=3, spot="ante", **HEAD),
        ),
        ({"command": "repeat_wagers"}, c.RepeatWagers(**HEAD)),
        ({"command": "close_betting"}, c.CloseBetting(**HEAD)),
        (
            {"command": "act", "seat": 3, "action": "bet", "amount": "20"},
            c.Act(seat=3, action="bet", amount=Decimal(20), **HEAD),
        ),
        ({"command": "verify_hand", "seat": 3}, c.VerifyHand(seat=3, **HEAD)),
        ({"command": "pay_seat", "seat": 3}, c.PaySeat(seat=3, **HEAD)),
        (
            {
                "command": "report_irregularity", "irregularity": "CS-I01", "seat": 3,
                "position": "seat 3 card 2", "card": "Ah", "cards": ["2c", "??"], "count": 4,
                "amount": "5.00", "note": "a note",
            },
            c.ReportIrregularity(
                irregularity="CS-I01",
                facts={
                    "seat": "3", "position": "seat 3 card 2", "card": "Ah", "cards": "2c ??",
                    "count": "4", "amount": "5.00", "note": "a note",
                },
                **HEAD,
            ),
        ),
        (
            {
                "command": "report_irregularity", "irregularity": "ST-I44", "seat": 3,
                "action": "raise", "chips": ["5.00", "25"],
            },
            c.ReportIrregularity(
                irregularity="ST-I44",
                facts={"seat": "3", "action": "raise", "chips": "5.00 25"},
                **HEAD,
            ),
        ),
        (
            {
                "command": "report_irregularity", "irregularity": "BA-I08", "seat": 3,
                "amount": "5.00", "round_paid": 4,
            },
            c.ReportIrregularity(
                irregularity="BA-I08",
                facts={"seat": "3", "amount": "5.00", "round_paid": "4"},
                **HEAD,
            ),
        ),
        (
            {"command": "report_irregularity", "irregularity": "CS-I01", "count": 0},
            c.ReportIrregularity(irregularity="CS-I01", facts={"count": "0"}, **HEAD),
        ),
        (
            {"command": "apply_ruling", "number": 3, "option": "burn_card", "cards": ["7d"]},
            c.ApplyRuling(number=3, option="burn_card", cards=("7d",), **HEAD),
        ),
        ({"command": "change_deck"}, c.ChangeDeck(**HEAD)),
        (
            {"command": "check_deck", "cards": ["As", "??"], "rest": True},
            c.CheckDeck(cards=("As", "??"), is_rest=True, **HEAD),
        ),
        ({"command": "call_supervisor"}, c.CallSupervisor(**HEAD)),
        ({"command": "answer_call"}, c.AnswerCall(**HEAD)),
        (
            {"command": "clear_device_faults", "device": "shoe-1", "faults": ["device_lost"]},
            c.ClearDeviceFaults(device_id="shoe-1", faults=("device_lost",), **HEAD),
        ),
        ({"command": "place_button", "seat": 4}, pc.PlaceButton(seat=4, **HEAD)),
        ({"command": "start_hand"}, pc.StartHand(**HEAD)),
        (
            {"command": "take_seat", "seat": 4, "stack": "200.50"},
            pc.TakeSeat(seat=4, stack=Decimal("200.50"), entry=Entry.WAIT, **HEAD),
        ),
        (
            {"command": "take_seat", "seat": 4, "stack": "200", "entry": "post"},
            pc.TakeSeat(seat=4, stack=Decimal(200), entry=Entry.POST, **HEAD),
        ),
        ({"command": "leave_seat", "seat": 4}, pc.LeaveSeat(seat=4, **HEAD)),
        ({"command": "sit_out", "seat": 4}, pc.SitOut(seat=4, **HEAD)),
        (
            {"command": "come_back", "seat": 4, "entry": "post"},
            pc.ComeBack(seat=4, entry=Entry.POST, **HEAD),
        ),
        (
            {"command": "add_chips", "seat": 4, "amount": "50"},
            pc.AddChips(seat=4, amount=Decimal(50), **HEAD),
        ),
        (
            {"command": "correct_chips", "seat": 4, "stack": "0"},
            pc.CorrectChips(seat=4, stack=Decimal(0), **HEAD),
        ),
        (
            {"command": "show_hand", "seat": 4, "cards": ["As", "Kd"]},
            pc.ShowHand(seat=4, cards=("As", "Kd"), **HEAD),
        ),
        ({"command": "push_pots"}, pc.PushPots(**HEAD)),
    ],
)  # fmt: skip
def test_body_becomes_command(body: dict[str, Any], command: c.Command) -> None:
    made = command_of(**body)
    assert type(made) is type(command)
    assert dataclasses.asdict(made) == dataclasses.asdict(command)


def test_every_command_with_a_right_has_a_body() -> None:
    names = {kind.model_fields["command"].annotation.__args__[0] for kind in KINDS}
    assert names == set(COMMAND_RIGHTS)


def test_every_body_names_its_round_or_stands_outside_one() -> None:
    outside = {
        kind.model_fields["command"].annotation.__args__[0]
        for kind in KINDS
        if not kind.model_fields["round"].is_required()
    }
    assert outside == {
        "open_table", "close_table", "open_betting", "change_deck", "check_deck",
        "call_supervisor",
        "answer_call", "clear_device_faults", "place_button", "start_hand",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["0", "0.01", "999999999999.9999"])
def test_amounts_are_exact(text: str) -> None:
    command = command_of(command="place_wager", seat=1, spot="ante", amount=text)
    assert isinstance(command, c.PlaceWager)
    assert str(command.amount) == text
