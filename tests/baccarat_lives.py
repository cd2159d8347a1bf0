"""Baccarat tables that live under an oracle: steered, disturbed, and checked after every command.

As `table_lives` for tables of another kind: a shoe that serves many rounds, cards that follow from
cards, seats without hands. Used by the state machine of `tests/properties`.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from baccarat_oracle import HANDS, PILES, SIDE_BETS, BaccaratSight, Follower, result_of, total
from table_laws import ALWAYS, BETWEEN_ROUNDS, ENDING, MONEY, NOT_WHILE_HELD
from table_lives import CARD_WORD, DECK, VIEWERS, House, LiveTable
from table_oracle import cents
from table_play import DEALER, MANAGER, SHOE, SUPERVISOR

from dealer_station.controller.table_controller import Outcome
from dealer_station.games.baccarat.roads import Result, Winner
from dealer_station.games.baccarat.roads_content import roads_content
from dealer_station.projections.rounds.played import STRAY_CARD, fold_round
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.evolve import evolve
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.roles import Actor, Role
from dealer_station.table.state import TableState
from dealer_station.table.view import View
from dealer_station.table.visibility import visible_draw

SHOE_LIFE = BETWEEN_ROUNDS | {e.BurnCalled, e.BurnFixed, e.DeckChecked, e.CardReread}
COUP = ENDING | {e.DealOrderCorrected, e.CardKept, e.CardsCalled, e.DealResumed, e.HandsCompleted}
LATE = e.CompensationBooked
"""A wrong payment of the round before may be noticed at any time (BA-I08)."""
MAY_HAPPEN: dict[Phase, set[type[e.TableEvent]]] = {
    Phase.IDLE: SHOE_LIFE,
    Phase.SETTLED: SHOE_LIFE | {e.CompensationBooked},
    Phase.VOID: SHOE_LIFE | {e.CompensationBooked},
    Phase.BETTING: ENDING
    | {e.WagerPlaced, e.WagerWithdrawn, e.BettingClosed, e.DealOrderCorrected, LATE},
    Phase.DEALING: COUP | {e.KeptCardPlayed, LATE},
    Phase.DRAWING: COUP | {LATE},
    Phase.PAYING: COUP | {e.SeatPaid, e.RoundSettled, e.CompensationBooked},
}
"""What may happen at a baccarat table by phase, beside what may happen always."""
STANDS_STILL = NOT_WHILE_HELD | {e.CardsCalled, e.HandsCompleted, e.KeptCardPlayed}
TELLS_CARD = (e.CardDrawn, e.CardReread, e.KeptCardPlayed, e.CardKept)

IRREGULARITIES = tuple(f"BA-I{number:02}" for number in range(1, 30))
FAVOURITES: dict[Phase, tuple[str, ...]] = {
    Phase.IDLE: ("BA-I15", "BA-I17"),
    Phase.BETTING: ("BA-I19", "BA-I08", "BA-I14"),
    Phase.DEALING: ("BA-I09", "BA-I09", "BA-I19", "BA-I19", "BA-I22", "BA-I11", "BA-I24", "BA-I25"),
    Phase.DRAWING: ("BA-I09", "BA-I09", "BA-I19", "BA-I07", "BA-I07", "BA-I03", "BA-I12", "BA-I22"),
    Phase.PAYING: ("BA-I09", "BA-I09", "BA-I19", "BA-I23", "BA-I01", "BA-I22", "BA-I24", "BA-I08"),
    Phase.SETTLED: ("BA-I23", "BA-I08", "BA-I15", "BA-I17"),
    Phase.VOID: ("BA-I08", "BA-I15", "BA-I18"),
}
COUPS = (
    "4K234", "522A4", "63K4", "2T373", "K45K34", "K2QA8", "K2QA95", "263K6A", "A5AK42", "K54K3",
    "K43KA", "K43K29", "5435", "2533", "KAQA85", "65KKA", "2T373", "K2QA8",
)  # fmt: skip
"""Ranks of rounds in the order of the shoe, Player first: Dragon 7, Tiger 8, ties and the rest."""


Found = tuple[list[str], list[str]]
"""Missing and surplus cards of a count, each as often as it is."""


class BaccaratTable(LiveTable):
    """One baccarat table under test."""

    game = "baccarat"

    def __init__(self, house: House, table_id: str, seats: tuple[int, ...]) -> None:
        super().__init__(house, table_id, seats)
        self.books = Follower(self.values, house.reached)
        self.coup: list[str] = []
        # What the last count has found, missing and surplus; of a count that is on its way, both.
        self.counted: list[Found] = []
        self.opening: e.TableOpened | None = None
        self.of_round: tuple[e.TableOpened | None, list[e.TableEvent]] = (None, [])

    # ------------------------------------------------------------------------- commands

    def send(self, kind: type[c.Command], actor: Actor = DEALER, **said: Any) -> Outcome:
        """Send a command; whether betting opens, and a wager is taken, the oracle knows before."""
        expected = self._expected(kind, said)
        outcome = super().send(kind, actor, **said)
        if kind in {c.OpenBetting, c.PlaceWager}:
            got = None if outcome.refusal is None else outcome.refusal.reason.value
            assert got == expected, f"{kind.__name__} {said}: {got} instead of {expected}"
        return outcome

    def _expected(self, kind: type[c.Command], said: dict[str, Any]) -> str | None:
        if kind is c.OpenBetting:
            return self.books.why_not_open(self.state)
        return self._wager_refusal(**said) if kind is c.PlaceWager else None

    def _wager_refusal(
        self, seat: int, spot: str, amount: Decimal | None = None, **_more: Any
    ) -> str | None:
        """Return why a stake is not taken, in the order in which it is asked (BA-10 to BA-16)."""
        books = self.books
        is_whole = amount is not None and amount.is_finite() and amount * 100 == int(amount * 100)
        bases = {base: books.lying.get((seat, base), 0) for base in HANDS}
        others = [base for base in HANDS if base != spot and spot in HANDS and bases[base]]
        causes = {
            "held": self.state.open_irregularity is not None,
            "not_open": not books.in_round or books.template is not None,
            "no_such_seat": seat not in self.seats,
            "not_offered": spot not in {*HANDS, *SIDE_BETS},
            "bad_amount": amount is None or not is_whole or not 0 < amount < 10**15,
            "no_base_wager": spot not in HANDS and not any(bases.values()),
            "both_sides": bool(others) and self.values["both_sides"] == "refuse",
        }
        first = next((reason for reason, is_so in causes.items() if is_so), None)
        if first is not None:
            return first
        return self._limit_refusal(seat, spot, cents(str(amount)), max(bases.values()))

    def _limit_refusal(self, seat: int, spot: str, stake: int, base: int) -> str | None:
        lying = self.books.lying.get((seat, spot), 0)
        least, most = self.books.limits(spot)
        if lying + stake < least:
            return "below_min"
        if lying + stake > most:
            return "above_max"
        if spot == "dragon7" and lying + stake > base:
            if self.values["dragon7_over_cap"] == "trim" and lying < base:
                self.house.reached["trimmed"] += 1
                return None
            return "above_base"
        return None

    # --------------------------------------------------------------------------- checks

    def _check(self, before: TableState, new: list[e.TableEvent]) -> None:
        self._check_moment(before, new)
        if any(isinstance(event, e.BettingOpened) for event in new):
            self.check_round_alone(before)
        for event in new:
            self.shadow = evolve(self.shadow, event)
            self.books.take(event)
            self._follow_round(event)
        assert self.shadow == self.state, "the record does not fold to the live state"
        self.books.check_state(self.state)
        if any(isinstance(event, e.RoundSettled | e.RoundVoided) for event in new):
            self.check_round_alone(self.state)
        self.house.reached[self.state.shown_phase.value] += 1
        assert sum(item.is_open for item in self.state.irregularities) <= 1
        self.check_views(VIEWERS[self.state.version % len(VIEWERS)])

    def _check_moment(self, before: TableState, new: list[e.TableEvent]) -> None:
        """Nothing happens in a phase but what may, least of all to a finished round's money."""
        state = before
        for event in new:
            kind = type(event)
            allowed = ALWAYS | {e.LastRoundFixed} | MAY_HAPPEN[state.phase]
            assert kind in allowed, f"{kind} in {state.phase}"
            if state.open_irregularity is not None:
                assert kind not in STANDS_STILL, f"{kind} while held"
            assert state.is_round_open or kind not in MONEY
            state = evolve(state, event)

    def _follow_round(self, event: e.TableEvent) -> None:
        if isinstance(event, e.TableOpened):
            self.opening = event
        if isinstance(event, e.BettingOpened):
            self.of_round = (self.opening, [])
        self.of_round[1].append(event)

    def check_round_alone(self, live: TableState) -> None:
        """The round's part of the record, read alone, has the cards and results of the whole."""
        opening, events = self.of_round
        alone, draws = fold_round(opening, events)
        assert alone.round == live.round
        assert (alone.phase, alone.round_number) == (live.phase, live.round_number)
        assert alone.irregularities == live.irregularities
        if live.round is None:
            return
        if isinstance(events[-1], e.RoundSettled):
            assert alone.shoe.finished == live.shoe.finished[-1:]
        told = {place: event for place, event in enumerate(events) if isinstance(event, TELLS_CARD)}
        for place, event in told.items():
            if draws[place] == STRAY_CARD:
                continue
            drawn = live.round.draws[draws[place]]
            assert event.card in {drawn, "??"}

    def _check_view(self, sight: Any, view: View, role: Role) -> None:
        """Cards are masked as design section 9 says, and stand nowhere else in the view."""
        state = self.state
        sight = BaccaratSight(state, self.values)
        seen: set[str] = set()
        expected: dict[str, str] = {}
        for hand in (*HANDS, *PILES) if state.round is not None else ():
            cards = sight.cards(hand, role)
            seen.update(cards)
            if cards:
                expected[hand] = " ".join(cards)
            is_worth = hand in HANDS and 2 <= len(cards) <= 3 and not {"??", "Jo"} & {*cards}
            if not self.books.is_fouled():
                assert view["hands"].get(hand) == (total(cards) if is_worth else None)
        assert view["cards"] == expected
        self._check_draws(sight, role)
        assert view["history"] == self._history()
        if "shoe" in view:
            assert view["shoe"] == self.books.shown()
        item = state.open_irregularity
        if role in {Role.SUPERVISOR, Role.MANAGER} and item is not None:
            seen.update(CARD_WORD.findall(" ".join(item.facts.values())))
        if view.get("deck_check"):
            # Whoever is signed in may know which cards are not there, or too often.
            check = view["deck_check"]
            found = (sorted(check["missing"]), sorted(check["surplus"]))
            assert found in self.counted
            seen.update(*found)
        spoken = {key: value for key, value in view.items() if key != "irregularities"}
        if spoken.get("ruling"):
            assert item is not None
            assert spoken["ruling"]["facts"] == sight.facts(item, role)
            told = {"title", "source"}
            spoken["ruling"] = {k: v for k, v in spoken["ruling"].items() if k not in told}
        assert set(CARD_WORD.findall(json.dumps(spoken))) <= seen

    def _check_draws(self, sight: BaccaratSight, role: Role) -> None:
        """Card by card, as the history of a round shows it: the same, and what has no place."""
        current = self.state.round
        if current is None:
            return
        item = self.state.open_irregularity
        rules = self.controller.rules
        for index, card in enumerate(current.draws):
            if index < len(current.deal_order):
                hand = current.deal_order[index]
                number = current.deal_order[: index + 1].count(hand)
                is_seen = sight.cards(hand, role)[number - 1] == card
            elif role is Role.AUDITOR:
                is_seen = not self.state.is_round_open
            else:
                is_ruler = role in {Role.SUPERVISOR, Role.MANAGER} and item is not None
                is_seen = is_ruler and _is_about(item, index, card)
            assert visible_draw(self.state, rules, index, role) == (
                card if is_seen or card == "??" else "##"
            )

    def _history(self) -> Any:
        """Return the roads of exactly the settled rounds of this shoe."""
        results = []
        for player, banker in self.books.finished:
            word = result_of(list(player), list(banker))
            winner = {"tiger8": "player", "dragon7": "banker"}.get(word, word)
            points = max(total(list(player)), total(list(banker)))
            results.append(
                Result(
                    Winner(winner),
                    points,
                    is_dragon7=word == "dragon7",
                    is_tiger8=word == "tiger8",
                )
            )
        content = roads_content(results)
        bead_plate: Any = content["bead_plate"]
        assert [(bead["column"], bead["row"]) for bead in bead_plate] == [
            divmod(number, 6) for number in range(len(results))
        ]
        return content

    # -------------------------------------------------------------------------- steering

    def go_on(self, chance: random.Random) -> None:
        """Do what the table waits for."""
        state = self.state
        if state.service is Service.CLOSED:
            self.send(c.OpenTable, table_id=self.table_id, seats=self.seats)
        elif state.open_irregularity is not None:
            self._rule(chance)
        elif not state.is_round_open:
            self._begin(chance)
        elif state.phase is Phase.BETTING:
            self._bet(chance)
        elif state.phase is Phase.PAYING:
            self._pay(chance)
        else:
            self._deal(chance)

    def _begin(self, chance: random.Random) -> None:
        """Change the shoe where it must be, burn, open the betting."""
        if self.books.why_not_open(self.state) == "deck_locked" and chance.random() < 0.8:
            self.send(c.ChangeDeck)
        if self.books.burn_due != 0 and chance.random() < 0.9:
            for _ in range(12):
                if self.books.burn_due == 0 or self.state.open_irregularity:
                    break
                is_first = self.books.burn_due is None
                is_seen = is_first or chance.random() < 0.3
                self.send(c.RecordCard, SHOE, card=self.next_card(chance) if is_seen else "??")
        self.send(c.OpenBetting)

    def _bet(self, chance: random.Random) -> None:
        if self.state.last_wagers and chance.random() < 0.2:
            self.send(c.RepeatWagers)
        for seat in self.seats:
            if chance.random() < 0.75:
                for spot in chance.sample(HANDS, chance.choice((1, 1, 1, 2))):
                    self._wager(
                        seat, spot, ("5", "10", "12.50", "100", "500", "3", "1.005"), chance
                    )
            for spot in ("dragon7", "tiger8", "tie"):
                if chance.random() < 0.4:
                    self._wager(seat, spot, ("5", "5", "10", "7.50", "1", "60", "400"), chance)
        if self.send(c.CloseBetting).refusal is None:
            self.plan_coup(chance)

    def _wager(self, seat: int, spot: str, amounts: tuple[str, ...], chance: random.Random) -> None:
        self.send(c.PlaceWager, seat=seat, spot=spot, amount=Decimal(chance.choice(amounts)))

    def plan_coup(self, chance: random.Random) -> None:
        """Choose the ranks of the round, or leave them to chance."""
        self.coup = list(chance.choice(COUPS)) if chance.random() < 0.7 else []
        del self.coup[: len(self.books.draws)]

    def next_card(self, chance: random.Random) -> str:
        """Return the card that leaves the shoe next: one of which a copy is left."""
        left = [card for card in DECK if self.books.copies_left(card) > 0]
        rank = self.coup.pop(0) if self.coup else ""
        return chance.choice([card for card in left if card[0] == rank] or left or list(DECK))

    def _deal(self, chance: random.Random) -> None:
        for _ in range(chance.choice((1, 4, 4, 9, 9))):
            self.send(c.RecordCard, SHOE, card=self.next_card(chance))
            if self.state.shown_phase not in {Phase.DEALING, Phase.DRAWING}:
                return

    def deal_up_to(self, count: int, chance: random.Random) -> None:
        """Come to a round of which so many cards are out, or as many as are due."""
        for _ in range(8):
            if self.state.shown_phase in {Phase.DEALING, Phase.DRAWING}:
                break
            self.go_on(chance)
        while self.state.shown_phase in {Phase.DEALING, Phase.DRAWING}:
            if len(self.books.draws) >= count:
                return
            self.send(c.RecordCard, SHOE, card=self.next_card(chance))

    def _pay(self, chance: random.Random) -> None:
        for _ in range(chance.choice((1, 2, 20))):
            if self.state.shown_phase is not Phase.PAYING:
                return
            self.send(c.PaySeat, seat=self.controller.record_view()["next"]["seat"])

    # ------------------------------------------------------------------------ disturbing

    def disturb(self, chance: random.Random) -> None:
        """Report something, or let a card come that must not be."""
        if chance.random() < 0.6:
            self.report(chance)
        if chance.random() < 0.6:
            card = chance.choice(("??", "CUT", "any", "any", "copy", "Jo"))
            self.odd_card(card, chance)

    def odd_card(self, card: str, chance: random.Random) -> None:
        """Let a card come at any moment: `any` that is left, `copy` oftener than the decks hold."""
        if card == "any":
            card = self.next_card(chance)
        if card == "copy" and self.books.draws:
            card = chance.choice([one for one in self.books.draws if one != "??"] or ["Jo"])
            while not self.books.is_fouled():
                self.send(c.RecordCard, SHOE, card=card)
            return
        self.send(c.RecordCard, SHOE, card="Jo" if card == "copy" else card)

    def count_deck(self, chance: random.Random) -> None:
        """Read every card of the shoe, or its rest; a card or two may be wrong."""
        is_rest = chance.random() < 0.5
        whole = Counter({card: int(self.values["decks"]) for card in DECK})
        cards = list((whole - Counter(self.books.left) if is_rest else whole).elements())
        for _ in range(self.books.left.count("??") if is_rest else 0):
            cards.pop(chance.randrange(len(cards)))
        wrong = chance.choice(("", "", "", "short", "changed", "unread", "CUT"))
        if wrong:
            cards.pop()
        if wrong not in {"", "short"}:
            cards.append({"changed": cards[0], "unread": "??", "CUT": "CUT"}[wrong])
        before = self.counted
        all_cards = [*(self.books.left if is_rest else ()), *cards]
        found = self._differing(all_cards)
        self.counted = [*before, found]
        outcome = self.send(c.CheckDeck, cards=tuple(cards), is_rest=is_rest)
        self.counted = before if outcome.refusal else [found]
        if outcome.refusal is None:
            self._check_count(all_cards)

    def _differing(self, cards: Iterable[str]) -> Found:
        found = Counter(card for card in cards if card != "??")
        whole = Counter({card: int(self.values["decks"]) for card in DECK})
        return sorted((whole - found).elements()), sorted((found - whole).elements())

    def _check_count(self, cards: Iterable[str]) -> None:
        """A count holds the table exactly where no reading of the unread cards makes the decks."""
        found = Counter(cards)
        unread = found.pop("??", 0)
        whole = Counter({card: int(self.values["decks"]) for card in DECK})
        missing, surplus = (whole - found).total(), (found - whole).total()
        is_wrong = bool(surplus) or missing != unread
        item = self.state.open_irregularity
        assert (item is not None and item.irregularity == "BA-I17") == is_wrong
        self.house.reached[f"count {'wrong' if is_wrong else 'right'}"] += 1

    def report(self, chance: random.Random, name: str = "") -> None:
        """Report an irregularity, mostly one that fits the moment; facts are more or less right."""
        entries = self.controller.rules.catalogue.entries
        fitting = [name for name, entry in entries.items() if self.state.phase in entry.stages]
        likely = FAVOURITES.get(self.state.phase, ()) if chance.random() < 0.7 else ()
        name = name or chance.choice(likely or (*fitting, *IRREGULARITIES))
        said = self._facts(name, chance)
        facts: list[str] = []
        if name in entries:
            optional = entries[name].optional
            extra = chance.sample(optional, chance.randint(0, len(optional)))
            facts = [fact.value for fact in (*entries[name].facts, *extra)]
        outcome = self.send(
            c.ReportIrregularity, irregularity=name, facts={fact: said[fact] for fact in facts}
        )
        if outcome.refusal is None:
            self.house.reached[f"reported {name}"] += 1

    def _facts(self, name: str, chance: random.Random) -> dict[str, str]:
        del name
        drawn = self.books.draws
        seat = chance.choice((*self.seats, *self.seats, *self.seats, 9))
        hand = chance.choice(HANDS)
        return {
            "seat": str(seat),
            "position": f"{hand} card {chance.choice((1, 2, 3))}",
            "card": chance.choice((*drawn[-1:], *drawn, chance.choice(DECK))),
            "count": chance.choice(("3", "10", "415", "416")),
            "amount": chance.choice(("0", "15", "1000", "20", "1.005")),
            "round_paid": str(max(0, self.state.round_number - chance.choice((0, 1, 1, 2)))),
            "note": f"{(*drawn, 'nothing')[0]} was seen by the dealer",
        }

    def rule_out_of_turn(self, option: str, actor: Actor, number: int) -> None:
        """Rule something, perhaps without the right to, or what is not offered."""
        self.send(c.ApplyRuling, actor, option=option, number=number)

    def _rule(self, chance: random.Random) -> None:
        item = self.state.open_irregularity
        assert item is not None
        if item.irregularity == "BA-I21" and chance.random() < 0.8:
            card = chance.choice(("??", *[self.next_card(chance)] * 4))
            self.send(c.RecordCard, SHOE, card=card)
            return
        if chance.random() < 0.12:
            self.send(c.RecordCard, SHOE, card=chance.choice(("??", self.next_card(chance))))
        item = self.state.open_irregularity
        if item is not None:
            option = chance.choice(item.options).option.value
            self.send(c.ApplyRuling, chance.choice((SUPERVISOR, MANAGER, MANAGER)), option=option)


def _is_about(item: Any, index: int, card: str) -> bool:
    """Whether an open ruling concerns a card of the round that has no place."""
    if item.card_number:
        return bool(item.card_number == index + 1)
    facts = item.facts
    return not {"position", "seat"} & facts.keys() and card in {
        facts.get("card"),
        facts.get("read"),
    }


class BaccaratHouse(House):
    """Baccarat tables, their record and the books that judge them."""

    table_kind = BaccaratTable
