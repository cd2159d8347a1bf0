"""The schemas by which editors check the acceptors' files: current, and as strict as the driver."""

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from dealer_station.settings import config_directory
from drivers.bet_acceptor.schema_writer import schema_files

DEVICES = Path(__file__).parents[4] / "config" / "devices"
NAMES = ["bet_acceptor", "bet_acceptor_simulator"]


def content(name):
    return tomllib.loads((DEVICES / f"{name}.toml").read_text())


def validator(name):
    return Draft202012Validator(json.loads(schema_files()[f"{name}.schema.json"]))


def test_the_schemas_for_editors_are_current():
    assert schema_files().keys() == {f"{name}.schema.json" for name in NAMES}
    for name, expected in schema_files().items():
        stored = (config_directory() / "schema" / name).read_bytes()
        assert stored == expected, "run: python -m drivers.bet_acceptor.schema_writer"


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_file_matches_the_schema_it_names(name):
    first = (DEVICES / f"{name}.toml").read_text().splitlines()[0]
    named = (DEVICES / first.removeprefix("#:schema ")).resolve()
    assert named == config_directory() / "schema" / f"{name}.schema.json"
    schema = json.loads(named.read_text())
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(content(name))) == []


@pytest.mark.parametrize(
    ("name", "section", "changes"),
    [
        ("bet_acceptor", None, {"colour": "red"}),
        ("bet_acceptor", None, {"device": []}),
        ("bet_acceptor", None, {"device": [{"name": "a", "address": 1}]}),
        ("bet_acceptor", None, {"token": [{"position": 0, "value_minor": 1}]}),
        ("bet_acceptor", "line", {"baud": 7}),
        ("bet_acceptor", "cctalk", {"poll_ms": 1}),
        ("bet_acceptor", "cctalk", {"echo": "loud"}),
        ("bet_acceptor_simulator", None, {"fault_rate": 2}),
        ("bet_acceptor_simulator", None, {"speed": 1}),
    ],
)
def test_the_schema_refuses_what_the_driver_refuses(name, section, changes):
    changed = content(name)
    changed |= changes if section is None else {section: changed[section] | changes}
    assert not validator(name).is_valid(changed)
