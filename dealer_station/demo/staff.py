"""Somebody signed in at the station: sends commands through the API and waits for what they bring.

Every command has an id that follows from what it is for, and is sent again until it is answered,
so a station that dies in between changes nothing.
"""

import time
import uuid
from collections.abc import Callable
from typing import Any

import httpx

from dealer_station.demo.house import DemoPerson

PATIENCE_S = 120.0
_AGAIN_S = 0.15
_LOOK_S = 0.02
_NAMESPACE = uuid.UUID("6f2d5c1e-6a3f-5d0b-9a44-0c2f2f5a7c11")
_CONFLICT, _UNAUTHORIZED = 409, 401
_AWAY = frozenset({500, 502, 503, 504})

View = dict[str, Any]


class CommandRefusedError(Exception):
    """The station refused what the plan holds for legal."""


class Staff:
    """One person at one table. Waits at most `PATIENCE_S` for the station to come back."""

    def __init__(self, address: str, table: str, person: DemoPerson) -> None:
        self._client = httpx.Client(base_url=address, timeout=10.0)
        self._table = table
        self._person = person

    def sign_in(self) -> None:
        """Sign in; the session outlives a restart of the station."""
        said = {"person": self._person.person_id, "password": self._person.password}
        answer = self._until_answered("POST", "/api/session", said)
        answer.raise_for_status()

    def view(self) -> View:
        """Return the table as this person sees it."""
        answer = self._until_answered("GET", f"/api/tables/{self._table}", None)
        if answer.status_code == _UNAUTHORIZED:
            self.sign_in()
            return self.view()
        answer.raise_for_status()
        view: View = answer.json()["view"]
        return view

    def wait_for(self, what: str, holds: Callable[[View], bool]) -> View:
        """Look at the table until it is as expected; what is committed is what is seen."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            view = self.view()
            if holds(view):
                return view
            if time.monotonic() > deadline:
                raise TimeoutError(
                    f"waited for {what}; the table is {view['phase']}, next {view['next']}"
                )
            time.sleep(_LOOK_S)

    def do(self, purpose: str, command: str, **said: Any) -> None:
        """Send a command once; `purpose` makes its id."""
        self._send(purpose, {"command": command, **said})

    def do_on_sight(self, purpose: str, command: str, **said: Any) -> None:
        """Send a command that names the very picture it answers; look again when that is old."""
        attempt = 0
        while True:
            version = self.view()["version"]
            body = {"command": command, "version": version, **said}
            if self._send(f"{purpose}/{attempt}", body):
                return
            attempt += 1

    def _send(self, purpose: str, said: dict[str, Any]) -> bool:
        """Send until answered; False when the picture was old. Raises CommandRefusedError."""
        command_id = str(uuid.uuid5(_NAMESPACE, purpose))
        body = {"command_id": command_id, **said}
        answer = self._until_answered("POST", f"/api/tables/{self._table}/commands", body)
        if answer.status_code == _UNAUTHORIZED:
            self.sign_in()
            return self._send(purpose, said)
        if answer.status_code == _CONFLICT and answer.json().get("code") == "stale_version":
            return False
        if answer.is_error:
            raise CommandRefusedError(f"{purpose}: {said} was refused: {answer.text}")
        return True

    def _until_answered(
        self, method: str, path: str, body: dict[str, Any] | None
    ) -> httpx.Response:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                answer = self._client.request(method, path, json=body)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code not in _AWAY:
                return answer
            if time.monotonic() > deadline:
                raise TimeoutError(f"the station does not answer {method} {path}")
            time.sleep(_AGAIN_S)

    def close(self) -> None:
        """Close the connection; the session stays."""
        self._client.close()
