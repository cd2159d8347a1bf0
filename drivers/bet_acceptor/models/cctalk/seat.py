"""One seat's acceptor: from silence to a device that is known, watched, and opened when wished.

Knows the life of one device and how its parts work together: introduction, window, event buffer,
lamp. Does not know the wire or the other seats: it is asked what it would send next, and told how
that ended. Does no I/O and reads no clock.

What it asks for comes back as steps in an order that matters: a token stands before the window
that it was taken at is reported shut.
"""

from collections import Counter
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from dealer_station.messages.device import Life, ReplyResult
from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.commands import SELF_CHECK, SIMPLE_POLL
from drivers.bet_acceptor.models.cctalk.credit_buffer import Restarted
from drivers.bet_acceptor.models.cctalk.credit_feed import CreditFeed
from drivers.bet_acceptor.models.cctalk.exchange import Ended, Ending
from drivers.bet_acceptor.models.cctalk.introduction import Introduction
from drivers.bet_acceptor.models.cctalk.line_quality import LineQuality
from drivers.bet_acceptor.models.cctalk.memory import SeatMemory, WindowState
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.bet_acceptor.models.cctalk.requests import Purpose, Request, Urgency
from drivers.bet_acceptor.models.cctalk.seat_events import event_steps
from drivers.bet_acceptor.models.cctalk.seat_lamp import SeatLamp
from drivers.bet_acceptor.models.cctalk.seat_word import SeatCommand, SeatWord
from drivers.bet_acceptor.models.cctalk.steps import FaultCode, Keep, SeatStep, Trouble
from drivers.bet_acceptor.models.cctalk.window_gate import GateNews, WindowGate
from drivers.bet_acceptor.models.cctalk.window_policy import WindowPolicy
from drivers.link.steps import Answer, LinkCounts

_GARBLED_MAX: Final = 3
_BUSY_MS: Final = 100
_BUSY_MAX: Final = 50
_WRONG_DEVICE_MS: Final = 10_000
_LAMP: Final = frozenset({Purpose.LAMP, Purpose.LAMP_SENSE, Purpose.BLINK})


class Phase(Enum):
    """How far the conversation with a device is."""

    CLOSED = auto()
    PROBING = auto()
    FOUND = auto()


class Seat:
    """The state of the conversation with one acceptor. Times are monotonic milliseconds."""

    def __init__(self, device: str, address: int, profile: LineProfile, memory: SeatMemory) -> None:
        self.device = device
        self.address = address
        self._profile = profile
        self._notes = SeatNotes(memory)
        self._introduction = Introduction(profile, self._notes)
        self._gate = WindowGate(profile, self._notes)
        self._window = WindowPolicy(profile.station_patience_ms, self._notes)
        self._feed = CreditFeed(profile, self._notes)
        self._lamp = SeatLamp(profile.lamp, self._notes)
        self._quality = LineQuality()
        self._word = SeatWord(self._notes)
        self._identify, self._self_test = SeatCommand(), SeatCommand()
        self._phase = Phase.CLOSED
        self._checksum = profile.checksum.tried[0]
        self._is_running = self._is_opening = False
        # Whether it may have taken tokens while nobody talked to it.
        self._was_open = False
        self._wrong_category: str | None = None
        self._probes = self._probe_at_ms = 0
        self._failures = self._failed_at_ms = 0
        self._is_garbled = False
        # Since the last good answer: how often none came, how often a bad one, what was bad.
        self._missed = self._complaints = 0
        self._complaint = ""
        self._garbled_rounds: Counter[int] = Counter()
        self._silent_request: Request | None = None
        self._busy = self._busy_until_ms = 0
        self._good = self._bad = self._resent = 0

    # ------------------------------------------------------------------ what others ask

    @property
    def memory(self) -> SeatMemory:
        """What must be known after a crash."""
        return self._notes.memory

    @property
    def checksum(self) -> Checksum:
        """The checksum that the device uses, or the one that is being tried."""
        return self._checksum

    @property
    def is_found(self) -> bool:
        """Whether the device answers."""
        return self._phase is Phase.FOUND

    @property
    def may_take_tokens(self) -> bool:
        """Whether the window is open, or may be."""
        return self._is_opening or self._window.may_be_open

    @property
    def counts(self) -> LinkCounts:
        """Quality of the line as this device sees it."""
        return LinkCounts(
            frames_good=self._good,
            frames_bad=self._bad + self._quality.bad,
            frames_refused=self._resent,
        )

    # ------------------------------------------------------------------ the line

    def opened(self, now_ms: int) -> list[SeatStep]:
        """Begin on a fresh line: look for the device."""
        self._phase = Phase.PROBING
        self._probes, self._probe_at_ms = 0, now_ms
        self._forget(now_ms)
        return [*self._say(Life.INIT, "looking for the acceptor")]

    def lost(self, reason: str) -> list[SeatStep]:
        """Take note that the line is gone."""
        steps = self._give_up(reason)
        self._phase = Phase.CLOSED
        return steps

    def tick(self, now_ms: int) -> list[SeatStep]:
        """Let time pass."""
        return self._settled([]) if self._window.is_patience_over(now_ms) else []

    def prefer(self, checksum: Checksum) -> None:
        """Take note that a neighbour uses this checksum: it is tried first here too."""
        if self._phase is Phase.PROBING and checksum in self._profile.checksum.tried:
            self._checksum = checksum

    # ------------------------------------------------------------------ the station

    def station(self, *, is_there: bool, now_ms: int) -> list[SeatStep]:
        """Take note of the station: without it a window is shut after a while."""
        self._window.station(is_there=is_there, now_ms=now_ms)
        self._lamp.is_trusted = self._lamp.is_trusted and is_there
        return self._settled([])

    def desire_window(self, wish: WindowState) -> list[SeatStep]:
        """Take what the window should be; each new wish is answered with a report."""
        if self._window.desire(wish) and wish != self._notes.memory.reported:
            self._gate.renew()
        return self._settled([])

    def desire_lamp(self, *, is_lit: bool) -> list[SeatStep]:
        """Take what the lamp should be; it ends blinking."""
        self._lamp.wished()
        self._lamp.is_trusted = self._lamp.is_trusted or self._window.is_station_there
        # Stored with the next fact, and before that told again after a crash: a lamp does not wait
        # for the disk.
        self._notes.change(lamp_wish=is_lit)
        return self._settled([*self._identify.end(ReplyResult.DONE)])

    def refuse_input(self, reason: str | None) -> list[SeatStep]:
        """Take no tokens while the journal is full, or take them again with None."""
        if reason == self._window.refuse_reason:
            return []
        self._window.refuse_reason = reason
        trouble = [] if reason is None else [Trouble(FaultCode.JOURNAL_FULL, reason)]
        return self._settled([*trouble])

    def identify(self, command_id: str, now_ms: int) -> list[SeatStep]:
        """Let the lamp blink for three seconds, or until a wish for it comes."""
        if not self._is_running:
            return [Answer(command_id, ReplyResult.REFUSED, "the acceptor is not ready")]
        before = self._identify.end(ReplyResult.DONE)
        self._identify.begin(command_id)
        self._lamp.blink(now_ms)
        return [*before]

    def self_test(self, command_id: str) -> list[SeatStep]:
        """Let the device check itself; others wait for it as long as it takes."""
        if not self._is_running or self._self_test.is_asked:
            return [Answer(command_id, ReplyResult.FAILED, "the acceptor is not ready")]
        self._self_test.begin(command_id)
        return []

    def clear_fault(self, command_id: str, faults: tuple[str, ...]) -> list[SeatStep]:
        """Take a person's word that these faults, and no newer one, were looked after."""
        memory = self._notes.memory = self._notes.memory.cleared(faults)
        answer = Answer(command_id, ReplyResult.DONE)
        full = self._window.refuse_reason
        if full is not None and FaultCode.JOURNAL_FULL in faults:
            answer = Answer(command_id, ReplyResult.REFUSED, full)
        return [*self._settled([Keep(memory)]), answer]

    # ------------------------------------------------------------------ requests

    def request(self, now_ms: int) -> Request | None:
        """Return what should be asked of this device next, also if it is not due yet."""
        if self._phase is Phase.CLOSED or now_ms < self._busy_until_ms:
            return None
        if self._phase is Phase.PROBING:
            return Request(Purpose.PROBE, SIMPLE_POLL, due_ms=self._probe_at_ms, tries=1)
        if self._silent_request is not None:
            return Request(Purpose.PRESENCE, SIMPLE_POLL, due_ms=self._failed_at_ms)
        best = min(self._wanted(now_ms), key=lambda one: (one.urgency, one.due_ms), default=None)
        if best is not None and self._failures:
            # A device that fails must not hold up the others.
            return replace(best, urgency=Urgency.LATER, due_ms=self._failed_at_ms)
        return best

    def _wanted(self, now_ms: int) -> list[Request]:
        """Return what each part of the seat would ask."""
        known, gate = self._introduction, self._gate
        wanted = [known.request()]
        if known.is_acceptor:
            mask = known.mask if known.is_table_known else None
            if self._is_opening and mask is not None:
                wanted.append(gate.request_open(now_ms, mask))
            else:
                is_due = self._window.is_report_due
                wanted.append(gate.request_shut(now_ms, mask, is_waited_for=is_due))
            wanted.append(self._lamp.request(now_ms))
        if known.is_table_known:
            wanted.append(self._feed.request(is_wanted=self._is_reading_wanted))
            wanted.append(self._quality.request())
        if self._self_test.is_asked:
            timeout_ms = self._profile.self_check_timeout_ms
            wanted.append(Request(Purpose.SELF_CHECK, SELF_CHECK, timeout_ms=timeout_ms))
        return [request for request in wanted if request is not None]

    @property
    def _is_reading_wanted(self) -> bool:
        """Whether the window waits for the event buffer to be read."""
        if self._gate.is_counted:
            return False
        is_due = self._window.is_report_due or not self._feed.is_read
        return self._is_opening or (self._gate.is_shut and is_due)

    # ------------------------------------------------------------------ answers

    def ended(
        self, request: Request, ended: Ended, now_ms: int, *, is_clean: bool
    ) -> list[SeatStep]:
        """Take the end of a request. `is_clean`: nothing went wrong on the line lately."""
        match ended.ending:
            case Ending.ANSWERED:
                self._good += 1
                steps = self._answered(request, ended.data, now_ms, is_clean=is_clean)
            case Ending.REFUSED:
                self._good += 1
                steps = self._refused(request, now_ms)
            case Ending.BUSY:
                self._good += 1
                steps = self._is_busy(request, now_ms)
            case _:
                steps = self._failed(request, ended, now_ms)
        return self._settled(steps)

    def _answered(
        self, request: Request, data: bytes, now_ms: int, *, is_clean: bool
    ) -> list[SeatStep]:
        self._failures = self._busy = 0
        self._missed = self._complaints = 0
        purpose = request.purpose
        if purpose is Purpose.PROBE:
            return self._found(now_ms)
        if purpose is Purpose.PRESENCE:
            return self._present(now_ms)
        del self._garbled_rounds[request.command.header]
        steps: list[SeatStep] = []
        match purpose:
            case Purpose.READ:
                steps += self._read(data, now_ms, is_clean=is_clean)
            case Purpose.IDENTITY:
                steps += [*self._introduction.answered(data), *self._identified(now_ms)]
            case Purpose.QUALITY:
                self._quality.answered(data, now_ms)
            case Purpose.SELF_CHECK:
                fault = f"fault code {' '.join(map(str, data))}" if data[0] else None
                steps += self._self_test.end(_result(fault), fault)
            case _ if purpose in _LAMP:
                if purpose is Purpose.BLINK:
                    steps += self._identify.end(ReplyResult.DONE)
                steps += self._lamp.answered(purpose, request.data, data, now_ms)
            case _:
                news = self._gate.answered(purpose, data, self._introduction.mask, now_ms)
                steps += self._gate_news(news, now_ms)
        return steps

    def _refused(self, request: Request, now_ms: int) -> list[SeatStep]:
        """Take note that the device does not know a request."""
        self._failures = self._busy = 0
        del self._garbled_rounds[request.command.header]
        why = f"the acceptor does not answer header {request.command.header}"
        match request.purpose:
            case Purpose.IDENTITY:
                return [*self._introduction.refused(), *self._identified(now_ms)]
            case Purpose.QUALITY:
                self._quality.refused()
                return []
            case Purpose.SELF_CHECK:
                return [*self._self_test.end(ReplyResult.FAILED, why)]
            case Purpose.PROBE | Purpose.PRESENCE | Purpose.READ:
                return self._lose(f"address {self.address}: {why}", now_ms)
            case purpose if purpose in _LAMP:
                failed = self._identify.end(ReplyResult.FAILED, why)
                return [*failed, *self._lamp.refused(now_ms)]
            case purpose:
                return self._gate_news(self._gate.refused(purpose, now_ms), now_ms)

    def _is_busy(self, request: Request, now_ms: int) -> list[SeatStep]:
        self._busy += 1
        self._busy_until_ms = now_ms + _BUSY_MS
        return self._refused(request, now_ms) if self._busy > _BUSY_MAX else []

    def _failed(self, request: Request, ended: Ended, now_ms: int) -> list[SeatStep]:
        """Take note that no good answer came; after several times ask whether it is there."""
        is_silence = ended.ending is Ending.SILENT
        self._missed += 1
        if not is_silence:
            self._complaints += 1
            self._complaint = ended.detail
        self._bad += not is_silence
        self._failed_at_ms = now_ms
        if request.purpose is Purpose.PROBE:
            return self._not_found(now_ms)
        self._failures += 1
        self._resent += 1
        if request.purpose is Purpose.PRESENCE:
            is_over = is_silence or self._failures >= request.tries
            return self._lose(self._silence(), now_ms) if is_over else []
        self._is_garbled = not is_silence or (self._is_garbled and self._failures > 1)
        if self._failures >= request.tries:
            self._silent_request = request
            self._failures = 0
        return []

    # ------------------------------------------------------------------ life

    def _found(self, now_ms: int) -> list[SeatStep]:
        """Take note that a device answers: ask who it is."""
        self._phase = Phase.FOUND
        self._probes = 0
        self._was_open = self._window.may_be_open
        self._forget(now_ms)
        return []

    def _not_found(self, now_ms: int) -> list[SeatStep]:
        """Try the other checksum; say that it is lost after all were tried some times."""
        tried = self._profile.checksum.tried
        self._probes += 1
        self._checksum = tried[(tried.index(self._checksum) + 1) % len(tried)]
        # All checksums are tried on one device before the next: neighbours mostly use the same.
        self._probe_at_ms = now_ms if self._probes % len(tried) == 0 else self._probe_at_ms - 1
        is_over = self._probes >= self._profile.tries * len(tried)
        return [*self._say(Life.LOST, self._silence())] if is_over else []

    def _present(self, now_ms: int) -> list[SeatStep]:
        """Decide on a request that failed, now that the device is known to be there."""
        request, self._silent_request = self._silent_request, None
        assert request is not None, "its presence was asked for a reason"
        rounds = self._garbled_rounds[request.command.header]
        if self._is_garbled and rounds < _GARBLED_MAX:
            self._garbled_rounds[request.command.header] = rounds + 1
            return []
        return self._refused(request, now_ms)

    def _identified(self, now_ms: int) -> list[SeatStep]:
        """Act on the category: nothing but a coin acceptor is ever told to take anything."""
        known = self._introduction
        if known.wrong_category is None:
            if not known.is_acceptor or self._is_running:
                return []
            self._wrong_category = None
            return [*self._say(Life.INIT, "asking the acceptor")]
        category = known.wrong_category
        reason = f"at address {self.address} stands {category}, not a coin acceptor"
        is_news, self._wrong_category = category != self._wrong_category, category
        steps = self._lose(reason, now_ms)
        self._probe_at_ms = now_ms + _WRONG_DEVICE_MS
        return [Trouble(FaultCode.WRONG_DEVICE, reason), *steps] if is_news else steps

    def _lose(self, reason: str, now_ms: int) -> list[SeatStep]:
        """Take note that this device alone is lost."""
        steps = self._give_up(reason)
        self._phase = Phase.PROBING
        self._probe_at_ms = now_ms
        self._forget(now_ms)
        return steps

    def _give_up(self, reason: str) -> list[SeatStep]:
        """Say that the device is lost, and that nobody will carry out its commands."""
        steps: list[SeatStep] = []
        if self._is_running:
            steps.append(Trouble(FaultCode.DEVICE_LOST, reason))
        steps += self._end_commands(reason)
        self._is_running = self._is_opening = False
        return [*steps, *self._say(Life.LOST, reason)]

    def _restart(self, why: str, now_ms: int) -> list[SeatStep]:
        """Set up a device again that was without power: window and lamp are not what they were."""
        # What it was taught is gone as well, and not to be looked for again.
        steps: list[SeatStep] = [Keep(self._notes.change(mask=None))]
        steps += [*self._lamp.went_dark(), *self._end_commands(why)]
        self._is_running = self._is_opening = False
        self._forget(now_ms)
        return [*steps, *self._say(Life.INIT, why)]

    def _end_commands(self, why: str) -> list[Answer]:
        failed = ReplyResult.FAILED
        return [*self._identify.end(failed, why), *self._self_test.end(failed, why)]

    def _forget(self, now_ms: int) -> None:
        """Forget what was said in this conversation."""
        self._introduction.begin()
        self._gate.begin(now_ms)
        self._feed.begin(now_ms)
        self._lamp.begin()
        self._quality.begin(now_ms)
        self._silent_request = None
        self._failures = self._busy = self._busy_until_ms = 0
        self._garbled_rounds.clear()

    def _read(self, data: bytes, now_ms: int, *, is_clean: bool) -> list[SeatStep]:
        """Take a reading of the event buffer."""
        verdict = self._feed.answered(
            data,
            now_ms,
            checksum=self._checksum,
            is_clean=is_clean,
            is_wanted=self._is_reading_wanted,
            polling_ms=self._introduction.polling_ms,
        )
        if verdict is None:
            return []
        self._gate.counted()
        steps = event_steps(self._notes, verdict, self._introduction.token_facts)
        if isinstance(verdict, Restarted):
            steps += self._restart("the acceptor restarted", now_ms)
        return steps

    def _gate_news(self, news: GateNews, now_ms: int) -> list[SeatStep]:
        match news:
            case GateNews.NONE:
                return []
            case GateNews.MASK_LEARNT:
                return [Keep(self._notes.memory)]
            case GateNews.INHIBIT_FAILED:
                detail = "the acceptor does not keep what it is told to accept"
                return [*self._notes.doubt_once(FaultCode.INHIBIT_FAILED, detail)]
            case GateNews.SETTINGS_LOST:
                why = "the acceptor has lost its settings"
                steps: list[SeatStep] = []
                if self.may_take_tokens or self._was_open:
                    detail = f"{why} while its window was open; tokens may be missing"
                    steps.append(self._notes.doubt(FaultCode.DEVICE_RESET, detail))
                return [*steps, *self._restart(why, now_ms)]

    # ------------------------------------------------------------------ what follows

    def _settled(self, steps: list[SeatStep]) -> list[SeatStep]:
        """Return the steps with what follows from them for window and word."""
        full = self._window.refuse_reason
        if self._phase is not Phase.FOUND:
            return [*steps, *self._word.say_again(full)]
        gate = self._gate
        if self._introduction.is_table_known and self._feed.is_read:
            is_failing = self._notes.has(FaultCode.INHIBIT_FAILED)
            self._is_running = self._is_running or gate.is_set_up or is_failing
            self._was_open = self._was_open and not self._is_running
        # Before it is opened again: the station may still believe it open from an earlier driver.
        if not self._is_opening and gate.is_shut and gate.is_counted and gate.is_power_sure:
            steps = [*steps, *self._window.report(is_open=False)]
        is_opening = self._is_running and self._window.is_open_wanted
        if is_opening is not self._is_opening:
            self._is_opening = is_opening
            gate.turn()
        if is_opening and gate.is_open:
            steps = [*steps, *self._window.report(is_open=True)]
        words = self._word.say_works(full) if self._is_running else self._word.say_again(full)
        return [*steps, *words]

    def _say(self, life: Life, reason: str) -> list[SeatStep]:
        return [*self._word.say(life, reason, self._window.refuse_reason)]

    def _silence(self) -> str:
        """Return why a device is given up, with what may help a technician."""
        tried = " and ".join(self._profile.checksum.tried)
        # Of several checksums one alone brings answers: these are more than chance.
        if self._complaints * len(self._profile.checksum.tried) >= self._missed:
            return f"address {self.address}: {self._complaint} (checksum tried: {tried})"
        return (
            f"nothing answers at address {self.address}, {self._profile.baud} baud,"
            f" checksum {tried}: check power, wiring, address and baud rate"
        )


def _result(fault: str | None) -> ReplyResult:
    return ReplyResult.DONE if fault is None else ReplyResult.FAILED
