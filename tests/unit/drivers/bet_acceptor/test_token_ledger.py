"""The independent book: on the disk before anybody hears of it, whole after a crash."""

import json

import pytest

from drivers.bet_acceptor.simulated_acceptor import LampChange, Settled
from drivers.bet_acceptor.token_ledger import (
    LampEntry,
    LedgerError,
    TokenEntry,
    TokenLedger,
    read_lamps,
    read_tokens,
)


@pytest.fixture
def paths(tmp_path):
    return tmp_path / "deep" / "tokens.jsonl", tmp_path / "deep" / "lamps.jsonl"


def test_tokens_and_lamps_are_written_down_and_read_back(paths):
    ledger = TokenLedger(*paths)
    entry = ledger.settle("a", Settled(1, 3, "accepted", 9), 1_700)
    ledger.settle("b", Settled(1, 3, "rejected"), 1_800)
    ledger.note_lamp("a", LampChange(is_lit=True, at_ms=5.5))
    assert read_tokens(paths[0]) == ledger.entries
    assert entry == TokenEntry("a", 1, 3, "accepted", 9, 1_700)
    assert read_lamps(paths[1]) == (LampEntry("a", is_lit=True, at_ms=5.5),)
    assert ledger.find("a", 1) == entry
    assert ledger.find("a", 2) is None
    assert (ledger.newest("a"), ledger.newest("c")) == (1, 0)
    ledger.close()


def test_it_goes_on_where_it_ended_and_a_torn_line_never_was(paths):
    ledger = TokenLedger(*paths)
    ledger.settle("a", Settled(1, 1, "accepted", 1), 1)
    ledger.close()
    with paths[0].open("a") as file:
        file.write('{"device": "a", "numb')
    assert len(read_tokens(paths[0])) == 1
    again = TokenLedger(paths[0])
    again.note_lamp("a", LampChange(is_lit=True, at_ms=1))  # kept nowhere
    again.settle("a", Settled(2, 1, "swallowed"), 2)
    again.close()
    assert [entry.number for entry in read_tokens(paths[0])] == [1, 2]
    assert all(json.loads(line) for line in paths[0].read_text().splitlines())


def test_nothing_written_is_nothing_read(tmp_path):
    assert read_tokens(tmp_path / "none") == ()
    assert read_lamps(tmp_path / "none") == ()


@pytest.mark.parametrize("line", ["nonsense\n", '{"device": "a"}\n'])
def test_damage_is_named(tmp_path, line):
    path = tmp_path / "ledger"
    path.write_text(line)
    for read in (read_tokens, read_lamps, TokenLedger):
        with pytest.raises(LedgerError, match="ledger"):
            read(path)
