"""The wheel in an empty environment: it plays a case; screens and configuration are there."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "scenarios" / "caribbean_stud.yaml"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("wheel")
    # What building needs is installed for the tests; `make install` and `make wheel` fetch it anew.
    options = ("--wheel", "--no-isolation", "--outdir", str(directory))
    _run(sys.executable, "-m", "build", *options, str(ROOT))
    (built,) = directory.glob("*.whl")
    return built


def _run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_screens_and_configuration_and_no_sources_of_theirs(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "dealer_station/_config/games/caribbean_stud/classic.toml" in names
    assert "dealer_station/_config/station.toml" in names
    assert "dealer_station/irregularities/catalogue/caribbean_stud.toml" in names
    assert "dealer_station/screens/dist/dealer.html" in names
    assert "dealer_station/py.typed" in names
    assert "drivers/card_shoe/models/ssi/codec.py" in names
    unwanted = ("node_modules/", "screens/src/", "tests/", "deploy/")
    assert not [name for name in names if any(part in name for part in unwanted)]


def test_the_wheel_plays_a_case_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=False)
    python = str(tmp_path / "env" / "bin" / "python")
    constraints = str(ROOT / "deploy" / "constraints.txt")
    # Only what is imported is compiled, when it is.
    options = ("--quiet", "--no-compile", "--constraint", constraints)
    _run(sys.executable, "-m", "pip", "--python", python, "install", *options, str(wheel))
    command = str(tmp_path / "env" / "bin" / "dealer-station")
    output = _run(command, "play", str(CASES), cwd=tmp_path)
    assert output.splitlines()[-1] == "97 passed, 0 failed"
    help_text = _run(str(tmp_path / "env" / "bin" / "dealer-driver"), "--help", cwd=tmp_path)
    assert "card-shoe" in help_text
