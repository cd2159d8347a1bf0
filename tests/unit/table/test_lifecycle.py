"""Every row of the lifecycle is reached by play, and no other change of phase exists."""

from dataclasses import fields, replace
from pathlib import Path

import lifecycle_document
import pytest
from acceptor_play import AcceptorPlay
from hypothesis import given
from hypothesis import strategies as st
from table_commands import command
from table_play import NOTHING, PAIR_OF_EIGHTS, TablePlay, baccarat, dealt, decided

from dealer_station.controller.streams import table_stream
from dealer_station.games.caribbean_stud.rules import CaribbeanStud
from dealer_station.games.procedure import BOARD, seat_hand
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table import lifecycle
from dealer_station.table.decide import decide
from dealer_station.table.evolve import EVENT_TYPES, evolve
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.state import TableState


def steps_of(play: TablePlay) -> set[tuple[Phase, type[e.TableEvent]]]:
    """Return every phase and event that a table's history went through."""
    state, steps = TableState(), set()
    for row in play.record.read(table_stream("t1")):
        event = play.registry.decode(row)
        steps.add((state.phase, type(event)))
        steps.add((state.service, type(event)))
        state = evolve(state, event)
    return steps


def lives() -> list[TablePlay]:
    """Play rounds that end in every way, each followed by another round."""
    fold = decided({1: NOTHING}, folds=(1,)).run("pay", "open_betting")
    void = [
        TablePlay().run("open_betting", "wager: 1 ante 10", "shoe: 5d", "rule: void_round"),
        dealt({1: NOTHING}).run("report: {irregularity: CS-I18}", "rule: void_round"),
        decided({1: NOTHING}).run("report: {irregularity: CS-I17}", "rule: fouled_deck by manager"),
    ]
    void[0].run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: 5d 6d 6d")
    void[0].run("rule: fouled_deck by manager", "new_deck", "open_betting")
    resumed = dealt({1: NOTHING}).run("report: {irregularity: CS-I16, card: 4h}", "rule: burn_card")
    closed = TablePlay()
    closed.submit(c.CloseTable)
    closed.open_table()
    token = AcceptorPlay().open_betting(1).run("close_betting")
    token.obey()
    silent = AcceptorPlay().open_betting(1).run("close_betting", "wait: 1")
    silent.run("rule: void_round by supervisor")
    return [fold, *void, resumed, closed, token, silent, *baccarat_lives()]


def on_table(*lines: str) -> TablePlay:
    """A baccarat round with ten on the Player, after these steps."""
    return baccarat().run("open_betting", "wager: 1 player 10", "close_betting", *lines)


def baccarat_lives() -> list[TablePlay]:
    """Play baccarat rounds through every way into and out of the drawing."""
    face_up, burned = "report: {irregularity: BA-I09}", "rule: burn_card"
    return [
        # A natural: no card is called for.
        on_table("shoe: 5c 4h 3d 5s", "pay", "open_betting"),
        # The burned third card is drawn anew; so is one that had completed the hands.
        on_table("shoe: Ks 2h Qd Ac 9h", face_up, burned, "shoe: 8s", "pay"),
        on_table("shoe: Ks 2h Qd Ac 8s", face_up, burned, "shoe: 9h 5d", "pay"),
        # The burned fourth card belongs to the first deal.
        on_table("shoe: Ks 2h Qd Ac", face_up, burned, "shoe: Ah 8s", "pay"),
        on_table("shoe: 5c 4h 3d 5s", face_up, burned, "shoe: 4s", "pay"),
        on_table("shoe: Ks 2h Qd Ac", "report: {irregularity: BA-I12}", "rule: void_round"),
    ]


class WithBoardCard(CaribbeanStud):
    """A game with decisions and a card after them: one on the board."""

    def further_order(self, hands, in_play):
        return (BOARD,) if len(hands[seat_hand(1)]) == self.hand_size else ()


def drawn_after_decisions() -> set[tuple[Phase, type[e.TableEvent]]]:
    """Take the last decision of such a game; return the phases and events gone through."""
    play = dealt({1: NOTHING})
    known = play.rules.game
    game = WithBoardCard(**{field.name: getattr(known, field.name) for field in fields(known)})
    taken = command(c.Act, play, seat=1, action="bet")
    meters = {"main": play.progressive}
    state, steps = play.state, set()
    for event in decide(taken, state, replace(play.rules, game=game), meters).events:
        steps.add((state.phase, type(event)))
        state = evolve(state, event)
    assert (state.phase, state.round.next_position) == (Phase.DRAWING, "board 1")
    return steps


def test_every_row_is_reached():
    reached = set().union(*(steps_of(play) for play in lives()), drawn_after_decisions())
    assert set(lifecycle.ROUND) <= reached
    assert set(lifecycle.SERVICE) <= reached


def some(kind: type[e.TableEvent]) -> e.TableEvent:
    """Return an event of a kind whose fields do not matter."""
    fields = dict.fromkeys(kind.__dataclass_fields__)
    return kind(**fields | {"at": 1})


@pytest.mark.parametrize("kind", sorted(lifecycle.ROUND_EVENTS, key=lambda kind: kind.__name__))
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.HELD])
def test_a_round_event_leads_on_by_its_row_and_asserts_without_one(phase, kind):
    row = lifecycle.ROUND.get((phase, kind))
    if row is None:
        with pytest.raises(AssertionError, match=f"{kind.__name__} in phase {phase}"):
            lifecycle.next_phase(phase, some(kind))
    else:
        assert lifecycle.next_phase(phase, some(kind)) is row


@pytest.mark.parametrize("kind", sorted(lifecycle.SERVICE_EVENTS, key=lambda kind: kind.__name__))
@pytest.mark.parametrize("service", Service)
def test_a_service_event_leads_on_by_its_row_and_asserts_without_one(service, kind):
    row = lifecycle.SERVICE.get((service, kind))
    if row is None:
        with pytest.raises(AssertionError, match=f"{kind.__name__} while {service}"):
            lifecycle.next_service(service, some(kind))
    else:
        assert lifecycle.next_service(service, some(kind)) is row


@given(
    st.sampled_from(Phase),
    st.sampled_from(Service),
    st.sampled_from(
        sorted(
            set(EVENT_TYPES) - lifecycle.ROUND_EVENTS - lifecycle.SERVICE_EVENTS,
            key=lambda kind: kind.__name__,
        )
    ),
)
def test_every_other_event_leaves_phase_and_service_alone(phase, service, kind):
    assert lifecycle.next_phase(phase, some(kind)) is phase
    assert lifecycle.next_service(service, some(kind)) is service


def test_evolve_asserts_on_a_change_that_is_no_row():
    settled = decided({1: NOTHING}).run("pay").state
    with pytest.raises(AssertionError, match="RoundSettled in phase settled"):
        evolve(settled, e.RoundSettled(at=1, round_number=1))


def test_held_is_no_row_but_lies_over_any_phase():
    assert Phase.HELD not in {
        phase for row in lifecycle.ROUND.items() for phase in (row[0][0], row[1])
    }
    held = decided({1: PAIR_OF_EIGHTS}).run("report: {irregularity: CS-I22}").state
    assert (held.phase, held.shown_phase) == (Phase.PAYING, Phase.HELD)


def test_an_open_round_is_one_that_may_still_end():
    ending = {phase for (phase, kind) in lifecycle.ROUND if kind is e.RoundVoided}
    assert ending == lifecycle.OPEN_ROUND


def test_the_document_is_current():
    written = lifecycle_document.PATH.read_text(encoding="utf-8")
    assert written == lifecycle_document.text(), "run: python tests/lifecycle_document.py"


def test_the_diagram_names_every_row():
    drawn = lifecycle.diagram(lifecycle.ROUND)
    for (start, kind), end in lifecycle.ROUND.items():
        assert f"{start} --> {end} : {kind.__name__}" in drawn
    assert Path(lifecycle_document.PATH).name == "LIFECYCLE.md"
