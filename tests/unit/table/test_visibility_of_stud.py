"""Who sees which card of a stud hand when something went wrong (design 9, ST-I01 to ST-I39)."""

import pytest
from pot_tables import LEVEL, STUD, PotPlay

from dealer_station.table import commands as c
from dealer_station.table.role_view import base_view
from dealer_station.table.roles import Role
from dealer_station.table.state import Irregularity
from dealer_station.table.view import View
from dealer_station.table.visibility import FACE_DOWN, visible_draw, visible_facts

ROLES = [Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR]
AT_THE_TABLE = [Role.DEALER, Role.SUPERVISOR, Role.MANAGER]


class Table(PotPlay):
    """A table of stud with what every role sees of it."""

    def __init__(self, **rules: str) -> None:
        super().__init__(STUD, {1: 100, 2: 100, 3: 100}, **{**LEVEL, **rules})
        self.run("start_hand")

    def report(self, irregularity: str, **facts: str) -> None:
        """Report; it must be taken."""
        outcome = self.submit(c.ReportIrregularity, irregularity=irregularity, facts=facts)
        assert outcome.refusal is None

    def view_of(self, role: Role | None) -> View:
        """Return the view of a role."""
        return base_view(self.state, self.setup.rules, {}, role)

    def facts_for(self, role: Role | None, number: int = -1) -> dict[str, str]:
        """Return the facts of an irregularity as a role sees them."""
        item: Irregularity = self.state.irregularities[number]
        return dict(visible_facts(self.state, self.setup.rules, item, role))


@pytest.fixture
def table() -> Table:
    """Third street lies: 4c 6s Kd, Qc Ah 9c, Ts 4s 3h."""
    play = Table()
    play.run("shoe: 4c Qc Ts 6s Ah 4s Kd 9c 3h")
    return play


@pytest.mark.parametrize("role", ROLES)
def test_an_exposed_hole_card_is_seen_and_the_third_card_is_not(table: Table, role: Role) -> None:
    table.report("ST-I01", seat="1", card="6s")
    view = table.view_of(role)
    assert view["cards"]["1"] == f"{FACE_DOWN} 6s {FACE_DOWN}"
    assert view["cards"]["2"] == f"{FACE_DOWN} {FACE_DOWN} 9c"
    assert view["up"] == {"1": "6s", "2": "9c", "3": "3h"}
    assert table.facts_for(role) == {"seat": "1", "card": "6s"}
    assert visible_draw(table.state, table.setup.rules, 6, role) == FACE_DOWN


@pytest.mark.parametrize("role", ROLES)
def test_a_burn_that_is_named_is_told_to_nobody_at_the_table(table: Table, role: Role) -> None:
    table.run("act: 3 bring_in; 1 call; 2 call")
    table.run("shoe: ?? 7d 8s Jh")
    table.report("ST-I08", count="2", card="3c")
    # it lies face up before the first seat now, and the last card is the next burn
    view = table.view_of(role)
    assert view["cards"]["1"] == f"{FACE_DOWN} {FACE_DOWN} Kd 3c"
    assert view["cards"]["burn"] == f"?? {FACE_DOWN}"
    assert table.facts_for(role) == {"count": "2", "card": "3c"}


@pytest.mark.parametrize("role", ROLES)
def test_one_card_too_many_is_masked_in_the_report_too(table: Table, role: Role) -> None:
    table.run("shoe: 9d")
    table.report("ST-I34", card="9d")
    assert table.view_of(role)["cards"]["burn"] == FACE_DOWN
    assert table.facts_for(role) == {"card": FACE_DOWN}
    assert table.facts_for(None) == {"card": "9d"}


def to_sixth_street(table: Table) -> None:
    """Deal and check until the betting of sixth street is open."""
    table.run("act: 3 bring_in; 1 call; 2 call")
    for cards in ("?? 6d Qs 9d", "?? 7d 8s Jh", "?? 2h 5s 2s"):
        table.run(f"shoe: {cards}")
        if cards != "?? 2h 5s 2s":
            table.run("act: 1 check; 2 check; 3 check")


@pytest.mark.parametrize("role", ROLES)
def test_a_seventh_card_that_came_too_early_is_told_to_nobody(table: Table, role: Role) -> None:
    to_sixth_street(table)
    table.run("shoe: 9h Kc")
    assert table.facts_for(role) == {"card": FACE_DOWN}
    table.report("ST-I10", seat="1", card="Kc")
    assert table.view_of(role)["cards"]["1"] == f"{FACE_DOWN} {FACE_DOWN} Kd 6d 7d 2h {FACE_DOWN}"
    assert table.facts_for(role) == {"seat": "1", "card": FACE_DOWN}


def test_cards_that_came_too_early_are_told_to_who_rules_where_they_come_face_up(
    table: Table,
) -> None:
    table.run("act: 3 bring_in")
    table.run("shoe: 5h 6d")
    assert table.facts_for(Role.SUPERVISOR) == {"card": "6d"}
    assert table.facts_for(Role.DEALER) == {"card": FACE_DOWN}
    table.run("rule: set_aside")
    assert table.facts_for(Role.SUPERVISOR) == {"card": FACE_DOWN}
    assert table.view_of(Role.SUPERVISOR)["cards"]["aside"] == FACE_DOWN


@pytest.mark.parametrize("role", AT_THE_TABLE)
def test_of_a_card_that_is_there_twice_the_hidden_one_is_not_told(table: Table, role: Role) -> None:
    table.run("act: 3 bring_in; 1 call; 2 call")
    table.run("shoe: ?? Qc")
    view = table.view_of(role)
    assert view["cards"]["2"] == f"{FACE_DOWN} {FACE_DOWN} 9c"
    assert "Qc" not in str(view["cards"])


@pytest.mark.parametrize("role", AT_THE_TABLE)
def test_a_place_that_stays_open_shifts_no_face(table: Table, role: Role) -> None:
    table.run("act: 3 bring_in; 1 call; 2 call")
    table.run("shoe: ?? 6d Qs 9d")
    table.report("ST-I35", seat="1", card="6d")
    assert table.view_of(role)["cards"]["1"] == f"{FACE_DOWN} {FACE_DOWN} Kd"
    table.run("shoe: 2d")
    assert table.view_of(role)["cards"]["1"] == f"{FACE_DOWN} {FACE_DOWN} Kd 2d"


@pytest.mark.parametrize("role", AT_THE_TABLE)
def test_a_first_card_that_is_replaced_after_the_deal_stays_down(role: Role) -> None:
    table = Table()
    table.run("shoe: 4c Qc Ts 6s Ah 4s")
    table.report("ST-I35", seat="1", card="4c")
    table.run("shoe: Kd 9c 3h")
    assert table.view_of(role)["cards"]["1"] == f"{FACE_DOWN} Kd"
    assert table.view_of(role)["up"]["1"] == "Kd"
    table.run("shoe: 9s")
    assert table.view_of(role)["cards"]["1"] == f"{FACE_DOWN} {FACE_DOWN} Kd"
    assert visible_draw(table.state, table.setup.rules, 9, role) == FACE_DOWN
    assert visible_draw(table.state, table.setup.rules, 6, role) == "Kd"


@pytest.mark.parametrize("role", AT_THE_TABLE)
def test_a_wrong_guess_at_a_hidden_card_is_refused_and_tells_nothing(
    table: Table, role: Role
) -> None:
    before = table.view_of(role)
    for card in ("4c", "6s", "2d"):
        refusal = table.refusal(f"report: {{irregularity: ST-I01, seat: 2, card: {card}}}")
        assert card not in str(refusal.facts)
    assert table.view_of(role) == before


@pytest.mark.parametrize("role", AT_THE_TABLE)
def test_the_last_card_that_lies_up_is_seen_and_the_others_are_not(
    table: Table, role: Role
) -> None:
    to_sixth_street(table)
    table.run("act: 1 check; 2 check; 3 check")
    table.run("shoe: ?? Jc Jd Js")
    table.report("ST-I17", seat="2", card="Jd")
    view = table.view_of(role)
    assert view["up"]["2"] == "9c Qs 8s 5s Jd"
    assert view["cards"]["1"].split()[-1] == FACE_DOWN
    assert view["cards"]["3"].split()[-1] == FACE_DOWN
