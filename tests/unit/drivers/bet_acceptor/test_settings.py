from pathlib import Path

import pytest

from dealer_station.settings import ConfigurationError, load_model, read_toml
from drivers.bet_acceptor.driver import SeatAddress
from drivers.bet_acceptor.models.cctalk.profile import LineProfile, Token
from drivers.bet_acceptor.settings import BetAcceptorSettings, CctalkSettings
from drivers.bet_acceptor.simulator import SimulatorSettings

CONFIG = Path(__file__).parents[4] / "config" / "devices"


def shipped():
    return load_model(CONFIG / "bet_acceptor.toml", BetAcceptorSettings)


def test_shipped_file_loads_and_says_the_defaults():
    settings = shipped()
    assert settings.cctalk == CctalkSettings()
    assert settings.profile() == LineProfile(tokens=(Token(1, 100, "TK100A"),))
    assert settings.addresses()[0] == SeatAddress("acceptor-1", 2)
    assert [one.address for one in settings.addresses()] == [2, *range(11, 17)]
    assert settings.line.read_timeout_ms == 5


def test_shipped_file_names_every_key():
    content = read_toml(CONFIG / "bet_acceptor.toml")
    assert content.keys() == BetAcceptorSettings.model_fields.keys()
    for name, section in content.items():
        if isinstance(section, dict):
            fields = BetAcceptorSettings.model_fields[name].annotation.model_fields
            assert section.keys() >= fields.keys() - {"identity"}, name
    lamp = CctalkSettings.model_fields["lamp"].annotation.model_fields
    assert content["cctalk"]["lamp"].keys() == lamp.keys()


def test_shipped_simulator_file_names_every_key_and_fits_the_driver():
    content = read_toml(CONFIG / "bet_acceptor_simulator.toml")
    assert content.keys() == SimulatorSettings.model_fields.keys()
    settings = SimulatorSettings(**content)
    assert settings.device == shipped().device
    assert {(t.position, t.coin_id) for t in settings.token} == {
        (t.position, t.coin_id) for t in shipped().token
    }


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("poll_ms", "pol_ms", r"cctalk\.pol_ms: unknown key"),
        ("address = 11\n", "address = 2\n", "two equal addresses"),
        ("address = 11\n", "address = 1\n", r"device\.1\.address"),
        ('name = "acceptor-2"', 'name = "acceptor-1"', "two equal names"),
        ('coin_id = "TK100A"', 'coin_id = "TK100"', r"token\.0\.coin_id"),
        ("position = 1\n", "position = 17\n", r"token\.0\.position"),
        ('checksum = "auto"', 'checksum = "md5"', r"cctalk\.checksum"),
        ("bit = 0\n# none", "bit = 8\n# none", r"cctalk\.lamp\.bit"),
        ("quiet_ms = 60", "quiet_ms = 10", r"cctalk\.quiet_ms"),
    ],
)
def test_wrong_key_names_file_and_key(tmp_path, old, new, why):
    text = (CONFIG / "bet_acceptor.toml").read_text()
    assert old in text
    path = tmp_path / "seats.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(ConfigurationError, match=rf"seats\.toml: .*{why}"):
        load_model(path, BetAcceptorSettings)


def test_simulator_stands_for_eight_acceptors_unless_told_otherwise():
    settings = SimulatorSettings(link="p", ledger="l")
    assert [one.address for one in settings.device] == [2, *range(11, 18)]
    assert [one.name for one in settings.device][-1] == "acceptor-8"


@pytest.mark.parametrize("word", ["3", "x:drop", "a.3:explode", "a.3:delay", "line.3:drop"])
def test_wrong_fault_word_is_refused(word):
    with pytest.raises(ValueError, match="fault"):
        SimulatorSettings(link="p", ledger="l", faults=(word,))
