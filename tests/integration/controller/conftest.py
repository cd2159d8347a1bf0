"""A NATS broker for each test: what one test leaves retained must not meet the next."""

import pytest
from brokers import make_broker

from dealer_station.mqtt.broker_config import BrokerKind


@pytest.fixture
def broker(tmp_path):
    with make_broker(tmp_path / "broker", BrokerKind.NATS) as broker:
        yield broker
