"""Live meters: a WebSocket gets every signed meter of one progressive, and nothing else.

The text is the payload as it goes out by MQTT, to the byte, so that a sign checks the signature
over what it got. A sign that comes gets the next meter, within half a second: an older one would
not be fresh. A slow sign skips what it missed and gets the newest; one that takes nothing for
seconds is dropped. Nobody signs in here, so the number of connections is limited.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from dealer_station.api.ports import Services
from dealer_station.messages.meter_display import Meter
from dealer_station.observability import get_logger

_log = get_logger(__name__)

NO_SUCH_PROGRESSIVE: Final = 4404
TRY_AGAIN_LATER: Final = 1013

SEND_TIMEOUT_S: Final = 5.0
_CLOSE_TIMEOUT_S: Final = 1.0


@dataclass(eq=False, slots=True)
class Sign:
    """One live connection: the newest meter that it has not got, and whether it has gone."""

    waiting: str | None = None
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    is_gone: bool = False

    def give(self, text: str) -> None:
        """Let this be what is sent next, in the place of an older one that still waits."""
        self.waiting = text
        self.wake.set()


class LiveMeters:
    """Every sign that follows a meter of this station; all of it runs on the event loop."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._connections_max = services.settings.signage.connections_max
        self._signs: dict[str, set[Sign]] = {name: set() for name in services.progressives}
        self._unsubscribe: list[Callable[[], None]] = []

    def start(self) -> None:
        """Follow the meters; called on the event loop."""
        loop = asyncio.get_running_loop()

        def hear(meter: Meter) -> None:
            """Pass a meter on from the feed's thread, which waits for nobody."""
            text = meter.to_bytes().decode()
            with suppress(RuntimeError):  # the loop has closed: the station is stopping
                loop.call_soon_threadsafe(self._give, meter.progressive, text)

        for feed in {served.meters for served in self._services.progressives.values()}:
            self._unsubscribe.append(feed.subscribe(hear))

    def stop(self) -> None:
        """Follow the meters no longer."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe.clear()

    def _give(self, progressive: str, text: str) -> None:
        for sign in self._signs.get(progressive, ()):
            sign.give(text)

    async def serve(self, socket: WebSocket, progressive: str) -> None:
        """Serve one connection until it ends."""
        await socket.accept()
        signs = self._signs.get(progressive)
        if signs is None:
            await _close(socket, NO_SUCH_PROGRESSIVE)
        elif sum(len(each) for each in self._signs.values()) >= self._connections_max:
            self._services.metrics.signs_refused.inc()
            await _close(socket, TRY_AGAIN_LATER)
        else:
            await self._serve_sign(socket, progressive, signs)

    async def _serve_sign(self, socket: WebSocket, progressive: str, signs: set[Sign]) -> None:
        sign = Sign()
        gauge = self._services.metrics.live_signs.labels(progressive)
        signs.add(sign)
        gauge.inc()
        listening = asyncio.create_task(_until_gone(socket, sign))
        try:
            await _send_all(socket, sign)
        except TimeoutError:
            self._services.metrics.screens_dropped.labels("slow").inc()
            _log.warning("sign_dropped", progressive=progressive, reason="slow")
            await _close(socket, TRY_AGAIN_LATER)
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone while something was being sent
        finally:
            signs.discard(sign)
            gauge.dec()
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening


async def _send_all(socket: WebSocket, sign: Sign) -> None:
    """Send meters until the sign goes. Raises TimeoutError where it takes nothing."""
    while True:
        await sign.wake.wait()
        sign.wake.clear()
        if sign.is_gone:
            return
        text, sign.waiting = sign.waiting, None
        if text is not None:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await socket.send_text(text)


async def _until_gone(socket: WebSocket, sign: Sign) -> None:
    """Take what the sign sends, which is nothing, until it goes."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    sign.is_gone = True
    sign.wake.set()


async def _close(socket: WebSocket, code: int) -> None:
    """Close, without waiting long for a sign that does not answer."""
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        async with asyncio.timeout(_CLOSE_TIMEOUT_S):
            await socket.close(code)
