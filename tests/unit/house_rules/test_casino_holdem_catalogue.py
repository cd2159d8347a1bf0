"""Casino Hold'em's irregularities are those of the rule sheet (section 7.2)."""

import pytest

from dealer_station.house_rules.catalogue import load_catalogue
from dealer_station.irregularities.kinds import Authority, CatalogueEntry

# id: what is offered in the mildest case, the proposal first; `dealer` decides at the report
OFFERED = {
    "CH-I01": "play_on void_round",
    "CH-I02": "void_round play_on",
    "CH-I03": "reorder void_round",
    "CH-I04": "void_round",
    "CH-I05": "play_on dealer",
    "CH-I06": "void_round",
    "CH-I07": "play_on dealer",
    "CH-I08": "void_round",
    "CH-I09": "void_round play_on",
    "CH-I11": "void_round void_hand",
    "CH-I12": "void_round complete_hand",
    "CH-I13": "void_round",
    "CH-I14": "void_round play_on",
    "CH-I15": "play_on dealer",
    "CH-I16": "fouled_deck manager",
    "CH-I17": "fouled_deck manager",
    "CH-I18": "fouled_deck manager",
    "CH-I22": "void_round",
    "CH-I23": "reorder",
    "CH-I24": "play_on",
    "CH-I26": "set_aside void_round",
}
HONOUR = ("honours_side_bets", "live_prize")


def entries() -> dict[str, CatalogueEntry]:
    return dict(load_catalogue("casino-holdem").entries)


def words(entry: CatalogueEntry) -> list[tuple[tuple[str, ...], list[str]]]:
    """Each ruling's conditions with its options, and who gives one that is no supervisor's."""
    return [
        (
            rule.when,
            [
                offered.option.value
                if offered.needs is Authority.SUPERVISOR
                else f"{offered.option.value} {offered.needs.value}"
                for offered in rule.options
            ],
        )
        for rule in entry.rulings
    ]


def test_the_catalogue_holds_every_ruling_of_the_rule_sheet():
    offered = {
        name: max(
            (" ".join(options) for when, options in words(entry) if not set(HONOUR) <= set(when)),
            key=len,
        )
        for name, entry in entries().items()
    }
    assert offered == OFFERED


@pytest.mark.parametrize("name", OFFERED)
def test_ch_i25_wherever_the_round_would_be_void_the_manager_may_honour_first(name: str):
    """The same options stay, and the row that honours stands before the one that does not."""
    rulings = words(entries()[name])
    plain = [row for row in rulings if not set(HONOUR) <= set(row[0])]
    honoured = [row for row in rulings if set(HONOUR) <= set(row[0])]
    expected = [
        ((*HONOUR, *when), ["honour_side_bets manager", *options])
        for when, options in plain
        if options[0] == "void_round"
    ]
    assert honoured == expected
    for row in honoured:
        without = (tuple(name for name in row[0] if name not in HONOUR), row[1][1:])
        assert rulings.index(row) < rulings.index(without)


def test_what_the_table_finds_itself_is_filed_by_id():
    catalogue = load_catalogue("casino-holdem")
    assert (catalogue.fouled_deck, catalogue.unread_card) == ("CH-I16", "CH-I01")
    assert catalogue.surplus_id("undecided") == "CH-I09"
    assert catalogue.surplus_id("some_decided") == "CH-I08"
    assert catalogue.surplus_id("") == catalogue.surplus_id("before_deal") == "CH-I26"
    assert catalogue.confirms_reread
    assert not load_catalogue("caribbean-stud").confirms_reread
    only_found = [name for name, entry in entries().items() if not entry.is_reportable]
    assert only_found == ["CH-I01", "CH-I26"]
