"""The schema by which editors check a table's file: current, and as strict as the loader."""

import json
import tomllib

import pytest
from jsonschema import Draft202012Validator
from table_play import CONFIG

from dealer_station.house_rules.schema_writer import schema_files
from dealer_station.settings import config_directory, write_schemas

TABLES = sorted((CONFIG / "tables").glob("*.toml"))
SCHEMA = json.loads(schema_files()["table.schema.json"])


def test_the_schema_for_editors_is_current():
    for name, content in schema_files().items():
        stored = (config_directory() / "schema" / name).read_bytes()
        assert stored == content, "run: python -m dealer_station.house_rules.schema_writer"


def test_the_schema_is_written_where_it_is_told(tmp_path):
    write_schemas(schema_files(), tmp_path / "new")
    assert json.loads((tmp_path / "new" / "table.schema.json").read_text()) == SCHEMA


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_shipped_tables_match_the_schema_they_name(path):
    first = path.read_text().splitlines()[0]
    assert first.startswith("#:schema ")
    named = (path.parent / first.removeprefix("#:schema ")).resolve()
    schema = json.loads(named.read_text())
    assert schema == SCHEMA
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(tomllib.loads(path.read_text()))) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"colour": "red"},
        {"id": "a b"},
        {"seats": [1, 1]},
        {"seats": [21]},
        {"currency": "usd"},
        {"set": {"table_min": 5}},
        {"progressives": {"main": "a b"}},
        {"name": ""},
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(changes):
    content = tomllib.loads(TABLES[0].read_text())
    assert Draft202012Validator(SCHEMA).is_valid(content)
    assert not Draft202012Validator(SCHEMA).is_valid(content | changes)


def test_every_key_is_explained():
    for key, described in SCHEMA["properties"].items():
        assert described["description"], key
