from typing import get_args

import pytest

import dealer_station.api.problems as module
from dealer_station.api.problems import PROBLEMS, Problem, Refused, SignedOut, StaleRound, responses
from dealer_station.table.refusals import RefusalReason


def codes_of(kind: type[Problem]) -> tuple[str, ...]:
    if kind is Refused:
        return tuple(RefusalReason)
    return tuple(str(code) for code in get_args(kind.model_fields["code"].annotation))


def test_every_class_of_problem_is_listed() -> None:
    defined = {
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Problem) and kind is not Problem
    }
    assert defined == set(PROBLEMS)


def test_every_code_belongs_to_one_kind() -> None:
    codes = [code for kind in PROBLEMS for code in codes_of(kind)]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("kind", PROBLEMS)
def test_every_kind_says_what_it_means(kind: type[Problem]) -> None:
    assert kind.__doc__
    assert kind.__doc__ != Problem.__doc__


def test_a_problem_has_one_shape() -> None:
    assert StaleRound(facts={"round": "3"}).model_dump() == {
        "type": "about:blank",
        "status": 409,
        "code": "stale_round",
        "title": "Another round",
        "detail": "That touch was for another round. Look at the screen and touch again.",
        "facts": {"round": "3"},
    }


def test_kinds_of_the_same_status_share_an_entry() -> None:
    entries = responses(SignedOut, Refused, StaleRound)
    assert set(entries) == {401, 409}
    assert entries[401]["model"] is SignedOut
    assert set(get_args(entries[409]["model"])) == {Refused, StaleRound}
