import json
import os
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ValidationError

import dealer_station.settings
from dealer_station.settings import (
    ConfigurationError,
    Section,
    StationSettings,
    config_directory,
    configuration_directories,
    find_configuration,
    load_model,
    load_settings,
    read_toml,
    schema_files,
)


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No variable of this machine and no installed configuration takes part."""
    for name in list(os.environ):
        if name.upper().startswith("DEALER_STATION_") or name == "MQTT_URL":
            monkeypatch.delenv(name)
    monkeypatch.setattr(dealer_station.settings, "SYSTEM_DIRECTORY", tmp_path / "etc")


def write(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "station.toml"
    path.write_text(text, encoding="utf-8")
    return path


def flat(model: BaseModel, prefix: str = "") -> dict[str, object]:
    values: dict[str, object] = {}
    for name, value in model:
        if isinstance(value, BaseModel):
            values |= flat(value, f"{prefix}{name}.")
        else:
            values[prefix + name] = value
    return values


def test_the_packaged_file_states_every_key_with_its_default() -> None:
    content = tomllib.loads((config_directory() / "station.toml").read_text(encoding="utf-8"))
    stated = {
        f"{key}.{inner}" if isinstance(value, dict) else key
        for key, value in content.items()
        for inner in (value if isinstance(value, dict) else [""])
    }
    assert stated == set(flat(StationSettings()))
    assert flat(load_settings()) == flat(StationSettings())


def test_the_packaged_file_matches_its_schema() -> None:
    content = tomllib.loads((config_directory() / "station.toml").read_text(encoding="utf-8"))
    schema = json.loads(schema_files()["station.schema.json"])
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(content)) == []


def test_the_schema_for_editors_is_current() -> None:
    for name, content in schema_files().items():
        stored = (config_directory() / "schema" / name).read_bytes()
        assert stored == content, "run: python -m dealer_station.settings"


def test_the_schema_refuses_what_the_loader_refuses() -> None:
    schema = Draft202012Validator(json.loads(schema_files()["station.schema.json"]))
    assert list(schema.iter_errors({"http": {"prot": 1}}))
    assert list(schema.iter_errors({"http": {"port": 0}}))


def test_environment_beats_the_file_and_the_file_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, "site = 'north'\n[http]\nport = 9000\nhost = '0.0.0.0'\n")
    monkeypatch.setenv("DEALER_STATION_HTTP__PORT", "9001")
    monkeypatch.setenv("DEALER_STATION_TABLES", '["CS-2"]')
    settings = load_settings(path)
    assert (settings.site, settings.station) == ("north", "station-1")
    assert (settings.http.port, settings.http.host) == (9001, "0.0.0.0")  # noqa: S104 - a setting
    assert settings.tables == ("CS-2",)


def test_the_usual_variable_names_the_broker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, "[mqtt]\nurl = 'mqtt://file'\nkeepalive_s = 9\n")
    assert load_settings(path).mqtt.url.get_secret_value() == "mqtt://file"
    monkeypatch.setenv("MQTT_URL", "mqtt://usual")
    assert load_settings(path).mqtt.url.get_secret_value() == "mqtt://usual"
    assert load_settings(path).mqtt.keepalive_s == 9
    monkeypatch.setenv("DEALER_STATION_MQTT__URL", "mqtt://ours")
    assert load_settings(path).mqtt.url.get_secret_value() == "mqtt://ours"


def test_the_order_of_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packaged = config_directory()
    assert configuration_directories() == (packaged,)
    write(tmp_path / "etc", "station = 'etc'")
    assert configuration_directories() == (tmp_path / "etc", packaged)
    assert load_settings().station == "etc"
    write(tmp_path / "env", "station = 'env'")
    monkeypatch.setenv("DEALER_STATION_CONFIG", str(tmp_path / "env"))
    assert load_settings().station == "env"
    given = write(tmp_path / "given", "station = 'given'")
    assert load_settings(tmp_path / "given").station == "given"
    assert load_settings(given).station == "given"
    assert configuration_directories(given) == (tmp_path / "given", packaged)


def test_a_file_given_by_another_name_is_read(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("station = 'other'", encoding="utf-8")
    assert load_settings(other).station == "other"


def test_a_folder_that_is_named_must_have_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigurationError, match=r"--config: .* has no station\.toml"):
        load_settings(tmp_path)
    monkeypatch.setenv("DEALER_STATION_CONFIG", str(tmp_path))
    assert load_settings().station == "station-1"


def test_a_named_place_that_is_not_there_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigurationError, match=r"--config: .*nowhere does not exist"):
        load_settings(tmp_path / "nowhere")
    monkeypatch.setenv("DEALER_STATION_CONFIG", str(tmp_path / "nowhere"))
    with pytest.raises(ConfigurationError, match=r"DEALER_STATION_CONFIG: .*does not exist"):
        load_settings()


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("sit = 'x'", "sit", "unknown key"),
        ("[http]\nprot = 1", "http.prot", "unknown key"),
        ("[http]\nport = 70000", "http.port", "65535"),
        ("[http]\nport = 'many'", "http.port", "integer"),
        ("http = 3", "http", "dictionary"),
        ("site = 'has space'", "site", "pattern"),
        ("[sign_in]\nfailures_max = 0", "sign_in.failures_max", "1"),
        ("[logging]\nlevel = 'loud'", "logging.level", "debug"),
    ],
)
def test_a_wrong_key_or_value_is_named_with_its_file(
    tmp_path: Path, text: str, key: str, reason: str
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigurationError) as refused:
        load_settings(path)
    (line,) = str(refused.value).splitlines()
    assert line.startswith(f"{path}: {key}: ")
    assert reason in line


def test_every_fault_of_a_file_is_named_at_once(tmp_path: Path) -> None:
    path = write(tmp_path, "sit = 1\n[http]\nport = 0\n")
    with pytest.raises(ConfigurationError) as refused:
        load_settings(path)
    assert len(str(refused.value).splitlines()) == 2


@pytest.mark.parametrize(
    ("variable", "value", "key"),
    [
        ("DEALER_STATION_HTP__PORT", "1", "htp.port"),
        ("DEALER_STATION_HTTP__PROT", "1", "http.prot"),
        ("DEALER_STATION_HTTP__PORT", "70000", "http.port"),
    ],
)
def test_a_wrong_variable_is_named(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, key: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError, match=variable) as refused:
        load_settings()
    assert key in str(refused.value)
    assert value not in str(refused.value).replace("DEALER_STATION", "")


def test_an_error_does_not_show_the_value(tmp_path: Path) -> None:
    path = write(tmp_path, "[database]\nurl = ['postgresql://u:open-sesame@h/d']\n")
    with pytest.raises(ConfigurationError) as refused:
        load_settings(path)
    assert "open-sesame" not in str(refused.value)


def test_secrets_do_not_stand_in_a_printed_settings_object(tmp_path: Path) -> None:
    path = write(tmp_path, "[mqtt]\nurl = 'mqtt://u:open-sesame@h'\n")
    assert "open-sesame" not in repr(load_settings(path))


@pytest.mark.parametrize("content", [b"site = ", b"site = 'a'\nsite = 'b'", b"\xff\xfe"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "station.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=r"station\.toml: "):
        read_toml(path)


def test_settings_cannot_be_changed() -> None:
    settings = StationSettings()
    with pytest.raises(ValidationError):
        settings.site = "other"


def test_the_default_database_lies_in_the_data_directory(tmp_path: Path) -> None:
    path = write(tmp_path, f"data_directory = '{tmp_path}'\n")
    assert load_settings(path).database_url == f"sqlite:///{tmp_path}/station.db"
    path = write(tmp_path, "[database]\nurl = 'postgresql://h/d'\n")
    assert load_settings(path).database_url == "postgresql://h/d"


def test_other_files_are_found_in_the_house_folder_first(tmp_path: Path) -> None:
    folders = configuration_directories(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "own.toml").write_text("", encoding="utf-8")
    assert find_configuration("games/own.toml", folders) == tmp_path / "games" / "own.toml"
    assert find_configuration("station.toml", folders) == config_directory() / "station.toml"
    with pytest.raises(ConfigurationError, match=r"games/none\.toml: not found in .*"):
        find_configuration("games/none.toml", folders)


class Sign(Section):
    name: str


def test_any_file_is_read_as_its_model(tmp_path: Path) -> None:
    path = tmp_path / "sign.toml"
    path.write_text("name = 'north'", encoding="utf-8")
    assert load_model(path, Sign) == Sign(name="north")
    path.write_text("name = 'north'\ncolour = 'red'", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"sign\.toml: colour: unknown key"):
        load_model(path, Sign)
