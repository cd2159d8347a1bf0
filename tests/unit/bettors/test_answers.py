import numpy as np
import pytest

from dealer_station.bettors.answers import Answer, Answers
from dealer_station.table.refusals import RefusalReason


def test_every_reason_is_one_of_the_table() -> None:
    assert Answer.ACCEPTED.reason == ""
    for answer in Answer:
        if answer:
            assert RefusalReason(answer.reason)


def test_numbers_stand_in_the_record_and_stay() -> None:
    assert {answer.reason: answer.value for answer in Answer} == {
        "": 0,
        "not_offered": 1,
        "bad_amount": 2,
        "no_base_wager": 3,
        "already_placed": 4,
        "below_min": 5,
        "above_max": 6,
        "no_such_stake": 7,
        "not_in_round": 8,
        "already_decided": 9,
        "wrong_amount": 10,
        "suspended": 11,
    }


def test_answers_are_counted_and_read_one_by_one() -> None:
    answers = Answers(np.array([0, 5, 0, 1, 5], np.uint8), (100, 0))
    assert len(answers) == 5
    assert (answers.accepted, answers.refused) == (2, 3)
    assert answers[1] is Answer.BELOW_MIN
    assert answers.reasons() == ("", "below_min", "", "not_offered", "below_min")
    assert answers.refused_by_reason() == {"not_offered": 1, "below_min": 2}


def test_answers_cannot_be_changed() -> None:
    answers = Answers(np.array([0], np.uint8), (0,))
    with pytest.raises(ValueError, match="read-only"):
        answers.codes[0] = 1
