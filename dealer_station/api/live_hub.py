"""Live pictures: a WebSocket gets the whole snapshot at once, after every change, and a heartbeat.

Knows channels (a table, the floor) and who follows which. A snapshot is made once a role and
picture and the same text goes to every screen of that role. A snapshot is whole, so a slow screen
skips what it missed and gets the newest; one that takes nothing for seconds is dropped and comes
back by itself. Once a second every session behind a connection is looked at: when it has ended,
the connection ends with 4401.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Protocol

from anyio import to_thread
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from dealer_station.api.dependencies import SESSION_COOKIE
from dealer_station.api.ports import Services
from dealer_station.event_log.errors import EventLogError
from dealer_station.observability import get_logger
from dealer_station.people.rights import Right, has_right
from dealer_station.people.sessions import Session
from dealer_station.table.roles import Role

_log = get_logger(__name__)

SIGN_IN_AGAIN: Final = 4401
NO_RIGHT: Final = 4403
NO_SUCH_TABLE: Final = 4404
TRY_AGAIN_LATER: Final = 1013

HEARTBEAT_S: Final = 1.0
SEND_TIMEOUT_S: Final = 5.0
_OVERDUE_EVERY: Final = 60
# A snapshot holds the time and the clock's rest: a screen that comes later gets a new one.
_FRESH_MS: Final = 250


class Channel(Protocol):
    """Something that screens follow. `name` is what metrics and log lines call it."""

    name: str
    pause_s: float
    """Least time between two snapshots for one screen; changes in between come together."""

    @property
    def picture(self) -> int:
        """A number that changes with everything that its screens show."""

    def render(self, role: Role, picture: int) -> str:
        """Return a role's snapshot as text, at least as new as `picture`; called in a thread."""

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after each change, from any thread; returns what ends that."""

    def tick(self) -> bool:
        """Say whether time alone has changed the picture; asked once a second, in a thread."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A snapshot ready to be sent: its picture's number, when it was made (ms), its text."""

    picture: int
    made_ms: int
    text: str


@dataclass(eq=False, slots=True)
class Screen:
    """One live connection. `wake` is set when there may be something new for it.

    `is_ended`: its session has ended; `is_gone`: the screen itself has closed the connection.
    """

    session_id: str
    role: Role
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    is_ended: bool = False
    is_gone: bool = False


class FollowedChannel:
    """The screens of one channel and the newest snapshot of each role."""

    def __init__(self, channel: Channel, services: Services) -> None:
        self.channel = channel
        self.screens: set[Screen] = set()
        self._services = services
        self._frames: dict[Role, Frame] = {}
        self._making: dict[Role, asyncio.Lock] = {}

    def wake(self) -> None:
        """Tell every screen that something has changed."""
        for screen in self.screens:
            screen.wake.set()

    async def frame(self, role: Role, shown: int) -> Frame | None:
        """Return the newest snapshot of a role; None where the screen shows it already."""
        async with self._making.setdefault(role, asyncio.Lock()):
            picture = self.channel.picture
            if picture == shown:
                return None
            frame = self._frames.get(role)
            now_ms = self._services.clock.monotonic_ms()
            is_new = shown < 0
            if (
                frame is None
                or frame.picture != picture
                or (is_new and now_ms - frame.made_ms > _FRESH_MS)
            ):
                # In a thread: whoever is asked may be busy, or ask the database.
                text = await to_thread.run_sync(self.channel.render, role, picture)
                frame = self._frames[role] = Frame(picture, now_ms, text)
            return frame


class LiveHub:
    """Every live connection of the station; `channels` by the names that `serve` is asked for."""

    def __init__(self, services: Services, channels: Mapping[str, Channel]) -> None:
        self._services = services
        self._followed = {
            name: FollowedChannel(channel, services) for name, channel in channels.items()
        }
        self._unsubscribe: list[Callable[[], None]] = []
        self._watch: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Follow the channels; called on the event loop."""
        loop = asyncio.get_running_loop()
        for followed in self._followed.values():
            wake = _on_loop(loop, followed.wake)
            self._unsubscribe.append(followed.channel.subscribe(wake))
        self._watch = asyncio.create_task(self._watch_seconds(), name="live seconds")

    async def stop(self) -> None:
        """Follow the channels no longer."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe.clear()
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch

    async def serve(self, socket: WebSocket, name: str, right: Right) -> None:
        """Serve one connection until it ends."""
        await socket.accept()
        token = socket.cookies.get(SESSION_COOKIE)
        session = await to_thread.run_sync(self._services.people.sessions.find, token or "")
        if session is None:
            await socket.close(SIGN_IN_AGAIN)
        elif not has_right(session.role, right):
            await socket.close(NO_RIGHT)
        elif name not in self._followed:
            await socket.close(NO_SUCH_TABLE)
        else:
            await self._serve_screen(socket, self._followed[name], session)

    async def _serve_screen(
        self, socket: WebSocket, followed: FollowedChannel, session: Session
    ) -> None:
        """Send to one screen until it goes, is too slow, or its session ends."""
        screen = Screen(session.session_id, session.role)
        gauge = self._services.metrics.live_screens.labels(
            followed.channel.name, session.role.value
        )
        followed.screens.add(screen)
        gauge.inc()
        listening = asyncio.create_task(_until_gone(socket, screen))
        try:
            code = await self._send_all(socket, followed, screen)
            if code is not None:
                await _close(socket, code)
        finally:
            followed.screens.discard(screen)
            gauge.dec()
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening

    async def _send_all(
        self, socket: WebSocket, followed: FollowedChannel, screen: Screen
    ) -> int | None:
        """Send snapshots and heartbeats; returns the code to close with, None when it is gone."""
        loop = asyncio.get_running_loop()
        beat_at = loop.time() + HEARTBEAT_S
        quiet_until, shown = 0.0, -1
        screen.wake.set()
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(beat_at):
                        await screen.wake.wait()
                        await asyncio.sleep(max(0.0, quiet_until - loop.time()))
                if screen.is_gone or screen.is_ended:
                    return None if screen.is_gone else SIGN_IN_AGAIN
                if screen.wake.is_set() and loop.time() >= quiet_until:
                    screen.wake.clear()
                    frame = await followed.frame(screen.role, shown)
                    if frame is not None:
                        await _send(socket, frame.text)
                        shown = frame.picture
                        quiet_until = loop.time() + followed.channel.pause_s
                if loop.time() >= beat_at:
                    await _send(socket, self._heartbeat())
                    beat_at = max(beat_at + HEARTBEAT_S, loop.time())
        except TimeoutError:
            self._services.metrics.screens_dropped.labels("slow").inc()
            _log.warning("screen_dropped", channel=followed.channel.name, reason="slow")
            return TRY_AGAIN_LATER
        except EventLogError as error:
            _log.error("screen_dropped", channel=followed.channel.name, reason=str(error))
            return TRY_AGAIN_LATER
        except (WebSocketDisconnect, RuntimeError):
            return None  # gone while something was being sent

    def _heartbeat(self) -> str:
        """Return the sign of life."""
        return f'{{"type":"heartbeat","now":{self._services.clock.now()}}}'

    async def _watch_seconds(self) -> None:
        """Once a second, look for sessions that have ended and pictures that time has changed."""
        rounds = 0
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            rounds += 1
            try:
                await self._end_closed_sessions()
                if rounds % _OVERDUE_EVERY == 0:
                    await to_thread.run_sync(self._services.people.sessions.end_overdue)
                await self._tick()
            except Exception:  # noqa: BLE001 - the next second looks again
                _log.exception("second_not_looked_after")

    async def _end_closed_sessions(self) -> None:
        """End the connections whose session has ended or changed its role."""
        screens = [screen for followed in self._followed.values() for screen in followed.screens]
        if not screens:
            return
        session_ids = {screen.session_id for screen in screens}
        still_open = await to_thread.run_sync(
            self._services.people.sessions.still_open, session_ids
        )
        for screen in screens:
            if still_open.get(screen.session_id) is not screen.role:
                screen.is_ended = True
                screen.wake.set()

    async def _tick(self) -> None:
        """Let time come to the channels that somebody follows."""
        for followed in self._followed.values():
            has_screens = bool(followed.screens)
            if has_screens and await to_thread.run_sync(followed.channel.tick):
                followed.wake()


def _on_loop(loop: asyncio.AbstractEventLoop, wake: Callable[[], None]) -> Callable[[], None]:
    """Return a listener for the writer's thread that wakes the screens on the loop."""

    def listener() -> None:
        with suppress(RuntimeError):  # the loop has closed: the station is stopping
            loop.call_soon_threadsafe(wake)

    return listener


async def _send(socket: WebSocket, text: str) -> None:
    """Send one message. Raises TimeoutError where the screen takes nothing."""
    async with asyncio.timeout(SEND_TIMEOUT_S):
        await socket.send_text(text)


async def _close(socket: WebSocket, code: int) -> None:
    """Close, without waiting long for a screen that does not answer."""
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        async with asyncio.timeout(HEARTBEAT_S):
            await socket.close(code)


async def _until_gone(socket: WebSocket, screen: Screen) -> None:
    """Take what the screen sends, which is nothing, until it goes."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    screen.is_gone = True
    screen.wake.set()
