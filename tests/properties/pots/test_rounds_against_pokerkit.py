"""The pure betting rounds against pokerkit, hand by hand and decision by decision.

Compared are: who acts, what a call costs, the smallest and largest wager, the forced bet, every
bet and stack after every act, the pots of every street, and the stacks in the end.
"""

import os
import random
from collections import Counter

import pytest
from pokerkit_table import PokerkitTable
from pot_hands import PotGame, RandomHand, choose, random_hand
from pure_pot_table import PureTable

HANDS = int(os.environ.get("POT_HANDS", "300"))
"""Random hands a game; `make pots` has twenty thousand."""
FIRST = int(os.environ.get("POT_HANDS_FROM", "0"))


def play(hand: RandomHand, seen: Counter[str]) -> None:
    luck = random.Random(hand.seed)
    oracle = PokerkitTable(hand)
    first = oracle.turn()
    ours = PureTable(hand, first.seat if first else None)
    while True:
        turn = oracle.turn()
        assert ours.turn() == turn
        if turn is None:
            ours.pull_in()
            # The last live hand gets its own bet of the round back in pokerkit, not out of the pot.
            assert len(ours.live) == 1 or ours.pots == oracle.pots
            count(seen, ours)
            if not oracle.next_street():
                break
            following = oracle.turn()
            ours.next_street(following.seat if following else 1)
            continue
        choice = choose(luck, hand, turn, oracle.street, oracle.cur, oracle.full)
        seen[choice.act] += 1
        oracle.take(choice)
        ours.take(choice)
        if oracle.turn() is not None:  # else pokerkit has pulled in the bets already
            assert (ours.bets, ours.stacks) == (oracle.bets, oracle.stacks)
    assert ours.pushed() == oracle.stacks
    assert sum(oracle.stacks.values()) == sum(hand.stacks)
    seen["hands"] += 1


def count(seen: Counter[str], ours: PureTable) -> None:
    seen["streets"] += 1
    seen["side pots"] += len(ours.pots) > 1
    seen["all-in"] += bool(ours.all_in())


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
    for kind in ("fold", "match", "wager", "streets", "side pots", "all-in"):
        assert seen[kind] > HANDS // 20, f"too few {kind} in {dict(seen)}"
    assert (seen["bring_in"] > 0) == (game is PotGame.STUD)
