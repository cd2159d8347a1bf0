"""A house's tables: every file loads, and what is wrong with one is named with file and key."""

import shutil
from pathlib import Path

import pytest
from table_play import CONFIG

from dealer_station.house_rules.tables import load_tables
from dealer_station.settings import ConfigurationError

GOOD = """\
id = "CS-9"
name = "Caribbean Stud 9"
game = "caribbean-stud"
rules = "classic"
seats = [1, 2, 3]
currency = "EUR"
[set]
table_min = "10.00"
[progressives]
main = "caribbean-main"
"""


@pytest.fixture
def house(tmp_path: Path):
    """A house's own folder with one table."""
    (tmp_path / "tables").mkdir()
    table(tmp_path, "nine", GOOD)
    return tmp_path


def table(house: Path, name: str, text: str) -> Path:
    path = house / "tables" / f"{name}.toml"
    path.write_text(text)
    return path


def load(house: Path, *names: str):
    return load_tables([house, CONFIG], names)


def test_every_shipped_table_loads_with_its_rules():
    tables = load_tables([CONFIG], ())
    assert len(tables) == len(list((CONFIG / "tables").glob("*.toml"))) >= 1
    for one in tables:
        assert one.rules.name == one.file.rules
        assert one.rules.game.name == one.file.game


def test_a_table_is_what_its_file_says(house):
    (one,) = load(house)
    assert (one.file.id, one.file.name, one.file.currency) == ("CS-9", "Caribbean Stud 9", "EUR")
    assert (one.file.seats, one.file.progressives) == ((1, 2, 3), {"main": "caribbean-main"})
    assert one.rules.game.spots[0].min_minor == 10_00


BOOK = """\
id = "CH-9"
name = "Casino Hold'em 9"
game = "casino-holdem"
rules = "evolution"
seats = []
currency = "EUR"
[set]
bettors = "book"
decision_seconds = "20"
jumbo7 = "false"
"""


def test_a_table_whose_bettors_are_a_book_has_no_seats(house):
    path = table(house, "nine", BOOK)
    (one,) = load(house)
    assert one.rules.game.has_book
    assert one.file.seats == ()
    table(house, "nine", BOOK.replace("[]", "[1]"))
    with pytest.raises(ConfigurationError, match="bettors play by a book, so there are none"):
        load(house)
    table(house, "nine", GOOD.replace("[set]", '[set]\nbettors = "book"'))
    with pytest.raises(ConfigurationError) as caught:
        load(house)
    assert str(caught.value).startswith(f"{path}: rules: ")
    assert str(caught.value).endswith("bettors: the rule set has no such key")


POKER = """\
id = "TH-9"
name = "Texas Hold'em 9"
game = "texas-holdem"
rules = "gardens-no-limit"
seats = [1, 2, 3]
currency = "EUR"
[set]
"""


def test_a_poker_table_may_follow_cards_and_order_only_and_turn_hands_up_at_an_all_in(house):
    table(house, "nine", f'{POKER}stakes = "untracked"\nallin_cards = "up"\n')
    game = load(house)[0].rules.pot
    assert not game.tracks_stakes
    assert "allin_cards=up" in game.house_choices


def test_a_house_takes_rule_sets_from_the_program_unless_it_has_its_own(house):
    assert load(house)[0].rules.game.spots[0].max_minor == 500_00
    shutil.copytree(CONFIG / "games", house / "games")
    path = house / "games" / "caribbean_stud" / "classic.toml"
    path.write_text(path.read_text().replace('"500.00"', '"900.00"'))
    assert load(house)[0].rules.game.spots[0].max_minor == 900_00


def test_a_table_may_have_as_many_seats_as_the_deck_has_hands_for(house):
    table(house, "nine", GOOD.replace("[1, 2, 3]", "[2, 3, 4, 5, 6, 7, 8, 9, 20]"))
    assert len(load(house)[0].file.seats) == 9


def test_tables_are_chosen_by_the_names_of_their_files(house):
    table(house, "eight", GOOD.replace("CS-9", "CS-8"))
    table(house, "seven", GOOD.replace("CS-9", "CS-7"))
    assert [one.file.id for one in load(house)] == ["CS-8", "CS-9", "CS-7"]
    assert [one.file.id for one in load(house, "seven", "nine")] == ["CS-7", "CS-9"]


def test_the_first_folder_that_has_tables_is_the_one(house, tmp_path_factory):
    empty = tmp_path_factory.mktemp("empty")
    assert [one.file.id for one in load_tables([empty, house, CONFIG], ())] == ["CS-9"]
    with pytest.raises(ConfigurationError, match="there is no folder of tables"):
        load_tables([empty], ())


def test_tables_may_share_a_progressive_and_a_table_may_have_none(house):
    table(house, "eight", GOOD.replace("CS-9", "CS-8"))
    none = GOOD.replace("classic", "evolution").replace('main = "caribbean-main"', "")
    table(house, "open", none.replace("CS-9", "CS-O").replace("EUR", "USD"))
    assert [one.file.progressives for one in load(house)] == [
        {"main": "caribbean-main"},
        {"main": "caribbean-main"},
        {},
    ]


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('id = "CS-9"\n', "", "id", "Field required"),
        ('"CS-9"', '"CS 9"', "id", "pattern"),
        ('"CS-9"', '"CS/9"', "id", "pattern"),
        ('"Caribbean Stud 9"', '""', "name", "at least 1 character"),
        ('currency = "EUR"', 'currency = "EUR"\ncolour = "red"', "colour", "unknown key"),
        ('"EUR"', '"euro"', "currency", "pattern"),
        ("[1, 2, 3]", "[]", "seats", "at least 1 item"),
        ("[1, 2, 3]", "[1, 2, 1]", "seats", "a seat stands twice"),
        ("[1, 2, 3]", str(list(range(1, 11))), "seats", "has cards for 9 seats, the table has 10"),
        ("[1, 2, 3]", "[0]", "seats.0", "greater than or equal to 1"),
        ("[1, 2, 3]", "[1, 21]", "seats.1", "less than or equal to 20"),
        ("[1, 2, 3]", '["one"]', "seats.0", "valid integer"),
        ('"10.00"', "10.00", "set.table_min", "valid string"),
        ("table_min", "table_minimum", "rules", "table_minimum: the rule set has no such key"),
        ('"10.00"', '"1000.00"', "rules", "table_max: Value error, is below table_min"),
        ('"classic"', '"strange"', "rules", "games/caribbean_stud/strange.toml: not found"),
        ('"caribbean-stud"', '"bridge"', "rules", "games/bridge/classic.toml: not found"),
        ('main = "caribbean-main"', "", "progressives", "the rule set has the pools ['main']"),
        ('main = "', 'side = "', "progressives", "the table names ['side']"),
        ('"caribbean-main"', '"a b"', "progressives.main", "pattern"),
        ('"classic"', '"evolution"', "progressives", "the rule set has the pools []"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_key(house, old, new, key, reason):
    path = table(house, "nine", GOOD.replace(old, new))
    with pytest.raises(ConfigurationError) as caught:
        load(house)
    assert str(caught.value).startswith(f"{path}: {key}: ")
    assert reason in str(caught.value)


def test_a_file_that_is_no_toml_is_named(house):
    path = table(house, "nine", "id = ")
    with pytest.raises(ConfigurationError, match=str(path)):
        load(house)


def test_a_table_that_is_not_there_is_named(house):
    with pytest.raises(ConfigurationError, match="there is no table 'ten'"):
        load(house, "nine", "ten")


def test_two_files_must_not_describe_one_table(house):
    table(house, "copy", GOOD)
    with pytest.raises(ConfigurationError, match="id: CS-9 stands in two files"):
        load(house)
    assert len(load(house, "nine")) == 1


def test_tables_of_two_currencies_may_play_for_two_meters(house):
    other = GOOD.replace("CS-9", "CS-8").replace("EUR", "USD").replace("caribbean-main", "other")
    table(house, "eight", other)
    assert len(load(house)) == 2


@pytest.mark.parametrize(
    "values", ['seed_amount = "5000.00"', 'contribution = "0.71"', 'contribution = "7/11"']
)
def test_a_meter_has_one_base_and_one_rate(house, values):
    eight = GOOD.replace("CS-9", "CS-8")
    table(house, "eight", eight.replace("[set]", f"[set]\n{values}"))
    with pytest.raises(ConfigurationError, match="plays for caribbean-main with another seed_amo"):
        load(house)


DEVICES = """
shoe = "shoe-1"
signs = ["sign-1", "sign-2"]
"""
ACCEPTORS = """[acceptors]
2 = "acceptor-2"
1 = "acceptor-1"
"""


def test_devices_that_must_be_there_are_named(house):
    table(house, "nine", DEVICES + GOOD + ACCEPTORS)
    (made,) = load(house)
    assert made.file.seat_acceptors == ((1, "acceptor-1"), (2, "acceptor-2"))
    assert made.file.expected_devices == (
        ("card_shoe", "shoe-1"),
        ("bet_acceptor", "acceptor-1"),
        ("bet_acceptor", "acceptor-2"),
        ("meter_display", "sign-1"),
        ("meter_display", "sign-2"),
    )


def test_a_table_names_no_device_unless_its_file_does(house):
    (made,) = load(house)
    assert made.file.expected_devices == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD + ACCEPTORS.replace("2 =", "4 ="), r"nine\.toml: acceptors\.4: .*no such seat"),
        (GOOD + ACCEPTORS.replace("2 =", "02 ="), r"acceptors\.02: .*no such seat"),
        (GOOD + ACCEPTORS.replace("acceptor-2", "acceptor-1"), "name of two devices"),
        (DEVICES.replace("sign-1", "shoe-1") + GOOD, "shoe-1 is the name of two devices"),
        (GOOD + ACCEPTORS.replace("acceptor-2", "acceptor 2"), "acceptors"),
    ],
)
def test_a_device_in_the_wrong_place_is_named(house, text, reason):
    table(house, "nine", text)
    with pytest.raises(ConfigurationError, match=reason):
        load(house)


HOLDEM = """\
id = "CH-1"
name = "Casino Hold'em 1"
game = "casino-holdem"
rules = "evolution"
seats = [1, 2]
currency = "EUR"
[set]
contribution = "0.5"
seed_amount = "1000.00"
jumbo7_paytable = "flush: 2"
[progressives]
jumbo7 = "caribbean-main"
"""


@pytest.mark.parametrize("rules", ["evolution", "evolution-current", "boxes"])
@pytest.mark.parametrize("key", ["contribution", "seed_amount", "jumbo7_paytable"])
def test_ch_43_ch_44_a_table_with_jumbo_7_says_itself_what_nobody_publishes(house, rules, key):
    offered = HOLDEM.replace("evolution", rules).replace("[set]", '[set]\njumbo7 = "true"')
    path = table(house, "nine", offered)
    (made,) = load(house)
    assert made.rules.game.progressive.pool == "jumbo7"
    lines = (line for line in offered.splitlines() if not line.startswith(key))
    table(house, "nine", "\n".join(lines))
    with pytest.raises(ConfigurationError) as caught:
        load(house)
    assert str(path) in str(caught.value)
    assert key in str(caught.value)


SET_P2 = '[set]\nprogressive_paytable = "P2"'


def test_prg_07_two_games_never_share_a_meter(house):
    same = '[set]\ncontribution = "0.5"\nseed_amount = "1000.00"\n'
    table(house, "nine", GOOD.replace("[set]\n", same))
    table(house, "holdem", HOLDEM)
    with pytest.raises(ConfigurationError, match=r"CS-9 plays for .* another game.*PRG-07"):
        load(house)


def test_prg_07_tables_of_a_meter_win_it_with_the_same_hands(house):
    shutil.copytree(CONFIG / "games", house / "games")
    paytables = house / "games" / "caribbean_stud" / "paytables.toml"
    text = paytables.read_text()
    place = text.index("[progressive.P2]")
    other = text[place:].replace('straight_flush = "10%"', 'straight_flush = "20%"', 1)
    paytables.write_text(text[:place] + other)
    table(house, "ten", GOOD.replace("CS-9", "CS-8").replace("[set]", SET_P2))
    with pytest.raises(ConfigurationError, match=r"CS-8 plays for .* other hands.*PRG-07"):
        load(house)
    paytables.write_text(text)
    # Other fixed prizes are the table's own: they change nobody's chance of the meter.
    assert len(load(house)) == 2
