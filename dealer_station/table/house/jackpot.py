"""The progressive in a round: contributions, who has won what, and taking it from the meter.

Works for any house game with progressive rules; the prizes and their order are the game's data.
"""

from dataclasses import dataclass
from itertools import islice

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.paytable import Prize, PrizeKind
from dealer_station.games.rules import (
    MeterGoesTo,
    OnFold,
    Outcome,
    PaymentOrder,
    ProgressiveOrder,
    ProgressiveRules,
    SettledWager,
)
from dealer_station.money import whole_minor
from dealer_station.progressive import award, meter
from dealer_station.progressive.events import (
    AwardPaid,
    AwardsReversed,
    ContributionBooked,
    ContributionReturned,
    PrizeLocked,
    ShareReleased,
)
from dealer_station.progressive.postings import Entry
from dealer_station.table import events as e
from dealer_station.table.draft import Draft, TableRules
from dealer_station.table.house.hands import known_cards
from dealer_station.table.state import HandStatus, HouseRound


@dataclass(frozen=True, slots=True)
class Winner:
    """A seat whose hand wins a progressive prize."""

    seat: int
    category: HandCategory
    prize: Prize

    @property
    def takes_whole_meter(self) -> bool:
        """Whether the prize is the whole meter (a royal flush)."""
        return self.prize.kind is PrizeKind.WHOLE_METER


def contribute(draft: Draft) -> None:
    """Feed the meter with every progressive stake that counts; once, when betting closes."""
    rules = draft.game.progressive
    if rules is None:
        return
    for wager in draft.round.wagers:
        amount = rules.contribution * wager.amount_minor
        if wager.spot == rules.spot and wager.is_pending and amount:
            draft.book(
                rules.pool,
                ContributionBooked(
                    at=draft.at,
                    table_id=draft.state.table_id,
                    round_number=draft.round.number,
                    seat=wager.seat,
                    amount=amount,
                    entry=meter.contribution(amount),
                ),
            )


def take_back_contribution(draft: Draft, seat: int, stake_minor: int) -> None:
    """Take a returned stake's part out of the meter again."""
    rules = draft.game.progressive
    assert rules is not None, "no progressive"
    amount = rules.contribution * stake_minor
    if amount:
        draft.book(
            rules.pool,
            ContributionReturned(
                at=draft.at,
                table_id=draft.state.table_id,
                round_number=draft.round.number,
                seat=seat,
                amount=amount,
                entry=meter.contribution_return(draft.pool(rules), amount),
            ),
        )


def winner_at(rules: TableRules, current: HouseRound, seat: int) -> Winner | None:
    """Return the prize of a seat's hand; None without one.

    A hand counts that has its progressive stake, all its cards, and is neither void nor dead
    (CS-D07); a folded one where the rule set lets the stake survive (CS-G02).
    """
    hand = current.hand(seat)
    return None if hand is None else prize_of(rules, current, seat, hand.status)


def prize_of(
    rules: TableRules, current: HouseRound, seat: int, status: HandStatus
) -> Winner | None:
    """Return the prize of a seat's hand if the hand has this status; None without one.

    Where every stake shares the meter, one hand that wins it wins it for all (CH-42).
    """
    progressive = rules.game.progressive
    if progressive is None or current.wager(seat, progressive.spot) is None:
        return None
    if not _is_live(progressive, status):
        return None
    if progressive.meter_goes_to is MeterGoesTo.EVERY_STAKE:
        hit = _hit(rules, progressive, current)
        if hit is not None:
            return Winner(seat, hit.category, hit.prize)
    return _of_hand(rules, current, seat)


def _is_live(progressive: ProgressiveRules, status: HandStatus) -> bool:
    """Whether the progressive stake at a hand of this status is in play."""
    survives = progressive.on_fold is OnFold.SURVIVE
    return status is HandStatus.IN or (status is HandStatus.FOLDED and survives)


def _hit(rules: TableRules, progressive: ProgressiveRules, current: HouseRound) -> Winner | None:
    """Return the first winner of the whole meter, by the hands that are played with a stake."""
    staked = {wager.seat for wager in current.wagers if wager.spot == progressive.spot}
    # A hand that many share is looked at once.
    players = {
        rules.game.hand_of(hand.seat): hand.seat
        for hand in current.hands
        if hand.seat in staked and _is_live(progressive, hand.status)
    }
    for seat in players.values():
        winner = _of_hand(rules, current, seat)
        if winner is not None and winner.takes_whole_meter:
            return winner
    return None


def _of_hand(rules: TableRules, current: HouseRound, seat: int) -> Winner | None:
    """Return what the hand that a seat plays wins by its own cards."""
    cards = _cards_in_use(rules, current, seat)
    known = known_cards(rules, cards)
    prize = None if known is None else rules.game.prize(known)
    category = category_of(rules, cards)
    return None if prize is None or category is None else Winner(seat, category, prize)


def _cards_in_use(rules: TableRules, current: HouseRound, seat: int) -> tuple[str, ...]:
    """Return all cards that the hand of a seat uses, a board's too."""
    names = rules.game.plays_with(rules.game.hand_of(seat))
    return tuple(card for name in names for card in current.cards(name))


def category_of(rules: TableRules, cards: tuple[str, ...]) -> HandCategory | None:
    """Return the category of all the cards of a hand; None while these are not complete.

    A hand with a card that is there twice is none either: the deck is fouled.
    """
    known = known_cards(rules, cards)
    return None if known is None else rules.game.category(known)


def must_be_seen(rules: TableRules, current: HouseRound, seat: int) -> bool:
    """Whether a supervisor has yet to see a seat's hand before its prize is paid (CS-21, CH-D10).

    Where every stake shares the meter, one hand that was seen stands for all.
    """
    progressive, winner = rules.game.progressive, winner_at(rules, current, seat)
    if progressive is None or winner is None or winner.prize.kind in progressive.unseen_kinds:
        return False
    if progressive.meter_goes_to is MeterGoesTo.EVERY_STAKE:
        return not current.verified
    return seat not in current.verified


def hands_to_see(rules: TableRules, current: HouseRound) -> tuple[int, ...]:
    """Return the seats, in order of payment, whose hands a supervisor has yet to see.

    One where it stands for all.
    """
    progressive = rules.game.progressive
    if progressive is None:
        return ()
    seats = (seat for seat in current.turns if must_be_seen(rules, current, seat))
    is_one = progressive.meter_goes_to is MeterGoesTo.EVERY_STAKE
    return tuple(islice(seats, 1) if is_one else seats)


def is_prize_held(rules: TableRules, current: HouseRound) -> bool:
    """Whether a hand wins a prize that a supervisor has to see, be it seen or not."""
    progressive = rules.game.progressive
    if progressive is None:
        return False
    winners = (winner_at(rules, current, hand.seat) for hand in current.hands)
    return any(w is not None and w.prize.kind not in progressive.unseen_kinds for w in winners)


def payment_order(rules: TableRules, current: HouseRound) -> tuple[int, ...]:
    """Return all seats with a stake in the order in which they are settled.

    From the dealer's right or left (CS-G05). Where straight flushes go first, the hands that take
    the whole meter are settled last (CS-26, CS-D11).
    """
    from_right = rules.game.payment_order is PaymentOrder.RIGHT
    seats = sorted({wager.seat for wager in current.wagers}, reverse=from_right)
    progressive = rules.game.progressive
    if progressive and progressive.order is ProgressiveOrder.STRAIGHT_FLUSH_FIRST:
        seats.sort(key=lambda seat: _takes_whole_meter(rules, current, seat))
    return tuple(seats)


def _takes_whole_meter(rules: TableRules, current: HouseRound, seat: int) -> bool:
    winner = winner_at(rules, current, seat)
    return winner is not None and winner.takes_whole_meter


def settle(draft: Draft, seat: int, stake_minor: int) -> SettledWager:
    """Settle a seat's progressive stake, whatever the dealer holds (CS-20)."""
    rules, winner = draft.game.progressive, winner_at(draft.rules, draft.round, seat)
    assert rules is not None, "no progressive"
    if winner is None:
        source = _source_of_loss(draft, rules, seat)
        return SettledWager(rules.spot, stake_minor, Outcome.LOSE, -stake_minor, "", source)
    source = rules.sources.won[winner.prize.kind]
    prize_minor = _lock(draft, rules, winner, stake_minor)
    if prize_minor == 0:
        return SettledWager(rules.spot, stake_minor, Outcome.LOSE, -stake_minor, "", source)
    draft.book(
        rules.pool,
        AwardPaid(
            at=draft.at,
            table_id=draft.state.table_id,
            round_number=draft.round.number,
            seat=seat,
            amount_minor=prize_minor,
            entry=meter.award_payment(prize_minor),
        ),
    )
    net = prize_minor - stake_minor
    return SettledWager(rules.spot, stake_minor, Outcome.WIN, net, "", source)


def _source_of_loss(draft: Draft, rules: ProgressiveRules, seat: int) -> str:
    """Name the rule by which a progressive stake loses: dead, folded, or no winning hand."""
    hand = draft.round.hand(seat)
    assert hand is not None, f"seat {seat} has a stake and no hand"
    if hand.status is HandStatus.DEAD:
        return rules.sources.dead
    is_lost_by_fold = rules.on_fold is OnFold.LOSE and hand.status is HandStatus.FOLDED
    return rules.sources.folded if is_lost_by_fold else rules.sources.lost


def _lock(draft: Draft, rules: ProgressiveRules, winner: Winner, stake_minor: int) -> int:
    """Fix what a winner gets now that his turn has come; return the amount."""
    state, prize = draft.pool(rules), winner.prize
    if prize.kind is PrizeKind.WHOLE_METER:
        return _lock_whole_meter(draft, rules, winner)
    if prize.kind is PrizeKind.METER_SHARE:
        amount = whole_minor(prize.share * state.meter_minor)
        entry = meter.meter_share(amount)
    else:
        is_fixed = prize.kind is PrizeKind.FIXED
        amount = prize.fixed_minor if is_fixed else whole_minor(prize.times * stake_minor)
        entry = meter.fixed_prize(state, amount, from_meter=rules.deduct_fixed_prizes)
    if amount:
        _book_lock(draft, rules, winner, ((winner.seat, amount),), entry)
    return amount


def _lock_whole_meter(draft: Draft, rules: ProgressiveRules, winner: Winner) -> int:
    """The first winner's turn fixes every share and restarts the meter (CS-23, CS-D08, CH-42)."""
    if not draft.round.shares:
        state = draft.pool(rules)
        shares = _shares(draft, rules, state.meter_minor)
        total = sum(amount for _, amount in shares)
        entry = meter.whole_meter(state, total, rules.seed_minor)
        _book_lock(draft, rules, winner, shares, entry)
        draft.emit(e.SharesFixed(at=draft.at, shares=shares))
    return dict(draft.round.shares)[winner.seat]


def _shares(draft: Draft, rules: ProgressiveRules, meter_minor: int) -> tuple[tuple[int, int], ...]:
    """Divide the meter: equally in the order of payment, or by stakes in the order of acceptance.

    The hands win it (CS-23), or every stake does (CH-G07).
    """
    seats = _whole_meter_seats(draft)
    if rules.meter_goes_to is MeterGoesTo.WINNING_HANDS:
        return award.equal_shares(meter_minor, seats, rules.royal_minimum_minor)
    stakes = tuple(
        (wager.seat, wager.amount_minor)
        for wager in draft.round.wagers
        if wager.spot == rules.spot and wager.seat in seats
    )
    return award.shares_by_stake(meter_minor, stakes)


def _whole_meter_seats(draft: Draft) -> tuple[int, ...]:
    """Return the seats that share the whole meter, in the order in which they are paid."""
    order = payment_order(draft.rules, draft.round)
    return tuple(seat for seat in order if _takes_whole_meter(draft.rules, draft.round, seat))


def _book_lock(
    draft: Draft,
    rules: ProgressiveRules,
    winner: Winner,
    shares: tuple[tuple[int, int], ...],
    entry: Entry,
) -> None:
    before = draft.pool(rules)
    draft.book(
        rules.pool,
        PrizeLocked(
            at=draft.at,
            table_id=draft.state.table_id,
            round_number=draft.round.number,
            hand=winner.category,
            amount_minor=sum(amount for _, amount in shares),
            shares=shares,
            meter_before_minor=before.meter_minor,
            meter_after_minor=meter.meter_minor_after(before, entry),
            entry=entry,
        ),
    )


def reverse_awards(draft: Draft) -> None:
    """Undo what prizes of this round have moved: the round is void."""
    rules = draft.game.progressive
    if rules is None:
        return
    table_id, number = draft.state.table_id, draft.round.number
    entry = meter.awards_reversal(draft.pool(rules), table_id, number)
    if entry:
        draft.book(
            rules.pool,
            AwardsReversed(at=draft.at, table_id=table_id, round_number=number, entry=entry),
        )


def release_share(draft: Draft, seat: int) -> None:
    """Put a fixed but unpaid share back on the meter: its hand went out of the round after all."""
    rules, shares = draft.game.progressive, dict(draft.round.shares)
    if rules is None or seat not in shares or seat in draft.round.paid_seats:
        return
    draft.book(
        rules.pool,
        ShareReleased(
            at=draft.at,
            table_id=draft.state.table_id,
            round_number=draft.round.number,
            seat=seat,
            amount_minor=shares[seat],
            entry=meter.share_release(shares[seat]),
        ),
    )
