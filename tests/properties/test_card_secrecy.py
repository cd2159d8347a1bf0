"""Nobody is told a card too soon: every role, every endpoint, after every card and every step.

Rounds are played on a real controller with its record on disk behind the running API, and
`watched_tables.Watch` looks at everything after each command. Judged by the second opinion of
`table_oracle`, not by the code that masks.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from api_builders import Station, new_services, quiet_progressive, record_beside
from people_builders import hire, people_on_sqlite
from table_lives import DECK, House, HouseSetup
from table_play import MANAGER, SHOE, SUPERVISOR
from watched_tables import READERS, WATCHERS, Watch, WatchedTable

from dealer_station.api.floor.desk import FloorDesk
from dealer_station.api.ports import ServedTable
from dealer_station.clock import VirtualClock
from dealer_station.table import commands as c
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState

PROGRESSIVE = "p1"
LOOKS = int(os.environ.get("SECRECY_LOOKS", "45"))
"""How often everybody looks in a run of disturbed rounds; `make lives` has a thousand each."""
CATEGORIES = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "pair")


class WatchedHouse(House):
    """A house whose tables are watched."""

    table_kind = WatchedTable


@contextmanager
def watched(
    folder: Path, rules: str = "classic", seats: tuple[int, ...] = (1, 2, 3), **overrides: str
) -> Iterator[Watch]:
    """Run a house with one table; everybody looks at it."""
    clock = VirtualClock(start_at=1_764_455_647_123, seed=5)
    with people_on_sqlite(folder, clock) as people, record_beside(people, clock) as kept:
        hire(people)
        setup = HouseSetup(rules, overrides, (seats,))
        house = WatchedHouse(setup, Counter(), kept.record, clock)
        (table,) = house.tables
        assert isinstance(table, WatchedTable)
        base = new_services(people, clock, kept)
        served = ServedTable(
            table_id=table.table_id,
            name="Table",
            game="caribbean-stud",
            seats=seats,
            controller=table.controller,
        )
        progressive = quiet_progressive(
            PROGRESSIVE, (table.table_id,), kept.record, base.metrics, clock
        )
        services = replace(
            base, tables={table.table_id: served}, progressives={PROGRESSIVE: progressive}
        )
        station = Station(services, table.controller)
        with station.running(), Watch(table, station, PROGRESSIVE).open() as watch:
            table.watch = watch
            table.send(c.OpenTable, table_id=table.table_id, seats=seats)
            yield watch


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """The floor's line sends every change at once: nobody waits for a step."""
    monkeypatch.setattr(FloorDesk, "pause_s", 0.0)


def deal(table: WatchedTable, hands: dict[str, str]) -> None:
    """Let the due cards leave the shoe, one after the other."""
    stacks = {hand: cards.split() for hand, cards in hands.items()}
    while table.state.phase is Phase.DEALING and table.state.open_irregularity is None:
        assert table.state.round is not None
        hand = table.state.round.next_position.split(" card ")[0]
        if not stacks[hand]:
            return
        table.send(c.RecordCard, SHOE, card=stacks[hand].pop(0))


def bet(table: WatchedTable, antes: tuple[int, ...], progressive: tuple[int, ...]) -> None:
    """Open the betting, place the stakes, close it."""
    table.send(c.OpenBetting)
    for seat in antes:
        table.send(c.PlaceWager, seat=seat, spot="ante", amount=Decimal(10))
    for seat in progressive:
        table.send(c.PlaceWager, seat=seat, spot="progressive")
    table.send(c.CloseBetting)


def decide(table: WatchedTable, folds: tuple[int, ...] = ()) -> None:
    """Let every seat decide."""
    assert table.state.round is not None
    for seat in table.state.round.undecided:
        table.send(c.Act, seat=seat, action="fold" if seat in folds else "bet")


def pay(table: WatchedTable) -> None:
    """Verify and pay whoever is next, to the end."""
    while table.state.shown_phase is Phase.PAYING:
        following = table.controller.record_view()["next"]
        if following["kind"] == "verify":
            table.send(c.VerifyHand, SUPERVISOR, seat=following["seat"])
        else:
            table.send(c.PaySeat, seat=following["seat"])


def report(table: WatchedTable, irregularity: str, **facts: str) -> None:
    """The dealer reports, with facts that name cards."""
    outcome = table.send(c.ReportIrregularity, irregularity=irregularity, facts=facts)
    assert outcome.refusal is None, outcome.refusal


def rule(table: WatchedTable, option: str = "as_proposed") -> None:
    """A manager rules."""
    outcome = table.send(c.ApplyRuling, MANAGER, option=option)
    assert outcome.refusal is None, outcome.refusal


def probe_all(watch: Watch) -> None:
    """Look in the record for hidden cards, some that were not dealt, and every name of a hand."""
    current = watch.table.state.round
    drawn = set(current.draws if current else ()) - {"??"}
    undealt = sorted(set(DECK) - drawn)[::8]
    for role in WATCHERS:
        hidden = sorted(drawn - watch.now(role).cards)
        watch.probe(role, [*hidden, *undealt, "Jo", *CATEGORIES])


ROYALS = {
    "seat 1": "Ac Kc Qc Jc Tc", "seat 2": "Ad Kd Qd Jd Td", "seat 3": "9h 7h 5h 3h 2h",
    "dealer": "Ah Kh 9s 6c 4h",
}  # fmt: skip
PLAIN = {
    "seat 1": "9c 8c 2c 2d 5s", "seat 2": "Qs Jh Td 4d 3d", "seat 3": "8h 7c 5c 4c 2s",
    "dealer": "As Ks 9d 6h 3c",
}  # fmt: skip


def test_shared_royals_a_folded_prize_and_a_hand_that_goes_out(tmp_path: Path) -> None:
    """Two royals share the meter; the second is killed before its turn; a folded flush wins."""
    with watched(tmp_path) as watch:
        table = watch.table
        assert isinstance(table, WatchedTable)
        bet(table, (1, 2, 3), (1, 2, 3))
        deal(table, ROYALS)
        report(table, "CS-I08", seat="1", card="Kc", note="seat 1 showed Kc, perhaps Qc")
        probe_all(watch)
        rule(table, "play_on")
        decide(table, folds=(3,))
        probe_all(watch)
        table.send(c.VerifyHand, SUPERVISOR, seat=3)
        table.send(c.PaySeat, seat=3)
        table.send(c.VerifyHand, SUPERVISOR, seat=2)
        table.send(c.PaySeat, seat=2)
        report(table, "CS-I09", seat="1", note="he told seat 2 of his Ac")
        rule(table, "dead_hand")
        pay(table)
        assert table.state.phase is Phase.SETTLED
        probe_all(watch)
        # The next round: everything of the one before stays as it was known at its end.
        bet(table, (1, 2, 3), (2,))
        deal(table, PLAIN)
        report(table, "CS-I05", position="dealer card 2")
        rule(table)
        assert table.state.phase is Phase.VOID
        probe_all(watch)
        table.send(c.RecordCard, SHOE, card="7d")
        probe_all(watch)
        rule(table)
        table.send(c.OpenBetting)


def test_misread_moved_and_doubled_cards(tmp_path: Path) -> None:
    """A card that is read again, one that is set aside, an order put right, a fouled deck."""
    with watched(tmp_path, seats=(1, 2)) as watch:
        table = watch.table
        assert isinstance(table, WatchedTable)
        bet(table, (1, 2), (1,))
        for card in ("9c", "Qs", "As", "??", "8c", "Jh"):
            table.send(c.RecordCard, SHOE, card=card)
        report(table, "CS-I14", card="Jh", note="Jh went to the empty seat 3")
        for card in ("Th", "Ks", "2c"):
            table.send(c.RecordCard, SHOE, card=card)
        report(table, "CS-I16", card="5h")
        rule(table, "burn_card")
        table.send(c.RecordCard, SHOE, card="3s")
        report(table, "CS-I01", seat="1", count="4", position="seat 1 card 2")
        rule(table, "void_hand")
        probe_all(watch)
        table.send(c.RecordCard, SHOE, card="Ks")
        assert table.state.open_irregularity is not None
        assert table.state.open_irregularity.irregularity == "CS-I17"
        probe_all(watch)
        rule(table)
        assert table.state.is_deck_locked
        probe_all(watch)
        table.send(c.ChangeDeck)
        bet(table, (1,), ())
        deal(table, {"seat 1": "9c 8c 2c 2d 5s", "dealer": "As Ks 9d 6h 3c"})
        decide(table)
        pay(table)
        report(table, "CS-I21", seat="1", amount="45", note="he got 45 for his 2c 2d")
        assert table.state.phase is Phase.SETTLED


def test_a_prize_in_a_dealers_misdeal_and_royals_that_are_paid_last(tmp_path: Path) -> None:
    """The order of payment gives no royal away; an honoured hand is seen by those who honour it."""
    values = {
        "progressive_on_dealer_misdeal": "honour",
        "progressive_order": "straight_flush_first",
        "royal_minimum": "100.00",
    }
    with watched(tmp_path, **values) as watch:
        table = watch.table
        assert isinstance(table, WatchedTable)
        bet(table, (1, 2, 3), (1, 2, 3))
        deal(table, ROYALS)
        decide(table)
        assert table.state.round is not None
        assert table.state.round.pay_order == (3, 2, 1)
        events = watch.look_through_log(Role.AUDITOR, type="decisions_closed")
        assert events[0]["facts"]["pay_order"] == [3, "##", "##"]
        pay(table)
        bet(table, (1, 2, 3), (1, 2))
        deal(table, {**PLAIN, "seat 1": "Qh Jh 9h 7h 2h", "seat 2": "Qc Jc 9c 6c 3d"})
        report(table, "CS-I03", count="6", note="the dealer has six, Ks among them")
        probe_all(watch)
        rule(table, "honour_side_bets")
        assert table.state.phase is Phase.VOID
        probe_all(watch)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "overrides", "seed"),
    [
        ("classic", {}, 1),
        ("classic", {"player_cards_public": "true"}, 2),
        ("classic", {"progressive_on_fold": "lose", "payment_order": "left"}, 3),
    ],
)
def test_disturbed_rounds(tmp_path: Path, rules: str, overrides: dict[str, str], seed: int) -> None:
    """Rounds by chance, with reports, rulings, and cards that must not be."""
    chance = random.Random(seed)
    with watched(tmp_path, rules, (1, 2, 4), **overrides) as watch:
        table = watch.table
        assert isinstance(table, WatchedTable)
        while watch.looks < LOOKS:
            if table.state.service is Service.CLOSED:
                table.go_on(chance)
            if chance.random() < 0.12:
                table.disturb(chance)
            table.go_on(chance)
        probe_all(watch)
        assert table.state.round_number > 1
        for role in READERS:
            for number in range(1, table.state.round_number + 1):
                answer = watch.get(role, f"/api/tables/{table.table_id}/rounds/{number}")
                assert answer.json()["round"]["number"] == number
                watch.of_round(number, role).holds(
                    answer.json()["round"]["events"], f"round {number} for {role}"
                )


def unmasked(state: TableState, _rules: object, index: int, _role: object) -> str:
    assert state.round is not None
    return state.round.draws[index]


def test_the_watch_finds_a_card_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test itself can fail: a leak of one card in one event is found."""
    with watched(tmp_path, seats=(1,)) as watch:
        table = watch.table
        assert isinstance(table, WatchedTable)
        bet(table, (1,), ())
        monkeypatch.setattr("dealer_station.projections.events.sight.visible_draw", unmasked)
        with pytest.raises(AssertionError, match="tells \\['9c'\\]"):
            table.send(c.RecordCard, SHOE, card="9c")
        table.watch = None
