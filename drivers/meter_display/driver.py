"""The driver of a jackpot sign: meters in, what the sign shows out.

Knows what stands on the sign and what shall, and tells the station about the first. Does not know
games, tables, ports or brokers: it is pure, and the runner of `drivers.link` carries out what it
asks for. `feed` says what may be shown, `picture` what shall be, `models.alpha.host` gets it there.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from dealer_station.messages.device import Command, Life, ReplyResult
from dealer_station.messages.meter_display import SHOWN, AnyMeter, Shown
from dealer_station.messages.topics import CommandVerb
from drivers.link.steps import (
    Answer,
    At,
    Become,
    Describe,
    DeviceStep,
    Drop,
    LineStep,
    LinkCounts,
    Pause,
    Remember,
    Report,
    Wish,
    Write,
)
from drivers.meter_display.conditions import Conditions, FaultCode
from drivers.meter_display.feed import MeterFeed, Taken, mark_to_note
from drivers.meter_display.models.alpha.codec import AlphaCodec
from drivers.meter_display.models.alpha.exchange import Purpose, is_reply
from drivers.meter_display.models.alpha.files import SEQUENCE, File
from drivers.meter_display.models.alpha.host import (
    ErrorsRead,
    ErrorsUnread,
    Failed,
    FileRead,
    HostStep,
    MemoryWritten,
    Send,
    SignHost,
    Told,
)
from drivers.meter_display.models.alpha.profile import SignProfile
from drivers.meter_display.models.alpha.readings import SignError, register_text
from drivers.meter_display.models.alpha.texts import message_text, value_text
from drivers.meter_display.name_search import NameSearch
from drivers.meter_display.picture import (
    DisplayRules,
    Meaning,
    Message,
    Picture,
    What,
    dashes,
    name_of,
    picture,
)
from drivers.meter_display.rotation import Rotation
from drivers.meter_display.wording import DASHES, WIN

PROTOCOL: Final = "alpha"
CAPABILITIES: Final = ("meter", "shown", "fault", "identify", "self_test", "replay", "clear_fault")
READ_BACK: Final = "read_back"
"""A capability of signs that can be asked what they show."""

_MARK_EVERY_MS: Final = 10_000
_TEXT_MAX: Final = 500
_OF_PICTURE: Final = (FaultCode.LEVEL_MISSING, FaultCode.AMOUNT_TOO_LONG)
_OF_LINE: Final = (FaultCode.READ_BACK_WRONG, FaultCode.SIGN_ERRORS)


class MeterDisplay:
    """The logic of a line with one sign; a `drivers.link.steps.LineLogic`."""

    def __init__(
        self, rules: DisplayRules, profile: SignProfile, feed: MeterFeed, rotation: Rotation
    ) -> None:
        self._rules = rules
        self._rotation = rotation
        self._profile = profile
        self._feed = feed
        self._host = SignHost(profile)
        self._conditions = Conditions(rules.device)
        self._codec = AlphaCodec(needs_checksum=True)
        self._is_open = self._is_running = self._is_station_there = False
        self._word: Become | None = None
        self._reported: tuple[object, ...] | None = None
        self._wrong_files: set[File] = set()
        self._search = NameSearch()
        self._tests: list[str] = []
        self._mark_stored_ms: int | None = None
        self._now_at = 0
        self._frames_good = self._frames_bad = self._reads_wrong = 0
        self._host.files.want(File.TEXT, value_text(profile.look))
        self._host.files.want(File.SEQUENCE, SEQUENCE)

    def counts(self, device: str) -> LinkCounts:
        """Quality of the line; refused are answers that were not what had been written."""
        self._check(device)
        return LinkCounts(
            frames_good=self._frames_good,
            frames_bad=self._frames_bad,
            frames_refused=self._reads_wrong + self._host.naks,
        )

    # ------------------------------------------------------------------ the line

    def opened(self, now_ms: int) -> list[LineStep]:
        """Begin on a fresh line; the questions go out with the next tick."""
        self._codec = AlphaCodec(needs_checksum=True)
        self._is_open, self._is_running = True, False
        self._host.opened(now_ms)
        return self._at(self._become(Become(Life.INIT, "asking the sign")))

    def received(self, data: bytes, now_ms: int, now_at: int) -> list[LineStep]:
        """Take bytes that arrived."""
        steps: list[LineStep] = []
        for frame in self._codec.receive(data):
            self._frames_good += is_reply(frame)
            steps += self._act(self._host.received(frame, now_ms), now_ms, now_at)
        if self._is_running:
            self._now_at = now_at
            steps += self._at(self._report())  # the next write may leave at once
        return [*steps, *self._go_on(now_ms, now_at)]

    def paused(self, now_ms: int, now_at: int) -> list[LineStep]:
        """Take note of a pause: what lies half received will not be completed."""
        del now_ms, now_at
        self._codec.idle()
        self._frames_bad += bool(self._codec.take_garbage())
        return []

    def tick(self, now_ms: int, now_at: int) -> list[LineStep]:
        """Let time pass: meters grow old, answers fail to come, pauses end."""
        return self._go_on(now_ms, now_at)

    def lost(self, reason: str, now_ms: int, now_at: int) -> list[LineStep]:
        """Take note that the line is gone: nobody knows what the sign shows now."""
        self._now_at = now_at
        steps: list[DeviceStep] = []
        if self._is_running:
            detail = f"{reason}; the sign may still show an old amount"
            steps += self._conditions.happened(FaultCode.DEVICE_LOST, detail, now_ms, now_at)
        self._is_open = self._is_running = False
        self._host.lost()
        self._conditions.end(*_OF_LINE)
        self._wrong_files.clear()
        steps += self._end_commands(reason)
        steps += self._become(Become(Life.LOST, reason, self._conditions.standing))
        steps += self._report()
        return self._at(steps)

    def closing(self) -> list[LineStep]:
        """Take the amount off the sign: nobody will keep it fresh."""
        steps: list[LineStep] = []
        if self._is_open:
            steps += self._farewell()
            shown = dashes(self._feed.mark)
            steps += self._at([self._shown(shown, is_read_back=False)])
        return [*steps, *self._at([Remember(mark_to_note(self._feed.mark))])]

    # ------------------------------------------------------------------ the station

    def meter(self, meter: AnyMeter, *, is_fresh: bool, now_ms: int, now_at: int) -> list[LineStep]:
        """Take a meter: it is shown only if it is signed, newer than the last, and not retained."""
        steps: list[DeviceStep] = []
        match self._feed.take(meter, now_ms, is_fresh=is_fresh):
            case Taken.UNTRUSTED:
                code = FaultCode.METER_UNTRUSTED
                steps += self._conditions.begin(code, self._feed.reason, now_ms, now_at)
            case Taken.ACCEPTED:
                self._conditions.end(FaultCode.METER_UNTRUSTED)
                steps += self._remember(now_ms)
            case Taken.PASSED_OVER:
                pass
        return [*self._at(steps), *self._go_on(now_ms, now_at)]

    def desired(self, device: str, wish: Wish, now_ms: int, now_at: int) -> list[LineStep]:
        """Leave a wish alone: a sign is told by meters."""
        del wish, now_ms, now_at
        self._check(device)
        return []

    def station(self, *, is_there: bool, now_ms: int, now_at: int) -> list[LineStep]:
        """Take note that the broker came or went; meters grow old by themselves."""
        self._is_station_there = is_there
        return self._go_on(now_ms, now_at)

    def refuse_input(
        self, device: str, reason: str | None, now_ms: int, now_at: int
    ) -> list[LineStep]:
        """Store no more faults (the journal is full), or store again. The sign goes on."""
        self._check(device)
        steps = self._conditions.journal_full(reason, now_ms, now_at)
        return [*self._at(steps), *self._go_on(now_ms, now_at)]

    def command(self, device: str, command: Command, now_ms: int) -> list[LineStep]:
        """Begin a command."""
        self._check(device)
        number = command.command_id
        match command.verb:
            case CommandVerb.IDENTIFY:
                answer = self._begin_identify(number, now_ms)
            case CommandVerb.SELF_TEST:
                answer = self._begin_test(number)
            case CommandVerb.CLEAR_FAULT:
                answer = self._clear(number, command.faults or ())
            case CommandVerb.REPLAY:
                raise AssertionError("a replay never reaches the device")
        return [] if answer is None else self._at([answer])

    def _begin_identify(self, number: str, now_ms: int) -> Answer | None:
        if not self._is_running:
            return Answer(number, ReplyResult.REFUSED, "the sign is not ready")
        if self._picture(now_ms).message is not None:
            return Answer(number, ReplyResult.REFUSED, "the sign tells of a hit")
        self._search.begin(number, now_ms)
        return None

    def _begin_test(self, number: str) -> Answer | None:
        if not self._profile.can_be_asked:
            return Answer(number, ReplyResult.REFUSED, "the sign cannot answer")
        if not self._is_running:
            return Answer(number, ReplyResult.FAILED, "the sign is not ready")
        self._tests.append(number)
        self._host.ask(Purpose.IDENTITY, Purpose.ERRORS)
        return None

    def _clear(self, number: str, faults: tuple[str, ...]) -> Answer:
        """Take a person's word: what still lasts cannot be cleared, all else is over already."""
        lasting = [code for code in self._conditions.standing if code in faults]
        if lasting:
            return Answer(number, ReplyResult.REFUSED, f"it lasts: {', '.join(lasting)}")
        return Answer(number, ReplyResult.DONE)

    def _end_commands(self, error: str) -> list[DeviceStep]:
        """Answer the commands that cannot be carried out any more."""
        return [*self._end_tests(error), *self._search.end(error)]

    def _end_tests(self, error: str) -> list[Answer]:
        tests, self._tests = self._tests, []
        return [Answer(number, ReplyResult.FAILED, error) for number in tests]

    # ------------------------------------------------------------------ going on

    def _go_on(self, now_ms: int, now_at: int) -> list[LineStep]:
        """Say what shall be shown, let the host get it there, and tell what came of it."""
        self._now_at = now_at
        wanted = self._picture(now_ms)
        steps = self._at(self._judge(wanted, now_ms, now_at))
        steps += self._at(self._search.tick(now_ms))
        message = self._message(wanted)
        files = self._host.files
        files.is_blank = wanted.value.what == "blank"
        files.want(File.VALUE, wanted.value.text.encode("ascii"), wanted.value)
        files.want(
            File.PRIORITY,
            b"" if message is None else self._message_bytes(message),
            None if message is None else message.meaning,
        )
        steps += self._act(self._host.tick(now_ms), now_ms, now_at)
        self._rotate(wanted, now_ms)
        if self._host.is_in_place and not self._is_running:
            self._is_running = True
        steps += self._at(self._identified(now_ms))
        if self._is_running:
            reason = self._reason(wanted, now_ms)
            steps += self._at(self._become(self._conditions.word(reason)))
        return [*steps, *self._at(self._report())]

    def _picture(self, now_ms: int) -> Picture:
        fresh = self._feed.fresh(now_ms)
        return picture(fresh, self._rules, self._feed.mark, self._rotation.page)

    def _rotate(self, wanted: Picture, now_ms: int) -> None:
        """Turn to the next page in time; while a hit is told nothing turns (DSP-10)."""
        if wanted.message is not None:
            self._rotation.hold(wanted.value.page)
            return
        has = self._host.files.known_meaning(File.VALUE)
        standing = has.page if isinstance(has, Meaning) else None
        self._rotation.tick(wanted.value.page, wanted.pages, standing, now_ms)

    def _message(self, wanted: Picture) -> Message | None:
        """Return the message over the value: a hit, or the sign's name while it is looked for."""
        if wanted.message is None and self._search.is_on:
            return name_of(self._rules, self._feed.mark)
        return wanted.message

    def _message_bytes(self, message: Message) -> bytes:
        return message_text(message.pages, self._profile.hit_look, with_value=message.with_value)

    def _identified(self, now_ms: int) -> list[DeviceStep]:
        """Answer `identify` once the sign's name stands on it, or cannot any more."""
        if not self._search.is_waited_for:
            return []
        if self._picture(now_ms).message is not None:
            return [*self._search.end("the sign tells of a hit")]
        name = name_of(self._rules, self._feed.mark)
        if self._host.files.known(File.PRIORITY) != self._message_bytes(name):
            return []
        return [*self._search.shown()]

    def _judge(self, wanted: Picture, now_ms: int, now_at: int) -> Iterator[DeviceStep]:
        """Let the faults of the meter itself begin and end."""
        for code in _OF_PICTURE:
            if wanted.wrong is None or wanted.wrong[0] is not code:
                self._conditions.end(code)
        if wanted.wrong is not None:
            yield from self._conditions.begin(*wanted.wrong, now_ms, now_at)

    def _reason(self, wanted: Picture, now_ms: int) -> str | None:
        """Return what a technician should know of a sign that works."""
        words = []
        if not self._profile.can_be_asked:
            words.append("unverified: the sign cannot be asked what it shows")
        if wanted.value.what == "blank":
            words.append("dashes: the amount is not to be shown")
            if self._feed.fresh(now_ms) is None:
                words[-1] = "dashes: no fresh meter"
                if not self._is_station_there:
                    words[-1] += ", the station is away"
        return "; ".join(words) or None

    # ------------------------------------------------------------------ what the host found

    def _act(self, found: Iterable[HostStep], now_ms: int, now_at: int) -> list[LineStep]:
        """Turn what the host wants and found out into the runner's steps, in their order."""
        steps: list[LineStep] = []
        for step in found:
            match step:
                case Send():
                    steps.append(Write(step.data))
                case Failed():
                    steps += self._failed(step, now_ms, now_at)
                case _:
                    steps += self._at(self._found(step, now_ms, now_at))
        return steps

    def _found(
        self,
        step: Told | FileRead | ErrorsRead | ErrorsUnread | MemoryWritten,
        now_ms: int,
        now_at: int,
    ) -> Iterator[DeviceStep]:
        match step:
            case Told():
                yield Describe(step.firmware, None)
            case FileRead():
                yield from self._file_read(step, now_ms, now_at)
            case ErrorsRead():
                yield from self._errors_read(step.errors, now_ms, now_at)
            case ErrorsUnread():
                yield from self._end_tests("the sign did not answer")
            case MemoryWritten():
                self._is_running = False
                yield from self._become(Become(Life.INIT, "writing the sign's memory"))
                if step.was_in_use:
                    detail = "the sign had lost its memory; it was written anew"
                    code = FaultCode.MEMORY_LOST
                    yield from self._conditions.happened(code, detail, now_ms, now_at)

    def _file_read(self, read: FileRead, now_ms: int, now_at: int) -> Iterator[DeviceStep]:
        """Compare: a sign that says something else twice in a row is not to be trusted."""
        if read.file is self._file_on_glass():
            self._reported = None
        if read.is_right:
            self._wrong_files.discard(read.file)
            if not self._wrong_files:
                self._conditions.end(FaultCode.READ_BACK_WRONG)
            return
        self._reads_wrong += 1
        if read.wrong_in_a_row > 1:
            self._wrong_files.add(read.file)
            detail = f"the sign says that its {read.file} is {_printable(read.said)!r}"
            yield from self._conditions.begin(FaultCode.READ_BACK_WRONG, detail, now_ms, now_at)

    def _errors_read(self, errors: SignError, now_ms: int, now_at: int) -> Iterator[DeviceStep]:
        text = register_text(errors)
        tests, self._tests = self._tests, []
        if errors:
            detail = f"the sign's error register: {text}"
            yield from self._conditions.begin(FaultCode.SIGN_ERRORS, detail, now_ms, now_at)
        else:
            self._conditions.end(FaultCode.SIGN_ERRORS)
        for number in tests:
            if errors:
                yield Answer(number, ReplyResult.FAILED, f"error register: {text}")
            else:
                yield Answer(number, ReplyResult.DONE)

    def _failed(self, failed: Failed, now_ms: int, now_at: int) -> list[LineStep]:
        """Let the line go; a sign that is only dumb, and still hears, is left with dashes."""
        steps: list[DeviceStep] = []
        reason = failed.reason
        if failed.is_refusal:
            code = FaultCode.MEMORY_REFUSED
            steps += self._conditions.happened(code, reason, now_ms, now_at)
        elif not self._host.has_heard and self._codec.bytes_dropped:
            reason = "bytes came but no valid frame: check baud rate, data bits and parity"
        return [*self._at(steps), *self._farewell(), Drop(reason)]

    def _farewell(self) -> list[LineStep]:
        """Return the last writes of a line: dashes, and no message."""
        writes = self._host.farewell(DASHES.encode("ascii"))
        return [step for pause_ms, data in writes for step in (Pause(pause_ms), Write(data))]

    # ------------------------------------------------------------------ words

    def _become(self, word: Become) -> list[DeviceStep]:
        if word == self._word:
            return []
        self._word = word
        return [word]

    def _report(self) -> list[DeviceStep]:
        """Tell what the sign shows, where that is news or was just read back."""
        shown, is_read_back = self._on_the_sign()
        key = (shown.what, shown.level, shown.amount_minor, shown.text, is_read_back)
        if key == self._reported:
            return []
        self._reported = key
        return [self._shown(shown, is_read_back=is_read_back)]

    def _on_the_sign(self) -> tuple[Meaning, bool]:
        """Return what the sign has, as far as anybody knows, and whether it said so itself."""
        if not self._is_running:
            return Meaning("blank", "", None, self._feed.mark), False
        file = self._file_on_glass()
        data, meaning, is_read_back = self._host.files.told(file)
        if not isinstance(meaning, Meaning):
            text = _printable(data)
            meaning = Meaning(_what_it_says(file, text), text)
        return meaning, is_read_back

    def _file_on_glass(self) -> File:
        """Return the file whose text is seen: a message stands over the value."""
        message, _, _ = self._host.files.told(File.PRIORITY)
        return File.PRIORITY if message else File.VALUE

    def _shown(self, meaning: Meaning, *, is_read_back: bool) -> Report:
        shown_at, (epoch, sequence) = self._now_at, meaning.mark

        def compose(session: int) -> Shown:
            return Shown(
                device=self._rules.device,
                session=session,
                progressive=self._rules.progressive,
                level=meaning.level or self._rules.levels[0].level,
                currency=self._rules.currency,
                what=meaning.what,
                amount_minor=meaning.amount_minor,
                text=meaning.text[:_TEXT_MAX],
                is_read_back=is_read_back,
                epoch=epoch,
                sequence=sequence,
                shown_at=shown_at,
            )

        return Report(SHOWN, compose)

    def _remember(self, now_ms: int) -> list[DeviceStep]:
        """Store the newest meter's mark now and then: after a restart older ones stay refused."""
        last_ms = self._mark_stored_ms
        if last_ms is not None and now_ms - last_ms < _MARK_EVERY_MS:
            return []
        self._mark_stored_ms = now_ms
        return [Remember(mark_to_note(self._feed.mark))]

    def _at(self, steps: Iterable[DeviceStep]) -> list[LineStep]:
        return [At(self._rules.device, step) for step in steps]

    def _check(self, device: str) -> None:
        assert device == self._rules.device, f"{device} is not on this line"


def _what_it_says(file: File, text: str) -> What:
    """Return what a text is that the driver did not write, or that the sign should not have."""
    if file is File.VALUE:
        return "amount"
    return "hit" if WIN in text else "blank"


def _printable(data: bytes) -> str:
    """Return what a sign said in letters that a screen can show."""
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in data)  # noqa: PLR2004
