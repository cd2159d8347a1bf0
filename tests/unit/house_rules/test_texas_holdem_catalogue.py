"""Hold'em's irregularities are those of the rule sheet (section 4)."""

from functools import cache

import pytest
from catalogue_words import naming_a_card, words
from table_play import CONFIG

from dealer_station.house_rules.catalogue import load_catalogue
from dealer_station.irregularities.kinds import CatalogueEntry
from dealer_station.table_script.case import read_cases

# id: the rows of its rulings, each with its options, the proposal first; whose it is where it is
# no supervisor's
OFFERED = {
    "HE-I01": "misdeal play_on",
    "HE-I02": "replace_card dealer",
    "HE-I03": "misdeal play_on",
    "HE-I06": "misdeal; burn_card dealer",
    "HE-I07": "dead_hand play_on; play_on; misdeal play_on dead_hand; misdeal play_on",
    "HE-I10": "complete_hand dead_hand",
    "HE-I11": "dead_hand",
    "HE-I12": "misdeal; replace_card dealer",
    "HE-I13": "fouled_deck manager",
    "HE-I15": "replace_card fouled_deck manager",
    "HE-I16": "play_on",
    "HE-I17": "reorder play_on",
    "HE-I18": "misdeal; play_on",
    "HE-I20": "reshuffle_stub burn_card; burn_card reshuffle_stub",
    "HE-I21": "reshuffle_stub",
    "HE-I22": "reshuffle_stub",
    "HE-I23": "set_aside reshuffle_stub; reshuffle_stub set_aside",
    "HE-I24": "reshuffle_stub",
    "HE-I25": "reorder dealer",
    "HE-I26": "reshuffle_stub",
    "HE-I27": "reorder dealer; play_on",
    "HE-I28": "reshuffle_stub",
    "HE-I29": "reshuffle_stub",
    "HE-I40": "play_on dealer",
    "HE-I41": "call_or_fold play_on dead_hand",
    "HE-I42": "play_on dealer; call_or_fold dealer",
    "HE-I43": "play_on dealer; correct_wager dealer; return_wager dealer",
    "HE-I44": "play_on dealer; correct_wager dealer; return_wager dealer",
    "HE-I45": "play_on dealer; correct_wager dealer; return_wager dealer",
    "HE-I48": "play_on dealer; correct_wager dealer; return_wager dealer",
    "HE-I49": "correct_wager dealer; correct_wager dead_hand",
    "HE-I51": "dead_hand",
    "HE-I52": "dead_hand play_on",
    "HE-I53": "dead_hand",
    "HE-I56": "play_on",
}
KEPT = {"HE-I04", "HE-I05", "HE-I14", "HE-I46", "HE-I47", "HE-I50", "HE-I57"}
"""What only a person sees: the report is kept, or filed under what it comes to."""

UNREPORTED = {"HE-I15", "HE-I18", "HE-I22", "HE-I23", "HE-I24", "HE-I41"}
"""What the table finds itself."""

NO_REPORTS = {"HE-I08", "HE-I09", "HE-I54", "HE-I55"}
SCRIPTS = CONFIG.parent / "tests" / "scenarios"


def entries() -> dict[str, CatalogueEntry]:
    return dict(load_catalogue("texas-holdem").entries)


def test_the_catalogue_holds_every_ruling_of_the_rule_sheet() -> None:
    told = {name: words(entry) for name, entry in entries().items() if name not in KEPT}
    assert told == OFFERED
    assert set(entries()) >= KEPT


def test_every_irregularity_but_those_that_the_table_finds_may_be_reported() -> None:
    assert {name for name, entry in entries().items() if not entry.is_reportable} == UNREPORTED


def test_only_the_burn_of_a_four_card_flop_is_named() -> None:
    assert naming_a_card(entries().values()) == {("HE-I20", "burn_card")}


@cache
def covered() -> frozenset[str]:
    """What the table scripts say they cover; they are read once."""
    files = [SCRIPTS / "texas_holdem.yaml", *(SCRIPTS / "texas_holdem").glob("*.yaml")]
    return frozenset(
        item.text
        for file in files
        for case in read_cases(file)
        for item in case.node.mapping["covers"].items
    )


@pytest.mark.parametrize("name", sorted({*OFFERED, *KEPT, *NO_REPORTS}))
def test_there_is_a_table_script_for_every_irregularity(name: str) -> None:
    assert name in covered()
