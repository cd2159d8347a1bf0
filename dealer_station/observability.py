"""The operational log and the metrics: configured here and nowhere else.

The operational log tells an operator how the machine is doing; it is no record of play or money
(that is the event log). It must never show a card that lies face down, nor a password or token:
`redact` runs on every line, whoever wrote it.

Our own lines go through structlog straight to bytes; lines of libraries (uvicorn, SQLAlchemy,
paho) come through the standard library and take the same shape.
"""

import dataclasses
import logging
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, time
from numbers import Number
from pathlib import PurePath
from typing import Any, BinaryIO, Final, TextIO

import orjson
import structlog
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

MASK: Final = "##"

# Names under which a card or the raw bytes of one may stand in a log line.
CARD_FIELDS: Final = frozenset(
    {
        "card", "cards", "expected_card", "seen_card", "hand", "hands", "position_cards",
        "symbol", "symbols", "frame", "frames", "raw", "payload", "data", "body",
    }
)  # fmt: skip
# Names whose values open doors.
SECRET_FIELDS: Final = frozenset(
    {
        "password", "password_hash", "secret", "token", "approval", "cookie", "set_cookie",
        "authorization", "private_key", "x_approval", "ds_session",
    }
)  # fmt: skip

_URL_PASSWORD: Final = re.compile(r"(?<=://)([^/@\s:]*):[^/@\s]*(?=@)")
_DEPTH_MAX: Final = 8
# Libraries that never get below a warning: below it they print headers with session cookies, SQL
# with its values, or a line for each request, which the metrics count already.
_QUIET_LIBRARIES: Final = (
    "alembic", "asyncio", "httpcore", "httpx", "sqlalchemy", "uvicorn.access", "websockets",
)  # fmt: skip
# Objects whose text is what it says.
_PRINTABLE: Final = (BaseException, PurePath, Number, date, time)


@dataclass(frozen=True, slots=True)
class Hidden:
    """Wraps a value that must be masked in the log whatever its field is called."""

    value: object

    def __repr__(self) -> str:
        return MASK


@dataclass(frozen=True, slots=True)
class FaceUp:
    """Wraps card text that lies face up by the rules, so that a card field may show it."""

    text: str


def redact(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Mask cards, secrets and passwords inside URLs in every field of a line, at any depth."""
    for key, value in event.items():
        event[key] = _redacted(key, value, 0)
    return event


def _redacted(key: str, value: object, depth: int) -> object:
    """Return what may be printed of one value that stands under `key`."""
    name = key.lower().replace("-", "_")
    if isinstance(value, FaceUp) and name not in SECRET_FIELDS:
        return value.text
    if value is None or name == "exc_info" or isinstance(value, bool):
        return value
    if isinstance(value, Hidden) or name in SECRET_FIELDS or name in CARD_FIELDS:
        return MASK
    if isinstance(value, str):
        return _URL_PASSWORD.sub(rf"\1:{MASK}", value)
    if isinstance(value, int | float):
        return value
    return MASK if depth == _DEPTH_MAX else _redacted_inside(value, depth + 1)


def _redacted_inside(value: object, depth: int) -> object:
    """Return a printable copy of a composite value with every part redacted under its own name.

    An object of unknown make is shown by its type only: its text could hold anything. Raw bytes
    may be a card on its way; the capture tool shows those, not the log.
    """
    if isinstance(value, Mapping):
        return {str(k): _redacted(str(k), v, depth) for k, v in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _redacted(field.name, getattr(value, field.name), depth)
            for field in dataclasses.fields(value)
        }
    if isinstance(value, list | tuple | set | frozenset):
        return [_redacted("", item, depth) for item in value]
    if isinstance(value, _PRINTABLE):
        return _URL_PASSWORD.sub(rf"\1:{MASK}", str(value))
    return f"<{type(value).__name__}>"


def _as_bytes(_logger: WrappedLogger, _method: str, event: EventDict) -> bytes:
    """Render a line as JSON bytes; what JSON does not know is shown as text."""
    return orjson.dumps(event, default=str, option=orjson.OPT_NON_STR_KEYS)


def _as_text(logger: WrappedLogger, method: str, event: EventDict) -> str:
    """Render a line as JSON text, for lines that come through the standard library."""
    return _as_bytes(logger, method, event).decode()


def _shared_processors() -> list[Processor]:
    """Return what every line passes, ours or a library's, before it is rendered."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def configure_logging(
    level: str = "info", *, as_json: bool = True, stream: TextIO | None = None
) -> None:
    """Send every log line of the process to `stream` (standard error if none is given).

    `level` is a name of the standard library in any case; `as_json` chooses one JSON object a
    line (services) or coloured text (people). May be called again; the last call counts.
    Raises ValueError for an unknown level.
    """
    number = logging.getLevelNamesMapping().get(level.upper())
    if number is None:
        raise ValueError(f"unknown log level: {level}")
    output = stream if stream is not None else sys.stderr
    # Local variables in tracebacks could hold cards: both renderers print plain tracebacks.
    renderer: Processor = (
        _as_text
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=output.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    final: list[Processor] = [structlog.processors.format_exc_info] if as_json else []
    buffer = getattr(output, "buffer", None)
    direct = as_json and buffer is not None
    structlog.configure(
        processors=[*_shared_processors(), *final, redact, _as_bytes if direct else renderer],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=_factory(output, buffer if direct else None),
        cache_logger_on_first_use=False,
    )
    _configure_standard_library(number, output, [*final, redact, renderer])


def _factory(output: TextIO, buffer: BinaryIO | None) -> Any:
    """Return structlog's logger factory: bytes where the stream has them, else text."""
    if buffer is not None:
        return structlog.BytesLoggerFactory(buffer)
    return structlog.PrintLoggerFactory(output)


def _configure_standard_library(number: int, output: TextIO, final: list[Processor]) -> None:
    """Give the root logger one handler whose lines look like ours, and silence chatty libraries."""
    handler = logging.StreamHandler(output)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_shared_processors(), structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *final],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(number)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = True
    for name in _QUIET_LIBRARIES:
        logging.getLogger(name).setLevel(max(number, logging.WARNING))


def get_logger(name: str) -> FilteringBoundLogger:
    """Return a logger whose lines carry `module=name`. It follows a later `configure_logging`."""
    logger: FilteringBoundLogger = structlog.get_logger(module=name)
    return logger


@contextmanager
def log_context(
    *, table: str | None = None, round_number: int | None = None, device: str | None = None
) -> Iterator[None]:
    """Bind table, round and device to every line written inside, in this thread or task."""
    bound = {"table": table, "round": round_number, "device": device}
    with structlog.contextvars.bound_contextvars(
        **{key: value for key, value in bound.items() if value is not None}
    ):
        yield


class Metrics:
    """Every metric of one station, in a registry of its own (no process-wide state).

    Label values come from closed lists or configuration, never from what a client sends.
    """

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.registry = registry
        ProcessCollector(registry=registry)
        self.events_appended = Counter(
            "ds_events_appended", "Events committed to the log", ["stream"], registry=registry
        )
        self.append_seconds = Histogram(
            "ds_append_seconds", "Time of one commit of the log", registry=registry,
            buckets=_LATENCY_BUCKETS,
        )  # fmt: skip
        self.commands_accepted = Counter(
            "ds_commands_accepted", "Commands that changed a table", ["command"], registry=registry
        )
        self.commands_repeated = Counter(
            "ds_commands_repeated", "Commands that came twice", ["command"], registry=registry
        )
        self.commands_refused = Counter(
            "ds_commands_refused", "Commands refused", ["command", "reason"], registry=registry
        )
        self.card_to_commit_seconds = Histogram(
            "ds_card_to_commit_seconds", "From receipt of a card to its commit", registry=registry,
            buckets=_LATENCY_BUCKETS,
        )  # fmt: skip
        self.messages_received = Counter(
            "ds_messages_received", "MQTT messages by what the inbox made of them",
            ["result"], registry=registry,
        )  # fmt: skip
        self.broker_connected = Gauge(
            "ds_broker_connected", "1 while the MQTT broker is connected", registry=registry
        )
        self.table_version = Gauge(
            "ds_table_version", "Version of a table's stream", ["table"], registry=registry
        )
        self.tables_held = Gauge(
            "ds_table_held", "1 while a table waits for a ruling", ["table"], registry=registry
        )
        self.live_screens = Gauge(
            "ds_live_screens", "Screens connected", ["table", "role"], registry=registry
        )
        self.screens_dropped = Counter(
            "ds_screens_dropped", "Screens closed by the station", ["reason"], registry=registry
        )
        self.device_state = Gauge(
            "ds_device_state", "1 for the state that a device is in",
            ["device", "kind", "state"], registry=registry,
        )  # fmt: skip
        self.sign_ins = Counter(
            "ds_sign_ins", "Sign-in attempts by outcome", ["outcome"], registry=registry
        )
        self.http_seconds = Histogram(
            "ds_http_seconds", "Time of HTTP answers", ["method", "route", "status"],
            registry=registry, buckets=_LATENCY_BUCKETS,
        )  # fmt: skip
        self._make_meter_metrics(registry)
        self._device_states: dict[tuple[str, str], str] = {}

    def _make_meter_metrics(self, registry: CollectorRegistry) -> None:
        """Make the metrics of signed meters and of the signs that show them."""
        self.meter_age_seconds = Gauge(
            "ds_meter_age_seconds", "Since the last signed meter", ["progressive"],
            registry=registry,
        )  # fmt: skip
        self.meters_said = Counter(
            "ds_meters_said", "Signed meters handed out", ["progressive"], registry=registry
        )
        self.meter_delay_seconds = Histogram(
            "ds_meter_delay_seconds", "From a commit to its signed meter", registry=registry,
            buckets=_LATENCY_BUCKETS,
        )  # fmt: skip
        self.live_signs = Gauge(
            "ds_live_signs", "Browser signs connected", ["progressive"], registry=registry
        )
        self.signs_refused = Counter(
            "ds_signs_refused", "Browser signs turned away: too many", registry=registry
        )

    def set_device_state(self, device: str, kind: str, state: str) -> None:
        """Show `device` in `state` and in no other."""
        previous = self._device_states.get((device, kind))
        if previous is not None and previous != state:
            self.device_state.labels(device, kind, previous).set(0)
        self._device_states[device, kind] = state
        self.device_state.labels(device, kind, state).set(1)

    def render(self) -> tuple[bytes, str]:
        """Return the text that Prometheus reads, and its content type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST


_LATENCY_BUCKETS: Final = (
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
)  # fmt: skip
