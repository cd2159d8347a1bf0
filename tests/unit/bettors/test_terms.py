from dataclasses import replace

import pytest
from bettors_builders import FIXED_PRICE, SHARED_HAND

from dealer_station.bettors.terms import (
    AMOUNT_MAX,
    BookAction,
    BookSpot,
    BookTerms,
    TermsError,
)

ANTE = BookSpot("ante", is_base=True)
CALL = BookSpot("call", is_decision=True)
FOLD = BookAction("fold")


def test_spots_have_numbers_and_actions_codes_from_one() -> None:
    assert [SHARED_HAND.spot_number(name) for name in ("ante", "call", "jumbo7")] == [0, 1, 3]
    assert [SHARED_HAND.action_code(name) for name in ("call", "fold")] == [1, 2]
    assert SHARED_HAND.spot_number("tie") is None
    assert SHARED_HAND.spot_number("") is None
    assert SHARED_HAND.action_code("raise") is None


def test_the_base_is_found_wherever_it_stands() -> None:
    assert SHARED_HAND.base == 0
    assert BookTerms((CALL, ANTE), (FOLD,)).base == 1


def test_without_a_maximum_the_limit_is_what_the_book_can_hold() -> None:
    assert ANTE.limit_minor == AMOUNT_MAX
    assert BookSpot("bonus", max_minor=500).limit_minor == 500


def test_a_hand_may_have_nothing_to_decide() -> None:
    assert BookTerms((ANTE,)).actions == ()


@pytest.mark.parametrize(
    ("spots", "actions"),
    [
        ((), ()),
        ((CALL,), (FOLD,)),
        ((ANTE, replace(ANTE, name="player")), ()),
        ((ANTE, ANTE), ()),
        ((ANTE, BookSpot("")), ()),
        ((replace(ANTE, is_decision=True),), ()),
        ((ANTE, BookSpot("bonus", min_minor=0)), ()),
        ((ANTE, BookSpot("bonus", min_minor=5, max_minor=4)), ()),
        ((ANTE, BookSpot("bonus", max_minor=AMOUNT_MAX + 1)), ()),
        ((ANTE, BookSpot("jumbo7", price_minor=0)), ()),
        ((ANTE, BookSpot("jumbo7", price_minor=90, min_minor=100)), ()),
        ((ANTE, CALL), (BookAction("call", "call", 2),)),
        ((ANTE, CALL), (BookAction("fold", "call", 2),)),
        ((ANTE, CALL), (FOLD, FOLD)),
        ((ANTE, CALL), (FOLD, BookAction("call", "call", 0))),
        ((ANTE, CALL), (FOLD, BookAction("call", "call", 1001))),
        ((ANTE, CALL), (FOLD, BookAction("call", "ante", 1))),
        ((ANTE, CALL), (FOLD, BookAction("call", "raise", 1))),
        ((ANTE, CALL), (FOLD, BookAction("check", "", 1))),
        ((ANTE, *(BookSpot(f"s{n}") for n in range(254))), ()),
    ],
)
def test_terms_that_do_not_fit_together_are_refused(
    spots: tuple[BookSpot, ...], actions: tuple[BookAction, ...]
) -> None:
    with pytest.raises(TermsError):
        BookTerms(spots, actions)


def test_the_digest_covers_every_word_of_the_terms() -> None:
    fold_last = replace(SHARED_HAND, actions=SHARED_HAND.actions[::-1])
    dearer = replace(SHARED_HAND, spots=(*SHARED_HAND.spots[:3], BookSpot("jumbo7", min_minor=101)))
    terms = [SHARED_HAND, FIXED_PRICE, fold_last, dearer]
    assert len({one.digest() for one in terms}) == len(terms)
    assert replace(SHARED_HAND).digest() == SHARED_HAND.digest()
