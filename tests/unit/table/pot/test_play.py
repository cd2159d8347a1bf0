"""A hand in play changes in place, and nobody who holds a state or a hand ever sees it change."""

import random

import pytest
from engine_pot_table import EngineTable
from pot_hands import Choice, PotGame, RandomHand, random_hand
from table_play import SHOE

from dealer_station.games.pots.betting import Act
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.copying import alter, copy_of
from dealer_station.table.decide import decide
from dealer_station.table.draft import start
from dealer_station.table.evolve import Folding, evolve, fold
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import moves
from dealer_station.table.pot.play import HandInPlay
from dealer_station.table.state import TableState

GAMES = pytest.mark.parametrize("game", PotGame)
SEEDS = range(6)
MOST_STEPS = 300


class Watched(EngineTable):
    """A table that keeps every state with what it looked like, and every event."""

    def __init__(self, hand: RandomHand) -> None:
        self.seen: list[tuple[TableState, str]] = []
        self.log: list[e.TableEvent] = []
        super().__init__(hand)

    def _decided(self, command: c.Command) -> None:
        decision = decide(command, self.state, self.rules, {})
        assert decision.refusal is None
        assert decision.state is not None
        self.log += decision.events
        self.state = decision.state
        self.seen.append((self.state, repr(self.state)))


def random_end(game: PotGame, seed: int) -> Watched:
    """Play a hand with random acts to its end."""
    luck, table = random.Random(seed), Watched(random_hand(game, seed))
    for _ in range(MOST_STEPS):
        if table.state.phase is Phase.DEALING:
            table.deal_to(table.dealt + 1)
        elif (turn := table.turn()) is not None:
            offers = [Choice("bring_in" if turn.call is None else "match")]
            offers += [Choice("fold")] if turn.call else []
            offers += [] if turn.low is None else [Choice("wager", turn.low)]
            table.take(luck.choice(offers))
        else:
            table.finish()
            # A card that strays out of the shoe belongs to no hand.
            table._do(c.RecordCard, SHOE, card="2c")
            return table
    raise AssertionError("the hand has no end")


@GAMES
@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_that_somebody_holds_never_changes(game, seed):
    table = random_end(game, seed)
    assert len(table.seen) > table.hand.count
    for state, looked in table.seen:
        assert repr(state) == looked


@GAMES
@pytest.mark.parametrize("seed", SEEDS)
def test_replay_event_by_event_or_at_once_is_the_live_state(game, seed):
    table = random_end(game, seed)
    assert fold(table.log) == table.state
    one_by_one = TableState()
    for event in table.log:
        one_by_one = evolve(one_by_one, event)
    assert one_by_one == table.state
    for cut in range(0, len(table.log), 7):
        assert fold(table.log[cut:], fold(table.log[:cut])) == table.state


def test_a_card_after_the_hand_is_none_of_the_hand():
    table = random_end(PotGame.STUD, 1)
    replayed = fold(table.log)
    assert replayed.stray_card == "2c"
    assert replayed.pot.hand is not None
    assert table.dealt <= len(replayed.pot.hand.draws) < 52
    assert replayed == table.state


def test_every_state_of_a_folding_stays_as_it_was():
    table = random_end(PotGame.STUD, 1)
    folding = Folding(TableState())
    seen = []
    for event in table.log:
        folding.take(event)
        seen.append((folding.state, repr(folding.state)))
    assert all(repr(state) == looked for state, looked in seen)
    assert seen[-1][0] == table.state


def test_a_hand_that_a_decision_has_handed_out_stays_as_it_was():
    table = EngineTable(random_hand(PotGame.STUD, 1))
    command = c.RecordCard(command_id="x", issued_at=5, actor=SHOE, card="As", source="shoe")
    draft = start(command, table.rules, table.state, {})
    before, state = draft.hand, draft.state
    draft.emit(e.CardDrawn(at=5, card="As", position="seat 1 card 1", source="shoe"))
    after = draft.hand
    draft.emit(e.CardDrawn(at=5, card="Ks", position="seat 2 card 1", source="shoe"))
    assert before.draws == ()
    assert state == table.state
    assert after.draws == ("As",)
    assert draft.hand.draws == ("As", "Ks")
    assert draft.state.version == state.version + 2
    assert table.state.pot.hand is not None
    assert table.state.pot.hand.draws == ()


def test_the_hand_alone_needs_no_table():
    """It is dealt and bet by its moves; what stays of it is a value."""
    table = EngineTable(random_hand(PotGame.STUD, 1))
    assert table.state.pot.hand is not None
    begun, game = table.state.pot.hand, table.rules.pot
    play = HandInPlay(begun, Phase.DEALING, None, [])
    deck = iter(table.hand.deck)
    while moves.deal(play, game, next(deck), at=0, source="") is False:
        pass
    moves.follow(play, game, 0)
    assert play.phase is Phase.ACTING
    kept = play.value
    assert kept.betting is not None
    seat = kept.betting.to_act
    assert seat is not None
    moves.take(play, game, seat, Act.BRING_IN, None, at=0, person_id="d")
    assert kept.acts == ()
    assert [one.seat for one in play.hand.acts] == [seat]
    assert begun.draws == ()
    assert isinstance(play.events[-1], e.PlayerActed)


def test_only_fields_that_are_there_can_be_altered():
    state = TableState()
    own = copy_of(state)
    alter(own, version=3)
    assert (state.version, own.version) == (0, 3)
    with pytest.raises(TypeError, match="versio"):
        alter(own, versio=3)  # type: ignore[call-arg]
