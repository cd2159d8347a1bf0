"""The catalogue of irregularities: complete, checked whole, and the same as the rule sheet."""

import json

import pytest
from pydantic import ValidationError

from dealer_station.house_rules.catalogue import (
    _File,
    build_catalogue,
    catalogue_content,
    load_catalogue,
)
from dealer_station.house_rules.files import RuleSetError
from dealer_station.irregularities.kinds import Authority, Correction

# id: who decides the proposal, every option with the proposal first, by set of conditions
RULINGS = {
    "CS-I01": ["void_hand supervisor, void_round supervisor"],
    "CS-I02": ["complete_hand dealer"],
    "CS-I03": ["honour_side_bets manager, void_round manager", "void_round supervisor"],
    "CS-I05": ["void_round supervisor"],
    "CS-I06": ["play_on dealer"],
    "CS-I07": ["void_round supervisor", "play_on supervisor"],
    "CS-I08": ["play_on supervisor, void_hand supervisor", "play_on supervisor"],
    "CS-I09": ["dead_hand supervisor, play_on supervisor"],
    "CS-I10": ["dead_hand supervisor, play_on supervisor"],
    "CS-I11": ["play_on supervisor", "return_wager supervisor"],
    "CS-I13": ["correct_wager supervisor, void_hand supervisor"],
    "CS-I14": ["set_aside dealer"],
    "CS-I15": ["reorder supervisor, void_hand supervisor"],
    "CS-I16": ["void_round supervisor, burn_card supervisor"],
    "CS-I17": ["fouled_deck manager"],
    "CS-I18": ["void_round supervisor"],
    "CS-I19": ["fouled_deck manager"],
    "CS-I20": ["void_round supervisor"],
    "CS-I21": ["play_on supervisor"],
    "CS-I22": ["play_on manager"],
    "CS-I24": ["play_on supervisor, void_round supervisor"],
}


def test_the_catalogue_holds_the_rulings_of_the_rule_sheet():
    entries = load_catalogue("caribbean-stud").entries
    found = {
        name: [
            ", ".join(f"{o.option.value} {o.needs.value}" for o in rule.options)
            for rule in entry.rulings
        ]
        for name, entry in entries.items()
    }
    assert found == RULINGS


def test_what_the_table_finds_itself_is_filed_by_id():
    catalogue = load_catalogue("caribbean-stud")
    filed = (
        catalogue.fouled_deck,
        catalogue.surplus_card,
        catalogue.unread_card,
        catalogue.unbacked_wager,
        catalogue.stray_token,
        catalogue.silent_acceptor,
    )
    assert filed == ("CS-I17", "CS-I03", "CS-I20", "CS-I12", "CS-I11", "CS-I24")
    assert not catalogue.entries["CS-I24"].is_reportable
    assert not catalogue.entries["CS-I20"].is_reportable


# id: stages, facts, optional facts, conditions
REPORTS = {
    "CS-I01": (
        "dealing deciding",
        "count",
        "seat position note",
        "seat_named seat_in_round count_is_wrong correction_adds_up",
    ),
    "CS-I02": (
        "dealing",
        "position count",
        "note",
        "dealer_position count_is_one_short card_due dealer_not_completed correction_adds_up",
    ),
    "CS-I03": (
        "dealing deciding paying",
        "",
        "count position note",
        "dealer_position_or_none count_is_wrong count_is_not_one_short",
    ),
    "CS-I05": (
        "dealing deciding",
        "",
        "position card note",
        "dealer_position_or_none position_dealt no_up_card_named",
    ),
    "CS-I06": (
        "paying",
        "",
        "position card note",
        "dealer_position_or_none position_dealt",
    ),
    "CS-I07": (
        "dealing deciding",
        "",
        "position card note",
        "dealer_position_or_none position_dealt",
    ),
    "CS-I08": (
        "dealing deciding paying",
        "seat",
        "card cards note",
        "seat_in_round seat_unpaid cards_of_one_hand",
    ),
    "CS-I17": (
        "idle betting closing dealing deciding paying settled void",
        "",
        "position card note",
        "",
    ),
    "CS-I19": (
        "idle dealing deciding paying settled void",
        "count",
        "note",
        "stub_count_is_wrong",
    ),
    "CS-I21": ("paying settled", "seat amount", "note", "seat_paid payment_differs"),
}


@pytest.mark.parametrize("name", REPORTS)
def test_what_a_report_says_and_when_it_has_a_cause(name: str):
    entry = load_catalogue("caribbean-stud").entries[name]
    stages, facts, optional, requires = (tuple(words.split()) for words in REPORTS[name])
    assert set(entry.stages) == set(stages)
    assert (entry.facts, entry.optional, entry.requires) == (facts, optional, requires)


def test_a_catalogue_is_built_from_its_content_as_from_the_package():
    content = catalogue_content("caribbean-stud")
    assert json.loads(json.dumps(content)) == content
    assert build_catalogue(content, "the record") == load_catalogue("caribbean-stud")


def test_content_that_contradicts_itself_is_named_by_where_it_came_from():
    content = catalogue_content("caribbean-stud") | {"unread_card": "CS-I99"}
    with pytest.raises(RuleSetError) as caught:
        build_catalogue(content, "the record")
    assert caught.value.file == "the record"
    assert "CS-I99" in caught.value.reason


def test_corrections_are_booked_where_the_rule_sheet_says():
    entries = load_catalogue("caribbean-stud").entries
    booked = {
        name: entry.correction
        for name, entry in entries.items()
        if entry.correction is not Correction.NONE
    }
    assert booked == {
        "CS-I01": Correction.HAND_SIZE,
        "CS-I02": Correction.DEALER_CARD_LAST,
        "CS-I15": Correction.SKIPPED_SEAT,
        "CS-I21": Correction.COMPENSATION,
    }


def test_locking_a_deck_and_honouring_side_bets_always_need_the_manager():
    for entry in load_catalogue("caribbean-stud").entries.values():
        for rule in entry.rulings:
            for offered in rule.options:
                if offered.option.value in {"fouled_deck", "honour_side_bets"}:
                    assert offered.needs is Authority.MANAGER


def test_every_entry_says_what_it_is_and_why():
    for entry in load_catalogue("caribbean-stud").entries.values():
        assert entry.title
        assert len(entry.source) > 10


def test_a_game_without_a_catalogue_is_named():
    with pytest.raises(RuleSetError) as caught:
        load_catalogue("no-such-game")
    error = caught.value
    assert error.file == "no_such_game.toml"


ENTRY = {
    "id": "X-1",
    "title": "t",
    "source": "s",
    "stages": ["dealing"],
    "facts": ["seat"],
    "optional": [],
    "requires": ["seat_exists"],
    "ruling": [{"options": [{"option": "play_on", "needs": "dealer"}]}],
}
FILE = {
    "game": "g",
    "fouled_deck": "X-1",
    "surplus_card": "X-1",
    "unread_card": "X-1",
    "unbacked_wager": "X-2",
}


def test_a_whole_catalogue_is_taken():
    assert _File.model_validate(FILE | {"irregularity": [ENTRY]}).irregularity[0].id == "X-1"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"requires": ["moon_is_full"]}, "unknown condition moon_is_full"),
        ({"stages": ["tea"]}, "Input should be"),
        ({"facts": ["colour"]}, "Input should be"),
        ({"correction": "magic"}, "Input should be"),
        ({"ruling": []}, "at least 1"),
        ({"ruling": [{"options": []}]}, "at least 1"),
        ({"ruling": [{"options": [{"option": "pray", "needs": "dealer"}]}]}, "Input should be"),
        ({"ruling": [{"when": ["card_due"], "options": ENTRY["ruling"][0]["options"]}]},
         "must hold without a condition"),
        ({"ruling": [{"when": ["moon"], "options": ENTRY["ruling"][0]["options"]},
                     ENTRY["ruling"][0]]}, "X-1: unknown condition moon"),
        ({"files_as": [{"when": ["moon"], "id": "X-1"}]}, "X-1: unknown condition moon"),
        ({"files_as": [{"id": "X-8"}]}, "X-8 is not in the catalogue"),
        ({"explains": ["X-8"]}, "X-8 is not in the catalogue"),
        ({"colour": "red"}, "Extra inputs"),
    ],
)  # fmt: skip
def test_an_entry_that_contradicts_itself_is_an_error(changed, message: str):
    with pytest.raises(ValidationError, match=message):
        _File.model_validate(FILE | {"irregularity": [ENTRY | changed]})


def test_an_id_twice_and_a_finding_without_an_entry_are_errors():
    with pytest.raises(ValidationError, match="stands twice"):
        _File.model_validate(FILE | {"irregularity": [ENTRY, ENTRY]})
    with pytest.raises(ValidationError, match="unbacked_wager"):
        _File.model_validate(
            {key: value for key, value in FILE.items() if key != "unbacked_wager"}
            | {"irregularity": [ENTRY]}
        )
    with pytest.raises(ValidationError, match="X-9 is not in the catalogue"):
        _File.model_validate(FILE | {"irregularity": [ENTRY], "unread_card": "X-9"})
