"""Who shows first, and who next: random hands against the sentences of the two sheets.

HE-D13 and ST-D17 are told here once more, from the events alone and without pots: who has put in
most is in the last side pot, and of two with as much he comes first whom the dealer meets first
clockwise from the leader.
"""

import random
from collections import Counter
from decimal import Decimal

from hypothesis import event, given, settings
from hypothesis import strategies as st
from pot_tables import CLUB, LEVEL, LIMIT, NO_LIMIT, STUD, PotPlay

from dealer_station.cards.card import parse_cards
from dealer_station.cards.deck import standard_deck
from dealer_station.cards.poker_hand import evaluate
from dealer_station.table import commands as c
from dealer_station.table import events as e

CARDS = [str(card) for card in standard_deck()]
STACKS = [2, 3, 5, 8, 15, 40, 200]
SEATS = 8
LAST_STREET = 4
"""Seventh street, counted from 0."""


@settings(deadline=None)
@given(st.sampled_from([NO_LIMIT, LIMIT, STUD, CLUB]), st.integers(0, 10**6))
def test_hands_are_shown_in_the_order_of_the_sheets(rules: str, seed: int):
    play = played_to_the_showdown(rules, random.Random(seed))
    shows = [tuple(one.shows) for one in play.events(e.ShowdownBegun)]
    event(f"{rules.partition('/')[0]}, {len(shows[0]) if shows else 'no'} hands")
    if shows:
        assert shows == [expected(play, is_stud=rules in {STUD, CLUB})]


def played_to_the_showdown(rules: str, chance: random.Random) -> PotPlay:
    """A hand that nearly nobody gives up, until somebody is to show or the pot falls to one."""
    seats = sorted(chance.sample(range(1, SEATS + 1), chance.randint(2, 6)))
    is_stud = rules in {STUD, CLUB}
    stacks = {seat: chance.choice(STACKS) for seat in seats}
    play = PotPlay(
        rules,
        stacks,
        button=None if is_stud else chance.choice(seats),
        **(LEVEL if is_stud else {}),
    ).run("start_hand")
    deck = chance.sample(CARDS, len(CARDS))
    while play.view["phase"] in {"dealing", "acting"}:
        if play.next["kind"] == "card":
            play.submit(c.RecordCard, card=deck.pop())
        else:
            act(play, chance)
    return play


def act(play: PotPlay, chance: random.Random) -> None:
    seat, offered = play.next["seat"], play.next["legal"]
    likely = [one for one in offered if one != "fold" or chance.random() < 0.1]
    action = chance.choice(likely or ["fold"])
    said = offered[action]
    sizes = said.get("sizes") or [said["min"], said["max"]] if isinstance(said, dict) else []
    amount = Decimal(chance.choice(sizes)) if sizes else None
    assert play.submit(c.Act, seat=seat, action=action, amount=amount).refusal is None


def expected(play: PotPlay, *, is_stud: bool) -> tuple[int, ...]:
    put_in, last = told(play)
    status = play.view["status"]
    live = [seat for seat in range(1, SEATS + 1) if status[str(seat)] in {"in", "all_in"}]
    leader = first_in_stud(play, live, last) if is_stud else first_in_holdem(play, live, last)
    return tuple(sorted(live, key=lambda seat: (-put_in[seat], (seat - leader) % SEATS)))


def told(play: PotPlay) -> tuple[Counter[int], tuple[int, int, int | None]]:
    """Return what everybody has put in, and the last round with an act in it.

    Of that: its street, who acted first in it, and who wagered last.
    """
    put_in: Counter[int] = Counter()
    last: tuple[int, int, int | None] = (-1, 0, None)
    street = highest = 0
    for one in play.all_events():
        match one:
            case e.HandStarted():
                for post in one.posts:
                    put_in[post.seat] += post.live_minor + post.ante_minor
            case e.BettingRoundOpened():
                street, highest = one.street, one.amount_minor
            case e.PlayerActed():
                put_in[one.seat] += one.put_minor
                if last[0] != street:
                    last = (street, one.seat, None)
                if one.to_minor > highest:
                    highest, last = one.to_minor, (*last[:2], one.seat)
            case e.BetsPulledIn() if one.uncalled_minor:
                put_in[one.uncalled_seat] -= one.uncalled_minor
    return put_in, last


def first_in_holdem(play: PotPlay, live: list[int], last: tuple[int, int, int | None]) -> int:
    if last[2] is not None:
        return last[2]
    button = play.hand.positions.button
    return min(live, key=lambda seat: (seat - button - 1) % SEATS)


def first_in_stud(play: PotPlay, live: list[int], last: tuple[int, int, int | None]) -> int:
    if last[0] == LAST_STREET:
        return last[1] if last[2] is None else last[2]
    common = play.view["cards"].get("board", "")
    return max(live, key=lambda seat: (worth(f"{play.view['up'][str(seat)]} {common}"), -seat))


def worth(text: str) -> tuple[object, ...]:
    """What a board of four cards is worth, or of five with a common one."""
    cards = parse_cards(text)
    if len(cards) > LAST_STREET:
        value = evaluate(cards)
        return value.category.place, *value.kickers
    ranks = Counter(int(card.rank) for card in cards)
    groups = sorted(((count, rank) for rank, count in ranks.items()), reverse=True)
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)
