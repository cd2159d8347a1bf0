"""Locked, verified by one, paid by another; disputed, void: which step may follow which."""

import pytest
from ledger_laws import check_fallen
from ledger_play import LedgerPlay, refused, terms

from dealer_station.progressive import award_life
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import LevelPrize, PrizeTake
from dealer_station.progressive.contributions import LedgerDecision
from dealer_station.progressive.ledger import AwardStatus, Ledger
from dealer_station.progressive.refusals import Consent, LedgerRefusal
from dealer_station.progressive.refusals import LedgerRefusalReason as No


def won(*seats: int) -> LedgerPlay:
    play = LedgerPlay().open(terms(1000, "0"), opening=5001).wagers(1, 1, 2, 3)
    play.hit("h", 1, *(seats or (1,)))
    return play


def consent(person_id: str, reason: str = "r", approver_id: str = "cid") -> Consent:
    return Consent(person_id, approver_id, reason)


def step(name: str, state: Ledger, award_id: str = "h-1", by: str = "") -> LedgerDecision:
    """Ask for a step as its usual person."""
    match name:
        case "verify":
            return award_life.verify_award(state, award_id, person_id=by or "ann", at=9)
        case "pay":
            return award_life.pay_award(
                state, award_id, paid_by=e.PaidBy.ATTENDANT, person_id=by or "bob", at=9
            )
        case "dispute":
            return award_life.dispute_award(state, award_id, consent(by or "ann", "cards"), at=9)
        case "settle":
            return award_life.settle_dispute(state, award_id, consent(by or "ann", "seen"), at=9)
        case "fall":
            return award_life.void_disputed(state, award_id, consent(by or "ann", "dark"), at=9)
        case _:
            return award_life.void_award(
                state, award_id, person_id=by or "ann", reason="dead hand", at=9
            )


def status(play: LedgerPlay, award_id: str = "h-1") -> AwardStatus:
    known = play.state.award(award_id)
    assert known is not None
    return known[1].status


PATHS = {
    AwardStatus.LOCKED: (),
    AwardStatus.VERIFIED: ("verify",),
    AwardStatus.DISPUTED: ("dispute",),
    AwardStatus.PAID: ("verify", "pay"),
    AwardStatus.VOID: ("void",),
}

ANSWERS = {
    AwardStatus.LOCKED: {
        "verify": AwardStatus.VERIFIED,
        "pay": No.UNVERIFIED,
        "dispute": AwardStatus.DISPUTED,
        "settle": No.NOT_DISPUTED,
        "fall": No.NOT_DISPUTED,
        "void": AwardStatus.VOID,
    },
    AwardStatus.VERIFIED: {
        "verify": No.ALREADY_VERIFIED,
        "pay": AwardStatus.PAID,
        "dispute": AwardStatus.DISPUTED,
        "settle": No.NOT_DISPUTED,
        "fall": No.NOT_DISPUTED,
        "void": AwardStatus.VOID,
    },
    AwardStatus.DISPUTED: {
        "verify": No.DISPUTED,
        "pay": No.DISPUTED,
        "dispute": No.DISPUTED,
        "settle": AwardStatus.LOCKED,
        "fall": AwardStatus.VOID,
        "void": AwardStatus.VOID,
    },
    AwardStatus.PAID: dict.fromkeys(
        ("verify", "pay", "dispute", "settle", "fall", "void"), No.ALREADY_PAID
    ),
    AwardStatus.VOID: dict.fromkeys(
        ("verify", "pay", "dispute", "settle", "fall", "void"), No.ALREADY_VOID
    ),
}


@pytest.mark.parametrize(
    ("before", "name"), [(before, name) for before, answers in ANSWERS.items() for name in answers]
)
def test_every_step_from_every_status(before, name):
    play = won()
    for taken in PATHS[before]:
        play.take(step(taken, play.state))
    assert status(play) is before
    answer, decision = ANSWERS[before][name], step(name, play.state)
    if isinstance(answer, No):
        assert refused(decision) is answer
    else:
        play.take(decision)
        assert status(play) is answer
    play.check()


def test_hit_07_who_verified_does_not_pay():
    play = won()
    play.take(step("verify", play.state, by="ann"))
    assert refused(step("pay", play.state, by="ann")) is No.SAME_PERSON
    play.take(step("pay", play.state, by="cid"))
    known = play.state.award("h-1")
    assert known is not None
    assert (known[1].verified_by, known[1].paid_by) == ("ann", "cid")


def test_a_settled_dispute_leaves_a_doubt_until_somebody_has_seen_the_hand():
    play = won()
    doubted = []
    for name in ("verify", "dispute", "settle", "verify", "dispute", "settle", "void"):
        play.take(step(name, play.state))
        known = play.state.award("h-1")
        assert known is not None
        doubted.append(known[1].is_doubted)
    assert doubted == [False, False, True, False, False, True, False]


def test_a_settled_dispute_forgets_who_verified_before():
    play = won()
    for name in ("verify", "dispute", "settle"):
        play.take(step(name, play.state))
    assert refused(step("pay", play.state)) is No.UNVERIFIED
    play.take(step("verify", play.state, by="bob"))
    play.take(step("pay", play.state, by="ann"))


@pytest.mark.parametrize("name", ["verify", "pay", "dispute", "settle", "fall", "void"])
def test_an_unknown_award_and_a_nobody_are_refused(name):
    play = won()
    assert refused(step(name, play.state, "h-2")) is No.NO_SUCH_AWARD
    functions = {
        "verify": lambda: award_life.verify_award(play.state, "h-1", person_id="", at=9),
        "pay": lambda: award_life.pay_award(
            play.state, "h-1", paid_by=e.PaidBy.SYSTEM, person_id="", at=9
        ),
        "dispute": lambda: award_life.dispute_award(play.state, "h-1", consent(""), at=9),
        "settle": lambda: award_life.settle_dispute(play.state, "h-1", consent(""), at=9),
        "fall": lambda: award_life.void_disputed(play.state, "h-1", consent(""), at=9),
        "void": lambda: award_life.void_award(play.state, "h-1", person_id="", reason="r", at=9),
    }
    assert refused(functions[name]()) is No.SAME_PERSON


def test_doubt_settlement_and_void_need_a_reason():
    play = won()
    state = play.state
    for decision in (
        award_life.dispute_award(state, "h-1", consent("ann", " "), at=9),
        award_life.void_award(state, "h-1", person_id="ann", reason="", at=9),
    ):
        assert refused(decision) is No.NO_REASON
    play.take(step("dispute", play.state))
    for ask in (award_life.settle_dispute, award_life.void_disputed):
        assert refused(ask(play.state, "h-1", consent("ann", ""), at=9)) is No.NO_REASON


@pytest.mark.parametrize("second", ["ann", ""])
def test_a_dispute_is_begun_and_settled_by_two_people(second):
    play = won()
    alone = consent("ann", approver_id=second)
    assert refused(award_life.dispute_award(play.state, "h-1", alone, at=9)) is No.SAME_PERSON
    play.take(step("dispute", play.state))
    for ask in (award_life.settle_dispute, award_life.void_disputed):
        assert refused(ask(play.state, "h-1", alone, at=9)) is No.SAME_PERSON
    (settled,) = play.take(step("settle", play.state))
    assert isinstance(settled, e.DisputeSettled)
    assert (settled.person_id, settled.approver_id) == ("ann", "cid")


def test_prg_11_paid_by_system_and_by_attendant_are_counted_apart_and_at_the_payment():
    play = won(1, 2)
    assert play.level().lifetime.paid == 0
    play.pay("h-1", e.PaidBy.SYSTEM)
    play.pay("h-2", e.PaidBy.ATTENDANT)
    lifetime = play.level().lifetime
    assert (lifetime.paid_by_system, lifetime.paid_by_attendant) == (2501, 2500)
    assert play.holds(Account.AWARDS_PAID) == 5001
    play.check()


def test_prg_13_lifetime_meters_hold_more_than_ten_digits():
    play = LedgerPlay().open(terms(9_999_999_999, "0")).wagers(1, 1, 2)
    play.hit("h", 1, 1)
    play.pay("h-1")
    play.hit("i", 1, 2, prize=LevelPrize(PrizeTake.FIXED, fixed_minor=1))
    play.pay("i-1")
    assert play.level().lifetime.paid == 10_000_000_000


def test_one_royals_share_is_void_and_the_others_is_paid():
    play = won(1, 2)
    play.take(step("void", play.state, "h-2"))
    assert play.level().meter == 1000 + 2500
    play.pay("h-1")
    assert isinstance(step("pay", play.state, "h-2"), LedgerRefusal)
    play.check()


def test_hit_12_a_dispute_that_falls_restores_the_meter_by_new_entries_alone():
    play = won(1, 2)
    play.take(step("dispute", play.state, "h-2"))
    before = tuple(play.events)
    (voided,) = play.take(step("fall", play.state, "h-2"))
    assert tuple(play.events[:-1]) == before
    assert isinstance(voided, e.AwardVoided)
    assert (voided.person_id, voided.approver_id, voided.reason) == ("ann", "cid", "dark")
    back = {part.account: part.amount for part in voided.entry}
    assert back == {Account.AWARDS_PAYABLE: -2500, Account.METER: 2500}
    assert (play.level().meter, play.holds(Account.AWARDS_PAYABLE)) == (1000 + 2500, 2501)
    play.pay("h-1")
    play.check()


def test_hit_14_the_envy_sums_for_a_hand_fall_with_its_dispute_and_those_for_others_stand():
    play = LedgerPlay().open(terms(1000, "0"), opening=5001).wagers(1, 1, 2, 3)
    play.hit("h", 1, 1, 2, prize=LevelPrize(PrizeTake.WHOLE, minimum_minor=4000, envy_minor=70))
    known = {
        award.owed.award_id: (award.owed.seat, award.owed.follows)
        for award in play.state.hits[0].awards
    }
    assert known == {
        "h-1": (1, None), "h-2": (2, None), "h-3": (2, 1), "h-4": (3, 1), "h-5": (1, 2),
        "h-6": (3, 2),
    }  # fmt: skip
    play.take(step("dispute", play.state, "h-4"))
    play.take(step("dispute", play.state, "h-1"))
    fallen = play.take(step("fall", play.state, "h-1"))
    of_hand = [check_fallen(play, one) for one in fallen if isinstance(one, e.AwardVoided)]
    assert [one.owed.award_id for one in of_hand] == ["h-1", "h-3", "h-4"]
    for award_id in ("h-2", "h-5", "h-6"):
        assert status(play, award_id) is AwardStatus.LOCKED
    # One envy sum that falls takes nothing with it.
    play.take(step("dispute", play.state, "h-5"))
    (alone,) = play.take(step("fall", play.state, "h-5"))
    assert isinstance(alone, e.AwardVoided)
    assert check_fallen(play, alone).owed.kind == "envy"
    assert play.level().meter == 1000 + 2501
    play.check()


def test_the_gift_in_a_void_award_goes_back_to_the_house():
    play = LedgerPlay().open(terms(1000, "0")).wagers(1, 1, 2)
    prize = LevelPrize(PrizeTake.WHOLE, minimum_minor=1500, envy_minor=70)
    play.hit("h", 1, 1, prize=prize)
    play.take(step("void", play.state, "h-1"))
    assert play.level().meter == 2000, "the base of the reset stays while an award stands"
    assert play.holds(Account.HOUSE) == -2000 - 70
    play.take(step("void", play.state, "h-2"))
    assert play.level().meter == 1000, "nothing stands of the hit, so nothing was won (FC-214)"
    assert play.holds(Account.HOUSE) == -1000
    play.check()


@pytest.mark.parametrize("ask", ["void", "fall"])
def test_hit_12_the_last_award_of_a_hit_takes_the_reset_of_its_level_back(ask: str):
    """Two share a level: one falls, then the other; what came meanwhile stays on the meter."""
    play = LedgerPlay().open(terms(1000, "1/2")).wagers(1, 1, 2)
    play.hit("h", 1, 1, 2)
    before = play.level().lifetime
    play.wagers(2, 5)
    for award_id, meter in (("h-1", 1000 + 550 + 50), ("h-2", 1000 + 100 + 50)):
        if ask == "fall":
            play.take(step("dispute", play.state, award_id))
        play.take(step(ask, play.state, award_id))
        assert play.level().meter == meter
    assert play.state.hit("h").is_void
    assert play.level().lifetime.hits == before.hits == 1, "no lifetime meter falls (PRG-12)"
    play.check()
