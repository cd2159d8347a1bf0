"""How uvicorn serves the API: one process, one port, and a stop that does not wait for screens."""

from typing import Final

import uvicorn
from starlette.types import ASGIApp

from dealer_station.settings import HttpSettings

# An open live connection would else hold the stop up for ever.
STOP_SECONDS: Final = 3
_MESSAGE_BYTES_MAX: Final = 4_096
_MESSAGES_QUEUED: Final = 4
_PING_S: Final = 10.0


def server_config(app: ASGIApp, settings: HttpSettings) -> uvicorn.Config:
    """Return the server's configuration; `configure_logging` is done before, not here."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        # Screens send nothing on the live connection.
        ws_max_size=_MESSAGE_BYTES_MAX,
        ws_max_queue=_MESSAGES_QUEUED,
        ws_ping_interval=_PING_S,
        ws_ping_timeout=_PING_S,
        # Snapshots are small and few; compressing them costs more time than it saves.
        ws_per_message_deflate=False,
        proxy_headers=False,
        lifespan="on",
    )
