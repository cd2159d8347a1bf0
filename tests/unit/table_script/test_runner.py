"""Cases are played on a live table's controller, and every miss is told."""

from pathlib import Path

import pytest
from table_play import CONFIG

from dealer_station.table_script.case import read_cases
from dealer_station.table_script.document import ScriptError
from dealer_station.table_script.runner import CaseResult, run_case

HEAD = "case: X\ntable: {game: caribbean-stud, rules: classic, %sseats: [1, 2]%s}\nsteps:\n"


def result(tmp_path: Path, steps: str, extra: str = "", meters: str = "") -> CaseResult:
    path = tmp_path / "s.yaml"
    path.write_text(HEAD % (extra, meters) + steps)
    (case,) = read_cases(path)
    return run_case(case, CONFIG)


def misses(tmp_path: Path, steps: str) -> list[str]:
    return [str(miss).removeprefix(f"{tmp_path}/") for miss in result(tmp_path, steps).misses]


def test_a_case_that_holds_has_no_miss_and_its_view(tmp_path: Path):
    played = result(tmp_path, "  - open_betting\nexpect: {phase: betting}\n")
    assert played.is_passed
    assert played.view["phase"] == "betting"


def test_every_expectation_that_does_not_hold_is_a_miss(tmp_path: Path):
    steps = """  - open_betting
  - expect: {phase: idle, stakes: {1: {ante: 5}}}
expect: {phase: void}
"""
    assert misses(tmp_path, steps) == [
        "s.yaml:5: phase: expected idle, got betting",
        "s.yaml:5: stakes.1.ante: expected 5, got None",
        "end: phase: expected void, got betting",
    ]


def test_a_step_that_is_refused_ends_the_case_with_reason_and_facts(tmp_path: Path):
    steps = "  - open_betting\n  - wager: 1 ante 1\n  - expect: {phase: nonsense}\n"
    (miss,) = misses(tmp_path, steps)
    assert miss.startswith("s.yaml:5: wager: expected accepted, got refused: below_min ")
    assert miss.endswith(" limit=5.00 seat=1 spot=ante amount=1.00")


def test_what_should_be_refused_and_is_not_ends_the_case(tmp_path: Path):
    steps = "  - open_betting\n  - refuse: {wager: 1 ante 10}\n    reason: held\n  - nothing: 1\n"
    with pytest.raises(ScriptError):
        misses(tmp_path, steps)
    steps = steps.replace("  - nothing: 1\n", "  - expect: {phase: idle}\n")
    assert misses(tmp_path, steps) == ["s.yaml:5: wager: expected refused held, got accepted"]


def test_another_reason_is_a_miss_and_the_case_goes_on(tmp_path: Path):
    steps = """  - refuse: {wager: 1 ante 10}
    reason: held
  - open_betting
expect: {phase: idle}
"""
    assert misses(tmp_path, steps) == [
        "s.yaml:4: wager: expected held, got not_open",
        "end: phase: expected idle, got betting",
    ]


def test_pools_open_at_the_cases_meter_or_at_the_seed(tmp_path: Path):
    assert result(tmp_path, "  - restart\n").view["meters"] == {"main": "10000.00"}
    given = result(tmp_path, "  - restart\n", meters=", meters: {main: 12.34}")
    assert given.view["meters"] == {"main": "12.34"}
    seed = result(tmp_path, "  - restart\n", extra="set: {seed_amount: 7}, ")
    assert seed.view["meters"] == {"main": "7.00"}


@pytest.mark.parametrize(
    ("extra", "meters", "reason"),
    [
        ("", ", meters: {side: 5}", "no pool 'side'"),
        ("", ", meters: {main: 0.001}", "no amount in whole cents"),
        ("", ", meters: {main: 1e30}", "no amount in whole cents"),
        ("set: {house_edge: 5}, ", "", "the rule set has no such key"),
        ("set: {table_max: 1}, ", "", "is below table_min"),
        ("set: {table_max: 9999999999999999}, ", "", "is more than 10000000000000.00"),
        ("set: {contribution: 1/0}, ", "", "is no number"),
        ("set: {bet_paytable: BET_XX}, ", "", "no bet paytable 'BET_XX'"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_an_error_of_the_script(tmp_path, extra, meters, reason):
    with pytest.raises(ScriptError) as caught:
        result(tmp_path, "  - open_betting\n", extra, meters)
    assert reason in caught.value.reason
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "s.yaml"), 2)


@pytest.mark.parametrize("said", ["stakes: untracked"])
def test_what_no_poker_table_does_yet_is_an_error_of_the_script(tmp_path: Path, said: str):
    path = tmp_path / "s.yaml"
    path.write_text(
        f"""case: A
table: {{game: texas-holdem, rules: gardens-no-limit, seats: {{1: 200, 2: 200}},
  set: {{{said}}}, button: 1}}
steps:
  - start_hand
"""
    )
    (case,) = read_cases(path)
    with pytest.raises(ScriptError, match=f"{said} is not played yet") as caught:
        run_case(case, CONFIG)
    assert caught.value.line == 3


def test_the_largest_limit_and_meter_can_be_played_for(tmp_path: Path):
    largest = "10000000000000"
    steps = f"""  - open_betting
  - wager: 1 ante {largest}; 1 progressive
  - close_betting
  - deal: {{1: Ah Kh Qh Jh Th, dealer: Ac Kd 9s 5d 2c}}
  - act: 1 bet
  - pay
expect: {{phase: settled, net: {{1: {{ante: {largest}, bet: {2000 * 10**12}}}}}}}
"""
    extra = f"set: {{table_max: {largest}, seed_amount: {largest}}}, "
    assert result(tmp_path, steps, extra, ", meters: {main: 9999999999999999}").misses == []


def test_a_table_with_more_seats_than_the_deck_has_hands_for_is_an_error_of_the_script(tmp_path):
    ten = (HEAD % ("", "")).replace("[1, 2]", str(list(range(1, 11)))) + "  - open_betting\n"
    (tmp_path / "s.yaml").write_text(ten)
    (case,) = read_cases(tmp_path / "s.yaml")
    with pytest.raises(ScriptError) as caught:
        run_case(case, CONFIG)
    assert (caught.value.line, caught.value.reason) == (2, "caribbean-stud has cards for 9 seats")


def test_an_unknown_rule_set_is_an_error_of_the_script(tmp_path: Path):
    path = tmp_path / "s.yaml"
    path.write_text((HEAD % ("", "")).replace("classic", "strange") + "  - open_betting\n")
    (case,) = read_cases(path)
    with pytest.raises(ScriptError) as caught:
        run_case(case, CONFIG)
    assert "strange.toml" in caught.value.reason


@pytest.mark.parametrize(
    ("refused", "reason"),
    [
        ("{deal: {1: As}}", "'deal' cannot be refused"),
        ("{wait: 5}", "'wait' cannot be refused"),
        ("restart", "'restart' cannot be refused"),
        ("{expect: {phase: idle}}", "'expect' cannot be refused"),
        ("{refuse: open_betting}", "'refuse' cannot be refused"),
        ("{wager: 1 ante 10; 2 ante 10}", "a refusal is about one command"),
        ("{shoe: As Kd}", "a refusal is about one command"),
    ],
)
def test_only_one_command_can_be_refused(tmp_path: Path, refused: str, reason: str):
    with pytest.raises(ScriptError, match=reason):
        result(tmp_path, f"  - refuse: {refused}\n")


def test_pay_pays_and_verifies_everybody_in_order(tmp_path: Path):
    steps = """  - open_betting
  - wager: 1 ante 10; 1 progressive; 2 ante 10
  - close_betting
  - deal: {1: 9h 7h 5h 3h 2h, 2: 8s 8c 9c 4s 7s, dealer: Ah Kh 9s 6c 4h}
  - act: 1 bet; 2 bet
  - pay
expect: {phase: settled, net: {1: {progressive: 49}, 2: {ante: 10}}}
"""
    assert misses(tmp_path, steps) == []


def test_pay_with_nobody_to_pay_is_refused(tmp_path: Path):
    assert misses(tmp_path, "  - pay\n")[0].startswith(
        "s.yaml:4: pay: expected accepted, got refused"
    )


def test_wait_moves_the_clock_and_restart_does_not(tmp_path: Path):
    steps = """  - open_betting
  - wager: 1 ante 10
  - close_betting
  - deal: {1: 9h 7h 5h 3h 2h, dealer: Ah Kh 9s 6c 4h}
  - wait: 19.9
  - restart
  - expect: {phase: deciding}
  - wait: 0.1
expect: {phase: paying}
"""
    assert result(tmp_path, steps, extra="set: {decision_seconds: 20}, ").misses == []


def test_a_deal_when_none_is_due_is_an_error_of_the_script(tmp_path: Path):
    with pytest.raises(ScriptError, match="too many for seat 1"):
        result(tmp_path, "  - open_betting\n  - deal: {1: As}\n")
    with pytest.raises(ScriptError, match="no cards are due"):
        result(tmp_path, "  - deal: {}\n")


BOOK = """case: B
table:
  game: casino-holdem
  rules: evolution
  seats: []
  set: {bettors: book, decision_seconds: 20}
steps:
"""


def of_book(tmp_path: Path, steps: str) -> CaseResult:
    path = tmp_path / "s.yaml"
    path.write_text(BOOK + steps)
    (case,) = read_cases(path)
    return run_case(case, CONFIG)


def test_seats_and_a_book_exclude_each_other(tmp_path: Path):
    for seats, extra, reason in (
        ("[1]", "bettors: book, ", "its bettors are a book: the table has no seats"),
        ("[]", "", "a table needs seats from 1, each number once"),
    ):
        table = f"table: {{game: casino-holdem, rules: evolution, seats: {seats}, "
        table += f"set: {{{extra}decision_seconds: 20}}}}"
        (tmp_path / "s.yaml").write_text(f"case: a\n{table}\nsteps:\n  - open_betting\n")
        (case,) = read_cases(tmp_path / "s.yaml")
        with pytest.raises(ScriptError) as caught:
            run_case(case, CONFIG)
        assert (caught.value.reason, caught.value.line) == (reason, 2)


def test_an_entry_of_a_batch_that_is_answered_otherwise_ends_the_case(tmp_path: Path):
    steps = """  - open_betting
  - batch: {wager: 1 ante 10; 2 ante 1; 3 ante 10, refused: {1: above_max, 2: below_min}}
  - expect: {phase: nonsense}
"""
    said = [str(miss).removeprefix(f"{tmp_path}/") for miss in of_book(tmp_path, steps).misses]
    assert said == ["s.yaml:9: entry 1: expected above_max, got accepted"]
    steps = "  - open_betting\n  - wager: 1 ante 10; 2 ante 1\n"
    said = [str(miss).removeprefix(f"{tmp_path}/") for miss in of_book(tmp_path, steps).misses]
    assert said == ["s.yaml:9: entry 2: expected accepted, got below_min"]


def test_bettors_are_expected_by_number_also_beyond_those_that_are_shown(tmp_path: Path):
    wagers = "; ".join(f"{bettor} ante 10" for bettor in range(1, 102))
    steps = f"""  - open_betting
  - wager: {wagers}
expect: {{bettors: {{101: {{stakes: {{ante: 10}}}}, 102: null, 5: {{stakes: {{ante: 5}}}}}}}}
"""
    (miss,) = of_book(tmp_path, steps).misses
    assert str(miss) == "end: bettors.5.stakes.ante: expected 5, got 10.00"


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("batch: {wager: 1 ante 10, act: 1 call}", "a batch is one of wager, withdraw, act"),
        ("batch: {id: a}", "a batch is one of wager, withdraw, act"),
        ("batch: {coin: 1}", "a batch has no key 'coin'"),
        ("batch: {wager: 1 ante 10, refused: {2: below_min}}", "the batch has no entry 2"),
        ("batch: {wager: 1 ante 10, refused: {0: below_min}}", "the batch has no entry 0"),
        ("batch: {wager: 1 ante 10, refused: {x: below_min}}", "'x' is no whole number"),
        ("batch: {wager: 1 ante 10, refused: {1: held}}", "no entry is refused with 'held'"),
        ("withdraw: 1 ante 10", "a stake is taken back whole: BETTOR NAME"),
        (f"batch: {{wager: 1 ante 10, id: {'x' * 60}}}", "batch id has 66 bytes; 1 to 64"),
        ("wager: 1", "expected SEAT NAME [AMOUNT], not '1'"),
        ("act: " + "; ".join(["1 call"] * 65), "more than 64 entries of one bettor"),
    ],
)
def test_a_batch_that_cannot_be_one_is_an_error_of_the_script(
    tmp_path: Path, step: str, reason: str
):
    with pytest.raises(ScriptError) as caught:
        of_book(tmp_path, f"  - open_betting\n  - {step}\n")
    assert caught.value.reason.startswith(reason)
    assert caught.value.line == 9


def test_a_table_with_seats_has_no_batches(tmp_path: Path):
    for steps in ("  - batch: {wager: 1 ante 10}\n", "  - refuse: {batch: {wager: 1 ante 10}}\n"):
        with pytest.raises(ScriptError, match="there is no book for a batch"):
            result(tmp_path, "  - open_betting\n" + steps)
