"""A table with acceptors for tests: devices that do at once, or when told, what they are asked.

No bytes: what a driver would tell is said straight to the controller, in the order of each
device's facts. The drivers and their simulators have tests of their own.
"""

import itertools
from collections.abc import Sequence
from typing import Any

from table_play import TablePlay

from dealer_station.controller.table_controller import Outcome
from dealer_station.table import commands as c
from dealer_station.table.acceptors import Acceptor
from dealer_station.table.roles import Actor, Role
from dealer_station.table.wishes import AcceptorWish

PRICE = 100
"""What the progressive wager costs, in cents."""


class AcceptorPlay(TablePlay):
    """A table whose seats have acceptors; `obey` lets them do what is wished."""

    def __init__(
        self,
        rules: str = "classic",
        *,
        seats: Sequence[int] = (1, 2, 3),
        acceptors: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        self._facts = itertools.count(1)
        self.told: dict[str, AcceptorWish] = {}
        super().__init__(
            rules, seats=seats, acceptors=seats if acceptors is None else acceptors, **options
        )

    # --------------------------------------------------------------------- devices speak

    def say(self, kind: type[c.Command], device: str, **said: Any) -> Outcome:
        """A device tells a fact."""
        number = next(self._facts)
        return self.controller.submit(
            kind(
                command_id=f"{device}/{number}",
                issued_at=self.clock.now(),
                actor=Actor(device, Role.DEVICE),
                device_id=device,
                source=f"{device}/{number}",
                **said,
            )
        )

    def token(self, seat: int, value: int | None = PRICE, device: str | None = None) -> Outcome:
        """A seat's acceptor has taken a token."""
        device = device or f"acceptor-{seat}"
        said = {"device_counter": 1, "device_time": self.clock.now()}
        return self.say(c.RecordToken, device, token=1, value_minor=value, **said)

    def window(self, seat: int, *, is_open: bool, order: int, counter: int | None = 0) -> Outcome:
        """A seat's acceptor has opened or shut its window."""
        now = self.clock.now()
        return self.say(
            c.RecordWindow,
            f"acceptor-{seat}",
            is_open=is_open,
            order=order,
            counter=counter,
            device_time=now,
        )

    def lamp(self, seat: int, *, is_lit: bool) -> Outcome:
        """A seat's lamp was lit or went dark."""
        now = self.clock.now()
        return self.say(c.RecordLamp, f"acceptor-{seat}", is_lit=is_lit, device_time=now)

    # ------------------------------------------------------------------ devices do as told

    def wish(self, seat: int) -> AcceptorWish:
        """What a seat's acceptor should be now."""
        device = f"acceptor-{seat}"
        return next(w for w in self.controller.acceptor_wishes() if w.device_id == device)

    def obey(self, *seats: int) -> "AcceptorPlay":
        """Let these acceptors (none named: all) do what is wished and tell it."""
        for one in self.state.acceptors:
            if not seats or one.seat in seats:
                self._obey(one)
        return self

    def _obey(self, acceptor: Acceptor) -> None:
        wish, before = self.wish(acceptor.seat), self.told.get(acceptor.device_id)
        self.told[acceptor.device_id] = wish
        if before is None or (before.is_open, before.order) != (wish.is_open, wish.order):
            self.window(acceptor.seat, is_open=wish.is_open, order=wish.order)
        if (before.is_lit if before else False) != wish.is_lit:
            self.lamp(acceptor.seat, is_lit=wish.is_lit)

    def open_betting(self, *antes: int) -> "AcceptorPlay":
        """Begin a round with antes of 10.00 and every window open."""
        self.run("open_betting")
        self.obey()
        for seat in antes:
            self.run(f"wager: {seat} ante 10")
        return self
