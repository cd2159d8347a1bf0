"""Rights as printed for production brokers: the same as the embedded ones, examples current."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from message_samples import DRIVER, SHOE, TABLE, TOPICS

from dealer_station.mqtt.broker_rights import main, rights_of_site

SHOE_DRIVER = "CS-2:shoe-driver:card_shoe/shoe-1"
EXAMPLE_DRIVERS = (
    SHOE_DRIVER,
    "CS-2:sign-driver:meter_display/sign-1",
    "CS-2:acceptor-driver:bet_acceptor/acceptor-1,bet_acceptor/acceptor-2",
)
EXAMPLE = Path(__file__).parents[3] / "deploy" / "mosquitto" / "acl.example"


def test_rights_are_those_of_the_contract():
    assert rights_of_site("gardens", (SHOE_DRIVER,)) == {
        "station": TOPICS.station_rights(),
        "CS-2-shoe-driver": TOPICS.driver_rights(TABLE, DRIVER, [SHOE]),
    }


def test_example_in_the_tree_is_current():
    printed = subprocess.run(
        [sys.executable, "-m", "dealer_station.mqtt.broker_rights", "mosquitto", "gardens",
         *EXAMPLE_DRIVERS],
        capture_output=True, check=True,
    ).stdout  # fmt: skip
    assert printed == EXAMPLE.read_bytes()


def test_nats_permissions_are_printed_as_its_configuration(capsys):
    assert main(["nats", "gardens", SHOE_DRIVER]) == 0
    users = json.loads(capsys.readouterr().out)["authorization"]["users"]
    assert [user["user"] for user in users] == ["station", "CS-2-shoe-driver"]
    assert "ds.v1.gardens.probe.*" in users[0]["permissions"]["publish"]["allow"]


def test_driver_of_several_devices():
    rights = rights_of_site("s", ("t:bus:bet_acceptor/seat-1,bet_acceptor/seat-2",))
    assert any("seat-2" in topic for topic in rights["t-bus"].publish)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nats"],
        ["emqx", "gardens"],
        ["nats", "a.b"],
        ["nats", "gardens", "CS-2:shoe-driver"],
        ["nats", "gardens", "CS-2:shoe-driver:shoe-1"],
        ["nats", "gardens", "CS-2:shoe-driver:roulette/x"],
        ["nats", "gardens", "CS 2:shoe-driver:card_shoe/x"],
    ],
)
def test_wrong_call_is_explained(arguments, capsys):
    assert main(arguments) == 2
    assert "usage" in capsys.readouterr().err
