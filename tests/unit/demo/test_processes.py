import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dealer_station.demo.house import NotADemoHouseError, only_demo
from dealer_station.demo.processes import Processes, Program

SLEEPER = (sys.executable, "-c", "import time; time.sleep(600)")


def wait_until(condition, timeout_s=20.0):
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.02)


def pids(directory: Path) -> dict[str, int]:
    return json.loads((directory / "processes.json").read_text())


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_a_program_that_dies_is_started_again_and_its_new_pid_written(tmp_path):
    processes = Processes(tmp_path)
    try:
        processes.start(Program("sleeper", SLEEPER))
        first = pids(tmp_path)["sleeper"]
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: pids(tmp_path)["sleeper"] != first)
        assert processes.deaths == {"sleeper": 1}
        second = pids(tmp_path)["sleeper"]
        assert is_running(second)
    finally:
        processes.close()
    assert not is_running(second)
    assert not (tmp_path / "processes.json").exists()


def test_children_end_with_a_demo_that_is_killed(tmp_path):
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from dealer_station.demo.processes import Processes, Program\n"
        f"Processes(Path({str(tmp_path)!r})).start(Program('sleeper', {SLEEPER!r}))\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script]) as demo:
        wait_until((tmp_path / "processes.json").exists)
        child = pids(tmp_path)["sleeper"]
        demo.kill()
    wait_until(lambda: not is_running(child))


def test_a_folder_has_one_demo_at_a_time(tmp_path):
    folder = tmp_path / "demo"
    with (
        only_demo(folder),
        pytest.raises(NotADemoHouseError, match="used by a demo that runs"),
        only_demo(folder),
    ):
        pass
    with only_demo(folder):
        pass
