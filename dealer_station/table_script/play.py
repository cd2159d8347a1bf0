"""`dealer-station play`: files and folders of scripts and recorded hands, played and compared.

One line a case or hand, its view, and the sum in the end. Exit status: 0 every expectation holds, 1
one does not, 2 a file is no valid script or hand.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import orjson

from dealer_station.hand_history.reader import SUFFIXES, HandError, read_hands
from dealer_station.house_rules.loader import rule_set_folder
from dealer_station.settings import ConfigurationError
from dealer_station.table.view import View
from dealer_station.table_script.case import Case, read_cases
from dealer_station.table_script.document import ScriptError
from dealer_station.table_script.recorded import play_recorded
from dealer_station.table_script.runner import Miss, run_case

EXIT_PASSED, EXIT_FAILED, EXIT_INVALID = 0, 1, 2
_PLAYED = {".yaml", ".yml", *SUFFIXES}

Print = Callable[[str], None]


class Result(Protocol):
    """What came of a case or a recorded hand; it passed when nothing was missed."""

    @property
    def id(self) -> str:
        """Its name in the file."""

    @property
    def title(self) -> str:
        """What it is about."""

    @property
    def view(self) -> View:
        """The table's view at its end."""

    @property
    def misses(self) -> Sequence[Miss]:
        """The expectations that did not hold."""

    @property
    def is_passed(self) -> bool:
        """Whether every expectation held."""


def play(paths: Iterable[Path], directories: Sequence[Path], *, as_json: bool, out: Print) -> int:
    """Play every case and hand of the files; a folder plays every script and hand in it.

    Rule sets are looked for in the configuration folders, the most specific first.
    """
    passed = failed = 0
    try:
        for file in _files(paths):
            for result in _results(file, directories):
                passed, failed = passed + result.is_passed, failed + (not result.is_passed)
                for line in _json_lines(result) if as_json else _lines(result):
                    out(line)
    except ScriptError as error:
        out(f"invalid script: {error}")
        return EXIT_INVALID
    except HandError as error:
        out(f"invalid hand: {error}")
        return EXIT_INVALID
    out(f"{passed} passed, {failed} failed")
    return EXIT_FAILED if failed else EXIT_PASSED


def _results(file: Path, directories: Sequence[Path]) -> Iterator[Result]:
    """Play what a file holds, by the ending of its name."""
    if file.suffix in SUFFIXES:
        for recorded in read_hands(file):
            yield play_recorded(recorded, directories)
        return
    for case in read_cases(file):
        yield run_case(case, _config_of(case, directories))


def _config_of(case: Case, directories: Sequence[Path]) -> Path:
    """Return the folder whose rule set the case names; where none is, the runner says so."""
    try:
        return rule_set_folder(directories, case.table.game, case.table.rules)
    except ConfigurationError:
        return directories[0]


def _files(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        if path.is_dir():
            scripts = sorted(p for p in path.rglob("*") if p.suffix in _PLAYED)
            if not scripts:
                raise ScriptError(str(path), 1, "there is no script or hand in the folder")
            yield from scripts
        elif path.is_file():
            yield path
        else:
            raise ScriptError(str(path), 1, "there is no such file")


def _json_lines(result: Result) -> Iterable[str]:
    yield orjson.dumps({"case": result.id, **result.view}).decode()
    yield from (f"{result.id}: {miss}" for miss in result.misses)


def _lines(result: Result) -> Iterable[str]:
    word = "passed" if result.is_passed else "FAILED"
    yield f"{result.id}: {word}: {result.title}"
    yield from _view_lines(result.view)
    yield from (f"  {result.id}: {miss}" for miss in result.misses)


def _view_lines(view: View) -> Iterable[str]:
    """Write the view for people: phase and meters, then a line a hand."""
    meters = "".join(f", meter {pool} {value}" for pool, value in view.get("meters", {}).items())
    yield f"  {view['phase']}{meters}"
    outcomes, nets = view.get("outcome", {}), view.get("net", {})
    for key in sorted({*view["cards"], *outcomes, *view.get("stacks", {})}):
        parts = [f"seat {key}" if key.isdecimal() else key]
        parts += [view[name][key] for name in ("status", "cards", "hands") if key in view[name]]
        parts += _stakes(outcomes.get(key, {}), nets.get(key, {}))
        parts += [
            f"{word} {view[name][key]}"
            for word, name in (("won", "won"), ("stack", "stacks"))
            if key in view.get(name, {})
        ]
        yield "    " + ", ".join(map(str, parts))
    for number, bettor in view.get("bettors", {}).items():
        decision = bettor["decision"] or "undecided"
        late = ["by time"] if bettor["auto_folded"] else []
        stakes = _stakes(bettor["outcome"], bettor["net"])
        yield "    " + ", ".join([f"bettor {number}", decision, *late, *stakes])
    for ruling in view["rulings"]:
        by = ruling["by"] or "open"
        yield f"    {ruling['irregularity']} {ruling['option']} ({by})"


def _stakes(outcomes: View, nets: View) -> list[str]:
    """Write what became of stakes, by spot."""
    return [
        f"{spot} {outcome}" + (f" {nets[spot]}" if spot in nets else "")
        for spot, outcome in outcomes.items()
    ]
