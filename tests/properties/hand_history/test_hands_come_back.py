"""Random hands of tables, all-ins of every size among them: written, read, and played again."""

import random
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st
from pot_tables import LEVEL, LIMIT, NO_LIMIT, STUD, PotPlay
from table_play import CONFIG

from dealer_station.cards.deck import standard_deck
from dealer_station.hand_history.reader import parse_hands
from dealer_station.hand_history.recording import PlayedHand, recorded
from dealer_station.hand_history.writer import write_hand
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.pot import commands as pc
from dealer_station.table_script.recorded import play_recorded

CARDS = [str(card) for card in standard_deck()]
STACKS = [1, 2, 3, 5, 8, 15, 40, 200]


@settings(deadline=None)
@given(st.sampled_from([NO_LIMIT, LIMIT, STUD]), st.integers(0, 10**6))
def test_a_hand_comes_back_with_its_stacks(rules: str, seed: int):
    chance = random.Random(seed)
    seats = sorted(chance.sample(range(1, 9), chance.randint(2, 5)))
    level = LEVEL if rules == STUD else {}
    button = None if rules == STUD else chance.choice(seats)
    stacks = {seat: chance.choice(STACKS) for seat in seats}
    # The format knows no chip: odd units are those of its amounts.
    play = PotPlay(rules, stacks, button=button, chip="0.01", **level).run("start_hand")
    deck = chance.sample(CARDS, len(CARDS))
    while play.next["kind"] != "pay":
        if play.next["kind"] == "card":
            play.submit(c.RecordCard, card=deck.pop())
        else:
            act(play, chance)
    play.submit(pc.PushPots)

    written = write_hand(recorded(PlayedHand(**played(play))))
    (again,) = parse_hands(written, "played.phh")
    assert write_hand(again.hand) == written
    result = play_recorded(again, [CONFIG])
    assert [str(miss) for miss in result.misses] == [], written


def act(play: PotPlay, chance: random.Random) -> None:
    """Act at random, often with the whole stack: as a bet, a raise, a call or a bring-in."""
    seat, offered = play.next["seat"], play.next["legal"]
    is_bold = play.view["phase"] == "acting" and chance.random() < 0.25
    if is_bold and play.submit(c.Act, seat=seat, action="all_in").refusal is None:
        return
    action = chance.choice(
        [one for one in offered if one != "fold" or chance.random() < 0.3] or ["fold"]
    )
    said = offered[action]
    sizes = said.get("sizes") or [said["min"], said["max"]] if isinstance(said, dict) else []
    amount = Decimal(chance.choice(sizes)) if sizes else None
    assert play.submit(c.Act, seat=seat, action=action, amount=amount).refusal is None


def played(play: PotPlay) -> dict[str, object]:
    hand = play.hand
    (started,) = play.events(e.HandStarted)
    return {
        "game": play.rules.pot,
        "hand": hand,
        "starting_minor": {seat: started.stacks[seat] for seat in hand.seats},
        "finishing_minor": {chips.seat: chips.stack for chips in hand.chips},
        "seat_count": 8,
        "cards": hand.cards,
    }
