"""Faults by script, by command and by chance."""

import random
import re

import pytest

from drivers.bet_acceptor.fault_script import (
    LINE,
    Fault,
    FaultKind,
    FaultScript,
    FaultScriptError,
    flip_a_bit,
    parse_fault,
)

ANSWER = bytes((1, 0, 2, 0, 253))


@pytest.mark.parametrize(
    ("word", "of_line", "expected"),
    [
        ("drop", False, Fault(FaultKind.DROP)),
        ("corrupt*3", False, Fault(FaultKind.CORRUPT, 3)),
        ("delay=250", False, Fault(FaultKind.DELAY, 250)),
        ("nul", False, Fault(FaultKind.NUL)),
        ("collision*2", True, Fault(FaultKind.COLLISION, 2)),
        ("split=20", True, Fault(FaultKind.SPLIT, 20)),
    ],
)
def test_words(word, of_line, expected):
    assert parse_fault(word, of_line=of_line) == expected


@pytest.mark.parametrize(
    ("word", "of_line"),
    [
        ("fire", False), ("drop=2", False), ("delay", False), ("nul*2", False), ("drop*0", False),
        ("collision", False), ("drop", True), ("", False),
    ],
)  # fmt: skip
def test_words_that_are_none(word, of_line):
    with pytest.raises(FaultScriptError, match=re.escape(repr(word))):
        parse_fault(word, of_line=of_line)


@pytest.mark.parametrize("word", ["drop", "a.0:drop", "a:drop", "a b.1:drop", "line.1:drop"])
def test_script_words_that_are_none(word):
    with pytest.raises(FaultScriptError):
        FaultScript((word,))


def said(script, device="a"):
    return [emission.data for emission in script.answer(device, ANSWER)]


def test_a_counted_fault_hits_so_many_answers_of_one_device():
    script = FaultScript(("a.2:drop*2",))
    assert [said(script) for _ in range(4)] == [[ANSWER], [], [], [ANSWER]]
    assert said(script, "b") == [ANSWER]


def test_what_becomes_of_an_answer():
    assert said(FaultScript(("a.1:duplicate",))) == [ANSWER + ANSWER]
    assert said(FaultScript(("a.1:nul",))) == [b"\x00" + ANSWER]
    (cut,) = said(FaultScript(("a.1:truncate",)))
    assert ANSWER.startswith(cut)
    assert 0 < len(cut) < len(ANSWER)
    (noisy,) = said(FaultScript(("a.1:noise=4",)))
    assert noisy.endswith(ANSWER)
    assert len(noisy) == 4 + len(ANSWER)
    (corrupt,) = said(FaultScript(("a.1:corrupt",)))
    assert sum((a ^ b).bit_count() for a, b in zip(corrupt, ANSWER, strict=True)) == 1
    (late,) = FaultScript(("a.1:delay=70",)).answer("a", ANSWER)
    assert (late.delay_ms, late.data) == (70, ANSWER)


def test_a_fault_at_the_word_of_a_client_hits_the_next_answer():
    script = FaultScript()
    said(script)
    script.add_next("a", "drop")
    assert said(script) == []
    assert said(script) == [ANSWER]
    with pytest.raises(FaultScriptError):
        script.add_next(LINE, "drop")


def test_chance_repeats_with_its_seed_and_spares_the_line():
    def run(seed):
        script = FaultScript(rate=0.5, seed=seed)
        return [said(script) for _ in range(60)]

    assert run(1) == run(1)
    assert run(1) != run(2)
    assert any(answers != [ANSWER] for answers in run(1))
    script = FaultScript(rate=1.0, seed=1)
    assert all(script.next_of(LINE)[0] == () for _ in range(50))


def test_flipping_a_bit_changes_one():
    chance = random.Random(1)
    for _ in range(50):
        changed = flip_a_bit(ANSWER, chance)
        assert sum((a ^ b).bit_count() for a, b in zip(changed, ANSWER, strict=True)) == 1
