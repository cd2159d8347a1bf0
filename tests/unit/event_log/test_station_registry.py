from pathlib import Path

import pytest

from dealer_station.event_log import upcasters
from dealer_station.event_log.catalogue import CatalogueEntry, drift, station_catalogue
from dealer_station.event_log.record import NewEvent
from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.station_registry import station_registry
from dealer_station.table.events import DeviceReported


@pytest.fixture(params=[station_registry], ids=["station"])
def registry(request: pytest.FixtureRequest) -> EventRegistry:
    registry: EventRegistry = request.param()
    return registry


def test_catalogue_and_registry_agree(registry: EventRegistry) -> None:
    assert drift(station_catalogue(), registry) == []


def test_every_version_ever_written_can_be_read(registry: EventRegistry) -> None:
    assert registry.gaps() == []


def test_a_device_that_reported_before_faults_had_codes_reports_none() -> None:
    body = (
        b'{"at":1,"device_id":"shoe","device_kind":"card_shoe","device_state":"degraded",'
        b'"reason":"line lost","session":2}'
    )
    event = station_registry().decode(NewEvent("device_reported", 1, body))
    assert event == DeviceReported(
        at=1,
        device_id="shoe",
        device_kind="card_shoe",
        device_state="degraded",
        session=2,
        reason="line lost",
        faults=(),
    )


def test_every_event_is_documented_in_whole_words(registry: EventRegistry) -> None:
    entries = station_catalogue()
    for entry in registry:
        described: CatalogueEntry = entries[entry.name]
        assert len(described.documentation.split()) >= 4, entry.name
        assert described.text[0].isupper() or described.text[0] == "{", entry.name


def test_upcasters_are_one_file_each() -> None:
    folder = Path(upcasters.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}

    assert files == {
        f"v{one.from_version}_to_v{one.from_version + 1}_{one.name}" for one in upcasters.UPCASTERS
    }
