"""A station's API with the real feed of signed meters behind it, for tests of what signs get."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from api_builders import TABLE, Station
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.sync.client import ClientConnection, connect

from dealer_station.api.ports import ServedProgressive, Services
from dealer_station.clock import Clock
from dealer_station.controller.meter_feed import MeterFeed, SpokenProgressive
from dealer_station.controller.table_controller import TableController
from dealer_station.event_log.keys import SigningKey
from dealer_station.event_log.station_registry import station_registry
from dealer_station.messages.meter_display import Meter

PROGRESSIVE = "main-1"
KEY = SigningKey.of(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
PUBLIC = {KEY.key_id: KEY.private_key.public_key().public_bytes_raw()}


class Signed:
    """A feed over the table of `services`, whose progressive is served with it."""

    def __init__(self, services: Services, clock: Clock) -> None:
        controller = services.tables[TABLE].controller
        assert isinstance(controller, TableController)
        spoken = SpokenProgressive(PROGRESSIVE, "main", "USD", 3)
        self.said: list[Meter] = []
        self.feed = MeterFeed(
            controller._record, station_registry(), KEY, [spoken], lambda _: 3,
            {TABLE: controller}, services.metrics, clock,
        )  # fmt: skip
        self.feed.subscribe(self.said.append)
        controller._progressives.subscribe(self.feed.meter_moved)
        served = ServedProgressive(
            progressive_id=PROGRESSIVE, currency="USD", pool="main",
            table_ids=(TABLE,), meters=self.feed,
        )  # fmt: skip
        self.services = replace(services, progressives={PROGRESSIVE: served})


@contextmanager
def sign(
    station: Station, progressive: str = PROGRESSIVE, *, origin: str | None = None
) -> Iterator[ClientConnection]:
    """Follow a progressive's meters; nobody signs in."""
    url = station.url.replace("http://", "ws://") + f"/api/signage/{progressive}/live"
    with connect(
        url,
        origin=origin,  # type: ignore[arg-type] # any text
        open_timeout=5,
        close_timeout=2,
    ) as socket:
        yield socket


def next_text(socket: ClientConnection) -> str:
    text = socket.recv(timeout=5)
    assert isinstance(text, str)
    return text
