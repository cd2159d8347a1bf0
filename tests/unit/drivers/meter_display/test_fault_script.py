import pytest

from drivers.link.simulated_wire import Emission
from drivers.meter_display.fault_script import (
    Fault,
    FaultKind,
    FaultScript,
    FaultScriptError,
    parse_fault,
)

ANSWER = bytes(20) + b"\x01000\x02Ga1.00\x030000\x04"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("drop", Fault(FaultKind.DROP)),
        ("delay=300", Fault(FaultKind.DELAY, 300)),
        ("power_loss=50", Fault(FaultKind.POWER_LOSS, 50)),
    ],
)
def test_words(word, expected):
    assert parse_fault(word) == expected


@pytest.mark.parametrize("word", ["", "fire", "drop=3", "delay", "delay=x", "delay=1234567"])
def test_wrong_words_are_refused(word):
    with pytest.raises(FaultScriptError):
        parse_fault(word)


@pytest.mark.parametrize("word", ["drop", "x:drop", ":drop", "3:fire"])
def test_wrong_lines_are_refused(word):
    with pytest.raises(FaultScriptError):
        FaultScript((word,))


def test_fault_happens_to_its_frame_alone():
    script = FaultScript(("3:lie", "3:delay=20"))
    assert script.find(3, FaultKind.LIE) == Fault(FaultKind.LIE)
    assert script.find(2, FaultKind.LIE) is None
    assert script.find(3, FaultKind.DROP) is None
    assert script.emission(2, ANSWER) == Emission(0, ANSWER)
    assert script.emission(3, ANSWER) == Emission(20, ANSWER)


def test_damage_repeats_with_its_seed():
    def data(word, seed=0):
        return FaultScript((f"1:{word}",), seed=seed).emission(1, ANSWER).data

    corrupt = data("corrupt")
    assert corrupt == data("corrupt")
    assert sum((a ^ b).bit_count() for a, b in zip(corrupt, ANSWER, strict=True)) == 1
    assert corrupt[:20] == bytes(20)
    assert any(data("corrupt", seed) != corrupt for seed in range(1, 5))
    assert ANSWER.startswith(data("truncate"))
    assert len(ANSWER) // 2 <= len(data("truncate")) < len(ANSWER)
    assert data("noise=7")[7:] == ANSWER
