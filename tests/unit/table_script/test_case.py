"""A case as it is read: every malformed script is named with file, line and reason."""

from decimal import Decimal

import pytest
from script_files import GOOD, HEAD, ROUND, with_steps, write
from table_play import TablePlay

from dealer_station.table.refusals import RefusalReason
from dealer_station.table_script.case import inner_step, is_whole, read_cases, whole
from dealer_station.table_script.document import Node, ScriptError


def test_a_case_is_read_with_everything_it_says(tmp_path):
    (case,) = read_cases(write(tmp_path, GOOD))
    assert (case.id, case.title) == ("A-1", "a pair against nothing")
    assert (case.table.game, case.table.rules) == ("caribbean-stud", "classic")
    assert (case.table.seats, case.table.overrides) == ((1, 2), {})
    assert case.table.meters == {"main": Decimal("5000.00")}
    assert [step.verb for step in case.steps] == [
        "open_betting",
        "wager",
        "close_betting",
        "deal",
        "act",
        "pay",
    ]
    assert case.steps[1].where == f"{tmp_path / 's.yaml'}:11"
    assert case.expect.mapping["phase"].text == "settled"


def test_what_may_be_left_out_may_be_left_out(tmp_path):
    text = "case: B\ntable: {game: caribbean-stud, rules: classic, seats: [3]}\nsteps: []\n"
    (case,) = read_cases(write(tmp_path, text))
    assert (case.title, case.expect, case.steps) == ("", None, ())
    assert (case.table.meters, case.table.overrides) == ({}, {})


def test_overrides_stay_as_they_are_written(tmp_path):
    text = HEAD + '  set: {contribution: 0.70, decision_seconds: 30, deduct_fixed_prizes: "true"}\n'
    (case,) = read_cases(write(tmp_path, text + ROUND))
    assert case.table.overrides == {
        "contribution": "0.70",
        "decision_seconds": "30",
        "deduct_fixed_prizes": "true",
    }


def test_a_refusal_keeps_its_step_and_its_reason(tmp_path):
    steps = with_steps("{refuse: {act: 1 bet}, reason: not_open}", "refuse: {pay: 1}")
    first, second = next(iter(read_cases(write(tmp_path, steps)))).steps
    assert (first.verb, first.reason, inner_step(first).verb) == ("refuse", "not_open", "act")
    assert (second.reason, inner_step(second).verb) == (None, "pay")
    assert inner_step(second).argument.value == "1"


@pytest.mark.parametrize("line", ["pay", "pay:", "{pay: }", "refuse: {pay: }", "refuse: pay"])
def test_pay_without_seats_is_the_bare_pay(tmp_path, line):
    (read,) = next(iter(read_cases(write(tmp_path, with_steps(line))))).steps
    inner = inner_step(read) if read.verb == "refuse" else read
    assert (inner.verb, inner.argument.value) == ("pay", "pay")


@pytest.mark.parametrize("reason", RefusalReason)
def test_every_refusal_code_may_be_expected(tmp_path, reason):
    script = with_steps(f"{{refuse: {{act: 1 bet}}, reason: {reason}}}")
    (read,) = next(iter(read_cases(write(tmp_path, script)))).steps
    assert read.reason == reason.value


def test_every_key_of_the_view_may_be_expected(tmp_path):
    for key in TablePlay().view:
        (case,) = read_cases(write(tmp_path, f"{HEAD}steps: []\nexpect: {{{key}: 1}}\n"))
        assert case.expect.mapping[key].text == "1"


def test_many_cases_stand_in_one_file(tmp_path):
    text = GOOD + "---\n" + GOOD.replace("A-1", "A-2")
    assert [case.id for case in read_cases(write(tmp_path, text))] == ["A-1", "A-2"]


STEP = 10
"""The line of the first step in `with_steps`."""


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the file has no case"),
        ("---\n---\n# nothing\n", 1, "the file has no case"),
        ("just words", 1, "expected a mapping"),
        ("- a\n- b\n", 1, "expected a mapping"),
        ("a: [\n", 2, "no valid YAML: expected the node content"),
        (GOOD.encode("utf-16"), 1, "no UTF-8 text"),
        (b"case: A\ntitle: \xff\n", 2, "no UTF-8 text"),
        # the case
        (GOOD.replace("title:", "titel:"), 2, "a case has no key 'titel'"),
        (GOOD.replace("case: A-1\n", ""), 1, "the case has no 'case'"),
        (HEAD, 1, "the case has no 'steps'"),
        ("case: A\n" + ROUND, 1, "the case has no 'table'"),
        (GOOD.replace("case: A-1", "case: [A]"), 1, "expected a single value"),
        (f"{GOOD}---\n{GOOD}", 21, "case 'A-1' stands twice"),
        (HEAD + "steps: open_betting\n", 9, "expected a list"),
        # the table
        (GOOD.replace("  seats: [1, 2]\n", ""), 5, "the table has no 'seats'"),
        (GOOD.replace("rules:", "ruels:"), 6, "a table has no key 'ruels'"),
        (GOOD.replace("caribbean-stud", "poker"), 5, "no rules for game 'poker'; there are: "),
        (GOOD.replace("[1, 2]", "[1, 1]"), 7, "a table needs seats from 1, each number once"),
        (GOOD.replace("[1, 2]", "[0]"), 7, "a table needs seats from 1, each number once"),
        (GOOD.replace("[1, 2]", "[2, 0]"), 7, "a table needs seats from 1, each number once"),
        (GOOD.replace("[1, 2]", "[one]"), 7, "'one' is no whole number"),
        (GOOD.replace("[1, 2]", "[-1]"), 7, "'-1' is no whole number"),
        (GOOD.replace("[1, 2]", "[1.0]"), 7, "'1.0' is no whole number"),
        (GOOD.replace("[1, 2]", "[9999999999]"), 7, "'9999999999' is no whole number"),
        (GOOD.replace("[1, 2]", "{1: 200}"), 7, "expected a list"),
        (GOOD.replace("[1, 2]", "[1, 2]\n  button: 1"), 8, "caribbean-stud has no button"),
        (GOOD.replace("5000.00", "much"), 8, "'much' is no amount"),
        (GOOD.replace("5000.00", "NaN"), 8, "'NaN' is no amount"),
        (GOOD.replace("5000.00", "Infinity"), 8, "'Infinity' is no amount"),
        (GOOD.replace("{main: 5000.00}", "5000"), 8, "expected a mapping"),
        (GOOD.replace("main: 5000.00", "main: -0.01"), 8, "a meter is not negative"),
        # what is expected
        (GOOD.replace("phase: settled", "fase: settled"), 17, "the view has no key 'fase'"),
        (HEAD + ROUND + "expect: settled\n", 16, "expected a mapping"),
        (with_steps("expect: {phase: idle, who: 1}"), STEP, "the view has no key 'who'"),
        (with_steps("expect: idle"), STEP, "expected a mapping"),
        (GOOD.replace("[1, 2]", "[1, 2]\n  set: [a]"), 8, "expected a mapping"),
        (GOOD.replace("[1, 2]", "[1, 2]\n  set: {a: [[1]]}"), 8, "expected a single value"),
        # the steps
        (with_steps("open_bets"), STEP, "there is no step 'open_bets'"),
        (with_steps("open_betting", "wagers: 1 ante 5"), STEP + 1, "there is no step 'wagers'"),
        (with_steps("wager"), STEP, "'wager' needs its argument"),
        (with_steps("restart: now"), STEP, "'restart' takes no argument"),
        (with_steps("open_betting: 1"), STEP, "'open_betting' takes no argument"),
        (with_steps("start_hand"), STEP, "'start_hand' is a step of pot games"),
        (with_steps("leave: 1"), STEP, "'leave' is a step of pot games"),
        (with_steps("{act: 1 bet, pay: 1}"), STEP, "a step has one verb"),
        (with_steps("{reason: held}"), STEP, "a step has one verb"),
        (with_steps("{act: 1 bet, reason: held}"), STEP, "only a refusal has a reason"),
        (with_steps("[act, 1]"), STEP, "expected a mapping"),
        (
            with_steps("{refuse: {act: 1 bet}, reason: hold}"),
            STEP,
            "there is no refusal code 'hold'",
        ),
        (
            with_steps("{refuse: {act: 1 bet}, reason: HELD}"),
            STEP,
            "there is no refusal code 'HELD'",
        ),
        (with_steps("refuse: {fly: 1}"), STEP, "there is no step 'fly'"),
        (with_steps("refuse: wager"), STEP, "'wager' needs its argument"),
        (with_steps("refuse: {refuse: {fly: 1}}"), STEP, "there is no step 'fly'"),
        (with_steps("{refuse: {act: 1 bet}, reason: [held]}"), STEP, "expected a single value"),
    ],
)
def test_a_malformed_script_names_file_line_and_reason(tmp_path, text, line, reason):
    path = write(tmp_path, text)
    with pytest.raises(ScriptError) as caught:
        list(read_cases(path))
    assert str(caught.value).startswith(f"{path}:{line}: {reason}")


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(ScriptError, match=r"gone\.yaml:1: No such file"):
        list(read_cases(tmp_path / "gone.yaml"))
    with pytest.raises(ScriptError, match=r":1: Is a directory"):
        list(read_cases(tmp_path))


@pytest.mark.parametrize("text", ["", "٣", "1_0", " 1", "+1", "1e3", "²"])
def test_only_plain_digits_are_a_whole_number(text):
    assert not is_whole(text)
    with pytest.raises(ScriptError):
        whole(Node("s.yaml", 1, text))
