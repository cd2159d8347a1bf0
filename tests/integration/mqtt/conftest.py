"""Every test here runs on NATS and on Mosquitto, both as real child processes."""

import pytest
from brokers import make_broker

from dealer_station.mqtt.broker_config import BrokerKind


@pytest.fixture(scope="module", params=BrokerKind, ids=str)
def shared_broker(request, tmp_path_factory):
    """A broker that tests of one file share; whoever kills brokers takes ``own_broker``."""
    with make_broker(tmp_path_factory.mktemp(request.param), request.param) as broker:
        yield broker


@pytest.fixture(params=BrokerKind, ids=str)
def own_broker(request, tmp_path):
    """A broker of the test's own."""
    with make_broker(tmp_path / "broker", request.param) as broker:
        yield broker


@pytest.fixture
def unique(request):
    """A name that no other test uses: client ids outlive connections."""
    return f"t{abs(hash(request.node.nodeid)) % 10**12}"
