import subprocess
import sys

import pytest


def run(*arguments, **fields):
    return subprocess.run(
        [sys.executable, "-m", "drivers", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **fields,
    )


def test_wrong_configuration_is_status_2_with_file_and_key(tmp_path):
    path = tmp_path / "shoe.toml"
    path.write_text('table = "t1"\n')
    done = run("card-shoe", "--config", path)
    assert done.returncode == 2
    assert f"{path}: driver: " in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_broker_is_status_2(tmp_path):
    path = tmp_path / "shoe.toml"
    path.write_text('table="t"\ndriver="d"\ndevice="e"\n[line]\npath="/dev/x"\n')
    done = run("card-shoe", "--config", path, env={"PATH": ""})
    assert done.returncode == 2
    assert "MQTT_URL" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "link: Field required"),
        (("--link", "p", "--ledger", "l", "--decks", "9"), "decks: "),
        (("--link", "p", "--ledger", "l", "--fault", "3:fire"), "no fault"),
    ],
)
def test_wrong_simulator_options_are_status_2(arguments, text, tmp_path):
    done = run("simulate", "card-shoe", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert text in done.stderr


def test_unusable_ledger_is_status_1(tmp_path):
    (tmp_path / "ledger").write_text("nonsense\n")
    done = run("simulate", "card-shoe", "--link", tmp_path / "p", "--ledger", tmp_path / "ledger")
    assert done.returncode == 1
    assert "ledger" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_acceptors_configuration_and_options_are_checked_likewise(tmp_path):
    path = tmp_path / "seats.toml"
    path.write_text('table = "t1"\ndriver = "d"\n[line]\npath = "/dev/x"\n')
    done = run("bet-acceptor", "--config", path)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert f"{path}: device: " in done.stderr
    options = ("--link", tmp_path / "p", "--ledger", tmp_path / "ledger")
    done = run("simulate", "bet-acceptor", *options, "--fault", "line.1:drop")
    assert done.returncode == 2
    assert "fault of a device" in done.stderr
    (tmp_path / "ledger").write_text("nonsense\n")
    done = run("simulate", "bet-acceptor", *options)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)


def test_signs_have_their_own_commands_and_messages(tmp_path):
    path = tmp_path / "sign.toml"
    path.write_text('table = "t1"\n')
    done = run("meter-display", "--config", path)
    assert done.returncode == 2
    assert f"{path}: driver: " in done.stderr
    done = run("simulate", "meter-display", "--link", "p", "--ledger", "l", "--fault", "3:fire")
    assert (done.returncode, "no fault" in done.stderr) == (2, True)
    (tmp_path / "glass").write_text("nonsense\n")
    done = run(
        "simulate", "meter-display", "--link", tmp_path / "p", "--ledger", tmp_path / "glass"
    )
    assert done.returncode == 1
    assert "glass" in done.stderr
    assert "Traceback" not in done.stderr


def test_help_names_the_commands():
    done = run("--help")
    assert done.returncode == 0
    assert "card-shoe" in done.stdout
    assert "bet-acceptor" in done.stdout
    assert "meter-display" in done.stdout
    assert "simulate" in done.stdout
