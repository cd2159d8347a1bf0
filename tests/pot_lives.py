"""Poker tables that live under an oracle: steered, disturbed, and checked after every command.

As `table_lives` for tables at which players play against each other: chips are counted by
`pot_books`, cards are masked as the games say, and everything that a view offers is accepted.
"""

import json
import random
from collections import Counter
from decimal import Decimal
from typing import Any

from pot_books import HouseOfPots, PotBooks
from pot_laws import check_moment
from table_lives import CARD_WORD, DECK, VIEWERS, House, HouseSetup, LiveTable
from table_play import DEALER, MANAGER, SHOE, SUPERVISOR

from dealer_station.games.pot_rules import Entry
from dealer_station.money import format_minor
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.decide import decide
from dealer_station.table.evolve import evolve
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.piles import STUB
from dealer_station.table.pot.state import PotHand, total_minor
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState
from dealer_station.table.view import View

STYLES = ("calm", "calm", "wild", "mixed", "mixed", "shy")
"""How a hand is played: to the last card, with many raises, as it comes, with many folds."""
UP_PLACES = range(3, 7)
"""The cards of a hand of stud that lie face up (ST-05, ST-06)."""
RANKS, SUITS = "23456789TJQKA", "cdhs"


class PotTable(LiveTable):
    """One poker table under test."""

    house: "PotHouse"

    def __init__(self, house: "PotHouse", table_id: str, seats: tuple[int, ...]) -> None:
        super().__init__(house, table_id, seats)
        self.books = PotBooks(house.pots, house.reached)
        self.style = "mixed"
        self.plan_of_cards: list[str] = []
        self.turned_up: set[int] = set()

    @property
    def game(self) -> str:  # type: ignore[override]
        """Which game has the rule set."""
        return "texas-holdem" if "limit" in self.house.setup.rules else "seven-card-stud"

    @property
    def is_stud(self) -> bool:
        """Whether there are up cards, and no button."""
        return self.game == "seven-card-stud"

    @property
    def hand(self) -> PotHand | None:
        """The hand that was begun last."""
        return self.state.pot.hand

    # --------------------------------------------------------------------------- checks

    def restart(self) -> None:
        """As every table; the hand and the seats are what they were."""
        before = self.state.pot
        super().restart()
        assert self.state.pot == before

    def _check(self, before: TableState, new: list[e.TableEvent]) -> None:
        for event in new:
            check_moment(self.shadow, event)
            hand = self.shadow.pot.hand
            self.shadow = evolve(self.shadow, event)
            after = self.shadow.pot.hand
            bets = {one.seat: one.bet for one in after.chips} if after else {}
            self.books.take(event, {} if hand is None else _cards_of(hand), bets)
            self._turn_up(event, after)
            self._count(event)
        assert self.shadow == self.state, "the record does not fold to the live state"
        self.house.reached[self.state.shown_phase.value] += 1
        self._check_chips()
        self._check_next()
        self.check_views(VIEWERS[self.state.version % len(VIEWERS)])

    def _turn_up(self, event: e.TableEvent, hand: PotHand | None) -> None:
        """Note whose hands lie open by the house's choice: no two have chips, and cards come."""
        if isinstance(event, e.HandStarted):
            self.turned_up = set()
        if not isinstance(event, e.StreetCalled):
            return
        assert hand is not None
        is_chosen = self.house.setup.overrides.get("allin_cards") == "up"
        live = {one.seat: one.stack for one in hand.chips if one.live}
        if is_chosen and len(live) > 1 and sum(stack > 0 for stack in live.values()) < 2:
            self.turned_up = set(live)
            self.house.reached["turned up"] += 1

    def _check_chips(self) -> None:
        """Every chip is where the books have it, and none is lost."""
        state, books = self.state, self.books
        assert total_minor(state.pot, is_hand_open=state.is_round_open) == books.inside
        assert {one.seat for one in state.pot.players} == books.stacks.keys()
        view = self.controller.record_view()
        assert view["stacks"] == {
            str(seat): format_minor(stack) for seat, stack in sorted(books.stacks.items())
        }
        if self.hand is not None and state.is_round_open:
            for one in self.hand.chips:
                assert one.bet == books.bets[one.seat]
                assert one.put_in == books.pulled[one.seat]
            shown = [(pot["amount"], tuple(pot["seats"])) for pot in view["pots"]]
            assert shown == [(format_minor(amount), seats) for amount, seats in books.pots()]

    def _check_next(self) -> None:
        """One thing is awaited, and all that is offered would be taken."""
        state, following = self.state, self.controller.record_view()["next"]
        kind = following["kind"]
        if state.open_irregularity is not None:
            assert kind == "ruling"
            return
        assert (kind == "none") is not state.is_round_open
        if kind == "none":
            return
        hand = self.hand
        assert hand is not None
        seat = following.get("seat")
        awaited = {"card": Phase.DEALING, "pay": Phase.PAYING}
        if kind in awaited:
            assert state.phase is awaited[kind]
            return
        assert state.phase in {Phase.ACTING, Phase.SHOWDOWN}
        assert seat in hand.live
        offered = following["legal"]
        is_unknown = "??" in hand.cards(f"seat {seat}")
        for action, said in offered.items():
            if action == "show" and is_unknown:
                continue  # the cards have to be named
            for amount in _amounts(said):
                assert self._would_take(seat, action, amount) is None, (following, action, amount)
        for action in {"check", "call", "bring_in", "complete", "bet", "show", "muck"} - {*offered}:
            assert self._would_take(seat, action, None) is not None, (following, action)
        for other in {*hand.seats} - {seat}:
            assert self._would_take(other, "fold", None) is not None
            assert self._would_take(other, "show", None) is not None

    def _would_take(self, seat: int, action: str, amount: Decimal | None) -> str | None:
        """Return why an act would be refused, without sending it."""
        command = c.Act(
            command_id="asked",
            issued_at=self.house.clock.now(),
            actor=DEALER,
            seat=seat,
            action=action,
            amount=amount,
        )
        decision = decide(command, self.state, self.controller.rules, {})
        return None if decision.refusal is None else decision.refusal.reason.value

    def _check_view(self, sight: Any, view: View, role: Role) -> None:
        """Cards are masked as the game says, and stand nowhere else in the view."""
        del sight
        state, hand, seen = self.state, self.hand, set[str]()
        sees_all = role is Role.AUDITOR and not state.is_round_open
        if hand is not None:
            names = {str(seat): f"seat {seat}" for seat in hand.seats}
            for key, name in (names | {pile: pile for pile in ("board", "burn", "aside")}).items():
                cards = hand.cards(name)
                masked = [
                    card if sees_all or card == "??" or self._is_open(hand, name, number) else "##"
                    for number, card in zip(_numbers(hand, name), cards, strict=False)
                ]
                assert len(masked) == len(cards)
                assert view["cards"].get(key, "") == " ".join(masked), (role, key)
                seen.update(masked)
        item = state.open_irregularity
        if role in {Role.SUPERVISOR, Role.MANAGER} and item is not None:
            seen.update(CARD_WORD.findall(" ".join(item.facts.values())))
        assert set(CARD_WORD.findall(json.dumps(view))) <= seen, role

    def _is_open(self, hand: PotHand, name: str, number: int) -> bool:
        if not name.startswith("seat"):
            return name == "board"
        turned = [one.is_up for one in hand.turned if (one.hand, one.number) == (name, number)]
        is_up = turned[0] if turned else self.is_stud and number in UP_PLACES
        seat = int(name.removeprefix("seat "))
        return is_up or seat in hand.shown or seat in self._lies_open(hand)

    def _lies_open(self, hand: PotHand) -> set[int]:
        live = {one.seat for one in hand.chips if one.live}
        return self.turned_up & live if len(live) > 1 else set()

    def check_views(self, *viewers: Role | None) -> None:
        """Ask for the views of some roles (None: the public) and compare with what each may see."""
        now = self.house.clock.now()
        for role in viewers:
            if role is None:
                self._check_view(None, self.controller.public_view(), Role.DEVICE)
            else:
                self._check_view(None, self.controller.view(role, now), role)

    def _count(self, event: e.TableEvent) -> None:
        """Note what has been reached."""
        reached, name = self.house.reached, type(event).__name__
        reached[name] += 1
        match event:
            case e.HandStarted():
                self._count_start(event)
            case e.PlayerActed():
                reached[event.action] += 1
                reached[f"acted: {event.reason.value}"] += 1
                reached["dead seat receives"] += event.keeps_receiving
            case e.HandDeclaredDead():
                reached["dead seat receives"] += event.keeps_receiving
            case e.BettingRoundOpened():
                hand = self.shadow.pot.hand
                assert hand is not None
                assert hand.betting is not None
                reached[f"opened: {hand.betting.opening.value}"] += 1
                reached["open pair"] += event.has_both_units
            case e.RulingMade():
                reached[f"ruling {event.option.value}"] += 1
            case e.IrregularityRaised():
                reached[f"raised {event.irregularity}"] += 1
            case e.CardDrawn():
                reached["unread"] += event.card == "??"
                reached["early burn"] += self.state.phase is Phase.ACTING
            case _:
                pass

    def _count_start(self, event: e.HandStarted) -> None:
        reached, positions = self.house.reached, event.positions
        reached["repeat of a void hand"] += event.is_repeat
        reached["two players"] += len(event.seats) == 2
        reached["missed blinds"] += any(
            debt.missed_small or debt.missed_big for debt in event.debts.values()
        )
        for post in event.posts:
            reached[f"posted {post.kind.value}"] += 1
        if positions is not None:
            reached["dead button"] += positions.button not in event.seats
            reached["no small blind"] += not positions.is_small_posted
            reached["two big blinds"] += len(positions.bigs) > 1
            reached["blind on the button"] += (
                positions.button in {positions.small, positions.big} and len(event.seats) > 2
            )

    # -------------------------------------------------------------------------- steering

    def go_on(self, chance: random.Random) -> None:
        """Do what the table waits for; it must be taken."""
        state = self.state
        if state.service is Service.CLOSED:
            self.send(c.OpenTable, table_id=self.table_id, seats=self.seats)
        elif state.open_irregularity is not None:
            self._rule(chance)
        elif not state.is_round_open:
            self.begin(chance)
        else:
            match state.phase:
                case Phase.DEALING:
                    outcome = self.send(c.RecordCard, SHOE, card=self.next_card(chance))
                case Phase.PAYING:
                    outcome = self.send(pc.PushPots)
                case _:
                    outcome = self._act(chance)
            assert outcome.refusal is None, outcome.refusal

    def begin(self, chance: random.Random) -> None:
        """Fill the seats as far as a hand needs it, and begin one."""
        if self.state.is_deck_locked or chance.random() < 0.05:
            self.send(c.ChangeDeck)
        for one in self.state.pot.players:
            self._between_hands(one.seat, chance)
        if chance.random() < 0.05:
            self.send(pc.StartHand)
        if not self.is_stud and not self.state.pot.hands and self.state.pot.button is None:
            self.send(pc.PlaceButton, seat=chance.choice(self.seats))
        if not self.state.pot.players and chance.random() < 0.2:
            self.send(pc.StartHand)
        self._fill_seats(chance.choice((2, 2, 3, 4, 5, 8, 8)), chance)
        self.style = chance.choice(STYLES)
        if self.send(pc.StartHand).refusal is None:
            self.plan_of_cards = self._planned(chance)

    def _fill_seats(self, wanted: int, chance: random.Random) -> None:
        table = self.state.pot
        if sum(one.stack_minor > 0 and not one.is_away for one in table.players) >= wanted:
            return
        for one in table.players:
            if not one.stack_minor and chance.random() < 0.5:
                self.send(pc.AddChips, seat=one.seat, amount=self.some_chips(chance))
            if one.is_away and chance.random() < 0.5:
                self.send(pc.ComeBack, seat=one.seat, entry=some_entry(chance))
        for seat in chance.sample(self.seats, min(len(self.seats), wanted)):
            if table.player(seat) is None:
                self.sit_down(seat, chance)

    def _between_hands(self, seat: int, chance: random.Random) -> None:
        """Let a player go, sit out, or have his chips counted, now and then."""
        match chance.randrange(20):
            case 0:
                self.send(pc.LeaveSeat, seat=seat)
            case 1 | 2:
                self.send(pc.SitOut, seat=seat)
            case 3:
                self.send(pc.CorrectChips, SUPERVISOR, seat=seat, stack=self.some_chips(chance))
            case 4 | 5:
                self.send(pc.ComeBack, seat=seat, entry=some_entry(chance))
            case _:
                pass

    def sit_down(self, seat: int, chance: random.Random) -> None:
        """Take a seat, with more or fewer chips."""
        self.send(
            pc.TakeSeat,
            SUPERVISOR,
            seat=seat,
            stack=self.some_chips(chance),
            entry=some_entry(chance),
        )

    def some_chips(self, chance: random.Random) -> Decimal:
        """Return chips for a table of small bets of about four dollars."""
        few = ("1", "1", "1") if self.is_stud else ("1",)
        return Decimal(chance.choice((*few, "2", "3", "6", "15", "17", "40", "41", "100", "200")))

    def next_card(self, chance: random.Random) -> str:
        """Return a card that is not out: as planned, or any."""
        hand = self.hand
        assert hand is not None
        owners = [*hand.deal_order, *[""] * len(hand.draws)]
        out = {card for card, owner in zip(hand.draws, owners, strict=False) if owner != STUB}
        out |= {card for _, told in hand.named for card in told}
        undealt = [card for card in self.plan_of_cards if card not in out]
        rest = [card for card in DECK if card not in out]
        return undealt[0] if undealt else chance.choice(rest)

    def _planned(self, chance: random.Random) -> list[str]:
        """Return cards that make hands of equal worth likely; often none at all."""
        hand = self.hand
        assert hand is not None
        broke = [one.seat for one in hand.pulled if not one.stack]
        if self.is_stud and broke and chance.random() < 0.5:
            return self._low_door_of(broke[0], chance)
        if chance.random() < 0.6:
            return []
        if not self.is_stud:
            used = 2 * len(hand.seats)
            board = chance.choice(("Ts Js Qs Ks As", "9c 9d 9h 9s Ac", "Ac Kd Qh Js Tc"))
            first, second, third, *others = board.split()
            rest = [card for card in DECK if card not in board.split()]
            chance.shuffle(rest)
            burns = rest[used : used + 3]
            return [
                *rest[:used],
                *(burns[0], first, second, third, burns[1], others[0], burns[2], others[1]),
            ]
        if len(hand.seats) > len(SUITS):
            return []
        self.style = "mixed"
        planned = []
        burns = [f"2{suit}" for suit in SUITS]
        for number, rank in enumerate(chance.sample(RANKS[1:], 7)):
            planned += [burns.pop()] if number > 2 else []
            planned += [
                rank + SUITS[(place + number) % len(SUITS)] for place in range(len(hand.seats))
            ]
        return planned

    def _low_door_of(self, seat: int, chance: random.Random) -> list[str]:
        """Return cards that make a seat low on third street, which has no chips left (ST-26)."""
        hand = self.hand
        assert hand is not None
        doors = 2 * len(hand.seats) + hand.seats.index(seat)
        rest = [card for card in DECK if card != "2c"]
        chance.shuffle(rest)
        return [*rest[:doors], "2c", *rest[doors:]]

    def _act(self, chance: random.Random) -> Any:
        following = self.controller.record_view()["next"]
        offered = following["legal"]
        action = self._choice(offered, chance)
        if action == "show":
            return self._show(following["seat"], chance)
        amount = chance.choice(_amounts(offered[action]))
        if chance.random() < 0.05 and action != "muck":
            self.send(c.Act, seat=following["seat"], action=action, amount=Decimal("0.37"))
        return self.send(c.Act, seat=following["seat"], action=action, amount=amount)

    def _choice(self, offered: View, chance: random.Random) -> str:
        favourites = {
            "calm": ("check", "call", "bring_in", "show"),
            "wild": ("raise", "bet", "complete", "raise", "call", "bring_in", "show"),
            "shy": ("fold", "check", "call", "muck", "bring_in"),
        }.get(self.style, ())
        likely = [action for action in favourites if action in offered]
        if "complete" in offered and chance.random() < 0.5:
            return "complete"
        if likely and chance.random() < 0.9:
            return chance.choice(likely)
        return chance.choice(sorted(offered))

    def _show(self, seat: int, chance: random.Random) -> Any:
        """Turn a hand over; cards that nobody has read are named."""
        hand = self.hand
        assert hand is not None
        unknown = hand.cards(f"seat {seat}").count("??")
        named: list[str] = []
        for _ in range(unknown):
            card = self.next_card(chance)
            while card in named:
                card = self.next_card(chance)
            named.append(card)
        if unknown:
            self.send(pc.ShowHand, seat=seat)
        return self.send(pc.ShowHand, seat=seat, cards=tuple(named))

    def _rule(self, chance: random.Random) -> None:
        item = self.state.open_irregularity
        assert item is not None
        is_unread = self.hand is not None and self.hand.has_unread_card
        if is_unread and self.state.is_round_open and chance.random() < 0.7:
            self.send(c.RecordCard, SHOE, card=self.next_card(chance))
            return
        option = chance.choice(item.options).option.value
        self.send(c.ApplyRuling, chance.choice((SUPERVISOR, MANAGER, MANAGER)), option=option)


def some_entry(chance: random.Random) -> Entry:
    """Return how a player comes in: mostly by posting, waiting comes by itself."""
    return chance.choice((Entry.POST, Entry.POST, Entry.WAIT))


def _cards_of(hand: PotHand) -> dict[int, tuple[str, ...]]:
    return {0: hand.board} | {seat: hand.cards(f"seat {seat}") for seat in hand.seats}


def _numbers(hand: PotHand, name: str) -> list[int]:
    """Return which cards of the hand or pile are there, in its order: a place may be open."""
    if not hand.late:
        return list(range(1, len(hand.draws) + 1))
    dealt = zip(hand.deal_order[: len(hand.draws)], hand.places.numbers(), strict=False)
    return sorted(number for owner, number in dealt if owner == name)


def _amounts(said: Any) -> list[Decimal | None]:
    """Return sizes of an act that are offered; None alone where it has only one."""
    if not isinstance(said, dict):
        return [None]
    sizes = said.get("sizes") or [said["min"], said["max"]]
    return [Decimal(size) for size in sizes]


class PotHouse(House):
    """Poker tables and their record."""

    table_kind = PotTable

    def __init__(self, setup: HouseSetup, reached: Counter[str], pots: HouseOfPots) -> None:
        self.pots = pots
        super().__init__(setup, reached)
