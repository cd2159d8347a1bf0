"""Random betting rounds of every structure: a second opinion agrees on whose turn it is, on every
act and every amount, and on the pots; no chip is lost or made, and every round ends.
"""

from dataclasses import astuple

from hypothesis import event, given, settings
from hypothesis import strategies as st
from pot_oracle import House, Told, laid_out

from dealer_station.games.pots.acting import act, default_act, plain_act
from dealer_station.games.pots.betting import Act, ActRefusedError, BettingRound, Opening
from dealer_station.games.pots.offers import legal
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.pots import pots_of, pull_in, share
from dealer_station.games.pots.structure import FixedLimit, HeadsUp, NoLimit, Structure

MOST_ACTS = 500
FOLD = "fold"


@st.composite
def houses(draw) -> House:
    if draw(st.booleans()):
        small = draw(st.integers(1, 10))
        return House(small, small, chip=draw(st.sampled_from((1, 1, 2, 5))))
    small = draw(st.integers(1, 9))
    return House(
        small,
        small * 2,
        half=draw(st.booleans()),
        cap=draw(st.sampled_from((3, 3, 1, 0, None))),
        heads_up=draw(st.sampled_from(tuple(HeadsUp))).value,
    )


@st.composite
def rounds(draw) -> Told:
    """A round that is about to begin."""
    house = draw(houses())
    count = draw(st.integers(2, 6))
    seats = sorted(draw(st.sets(st.integers(1, 9), min_size=count, max_size=count)))
    stacks = {seat: draw(st.integers(0, 60)) for seat in seats}
    out = frozenset(draw(st.sets(st.sampled_from(seats), max_size=count - 2)))
    kinds = ["check", "blinds"] + ([] if house.chip else ["forced", "offered"])
    opening = draw(st.sampled_from(kinds))
    posted: dict[int, int] = {}
    amount = 0
    if opening == "blinds":
        amount = house.small
        out = frozenset()
        for seat, due in zip(
            seats, (amount // 2, amount, draw(st.sampled_from((0, amount)))), strict=False
        ):
            posted[seat] = min(due, stacks[seat])
            stacks[seat] -= posted[seat]
    elif opening != "check":
        amount = draw(st.integers(1, house.small))
    big = opening == "check" and not house.chip and draw(st.booleans())
    both = opening == "check" and not house.chip and not big and draw(st.booleans())
    first = draw(st.integers(1, 9))
    return Told(house, stacks, posted, out, opening, first, amount, big, both)


def structure_of(house: House) -> Structure:
    if house.chip:
        return NoLimit(house.small, house.chip)
    return FixedLimit(house.small, house.big, house.cap, HeadsUp(house.heads_up), house.half)


def opened(told: Told) -> BettingRound:
    players = tuple(
        Chips(
            seat,
            told.stacks[seat],
            told.posted.get(seat, 0),
            standing=Standing.FOLDED if seat in told.out else Standing.IN,
        )
        for seat in told.seats
    )
    return open_round(
        structure_of(told.house),
        players,
        told.first,
        Opening(told.opening),
        amount=told.amount,
        big=told.big,
        both_units=told.both,
    )


def reached(betting: BettingRound, seat: int, what: Act, to: int | None) -> int | None:
    """The seat's total after an act, -1 after a fold; none where it is refused."""
    before = astuple(betting.player(seat)), betting.to_act
    try:
        after = act(betting, seat, what, to)
    except ActRefusedError:
        after = None
    assert (astuple(betting.player(seat)), betting.to_act) == before
    if after is None:
        return None
    return -1 if after.player(seat).standing is Standing.FOLDED else after.player(seat).bet


def offered_totals(betting: BettingRound) -> dict[str, set[int]]:
    """The totals of `legal`, by the name of the act."""
    offered = legal(betting)
    player = betting.player(offered.seat)
    totals = {
        "check": {player.bet} if offered.check else set(),
        "call": {player.bet + offered.call} if offered.call else set(),
        "bring_in": {offered.bring_in} - {0},
        "complete": {offered.complete} - {0},
    }
    for name, sizes in (("bet", offered.bet), ("raise", offered.raise_to)):
        reach = range(1, player.bet + player.stack + 1)
        totals[name] = {to for to in reach if sizes is not None and sizes.allows(to)}
    return {name: amounts for name, amounts in totals.items() if amounts}


@settings(max_examples=150, deadline=None)
@given(told=rounds(), data=st.data())
def test_every_act_and_amount_is_judged_as_the_second_opinion_judges_it(told, data):
    betting = opened(told)
    event(f"opens with {told.opening}, {'no' if told.house.chip else 'fixed'} limit")
    for _ in range(MOST_ACTS):
        seat = told.to_act()
        assert betting.to_act == seat
        if seat is None:
            break
        judge = told.judge(seat)
        assert offered_totals(betting) == judge.totals
        assert legal(betting).fold is not judge.is_forced
        reach: list[int | None] = [None, *range(judge.whole + 2)]
        legal_acts = []
        for what in Act:
            for to in reach:
                total = judge.accepts(what.value, to)
                assert reached(betting, seat, what, to) == total, (what, to)
                if total is not None:
                    legal_acts.append((what, to))
        assert reached(betting, seat, default_act(betting), None) is not None
        others = [other for other in told.seats if other != seat]
        assert all(reached(betting, other, Act.FOLD, None) is None for other in others)
        kinds = sorted({what for what, _ in legal_acts})
        kind = data.draw(st.sampled_from(kinds))
        what, to = data.draw(st.sampled_from([one for one in legal_acts if one[0] is kind]))
        total = judge.accepts(what.value, to)
        plain, plain_total = plain_act(betting, seat, what, to)
        after = act(betting, seat, what, to)
        assert plain is not Act.ALL_IN
        assert act(betting, seat, plain, plain_total) == after
        betting = after
        told.told.append((seat, "fold" if total == -1 else total))
    assert betting.over


@settings(max_examples=200, deadline=None)
@given(told=rounds(), data=st.data())
def test_chips_are_conserved_and_pots_are_those_laid_out_chip_by_chip(told, data):
    betting = opened(told)
    bank = sum(player.stack + player.bet for player in betting.players)
    acts = 0
    while betting.to_act is not None:
        seat = betting.to_act
        totals = offered_totals(betting)
        kind = data.draw(st.sampled_from([*totals, *([FOLD] if legal(betting).fold else [])]))
        to = None if kind == FOLD else data.draw(st.sampled_from(sorted(totals[kind])))
        betting = act(betting, seat, Act(kind), to)
        assert sum(player.stack + player.bet for player in betting.players) == bank
        acts += 1
        assert acts < MOST_ACTS
    players, back = pull_in(betting.players)
    assert all(player.bet == 0 for player in players)
    assert sum(player.stack + player.put_in for player in players) == bank
    totals = {player.seat: player.bet for player in betting.players}
    if back is not None:
        seat, amount = back
        second = max(total for other, total in totals.items() if other != seat)
        assert totals[seat] - amount == second
        totals[seat] -= amount
    else:
        highest = max(totals.values())
        owners = [seat for seat, total in totals.items() if total == highest]
        assert highest == 0 or len(owners) > 1 or owners[0] not in betting.live
    pots = [(pot.amount, pot.seats) for pot in pots_of(players)]
    assert pots == laid_out(totals, betting.live)


@settings(max_examples=300, deadline=None)
@given(
    hands=st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 5), st.sampled_from(tuple(Standing))),
        min_size=1,
        max_size=9,
    ),
    data=st.data(),
)
def test_pots_of_any_contributions_and_their_shares_lose_no_chip(hands, data):
    players = tuple(
        Chips(seat, 0, 0, put_in, dead, standing)
        for seat, (put_in, dead, standing) in enumerate(hands, start=1)
    )
    live = [player.seat for player in players if player.live]
    pots = pots_of(players)
    if not live:
        assert pots == ()
        return
    totals = {player.seat: player.put_in for player in players}
    dead = sum(player.dead for player in players)
    assert [(pot.amount, pot.seats) for pot in pots] == laid_out(totals, live, dead)
    assert sum(pot.amount for pot in pots) == sum(totals.values()) + dead
    chip = data.draw(st.sampled_from((1, 5, 25)))
    for pot in pots:
        winners = data.draw(st.lists(st.sampled_from(pot.seats), min_size=1, unique=True))
        shares = share(pot.amount, winners, chip)
        assert [seat for seat, _ in shares] == winners
        amounts = [amount for _, amount in shares]
        assert sum(amounts) == pot.amount
        assert max(amounts) - min(amounts) <= chip
        assert amounts == sorted(amounts, reverse=True)
        assert sum(amount % chip > 0 for amount in amounts) <= 1
