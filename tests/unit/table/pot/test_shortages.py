"""What the dealer is told to do when the cards do not suffice for the last street of stud."""

from decimal import Decimal
from typing import Any

import pytest
from pot_tables import CLUB, LEVEL, STUD, PotPlay

from dealer_station.cards.deck import standard_deck
from dealer_station.table import commands as c
from dealer_station.table.role_view import TableFacts, role_view
from dealer_station.table.roles import Role

FACTS = TableFacts("t1", "Table 1", "USD")


def seen(play: PotPlay) -> dict[str, Any]:
    return role_view(play.state, play.rules, {}, FACTS, Role.DEALER, now=0)


def draw(play: PotPlay) -> None:
    """Let the first card of the deck that is not out come; after a mixing one may come again."""
    card = next(card for card in map(str, standard_deck()) if card not in play.hand.cards_out)
    assert play.submit(c.RecordCard, card=card).refusal is None


def act(play: PotPlay, players: int, *, folds: bool) -> None:
    """Stay in; where somebody folds, the first bets and the next one goes."""
    legal = play.next["legal"]
    wanted = ["check", "bring_in", "call"]
    if folds and len(play.hand.live) == players:
        wanted = ["bet"] if "check" in legal else ["fold"]
    action = next(act for act in wanted if act in legal)
    sizes = legal[action] if isinstance(legal[action], dict) else {}
    said = {"amount": Decimal(sizes.get("min") or sizes["sizes"][0])} if sizes else {}
    assert play.submit(c.Act, seat=play.next["seat"], action=action, **said).refusal is None


def at_the_last_street(rules: str, players: int, folds_on: str) -> PotPlay:
    """So many are dealt in; nothing is told before the last cards are due."""
    values, stack = ({"level": "1-2"}, 10) if rules == CLUB else (LEVEL, 200)
    play = PotPlay(rules, dict.fromkeys(range(1, players + 1), stack), **values)
    play.run("start_hand")
    while (street := seen(play)["street"]) != "seventh_street":
        assert seen(play)["shortage"] is None
        if play.next["kind"] == "card":
            draw(play)
        else:
            act(play, players, folds=street == folds_on)
    return play


def deal(play: PotPlay) -> list[tuple[str, int]]:
    """Deal the street; returns what was told before each card."""
    told = []
    while play.next["kind"] == "card":
        told.append((seen(play)["shortage"]["step"], seen(play)["shortage"]["cards"]))
        draw(play)
    return told


@pytest.mark.parametrize(
    ("rules", "players", "folds_on", "told"),
    [
        # Burn and five hands, then one card of the stub is left for two, with four burns.
        (STUD, 7, "", [("deal_to_last", left) for left in range(6, 0, -1)] + [("mix", 0)] * 3),
        (CLUB, 7, "", [("mix", 0)] * 7),
        (STUD, 8, "fourth_street", [("community", 0)] * 2),
        (STUD, 8, "", [("mix_community", 0)] * 2),
        (CLUB, 8, "", [("mix_community", 0)]),
    ],
)
def test_the_step_that_is_due_is_told_until_the_street_is_dealt(
    rules: str, players: int, folds_on: str, told: list[tuple[str, int]]
) -> None:
    play = at_the_last_street(rules, players, folds_on)
    assert deal(play) == told
    assert play.view["phase"] == "acting"
    assert seen(play)["shortage"] is None


def test_where_the_cards_suffice_nothing_is_told() -> None:
    play = at_the_last_street(STUD, 5, "")
    assert seen(play)["shortage"] is None
