"""How the suite is shared among workers: a file at a time, folders that need a machine as one."""

import gc
import os
import sys
from typing import Any

import pytest

# Stations and drivers start some hundred times: they and the tests are compiled once, also where
# the environment asks Python to keep nothing compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Tests of these folders start whole stations or measure time: one after the other.
WHOLE_FOLDERS = ("tests/simulation", "tests/e2e", "tests/bench")

# These take longest, so no worker is left with one of them at the end.
LONG_FOLDERS = ("tests/simulation", "tests/properties", "tests/e2e", "tests/bench")


def _unit_of(nodeid: str) -> str:
    file = nodeid.split("::", maxsplit=1)[0]
    return next((folder for folder in WHOLE_FOLDERS if file.startswith(folder)), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out units of `_unit_of` in the order of collection."""
    from xdist.scheduler import LoadScopeScheduling  # noqa: PLC0415 - only where xdist runs

    class UnitScheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _unit_of(nodeid)

    config.option.loadscopereorder = False
    return UnitScheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long folders first; the order within stays as it was drawn."""

    def rank(item: pytest.Item) -> int:
        places = enumerate(LONG_FOLDERS)
        return next(
            (p for p, folder in places if item.nodeid.startswith(folder)), len(LONG_FOLDERS)
        )

    items.sort(key=rank)


def pytest_collection_finish() -> None:
    """Leave the thousands of collected tests out of every later search for garbage."""
    gc.collect()
    gc.freeze()
