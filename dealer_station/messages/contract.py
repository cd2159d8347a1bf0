"""Which message belongs on which topic, and reading a payload by its topic.

The one table that joins topics.py and the message modules. The generated documents are made from
it, so a row missing here is missing there.
"""

from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ValidationError

from dealer_station.messages.bet_acceptor import (
    LAMP,
    WINDOW,
    Lamp,
    LampMoved,
    TokenTaken,
    Window,
    WindowMoved,
)
from dealer_station.messages.card_shoe import CardDrawn
from dealer_station.messages.device import (
    Acknowledged,
    Birth,
    Command,
    DeviceFault,
    DeviceState,
    DriverState,
    Head,
    LinkReport,
    Reply,
)
from dealer_station.messages.envelope import BadMessage, DriverMessage, Message
from dealer_station.messages.meter_display import SHOWN, Meter, MeterV1, Shown
from dealer_station.messages.table import Alive, TableView
from dealer_station.messages.topics import (
    AliveTopic,
    BadTopic,
    DeviceKind,
    DeviceLeaf,
    DeviceTopic,
    DriverTopic,
    EventKind,
    MeterTopic,
    ParsedTopic,
    ProbeTopic,
    ViewTopic,
    parse,
)

_DEVICE_MODELS: Final[dict[DeviceLeaf, type[Message]]] = {
    DeviceLeaf.STATE: DeviceState,
    DeviceLeaf.BIRTH: Birth,
    DeviceLeaf.HEAD: Head,
    DeviceLeaf.ACKNOWLEDGED: Acknowledged,
    DeviceLeaf.REPLY: Reply,
}
_NAMED_MODELS: Final[dict[tuple[DeviceLeaf, str], type[Message]]] = {
    (DeviceLeaf.EVENT, EventKind.CARD): CardDrawn,
    (DeviceLeaf.EVENT, EventKind.CREDIT): TokenTaken,
    (DeviceLeaf.EVENT, EventKind.WINDOW): WindowMoved,
    (DeviceLeaf.EVENT, EventKind.LAMP): LampMoved,
    (DeviceLeaf.EVENT, EventKind.FAULT): DeviceFault,
    (DeviceLeaf.DESIRED, WINDOW): Window,
    (DeviceLeaf.DESIRED, LAMP): Lamp,
    (DeviceLeaf.REPORTED, "link"): LinkReport,
    (DeviceLeaf.REPORTED, SHOWN): Shown,
}
_ACCEPTOR: Final = frozenset({DeviceKind.BET_ACCEPTOR})
# What is not named here belongs to every kind of device.
_KINDS: Final[dict[tuple[DeviceLeaf, str], frozenset[DeviceKind]]] = {
    (DeviceLeaf.EVENT, EventKind.CARD): frozenset({DeviceKind.CARD_SHOE}),
    (DeviceLeaf.EVENT, EventKind.CREDIT): _ACCEPTOR,
    (DeviceLeaf.EVENT, EventKind.WINDOW): _ACCEPTOR,
    (DeviceLeaf.EVENT, EventKind.LAMP): _ACCEPTOR,
    (DeviceLeaf.DESIRED, WINDOW): _ACCEPTOR,
    (DeviceLeaf.DESIRED, LAMP): _ACCEPTOR,
    (DeviceLeaf.REPORTED, SHOWN): frozenset({DeviceKind.METER_DISPLAY}),
}

MESSAGES: Final[tuple[type[Message], ...]] = (
    DriverState,
    *_DEVICE_MODELS.values(),
    Command,
    *_NAMED_MODELS.values(),
    TableView,
    Alive,
    Meter,
)
"""Every message of the contract, once, in its newest form."""

OLDER_FORMS: Final[dict[type[Message], tuple[type[Message], ...]]] = {Meter: (MeterV1,)}
"""Forms that are no longer sent and still read: a sender may be older than its reader."""


@dataclass(frozen=True, slots=True)
class Received:
    """A payload understood: where it came from and what it says."""

    topic: ParsedTopic
    message: Message


def model_of(topic: ParsedTopic) -> type[Message] | None:
    """The message that belongs on a topic, in its newest form; None where there is none (yet)."""
    match topic:
        case DriverTopic():
            return DriverState
        case ViewTopic():
            return TableView
        case AliveTopic():
            return Alive
        case MeterTopic():
            return Meter
        case DeviceTopic():
            return _device_model(topic)
        case ProbeTopic():
            return None


def _device_model(topic: DeviceTopic) -> type[Message] | None:
    """The message of a device's topic."""
    if topic.name is None:
        return _DEVICE_MODELS[topic.leaf]
    if topic.leaf is DeviceLeaf.COMMAND:
        return Command
    kinds = _KINDS.get((topic.leaf, topic.name))
    if kinds is not None and topic.address.kind not in kinds:
        return None
    return _NAMED_MODELS.get((topic.leaf, topic.name))


def read(topic: str, payload: bytes) -> Received:
    """Understand one payload by its topic.

    Raises:
        BadMessage: the topic or the payload is outside the contract, or they contradict each
            other (the payload names another device, verb, table, driver or progressive).
    """
    try:
        parsed = parse(topic)
    except BadTopic as error:
        raise BadMessage(topic, error.why) from None
    model = model_of(parsed)
    if model is None:
        raise BadMessage(topic, "no message belongs on this topic")
    message = _form(model, payload).from_bytes(payload, topic)
    _check_sender(topic, parsed, message)
    return Received(parsed, message)


class _Versioned(BaseModel):
    """What tells the forms of one message apart."""

    schema_version: int


def _form(model: type[Message], payload: bytes) -> type[Message]:
    """Return the form that a payload says it has; the newest where it says none that is known."""
    older = OLDER_FORMS.get(model, ())
    if not older or len(payload) > model.payload_bytes_max:
        return model
    try:
        version = _Versioned.model_validate_json(payload).schema_version
    except ValidationError:
        return model  # it says what is wrong
    versions = {form.model_fields["schema_version"].default: form for form in older}
    return versions.get(version, model)


def _check_sender(topic: str, parsed: ParsedTopic, message: Message) -> None:
    """What the topic says twice must be said alike in the payload."""
    pairs: list[tuple[str, str, str]] = []
    match parsed, message:
        case DeviceTopic(), DriverMessage() | Acknowledged() | Window() | Lamp():
            pairs.append(("device", parsed.address.device, message.device))
            if isinstance(message, Birth):
                pairs.append(("kind", parsed.address.kind, message.kind))
        case DeviceTopic(), Command():
            pairs.append(("device", parsed.address.device, message.device))
            pairs.append(("verb", str(parsed.name), message.verb))
        case DriverTopic(), DriverState():
            pairs.append(("driver", parsed.driver, message.driver))
        case ViewTopic() | AliveTopic(), TableView() | Alive():
            pairs.append(("table", parsed.table, message.table))
        case MeterTopic(), Meter() | MeterV1():
            pairs.append(("progressive", parsed.progressive, message.progressive))
        case _:
            raise AssertionError(f"{type(message).__name__} has no sender check")
    for field, expected, found in pairs:
        if expected != found:
            raise BadMessage(topic, f"{found!r} is not the topic's {expected!r}", field)
