"""Deciding is pure: same command, same state, same rules, same decision; nothing is changed."""

import inspect
from copy import deepcopy

from table_play import DEALER, FLUSH, PAIR_OF_EIGHTS, SUPERVISOR, classic, decided

from dealer_station.progressive.ledger import Ledger
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.decide import COMMAND_TYPES, Decision, decide
from dealer_station.table.evolve import fold
from dealer_station.table.pot import commands as pc
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.state import TableState

METERS = {"main": Ledger("p1")}


def head(number: int = 1) -> dict:
    return {"command_id": str(number), "issued_at": 1000 + number, "actor": DEALER}


def test_every_command_has_a_handler():
    kinds = {
        kind
        for module in (c, pc)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, c.Command) and kind is not c.Command
    }
    assert set(COMMAND_TYPES) == kinds


def test_a_decision_has_events_or_a_refusal():
    opened = decide(
        c.OpenTable(table_id="t", seats=(1,), **head()), TableState(), classic(), METERS
    )
    assert opened.refusal is None
    assert [type(event) for event in opened.events] == [e.TableOpened]
    refused = decide(c.OpenBetting(**head()), TableState(), classic(), METERS)
    assert refused.refusal is not None
    assert refused.refusal.reason is RefusalReason.WRONG_PHASE
    assert (refused.events, refused.postings) == ((), ())


def test_a_command_that_changes_nothing_is_neither():
    assert decide(c.AdvanceClock(**head()), TableState(), classic(), METERS) == Decision()


def test_deciding_twice_is_the_same_and_leaves_its_arguments_alone():
    play = decided({1: FLUSH, 2: PAIR_OF_EIGHTS}, progressive=(1,)).run("pay: 2")
    meters = {"main": play.progressive}
    state, kept = play.state, deepcopy((play.state, meters))
    command = c.VerifyHand(seat=1, **{**head(), "actor": SUPERVISOR})
    first = decide(command, state, play.rules, meters)
    assert decide(command, state, play.rules, meters) == first
    assert (state, meters) == kept
    assert [type(event).__name__ for event in first.events] == ["HandVerified"]
    assert [type(event).__name__ for _, event in first.postings] == ["LevelHit", "AwardVerified"]


def test_events_carry_the_commands_time_and_person():
    decision = decide(
        c.OpenTable(table_id="t", seats=(1,), **head(7)), TableState(), classic(), METERS
    )
    (opened,) = decision.events
    assert isinstance(opened, e.TableOpened)
    assert (opened.at, opened.person_id) == (1007, "d1")
    assert opened.rules_content == classic().content


def test_a_refusal_half_way_leaves_nothing_of_what_came_before():
    """The second of two stakes to be repeated is above today's limit: neither is placed."""
    last = decided({1: FLUSH, 2: PAIR_OF_EIGHTS}).run("pay", "open_betting")
    state = last.state
    tighter = classic(table_max="9.99")
    decision = decide(c.RepeatWagers(**head()), state, tighter, METERS)
    assert decision.refusal is not None
    assert decision.refusal.reason is RefusalReason.ABOVE_MAX
    assert decision.events == ()


def test_the_events_of_a_table_alone_give_its_state():
    play = decided({1: FLUSH}).run("pay")
    rows = [play.registry.decode(row) for row in play.record.read("table/t1")]
    assert fold(rows) == play.state
