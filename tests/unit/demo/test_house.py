import pytest

from dealer_station.clock import SystemClock
from dealer_station.demo.house import MARKER, PEOPLE, NotADemoHouseError, prepare
from dealer_station.house_rules.tables import load_tables
from dealer_station.people.people import open_people
from dealer_station.settings import config_directory, load_settings


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
