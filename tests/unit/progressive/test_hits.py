"""A hit fixes and reseeds at once, in one total order; voided, the meter is as if it was none."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from ledger_play import TENTH, TWO, WHOLE, LedgerPlay, refused, terms

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind, LevelPrize, PrizeTake, Sharing
from dealer_station.progressive.changes import retire
from dealer_station.progressive.contributions import count_wagers
from dealer_station.progressive.hits import Claim, lock_up, void_hit
from dealer_station.progressive.ledger import HITS_KEPT, AwardStatus, Ledger, evolve, fold
from dealer_station.progressive.levels import ReserveUse
from dealer_station.progressive.refusals import LedgerRefusal
from dealer_station.progressive.refusals import LedgerRefusalReason as No

CLAIM = Claim("h", "main", "t", 1, "royal_flush", WHOLE, (1,))


def amounts(hit: e.LevelHit) -> list[tuple[int | None, int]]:
    return [(owed.seat, owed.amount_minor) for owed in hit.awards]


def void(play: LedgerPlay, hit_id: str, by: str = "ann", second: str = "bob", why: str = "error"):
    return void_hit(play.state, hit_id, person_id=by, approver_id=second, reason=why, at=99)


def test_hit_01_a_hit_fixes_the_whole_units_and_carries_the_remainder_to_the_next():
    play = LedgerPlay().open(terms(1000, "1/3"), opening=5000).wagers(1, 1, 2)
    hit = play.hit("h", 1, 2)
    assert amounts(hit) == [(2, 5066)]
    assert (hit.meter_before, hit.meter_after) == (5000 + Fraction(200, 3), 1000 + Fraction(2, 3))
    assert play.level().meter == hit.meter_after
    assert play.level().pending_minor == 5066
    play.check()


def test_hit_02_the_reserve_pays_the_next_base_and_then_the_house():
    play = LedgerPlay().open(terms(1000, "1/2", reserve_rate=Fraction(1, 3))).wagers(1, 1)
    hit = play.hit("h", 1, 1)
    assert (hit.reseed_reserve_minor, hit.reseed_house_minor) == (33, 967)
    assert play.level().reserve == Fraction(1, 3)
    assert play.level().meter == 1000
    play.wagers(2, 1, each=6000)
    again = play.hit("i", 2, 1)
    assert (again.reseed_reserve_minor, again.reseed_house_minor) == (1000, 0)
    assert play.level().reserve == 1000 + Fraction(1, 3)
    play.check()


def test_prg_04_or_the_reserve_goes_on_top_of_the_base():
    filed = terms(1000, "1/2", reserve_rate=Fraction(1, 3), reserve_use=ReserveUse.ADDS_TO_BASE)
    play = LedgerPlay().open(filed).wagers(1, 1)
    play.hit("h", 1, 1)
    assert play.level().meter == 1000 + 33
    assert play.level().reserve == Fraction(1, 3)
    play.check()


def test_a_hit_at_the_cap_pays_the_cap_and_books_the_overflow_first():
    play = LedgerPlay().open(terms(1000, "1", cap_minor=1050)).wagers(1, 1)
    hit = play.hit("h", 1, 1)
    assert [type(event) for event in play.events[-2:]] == [e.OverflowBooked, e.LevelHit]
    assert amounts(hit) == [(1, 1050)]
    assert (play.level().meter, play.holds(Account.OVERFLOW)) == (1000, 50)
    play.check()


def test_a_reserve_beyond_the_cap_shows_no_more_than_the_cap():
    filed = terms(
        1000,
        "0",
        reserve_rate=Fraction(1),
        cap_minor=1050,
        reserve_use=ReserveUse.ADDS_TO_BASE,
    )
    play = LedgerPlay().open(filed).wagers(1, 1)
    hit = play.hit("h", 1, 1)
    assert hit.meter_after == play.level().meter == 1050
    assert play.level().overflow == 50
    play.check()


def test_cs_23_royals_at_one_table_share_equally_and_odd_cents_go_to_the_first():
    play = LedgerPlay().open(terms(10_000_00, "0"), opening=100_000_01).wagers(1, 1, 2, 3)
    assert amounts(play.hit("h", 1, 3, 2, 1)) == [(3, 33_333_35), (2, 33_333_33), (1, 33_333_33)]
    assert play.level().meter == 10_000_00
    play.check()


def test_ch_42_tickets_share_by_wager():
    play = LedgerPlay().open(terms(0, "0"), opening=1000)
    wagers = (e.CountedWager(4, 200), e.CountedWager(2, 100), e.CountedWager(9, 400))
    play.take(count_wagers(play.state, "t", 1, wagers, at=1))
    prize = LevelPrize(PrizeTake.WHOLE, sharing=Sharing.BY_WAGER)
    # 285 5/7, 142 6/7, 571 3/7
    assert amounts(play.hit("h", 1, 4, 2, 9, prize=prize)) == [(4, 286), (2, 143), (9, 571)]
    play.check()


def test_cs_22_in_turn_each_takes_from_what_the_one_before_has_left():
    """FC-029: a straight flush before the royals takes 12,000.00, after them 1,000.00."""
    play = LedgerPlay().open(terms(10_000_00, "0"), opening=120_000_00).wagers(1, 1, 2, 3)
    royals = Claim("royals", "main", "t", 1, "royal_flush", WHOLE, (1, 3))
    straight = Claim("straight", "main", "t", 1, "straight_flush", TENTH, (2,))
    for claims, shares, tenth in (
        ((straight, royals), 54_000_00, 12_000_00),
        ((royals, straight), 60_000_00, 1_000_00),
    ):
        state, won = play.state, dict[str, list[int]]()
        for claim in claims:
            events = lock_up(state, claim, at=9)
            assert isinstance(events, tuple)
            (hit,) = events
            assert isinstance(hit, e.LevelHit)
            state = fold(events, state)
            won[hit.hand] = [award.amount_minor for award in hit.awards]
        assert won == {"royal_flush": [shares, shares], "straight_flush": [tenth]}


def test_cs_d06_a_part_leaves_the_rest_and_resets_nothing():
    play = LedgerPlay().open(terms(1000, "1/3")).wagers(1, 1)
    hit = play.hit("h", 1, 1, prize=TENTH)
    assert amounts(hit) == [(1, 103)]
    assert play.level().meter == 1000 + Fraction(100, 3) - 103
    assert (hit.reseed_reserve_minor, hit.reseed_house_minor) == (0, 0)
    play.check()


@pytest.mark.parametrize(
    ("is_from_meter", "meter", "house"), [(True, 0, -1000 - 500), (False, 1000, -1000 - 1500)]
)
def test_cs_g06_a_fixed_prize_comes_from_the_meter_as_far_as_it_reaches(
    is_from_meter, meter, house
):
    play = LedgerPlay().open(terms(1000, "0")).wagers(1, 1)
    prize = LevelPrize(PrizeTake.FIXED, fixed_minor=1500, is_from_meter=is_from_meter)
    assert amounts(play.hit("h", 1, 1, prize=prize)) == [(1, 1500)]
    assert play.level().meter == meter
    assert play.holds(Account.HOUSE) == house
    play.check()


def test_cs_26_what_a_minimum_promises_beyond_the_meter_is_the_houses():
    play = LedgerPlay().open(terms(1000, "0")).wagers(1, 1, 2)
    prize = LevelPrize(PrizeTake.WHOLE, minimum_minor=800)
    assert amounts(play.hit("h", 1, 1, 2, prize=prize)) == [(1, 800), (2, 800)]
    assert play.holds(Account.HOUSE) == -1000 - 600 - 1000
    play.check()


def test_hit_14_envy_prizes_are_owed_to_every_other_seat_by_the_same_event():
    play = LedgerPlay().open(terms(1000, "0")).wagers(1, 1, 2, 4)
    hit = play.hit("h", 1, 2, prize=replace(WHOLE, envy_minor=50))
    assert [(a.seat, a.kind, a.amount_minor, a.follows) for a in hit.awards] == [
        (2, AwardKind.WIN, 1000, None),
        (1, AwardKind.ENVY, 50, 2),
        (4, AwardKind.ENVY, 50, 2),
    ]
    assert [a.from_meter_minor for a in hit.awards] == [1000, 0, 0]
    assert (hit.amount_minor, hit.won_minor) == (1100, 1000)
    play.check()


def test_cs_25_each_hand_that_shares_brings_envy_sums_of_its_own():
    play = LedgerPlay().open(terms(1000, "0")).wagers(1, 1, 2, 4)
    hit = play.hit("h", 1, 2, 1, prize=replace(WHOLE, envy_minor=50))
    envies = [(a.seat, a.follows) for a in hit.awards if a.kind is AwardKind.ENVY]
    assert envies == [(1, 2), (4, 2), (2, 1), (4, 1)]
    play.check()


@pytest.mark.parametrize(
    ("opening", "parts"), [(1000, (100, 50, 50)), (100, (10, 50, 40)), (40, (4, 36, 0))]
)
def test_cs_25_an_envy_sum_may_come_out_of_what_the_winners_leave(opening, parts):
    play = LedgerPlay().open(terms(0, "0"), opening=opening).wagers(1, 1, 2, 4)
    prize = replace(TENTH, envy_minor=50, is_envy_from_meter=True)
    hit = play.hit("h", 1, 2, prize=prize)
    assert tuple(a.from_meter_minor for a in hit.awards) == parts
    assert [a.amount_minor for a in hit.awards] == [opening // 10, 50, 50]
    assert play.level().meter == opening - sum(parts)
    play.take(void(play, "h"))
    assert play.level().meter == opening
    play.check()


def test_who_wins_nothing_brings_nobody_an_envy_sum():
    empty = LedgerPlay().open(terms(0, "0")).wagers(1, 1, 2)
    assert empty.hit("h", 1, 1, prize=replace(WHOLE, envy_minor=50)).awards == ()


def test_who_gets_less_than_a_unit_is_owed_nothing_and_an_empty_meter_still_resets():
    play = LedgerPlay().open(terms(5, "0"), opening=5).wagers(1, 1)
    assert refused(lock_up(play.state, replace(CLAIM, hit_id="j", prize=TENTH), at=9)) is (
        No.NOTHING_TO_WIN
    )
    empty = LedgerPlay().open(terms(0, "0")).wagers(1, 1)
    assert empty.hit("h", 1, 1).awards == ()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"level_id": "x"}, No.NO_SUCH_LEVEL),
        ({"winners": ()}, No.BAD_PRIZE),
        ({"winners": (1, 1)}, No.BAD_PRIZE),
        ({"prize": LevelPrize(PrizeTake.PART, part=Fraction(2))}, No.BAD_PRIZE),
        ({"winners": (1, 3)}, No.NOT_COUNTED),
        ({"envy_seats": (2, 3)}, No.NOT_COUNTED),
        ({"round_number": 2}, No.NOT_COUNTED),
        ({"table_id": "u"}, No.NOT_COUNTED),
    ],
)
def test_a_claim_that_cannot_be_is_refused(changes, reason):
    play = LedgerPlay().open().wagers(1, 1, 2)
    assert refused(lock_up(play.state, replace(CLAIM, **changes), at=9)) is reason


def test_a_hit_is_locked_once_and_not_on_a_retired_level():
    play = LedgerPlay().open().wagers(1, 1)
    play.hit("h", 1, 1)
    assert refused(lock_up(play.state, CLAIM, at=9)) is No.HIT_EXISTS
    closed = LedgerPlay().open()
    closed.take(retire(closed.state, "main", Account.REVENUE, TWO, at=2, is_in_play=False))
    assert refused(lock_up(closed.state, CLAIM, at=9)) is No.LEVEL_RETIRED


def test_prg_01_the_last_hits_are_remembered_and_every_open_one():
    play = LedgerPlay().open(terms(1000, "0"))
    for number in range(1, HITS_KEPT + 6):
        play.wagers(number, 1)
        hit = play.hit(f"h{number}", number, 1)
        if number > 2:
            play.pay(hit.awards[0].award_id)
    kept = [hit.number for hit in play.state.hits_of("main")]
    # Two that are owed, the newest finished ones, and the one that was owed when it was locked.
    assert kept == [1, 2, *range(5, HITS_KEPT + 5), HITS_KEPT + 5]
    lifetime = play.level().lifetime
    assert (lifetime.hits, lifetime.awarded) == (HITS_KEPT + 5, 1000 * (HITS_KEPT + 5))
    play.check()


def test_hit_12_a_paid_hit_of_a_round_that_is_open_is_known_however_often_others_win():
    play = LedgerPlay().open(terms(1000, "0")).wagers(1, 1)
    play.pay(play.hit("h", 1, 1).awards[0].award_id)
    for number in range(1, 2 * HITS_KEPT):
        play.wagers(number, 1, table="u")
        play.pay(play.hit(f"u{number}", number, 1, table="u").awards[0].award_id)
    (voided,) = play.take(void(play, "h"))
    assert (voided.amount_minor, voided.recovered_minor) == (1000, 1000)
    play.wagers(2, 1)
    play.hit("i", 2, 1)
    # The round is over for good: its hit is one of the old ones now.
    assert play.state.hit("h") is None
    play.check()


def test_one_hand_wins_a_level_once_whatever_the_claim_is_called():
    play = LedgerPlay().open(terms(1000, "0")).open(level_id="mini").wagers(1, 1, 2)
    play.hit("h", 1, 1, prize=replace(WHOLE, envy_minor=5))
    again = replace(CLAIM, hit_id="i")
    assert refused(lock_up(play.state, again, at=9)) is No.ALREADY_WON
    # The other seat has an envy prize, which is no hand of its own; and another level is another.
    play.hit("j", 1, 2)
    play.hit("k", 1, 1, level_id="mini")
    play.take(void(play, "h"))
    play.hit("i", 1, 1)
    play.check()


# ---------------------------------------------------------------- void


def test_fc_214_a_void_hit_gives_the_meter_back_with_all_that_came_since():
    play = LedgerPlay().open(terms(1_000_000, "1/3"), opening=4_700_000).wagers(1, 1)
    before = play.level().meter
    play.hit("h", 1, 1)
    play.wagers(1, 5, table="u")
    play.take(void(play, "h"))
    assert play.level().meter == before + Fraction(100, 3)
    assert play.level().pending_minor == 0
    hit = play.state.hit("h")
    assert hit is not None
    assert hit.is_void
    assert {award.status for award in hit.awards} == {AwardStatus.VOID}
    assert play.level().lifetime.awarded == 4_700_033
    play.check()


def test_a_void_hit_gives_reserve_and_gifts_back_to_where_they_came_from():
    filed = terms(1000, "1/2", reserve_rate=Fraction(1, 2))
    play = LedgerPlay().open(filed).wagers(1, 1, 2)
    before = {account: play.holds(account) for account in Account}
    play.hit("h", 1, 1, prize=LevelPrize(PrizeTake.WHOLE, minimum_minor=9000, envy_minor=7))
    play.take(void(play, "h"))
    assert {account: play.holds(account) for account in Account} == before
    play.check()


def test_a_void_hit_after_another_one_never_leaves_less_than_nothing():
    play = LedgerPlay().open(terms(1000, "0"), opening=1000)
    play.wagers(1, 1, 2).wagers(1, 1, table="u")
    play.hit("h", 1, 2, prize=LevelPrize(PrizeTake.PART, part=Fraction(99, 100)))
    play.hit("i", 1, 1)
    play.hit("j", 1, 1, prize=LevelPrize(PrizeTake.PART, part=Fraction(99, 100)), table="u")
    play.take(void(play, "i"))
    assert play.level().meter == 0
    play.take(void(play, "j"))
    play.take(void(play, "h"))
    assert play.level().meter >= 0
    play.check()


def test_a_paid_hit_is_voided_by_two_people_and_lifetime_meters_do_not_fall():
    play = LedgerPlay().open(terms(1000, "0")).wagers(1, 1)
    play.hit("h", 1, 1)
    play.pay("h-1")
    assert refused(void(play, "h", "ann", "ann")) is No.SAME_PERSON
    assert refused(void(play, "h", "ann", "")) is No.SAME_PERSON
    (voided,) = play.take(void(play, "h"))
    assert isinstance(voided, e.HitVoided)
    assert voided.recovered_minor == 1000
    assert play.holds(Account.AWARDS_PAID) == 0
    assert (play.level().lifetime.paid, play.level().lifetime.recovered) == (1000, 1000)
    play.check()


def test_an_unpaid_hit_is_voided_by_one_person_with_a_reason_and_once():
    play = LedgerPlay().open().wagers(1, 1)
    play.hit("h", 1, 1)
    assert refused(void(play, "x")) is No.NO_SUCH_HIT
    assert refused(void(play, "h", "")) is No.SAME_PERSON
    assert refused(void(play, "h", why=" ")) is No.NO_REASON
    play.take(void(play, "h", second=""))
    assert refused(void(play, "h")) is No.ALREADY_VOID


def test_a_hit_of_a_retired_level_is_no_longer_voided():
    play = LedgerPlay().open(terms(1000, "0")).wagers(1, 1)
    play.hit("h", 1, 1)
    play.pay("h-1")
    play.take(retire(play.state, "main", Account.HOUSE, TWO, at=2, is_in_play=False))
    assert refused(void(play, "h")) is No.LEVEL_RETIRED


# ---------------------------------------------------------------- many tables at once


class Stream:
    """The stream of a progressive as tables see it: read to a version, append at a version."""

    def __init__(self, play: LedgerPlay) -> None:
        self.play = play
        self.stale = 0

    def append(self, expected: int, events: tuple[e.LevelEvent, ...]) -> bool:
        if expected != self.play.state.version:
            self.stale += 1
            return False
        self.play.take(events)
        return True


class Table:
    """A table that saw the progressive at some time and decides on what it saw."""

    def __init__(self, name: str, stream: Stream) -> None:
        self.name, self.stream = name, stream
        self.seen = stream.play.state
        self.is_done = False

    def look(self) -> None:
        self.seen = self.stream.play.state

    def try_hit(self) -> None:
        claim = Claim(self.name, "main", self.name, 1, "royal_flush", WHOLE, (1,))
        events = lock_up(self.seen, claim, at=1)
        assert not isinstance(events, LedgerRefusal), events
        self.is_done = self.stream.append(self.seen.version, events)


@pytest.mark.parametrize("seed", [1])
def test_hit_03_200_concurrent_hits_have_one_order_and_pay_what_the_meter_held(seed):
    chance = random.Random(seed)
    filed = terms(1000, "1/7", reserve_rate=Fraction(1, 11), cap_minor=5000)
    play = LedgerPlay().open(filed, opening=4990)
    names = [f"t{number}" for number in range(200)]
    for name in names:
        play.wagers(1, 1, 2, table=name)
    stream = Stream(play)
    tables = [Table(name, stream) for name in names]
    rounds = 1
    while pending := [table for table in tables if not table.is_done]:
        # All of them have seen the same meter; one is first, and the others have to look again.
        for table in chance.sample(pending, k=min(len(pending), chance.randint(1, 4))):
            table.look()
        for table in chance.sample(pending, k=len(pending))[:4]:
            table.try_hit()
        rounds += 1
        play.wagers(rounds, 1, table="feeder", each=chance.randrange(1, 9999))
    assert stream.stale > 100
    hits = [event for event in play.events if isinstance(event, e.LevelHit)]
    assert [hit.number for hit in hits] == list(range(1, 201))
    assert sorted(hit.hit_id for hit in hits) == sorted(names)
    check_history(play, hits)


def check_history(play: LedgerPlay, hits: list[e.LevelHit]) -> None:
    """Each locked amount is the meter at its place; payments sum to the meter's whole history."""
    state, paid = Ledger(), 0
    for event in play.events:
        if isinstance(event, e.LevelHit):
            level = state.level("main")
            assert level is not None
            assert event.amount_minor == level.meter_minor
            paid += event.amount_minor
        state = evolve(state, event)
    for hit in random.Random(9).sample(hits, k=len(hits)):
        play.pay(hit.awards[0].award_id)
    assert play.holds(Account.AWARDS_PAID) == paid
    assert play.holds(Account.AWARDS_PAYABLE) == 0
    came = -play.holds(Account.CONTRIBUTIONS) - play.holds(Account.HOUSE)
    stays = play.level().meter + play.level().overflow + play.level().reserve
    assert came == paid + stays
    play.check()
