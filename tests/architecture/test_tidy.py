"""Own lint: rules of this house that no ready-made tool knows; findings name file and line."""

import ast
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILE_LINES_MAX = 500
FUNCTION_LINES_MAX = 60
FORBIDDEN_MODULES = {"utils", "helpers", "manager", "common", "base", "core", "misc"}
CORE = ("cards", "games", "progressive", "bettors", "irregularities", "table")
TOPIC_ROOT = "ds" + "/v1"
GENERATED = {"dealer_station/messages/schema", "dealer_station/screens/package-lock.json"}


@cache
def tracked() -> tuple[Path, ...]:
    """Every file of the repository, as git knows it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    assert len(files) > 300, "git lists the repository"
    return tuple(file for file in files if file.is_file())


def named(file: Path) -> str:
    return str(file.relative_to(ROOT))


def python_files(*folders: str) -> list[Path]:
    wanted = folders or ("dealer_station", "drivers", "tests", "deploy")
    return [
        file for file in tracked() if file.suffix == ".py" and named(file).split("/")[0] in wanted
    ]


def product_files() -> list[Path]:
    return python_files("dealer_station", "drivers")


def text_files() -> Iterator[tuple[Path, str]]:
    for file in tracked():
        try:
            yield file, file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def report(findings: Iterator[str]) -> None:
    found = list(findings)
    assert not found, "\n" + "\n".join(found)


def test_no_file_is_long() -> None:
    sources = {".py", ".ts", ".tsx", ".css", ".toml", ".md", ".sh"}
    report(
        f"{named(file)}: {count} lines, at most {FILE_LINES_MAX}"
        for file, text in text_files()
        if file.suffix in sources and not any(named(file).startswith(g) for g in GENERATED)
        if (count := text.count("\n")) > FILE_LINES_MAX
    )


def test_no_function_is_long() -> None:
    def findings() -> Iterator[str]:
        for file in product_files():
            for node in ast.walk(tree_of(file)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    length = (node.end_lineno or node.lineno) - node.lineno + 1
                    if length > FUNCTION_LINES_MAX:
                        yield f"{named(file)}:{node.lineno}: {node.name} has {length} lines"

    report(findings())


def test_no_module_has_a_name_that_says_nothing() -> None:
    report(named(file) for file in python_files() if file.stem in FORBIDDEN_MODULES)


def test_nothing_is_left_to_do() -> None:
    marker = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    report(
        f"{named(file)}: {found.group()}"
        for file, text in text_files()
        if file.suffix in {".py", ".ts", ".tsx", ".toml", ".md", ".sh"}
        if named(file) not in {"tests/architecture/test_tidy.py", "pyproject.toml"}
        if (found := marker.search(text))
    )


def calls(file: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every call and attribute of a file."""
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Attribute):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id


def test_no_float_comes_near_money() -> None:
    """In the core and in money there is no float literal, no float() and no true division."""
    files = [f for f in product_files() if named(f) == "dealer_station/money.py"]
    files += [
        f
        for f in product_files()
        if named(f).startswith(tuple(f"dealer_station/{c}/" for c in CORE))
    ]
    assert len(files) > 40

    def findings() -> Iterator[str]:
        for file in files:
            for node in ast.walk(tree_of(file)):
                if isinstance(node, ast.Constant) and isinstance(node.value, float):
                    yield f"{named(file)}:{node.lineno}: the float {node.value}"
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "float":
                    yield f"{named(file)}:{node.lineno}: float()"

    report(findings())


@pytest.mark.parametrize(
    ("is_forbidden", "allowed"),
    [
        (lambda name: re.fullmatch(r"(datetime\.)?datetime\.(now|utcnow|today)", name), set()),
        (lambda name: name in {"time.time", "time.time_ns"}, {"dealer_station/clock.py"}),
        (lambda name: name in {"uuid.uuid1", "uuid.uuid4"}, set()),
        (lambda name: name == "print", set()),
    ],
    ids=["datetime.now", "time.time", "random ids", "print"],
)
def test_only_the_clock_reads_time_and_makes_ids(
    is_forbidden: Callable[[str], object], allowed: set[str]
) -> None:
    report(
        f"{named(file)}:{line}: {name}"
        for file in product_files()
        if named(file) not in allowed
        for line, name in calls(file)
        if is_forbidden(name)
    )


def test_only_one_module_writes_topics() -> None:
    allowed = {"dealer_station/messages/topics.py"}

    def findings() -> Iterator[str]:
        for file in product_files():
            if named(file) in allowed:
                continue
            documents = {
                id(node.body[0].value)
                for node in ast.walk(tree_of(file))
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
                and node.body
                and isinstance(node.body[0], ast.Expr)
            }
            for node in ast.walk(tree_of(file)):
                is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
                if is_text and TOPIC_ROOT in node.value and id(node) not in documents:
                    yield f"{named(file)}:{node.lineno}: a topic outside topics.py"

    report(findings())


def test_no_download_address_and_no_path_of_a_machine() -> None:
    patterns = {
        "a download address": re.compile(r'"resolved": *"https?:|(index-url|registry) *= *https?:'),
        "a package host": re.compile(r"(pypi|npmjs|pythonhosted)\.(org|com)"),
        "a path of a machine": re.compile(r"(?<![\w.$/-])/(w" + r"ork|f" + r"arm|r" + r"oot)/"),
        "a folder beside the repository": re.compile(r"(?<![\w/])\.\./sh" + r"ared/(?!.*from)"),
    }
    sources = (file for file, _ in text_files())

    def findings() -> Iterator[str]:
        for file in sources:
            if "screens/src" in named(file):
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                for what, pattern in patterns.items():
                    if pattern.search(line):
                        yield f"{named(file)}:{number}: {what}"

    report(findings())


def test_only_known_things_stand_at_the_top() -> None:
    known = {
        ".ci", ".gitignore", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
        "Makefile", "README.md", "config", "dealer_station", "deploy", "drivers",
        "pyproject.toml", "tests",
    }  # fmt: skip
    assert {named(file).split("/")[0] for file in tracked()} == known


def test_links_between_documents_lead_somewhere() -> None:
    link = re.compile(r"\]\((?!https?:|#)([^)#]+)")
    report(
        f"{named(file)}: {target}"
        for file, text in text_files()
        if file.suffix == ".md"
        for target in link.findall(text)
        if not (file.parent / target).exists()
    )


def test_every_dependency_says_why_it_is_there() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    block = text.split("dependencies = [", 1)[1].split("\n]", 1)[0]
    report(line for line in block.splitlines() if '"' in line and "#" not in line.split('"')[-1])


def test_every_direct_dependency_is_pinned() -> None:
    pinned = {
        line.split("==")[0].lower().replace("_", "-")
        for line in (ROOT / "deploy" / "constraints.txt").read_text().splitlines()
        if "==" in line
    }
    text = (ROOT / "pyproject.toml").read_text()
    block = text.split("[project]", 1)[1].split("[project.scripts]", 1)[0]
    names = re.findall(r'"([A-Za-z0-9_.-]+)(?:\[[a-z]+\])?>=', block)
    assert len(names) > 25
    report(name for name in names if name.lower().replace("_", "-") not in pinned)
