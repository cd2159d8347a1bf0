"""A draft takes effect as it goes, and only in itself."""

from fractions import Fraction

import pytest
from table_play import DEALER, MANAGER, SUPERVISOR, TablePlay, classic

from dealer_station.progressive.contributions import level_opened
from dealer_station.progressive.ledger import Ledger
from dealer_station.progressive.levels import LevelTerms
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft, start
from dealer_station.table.refusals import RefusedError
from dealer_station.table.roles import Actor, Role


def draft(actor: Actor = DEALER) -> Draft:
    command = c.OpenBetting(command_id="1", issued_at=77, actor=actor)
    return start(command, classic(), TablePlay().state, {"main": Ledger("p")})


def test_an_emitted_event_is_kept_and_takes_effect():
    made = draft()
    made.emit(e.BettingOpened(at=made.at, round_number=1, rules_digest="d", person_id="p"))
    assert made.at == 77
    assert [type(event) for event in made.events] == [e.BettingOpened]
    assert made.round.number == 1


def test_a_booked_event_moves_the_drafts_meter_and_not_the_one_handed_in():
    meters = {"main": Ledger("p")}
    command = c.OpenBetting(command_id="1", issued_at=77, actor=DEALER)
    made = start(command, classic(), TablePlay().state, meters)
    terms = LevelTerms(base_minor=500, rate=Fraction(0))
    opened = level_opened("main", terms, 500, progressive_id="p", person_id="m1", at=1)
    made.book("main", opened)
    rules = made.game.progressive
    assert rules is not None
    assert made.pool(rules).meter_minor == 500
    assert meters["main"].meter_minor == 0
    assert [pool for pool, _ in made.postings] == ["main"]


def test_there_is_no_round_before_the_first():
    with pytest.raises(AssertionError, match="no round"):
        _ = draft().round


@pytest.mark.parametrize(
    ("actor", "roles", "reason"),
    [
        (DEALER, (Role.SUPERVISOR, Role.MANAGER), "needs_supervisor"),
        (DEALER, (Role.MANAGER,), "needs_manager"),
        (SUPERVISOR, (Role.MANAGER,), "needs_manager"),
        (SUPERVISOR, (Role.SUPERVISOR, Role.MANAGER), None),
        (MANAGER, (Role.SUPERVISOR, Role.MANAGER), None),
    ],
)
def test_a_role_that_is_asked_for(actor: Actor, roles: tuple[Role, ...], reason: str | None):
    if reason is None:
        draft(actor).require_role(*roles)
    else:
        with pytest.raises(RefusedError, match=reason):
            draft(actor).require_role(*roles)
