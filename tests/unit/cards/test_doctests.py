"""The examples in the documentation of cards/ are true."""

import doctest
import importlib
import pkgutil

import pytest

from dealer_station import cards

MODULES = [module.name for module in pkgutil.iter_modules(cards.__path__, "dealer_station.cards.")]


@pytest.mark.parametrize("name", MODULES)
def test_documentation_examples_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_documentation_has_examples():
    attempted = {name: doctest.testmod(importlib.import_module(name)).attempted for name in MODULES}
    without = {name.rpartition(".")[2] for name, count in attempted.items() if count == 0}
    assert without == {"tables", "table_data"}
