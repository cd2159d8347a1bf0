"""The build hook of the screens: when it builds, with which Node, and what a failure says."""

import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
HOOK = ROOT / "deploy" / "build_screens.py"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_screens", HOOK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project with sources of screens and no build."""
    screens = tmp_path / "dealer_station" / "screens"
    (screens / "src" / "dealer").mkdir(parents=True)
    for name in ("dealer.html", "package.json", "package-lock.json", ".npmrc", "vite.config.ts"):
        (screens / name).write_text(name)
    (screens / "src" / "dealer" / "main.tsx").write_text("start")
    (screens / "src" / "dealer" / "main.test.ts").write_text("test")
    return tmp_path


@pytest.fixture
def path_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], None]:
    """Puts a node of some version (None: no node at all) and an npm alone on the path."""

    def put(version: str | None) -> None:
        folder = tmp_path / "bin"
        folder.mkdir()
        for name, answer in (("node", version), ("npm", "11.0.0")):
            if answer is not None:
                (folder / name).write_text(f"#!/bin/sh\necho {answer}\n")
                (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))

    return put


def screens_of(tree: Path) -> Path:
    return tree / "dealer_station" / "screens"


def built(hook: ModuleType, tree: Path) -> Path:
    """Pretends a finished build of the sources as they are."""
    screens = screens_of(tree)
    (screens / "dist").mkdir()
    (screens / "dist" / "dealer.html").write_text("page")
    (screens / "dist" / hook.DIGEST).write_text(hook.digest(screens) + "\n")
    return screens


def instance(hook: ModuleType, tree: Path) -> Any:
    return hook.ScreensBuildHook(str(tree), {}, None, None, str(tree / "out"), "wheel")


def test_a_missing_build_is_not_current(hook: ModuleType, tree: Path) -> None:
    assert not hook.is_current(screens_of(tree))


def test_a_build_of_these_sources_is_current_whatever_their_times(
    hook: ModuleType, tree: Path
) -> None:
    screens = built(hook, tree)
    os.utime(screens / "src" / "dealer" / "main.tsx", (2**31, 2**31))
    (screens / "src" / "dealer" / "main.test.ts").write_text("another test")
    (screens / "node_modules").mkdir()
    (screens / "node_modules" / "other.ts").write_text("not ours")
    assert hook.is_current(screens)


@pytest.mark.parametrize(
    "changed", ["src/dealer/main.tsx", "src/dealer/new.ts", "package-lock.json", ".npmrc"]
)
def test_a_changed_or_new_source_asks_for_a_new_build(
    hook: ModuleType, tree: Path, changed: str
) -> None:
    screens = built(hook, tree)
    (screens / changed).write_text("changed")
    assert not hook.is_current(screens)


def test_a_removed_source_asks_for_a_new_build(hook: ModuleType, tree: Path) -> None:
    screens = built(hook, tree)
    (screens / "src" / "dealer" / "main.tsx").unlink()
    assert not hook.is_current(screens)


def test_a_build_without_sources_is_taken_as_it_is(hook: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "dealer.html").write_text("page")
    assert hook.is_current(tmp_path)


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("v18.20.8", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v20.20.2", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.19.0", True),
        ("nonsense", False),
    ],
)
def test_node_is_new_enough_for_vite(hook: ModuleType, version: str, *, fits: bool) -> None:
    assert hook.is_new_enough(version) is fits


@pytest.mark.parametrize(("node", "asks"), [("v20.20.2", False), ("v18.0.0", True), (None, True)])
def test_the_node_wheel_is_asked_for_only_where_it_is_needed(
    hook: ModuleType,
    tree: Path,
    path_of: Callable[[str | None], None],
    node: str | None,
    *,
    asks: bool,
) -> None:
    path_of(node)
    assert instance(hook, tree).dependencies() == ([hook.NODE_WHEEL] if asks else [])


def test_a_current_build_needs_no_node(
    hook: ModuleType, tree: Path, path_of: Callable[[str | None], None]
) -> None:
    built(hook, tree)
    path_of(None)
    build_data: dict[str, Any] = {"artifacts": []}
    made = instance(hook, tree)
    assert made.dependencies() == []
    made.initialize("standard", build_data)
    assert build_data["artifacts"] == ["dealer_station/screens/dist/**"]


def test_a_failed_command_shows_its_output(hook: ModuleType, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "print('the reason'); raise SystemExit(3)"]
    with pytest.raises(RuntimeError, match=r"failed \(3\):\nthe reason"):
        hook.run(command, tmp_path, os.environ)
