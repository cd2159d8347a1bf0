"""Who may see which card, exactly as design section 9 says: every role, moment, hand and card.

Seat 1 folds a flush that wins a prize, seat 2 bets a pair, seat 3 folds nothing, seat 4 becomes a
dead hand, seat 5 a void one. `up` is all five cards, `down` none, `5` only the fifth; cards that an
open ruling names are written by their numbers, and so is a card that could not be read.
"""

import json
import re
from functools import cache
from itertools import groupby

import pytest
from sight_moments import (
    BOSSES,
    MOMENTS,
    PUBLIC,
    by_card,
    by_cards,
    deciding,
    next_round,
    paying,
    settled,
    unread,
)
from table_oracle import Sight
from table_play import FLUSH, TablePlay, dealt

from dealer_station.controller.streams import table_stream
from dealer_station.table.evolve import fold
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState
from dealer_station.table.visibility import (
    FACE_DOWN,
    masks_facts,
    visible_cards,
)

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")

MATRIX = """
moment             hand    public  dealer  bosses  auditor

dealing            1       down    down    down    down
dealing            2       down    down    down    down
dealing            dealer  down    down    down    down
fourth_is_out      1       down    down    down    down
fourth_is_out      dealer  down    down    down    down

deciding           1       down    down    down    down
deciding           2       down    down    down    down
deciding           4       down    down    down    down
deciding           5       down    down    down    down
deciding           dealer  5       5       5       5

paying             1       down    down    down    down
paying             2       down    down    down    down
paying             3       down    down    down    down
paying             4       down    down    down    down
paying             5       down    down    down    down
paying             dealer  up      up      up      up

second_turn        1       down    down    down    down
second_turn        2       up      up      up      up
second_turn        3       down    down    down    down

last_turn          1       up      up      up      up
last_turn          2       up      up      up      up
last_turn          3       down    down    down    down
last_turn          4       down    down    down    down
last_turn          5       down    down    down    down

verified_early     1       up      up      up      up
verified_early     2       down    down    down    down

settled            1       up      up      up      up
settled            2       up      up      up      up
settled            3       down    down    down    up
settled            4       down    down    down    up
settled            5       down    down    down    up
settled            dealer  up      up      up      up

void               1       down    down    down    up
void               2       down    down    down    up
void               4       down    down    down    up
void               5       down    down    down    up
void               dealer  5       5       5       up

void_from_paying   1       down    down    down    up
void_from_paying   2       up      up      up      up
void_from_paying   3       down    down    down    up
void_from_paying   4       down    down    down    up
void_from_paying   5       down    down    down    up
void_from_paying   dealer  up      up      up      up

short              1       down    down    down    down
short              dealer  4       4       4       4
completed          1       down    down    down    down
completed          dealer  4       4       4       4

by_place           dealer  5       5       25      5
by_place           1       down    down    down    down
by_card            2       down    down    3       down
by_card            3       down    down    down    down
by_card            dealer  5       5       5       5
by_cards           3       down    down    15      down
by_cards           1       down    down    down    down
by_seat_only       3       down    down    down    down
of_another_seat    2       down    down    down    down
of_another_seat    3       down    down    down    down
by_place_and_card  dealer  5       5       25      5
of_another_place   dealer  5       5       5       5
of_another_place   1       down    down    down    down
after_the_ruling   2       down    down    down    down
doubled            2       down    down    3       down
doubled            dealer  down    down    2       down
doubled            1       down    down    down    down

unread             2       3       3       3       3
unread             1       down    down    down    down
unread             dealer  down    down    down    down
unread_and_void    2       3       3       3       up
unread_and_void    1       down    down    down    up
read_again         2       down    down    down    down

open_cards         1       up      up      up      up
open_cards         3       up      up      up      up
open_cards         5       up      up      up      up
open_cards         dealer  5       5       5       5
open_cards_void    2       up      up      up      up
open_cards_void    dealer  5       5       5       up

misdeal            1       down    up      up      down
misdeal            2       down    down    down    down
misdeal            dealer  5       5       5       5
honoured           1       up      up      up      up
honoured           2       down    down    down    up
honoured           dealer  5       5       5       up

dead_while_open       2    up      up      up      up
dead_while_open       1    down    down    down    down
dead_while_verified   1    up      up      up      up
void_while_open       2    up      up      up      up
dead_before_its_turn  2    down    down    down    down

last_card_misnamed    1    down    down    3       down
last_card_misnamed    2    down    down    down    down
last_card_misnamed    dealer  down    down    down    down
"""
ROWS = [tuple(line.split()) for line in MATRIX.strip().splitlines()[2:] if line]


def masked(cards: tuple[str, ...], seen: str) -> str:
    numbers = {"up": "12345", "down": ""}.get(seen, seen)
    return " ".join(
        card if str(number) in numbers else FACE_DOWN for number, card in enumerate(cards, start=1)
    )


@cache
def reached(moment: str) -> TablePlay:
    """The moment, played to once for all who only look at it."""
    return MOMENTS[moment]()


@pytest.mark.parametrize(("moment", "hand", "public", "dealer", "bosses", "auditor"), ROWS)
def test_a_hand_is_seen_by_each_role_as_the_matrix_says(
    moment, hand, public, dealer, bosses, auditor
):
    play = reached(moment)
    cards = play.round.cards(hand if hand == "dealer" else f"seat {hand}")
    sight = {
        **dict.fromkeys(PUBLIC, public),
        Role.DEALER: dealer,
        **dict.fromkeys(BOSSES, bosses),
        Role.AUDITOR: auditor,
    }
    for role in Role:
        assert play.seen_by(role)["cards"][hand] == masked(cards, sight[role]), role
    assert play.controller.public_view()["cards"][hand] == masked(cards, public)
    assert play.view["cards"][hand] == " ".join(cards), "the record masks nothing"


@cache
def second_opinion(moment: str) -> Sight:
    """Follow the table command by command: what once lay open stays open."""
    play = reached(moment)
    values = json.loads(play.rules.content)["values"]
    sight = Sight(TableState(), values)
    rows = play.record.read(table_stream(play.setup.facts.id))
    for _, written in groupby(rows, key=lambda row: row.command_id):
        state = fold(map(play.registry.decode, written), sight.state)
        sight = Sight(state, values, Sight(state, values, sight.opened).open_hands())
    assert sight.state == play.state
    return sight


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("role", Role)
def test_every_hand_of_every_moment_is_as_the_second_opinion_says(moment: str, role: Role):
    play, sight = reached(moment), second_opinion(moment)
    for hand in ("dealer", *(f"seat {seat.seat}" for seat in play.round.hands), "burn", "aside"):
        seen = visible_cards(play.state, play.rules, hand, role)
        assert list(seen) == sight.cards(hand, role)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("role", Role)
def test_a_face_down_card_stands_nowhere_in_the_view(moment: str, role: Role):
    """Not in hands, payouts or facts either; what a ruling names is named to its rulers only."""
    play = reached(moment)
    view = play.seen_by(role)
    open_faces = set(CARD.findall(" ".join(view["cards"].values())))
    item = play.state.open_irregularity
    if item is not None and role in BOSSES:
        open_faces.update(CARD.findall(" ".join(item.facts.values())))
    # The catalogue's own words are the same for all cards.
    view.pop("irregularities")
    assert set(CARD.findall(json.dumps(view))) <= open_faces


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("role", Role)
def test_a_hand_is_named_only_to_who_sees_all_of_it(moment: str, role: Role):
    view = reached(moment).seen_by(role)
    for key, cards in view["cards"].items():
        if FACE_DOWN in cards:
            assert key not in view["hands"]
            assert all(row["hand"] is None for row in view["payouts"] if str(row["seat"]) == key)


ELSEWHERE = (
    "CS-I08, seat: 3, card: 9c",
    "CS-I08, seat: 3, cards: 9c 4h Kh",
    "CS-I05, position: dealer card 2, card: 9s",
    "CS-I07, position: dealer card 1, card: Kh",
    "CS-I05, card: 3d",
)


@pytest.mark.parametrize("said", ELSEWHERE)
def test_a_report_opens_no_card_that_lies_elsewhere_than_it_says(said: str):
    """Its ruler would be shown another hand's card, or a place that nobody has seen."""
    play = deciding()
    before = play.seen_by(Role.SUPERVISOR)["cards"]
    play.run(f"report: {{irregularity: {said}}}")
    assert play.state.open_irregularity is not None
    assert play.seen_by(Role.SUPERVISOR)["cards"] == before


@pytest.mark.parametrize("role", [*Role, None])
def test_without_a_round_there_are_no_cards(role):
    play = TablePlay()
    assert visible_cards(play.state, play.rules, "dealer", role) == ()


def test_a_card_between_rounds_is_shown_to_rulers_only():
    play = settled().run("shoe: 5s")
    for role in Role:
        told = play.seen_by(role)["ruling"]["facts"]["card"]
        assert told == ("5s" if role in BOSSES else FACE_DOWN)


@pytest.mark.parametrize("role", Role)
def test_facts_of_a_ruling_are_masked_for_all_but_its_rulers(role: Role):
    for play, name, count in ((by_card(), "card", 1), (by_cards(), "cards", 2)):
        item = play.state.open_irregularity
        assert item is not None
        told = play.seen_by(role)["ruling"]["facts"][name]
        assert told == (item.facts[name] if role in BOSSES else " ".join([FACE_DOWN] * count))
    assert masks_facts(role) is (role not in BOSSES)
    assert not masks_facts(None)


@pytest.mark.parametrize("role", Role)
def test_a_note_names_no_card_but_to_rulers(role: Role):
    play = deciding().run("report: {irregularity: CS-I08, seat: 3, note: 'Was it Ah, or 2c?'}")
    told = play.seen_by(role)["ruling"]["facts"]["note"]
    assert told == ("Was it Ah, or 2c?" if role in BOSSES else "Was it ##, or ##?")


@pytest.mark.parametrize("role", Role)
def test_a_ruling_says_where_an_unread_card_lies(role: Role):
    told = unread().seen_by(role)["ruling"]["facts"]
    assert told == {"card": "??", "position": "seat 2 card 3"}


@pytest.mark.parametrize("role", Role)
def test_an_unread_card_among_the_facts_opens_none_beside_it(role: Role):
    play = deciding().run("report: {irregularity: CS-I08, seat: 3, cards: '8h ?? 2s'}")
    told = play.seen_by(role)["ruling"]["facts"]["cards"]
    assert told == ("8h ?? 2s" if role in BOSSES else f"{FACE_DOWN} ?? {FACE_DOWN}")


def test_burned_and_set_aside_cards_lie_face_down_even_where_cards_are_open():
    play = dealt({1: FLUSH}, player_cards_public="true").run(
        "report: {irregularity: CS-I14, card: 4h}", "shoe: 5c",
        "report: {irregularity: CS-I16, card: 5c}", "rule: burn_card",
    )  # fmt: skip
    for role in Role:
        cards = play.seen_by(role)["cards"]
        assert (cards["aside"], cards["burn"]) == (FACE_DOWN, FACE_DOWN)
    assert (play.view["cards"]["aside"], play.view["cards"]["burn"]) == ("4h", "5c")


def test_the_next_round_shows_nothing_of_the_last():
    play = next_round()
    assert play.state.phase is Phase.BETTING
    assert all(play.seen_by(role)["cards"] == {} for role in Role)


def test_a_jackpot_hand_that_waits_is_not_given_away_by_its_verification():
    """Seat 1 waits with a flush: those who see to its verification are told so, nobody else."""
    play = paying()
    for role in Role:
        (row,) = [row for row in play.seen_by(role)["payouts"] if row["seat"] == 1]
        assert row["state"] == "waiting"
        assert row["verify"] is (role in {Role.DEALER, *BOSSES})
