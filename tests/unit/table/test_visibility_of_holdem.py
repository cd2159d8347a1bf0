"""Who sees which card of a hold'em hand when something went wrong (design 9)."""

import pytest
from pot_tables import NO_LIMIT, PotPlay

from dealer_station.table import commands as c
from dealer_station.table.role_view import base_view
from dealer_station.table.roles import Role
from dealer_station.table.view import View
from dealer_station.table.visibility import FACE_DOWN, visible_facts

DOWN = f"{FACE_DOWN} {FACE_DOWN}"
ROLES = [Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR, Role.DEVICE]
RULERS = {Role.SUPERVISOR, Role.MANAGER}


class Table(PotPlay):
    """A table of hold'em with what every role sees of it."""

    def __init__(self) -> None:
        super().__init__(NO_LIMIT, {1: 200, 2: 200, 3: 200}, button=1)
        self.run("start_hand")

    def report(self, irregularity: str, **facts: str) -> str | None:
        """Report; return why it was refused, None when it was taken."""
        outcome = self.submit(c.ReportIrregularity, irregularity=irregularity, facts=facts)
        return None if outcome.refusal is None else outcome.refusal.reason

    def view_of(self, role: Role | None) -> View:
        """Return the view of a role."""
        return base_view(self.state, self.setup.rules, {}, role)


@pytest.mark.parametrize("role", ROLES)
def test_an_open_ruling_shows_the_card_it_is_about_to_who_rules(role: Role) -> None:
    table = Table()
    table.run("shoe: Kd Qh")
    assert table.report("HE-I01", seat="3") is None
    seen = table.view_of(role)["cards"]
    assert seen == {"2": FACE_DOWN, "3": "Qh" if role in RULERS else FACE_DOWN}


@pytest.mark.parametrize("role", ROLES)
def test_a_report_opens_no_card_but_the_reported_one(role: Role) -> None:
    table = Table()
    table.run("shoe: Kd Qh Jc 8s")
    assert table.report("HE-I02", seat="2", card="Kd") is None
    assert table.view_of(role)["cards"] == {
        "1": FACE_DOWN,
        "2": FACE_DOWN,
        "3": FACE_DOWN,
        "burn": FACE_DOWN,
    }
    item = table.state.irregularities[-1]
    if role not in RULERS:
        assert "8s" not in str(visible_facts(table.state, table.setup.rules, item, role))


def test_the_answer_to_a_report_tells_no_card() -> None:
    """Whatever card is named, the report is taken: the seat's newest card is meant."""
    for named in ("8s", "Kd", "2c"):
        table = Table()
        table.run("shoe: Kd Qh Jc 8s")
        assert table.report("HE-I02", seat="2", card=named) is None
        assert table.view_of(None)["cards"]["burn"] == "8s"


@pytest.mark.parametrize("role", ROLES)
def test_cards_that_went_back_into_the_stub_are_in_nobodys_view(role: Role) -> None:
    table = Table()
    table.run("shoe: Kd Qh Jc 8s 4c 7h")
    table.run("shoe: 2c 3c 5c")
    table.run("rule: reshuffle_stub")
    seen = table.view_of(role)
    assert seen["cards"] == {"1": DOWN, "2": DOWN, "3": DOWN, "burn": FACE_DOWN}
    assert not any(card in str(seen["cards"]) for card in ("3c", "5c"))
