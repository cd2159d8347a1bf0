"""The host's side of the Simple Serial Interface: who acknowledges what, and what was lost.

Knows the link rules: store then acknowledge, repeats, refusals, boot events, the heartbeat, and
what becomes of a card that comes while nothing can be stored. Does no I/O, reads no clock
(monotonic milliseconds come in) and does not know what a card means.

What it asks for comes back as steps, in an order that matters: `Accept` stands before the
acknowledgement, so that a runner which cannot store never acknowledges.
"""

from dataclasses import dataclass, replace
from typing import Final

from dealer_station.messages.device import FAULTS_MAX, FaultClass, Life, ReplyResult
from drivers.card_shoe.models.ssi import assembly as joining
from drivers.card_shoe.models.ssi.codec import (
    UNASKED,
    EventCode,
    Frame,
    NakCause,
    Opcode,
    Source,
)
from drivers.card_shoe.models.ssi.memory import LinkMemory, Unanswered, fingerprint
from drivers.card_shoe.models.ssi.profile import COPIES_OF_A_PACKET, LinkProfile
from drivers.card_shoe.models.ssi.requests import (
    End,
    Ended,
    Purpose,
    Request,
    RequestQueue,
    host_frame,
)
from drivers.card_shoe.models.ssi.steps import (
    Accept,
    FaultCode,
    HostStep,
    Keep,
    Send,
    Trouble,
)
from drivers.link.errors import ProtocolError
from drivers.link.steps import Answer, Become, Describe, Drop

# A scanner without an answer to two heartbeats is lost.
COPIES_OF_A_HEARTBEAT: Final = 2
SIGNAL_MS: Final = 3_000
_LED: Final = b"\x01"
_NO_BEEP: Final = 0xFF
_MAY_COME_AGAIN: Final = "a card was not acknowledged: the journal was full; it may come again"


@dataclass(frozen=True, slots=True)
class HostCounts:
    """Packets of the scanner that came again or were refused, since the driver started."""

    repeated: int = 0
    refused: int = 0


class SsiHost:
    """The state of the conversation with one scanner."""

    def __init__(self, profile: LinkProfile, memory: LinkMemory) -> None:
        self._profile = profile
        self._memory = memory
        self._requests = RequestQueue(profile.response_timeout_ms)
        self._is_open = False
        self._is_running = False
        self._has_heard = False
        self._garbage_before_life = 0
        self._heartbeat_at_ms = 0
        # A garbled packet that no repeat has made good yet: when it will count as lost.
        self._suspect_until_ms: int | None = None
        self._accepted_at_ms: int | None = None
        self._is_garbled_since_packet = False
        self._signal_off_at_ms: int | None = None
        self._refuse_reason: str | None = None
        # How long the scanner may take to repeat what went unanswered, once cards are accepted.
        self._unanswered_until_ms = 0
        self._word: Become | None = None
        self.counts = HostCounts()

    # ------------------------------------------------------------------ the line

    def opened(self, now_ms: int) -> list[HostStep]:
        """Begin on a fresh line: ask who is there, then set it up."""
        self._requests.clear()
        self._is_open = True
        self._is_running = self._has_heard = False
        self._garbage_before_life = 0
        self._is_garbled_since_packet = False
        self._accepted_at_ms = self._suspect_until_ms = self._signal_off_at_ms = None
        self._unanswered_until_ms = now_ms + self._profile.repeat_window_ms
        steps: list[HostStep] = []
        if self._memory.is_in_use:
            detail = "the driver ended without a good-bye; cards may have been drawn unseen"
            self._memory = replace(self._memory, is_in_use=False)
            steps.append(self._doubt(FaultCode.DRIVER_RESTARTED, FaultClass.FACTS_LOST, detail))
        return [*steps, Become(Life.INIT, "asking the scanner"), *self._start(now_ms)]

    def lost(self, reason: str) -> list[HostStep]:
        """Take note that the line is gone. Cards may have passed unseen if it worked before."""
        steps: list[HostStep] = []
        if self._memory.is_in_use:
            detail = f"{reason}; cards may have been drawn unseen"
            self._memory = replace(self._memory, is_in_use=False)
            steps.append(self._doubt(FaultCode.DEVICE_LOST, FaultClass.LINK, detail))
        if self._suspect_until_ms is not None:
            steps.append(self._packet_lost("the line went before it was repeated"))
        steps += self._give_up_unanswered("the line went before it was repeated")
        answers = [
            Answer(request.command_id, ReplyResult.FAILED, reason)
            for request in self._requests.open_requests()
            if request.command_id is not None
        ]
        self._requests.clear()
        self._is_open = self._is_running = False
        return [*steps, *answers, Become(Life.LOST, reason)]

    def closing(self) -> list[HostStep]:
        """Switch the scanner off: nobody will listen for a while."""
        if not self._memory.is_in_use:
            return []
        self._requests.clear()
        self._memory = replace(self._memory, is_in_use=False)
        return [Send(host_frame(Opcode.SCAN_DISABLE)), Keep(self._memory)]

    def paused(self, garbage: int, now_ms: int) -> list[HostStep]:
        """Take note of a pause after `garbage` bytes that made no frame: ask for them again."""
        if not garbage:
            return []
        if not self._has_heard:
            # Other programs probe fresh ports, and a scanner may print a banner.
            self._garbage_before_life += garbage
            return []
        self._is_garbled_since_packet = True
        # While an answer is awaited the garbage is most likely that answer, and asking again
        # will bring it. Anything else may have been a card.
        if self._requests.current is None or self._suspect_until_ms is not None:
            self._suspect_until_ms = now_ms + self._profile.repeat_window_ms
        return [self._refuse(NakCause.RESEND)]

    def tick(self, now_ms: int) -> list[HostStep]:
        """Let time-outs, the heartbeat and the end of a signal happen."""
        if not self._is_open:
            return []
        steps: list[HostStep] = []
        if self._suspect_until_ms is not None and now_ms >= self._suspect_until_ms:
            steps.append(self._packet_lost("the scanner did not repeat it"))
        if now_ms >= self._unanswered_until_ms:
            steps += self._give_up_unanswered("the scanner did not repeat it")
        steps += self._time_out(now_ms)
        if any(isinstance(step, Drop) for step in steps):
            return self._settled(steps)
        if self._signal_off_at_ms is not None and now_ms >= self._signal_off_at_ms:
            self._signal_off_at_ms = None
            self._requests.add(Request(Purpose.SIGNAL_OFF, host_frame(Opcode.LED_OFF, _LED)))
        if self._is_running and now_ms >= self._heartbeat_at_ms and self._requests.is_empty:
            self._heartbeat_at_ms = now_ms + self._profile.heartbeat_ms
            self._requests.add(_revision(Purpose.HEARTBEAT, tries=COPIES_OF_A_HEARTBEAT))
        return self._settled([*steps, *self._send_next(now_ms)])

    # ------------------------------------------------------------------ frames

    def received(self, frame: Frame, now_ms: int) -> list[HostStep]:
        """Take one valid frame."""
        if frame.source == Source.HOST:
            # Our own bytes: the adapter echoes. Nothing in them is from the scanner.
            return []
        self._has_heard = True
        if frame.opcode in UNASKED:
            return self._settled([*self._unasked(frame, now_ms), *self._send_next(now_ms)])
        result = self._requests.answered(frame, now_ms)
        if isinstance(result, Frame):
            return [Send(result)]
        if isinstance(result, Ended):
            # A scanner that marks its answer as repeated waits for an acknowledgement of it.
            first = [Send(host_frame(Opcode.CMD_ACK))] if frame.is_retransmit else []
            return self._settled([*first, *self._ended(result, now_ms), *self._send_next(now_ms)])
        return self._unexpected(frame)

    def _unexpected(self, frame: Frame) -> list[HostStep]:
        """Answer a frame that nobody asked for."""
        if frame.opcode in (Opcode.CMD_ACK, Opcode.CMD_NAK):
            return []  # never answered, by the rules
        if frame.opcode in (Opcode.REPLY_REVISION, Opcode.CAPABILITIES_REPLY, Opcode.PARAM_SEND):
            return [Send(host_frame(Opcode.CMD_ACK))]  # a late answer
        return [self._refuse(NakCause.BAD_CONTEXT)]

    def _unasked(self, frame: Frame, now_ms: int) -> list[HostStep]:
        """Take a packet that the scanner repeats until it is acknowledged."""
        print_of_it = fingerprint(frame)
        is_event = frame.opcode == Opcode.EVENT
        if frame.is_retransmit:
            self.counts = replace(self.counts, repeated=self.counts.repeated + 1)
            # A card that went unanswered was a later one: no repeat means the stored one any more.
            if print_of_it == self._memory.last and (is_event or self._memory.unanswered is None):
                return self._repeated(now_ms)
        steps: list[HostStep] = []
        if self._suspect_until_ms is not None:
            if not frame.is_retransmit:
                steps.append(self._packet_lost("the scanner went on without repeating it"))
            self._suspect_until_ms = None
        if self._refuse_reason is not None and not is_event:
            return [*steps, *self._leave_unanswered(frame, print_of_it)]
        self._is_garbled_since_packet = False
        self._accepted_at_ms = now_ms
        if is_event:
            return [*steps, *self._event(frame, print_of_it, now_ms)]
        steps += self._settle_unanswered(frame, print_of_it)
        return [*steps, *self._decoded(frame, print_of_it)]

    def _leave_unanswered(self, frame: Frame, print_of_it: bytes) -> list[HostStep]:
        """Note a card that cannot be stored, so is not acknowledged: the scanner will give it up.

        It is not refused either: that would make the scanner forget it at once.
        """
        before = self._memory.unanswered
        if frame.is_retransmit and before is not None and print_of_it == before.packet:
            return []
        # The scanner went on: what repeats it sends from here on are not of the stored card.
        self._accepted_at_ms = None
        unanswered = Unanswered(print_of_it, is_only=before is None)
        self._memory = replace(self._memory, is_acknowledged=True, unanswered=unanswered)
        return [Keep(self._memory)]

    def _settle_unanswered(self, frame: Frame, print_of_it: bytes) -> list[HostStep]:
        """Let a card that is about to be accepted decide whether an unanswered one is lost."""
        unanswered = self._memory.unanswered
        if unanswered is None:
            return []
        if not frame.is_retransmit or print_of_it != unanswered.packet:
            return self._give_up_unanswered("the scanner went on without repeating it")
        if not unanswered.is_only:
            return self._give_up_unanswered("the scanner repeated only the last of several")
        self._memory = replace(self._memory, unanswered=None)
        return []

    def _repeated(self, now_ms: int) -> list[HostStep]:
        """Acknowledge again what is stored already; say so where that is not certain.

        An equal next card whose first copy was lost looks just the same. It cannot be one if the
        last card was never acknowledged (the scanner was still waiting), nor if the repeat comes
        within the response time-out: an equal card's repeat would come that time after the card.
        """
        in_time = (
            self._accepted_at_ms is not None
            and now_ms - self._accepted_at_ms <= self._profile.certain_repeat_ms
            and not self._is_garbled_since_packet
        )
        steps: list[HostStep] = []
        if self._memory.is_acknowledged and not in_time:
            detail = "a repeated packet equals the last card: a repeat, or an equal card"
            steps.append(self._doubt(FaultCode.REPEAT_UNCERTAIN, FaultClass.FACTS_LOST, detail))
        self._suspect_until_ms = None
        self._is_garbled_since_packet = False
        self._accepted_at_ms = now_ms
        return [*steps, *self._acknowledge()]

    def _decoded(self, frame: Frame, print_of_it: bytes) -> list[HostStep]:
        """Take a symbol or a part of one."""
        try:
            joined = joining.add(self._memory.assembly, frame)
        except ProtocolError as error:
            self._memory = self._memory.after(print_of_it)
            # The scanner would repeat it for ever; a card stood behind it all the same.
            doubt = self._doubt(
                FaultCode.PACKET_MALFORMED, FaultClass.FACTS_LOST, str(error), lost_count=1
            )
            return [doubt, *self._acknowledge()]
        if isinstance(joined, joining.Assembly):
            self._memory = self._memory.after(print_of_it, joined)
            return [Keep(self._memory), *self._acknowledge()]
        self._memory = self._memory.after(print_of_it)
        accept = Accept(joined.symbology, joined.text, frame.is_retransmit, self._memory)
        return [accept, *self._acknowledge()]

    def _event(self, frame: Frame, print_of_it: bytes, now_ms: int) -> list[HostStep]:
        """Take an EVENT: after a boot every temporary setting is gone."""
        self._memory = self._memory.after(print_of_it)
        is_boot = bool(frame.data) and frame.data[0] == EventCode.BOOT_UP
        steps: list[HostStep] = [Keep(self._memory)]
        if is_boot and self._memory.is_in_use:
            detail = "the scanner restarted; cards may have been drawn unseen"
            steps = [self._doubt(FaultCode.DEVICE_RESTARTED, FaultClass.FACTS_LOST, detail)]
        steps += self._acknowledge()
        if not is_boot:
            return steps
        self._requests.clear()
        self._is_running = False
        return [*steps, Become(Life.INIT, "the scanner restarted"), *self._start(now_ms)]

    # ------------------------------------------------------------------ requests

    def _start(self, now_ms: int) -> list[HostStep]:
        """Ask for the revision, set temporary parameters, enable scanning."""
        self._requests.add(_revision(Purpose.REVISION))
        if self._profile.parameters:
            data = bytes((_NO_BEEP,)) + self._profile.parameters
            self._requests.add(Request(Purpose.PARAMETERS, host_frame(Opcode.PARAM_SEND, data)))
        self._requests.add(Request(Purpose.ENABLE, host_frame(Opcode.SCAN_ENABLE)))
        return self._send_next(now_ms)

    def _send_next(self, now_ms: int) -> list[HostStep]:
        frame = self._requests.next_frame(now_ms)
        return [] if frame is None else [Send(frame)]

    def _time_out(self, now_ms: int) -> list[HostStep]:
        result = self._requests.timed_out(now_ms)
        if isinstance(result, Frame):
            return [Send(result)]
        return [] if result is None else self._ended(result, now_ms)

    def _ended(self, ended: Ended, now_ms: int) -> list[HostStep]:
        """Act on the end of a command."""
        request = ended.request
        if ended.end is End.UNANSWERED:
            return [Drop(self._silence())]
        self._heartbeat_at_ms = now_ms + self._profile.heartbeat_ms
        steps: list[HostStep] = []
        if ended.end is End.REFUSED and request.purpose in (Purpose.PARAMETERS, Purpose.ENABLE):
            detail = f"the scanner refused {request.purpose}"
            steps.append(self._doubt(FaultCode.SETTING_REFUSED, FaultClass.PROTOCOL, detail))
        if request.purpose is Purpose.REVISION:
            steps.append(Describe(_revision_text(ended.answer), None))
        if request.purpose is Purpose.ENABLE:
            self._is_running = True
            self._memory = replace(self._memory, is_in_use=True)
            steps += [Keep(self._memory), self._running()]
            if self._refuse_reason is not None:
                self._requests.add(Request(Purpose.DISABLE, host_frame(Opcode.SCAN_DISABLE)))
        if request.command_id is not None:
            refused = ended.end is End.REFUSED and request.purpose is not Purpose.SELF_TEST
            result = ReplyResult.REFUSED if refused else ReplyResult.DONE
            error = "the scanner refused it" if refused else None
            steps.append(Answer(request.command_id, result, error))
        return steps

    def _silence(self) -> str:
        """Return why the line is given up, with what may help a technician."""
        if self._has_heard:
            return "the scanner does not answer"
        if self._garbage_before_life:
            return (
                f"{self._garbage_before_life} bytes came but no valid frame: "
                "check baud rate, parity and the scanner's SSI setting"
            )
        return "nothing answers on this port: check cable, power and the scanner's SSI setting"

    # ------------------------------------------------------------------ commands

    def identify(self, command_id: str, now_ms: int) -> list[HostStep]:
        """Sound the beeper and light the lamp for three seconds."""
        if not self._is_running:
            return [Answer(command_id, ReplyResult.REFUSED, "the scanner is not ready")]
        beep = host_frame(Opcode.BEEP, bytes((self._profile.beep_code,)))
        self._requests.add(
            Request(Purpose.SIGNAL, host_frame(Opcode.LED_ON, _LED)),
            Request(Purpose.SIGNAL, beep, command_id=command_id),
        )
        self._signal_off_at_ms = now_ms + SIGNAL_MS
        return self._send_next(now_ms)

    def self_test(self, command_id: str, now_ms: int) -> list[HostStep]:
        """Ask the scanner for its revision: done when it answers."""
        if not self._is_running:
            return [Answer(command_id, ReplyResult.FAILED, "the scanner is not ready")]
        self._requests.add(
            replace(_revision(Purpose.SELF_TEST, COPIES_OF_A_HEARTBEAT), command_id=command_id)
        )
        return self._send_next(now_ms)

    def clear_fault(self, command_id: str, faults: tuple[str, ...]) -> list[HostStep]:
        """Take a person's word that the cards were looked after: these faults, and no newer one."""
        self._memory = self._memory.cleared(faults)
        answer = Answer(command_id, ReplyResult.DONE)
        if self._refuse_reason is not None and FaultCode.JOURNAL_FULL in faults:
            answer = Answer(command_id, ReplyResult.REFUSED, self._refuse_reason)
        elif self._memory.unanswered is not None and FaultCode.PACKET_LOST in faults:
            answer = Answer(command_id, ReplyResult.REFUSED, _MAY_COME_AGAIN)
        word = [self._running()] if self._is_running else []
        return [Keep(self._memory), *word, answer]

    def refuse_input(self, reason: str | None, now_ms: int) -> list[HostStep]:
        """Accept no more cards and switch the scanner off, or accept again with None."""
        if reason == self._refuse_reason:
            return []
        self._refuse_reason = reason
        steps: list[HostStep] = []
        if reason is not None:
            steps.append(Trouble(FaultCode.JOURNAL_FULL, FaultClass.DEVICE, reason))
        elif self._is_open:
            self._unanswered_until_ms = now_ms + self._profile.repeat_window_ms
        else:
            steps += self._give_up_unanswered("the line is gone")
        if not self._is_running:
            return steps
        if reason is None:
            self._requests.add(Request(Purpose.ENABLE, host_frame(Opcode.SCAN_ENABLE)))
        else:
            self._requests.add(Request(Purpose.DISABLE, host_frame(Opcode.SCAN_DISABLE)))
        return [*steps, self._running(), *self._send_next(now_ms)]

    # ------------------------------------------------------------------ words

    def _settled(self, steps: list[HostStep]) -> list[HostStep]:
        """Add the device's word where these steps changed it."""
        if not self._is_running:
            return steps
        before, word = self._word, self._running()
        return steps if word == before else [*steps, word]

    def _running(self) -> Become:
        """Return the word for a scanner that answers: ready, or degraded with every doubt."""
        standing: list[tuple[str, str]] = []
        if self._refuse_reason is not None:
            standing.append((FaultCode.JOURNAL_FULL.value, self._refuse_reason))
        if self._memory.unanswered is not None:
            standing.append((FaultCode.PACKET_LOST.value, _MAY_COME_AGAIN))
        standing = [*standing, *self._memory.doubts][:FAULTS_MAX]
        if standing:
            reason = "; ".join(detail for _, detail in standing)
            self._word = Become(Life.DEGRADED, reason, tuple(code for code, _ in standing))
        else:
            self._word = Become(Life.READY)
        return self._word

    def _doubt(
        self, code: FaultCode, fault_class: FaultClass, detail: str, lost_count: int | None = None
    ) -> Trouble:
        """Return a fault that stays on the device's word until a person clears it."""
        self._memory = self._memory.doubting(code.value, detail)
        return Trouble(code, fault_class, detail, lost_count, self._memory)

    def _packet_lost(self, why: str) -> Trouble:
        self._suspect_until_ms = None
        detail = f"a packet came garbled; {why}"
        return self._doubt(FaultCode.PACKET_LOST, FaultClass.FACTS_LOST, detail, lost_count=1)

    def _give_up_unanswered(self, why: str) -> list[HostStep]:
        """Say that an unanswered card is lost, if there is one and the journal takes it."""
        unanswered = self._memory.unanswered
        if unanswered is None or self._refuse_reason is not None:
            return []
        self._memory = replace(self._memory, unanswered=None)
        detail = f"a card was not acknowledged while the journal was full; {why}"
        fault_class, lost_count = FaultClass.FACTS_LOST, unanswered.lost_count
        return [self._doubt(FaultCode.PACKET_LOST, fault_class, detail, lost_count)]

    def _acknowledge(self) -> list[HostStep]:
        """Acknowledge the last packet, and remember after that that it was done."""
        last = self._memory.last
        is_segment = last is not None and last[0] == Opcode.MULTIPACKET_SEGMENT
        opcode = Opcode.MULTIPACKET_ACK if is_segment else Opcode.CMD_ACK
        self._memory = replace(self._memory, is_acknowledged=True)
        return [Send(host_frame(opcode)), Keep(self._memory)]

    def _refuse(self, cause: NakCause) -> Send:
        self.counts = replace(self.counts, refused=self.counts.refused + 1)
        return Send(host_frame(Opcode.CMD_NAK, bytes((cause,))))


def _revision(purpose: Purpose, tries: int = COPIES_OF_A_PACKET) -> Request:
    frame = host_frame(Opcode.REQUEST_REVISION)
    return Request(purpose, frame, Opcode.REPLY_REVISION, tries)


def _revision_text(answer: Frame | None) -> str | None:
    """Return the printable text of a revision reply; None where the scanner does not tell."""
    if answer is None or answer.opcode != Opcode.REPLY_REVISION:
        return None
    text = "".join(chr(byte) for byte in answer.data if " " <= chr(byte) <= "~").strip()
    return text[:200] or None
