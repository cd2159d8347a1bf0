"""Random lives of two progressives with several levels, played for by several tables.

After every step, whatever was asked and whether it was granted: no money is made or lost to the
exact fraction; no account of the players is below nothing and no meter above its cap; what was fed
is what an oracle of its own has added up; no award is paid twice, and what is owed and paid is what
the hits have fixed; lifetime meters never fall; a refusal has a reason and changes nothing. At the
end the record folds to the live state, and the recount and the statements of it agree.
"""

import random
from collections import Counter
from dataclasses import astuple, replace
from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)
from ledger_laws import check_fallen, check_payments
from ledger_play import NEVER_BELOW, TWO, LedgerPlay, terms
from random_lives import live_until_reached

from dealer_station.progressive import award_life, changes, contributions, hits
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind, LevelPrize, PrizeTake, Sharing
from dealer_station.progressive.ledger import OPEN, AnyEvent, Award, AwardStatus, fold
from dealer_station.progressive.levels import Level, LevelTerms, ReserveUse
from dealer_station.progressive.recount_transfers import unmatched_transfers
from dealer_station.progressive.refusals import Consent, LedgerRefusal
from dealer_station.progressive.statement import statement

LIVES = 150
STEPS = 50
TABLES = ("a", "b", "c")
CONVERSIONS = {
    "a": (Fraction(1),),
    "b": (Fraction(92, 100), Fraction(7, 3)),
    "c": (Fraction(3), Fraction(1, 7)),
}
"""What a unit of each table's currency is in the progressive's, this round or that."""
SEATS = (1, 2, 3, 5)
PEOPLE = ("ann", "bob", "cid", "")
PRIZES = (
    LevelPrize(PrizeTake.WHOLE),
    LevelPrize(PrizeTake.WHOLE, sharing=Sharing.BY_WAGER),
    LevelPrize(PrizeTake.WHOLE, minimum_minor=700, envy_minor=13),
    LevelPrize(PrizeTake.PART, part=Fraction(1, 10)),
    LevelPrize(PrizeTake.PART, part=Fraction(2, 3), envy_minor=5),
    LevelPrize(PrizeTake.PART, part=Fraction(3, 4), envy_minor=190, is_envy_from_meter=True),
    LevelPrize(PrizeTake.FIXED, fixed_minor=120, envy_minor=77, is_envy_from_meter=True),
    LevelPrize(PrizeTake.FIXED, fixed_minor=333),
    LevelPrize(PrizeTake.FIXED, fixed_minor=50, is_from_meter=False),
)
RATES = ("1/3", "2/7", "997/99991", "0", "1/2")
CHANCE = st.integers(0, 2**32)


class ProgressiveMachine(RuleBasedStateMachine):
    """Takes two progressives through random lives."""

    reached: ClassVar[Counter[str]] = Counter()

    @initialize()
    def open(self) -> None:
        self.plays = {name: LedgerPlay(name) for name in ("p", "q")}
        p, q = self.plays["p"], self.plays["q"]
        p.open(
            terms(1000, "1/3", reserve_rate=Fraction(1, 9), cap_minor=1200), 1100, level_id="grand"
        )
        adds = ReserveUse.ADDS_TO_BASE
        p.open(terms(100, "1/7", reserve_rate=Fraction(1, 11), reserve_use=adds), level_id="minor")
        p.open(terms(0, "1/13"), level_id="mini")
        q.open(terms(500, "2/9", cap_minor=3000, overflow_to=Account.REVENUE), level_id="grand")
        self.fed: Counter[tuple[str, str, Account]] = Counter()
        self.paid: set[str] = set()
        self.lived: dict[tuple[str, str], tuple[object, ...]] = {}
        self.number = Counter[tuple[str, str]]()
        self.reached["lives"] += 1

    def luck(self, chance: int) -> random.Random:
        """Return chance that differs from step to step, however small the drawn numbers are."""
        return random.Random(f"{chance} {[play.state.version for play in self.plays.values()]}")

    def pick(self, luck: random.Random) -> LedgerPlay:
        return self.plays["p" if luck.random() < 0.8 else "q"]

    def answer(
        self, play: LedgerPlay, decision: tuple[AnyEvent, ...] | LedgerRefusal
    ) -> tuple[AnyEvent, ...]:
        """Take what was decided, or note why it was refused."""
        if isinstance(decision, LedgerRefusal):
            self.reached[f"no {decision.reason}"] += 1
            return ()
        for event in decision:
            self.reached[type(event).__name__] += 1
        return play.take(decision)

    # ------------------------------------------------------------ wagers

    @rule(chance=CHANCE)
    def close_betting(self, chance: int) -> None:
        luck = self.luck(chance)
        self.bet(luck, self.pick(luck), luck.choice(TABLES))

    def bet(self, luck: random.Random, play: LedgerPlay, table: str) -> None:
        seats = luck.sample(SEATS, luck.randint(1, len(SEATS)))
        wagers = tuple(e.CountedWager(seat, luck.randint(1, 400)) for seat in seats)
        key = (play.progressive_id, table)
        self.number[key] += luck.random() < 0.9
        conversion = luck.choice(CONVERSIONS[table])
        decision = contributions.count_wagers(
            play.state, table, self.number[key], wagers, at=play.now(), conversion=conversion
        )
        staked = conversion * sum(one.amount_minor for one in wagers)
        if self.answer(play, decision):
            self.feed(play, staked)

    def a_round(self, luck: random.Random, play: LedgerPlay) -> tuple[str, list[int | None]]:
        """Some table with the seats whose wagers count; most often there are some."""
        table = luck.choice(TABLES)
        counted = play.state.counted_round(table)
        if (counted is None or not counted.wagers) and luck.random() < 0.9:
            self.bet(luck, play, table)
            counted = play.state.counted_round(table)
        return table, [one.seat for one in counted.wagers] if counted else []

    def feed(self, play: LedgerPlay, staked: Fraction) -> None:
        """The oracle's own sum of what players have put in."""
        for level in play.state.levels:
            if level.terms and not level.is_retired:
                key = (play.progressive_id, level.level_id)
                self.fed[*key, Account.METER] += level.terms.rate * staked
                self.fed[*key, Account.RESERVE] += level.terms.reserve_rate * staked

    @rule(chance=CHANCE)
    def return_wager(self, chance: int) -> None:
        luck = self.luck(chance)
        play = self.pick(luck)
        table, seats = self.a_round(luck, play)
        seat = luck.choice((*seats, *SEATS[:1]))
        number = self.number[play.progressive_id, table]
        counted = play.state.counted_round(table)
        amount = (counted and counted.wager_minor(seat)) or 5
        amount = amount if luck.random() < 0.7 else luck.randint(1, amount + 1)
        decision = contributions.return_wager(
            play.state, table, number, seat, amount, at=play.now()
        )
        if self.answer(play, decision):
            assert counted is not None
            self.feed(play, -amount * counted.conversion)

    @rule(chance=CHANCE)
    def read(self, chance: int) -> None:
        luck = self.luck(chance)
        play = self.pick(luck)
        level_id = luck.choice(play.state.levels).level_id
        decision = contributions.read_meter(play.state, level_id, person_id="ann", at=play.now())
        self.answer(play, decision)

    # ------------------------------------------------------------ hits and awards

    @rule(chance=CHANCE)
    def hit(self, chance: int) -> None:
        luck = self.luck(chance)
        self.claim(luck, self.pick(luck))

    def claim(self, luck: random.Random, play: LedgerPlay) -> None:
        table, seats = self.a_round(luck, play)
        winners = tuple(luck.sample(seats, luck.randint(min(1, len(seats)), len(seats))))
        open_levels = [level for level in play.state.levels if not level.is_retired]
        level = luck.choice(open_levels or play.state.levels)
        prize = luck.choice(PRIZES)
        claim = hits.Claim(
            f"h{play.state.version}",
            level.level_id,
            table,
            self.number[play.progressive_id, table],
            "royal_flush",
            prize,
            winners if luck.random() < 0.95 else (9,),
            tuple(seat for seat in seats if seat is not None and luck.random() < 0.7),
        )
        events = self.answer(play, hits.lock_up(play.state, claim, at=play.now()))
        if events:
            self.check_hit(level, prize, events[-1])

    def check_hit(self, level: Level, prize: LevelPrize, event: AnyEvent) -> None:
        """The amount is what the meter held at this place; what is no gift came out of it."""
        assert isinstance(event, e.LevelHit)
        taken = sum(owed.from_meter_minor for owed in event.awards)
        wins = [owed for owed in event.awards if owed.kind is AwardKind.WIN]
        held = (level.meter_minor / event.conversion).__floor__()
        part_minor = (prize.part * level.meter_minor / event.conversion).__floor__()
        wanted = {PrizeTake.WHOLE: held, PrizeTake.PART: part_minor}
        won = sum(owed.from_meter_minor for owed in wins)
        assert won == wanted.get(prize.take, won) <= held
        self.check_envy(prize, event, {owed.seat for owed in wins}, held - won)
        assert taken * event.conversion <= level.meter_minor
        assert event.amount_minor == sum(owed.amount_minor for owed in event.awards)
        assert event.meter_before == level.meter
        # Nothing that lay above the cap comes back as a part of the meter.
        gone = taken * event.conversion
        left = level.meter - gone + event.reseed_reserve_minor + event.reseed_house_minor
        assert event.meter_after == (
            left if level.cap_minor is None else min(left, level.cap_minor)
        )

    def check_envy(
        self, prize: LevelPrize, event: e.LevelHit, winners: set[int | None], left: int
    ) -> None:
        """One sum for each winning hand and other bettor; from what is left, or from the house."""
        envies = [owed for owed in event.awards if owed.kind is AwardKind.ENVY]
        assert len({(one.seat, one.follows) for one in envies}) == len(envies)
        for owed in envies:
            found = (owed.follows in winners - {owed.seat}, owed.amount_minor)
            assert found == (True, prize.envy_minor)
        total = sum(owed.amount_minor for owed in envies)
        taken = sum(owed.from_meter_minor for owed in envies)
        assert taken == (min(total, left) if prize.is_envy_from_meter else 0)
        self.reached["envy from the meter"] += taken > 0

    def an_award(self, luck: random.Random) -> tuple[LedgerPlay, str]:
        """Some award, mostly one that is owed."""
        play = self.pick(luck)
        if not any(hit.is_open for hit in play.state.hits) and luck.random() < 0.7:
            self.claim(luck, play)
        known = [award for hit in play.state.hits for award in hit.awards]
        owed = [award for award in known if award.status in OPEN]
        from_these = owed if owed and luck.random() < 0.85 else known
        return play, luck.choice(from_these).owed.award_id if from_these else "h0-1"

    @rule(chance=CHANCE)
    def verify(self, chance: int) -> None:
        luck = self.luck(chance)
        self.confirm(luck, *self.an_award(luck))

    def confirm(self, luck: random.Random, play: LedgerPlay, award_id: str) -> None:
        decision = award_life.verify_award(
            play.state, award_id, person_id=luck.choice(PEOPLE), at=play.now()
        )
        self.answer(play, decision)

    @rule(chance=CHANCE)
    def pay(self, chance: int) -> None:
        luck = self.luck(chance)
        play, award_id = self.an_award(luck)
        if luck.random() < 0.7:
            self.confirm(luck, play, award_id)
        person, how = luck.choice(PEOPLE), luck.choice(list(e.PaidBy))
        known = play.state.award(award_id)
        for event in self.answer(
            play,
            award_life.pay_award(
                play.state, award_id, paid_by=how, person_id=person, at=play.now()
            ),
        ):
            key = f"{play.progressive_id} {award_id}"
            assert key not in self.paid
            self.paid.add(key)
            assert known is not None
            assert known[1].status is AwardStatus.VERIFIED
            assert known[1].verified_by not in {"", person}
            assert isinstance(event, e.LevelAwardPaid)
            assert event.amount_minor == known[1].owed.amount_minor

    @rule(chance=CHANCE)
    def doubt(self, chance: int) -> None:
        luck = self.luck(chance)
        play, award_id = self.an_award(luck)
        reason = luck.choice(["seen", "cards", " "])
        person, other = luck.choice(PEOPLE), luck.choice(PEOPLE)
        if luck.random() < 1 / 3:
            void = award_life.void_award
            decision = void(play.state, award_id, person_id=person, reason=reason, at=play.now())
        else:
            known = play.state.award(award_id)
            is_open = known is not None and known[1].status is AwardStatus.DISPUTED
            ends = luck.random() < (0.8 if is_open else 0.3)
            end = luck.choice((award_life.settle_dispute, award_life.void_disputed))
            ask = end if ends else award_life.dispute_award
            consent = TWO if luck.random() < 0.7 else Consent(person, other, reason)
            decision = ask(play.state, award_id, consent, at=play.now())
        for event in self.answer(play, decision):
            if isinstance(event, e.AwardVoided) and event.approver_id:
                self.reached[f"fallen {check_fallen(play, event).owed.kind}"] += 1

    @rule(chance=CHANCE)
    def void_hit(self, chance: int) -> None:
        luck = self.luck(chance)
        play = self.pick(luck)
        hit_id = luck.choice(play.state.hits).hit_id if play.state.hits else "h0"
        decision = hits.void_hit(
            play.state,
            hit_id,
            person_id="ann",
            approver_id=luck.choice(PEOPLE),
            reason="fouled deck",
            at=play.now(),
        )
        self.answer(play, decision)

    # ------------------------------------------------------------ changes

    def consent(self, luck: random.Random) -> Consent:
        return Consent("ann", "bob" if luck.random() < 0.9 else "ann", "approved")

    @rule(chance=CHANCE)
    def change_terms(self, chance: int) -> None:
        luck = self.luck(chance)
        play = self.pick(luck)
        level = luck.choice(play.state.levels)
        assert level.terms is not None
        new: LevelTerms = replace(
            level.terms,
            rate=Fraction(luck.choice(RATES)),
            base_minor=luck.choice((0, 90, 800)),
            cap_minor=luck.choice(
                (None, max(level.meter_minor - 1, 1), level.meter_minor + luck.randint(1, 400))
            ),
        )
        in_play = luck.random() < 0.2
        decision = changes.change_terms(
            play.state,
            level.level_id,
            new,
            self.consent(luck),
            at=play.now(),
            is_in_play=in_play,
        )
        assert not (in_play and not isinstance(decision, LedgerRefusal))
        self.answer(play, decision)

    @rule(chance=CHANCE)
    def transfer(self, chance: int) -> None:
        luck = self.luck(chance)
        if luck.random() < 0.5:
            return
        source, target = (luck.choice(list(self.plays.values())) for _ in range(2))
        moved = changes.transfer(
            f"x{source.state.version}-{target.state.version}",
            changes.Place(source.state, luck.choice(source.state.levels).level_id),
            changes.Place(target.state, luck.choice(target.state.levels).level_id),
            self.consent(luck),
            at=source.now(),
            is_in_play=False,
        )
        if isinstance(moved, LedgerRefusal):
            self.answer(source, moved)
            return
        self.answer(source, moved.sent)
        target.at = max(source.at, target.at)
        self.answer(target, moved.received)

    @rule(chance=CHANCE)
    def retire(self, chance: int) -> None:
        luck = self.luck(chance)
        # A life in which all levels are soon closed says nothing.
        if luck.random() < 0.85:
            return
        play = self.pick(luck)
        into = luck.choice([Account.HOUSE, Account.REVENUE, Account.METER, "grand", "minor"])
        decision = changes.retire(
            play.state,
            luck.choice(play.state.levels).level_id,
            into,
            self.consent(luck),
            at=play.now(),
            is_in_play=False,
        )
        self.answer(play, decision)

    @rule(chance=CHANCE)
    def correct(self, chance: int) -> None:
        luck = self.luck(chance)
        play = self.pick(luck)
        correction = changes.Correction(
            luck.choice([Account.METER, Account.RESERVE, Account.OVERFLOW, Account.HOUSE]),
            Fraction(luck.randint(-600, 600), 7),
            luck.choice(list(e.CorrectionReason)),
            luck.choice([None, 1, play.state.version + 1]),
        )
        level_id = luck.choice(play.state.levels).level_id
        decision = changes.correct(
            play.state, level_id, correction, self.consent(luck), at=play.now()
        )
        self.answer(play, decision)

    # ------------------------------------------------------------ laws

    @invariant()
    def no_money_is_made_or_lost(self) -> None:
        moving = Fraction(0)
        for play in self.plays.values():
            for level in play.state.levels:
                assert sum(posting.amount for posting in level.balances) == 0
                assert all(level.holds(account) >= 0 for account in NEVER_BELOW)
                assert level.cap_minor is None or level.meter <= level.cap_minor
                assert 0 <= level.remainder < 1
                assert level.meter + level.excess == level.holds(Account.METER)
                moving += level.holds(Account.TRANSFERS)
        assert moving == 0

    @invariant()
    def what_was_fed_is_the_oracles_sum(self) -> None:
        for play in self.plays.values():
            for level in play.state.levels:
                key = (play.progressive_id, level.level_id)
                fed = self.fed[*key, Account.METER] + self.fed[*key, Account.RESERVE]
                assert level.holds(Account.CONTRIBUTIONS) == -fed

    @invariant()
    def what_is_owed_and_paid_is_what_hits_have_fixed(self) -> None:
        for play in self.plays.values():
            for level in play.state.levels:
                owed = sum(
                    hit.conversion * _sum(hit.awards, OPEN)
                    for hit in play.state.hits_of(level.level_id)
                )
                assert level.holds(Account.AWARDS_PAYABLE) == owed
                lifetime = level.lifetime
                assert level.holds(Account.AWARDS_PAID) == lifetime.paid - lifetime.recovered

    @invariant()
    def lifetime_meters_never_fall(self) -> None:
        for play in self.plays.values():
            for level in play.state.levels:
                key, now = (play.progressive_id, level.level_id), astuple(level.lifetime)
                before = self.lived.get(key, now)
                assert all(a <= b for a, b in zip(before, now, strict=True))  # type: ignore[operator]
                self.lived[key] = now

    def teardown(self) -> None:
        if not hasattr(self, "plays"):
            return
        for play in self.plays.values():
            assert fold(tuple(play.events)) == play.state
            play.check()
            check_payments(play)
            for level in play.state.levels:
                whole = statement(play.events, level.level_id, since_at=0, until_at=10**9)
                assert whole.opened == 0
                assert whole.closed == level.holds(Account.METER)
        records = {name: play.events for name, play in self.plays.items()}
        assert unmatched_transfers(records) == ()


def _sum(awards: tuple[Award, ...], statuses: frozenset[AwardStatus]) -> int:
    return sum(award.owed.amount_minor for award in awards if award.status in statuses)


MUST_REACH = (
    *(kind.__name__ for kind in e.LevelEvent.__args__ if kind is not e.LevelOpened),
    *(
        f"no {reason}"
        for reason in (
            "already_counted", "already_won", "not_counted", "award_stands", "nothing_to_win",
            "unverified", "already_verified", "already_paid", "already_void", "disputed",
            "not_disputed", "same_person", "no_reason", "in_play", "cap_below_meter", "above_cap",
            "below_zero", "awards_open", "decrease_unexplained", "level_retired", "bad_account",
            "no_such_version",
        )
    ),
    "fallen win", "fallen envy",
)  # fmt: skip
"""What the lives must have come to, so that the checks mean something."""


@pytest.mark.timeout(600)
def test_lives_of_progressives_keep_every_law():
    ProgressiveMachine.reached.clear()
    lives = settings(
        max_examples=LIVES,
        stateful_step_count=STEPS,
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    live_until_reached(ProgressiveMachine, lives, ProgressiveMachine.reached, MUST_REACH)
