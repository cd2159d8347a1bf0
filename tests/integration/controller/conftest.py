"""Every test here runs on NATS and on Mosquitto, each with a broker of its own.

What one test leaves retained must not meet the next.
"""

import pytest
from brokers import make_broker

from dealer_station.mqtt.broker_config import BrokerKind


@pytest.fixture(params=BrokerKind, ids=str)
def broker(request, tmp_path):
    with make_broker(tmp_path / "broker", request.param) as broker:
        yield broker
