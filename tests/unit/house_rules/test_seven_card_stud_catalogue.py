"""Stud's irregularities are those of the rule sheet (section 4)."""

from catalogue_words import naming_a_card, words
from table_play import CONFIG

from dealer_station.house_rules.catalogue import load_catalogue
from dealer_station.irregularities.kinds import CatalogueEntry
from dealer_station.table_script.case import read_cases
from dealer_station.table_script.document import Node

# id: the rows of its rulings, each with its options, the proposal first; whose it is where it is
# no supervisor's
OFFERED = {
    "ST-I01": "turn_up dealer",
    "ST-I02": "dead_hand_ante_back",
    "ST-I04": "dead_hand dealer",
    "ST-I05": "play_on dealer",
    "ST-I07": "play_on correct_low; correct_low dealer",
    "ST-I08": "play_on; play_on dealer; reorder dealer",
    "ST-I09": "reshuffle_stub dealer set_aside; set_aside dealer reshuffle_stub",
    "ST-I10": "play_on dealer",
    "ST-I11": "reshuffle_stub dealer",
    "ST-I12": "community_card dealer",
    "ST-I13": "dead_hand play_on; play_on dead_hand",
    "ST-I14": "dead_hand play_on",
    "ST-I15": "turn_up dealer; play_on dealer; deal_up dealer; offer_all_in dealer; play_on dealer",
    "ST-I16": "play_on dealer",
    "ST-I17": "offer_all_in dealer",
    "ST-I18": "deal_up dealer",
    "ST-I19": "offer_all_in dealer",
    "ST-I21": "play_on",
    "ST-I30": "misdeal play_on",
    "ST-I31": "dead_hand play_on",
    "ST-I32": "misdeal",
    "ST-I33": "turn_up misdeal",
    "ST-I34": "burn_card dealer",
    "ST-I35": "misdeal; replace_card dealer",
    "ST-I36": "fouled_deck manager",
    "ST-I37": "dead_hand fouled_deck manager; replace_card fouled_deck manager",
    "ST-I38": "play_on",
    "ST-I39": "play_on dealer",
    "ST-I40": "play_on dead_hand",
    "ST-I41": "play_on dealer",
    "ST-I42": "call_or_fold play_on dead_hand; play_on dealer",
    "ST-I43": "correct_wager dealer",
    "ST-I44": "play_on dealer",
    "ST-I45": "play_on",
    "ST-I46": "dead_hand",
    "ST-I47": "dead_hand play_on",
    "ST-I48": "reshuffle_stub",
    "ST-I49": "play_on",
}
SILENT = {"ST-I03", "ST-I06", "ST-I20"}
"""What follows by itself."""

UNREPORTED = {"ST-I11", "ST-I12"}
"""What the table counts."""

SCRIPTS = CONFIG.parent / "tests" / "scenarios"


def entries() -> dict[str, CatalogueEntry]:
    return dict(load_catalogue("seven-card-stud").entries)


def test_the_catalogue_holds_every_ruling_of_the_rule_sheet() -> None:
    assert {name: words(entry) for name, entry in entries().items()} == OFFERED


def test_every_irregularity_but_those_that_the_table_enters_may_be_reported() -> None:
    assert {name for name, entry in entries().items() if not entry.is_reportable} == UNREPORTED


def test_only_the_ruling_that_draws_a_card_names_one() -> None:
    assert naming_a_card(entries().values()) == {("ST-I33", "turn_up")}


def test_there_is_a_table_script_for_every_irregularity() -> None:
    files = [SCRIPTS / "seven_card_stud.yaml", *(SCRIPTS / "seven_card_stud").glob("*.yaml")]
    told = {name for file in files for case in read_cases(file) for name in covered(case.node)}
    assert {*OFFERED, *SILENT} <= told


def covered(case: Node) -> list[str]:
    """Return which rules a case says it is about."""
    return [item.text for item in case.mapping["covers"].items]
