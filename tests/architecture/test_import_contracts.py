"""Each import contract holds, and each is a contract: a planted breach is seen and named."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("dealer_station", "drivers")
IGNORED = shutil.ignore_patterns("node_modules", "__pycache__", "dist", "*.pyc")

# Contract -> (file, line to plant in it).
BREACHES = {
    "Layers of the station": (
        "dealer_station/table/state.py",
        "from dealer_station.controller import ports",
    ),
    "The core does no I/O, reads no clock, draws no random number": (
        "dealer_station/games/caribbean_stud/rules.py",
        "import random",
    ),
    "Codecs do no I/O": ("drivers/card_shoe/models/ssi/codec.py", "import time"),
    "Drivers know only the station's cards, messages and plumbing": (
        "drivers/card_shoe/driver.py",
        "from dealer_station.table import decide",
    ),
    "The station never imports a driver": (
        "dealer_station/controller/translate.py",
        "from drivers.link import errors",
    ),
    "Kinds of device stand alone on the shared link": (
        "drivers/link/runner.py",
        "from drivers.card_shoe import symbols",
    ),
    "Only the queries of read models ask the record": (
        "dealer_station/projections/rounds/played.py",
        "from sqlalchemy import select",
    ),
    "Games do not know each other": (
        "dealer_station/games/second_game/rules.py",
        "from dealer_station.games.caribbean_stud import rules",
    ),
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, directory / package, ignore=IGNORED)
    shutil.copy(ROOT / "pyproject.toml", directory)
    second = directory / "dealer_station" / "games" / "second_game"
    second.mkdir()
    (second / "__init__.py").touch()
    (second / "rules.py").touch()
    return directory


def lint(tree: Path) -> tuple[int, str]:
    script = "from importlinter.cli import lint_imports_command as run; run()"
    done = subprocess.run(
        [sys.executable, "-c", script, "--no-cache"],
        cwd=tree,
        env={"PYTHONPATH": str(tree), "PATH": "/usr/bin:/bin", "COLUMNS": "300"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def contracts() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return [contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]]


def test_every_contract_has_a_breach_here() -> None:
    assert set(BREACHES) == set(contracts())


def test_the_tree_breaks_no_contract(tree: Path) -> None:
    status, output = lint(tree)
    assert status == 0, output
    for name in contracts():
        assert f"{name} KEPT" in output


@pytest.mark.parametrize("contract", BREACHES)
def test_a_planted_breach_is_named(tree: Path, contract: str) -> None:
    name, line = BREACHES[contract]
    file = tree / name
    original = file.read_text()
    try:
        file.write_text(f"{original}\n{line}\n")
        status, output = lint(tree)
    finally:
        file.write_text(original)
    assert status != 0
    assert f"{contract} BROKEN" in output
