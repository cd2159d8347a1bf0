"""The API answers as its own document says: schemathesis over every operation."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from api_builders import METER, TABLE, Station, must, send, sign_in
from signage_builders import PROGRESSIVE

from dealer_station.table.roles import Role

EXAMPLES = os.environ.get("API_EXAMPLES", "8")
"""Made-up requests for each operation; `make lives` sends a hundred."""

CONFIG = """
[auth.openapi.session]
api_key = "{token}"

[auth.openapi.metrics_token]
bearer = "none"

[parameters]
"path.table_id" = "{table}"
"path.progressive" = "{progressive}"
"path.progressive_id" = "{meter}"
"path.level_id" = "main"

# A schema cannot say that `from` is not after `until`, nor which tables and events there are.
[[operations]]
include-name = "GET /api/log"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "422", "5xx"]

# Nor that a batch's bytes are in their one form, and that no bettor has too many entries.
[[operations]]
include-name = "POST /api/tables/{{table_id}}/batches"
checks.positive_data_acceptance.expected-statuses = [
  "2xx", "401", "403", "404", "409", "422", "5xx",
]
"""


def check_api(station: Station, token: str, folder: Path, *arguments: str) -> str:
    """Run schemathesis against the station; returns what it says, which must end well."""
    (folder / "schemathesis.toml").write_text(
        CONFIG.format(token=token, table=TABLE, progressive=PROGRESSIVE, meter=METER),
        encoding="utf-8",
    )
    run = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            "--config-file", "schemathesis.toml",
            "run", f"{station.url}/api/openapi.json",
            "--phases", "coverage,fuzzing",
            "--checks", "all",
            "--continue-on-failure",
            "--seed", "20261129",
            *arguments,
        ],
        cwd=folder,
        env={**os.environ, "COLUMNS": "160"},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    return run.stdout


@pytest.mark.parametrize("role", [Role.DEALER, Role.MANAGER, Role.PLATFORM])
def test_no_answer_is_undocumented(station: Station, tmp_path: Path, role: Role) -> None:
    with station.screen() as screen:
        sign_in(screen, Role.DEALER)
        must(send(screen, "open_table"))
        must(send(screen, "open_betting"))
        sign_in(screen, role)
        # Signing out would end the session that the other operations need.
        said = check_api(
            station,
            screen.cookies["ds_session"],
            tmp_path,
            "-n",
            EXAMPLES,
            "--exclude-method",
            "DELETE",
        )
        assert "27 selected / 28 total" in said, said[:1500]
        # Whatever came in, the session stands and the table's state is sound.
        assert must(screen.get("/api/session"))["role"] == role.value
        must(screen.get(f"/api/tables/{TABLE}"))


def test_no_answer_is_undocumented_without_a_session(station: Station, tmp_path: Path) -> None:
    check_api(
        station, "nobody", tmp_path, "-n", "4", "--exclude-checks", "positive_data_acceptance"
    )
    assert station.controller.version == 0
    assert httpx.get(f"{station.url}/health").status_code == 200
