"""Catches the operational log exactly as a station writes it."""

import io
import json
from typing import Any

from dealer_station.observability import configure_logging


class LogStream(io.TextIOWrapper):
    """A text stream over bytes, as standard error is one; remembers everything."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def text(self) -> str:
        """Everything written so far."""
        self.flush()
        written = self.buffer
        assert isinstance(written, io.BytesIO)
        return written.getvalue().decode()

    def lines(self) -> list[dict[str, Any]]:
        """Everything written so far, as JSON lines."""
        return [json.loads(line) for line in self.text().splitlines()]


def captured_log(level: str = "info") -> LogStream:
    """Let the log of the process go to the stream that is returned."""
    stream = LogStream()
    configure_logging(level, stream=stream)
    return stream
