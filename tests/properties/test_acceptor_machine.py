"""Random lives of acceptors at a table: whatever the timing, no token is lost or counted twice.

Each acceptor is a device with facts that reach the station late, in order, and perhaps again. Coins
fall at any moment, also just after a window was shut. After every step the tokens that were told
are wagers or stray tokens, one each; a lamp is wished only for a wager that lies there; the table
is held while a stray token waits; and a token that fell before its acceptor answered the closing,
at a window that was open for that betting, is a wager.
"""

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from acceptor_play import PRICE, AcceptorPlay
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)
from random_lives import live_until_reached
from table_play import DEALER, STATION, SUPERVISOR

from dealer_station.money import whole_minor
from dealer_station.progressive.accounts import Account
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.acceptors import StrayReason
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Actor, Role

LIVES = 300
STEPS = 60
SEATS = (1, 2)
HANDS = {1: "9h 7h 5h 3h 2h", 2: "8h 7c 5c 4d 2s", "dealer": "Ah Kh 9s 6c 4h"}


@dataclass
class Device:
    """An acceptor: what it was told to be, what it is, and the facts that are on their way."""

    seat: int
    is_open: bool = False
    order: int = 0
    opened_for: int = 0
    counter: int = 0
    number: int = 0
    waiting: deque[c.Command] = field(default_factory=deque)
    taken: list[str] = field(default_factory=list)
    told: list[c.Command] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"acceptor-{self.seat}"


class AcceptorMachine(RuleBasedStateMachine):
    """Takes a table with two acceptors through a random life."""

    reached: ClassVar[Counter[str]] = Counter()

    @initialize()
    def open_table(self) -> None:
        self.play = AcceptorPlay(seats=SEATS)
        self.devices = {seat: Device(seat) for seat in SEATS}

    # ------------------------------------------------------------------------------ devices

    def fact(self, device: Device, kind: type[c.Command], **said: Any) -> None:
        device.number += 1
        source = f"{device.name}/1/{device.number}"
        device.waiting.append(
            kind(
                command_id=source,
                issued_at=self.play.clock.now(),
                actor=Actor(device.name, Role.DEVICE),
                device_id=device.name,
                source=source,
                **said,
            )
        )

    @rule(seat=st.sampled_from(SEATS))
    def look(self, seat: int) -> None:
        """The device sees what it should be, and does it."""
        device, wish = self.devices[seat], self.play.wish(seat)
        if (device.is_open, device.order) == (wish.is_open, wish.order):
            return
        device.is_open, device.order = wish.is_open, wish.order
        if wish.is_open:
            device.opened_for = wish.order
        self.fact(
            device,
            c.RecordWindow,
            is_open=wish.is_open,
            order=wish.order,
            counter=device.counter,
            device_time=self.play.clock.now(),
        )

    @rule(seat=st.sampled_from(SEATS), value=st.sampled_from([PRICE, PRICE, PRICE, 500, None]))
    def drop(self, seat: int, value: int | None) -> None:
        """A coin falls; one that was on its way when the window was shut is taken too."""
        device = self.devices[seat]
        device.counter += 1
        counted = {"device_counter": device.counter, "device_time": self.play.clock.now()}
        self.fact(device, c.RecordToken, token=1, value_minor=value, **counted)
        device.taken.append(device.waiting[-1].command_id)

    @rule(seat=st.sampled_from(SEATS), is_again=st.booleans())
    def tell(self, seat: int, *, is_again: bool) -> None:
        """The oldest fact that waits reaches the station, perhaps twice."""
        device = self.devices[seat]
        if not device.waiting:
            return
        command = device.waiting.popleft()
        for _ in range(1 + is_again):
            assert self.play.controller.submit(command).refusal is None
        device.told.append(command)

    # ------------------------------------------------------------------------------- people

    def serve(self) -> None:
        """Every device does what it is told, and all that waits is told."""
        for seat, device in self.devices.items():
            self.look(seat)
            while device.waiting:
                self.tell(seat, is_again=False)

    @rule(is_served=st.sampled_from([True, True, False]))
    def go_on(self, *, is_served: bool) -> None:
        """The dealer takes the next step, if it is his; as a rule the devices follow at once."""
        self.next_step()
        if is_served:
            self.serve()

    def next_step(self) -> None:
        """Take the next step of the round."""
        play = self.play
        if play.state.open_irregularity is not None:
            return
        match play.state.phase:
            case Phase.IDLE | Phase.SETTLED | Phase.VOID:
                self.tell_of_link(is_lost=False)
                play.run("open_betting", "wager: 1 ante 10; 2 ante 10")
            case Phase.BETTING:
                play.run("close_betting")
            case Phase.DEALING:
                dealt = {hand.seat for hand in play.round.hands}
                cards = [f"{k}: {v}" for k, v in HANDS.items() if k == "dealer" or k in dealt]
                play.run(f"deal: {{{', '.join(cards)}}}")
            case Phase.DECIDING:
                play.run("; ".join(f"{s} bet" for s in play.round.undecided).join(("act: ", "")))
            case Phase.PAYING:
                play.run("pay")

    @rule(seat=st.sampled_from(SEATS))
    def take_back(self, seat: int) -> None:
        """The dealer gives a token back while betting is open."""
        self.play.submit(c.WithdrawWager, DEALER, seat=seat, spot="progressive")

    @rule(option=st.sampled_from(["as_proposed", "as_proposed", "void_round"]))
    def decide(self, option: str) -> None:
        if self.play.state.open_irregularity is not None:
            self.play.submit(c.ApplyRuling, SUPERVISOR, option=option)

    @rule()
    def misdeal(self) -> None:
        self.play.submit(c.ReportIrregularity, DEALER, irregularity="CS-I18")

    @rule(seconds=st.integers(0, 2))
    def wait(self, seconds: int) -> None:
        self.play.clock.advance(seconds * 1000)
        self.play.submit(c.AdvanceClock, STATION)

    def tell_of_link(self, *, is_lost: bool) -> None:
        """Nobody can reach the acceptors, or somebody can again."""
        kind = c.SuspendProgressive if is_lost else c.ResumeProgressive
        assert self.play.submit(kind, STATION, progressive_id="p1").refusal is None

    @rule(seat=st.sampled_from(SEATS), chance=st.integers(0, 7))
    def lose_and_find_link(self, seat: int, chance: int) -> None:
        """The link is lost, or back; a coin may fall at a window that was shut for it."""
        self.tell_of_link(is_lost=chance < 3)
        if chance < 2 and self.play.state.phase is Phase.BETTING:
            self.serve()
            self.drop(seat, PRICE)
            self.tell_of_link(is_lost=False)

    @rule()
    def restart(self) -> None:
        before = self.play.state
        self.play.restart()
        after = self.play.state
        assert (after.acceptors, after.stray_tokens) == (before.acceptors, before.stray_tokens)

    # --------------------------------------------------------------------------- invariants

    @invariant()
    def every_token_told_is_a_wager_or_a_stray_one(self) -> None:
        told = [t.command_id for d in self.devices.values() for t in d.told if is_token(t)]
        wagers = [w.source for w in self.play.events(e.WagerPlaced) if w.is_coin]
        strays = [s.source for s in self.play.events(e.StrayTokenTaken)]
        assert sorted(told) == sorted(wagers + strays)

    @invariant()
    def a_stray_token_holds_the_table_until_it_is_given_back(self) -> None:
        state = self.play.state
        if state.stray_tokens:
            assert state.open_irregularity is not None

    @invariant()
    def a_lamp_is_wished_only_for_a_wager_that_lies_there(self) -> None:
        for seat in SEATS:
            current = self.play.state.round
            lies = current is not None and "progressive" in current.pending_stakes(seat)
            assert self.play.wish(seat).is_lit == (lies and self.play.state.is_round_open)

    @invariant()
    def no_window_is_wished_open_for_what_is_suspended(self) -> None:
        if self.play.state.is_suspended:
            assert not any(self.play.wish(seat).is_open for seat in SEATS)

    @invariant()
    def betting_is_closed_only_when_nobody_is_waited_for(self) -> None:
        for event in self.play.events(e.BettingClosed)[-1:]:
            self.reached[type(event).__name__] += 1
        if self.play.state.phase is Phase.DEALING:
            assert self.play.state.closing is None

    @invariant()
    def the_meter_has_what_closed_wagers_brought(self) -> None:
        (level,) = self.play.progressive.levels
        assert level.holds(Account.METER) >= 0
        assert level.meter_minor == whole_minor(level.holds(Account.METER))

    @invariant()
    def tokens_in_order_are_judged_right(self) -> None:
        """Judge each told token anew, from the device's own order of facts alone."""
        strays = {s.source: s.reason for s in self.play.events(e.StrayTokenTaken)}
        history = enumerate(self.play.history(), start=1)
        closings = {version for version, name in history if name == "closing_begun"}
        closing = self.play.state.closing
        assert closing is None or closing.number in closings
        for device in self.devices.values():
            for token, is_in_time in judged(device.told, closings):
                reason = strays.get(token.command_id)
                self.reached[str(reason)] += 1
                if reason is None:
                    assert is_in_time, f"{token.command_id} fell at a window that was not open"

    def teardown(self) -> None:
        for seat, device in self.devices.items():
            while device.waiting:
                self.tell(seat, is_again=False)
        self.every_token_told_is_a_wager_or_a_stray_one()


def is_token(command: c.Command) -> bool:
    return isinstance(command, c.RecordToken)


def judged(told: list[c.Command], closings: set[int]) -> list[tuple[c.Command, bool]]:
    """Every token with whether an opening stands before it and no later closing between.

    A window that is shut while something holds the table is not closed: its betting goes on.
    """
    judged_tokens, newest_open, newest_shut = [], 0, 0
    for command in told:
        if isinstance(command, c.RecordWindow):
            if command.is_open:
                newest_open = command.order
            elif command.order in closings:
                newest_shut = command.order
        elif is_token(command):
            # Orders grow: a closing has a higher number than the openings before it.
            judged_tokens.append((command, newest_open > newest_shut))
    return judged_tokens


def test_no_token_is_lost_and_none_counts_twice():
    AcceptorMachine.reached.clear()
    lives = settings(
        max_examples=LIVES,
        stateful_step_count=STEPS,
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    wanted = ("BettingClosed", "None", *(str(r) for r in StrayReason if r != "unknown_seat"))
    live_until_reached(AcceptorMachine, lives, AcceptorMachine.reached, wanted)


@pytest.mark.parametrize("order", ["token first", "answer first"])
def test_the_very_moment_of_closing(order):
    """A token and the answer to the closing, one step apart: a wager or a stray one."""
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    play.run("close_betting")
    if order == "token first":
        play.token(1)
        play.obey(1)
    else:
        play.obey(1)
        play.token(1)
    assert (play.round.wager(1, "progressive") is not None) == (order == "token first")
    assert len(play.events(e.StrayTokenTaken)) == (order == "answer first")
