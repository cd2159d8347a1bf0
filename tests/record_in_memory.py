"""A record of facts in memory: what the inbox asks of the event log, for tests."""

from dealer_station.messages.envelope import DeviceEvent, Position
from dealer_station.messages.topics import DeviceAddress
from dealer_station.mqtt.inbox import Recorded


class RecordInMemory:
    """Commits events and answers for them, as the event log does."""

    def __init__(self) -> None:
        self.events: dict[DeviceAddress, list[DeviceEvent]] = {}

    def commit(self, device: DeviceAddress, event: DeviceEvent) -> None:
        self.events.setdefault(device, []).append(event)

    def acknowledged(self, device: DeviceAddress) -> Position | None:
        events = self.events.get(device)
        return events[-1].position if events else None

    def recorded(self, device: DeviceAddress, event: DeviceEvent) -> Recorded:
        for known in self.events.get(device, []):
            if known.position == event.position:
                return Recorded.SAME if known == event else Recorded.OTHER
        return Recorded.NONE
