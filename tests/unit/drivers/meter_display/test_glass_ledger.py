import json

import pytest

from drivers.meter_display.glass_ledger import GlassLedger, LedgerError, read_ledger, seen
from drivers.meter_display.simulated_sign import View


def test_every_change_of_the_glass_is_a_line(tmp_path):
    path = tmp_path / "deep" / "glass.jsonl"
    ledger = GlassLedger(path)
    ledger.note(View("", 0, 0), 0, 1)
    ledger.note(View("", 0, 0), 1, 2)
    ledger.note(View("1.00", 0, 0), 2, 3)
    ledger.note(View("1.00", 1, 0), 3, 4)
    ledger.note(View("1.00", 1, 1), 4, 5)
    ledger.close()
    entries = read_ledger(path)
    assert entries == ledger.entries
    assert [entry.at for entry in entries] == [1, 3, 4, 5]
    assert (entries[2].flickers, entries[3].blinks, entries[3].frames) == (1, 1, 4)
    assert seen(entries) == ("", "1.00")


def test_ledger_goes_on_where_another_ended(tmp_path):
    path = tmp_path / "glass"
    for text in ("a", "b"):
        ledger = GlassLedger(path)
        ledger.note(View(text, 0, 0), 0, 0)
        ledger.close()
    assert seen(read_ledger(path)) == ("a", "b")


def test_torn_last_line_is_left_out_and_other_damage_is_not(tmp_path):
    path = tmp_path / "glass"
    assert read_ledger(path) == ()
    line = json.dumps({"at": 1, "visible": "x", "flickers": 0, "blinks": 0, "frames": 0})
    path.write_text(f"{line}\n{line[:9]}")
    assert len(read_ledger(path)) == 1
    for damage in ("nonsense\n", "{}\n", "[1]\n"):
        path.write_text(damage)
        with pytest.raises(LedgerError, match="glass"):
            GlassLedger(path)


def test_ledger_that_cannot_be_written_says_so(tmp_path):
    with pytest.raises(LedgerError):
        GlassLedger(tmp_path)


def test_ledger_without_a_file_remembers():
    ledger = GlassLedger()
    ledger.note(View("x", 0, 0), 0, 0)
    ledger.close()
    assert seen(ledger.entries) == ("x",)
