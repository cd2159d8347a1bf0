"""Child processes of the demo, started again when they die.

Knows programs and their logs; not what they do. The pids stand in `processes.json` in the data
folder, so that a person (or a crash test) can find and kill one.
"""

import json
import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

RESTART_AFTER_S = 0.3
STOP_S = 8.0


@dataclass(frozen=True, slots=True)
class Program:
    """What to run: a name for people, the command line, and variables added to the environment."""

    name: str
    command: Sequence[str]
    variables: Mapping[str, str] = field(default_factory=dict)


class Processes:
    """Runs programs until it is closed; every death is counted and made good."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._threads: list[threading.Thread] = []
        self._logs: list[IO[bytes]] = []
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self.deaths: dict[str, int] = {}

    def start(self, program: Program) -> None:
        """Start a program and watch over it."""
        self._spawn(program)
        thread = threading.Thread(
            target=self._watch, args=(program,), name=f"watch {program.name}", daemon=True
        )
        self._threads.append(thread)
        thread.start()

    def log_file(self, name: str) -> Path:
        """Return where a program's own words go."""
        return self._directory / f"{name}.log"

    def _spawn(self, program: Program) -> None:
        with self._lock:
            if self._stopping.is_set():
                return
            log = self.log_file(program.name).open("ab")
            self._logs.append(log)
            self._running[program.name] = subprocess.Popen(  # noqa: S603 - our own programs
                list(program.command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **program.variables},
                # Ctrl-C goes to the demo, which ends its children in order.
                start_new_session=True,
            )
            self._write_pids()

    def note(self, name: str, pid: int | None) -> None:
        """Write the pid of a child that somebody else watches beside ours."""
        with self._lock:
            self._write_pids({name: pid} if pid else {})

    def _write_pids(self, others: Mapping[str, int] | None = None) -> None:
        path = self._directory / "processes.json"
        known: dict[str, int] = json.loads(path.read_text()) if path.is_file() else {}
        known |= {name: process.pid for name, process in self._running.items()}
        known |= dict(others or {})
        part = path.with_suffix(".part")
        part.write_text(json.dumps(known))
        part.replace(path)

    def _watch(self, program: Program) -> None:
        while not self._stopping.is_set():
            self._running[program.name].wait()
            if self._stopping.is_set():
                return
            self.deaths[program.name] = self.deaths.get(program.name, 0) + 1
            self._stopping.wait(RESTART_AFTER_S)
            self._spawn(program)

    def close(self) -> None:
        """End every program, the newest first, and wait for it."""
        with self._lock:
            self._stopping.set()
        for process in reversed(list(self._running.values())):
            _end(process)
        for thread in self._threads:
            thread.join()
        for log in self._logs:
            log.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, then insist."""
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
