"""The station's commands as processes of their own, as an operator runs them."""

import os
import subprocess
import sys
from pathlib import Path

COMMAND = (sys.executable, "-m", "dealer_station")


def environment(**variables: str) -> dict[str, str]:
    """The environment without anything that configures a station, and these variables."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.upper().startswith("DEALER_STATION_") and name != "MQTT_URL"
    }
    return clean | variables


def run(
    *words: str | Path, cwd: Path, stdin: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run one command to its end in a folder; variables are the environment's."""
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        cwd=cwd,
        input=stdin,
        env=environment(**variables),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
