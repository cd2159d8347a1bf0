import pytest

from dealer_station.api.ledger_texts import LEDGER_TEXTS, ledger_problem
from dealer_station.api.refusal_texts import REFUSAL_TEXTS, fill, refusal_detail
from dealer_station.progressive.refusals import LedgerRefusal, LedgerRefusalReason
from dealer_station.table.refusals import Refusal, RefusalReason


@pytest.mark.parametrize("reason", RefusalReason)
def test_every_refusal_has_words_that_say_what_to_do(reason: RefusalReason) -> None:
    text = REFUSAL_TEXTS[reason]
    bare = refusal_detail(Refusal(reason))
    assert text.title
    assert len([s for s in bare.split(". ") if s]) >= 2, "what is the matter, and what to do"
    assert bare.endswith(".")
    for sign in "{}[]?":
        assert sign not in bare


@pytest.mark.parametrize("reason", LedgerRefusalReason)
def test_every_refusal_of_a_ledger_has_words_that_say_what_to_do(
    reason: LedgerRefusalReason,
) -> None:
    problem = ledger_problem(LedgerRefusal(reason))
    assert (problem.code, problem.title) == (f"ledger_{reason}", LEDGER_TEXTS[reason].title)
    assert len([s for s in problem.detail.split(". ") if s]) >= 2
    assert problem.detail.endswith(".")
    for sign in "{}[]?":
        assert sign not in problem.detail


def test_facts_stand_in_the_sentence() -> None:
    facts = {"seat": "3", "spot": "ante", "limit": "500.00"}
    refusal = Refusal(RefusalReason.ABOVE_MAX, facts)
    assert refusal_detail(refusal) == "Seat 3: ante above the maximum (500.00). Take chips back."


def test_a_part_with_an_unknown_fact_is_left_out() -> None:
    assert fill("[Seat {seat}: ]no[ {a} {b}] more", {"a": "1"}) == "No more"
    assert fill("[Seat {seat}: ]no[ {a}] more", {"seat": "2", "a": "1"}) == "Seat 2: no 1 more"


def test_braces_inside_a_fact_are_only_text() -> None:
    assert fill("seat {seat}", {"seat": "{limit}"}) == "Seat {limit}"
