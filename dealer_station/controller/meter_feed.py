"""Signed meters from the station: what every sign of its progressives is told, twice a second.

Knows what was committed (it reads the record, and of the tables whether they take wagers for a
progressive), the meter's signing key, and the lease under which it speaks. Does not know who
listens: MQTT and the live line of the browser signs subscribe. A meter goes out at once after a
change, at most ten a second, and every `METER_EVERY_MS` anyway, since a sign goes blank without
(DSP-09).

Where something fails, nothing is said: the signs find out by themselves that it is missing.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Final, Protocol

from dealer_station.clock import Clock
from dealer_station.controller.hit_programme import HitProgramme
from dealer_station.controller.meter_history import MeterHistory, MeterHit, after
from dealer_station.controller.ports import Record
from dealer_station.controller.streams import meter_lease, progressive_stream
from dealer_station.event_log.errors import EventLogError
from dealer_station.event_log.keys import SigningKey
from dealer_station.event_log.registry import EventRegistry
from dealer_station.games.procedure import BOARD, PLAYER
from dealer_station.messages.meter_display import (
    METER_EVERY_MS,
    METER_LATE_MS,
    Hit,
    LevelAmount,
    LevelCap,
    Meter,
    MeterState,
    OverflowTo,
    OwnAmounts,
)
from dealer_station.money import whole_minor
from dealer_station.observability import Metrics, get_logger
from dealer_station.progressive.conversion import (
    SAME,
    Conversion,
    rates_by_currency,
    to_pool,
    to_table,
)
from dealer_station.progressive.levels import Level, level_name

_log = get_logger(__name__)

LEAST_MS: Final = 100
"""Least time between two meters of one progressive: a change sooner waits for the rest of it."""

_NO_SIGNATURE: Final = "0" * 128
_SUITS: Final = frozenset("cdhs")


class PublicTable(Protocol):
    """A table as everybody may see it."""

    @property
    def conversions(self) -> Mapping[str, Conversion]:
        """How the table's wagers count for pools in another currency."""

    def public_view(self) -> Mapping[str, Any]:
        """Return the view without any card that is not public."""

    def suspends(self, progressive_id: str) -> bool:
        """Whether no wager for a progressive is taken here at present."""


@dataclass(frozen=True, slots=True)
class SpokenProgressive:
    """A progressive that this station speaks for, and the epoch of its lease on the meter.

    `level` is what its main level is called, `currency` its own (ISO 4217); `pools` are the tables
    that play for it, each with its pool's name.
    """

    progressive_id: str
    level: str
    currency: str
    epoch: int
    pools: Mapping[str, str] = field(default_factory=dict)

    def name_of(self, level_id: str) -> str:
        """Return what a level is called on signs."""
        return level_name(self.level, level_id)


Listener = Callable[[Meter], None]
"""Hears every meter, in order, on the feed's thread: it must not wait for anybody."""


@dataclass(slots=True)
class _Line:
    """What was said of one progressive, in milliseconds of the monotonic clock."""

    spoken: SpokenProgressive
    born_ms: int
    history: MeterHistory
    sequence: int = 0
    tried_ms: int | None = None
    said_ms: int | None = None
    # When the oldest change happened that no meter has told yet.
    changed_ms: int | None = None
    programme: HitProgramme = field(default_factory=HitProgramme)
    hit: MeterHit | None = None
    told_hit: Hit | None = None
    is_taken_over: bool = False
    trouble: str = ""

    def due_ms(self) -> int:
        """Return when the next meter is due."""
        if self.tried_ms is None:
            return 0
        return self.tried_ms + (METER_EVERY_MS if self.changed_ms is None else LEAST_MS)

    def age_ms(self, now_ms: int) -> int:
        """Return how long nothing has been said."""
        return now_ms - (self.born_ms if self.said_ms is None else self.said_ms)


class MeterFeed:
    """Speaks for the meters of a station. Thread-safe."""

    def __init__(
        self,
        record: Record,
        registry: EventRegistry,
        key: SigningKey,
        progressives: Iterable[SpokenProgressive],
        lease_epoch: Callable[[str], int | None],
        tables: Mapping[str, PublicTable],
        metrics: Metrics,
        clock: Clock,
    ) -> None:
        self._record = record
        self._registry = registry
        self._key = key
        self._lease_epoch = lease_epoch
        self._tables = tables
        self._metrics = metrics
        self._clock = clock
        self._lines = {
            one.progressive_id: _Line(one, clock.monotonic_ms(), MeterHistory())
            for one in progressives
        }
        self._listeners: tuple[Listener, ...] = ()
        self._listening = threading.Lock()
        self._wake = threading.Event()
        self._is_stopping = False
        self._thread = threading.Thread(target=self._run, name="meters", daemon=True)
        for line in self._lines.values():
            age = metrics.meter_age_seconds.labels(line.spoken.progressive_id)
            age.set_function(partial(self._age_s, line))

    # ------------------------------------------------------------------------- for others

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Let `listener` hear every meter from now on; returns how to stop it."""
        with self._listening:
            self._listeners = (*self._listeners, listener)

        def stop() -> None:
            with self._listening:
                self._listeners = tuple(one for one in self._listeners if one is not listener)

        return stop

    def meter_moved(self, progressive_id: str) -> None:
        """Note that something of a progressive was committed; its meter goes out at once."""
        line = self._lines.get(progressive_id)
        if line is not None:
            if line.changed_ms is None:
                line.changed_ms = self._clock.monotonic_ms()
            self._wake.set()

    @property
    def is_working(self) -> bool:
        """Whether the thread lives: one that an error of ours has ended is not started again."""
        return self._thread.is_alive()

    @property
    def trouble(self) -> str:
        """Say of which progressives no fresh meter went out, and why; empty if of none."""
        now_ms = self._clock.monotonic_ms()
        return "; ".join(
            f"{progressive_id}: no meter for {line.age_ms(now_ms) // 1000} s"
            + (f" ({line.trouble})" if line.trouble else "")
            for progressive_id, line in self._lines.items()
            if not line.is_taken_over and line.age_ms(now_ms) > METER_LATE_MS
        )

    @property
    def taken_over(self) -> tuple[str, ...]:
        """The progressives that another station speaks for by now."""
        return tuple(name for name, line in self._lines.items() if line.is_taken_over)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Speak until the block ends."""
        self._thread.start()
        try:
            yield
        finally:
            self._is_stopping = True
            self._wake.set()
            self._thread.join()

    def _age_s(self, line: _Line) -> float:
        return line.age_ms(self._clock.monotonic_ms()) / 1000

    # ------------------------------------------------------------------------- the thread

    def _run(self) -> None:
        while not self._is_stopping:
            self._wake.wait(self.speak_due() / 1000)
            self._wake.clear()

    def speak_due(self) -> int:
        """Send every meter that is due; returns in how many milliseconds the next one is."""
        for line in self._own_lines():
            if line.due_ms() <= self._clock.monotonic_ms():
                self._speak_or_note(line)
        now_ms = self._clock.monotonic_ms()
        waits = (line.due_ms() - now_ms for line in self._own_lines())
        return max(0, min(waits, default=METER_EVERY_MS))

    def _own_lines(self) -> list[_Line]:
        """Return the lines whose lease is ours; one that was lost does not come back."""
        return [line for line in self._lines.values() if not line.is_taken_over]

    def _speak_or_note(self, line: _Line) -> None:
        """A database that is away, or a fault in one meter, must not end the feed of all."""
        line.tried_ms = self._clock.monotonic_ms()
        changed_ms, line.changed_ms = line.changed_ms, None
        try:
            self._speak(line)
        except EventLogError as error:
            self._note(line, str(error))
        except Exception as error:  # noqa: BLE001 - one meter's fault; it is logged with its trace
            if not line.trouble:
                _log.exception("meter_not_made", progressive=line.spoken.progressive_id)
            self._note(line, f"{type(error).__name__}; see the log")
        else:
            line.trouble = ""
            if changed_ms is not None and line.said_ms is not None:
                delay_s = (self._clock.monotonic_ms() - changed_ms) / 1000
                self._metrics.meter_delay_seconds.observe(delay_s)

    def _note(self, line: _Line, reason: str) -> None:
        if line.trouble != reason:
            _log.error("meter_waits", progressive=line.spoken.progressive_id, reason=reason)
        line.trouble = reason

    def _speak(self, line: _Line) -> None:
        """Read what was committed, and say it, unless another station speaks by now."""
        spoken = line.spoken
        stream = progressive_stream(spoken.progressive_id)
        for stored in self._record.read(stream, line.history.version):
            line.history = after(line.history, self._registry.decode(stored), stored.version)
        if self._lease_epoch(meter_lease(spoken.progressive_id)) != spoken.epoch:
            _log.error("meter_lease_lost", progressive=spoken.progressive_id)
            line.is_taken_over = True
        if line.is_taken_over or not line.history.is_open:
            return
        line.sequence += 1
        self._hand_out(self._meter(line))
        line.said_ms = self._clock.monotonic_ms()
        self._metrics.meters_said.labels(spoken.progressive_id).inc()

    def _hand_out(self, meter: Meter) -> None:
        """Tell every listener; one that fails keeps it from none of the others."""
        for listener in self._listeners:
            try:
                listener(meter)
            except Exception:  # noqa: BLE001 - one listener's fault; it is logged with its trace
                _log.exception("meter_not_handed_out", progressive=meter.progressive)

    # ------------------------------------------------------------------------- the message

    def _meter(self, line: _Line) -> Meter:
        spoken, now = line.spoken, self._clock.now()
        state = self._state_of(spoken.progressive_id)
        meter = Meter(
            epoch=spoken.epoch,
            progressive=spoken.progressive_id,
            sequence=line.sequence,
            sent_at=now,
            currency=spoken.currency,
            levels=_amounts(line, SAME, state),
            own=tuple(
                OwnAmounts(currency=currency, levels=_amounts(line, rate, state))
                for currency, rate in self._rates(spoken)
            ),
            hit=self._told_hit(line, now),
            key_id=self._key.key_id,
            signature=_NO_SIGNATURE,
        )
        signature = self._key.sign(meter.signed_bytes()).hex()
        return meter.model_copy(update={"signature": signature})

    def _rates(self, spoken: SpokenProgressive) -> list[tuple[str, Fraction]]:
        """Return the other currencies of a progressive's tables, each with its conversion."""
        found = (self._tables[one].conversions.get(pool) for one, pool in spoken.pools.items())
        return sorted(rates_by_currency(one for one in found if one is not None).items())

    def _state_of(self, progressive_id: str) -> MeterState:
        """Say whether all tables of this station take wagers for it: all its levels or none."""
        is_suspended = any(table.suspends(progressive_id) for table in self._tables.values())
        return MeterState.SUSPENDED if is_suspended else MeterState.LIVE

    def _told_hit(self, line: _Line, now: int) -> Hit | None:
        """Return the hit whose turn it is, with its hand once everybody may see it."""
        hit = line.programme.told_now(line.history.hits, self._clock.monotonic_ms(), now)
        if hit is None:
            line.hit = line.told_hit = None
            return None
        is_complete = line.told_hit is not None and (line.told_hit.hand or len(hit.shares) > 1)
        if line.hit != hit or not is_complete:
            line.hit, line.told_hit = hit, self._told(line, hit)
        return line.told_hit

    def _told(self, line: _Line, hit: MeterHit) -> Hit:
        name, hand = self._seen_at_table(hit)
        amount_minor, currency = self._paid(line.spoken, hit)
        return Hit(
            number=hit.number,
            level=line.spoken.name_of(hit.level_id),
            table=name,
            seats=hit.seats,
            amount_minor=amount_minor,
            category=hit.category,
            hand=hand,
            hit_at=hit.hit_at,
            currency=currency,
        )

    def _paid(self, spoken: SpokenProgressive, hit: MeterHit) -> tuple[int, str | None]:
        """Return what the winners get, and in which currency; None is the progressive's.

        What another station's table plays in is not known here: then it is told in that.
        """
        table, pool = self._tables.get(hit.table_id), spoken.pools.get(hit.table_id, "")
        conversion = None if table is None else table.conversions.get(pool)
        if conversion is None:
            return whole_minor(to_pool(hit.amount_minor, hit.conversion)), None
        return hit.amount_minor, conversion.currency

    def _seen_at_table(self, hit: MeterHit) -> tuple[str, tuple[str, ...]]:
        """Return what the table is called and the winning hand, as far as everybody may see it.

        That of one winner, or the one that all of them play, with the board; not when the table is
        another station's or has gone on.
        """
        table = self._tables.get(hit.table_id)
        if table is None:
            return hit.table_id, ()
        try:
            view = table.public_view()
        except Exception:  # noqa: BLE001 - a fault of the table must not keep the meter back
            _log.exception("hit_without_its_table", table=hit.table_id)
            return hit.table_id, ()
        if view["round"] != hit.round_number:
            return view["table"]["name"], ()
        cards = _winning_cards(view["cards"], hit.seats)
        is_open = all(card[-1] in _SUITS for card in cards)
        return view["table"]["name"], cards if is_open else ()


def _winning_cards(cards: Mapping[str, str], seats: tuple[int, ...]) -> tuple[str, ...]:
    """Return the hand that has won, of the hands on the table by name; () where there are several.

    A hand that all play is the board's and one more (`games/procedure.py`).
    """
    own = cards.get(str(seats[0]), "") if len(seats) == 1 else ""
    played = own or cards.get(PLAYER, "")
    return (*played.split(), *(cards.get(BOARD, "").split() if played else ()))


def _amounts(line: _Line, conversion: Fraction, state: MeterState) -> tuple[LevelAmount, ...]:
    """Return what every level shows in a currency, rounded down."""
    return tuple(
        LevelAmount(
            level=line.spoken.name_of(level.level_id),
            amount_minor=to_table(level.meter_minor, conversion),
            state=state,
            cap=_cap(level, conversion),
        )
        for level in line.history.levels
    )


def _cap(level: Level, conversion: Fraction) -> LevelCap | None:
    """Return a level's cap as its terms file it, in a currency, rounded down."""
    if level.terms is None or level.terms.cap_minor is None:
        return None
    return LevelCap(
        cap_minor=to_table(level.terms.cap_minor, conversion),
        is_reached=level.is_at_cap,
        overflow_to=OverflowTo(level.terms.overflow_to),
    )
