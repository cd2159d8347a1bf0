import pytest

from drivers.card_shoe.fault_script import (
    Emission,
    Fault,
    FaultKind,
    FaultScript,
    FaultScriptError,
    parse_fault,
)

PACKET, REPEAT = b"packet-one", b"repeat-one"


@pytest.mark.parametrize(
    ("word", "fault"),
    [
        ("drop", Fault(FaultKind.DROP, 1)),
        ("corrupt*3", Fault(FaultKind.CORRUPT, 3)),
        ("delay=300", Fault(FaultKind.DELAY, 300)),
        ("boot", Fault(FaultKind.BOOT, 1)),
    ],
)
def test_words(word, fault):
    assert parse_fault(word) == fault


@pytest.mark.parametrize(
    "word", ["", "burn", "drop=1", "delay", "delay*2", "boot*2", "drop*0", "noise=x", "drop*2 "]
)
def test_wrong_words(word):
    with pytest.raises(FaultScriptError):
        parse_fault(word)


@pytest.mark.parametrize("word", ["drop", ":drop", "x:drop", "²:drop"])
def test_wrong_numbers(word):
    with pytest.raises(FaultScriptError):
        FaultScript((word,))


def emit(fault, copy=0):
    return FaultScript((f"1:{fault}",)).emissions(1, copy, PACKET, REPEAT)


def test_untouched_card_goes_out_as_it_is():
    assert FaultScript(("2:drop",)).emissions(1, 0, PACKET, REPEAT) == (Emission(0, PACKET),)
    assert FaultScript().of(1) == ()


def test_counted_faults_hit_the_first_copies_only():
    assert emit("drop*2", 0) == emit("drop*2", 1) == ()
    assert emit("drop*2", 2) == (Emission(0, PACKET),)
    (hurt,) = emit("corrupt")
    changed = [a ^ b for a, b in zip(hurt.data, PACKET, strict=True) if a != b]
    assert len(changed) == 1
    assert changed[0].bit_count() == 1
    (short,) = emit("truncate")
    assert PACKET.startswith(short.data)
    assert 0 < len(short.data) < len(PACKET)


def test_faults_of_the_first_copy():
    assert emit("duplicate") == (Emission(0, PACKET + REPEAT),)
    assert emit("delay=70") == (Emission(70, PACKET),)
    (noisy,) = emit("noise=9")
    assert noisy.data.endswith(PACKET)
    assert len(noisy.data) == len(PACKET) + 9
    for fault in ("duplicate", "delay=70", "noise=9"):
        assert emit(fault, 1) == (Emission(0, PACKET),)


def test_faults_of_one_card_add_up_and_are_found():
    script = FaultScript(("1:noise=3", "1:duplicate", "1:mute=5"))
    (emission,) = script.emissions(1, 0, PACKET, REPEAT)
    assert emission.data[3:] == PACKET + REPEAT
    assert script.find(1, FaultKind.MUTE) == Fault(FaultKind.MUTE, 5)
    assert script.find(1, FaultKind.BOOT) is None
    script.add(2, Fault(FaultKind.DROP))
    assert script.emissions(2, 0, PACKET, REPEAT) == ()


def test_chance_repeats_for_a_seed_and_keeps_its_rate():
    one, same, other = (FaultScript(rate=0.3, seed=seed) for seed in (1, 1, 2))
    numbers = range(1, 1_001)
    assert [one.of(n) for n in numbers] == [same.of(n) for n in numbers]
    assert [one.of(n) for n in numbers] != [other.of(n) for n in numbers]
    assert 230 < sum(bool(one.of(n)) for n in numbers) < 370
    assert one.emissions(5, 0, PACKET, REPEAT) == same.emissions(5, 0, PACKET, REPEAT)
