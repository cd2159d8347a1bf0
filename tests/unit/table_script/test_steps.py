"""What each step abbreviates, and what is wrong with a step that says nothing sensible."""

from decimal import Decimal

import pytest
from table_play import classic, step

from dealer_station.clock import VirtualClock
from dealer_station.table import commands as c
from dealer_station.table.roles import Role
from dealer_station.table_script.case import Step
from dealer_station.table_script.document import ScriptError
from dealer_station.table_script.steps import NamedCards, commands_of, wait_ms

RULES = classic()


def commands(line: str) -> list[c.Command]:
    return commands_of(step(line), VirtualClock(), RULES)


def told(line: str) -> list[tuple]:
    """Return kind, role and all that a command says beyond its head."""
    heads = {"command_id", "issued_at", "actor"}
    return [
        (
            type(command).__name__,
            command.actor.role.value,
            *(
                getattr(command, name)
                for name in type(command).__dataclass_fields__
                if name not in heads
            ),
        )
        for command in commands(line)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("open_betting", [("OpenBetting", "dealer")]),
        ("close_betting", [("CloseBetting", "dealer")]),
        ("new_deck", [("ChangeDeck", "dealer")]),
        ("wager: 1 ante 10; 2 progressive",
         [("PlaceWager", "dealer", 1, "ante", Decimal(10), False, ""),
          ("PlaceWager", "dealer", 2, "progressive", None, False, "")]),
        ("withdraw: 1 ante", [("WithdrawWager", "dealer", 1, "ante")]),
        ("coin: 3", [("PlaceWager", "device", 3, "progressive", None, True, "")]),
        ("shoe: Ah ?? Jo CUT",
         [("RecordCard", "device", card, "") for card in ("Ah", "??", "Jo", "CUT")]),
        ("act: 1 bet; 2 fold; 3 bet 20.50",
         [("Act", "dealer", 1, "bet", None), ("Act", "dealer", 2, "fold", None),
          ("Act", "dealer", 3, "bet", Decimal("20.50"))]),
        ("report: {irregularity: CS-I08, seat: 1, card: Ah}",
         [("ReportIrregularity", "dealer", "CS-I08", {"seat": "1", "card": "Ah"})]),
        ("rule: as_proposed", [("ApplyRuling", "supervisor", "as_proposed", 0, ())]),
        ("rule: burn_card 7d by manager", [("ApplyRuling", "manager", "burn_card", 0, ("7d",))]),
        ("verify: 2", [("VerifyHand", "supervisor", 2)]),
        ("pay: 2; 1", [("PaySeat", "dealer", 2, None), ("PaySeat", "dealer", 1, None)]),
    ],
)  # fmt: skip
def test_a_step_makes_its_commands(line: str, expected):
    assert told(line) == expected


def test_every_command_has_an_id_of_its_own_and_the_clocks_time():
    clock = VirtualClock(start_at=5_000)
    made = commands_of(step("shoe: Ah Kd"), clock, RULES)
    assert len({command.command_id for command in made}) == 2
    assert {command.issued_at for command in made} == {5_000}
    assert made[0].actor.role is Role.DEVICE


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("wager: 1", "expected SEAT NAME [AMOUNT], not '1'"),
        ("wager: 1 ante 10 20", "expected SEAT NAME [AMOUNT]"),
        ("wager: one ante 10", "'one' is no seat"),
        ("wager: 1 ante ten", "'ten' is no amount"),
        ("wager: 1 ante Infinity", "'Infinity' is no amount"),
        ("wager: 1 ante 10;", "nothing between semicolons"),
        ("wager: ''", "nothing between semicolons"),
        ("wager: [1]", "expected a single value"),
        ("withdraw: ante", "expected SEAT NAME"),
        ("coin: one", "'one' is no whole number"),
        ("coin: '-1'", "is no whole number"),
        ("withdraw: 1 ante 10", "a stake is taken back whole: SEAT NAME"),
        ("withdraw: 1 ante; 2 ante 0", "a stake is taken back whole: SEAT NAME"),
        ("shoe: ''", "no cards"),
        ("shoe: 10h", "'10h' is no card"),
        ("shoe: Ah as", "'as' is no card"),
        ("shoe: Joker", "'Joker' is no card"),
        ("shoe: '?'", "'?' is no card"),
        ("act: bet", "expected SEAT NAME"),
        ("act: 99999999999 bet", "'99999999999' is no seat"),
        ("report: CS-I08", "expected a mapping"),
        ("report: {seat: 1}", "a report names its irregularity"),
        ("report: {irregularity: CS-I08, chair: 1}", "a report has no fact 'chair'"),
        ("report: {irregularity: CS-I08, seat: [1]}", "expected a single value"),
        ("rule: ''", "a ruling names its option"),
        ("rule: by manager", "a ruling names its option"),
        ("rule: void_round by player", "'player' does not rule"),
        ("verify: all", "'all' is no whole number"),
        ("pay: 1 2", "'1 2' is no seat"),
    ],
)
def test_a_step_that_says_nothing_sensible_is_an_error(line: str, reason: str):
    with pytest.raises(ScriptError) as caught:
        commands(line)
    assert reason in caught.value.reason
    assert (caught.value.file, caught.value.line) == ("test", 1)


@pytest.mark.parametrize(
    ("seconds", "ms"), [("0", 0), ("20", 20_000), ("0.001", 1), ("1000000000", 10**12)]
)
def test_wait_reads_seconds(seconds: str, ms: int):
    assert wait_ms(step(f"wait: {seconds}")) == ms


@pytest.mark.parametrize("seconds", ["-1", "0.0001", "soon", "1e30", "1e999999", "NaN"])
def test_no_time_that_can_be_waited(seconds: str):
    with pytest.raises(ScriptError):
        wait_ms(step(f"wait: {seconds}"))


def dealt(taken: Step, order) -> list[str]:
    named = NamedCards(taken, RULES)
    cards = [named.take(hand) for hand in order]
    named.end(len(cards))
    return cards


ORDER = ("seat 1", "dealer", "burn", "seat 1", "dealer", "aside")


def test_deal_orders_cards_as_the_rules_deal_them():
    line = "deal: {dealer: Kd 3c, 1: As 2c, burn: 4c, aside: Jo}"
    assert dealt(step(line), ORDER) == ["As", "Kd", "4c", "2c", "3c", "Jo"]


@pytest.mark.parametrize(
    ("line", "order", "reason"),
    [
        ("deal: {1: As, dealer: Kd 3c, burn: 4c, aside: 5c}", ORDER, "too few cards for seat 1"),
        ("deal: {1: As 2c 3h, dealer: Kd 3c, burn: 4c, aside: 5c}", ORDER, "too many for seat 1"),
        (
            "deal: {1: As 2c, dealer: Kd 3c, burn: 4c, aside: 5c, 2: 6c}",
            ORDER,
            "too many for seat 2",
        ),
        ("deal: {}", (), "no cards are due"),
        ("deal: {board: As}", ("seat 1",), "there is no position 'board'"),
        ("deal: {left: As}", ("seat 1",), "there is no position 'left'"),
        ("deal: As Kd", ("seat 1",), "expected a mapping"),
        ("deal: {1: [As]}", ("seat 1",), "expected a single value"),
        ("deal: {1: 10h}", ("seat 1",), "'10h' is no card"),
        ("deal: {1: as}", ("seat 1",), "'as' is no card"),
        ("deal: {1: '??'}", ("seat 1",), "a deal has no ??; say it with `shoe`"),
        ("deal: {1: CUT}", ("seat 1",), "a deal has no CUT; say it with `shoe`"),
    ],
)
def test_a_deal_covers_its_stretch_exactly(line: str, order, reason: str):
    with pytest.raises(ScriptError) as caught:
        dealt(step(line), order)
    words = reason.replace("too many", "cards too many")
    assert words in caught.value.reason
