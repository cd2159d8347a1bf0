"""Random lives of a table whose bettors are a book: any batches, cards, rulings and restarts.

After every command: the record folds to the state and to the same book, the books of the
progressive balance, and nobody sees a card too soon. Every settled bettor's nets are those of a
second opinion on the hand (`holdem_oracle`), and all nets sum to what the house and pool paid.
"""

import random
from collections import Counter

from book_play import BookPlay
from holdem_oracle import RANKS, nets
from ledger_sum import reconcile
from table_play import MANAGER, STATION, SUPERVISOR

from dealer_station.bettors.batches import (
    Batch,
    BatchKind,
    DecisionEntry,
    WagerEntry,
    WithdrawalEntry,
    decision_batch,
    wager_batch,
    withdrawal_batch,
)
from dealer_station.controller.streams import table_stream
from dealer_station.progressive.accounts import Account
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.book_fold import fold_book
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.evolve import fold
from dealer_station.table.lifecycle import Phase
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.roles import Role

LIVES, STEPS = 40, 80
DECK = tuple(rank + suit for rank in RANKS for suit in "cdhs")
HOUSES = {
    "contribution": ("0", "0.5", "1/3"),
    "seed_amount": ("0", "100"),
    "jumbo7_paytable": ("none", "flush: 20, straight_flush: 5"),
    "jumbo7_price": ("none", "2.50"),
    "honour_finished_side_bets": ("true", "true", "false"),
    "bonus_on_fold": ("lose", "independent"),
    "burns": ("none", "1, 1, 1"),
    "deal_out": ("always", "jumbo7"),
}
BETTORS = (0, 1, 2, 3, 7, 2**40, 2**64 - 1)
REPORTS = ("CH-I06", "CH-I08", "CH-I14", "CH-I17", "CH-I22")


class Life:
    """One table's life, and the laws that it keeps."""

    def __init__(self, chance: random.Random, reached: Counter[str]) -> None:
        self.chance, self.reached = chance, reached
        self.house = {key: chance.choice(values) for key, values in HOUSES.items()}
        self.play = BookPlay(meter=chance.choice((0, 5, 1_000_00)), **self.house)
        self.deck: list[str] = []
        self.sent: list[Batch] = []

    # ------------------------------------------------------------------------------ steps

    def step(self) -> None:
        """Do one thing, and look whether the laws hold."""
        chance = self.chance.random()
        if self.play.state.open_irregularity and chance < 0.7:
            self.rule()
        elif chance < 0.08:
            irregularity = self.chance.choice(REPORTS)
            self.submit(c.ReportIrregularity, irregularity=irregularity, facts={"count": "51"})
        elif chance < 0.12:
            self.restart()
        elif chance < 0.17 and self.sent:
            self.send_again(self.chance.choice(self.sent))
        elif chance < 0.19:
            self.submit(c.RecordCard, card=self.chance.choice((*DECK, "Jo")))
        elif chance < 0.22:
            self.lose_or_find_link()
        elif chance < 0.26:
            self.play.clock.advance(self.chance.choice((1_000, 25_000)))
        else:
            self.go_on()
        self.keep_laws()

    def submit(self, kind: type[c.Command], actor: c.Actor | None = None, **said: object) -> None:
        before = self.play.state
        outcome = self.play.submit(kind, **({} if actor is None else {"actor": actor}), **said)
        if outcome.refusal is None:
            self.reached[kind.__name__] += 1
        else:
            # The clock may have come to the table before the command.
            assert self.play.state == before or before.clock is not None

    def lose_or_find_link(self) -> None:
        """The devices of the pool cannot be reached, or can be again."""
        is_lost = bool(self.play.state.suspensions)
        kind = c.ResumeProgressive if is_lost else c.SuspendProgressive
        self.submit(kind, STATION, progressive_id="p1")

    def send(self, batch: Batch) -> None:
        tickets = self.tickets()
        self.send_batch(batch)
        if self.play.state.is_suspended and batch.kind is BatchKind.WAGERS:
            assert self.tickets() == tickets, "new tickets of a pool that is suspended"

    def tickets(self) -> int:
        """Return what lies on the pool in the book, in smallest units."""
        book = None if self.play.state.round is None else self.play.state.round.book
        return 0 if book is None else book.staked_minor.get("jumbo7", 0)

    def send_batch(self, batch: Batch) -> None:
        if self.play.send(batch).refusal is None:
            self.reached[f"batch of {batch.kind.name.lower()}"] += 1
            self.sent.append(batch)

    def send_again(self, batch: Batch) -> None:
        before = self.play.state
        assert self.play.send(batch).is_repeat
        answers = self.play.controller.batch_answers(batch.batch_id)
        assert answers is not None
        assert len(answers) == len(batch)
        refusal = self.play.send(wager_batch(batch.batch_id, [(5, "ante", 123)])).refusal
        assert refusal is not None
        assert refusal.reason is RefusalReason.BATCH_CONFLICT
        self.reached["conflict"] += 1
        assert self.play.state == before

    def restart(self) -> None:
        seen = self.play.controller.book()
        view = self.play.view
        self.play.restart()
        assert self.play.view == view
        if seen is not None:
            again = self.play.controller.book()
            assert again is not None
            assert again.view() == seen.view()
            assert again.packed.book.digest() == seen.packed.book.digest()
            self.reached["restart with a book"] += 1

    def rule(self) -> None:
        item = self.play.state.open_irregularity
        assert item is not None
        option = self.chance.choice([one.option.value for one in item.options])
        self.submit(
            c.ApplyRuling, self.chance.choice((SUPERVISOR, MANAGER, MANAGER)), option=option
        )
        if self.play.state.phase is Phase.VOID:
            self.reached[f"void by {option}"] += 1

    def go_on(self) -> None:
        following = self.play.next
        match following["kind"]:
            case "bets":
                self.bet()
            case "card":
                self.submit(c.RecordCard, card=self.deck.pop(0) if self.deck else "2c")
            case "act":
                self.decide()
            case "verify":
                self.submit(c.VerifyHand, SUPERVISOR, seat=BOOK_SEAT)
                self.reached["verified"] += 1
            case "pay":
                self.submit(c.PaySeat, seat=BOOK_SEAT)
            case _ if self.play.state.is_deck_locked:
                self.submit(c.ChangeDeck, SUPERVISOR)
            case _:
                self.deck = self.shuffled()
                self.submit(c.OpenBetting)

    def bet(self) -> None:
        if self.chance.random() < 0.25:
            self.submit(c.CloseBetting)
            return
        some = self.chance.randint(1, 12)
        if self.chance.random() < 0.2:
            spots = [WithdrawalEntry(self.bettor(), self.spot()) for _ in range(some)]
            self.send(withdrawal_batch(self.play.clock.new_id(), spots))
            return
        amounts = (250, 500, 500, 1001, 60_000, 0, -5)
        entries = [
            WagerEntry(self.bettor(), self.spot(), self.chance.choice(amounts)) for _ in range(some)
        ]
        self.send(wager_batch(self.play.clock.new_id(), entries))

    def decide(self) -> None:
        actions = ("call", "call", "fold", "x")
        entries = [
            DecisionEntry(
                self.bettor(), self.chance.choice(actions), self.chance.choice((None, 1000))
            )
            for _ in range(self.chance.randint(1, 6))
        ]
        self.send(decision_batch(self.play.clock.new_id(), entries))

    def bettor(self) -> int:
        return self.chance.choice(BETTORS)

    def spot(self) -> str:
        return self.chance.choice(("ante", "ante", "ante", "bonus", "jumbo7", "call", "x"))

    def shuffled(self) -> list[str]:
        """A deck; often with the shared hand and the board seven in a row of one suit."""
        deck = self.chance.sample(DECK, len(DECK))
        suit, first = self.chance.choice("cdhs"), self.chance.randrange(8)
        run = [rank + suit for rank in ("A" + RANKS)[first : first + 7]]
        rest = [card for card in deck if card not in run]
        if self.chance.random() < 0.35:
            return deck
        burned = iter(rest[10:13] if self.house["burns"] != "none" else ())
        streets = [
            (*([next(burned)] if self.house["burns"] != "none" else []), *cards)
            for cards in (run[2:5], run[5:6], run[6:])
        ]
        return [*run[:2], *rest[:2], *(card for cards in streets for card in cards), *rest[2:10]]

    # ------------------------------------------------------------------------------- laws

    def keep_laws(self) -> None:
        play, state = self.play, self.play.state
        assert reconcile(play.postings()).is_balanced
        assert play.meter >= 0
        current = state.round
        if current is None:
            return
        shown = play.seen_by(Role.DEALER)["cards"]
        if not current.pay_order:
            assert set(shown.get("dealer", "").split()) <= {"##", "??"}
        if current.awaits_decisions:
            assert set(shown.get("board", "").split()[3:]) <= {"##", "??"}
        assert play.sums.chain == play.book.chain.hex()
        assert play.sums.totals == play.book.totals
        if state.phase in {Phase.SETTLED, Phase.VOID}:
            self.keep_laws_of_the_end()

    def keep_laws_of_the_end(self) -> None:
        play, state = self.play, self.play.state
        self.reached[state.phase.value] += 1
        events = [play.registry.decode(row) for row in play.record.read(table_stream("t1"))]
        assert fold(events) == state
        packed = None
        for event in events:
            packed = fold_book(packed, event)
        assert packed is not None
        assert packed.settlement is not None
        assert packed.settlement.digest() == play.settlement.digest()
        settled = next(event for event in reversed(events) if isinstance(event, e.BookSettled))
        total = sum(play.settlement.net_of_bettors().tolist())
        assert total == settled.bettors_minor
        assert total + settled.house_minor - settled.pool_minor == 0
        assert total == sum(one.net_minor for one in settled.outcomes)
        assert play.progressive.levels[0].holds(Account.AWARDS_PAYABLE) == 0
        if state.phase is Phase.SETTLED:
            self.compare_with_the_oracle()

    def compare_with_the_oracle(self) -> None:
        play = self.play
        rows, result = play.settlement.rows, play.settlement.nets
        own, house, board = (play.round.cards(hand) for hand in ("player", "dealer", "board"))
        spots = [spot.name for spot in play.book.terms.spots]
        if len(board) < 5:
            assert not (rows.decisions == 1).any()
        for place, number in enumerate(rows.bettors.tolist()):
            stakes = dict(zip(spots, rows.stakes[:, place].tolist(), strict=True))
            got = dict(zip(spots, result[:, place].tolist(), strict=True))
            is_folded = int(rows.decisions[place]) == 2
            due = nets(
                {spot: stake for spot, stake in stakes.items() if stake},
                own, house, board,
                is_folded=is_folded,
                is_bonus_independent=self.house["bonus_on_fold"] == "independent",
            )  # fmt: skip
            assert {spot: got[spot] for spot in due} == due, number
            self.reached["bettor"] += 1
            self.reached["auto folded"] += bool(rows.auto_folded[place])


def test_lives_of_a_book_keep_every_law_and_come_to_what_they_are_meant_to_try() -> None:
    reached: Counter[str] = Counter()
    for seed in range(LIVES):
        life = Life(random.Random(seed), reached)
        for _ in range(STEPS):
            life.step()
    needed = (
        "settled", "void", "bettor", "auto folded", "conflict", "restart with a book",
        "SuspendProgressive", "ResumeProgressive",
        "batch of wagers", "batch of withdrawals", "batch of decisions", "verified",
        "void by void_round", "void by fouled_deck", "void by honour_side_bets",
    )  # fmt: skip
    assert [word for word in needed if not reached[word]] == []
