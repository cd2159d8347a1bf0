"""A table at which players play against each other, for tests, in the words of table scripts."""

from collections.abc import Mapping
from decimal import Decimal

from table_play import DEALER, SUPERVISOR, TablePlay

from dealer_station.controller.progressives import Progressives
from dealer_station.controller.streams import table_stream
from dealer_station.controller.table_controller import TableController
from dealer_station.games.procedure import seat_hand
from dealer_station.table import commands as c
from dealer_station.table.events import TableEvent
from dealer_station.table.evolve import evolve
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.state import PotHand
from dealer_station.table.refusals import Refusal
from dealer_station.table.state import TableState
from dealer_station.table_script.case import Step
from dealer_station.table_script.steps import NamedCards

NO_LIMIT = "texas-holdem/gardens-no-limit"
LIMIT = "texas-holdem/gardens-limit"
STUD = "seven-card-stud/gardens"
CLUB = "seven-card-stud/casino-club"
LEVEL = {"ante": "1", "bring_in": "2", "small_bet": "5", "big_bet": "10"}
"""A level of stud, in the currency of the table."""
POT_REASONS = {"seat_taken", "seat_empty", "no_level", "too_few_players", "no_button"}
"""Codes of refusals that no game against the house has."""


class PotPlay(TablePlay):
    """One table with these chips at its seats; `button` is drawn before the first hand."""

    def __init__(
        self,
        rules: str = NO_LIMIT,
        stacks: Mapping[int, int] | None = None,
        *,
        button: int | None = None,
        **overrides: str,
    ) -> None:
        super().__init__(rules, seats=range(1, 9), is_open=False, **overrides)
        self.open_table()
        for seat, stack in ({1: 200, 2: 200, 3: 200} if stacks is None else stacks).items():
            self.submit(pc.TakeSeat, SUPERVISOR, seat=seat, stack=Decimal(stack))
        if button is not None:
            self.submit(pc.PlaceButton, seat=button)

    def _new_controller(self) -> TableController:
        self.progressives = Progressives(self.record, self.registry)
        return TableController(self.setup, self.record, self.registry, self.progressives)

    @property
    def progressive(self) -> None:  # type: ignore[override]
        """There is none."""

    @property
    def hand(self) -> PotHand:
        """The hand."""
        assert self.state.pot.hand is not None
        return self.state.pot.hand

    def _deal(self, taken: Step) -> list[c.Command]:
        """Deal one card after the other: what is due may depend on the cards before."""
        cards, count = NamedCards(taken, self.rules), 0
        while self.next["kind"] == "card":
            due = self.hand.deal_order[len(self.hand.draws)]
            self.submit(c.RecordCard, DEALER, card=cards.take(due))
            count += 1
        cards.end(count)
        return []

    def _pay_all(self) -> Refusal | None:
        while self.next["kind"] == "act" and self.view["phase"] == "showdown":
            self.submit(c.Act, seat=self.next["seat"], action="show")
        return self.submit(pc.PushPots).refusal

    def cards(self, seat: int) -> tuple[str, ...]:
        """A seat's cards."""
        return self.hand.cards(seat_hand(seat))

    def all_events(self) -> list[TableEvent]:
        """The table's events, oldest first."""
        return [self.registry.decode(row) for row in self.record.read(table_stream("t1"))]

    def states(self) -> list[tuple[TableEvent, TableState]]:
        """Every event with the state after it, folded anew from the record."""
        state, folded = TableState(), []
        for event in self.all_events():
            state = evolve(state, event)
            folded.append((event, state))
        return folded
