"""The catalogue's vocabulary is that of scripts, screens and reports."""

from dealer_station.irregularities.kinds import Authority, Fact, RulingOption
from dealer_station.table.house.ruling import _EFFECTS

OF_POTS = [
    "misdeal", "dead_hand_ante_back", "replace_card", "turn_up", "deal_up", "reshuffle_stub",
    "community_card", "call_or_fold", "correct_low", "offer_all_in",
]  # fmt: skip
"""What is ruled only where players play against each other."""


def test_ruling_options_are_those_of_scripts():
    assert [option.value for option in RulingOption] == [
        "play_on", "void_round", "void_hand", "dead_hand", "fouled_deck", "complete_hand",
        "burn_card", "set_aside", "reorder", "correct_wager", "return_wager", "honour_side_bets",
        *OF_POTS,
    ]  # fmt: skip


def test_every_option_of_a_game_against_the_house_has_an_effect():
    assert set(_EFFECTS) == set(RulingOption) - {RulingOption(option) for option in OF_POTS}


def test_facts_and_authorities_have_the_words_of_scripts():
    assert {fact.value for fact in Fact} == {
        "seat", "position", "card", "cards", "count", "action", "amount", "chips",
        "round_paid", "note",
    }  # fmt: skip
    assert [who.value for who in Authority] == ["dealer", "supervisor", "manager"]
