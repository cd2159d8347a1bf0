"""A table of the station against pokerkit: hand by hand, card by card, decision by decision.

Beside what the betting rounds are compared for: who opens each street by the cards that lie up, the
order of the deal, winners and shares; and at every moment no chip is lost.
"""

import os
import random
from collections import Counter

import pytest
from engine_pot_table import EngineTable
from pokerkit_table import PokerkitTable
from pot_hands import PotGame, RandomHand, choose, random_hand

from dealer_station.table.lifecycle import Phase

HANDS = int(os.environ.get("POT_HANDS", "100"))
"""Random hands a game; `make pots` has twenty thousand."""
FIRST = int(os.environ.get("POT_HANDS_FROM", "0"))


def play(hand: RandomHand, seen: Counter[str]) -> None:
    luck = random.Random(hand.seed)
    oracle, ours = PokerkitTable(hand), EngineTable(hand)
    ours.deal_to(oracle.dealt)
    while True:
        turn = oracle.turn()
        assert ours.turn() == turn
        assert ours.total == sum(hand.stacks)
        if turn is not None:
            choice = choose(luck, hand, turn, oracle.street, oracle.cur, oracle.full)
            seen[choice.act] += 1
            oracle.take(choice)
            ours.take(choice)
            if oracle.turn() is not None:  # else pokerkit has pulled in the bets already
                assert ours.stacks == oracle.stacks
            continue
        assert ours.live == 1 or ours.pots == oracle.pots
        seen["side pots"] += len(ours.pots) > 1
        seen["showdowns"] += ours.state.phase is Phase.SHOWDOWN
        if not oracle.next_street():
            break
        ours.deal_to(oracle.dealt)
    ours.finish()
    assert ours.stacks == oracle.stacks
    assert ours.state.phase is Phase.SETTLED
    assert ours.total == sum(hand.stacks)
    seen["hands"] += 1


@pytest.mark.parametrize("game", PotGame)
@pytest.mark.timeout(7200)
def test_random_hands_go_as_in_pokerkit(game: PotGame):
    seen: Counter[str] = Counter()
    for seed in range(FIRST, FIRST + HANDS):
        hand = random_hand(game, seed)
        try:
            play(hand, seen)
        except AssertionError as error:
            error.add_note(f"{game}, seed {seed}: {hand}")
            raise
    assert seen["hands"] == HANDS
    for kind in ("fold", "match", "wager", "side pots", "showdowns"):
        assert seen[kind] > HANDS // 20, f"too few {kind} in {dict(seen)}"
