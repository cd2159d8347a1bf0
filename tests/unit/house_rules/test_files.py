"""Files are read with errors that name them."""

from pathlib import Path

import pytest

from dealer_station.house_rules.files import (
    RuleSetError,
    read_rule_set,
    read_toml,
    with_overrides,
)
from dealer_station.settings import ConfigurationError

GOOD = """
game = "g"
name = "n"
title = "t"
[values]
limit = { value = "5", source = "S4" }
"""


def test_a_rule_set_error_is_a_configuration_error_and_keeps_its_parts():
    error = RuleSetError("f.toml", "limit", "too small")
    assert isinstance(error, ConfigurationError)
    assert str(error) == "f.toml: limit: too small"
    assert (error.file, error.key, error.reason) == ("f.toml", "limit", "too small")


def test_a_value_stands_beside_its_source(tmp_path: Path):
    path = tmp_path / "n.toml"
    path.write_text(GOOD)
    value = read_rule_set(path).values["limit"]
    assert (value.value, value.source) == ("5", "S4")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('title = "t"', "", "title"),
        ('title = "t"', 'title = "t"\nextra = "x"', "extra"),
        ('source = "S4"', 'sauce = "S4"', "values.limit.source"),
        ('source = "S4"', 'source = ""', "values.limit.source"),
        ('source = "S4"', 'source = " "', "values.limit.source"),
        (', source = "S4"', "", "values.limit.source"),
        ('value = "5"', "value = 5", "values.limit.value"),
        ("[values]", "[valves]", "values"),
    ],
)
def test_a_file_of_another_shape_is_named_by_its_first_key(tmp_path: Path, old, new, key):
    path = tmp_path / "n.toml"
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(RuleSetError) as caught:
        read_rule_set(path)
    error = caught.value
    assert (error.file, error.key) == (str(path), key)


def test_missing_and_broken_files_are_named(tmp_path: Path):
    with pytest.raises(RuleSetError) as caught:
        read_toml(tmp_path / "none.toml")
    missing = caught.value
    assert (missing.key, missing.reason) == ("file", "does not exist")
    broken = tmp_path / "broken.toml"
    broken.write_text("a = = 1")
    with pytest.raises(RuleSetError) as caught:
        read_toml(broken)
    assert caught.value.key == "syntax"


def test_overrides_replace_known_keys_only():
    assert with_overrides({"a": "1", "b": "2"}, {"b": "3"}, "f") == {"a": "1", "b": "3"}
    with pytest.raises(RuleSetError) as caught:
        with_overrides({"a": "1"}, {"c": "3"}, "f")
    error = caught.value
    assert (error.file, error.key) == ("f", "c")
