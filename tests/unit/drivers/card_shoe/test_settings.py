from pathlib import Path

import pytest

from dealer_station.settings import ConfigurationError, load_model, read_toml
from drivers.card_shoe.settings import CardShoeSettings, ParameterSetting, SsiSettings
from drivers.card_shoe.simulator import SimulatorSettings
from drivers.card_shoe.symbols import SymbolSettings

CONFIG = Path(__file__).parents[4] / "config" / "devices"


def test_shipped_file_loads_and_says_the_defaults():
    settings = load_model(CONFIG / "card_shoe.toml", CardShoeSettings)
    assert settings.symbols == SymbolSettings()
    assert settings.ssi == SsiSettings()
    assert settings.line.bytesize == 8
    assert settings.line.parity == "none"


def test_shipped_file_names_every_key():
    content = read_toml(CONFIG / "card_shoe.toml")
    assert content.keys() == CardShoeSettings.model_fields.keys()
    for name, section in content.items():
        if isinstance(section, dict):
            field = CardShoeSettings.model_fields[name].annotation
            assert section.keys() >= field.model_fields.keys() - {"identity"}, name


def test_shipped_simulator_file_names_every_key():
    content = read_toml(CONFIG / "card_shoe_simulator.toml")
    assert content.keys() == SimulatorSettings.model_fields.keys()
    SimulatorSettings(**content)


@pytest.mark.parametrize(
    ("number", "value", "expected"),
    [
        (0, 0, b"\x00\x00"),
        (238, 1, b"\xee\x01"),
        (258, 1, b"\xf0\x02\x01"),
        (511, 255, b"\xf0\xff\xff"),
    ],
)
def test_parameter_bytes(number, value, expected):
    assert ParameterSetting(number=number, value=value).to_bytes() == expected


def test_profile_joins_the_parameters():
    settings = SsiSettings(
        response_timeout_ms=500,
        parameters=(ParameterSetting(number=1, value=2), ParameterSetting(number=256, value=3)),
    )
    profile = settings.profile()
    assert profile.parameters == b"\x01\x02\xf0\x00\x03"
    assert profile.response_timeout_ms == 500


def test_unknown_key_names_file_and_key(tmp_path):
    path = tmp_path / "shoe.toml"
    path.write_text((CONFIG / "card_shoe.toml").read_text().replace("heartbeat_ms", "heart_ms"))
    with pytest.raises(ConfigurationError, match=r"shoe\.toml: ssi\.heart_ms: unknown key"):
        load_model(path, CardShoeSettings)


@pytest.mark.parametrize("word", ["3", "x:drop", "3:explode", "3:delay", "3:drop=2"])
def test_wrong_fault_word_is_refused(word):
    with pytest.raises(ValueError, match=word):
        SimulatorSettings(link="p", ledger="l", faults=(word,))
