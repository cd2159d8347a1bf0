"""Hears the signed meters of a table under test, as they would go out."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from table_play import TablePlay

from dealer_station.controller.meter_feed import MeterFeed, SpokenProgressive
from dealer_station.event_log.keys import SigningKey
from dealer_station.messages.meter_display import METER_EVERY_MS, Meter
from dealer_station.messages.meter_signature import check
from dealer_station.observability import Metrics

KEY = SigningKey.of(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
PUBLIC = {KEY.key_id: KEY.private_key.public_key().public_bytes_raw()}


class Ear:
    """Hears a feed over the tables of one play; `lease` is the epoch that the database holds."""

    def __init__(
        self, play: TablePlay, *, epoch: int = 1, clock=None, pools=None, **tables
    ) -> None:
        self.play = play
        self.lease = epoch
        self.metrics = Metrics()
        self.heard: list[Meter] = []
        self.feed = MeterFeed(
            play.record,
            play.registry,
            KEY,
            [
                SpokenProgressive("p1", "main", "USD", epoch)
                if pools is None
                else SpokenProgressive("p1", "jumbo7", "EUR", epoch, pools)
            ],
            self._lease_epoch,
            tables or {"t1": play.controller},
            self.metrics,
            clock or play.clock,
        )
        self.feed.subscribe(self.heard.append)
        play.progressives.subscribe(self.feed.meter_moved)

    def _lease_epoch(self, name: str) -> int:
        assert name == "meter/p1"
        return self.lease

    def listen(self, wait_ms: int = 0) -> list[Meter]:
        """Let time pass and the feed speak; returns what it said."""
        self.play.clock.advance(wait_ms)
        before = len(self.heard)
        self.feed.speak_due()
        return self.heard[before:]

    def hears(self, wait_ms: int = 0) -> Meter:
        (meter,) = self.listen(wait_ms)
        check(meter, PUBLIC)
        return meter

    def next(self) -> Meter:
        return self.hears(METER_EVERY_MS)

    def metric(self, name: str, **labels: str) -> float | None:
        return self.metrics.registry.get_sample_value(name, labels)
