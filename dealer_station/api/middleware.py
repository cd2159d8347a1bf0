"""What happens to every request before and after its endpoint, as plain ASGI.

From the outside in: count and time it, answer faults, put security headers on the answer, turn
away foreign pages, take in the body up to a limit and within a time.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dealer_station.api.problems import (
    MEDIA_TYPE,
    ForeignOrigin,
    InternalFault,
    Problem,
    TooLarge,
    TooSlow,
)
from dealer_station.clock import Clock
from dealer_station.observability import Metrics, get_logger

_log = get_logger(__name__)

_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_KNOWN_METHODS: Final = _SAFE_METHODS | {"POST", "PUT", "PATCH", "DELETE"}
_BODY_SECONDS: Final = 10.0

# An answer that brings its own policy (the screens' pages do) keeps it.
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """Return the HTTP answer for a problem document."""
    return Response(
        problem.model_dump_json(),
        status_code=problem.status,
        headers=headers,
        media_type=MEDIA_TYPE,
    )


class RequestMetrics:
    """Counts and times every answer by method, route and status; unknown paths share one label."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics, clock: Clock) -> None:
        self._app = app
        self._metrics = metrics
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and observe what comes back."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500
        began_ms = self._clock.monotonic_ms()

        async def observe(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, observe)
        finally:
            method = scope["method"] if scope["method"] in _KNOWN_METHODS else "other"
            route = getattr(scope.get("route"), "path", "unmatched")
            seconds = (self._clock.monotonic_ms() - began_ms) / 1000
            self._metrics.http_seconds.labels(method, route, str(status)).observe(seconds)


class SecurityHeaders:
    """Puts the security headers on every answer, and answers faults that nothing else caught."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; the answer gets the headers it does not have yet."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_started = False

        async def add_headers(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._app(scope, receive, add_headers)
        except Exception:
            _log.exception("internal_fault", path=scope["path"], method=scope["method"])
            if has_started:
                raise
            await problem_response(InternalFault())(scope, receive, add_headers)


class OwnPagesOnly:
    """Turns away what a foreign page sends: requests that change something, and live connections.

    The session cookie is SameSite=Strict already; this is the second lock. A browser always says
    the page's origin with such a request. A client that says nothing is no browser, and holds no
    cookie of one.
    """

    def __init__(self, app: ASGIApp, *, origins: Iterable[str]) -> None:
        self._app = app
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if self._is_allowed(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await problem_response(ForeignOrigin())(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        """Whether the request is harmless or comes from a page of ours."""
        if scope["type"] == "http" and scope["method"] in _SAFE_METHODS:
            return True
        if scope["type"] not in {"http", "websocket"}:
            return True
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in {"none", "same-origin"}
        if origin.lower() in self._origins:
            return True
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""


class BodyLimit:
    """Takes in a request's body whole, up to `bytes_max` and within ten seconds.

    `larger` are endings of paths that take more than that, and how much.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        bytes_max: int,
        larger: Mapping[str, int] | None = None,
        seconds: float = _BODY_SECONDS,
    ) -> None:
        self._app = app
        self._bytes_max = bytes_max
        self._larger = dict(larger or {})
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its body read, or refuse it."""
        if scope["type"] != "http" or scope["method"] in _SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._seconds):
                body = await self._read(scope, receive)
        except TimeoutError:
            await problem_response(TooSlow(), {"Connection": "close"})(scope, receive, send)
            return
        if body is None:
            await problem_response(TooLarge(), {"Connection": "close"})(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        """Return the body, None where it is too large."""
        bytes_max = self._limit(scope["path"])
        told = Headers(scope=scope).get("content-length", "")
        if told.isdecimal() and int(told) > bytes_max:
            return None
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return bytes(body)
            body += message.get("body", b"")
            if len(body) > bytes_max:
                return None
            if not message.get("more_body", False):
                return bytes(body)

    def _limit(self, path: str) -> int:
        found = (limit for ending, limit in self._larger.items() if path.endswith(ending))
        return max(found, default=self._bytes_max)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once and then what really comes."""
    is_given = False

    async def replay() -> Message:
        """Give the body once."""
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
