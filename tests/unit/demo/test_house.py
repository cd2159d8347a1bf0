import pytest

from dealer_station.clock import SystemClock
from dealer_station.demo.games import BACCARAT, GAMES, JUMBO7, SAMPLE, SEVEN_CARD_STUD, TEXAS_HOLDEM
from dealer_station.demo.house import MARKER, PEOPLE, NotADemoHouseError, prepare
from dealer_station.house_rules.tables import load_tables
from dealer_station.people.people import open_people
from dealer_station.settings import config_directory, load_model, load_settings
from drivers.meter_display.settings import MeterDisplaySettings


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path):
    (tmp_path / "holiday.jpg").write_bytes(b"picture")
    with pytest.raises(NotADemoHouseError, match="not empty and no demo's folder"):
        prepare(tmp_path, 8440, is_fresh=True, clock=SystemClock())
    assert (tmp_path / "holiday.jpg").read_bytes() == b"picture"
    assert not (tmp_path / MARKER).exists()


def test_a_fresh_house_starts_from_nothing_and_another_one_goes_on(tmp_path):
    house = prepare(tmp_path / "demo", 8440, is_fresh=True, clock=SystemClock())
    (house.data / "kept").write_text("yes")
    assert prepare(house.directory, 8440, is_fresh=False, clock=SystemClock()).data == house.data
    assert (house.data / "kept").exists()
    prepare(house.directory, 8440, is_fresh=True, clock=SystemClock())
    assert not (house.data / "kept").exists()


def test_the_house_has_a_table_and_everybody_can_sign_in(tmp_path):
    house = prepare(tmp_path / "demo", 8555, is_fresh=True, clock=SystemClock())
    settings = load_settings(house.config)
    assert settings.http.port == 8555
    (table,) = load_tables((house.config, config_directory()), settings.tables)
    assert table.file.progressives == {"main": "caribbean-main"}
    people = open_people(settings.database_url, SystemClock(), settings.sign_in)
    try:
        for person in PEOPLE:
            account = people.sign_in.identify(
                person.person_id, person.password, terminal="t", purpose="sign_in"
            )
            assert account.role is person.role
    finally:
        people.close()


def test_a_game_whose_wagers_are_chips_has_a_sign_and_no_acceptors(tmp_path):
    house = prepare(tmp_path / "demo", 8440, is_fresh=True, clock=SystemClock(), game=JUMBO7)
    assert (house.has_sign, house.has_acceptors) == (True, False)
    assert [line.name for line in house.lines] == ["shoe", "sign"]
    (table,) = load_tables((house.config, config_directory()), ())
    assert table.file.signs == ("sign-1",)
    assert table.file.progressives == {"jumbo7": "jumbo7-sample"}
    sign = load_model(house.sign.driver_file, MeterDisplaySettings)
    assert (sign.meter.progressive, sign.meter.level) == ("jumbo7-sample", "jumbo7")


def test_amounts_that_are_made_up_say_so_on_every_screen_and_sign(tmp_path):
    house = prepare(tmp_path / "demo", 8440, is_fresh=True, clock=SystemClock(), game=JUMBO7)
    (table,) = load_tables((house.config, config_directory()), ())
    assert SAMPLE in table.file.name
    assert load_model(house.sign.driver_file, MeterDisplaySettings).amount.after == f" {SAMPLE}"
    made_up = {JUMBO7.name, TEXAS_HOLDEM.name, SEVEN_CARD_STUD.name}
    assert {one.name for one in GAMES.values() if one.sample} == made_up
    assert {one.name for one in GAMES.values() if one.made_up} == made_up


@pytest.mark.parametrize("game", [TEXAS_HOLDEM, SEVEN_CARD_STUD], ids=lambda game: game.name)
def test_a_poker_table_has_a_shoe_alone_and_can_be_played_at_once(tmp_path, game):
    house = prepare(tmp_path / "demo", 8440, is_fresh=True, clock=SystemClock(), game=game)
    assert [line.name for line in house.lines] == ["shoe"]
    (table,) = load_tables((house.config, config_directory()), ())
    assert SAMPLE in table.file.name
    assert table.rules.pot.fault == ""
    assert table.rules.pot.rake is not None


def test_a_game_without_a_progressive_has_a_shoe_alone(tmp_path):
    house = prepare(tmp_path / "demo", 8440, is_fresh=True, clock=SystemClock(), game=BACCARAT)
    assert [line.name for line in house.lines] == ["shoe"]
