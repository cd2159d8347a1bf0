"""Random hands of both poker games: no chip is lost, the record is the state, no card leaks."""

import random
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st
from pot_tables import CLUB, LEVEL, LIMIT, NO_LIMIT, STUD, PotPlay

from dealer_station.cards.deck import standard_deck
from dealer_station.games.procedure import seat_hand
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.state import total_minor
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState
from dealer_station.table.visibility import FACE_DOWN

TABLES: dict[str, dict[str, str]] = {
    NO_LIMIT: {"rake": "percent: 10, cap: 4, unit: 1"},
    LIMIT: {},
    STUD: LEVEL,
    CLUB: LEVEL,
}
CARDS = tuple(str(card) for card in standard_deck())


def chips(state: TableState) -> int:
    return total_minor(state.pot, is_hand_open=state.is_round_open)


def act(play: PotPlay, draw: st.DataObject) -> None:
    """Take one of the acts that are offered, in a size that is offered."""
    following = play.next
    offered = following["legal"]
    action = draw.draw(st.sampled_from(sorted(offered)))
    said = offered[action]
    amount = None
    if isinstance(said, dict):
        sizes = said.get("sizes") or [said["min"], said["max"]]
        amount = Decimal(draw.draw(st.sampled_from(sizes)))
    outcome = play.submit(c.Act, seat=following["seat"], action=action, amount=amount)
    assert outcome.refusal is None, (following, action, amount, outcome.refusal)


def play_hand(play: PotPlay, draw: st.DataObject) -> None:
    """Play a hand to its end, somebody leaving or sitting out now and then."""
    if play.submit(pc.StartHand).refusal is not None:
        return
    undealt = random.Random(draw.draw(st.integers(0, 10**6), "deck")).sample(CARDS, len(CARDS))
    while play.state.is_round_open:
        match play.next["kind"]:
            case "card":
                play.submit(c.RecordCard, card=undealt.pop())
            case "act":
                act(play, draw)
            case _:
                assert play.submit(pc.PushPots).refusal is None
        if draw.draw(st.integers(0, 40)) == 0:
            kind = draw.draw(st.sampled_from([pc.LeaveSeat, pc.SitOut, pc.ComeBack]))
            play.submit(kind, seat=draw.draw(st.integers(1, 8)))
        nobody_sees_a_foreign_card(play)


def nobody_sees_a_foreign_card(play: PotPlay) -> None:
    """A hole card is told to nobody until its hand is shown; burns are told to nobody at all."""
    hand = play.hand
    for role in (Role.DEALER, Role.SUPERVISOR, Role.DEVICE):
        seen = play.controller.public_view() if role is Role.DEVICE else play.seen_by(role)
        for name, text in seen["cards"].items():
            own = hand.cards(seat_hand(int(name)) if name.isdecimal() else name)
            for number, (shown, card) in enumerate(zip(text.split(), own, strict=True), start=1):
                is_seat = name.isdecimal()
                is_up = play.rules.pot.is_up_card(seat_hand(int(name)) if is_seat else name, number)
                is_open = is_up or (is_seat and int(name) in hand.shown)
                assert shown == (card if is_open else FACE_DOWN), (role, name, number)


@settings(max_examples=12, deadline=None)
@given(st.data(), st.sampled_from(sorted(TABLES)))
def test_hands_lose_no_chip_and_tell_no_card(draw: st.DataObject, rules: str):
    count = draw.draw(st.integers(2, 8), "players")
    stacks = {seat: draw.draw(st.integers(1, 120), "stack") for seat in range(1, count + 1)}
    is_holdem = rules.startswith("texas")
    play = PotPlay(rules, stacks, button=1 if is_holdem else None, **TABLES[rules])
    for _ in range(3):
        play_hand(play, draw)
    before, rake = TableState(), 0
    for event, state in play.states():
        changed = chips(state) - chips(before)
        match event:
            case e.PlayerSeated():
                assert changed == event.stack_minor
            case e.PlayerLeft():
                assert changed == -event.stack_minor
            case e.PotsPushed():
                rake = sum(award.rake_minor for award in event.awards)
                assert changed == -rake
            case _:
                assert changed == 0, event
        before = state
    assert before == play.state
    assert all(one.stack_minor >= 0 for one in play.state.pot.players)
