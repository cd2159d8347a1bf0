"""Changes of a progressive's levels: two people, once, and never under a round."""

import threading
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from ledger_play import TWO
from ledger_sum import reconcile
from refusal_states import disputed
from table_play import ROYAL_CLUBS, SUPERVISOR, TablePlay, decided

from dealer_station.controller.ledger_desk import LedgerDesk, LevelPlace, Order
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.streams import progressive_stream
from dealer_station.event_log.errors import CommandConflict, WrongVersion
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.changes import Correction
from dealer_station.progressive.levels import LevelTerms
from dealer_station.progressive.refusals import Consent
from dealer_station.progressive.refusals import LedgerRefusalReason as No
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

MAIN = LevelPlace("p1", "main")
MINI = LevelPlace("p1", "mini")
OTHER = LevelPlace("p2", "main")
OLD = LevelTerms(10_000_00, Fraction(7, 10))
NEW = LevelTerms(5_000_00, Fraction(1, 2))
BETTING = ("open_betting", "wager: 1 ante 10; 1 progressive")
VOID = ("report: {irregularity: CS-I18}", "rule: void_round")
GIFT = Correction(Account.METER, Fraction(5), e.CorrectionReason.HOUSE_GIFT)


def order(name: str = "x1") -> Order:
    return Order(name, 1_700_000_000_000)


def desk_of(play: TablePlay, *others: TablePlay) -> LedgerDesk:
    tables = {one.setup.facts.id: one.controller for one in (play, *others)}
    return LedgerDesk(play.record, play.registry, play.progressives, tables)


def open_level(play: TablePlay, place: LevelPlace, amount: int = 1_000_00) -> None:
    play.progressives.open(
        place.progressive_id,
        {place.level_id: LevelTerms(amount, Fraction(1, 10))},
        command_id=f"open-{place}",
        at=play.clock.now(),
    )


class RacingRecord(MemoryRecord):
    """Somebody else does something between the look and the append of a change, once."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: Callable[[], object] | None = None

    def append(self, request):
        if self.meanwhile is not None and request.command_id == "x1":
            do, self.meanwhile = self.meanwhile, None
            do()
        return super().append(request)


def test_new_terms_are_in_force_at_once_and_say_who_signed():
    play = TablePlay()
    changed = desk_of(play).change_terms(MAIN, NEW, TWO, order())
    assert (changed.refusal, changed.is_repeat, changed.versions) == (None, False, {"p1": 2})
    event = play.postings()[-1]
    assert isinstance(event, e.LevelTermsChanged)
    assert (event.old_terms, event.new_terms) == (OLD, NEW)
    assert (event.person_id, event.approver_id, event.reason) == ("ann", "bob", "approved")
    play.run(*BETTING, "close_betting")
    assert play.progressive.level("main").meter == 10_000_00 + 50


def test_the_same_command_is_carried_out_once_and_other_content_is_a_conflict():
    play = TablePlay()
    desk = desk_of(play)
    first = desk.change_terms(MAIN, NEW, TWO, order())
    play.run(*BETTING, "close_betting")
    again = desk.change_terms(MAIN, NEW, TWO, order())
    assert (again.versions, again.is_repeat) == (first.versions, True)
    for said in (
        lambda: desk.change_terms(MAIN, OLD, TWO, order()),
        lambda: desk.change_terms(MAIN, NEW, replace(TWO, approver_id="cid"), order()),
        lambda: desk.retire(MAIN, Account.HOUSE, TWO, order()),
        lambda: desk.read(MAIN, "ann", order()),
    ):
        with pytest.raises(CommandConflict):
            said()
    assert len(play.postings()) == 3


def test_a_command_that_was_refused_is_decided_anew():
    play = TablePlay().run("open_betting")
    desk = desk_of(play)
    assert desk.change_terms(MAIN, NEW, TWO, order()).refusal.reason is No.IN_PLAY
    play.run(BETTING[1], "close_betting", VOID[0])
    assert desk.change_terms(MAIN, NEW, TWO, order()).refusal.reason is No.IN_PLAY
    play.run(VOID[1])
    assert desk.change_terms(MAIN, NEW, TWO, order()).versions == {"p1": 4}


@pytest.mark.parametrize("is_local", [True, False])
def test_nothing_changes_while_a_round_is_open_at_this_station_or_another(is_local):
    """A table of another station is known by the wagers that it has counted."""
    play = TablePlay()
    theirs = TablePlay(table_id="t2", record=play.record, clock=play.clock)
    open_level(play, MINI)
    open_level(play, OTHER)
    desk = desk_of(play, theirs) if is_local else desk_of(play)
    theirs.run(*BETTING, "close_betting")
    for changed in (
        desk.change_terms(MAIN, NEW, TWO, order()),
        desk.retire(MINI, Account.HOUSE, TWO, order()),
        desk.transfer(MINI, MAIN, TWO, order()),
        desk.transfer(OTHER, MAIN, TWO, order()),
    ):
        assert changed.refusal.reason is No.IN_PLAY
    assert desk.correct(MAIN, GIFT, TWO, order("x2")).refusal is None
    assert desk.read(MAIN, "ann", order("x3")).refusal is None


def test_an_open_round_is_found_behind_any_number_of_other_events():
    play = TablePlay().run("open_betting")
    for _ in range(300):
        play.submit(c.CallSupervisor)
        play.submit(c.AnswerCall, SUPERVISOR)
    desk = desk_of(play)
    assert play.state.version > 300
    assert desk.change_terms(MAIN, NEW, TWO, order()).refusal.reason is No.IN_PLAY


@pytest.mark.parametrize("consent", [Consent("ann", "ann", "why"), Consent("ann", "", "why")])
def test_one_person_changes_nothing(consent):
    play = TablePlay()
    open_level(play, MINI)
    desk = desk_of(play)
    for changed in (
        desk.change_terms(MAIN, NEW, consent, order()),
        desk.correct(MAIN, GIFT, consent, order()),
        desk.transfer(MAIN, MINI, consent, order()),
        desk.retire(MINI, Account.HOUSE, consent, order()),
    ):
        assert changed.refusal.reason is No.SAME_PERSON
    assert len(play.postings()) == 2


def test_a_round_that_opens_between_question_and_append_is_seen():
    record = RacingRecord()
    play = TablePlay(record=record)
    record.meanwhile = lambda: play.run("open_betting")
    changed = desk_of(play).change_terms(MAIN, NEW, TWO, order())
    assert changed.refusal.reason is No.IN_PLAY
    assert play.progressive.level("main").terms == OLD


def test_a_count_of_another_station_in_between_is_seen():
    """What a cap may be is asked again of the meter that it finds."""
    record = RacingRecord()
    play = TablePlay(record=record)
    theirs = TablePlay(table_id="t2", record=record, clock=play.clock)
    record.meanwhile = lambda: theirs.run(*BETTING, "close_betting")
    capped = replace(NEW, cap_minor=10_000_00)
    refusal = desk_of(play, theirs).change_terms(MAIN, capped, TWO, order()).refusal
    assert refusal.reason is No.IN_PLAY
    record.meanwhile = lambda: desk_of(play).correct(MAIN, GIFT, TWO, order("x2"))
    moved = desk_of(play).transfer(MAIN, MAIN, TWO, order())
    assert moved.refusal.reason is No.IN_PLAY


def test_a_round_opens_only_under_terms_that_its_table_knows():
    """The other station has not read the change when its dealer opens betting."""
    play = TablePlay()
    theirs = TablePlay(table_id="t2", record=play.record, clock=play.clock)
    desk_of(play).change_terms(MAIN, NEW, TWO, order())
    assert theirs.progressives.known("p1").state.level("main").terms == OLD
    theirs.run("open_betting")
    assert theirs.progressives.known("p1").state.level("main").terms == NEW
    theirs.run(BETTING[1], "close_betting")
    assert play.progressive.level("main").meter == 10_000_00 + 50


def test_who_is_always_faster_ends_in_an_error_and_not_in_a_loop():
    play = TablePlay()

    class Hasty(MemoryRecord):
        def __init__(self):
            self.number = 0

        def __getattr__(self, name):
            return getattr(play.record, name)

        def append(self, request):
            raise WrongVersion(progressive_stream("p1"), 1, 2)

        committed = staticmethod(play.record.committed)
        read = staticmethod(play.record.read)
        version = staticmethod(play.record.version)

    desk = LedgerDesk(Hasty(), play.registry, play.progressives, {})
    with pytest.raises(WrongVersion):
        desk.read(MAIN, "ann", order())


def test_a_transfer_writes_both_halves_at_once():
    play = TablePlay()
    open_level(play, OTHER)
    changed = desk_of(play).transfer(OTHER, MAIN, TWO, order("tr"))
    assert changed.versions == {"p2": 2, "p1": 2}
    received = play.postings()[-1]
    assert isinstance(received, e.MeterReceived)
    assert (received.transfer_id, received.amount) == ("tr", 1_000_00)
    assert play.meter == 11_000_00
    assert play.progressives.known("p2").state.meter_minor == 0
    rows = [row for one in ("p1", "p2") for row in play.record.read(progressive_stream(one))]
    assert len([row for row in rows if row.command_id == "tr"]) == 2


def test_a_transfer_within_one_progressive_is_one_entry_after_the_other():
    play = TablePlay()
    open_level(play, MINI)
    assert desk_of(play).transfer(MINI, MAIN, TWO, order()).versions == {"p1": 4}
    assert [type(one) for one in play.postings()[-2:]] == [e.MeterSent, e.MeterReceived]


def test_a_level_that_a_table_plays_for_is_not_retired():
    play = TablePlay()
    open_level(play, MINI)
    desk = desk_of(play)
    refusal = desk.retire(MAIN, Account.HOUSE, TWO, order()).refusal
    assert (refusal.reason, refusal.facts) == (No.PLAYED_FOR, {"tables": "t1"})
    assert desk.retire(MINI, "main", TWO, order()).refusal is None
    assert play.progressive.level("mini").is_retired
    assert play.meter == 11_000_00


def test_a_level_named_like_an_account_is_another_heir():
    play = TablePlay()
    open_level(play, MINI)
    open_level(play, LevelPlace("p1", "house"))
    desk = desk_of(play)
    assert desk.retire(MINI, Account.HOUSE, TWO, order()).refusal is None
    with pytest.raises(CommandConflict):
        desk.retire(MINI, "house", TWO, order())


def test_a_correction_and_a_reading_say_what_they_found():
    play = TablePlay()
    desk = desk_of(play)
    desk.correct(MAIN, GIFT, TWO, order())
    desk.read(MAIN, "ann", order("x2"))
    corrected, reading = play.postings()[-2:]
    assert isinstance(corrected, e.LevelCorrected)
    assert isinstance(reading, e.MeterRead)
    assert (reading.meter, reading.person_id) == (10_000_05, "ann")


def test_tables_hear_of_a_change():
    play = TablePlay()
    heard = []
    play.progressives.subscribe(heard.append)
    before = play.controller.picture
    desk_of(play).correct(MAIN, GIFT, TWO, order())
    assert heard == ["p1"]
    assert play.controller.picture > before


def test_only_a_progressive_that_was_opened_is_known():
    desk = desk_of(TablePlay())
    assert (desk.is_known("p1"), desk.is_known("p2")) == (True, False)
    assert desk.read(MINI, "ann", order()).refusal.reason is No.NO_SUCH_LEVEL


def test_changes_and_rounds_at_once_leave_every_wager_at_the_terms_of_its_round():
    """Two tables play while terms go back and forth; each count is by the terms before it."""
    play = TablePlay(seats=(1,))
    theirs = TablePlay(table_id="t2", record=play.record, clock=play.clock, seats=(1,))
    desk = desk_of(play, theirs)
    failures = []

    def deal(one: TablePlay) -> None:
        try:
            for _ in range(15):
                one.run(*BETTING, "close_betting", *VOID)
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failures.append(error)

    threads = [threading.Thread(target=deal, args=(one,)) for one in (play, theirs)]
    for thread in threads:
        thread.start()
    number = 0
    while any(thread.is_alive() for thread in threads):
        number += 1
        desk.change_terms(MAIN, (NEW, OLD)[number % 2], TWO, order(f"n{number}"))
    for thread in threads:
        thread.join()
    assert failures == []
    terms, moved = OLD, 0
    for event in play.postings():
        if isinstance(event, e.LevelTermsChanged):
            terms = event.new_terms
        elif isinstance(event, e.WagersCounted | e.CountedWagerReturned):
            moved += 1
            sign = 1 if isinstance(event, e.WagersCounted) else -1
            fed = sum(one.amount for one in event.entry if one.account is Account.METER)
            assert fed == sign * terms.rate * 100
    assert moved == 60


def test_hit_13_nobody_pays_what_is_in_dispute_until_two_managers_have_settled_it():
    play = disputed()
    desk = desk_of(play)
    assert play.refused("pay: 1") == "disputed"
    # What the screens show meanwhile is the stake, and no result.
    (row,) = [one for one in play.seen_by(Role.DEALER)["payouts"] if one["seat"] == 1]
    assert [set(wager) for wager in row["wagers"]] == [{"spot", "stake"}] * 3
    again = desk.dispute(MAIN, "t1-1-1-2", TWO, order("x2"))
    assert again.refusal is not None
    assert again.refusal.reason is No.DISPUTED
    settled = desk.settle(MAIN, "t1-1-1-2", TWO, order("x3"))
    assert (settled.refusal, settled.is_repeat) == (None, False)
    assert desk.settle(MAIN, "t1-1-1-2", TWO, order("x3")).is_repeat
    # Who had seen the hand before the dispute does not stand for it any more.
    assert play.refused("pay: 1") == "unverified"
    assert play.next == {"kind": "verify", "seat": 1}
    rows = {one["seat"]: one["verify"] for one in play.seen_by(Role.SUPERVISOR)["payouts"]}
    assert rows == {2: False, 1: True}
    play.run("restart", "verify: 1")
    assert play.refused("verify: 1") == "not_applicable"
    seen_by = Actor(play.round.seen[-1][1], Role.SUPERVISOR)
    refusal = play.submit(c.PaySeat, seen_by, seat=1).refusal
    assert refusal is not None
    assert refusal.reason.value == "same_person"
    play.run("pay: 1")
    paid = [one.seat for one in play.postings() if isinstance(one, e.LevelAwardPaid)]
    assert (paid, play.state.phase.value) == ([2, 1], "settled")


def test_a_disputed_award_falls_with_its_hand():
    play = disputed()
    play.run("report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand", "pay: 1")
    assert play.view["net"]["1"]["progressive"] == "-1.00"
    assert [type(one) for one in play.postings()[-2:]] == [e.AwardDisputed, e.AwardVoided]
    ((hit,),) = [play.progressive.hits]
    assert not hit.is_open


def test_hit_12_a_prize_whose_dispute_falls_is_lost_and_its_part_is_back_on_the_meter():
    play = disputed()
    desk = desk_of(play)
    (hit,) = play.progressive.hits
    share = hit.awards[1].owed.amount_minor
    held = play.meter
    written = play.postings()
    fallen = desk.void(MAIN, "t1-1-1-2", TWO, order("x2"))
    assert (fallen.refusal, fallen.is_repeat) == (None, False)
    assert desk.void(MAIN, "t1-1-1-2", TWO, order("x2")).is_repeat
    with pytest.raises(CommandConflict):
        desk.void(MAIN, "t1-1-1-1", TWO, order("x2"))
    again = desk.void(MAIN, "t1-1-1-2", TWO, order("x3"))
    assert again.refusal is not None
    assert again.refusal.reason is No.ALREADY_VOID
    assert play.postings()[:-1] == written
    assert play.meter == held + share
    # The hand stands and is paid; its progressive stake loses, and the meter is not won again.
    play.run("restart", "pay: 1")
    assert (play.meter, play.state.phase.value) == (held + share, "settled")
    assert play.view["net"]["1"]["progressive"] == "-1.00"
    assert [one.seat for one in play.postings() if isinstance(one, e.LevelAwardPaid)] == [2]
    assert isinstance(play.postings()[-1], e.AwardVoided)
    assert reconcile(play.postings()).is_balanced


def test_a_void_round_leaves_a_fallen_prize_where_it_is():
    play = disputed()
    assert desk_of(play).void(MAIN, "t1-1-1-2", TWO, order("x2")).refusal is None
    play.run("report: {irregularity: CS-I19, count: 3}", "rule: fouled_deck by manager")
    assert play.state.phase.value == "void"
    assert [type(one) for one in play.postings()[-4:-2]] == [e.AwardVoided, e.HitVoided]
    assert reconcile(play.postings()).is_balanced


def test_an_award_is_known_at_its_own_level_alone():
    play = decided({1: ROYAL_CLUBS}, progressive=(1,)).run("pay")
    open_level(play, MINI)
    desk = desk_of(play)
    for place, award, reason in (
        (MINI, "t1-1-1-1", No.NO_SUCH_AWARD),
        (MAIN, "t1-1-1-9", No.NO_SUCH_AWARD),
        (MAIN, "t1-1-1-1", No.ALREADY_PAID),
    ):
        for ask in (desk.dispute, desk.settle, desk.void):
            refusal = ask(place, award, TWO, order()).refusal
            assert refusal is not None
            assert refusal.reason is reason
