"""Every row of the lifecycle is reached by play, and no other change of phase exists."""

from dataclasses import fields, replace
from pathlib import Path

import lifecycle_document
import pytest
from acceptor_play import AcceptorPlay
from hypothesis import given
from hypothesis import strategies as st
from pot_tables import CLUB, LEVEL, PotPlay
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
from dealer_station.table.pot import commands as pc
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
    return [fold, *void, resumed, closed, token, silent, *baccarat_lives(), *pot_lives()]


def pot_lives() -> list[TablePlay]:
    """Play hands that end in every way, each followed by another hand."""
    shown = PotPlay(button=1).run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}")
    shown.run("act: 1 all_in; 2 call; 3 fold", "deal: {board: 2c 7d 9s Jh 3d}", "pay", "start_hand")
    folded = PotPlay(button=1).run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}")
    folded.run("act: 1 fold; 2 fold", "pay")
    boxed = PotPlay(button=1).run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}")
    boxed.run("report: {irregularity: HE-I12}")
    taken_back = PotPlay(button=1).run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}")
    taken_back.run("act: 1 all_in; 2 call; 3 fold", "deal: {board: 2c 7d 9s Jh 3d}")
    taken_back.run("act: 1 muck", "report: {irregularity: HE-I52, seat: 1}")
    taken_back.run("rule: play_on")
    short = PotPlay(CLUB, dict.fromkeys(range(1, 9), 50), **LEVEL).run("start_hand")
    short.run(EIGHT_HANDS, "act: 8 bring_in", f"act: {'; '.join(f'{n} call' for n in range(1, 8))}")
    for cards in EIGHT_UP:
        short.run(cards, f"act: {'; '.join(f'{seat} check' for seat in FROM_SEVEN)}")
    return [shown, folded, boxed, taken_back, reopened(), short.run("shoe: Qc")]


def reopened() -> TablePlay:
    """Take a turn of two cards back, then the river twice: at the showdown, and after it."""
    play = PotPlay(button=1).run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}")
    play.run("act: 1 all_in; 2 call; 3 fold", "shoe: 2h 2c 7d 9s 3h Jh 3d")
    play.run("report: {irregularity: HE-I28}", "rule: as_proposed", "shoe: Jh 4h 3d")
    play.run("report: {irregularity: HE-I12}", "shoe: 5d", "act: 1 show; 2 show")
    return play.run("report: {irregularity: HE-I12}", "shoe: 6d", "pay")


EIGHT_HANDS = (
    "deal: {1: 5c 5d 2d, 2: 6c 6d 2s, 3: 7c 7d Tc, 4: 8c 8d 2h, 5: 9c 9d Ah, 6: Jc Jd Kc,"
    " 7: Qd Qh Ad, 8: 4c 4d 2c}"
)
EIGHT_UP = (
    "deal: {burn: Qc, 1: 3c, 2: 3d, 3: 3h, 4: 3s, 5: 4h, 6: 4s, 7: As, 8: 5h}",
    "deal: {burn: Qs, 1: 5s, 2: 6h, 3: 6s, 4: 7h, 5: 7s, 6: 8h, 7: Kd, 8: 8s}",
    "deal: {burn: Ac, 1: 9h, 2: 9s, 3: Td, 4: Th, 5: Ts, 6: Jh, 7: Kh, 8: Js}",
)
FROM_SEVEN = (7, 8, 1, 2, 3, 4, 5, 6)
"""Seat 7 shows the aces; nobody bets, so that eight hands are left for one card (ST-60)."""


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


def voided_hands() -> set[tuple[Phase, type[e.TableEvent]]]:
    """Void a hand at an act and at the showdown, and begin it again (HE-D20)."""
    acting = PotPlay(button=1).run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}")
    showing = PotPlay(button=1).run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}")
    showing.run("act: 1 all_in; 2 call; 3 fold", "deal: {board: 2c 7d 9s Jh 3d}")
    steps = set()
    for play in (acting, showing):
        void = e.RoundVoided(at=play.clock.now(), round_number=1, reason="HE-I13")
        state = evolve(play.state, void)
        (begun,) = decide(command(pc.StartHand, play), state, play.rules, {}).events
        assert begun.is_repeat
        steps |= {(play.state.phase, type(void)), (state.phase, type(begun))}
    return steps


def test_every_row_is_reached():
    odd = (drawn_after_decisions(), voided_hands())
    reached = set().union(*(steps_of(play) for play in lives()), *odd)
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
