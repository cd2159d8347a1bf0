"""The schemas by which editors check a sign's files: current, and as strict as the driver."""

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from dealer_station.settings import config_directory
from drivers.meter_display.schema_writer import schema_files

DEVICES = Path(__file__).parents[4] / "config" / "devices"
NAMES = ["meter_display", "meter_display_simulator"]


def content(name):
    return tomllib.loads((DEVICES / f"{name}.toml").read_text())


def test_the_schemas_for_editors_are_current():
    assert schema_files().keys() == {f"{name}.schema.json" for name in NAMES}
    for name, expected in schema_files().items():
        stored = (config_directory() / "schema" / name).read_bytes()
        assert stored == expected, "run: python -m drivers.meter_display.schema_writer"


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
        ("meter_display", None, {"colour": "red"}),
        ("meter_display", "line", {"baud": 7}),
        ("meter_display", "meter", {"keys": []}),
        ("meter_display", "amount", {"width": 3}),
        ("meter_display", "amount", {"before": "9"}),
        ("meter_display", "alpha", {"colour": "pink"}),
        ("meter_display", "alpha", {"write_gap_ms": 10}),
        ("meter_display", "alpha", {"speed": 1}),
        ("meter_display_simulator", None, {"page_ms": 1}),
        ("meter_display_simulator", None, {"speed": 1}),
    ],
)
def test_the_schema_refuses_what_the_driver_refuses(name, section, changes):
    changed = content(name)
    changed |= changes if section is None else {section: changed[section] | changes}
    schema = json.loads(schema_files()[f"{name}.schema.json"])
    assert not Draft202012Validator(schema).is_valid(changed)
