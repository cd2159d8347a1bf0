"""A station that serves one table whose bettors are a book, for tests over HTTP."""

from dataclasses import replace

from api_builders import KeptRecord, Station, new_services
from book_play import BookPlay

from dealer_station.api.ports import ServedTable
from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.settings import HttpSettings

URL = "/api/tables/t1"


class BookStation:
    """A station that serves one table with a book, `t1`."""

    def __init__(self, people: People, clock: VirtualClock, kept: KeptRecord) -> None:
        self.play = BookPlay(record=kept.record, clock=clock)
        served = ServedTable(
            table_id="t1",
            name="Casino Hold'em",
            game="casino-holdem",
            seats=(),
            controller=self.play.controller,
        )
        services = new_services(
            people, clock, kept, http=HttpSettings(body_bytes_max=2_048, batch_bytes_max=65_536)
        )
        services = replace(services, tables={**services.tables, "t1": served})
        self.station = Station(services, self.play.controller)
