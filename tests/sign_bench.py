"""A sign's driver and a simulated sign in one process, on a clock that only the test moves."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from dealer_station.messages.device import Command, DeviceFault, Life
from dealer_station.messages.envelope import Position
from dealer_station.messages.meter_display import (
    AnyMeter,
    Hit,
    LevelAmount,
    LevelAmountV1,
    Meter,
    MeterState,
    MeterV1,
    Shown,
)
from dealer_station.messages.meter_signature import keys_by_id, public_key_id
from dealer_station.messages.topics import CommandVerb
from drivers.link.journal import NextEvent
from drivers.link.steps import (
    Answer,
    At,
    Become,
    Describe,
    Drop,
    LineStep,
    Pause,
    Remember,
    Report,
    Store,
    Write,
)
from drivers.meter_display.driver import MeterDisplay
from drivers.meter_display.fault_script import FaultScript, parse_fault
from drivers.meter_display.feed import NO_MARK, MeterFeed
from drivers.meter_display.glass_ledger import GlassEntry, GlassLedger, seen
from drivers.meter_display.models.alpha.profile import SignProfile
from drivers.meter_display.picture import DisplayRules, LevelOnSign
from drivers.meter_display.rotation import Rotation
from drivers.meter_display.simulated_device import SignDevice
from drivers.meter_display.simulated_receiver import SignReceiver
from drivers.meter_display.simulated_sign import Make, SimulatedSign
from drivers.meter_display.wording import AmountStyle

M = TypeVar("M", Meter, MeterV1)

SIGN = "sign-1"
LEVEL = "main"
PROGRESSIVE = "caribbean"
START_AT = 1_700_000_000_000
STEP_MS = 5
PAUSE_MS = 50
REOPEN_MS = 500
BAUD = 9_600


class Signer:
    """A station's key and the meters that it signs."""

    def __init__(self, seed: int = 1) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes((seed,)) * 32)
        self.public = self._key.public_key().public_bytes_raw()
        self.key_id = public_key_id(self.public)
        self.sequence = 0

    def meter(self, amount_minor: int, **changes: Any) -> Meter:
        """A signed meter, one newer than the last unless a sequence is given."""
        self.sequence += 1
        fields: dict[str, Any] = {
            "epoch": 1,
            "progressive": PROGRESSIVE,
            "sequence": self.sequence,
            "sent_at": START_AT,
            "currency": "EUR",
            "levels": (LevelAmount(level=LEVEL, amount_minor=amount_minor, state=MeterState.LIVE),),
            "hit": None,
            "key_id": self.key_id,
            "signature": "0" * 128,
        }
        bare = Meter(**(fields | changes))
        return self._signed(bare)

    def meter_v1(self, amount_minor: int) -> MeterV1:
        """A meter as an older station signs it."""
        newest = self.meter(amount_minor).model_dump(exclude={"schema_version", "levels", "own"})
        level = LevelAmountV1(level=LEVEL, amount_minor=amount_minor, state=MeterState.LIVE)
        return self._signed(MeterV1(levels=(level,), **newest))

    def _signed(self, bare: M) -> M:
        return bare.model_copy(update={"signature": self._key.sign(bare.signed_bytes()).hex()})


def a_hit(amount_minor: int = 603_467, **changes: Any) -> Hit:
    fields: dict[str, Any] = {
        "number": 1,
        "level": LEVEL,
        "table": "Caribbean Stud 1",
        "seats": (4,),
        "amount_minor": amount_minor,
        "category": "straight_flush",
        "hand": ("5h", "6h", "7h", "8h", "9h"),
        "hit_at": START_AT,
    }
    return Hit(**(fields | changes))


class SignBench:
    """Moves bytes between driver and sign as a serial line does, and keeps what the driver says."""

    def __init__(
        self,
        *,
        make: Make | None = None,
        faults: tuple[str, ...] = (),
        mark: tuple[int, int] = NO_MARK,
        rules: dict[str, Any] | None = None,
        needs_pauses: bool = False,
        dwell_ms: int = 3_000,
        **profile: Any,
    ) -> None:
        self.now_ms = 1_000
        self.signer = Signer()
        self.sign = SimulatedSign(make or Make(reset_ms=300))
        self.ledger = GlassLedger()
        baud = profile.get("baud", BAUD)
        self.faults = FaultScript(faults)
        self.device = SignDevice(
            self.sign,
            SignReceiver(baud=baud, pauses_always=needs_pauses),
            self.faults,
            self.ledger,
        )
        times = {"clear_ms": 400, "settle_ms": 300, "check_ms": 5_000, "register_ms": 60_000}
        self.profile = SignProfile(**(times | profile))
        given: dict[str, Any] = {
            "device": SIGN,
            "progressive": PROGRESSIVE,
            "levels": (LevelOnSign(LEVEL),),
            "style": AmountStyle(),
            "width": 14,
        }
        self.rules = DisplayRules(**(given | (rules or {})))
        self.keys = keys_by_id([self.signer.public.hex()])
        self.feed_mark = mark
        self._dwell_ms = dwell_ms
        self._baud = baud
        self._is_plugged = True
        self._reset_driver()

    def _reset_driver(self) -> None:
        """Start a driver that knows nothing but what its journal kept."""
        levels = (each.level for each in self.rules.levels)
        feed = MeterFeed(PROGRESSIVE, levels, self.keys, self.feed_mark)
        rotation = Rotation(self._dwell_ms + self.profile.on_its_way_ms)
        self.driver = MeterDisplay(self.rules, self.profile, feed, rotation)
        self.is_open = False
        self.open_at_ms = self.now_ms
        self.shown: list[Shown] = []
        self.words: list[Become] = []
        self.faults_stored: list[DeviceFault] = []
        self.answers: dict[str, Answer] = {}
        self.described: list[Describe] = []
        self.notes: list[bytes] = []
        self.writes: list[tuple[int, bytes]] = []
        self.dropped: list[str] = []
        self._to_host: list[tuple[float, bytes]] = []
        self._heard_ms: int | None = None

    # ------------------------------------------------------------------ time

    @property
    def now_at(self) -> int:
        return START_AT + self.now_ms

    def run(self, duration_ms: int) -> None:
        end_ms = self.now_ms + duration_ms
        while self.now_ms < end_ms:
            self.step()

    def run_until(self, condition: Callable[[], Any], limit_ms: int = 60_000) -> int:
        """Let time pass until the condition holds; returns how long that took."""
        start_ms = self.now_ms
        while not condition():
            assert self.now_ms - start_ms < limit_ms, (self.visible, self.words[-1:], self.shown)
            self.step()
        return self.now_ms - start_ms

    def step(self) -> None:
        self.now_ms += STEP_MS
        self._line()
        self.perform(self.driver.tick(self.now_ms, self.now_at))
        self._device()

    def _line(self) -> None:
        if not self.is_open:
            if self.now_ms >= self.open_at_ms:
                self._open()
            return
        if not self._is_plugged:
            self._break("unplugged")
            return
        data = b"".join(d for at, d in self._to_host if at <= self.now_ms)
        self._to_host = [(at, d) for at, d in self._to_host if at > self.now_ms]
        if data:
            self._heard_ms = self.now_ms
            self.perform(self.driver.received(data, self.now_ms, self.now_at))
        elif self._heard_ms is not None and self.now_ms - self._heard_ms >= PAUSE_MS:
            self._heard_ms = None
            self.perform(self.driver.paused(self.now_ms, self.now_at))

    def _open(self) -> None:
        if not self._is_plugged:
            self._break("not there")
            return
        self.is_open = True
        self._to_host.clear()
        self.perform(self.driver.opened(self.now_ms))

    def _break(self, reason: str) -> None:
        self.is_open = False
        self.open_at_ms = self.now_ms + REOPEN_MS
        self._to_host.clear()
        self.perform(self.driver.lost(reason, self.now_ms, self.now_at))

    def _device(self) -> None:
        outcome = self.device.work(self.now_ms, self.now_at)
        for emission in outcome.emissions:
            wire_ms = len(emission.data) * 10_000 / self._baud if self._baud else 0
            at = self.now_ms + emission.delay_ms + wire_ms
            self._to_host.append((at, emission.data))

    # ------------------------------------------------------------------ what the driver wants

    def perform(self, steps: list[LineStep]) -> None:
        broken = None
        for step in steps:
            match step:
                case Write():
                    self.writes.append((self.now_ms, step.data))
                    if self.is_open and self._is_plugged:
                        self.device.take(step.data, self.now_ms)
                case Pause():
                    end_ms = self.now_ms + step.duration_ms
                    while self.now_ms < end_ms:
                        self.now_ms += 1
                        self._device()
                case Drop():
                    broken = broken or step.reason
                case At():
                    assert step.device == SIGN
                    self._tell(step.step)
        if broken is not None:
            self.dropped.append(broken)
            self._break(broken)

    def _tell(self, step: Any) -> None:
        match step:
            case Become():
                self.words.append(step)
            case Report():
                message = step.compose(3)
                assert isinstance(message, Shown)
                self.shown.append(message)
            case Store():
                event = NextEvent(Position(3, len(self.faults_stored) + 1), None)
                if self.faults_stored:
                    event = NextEvent(event.position, self.faults_stored[-1].position)
                self.faults_stored.append(DeviceFault.from_bytes(step.compose(event)))
            case Remember():
                self.notes.append(step.note)
                note = json.loads(step.note)
                self.feed_mark = (note["epoch"], note["sequence"])
            case Answer():
                assert step.command_id not in self.answers, "a command ends once"
                self.answers[step.command_id] = step
            case Describe():
                self.described.append(step)

    # ------------------------------------------------------------------ what a test does

    def meter(self, amount_minor: int, *, is_fresh: bool = True, **changes: Any) -> None:
        self.take(self.signer.meter(amount_minor, **changes), is_fresh=is_fresh)

    def take(self, meter: AnyMeter, *, is_fresh: bool = True) -> None:
        self.perform(
            self.driver.meter(meter, is_fresh=is_fresh, now_ms=self.now_ms, now_at=self.now_at)
        )

    def keep_fresh(self, amount_minor: int, duration_ms: int, **changes: Any) -> None:
        """Send meters as a station does, every half second."""
        end_ms = self.now_ms + duration_ms
        while self.now_ms < end_ms:
            self.meter(amount_minor, **changes)
            self.run(min(500, end_ms - self.now_ms))

    def set_up(self, amount_minor: int = 5_431_207) -> "SignBench":
        """Let the driver come up and show an amount."""
        while self.visible != "54,312.07" or not self.is_running:
            self.keep_fresh(amount_minor, 500)
            assert self.now_ms < 60_000
        return self

    def command(self, verb: CommandVerb, command_id: str, **fields: Any) -> None:
        command = Command(
            epoch=1,
            device=SIGN,
            command_id=command_id,
            verb=verb,
            sent_at=0,
            expires_at=1,
            **fields,
        )
        self.perform(self.driver.command(SIGN, command, self.now_ms))

    def fault(self, word: str) -> None:
        """Let a fault happen to the next frame."""
        self.device.add_fault(parse_fault(word))

    def unplug(self) -> None:
        self._is_plugged = False
        self.device.unplugged()

    def plug(self) -> None:
        self._is_plugged = True

    def kill_driver(self) -> None:
        """Let the driver die without a word; the sign goes on."""
        self._reset_driver()

    def lose_power(self, duration_ms: int, *, keeps_memory: bool = False) -> None:
        self.device.lose_power(duration_ms, self.now_ms, keeps_memory=keeps_memory)

    @property
    def visible(self) -> str:
        return self.sign.view(self.now_ms).visible

    @property
    def flickers(self) -> int:
        return self.sign.view(self.now_ms).flickers

    @property
    def entries(self) -> tuple[GlassEntry, ...]:
        return self.ledger.entries

    @property
    def seen(self) -> tuple[str, ...]:
        return seen(self.entries)

    @property
    def life(self) -> Life:
        return self.words[-1].life

    @property
    def is_running(self) -> bool:
        return bool(self.words) and self.life in (Life.READY, Life.DEGRADED)

    @property
    def codes(self) -> list[str]:
        return [fault.code for fault in self.faults_stored]

    @property
    def newest(self) -> Shown:
        return self.shown[-1]
