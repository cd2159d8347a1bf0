"""Which message belongs where, and payloads that contradict their topic."""

import pytest
from message_samples import SHOE, SITE, TABLE, TOPICS, card_drawn, samples

from dealer_station.messages.contract import MESSAGES, Received, model_of, read
from dealer_station.messages.envelope import BadMessage
from dealer_station.messages.topics import (
    CommandVerb,
    DeviceAddress,
    DeviceKind,
    EventKind,
    Topics,
    parse,
)


def test_samples_cover_the_contract():
    assert {type(message) for message in samples().values()} == set(MESSAGES)


@pytest.mark.parametrize(("topic", "message"), list(samples().items()))
def test_message_is_read_by_its_topic(topic, message):
    assert read(topic, message.to_bytes()) == Received(parse(topic), message)


def test_card_belongs_to_shoes_and_fault_to_every_kind():
    for kind in DeviceKind:
        device = DeviceAddress(TABLE, kind, "d")
        card = model_of(parse(TOPICS.event(device, EventKind.CARD)))
        assert (card is None) == (kind is not DeviceKind.CARD_SHOE)
        assert model_of(parse(TOPICS.event(device, EventKind.FAULT))) is not None


@pytest.mark.parametrize(
    "topic",
    [
        TOPICS.event(DeviceAddress(TABLE, DeviceKind.BET_ACCEPTOR, "d"), EventKind.CARD),
        TOPICS.desired(SHOE, "mood"),
        TOPICS.reported(SHOE, "mood"),
    ],
)
def test_topic_without_a_message_is_refused(topic):
    with pytest.raises(BadMessage, match="no message"):
        read(topic, card_drawn().to_bytes())


def test_foreign_topic_is_refused():
    with pytest.raises(BadMessage, match="does not start"):
        read("zigbee2mqtt/lamp", b"{}")


OTHER = DeviceAddress("CS-3", DeviceKind.CARD_SHOE, "other")


@pytest.mark.parametrize(
    ("topic", "moved", "where"),
    [
        (TOPICS.event(SHOE, EventKind.CARD), TOPICS.event(OTHER, EventKind.CARD), "device"),
        (TOPICS.acknowledged(SHOE), TOPICS.acknowledged(OTHER), "device"),
        (
            TOPICS.birth(SHOE),
            TOPICS.birth(DeviceAddress(TABLE, DeviceKind.BET_ACCEPTOR, SHOE.device)),
            "kind",
        ),
        (
            TOPICS.command(SHOE, CommandVerb.REPLAY),
            TOPICS.command(SHOE, CommandVerb.IDENTIFY),
            "verb",
        ),
        (
            TOPICS.command(SHOE, CommandVerb.REPLAY),
            TOPICS.command(OTHER, CommandVerb.REPLAY),
            "device",
        ),
        (TOPICS.driver_state(TABLE, "shoe-driver"), TOPICS.driver_state(TABLE, "x"), "driver"),
        (TOPICS.view(TABLE), TOPICS.view("CS-3"), "table"),
        (TOPICS.meter("main"), TOPICS.meter("other"), "progressive"),
    ],
)
def test_payload_on_somebody_elses_topic_is_refused(topic, moved, where):
    payload = samples()[topic].to_bytes()
    with pytest.raises(BadMessage, match="is not the topic's") as caught:
        read(moved, payload)
    assert caught.value.where == where


def test_site_is_no_secret_of_the_payload():
    """The site stands in the topic alone; rights keep sites apart, not payloads."""
    elsewhere = Topics("other-site").view(TABLE)
    found = read(elsewhere, samples()[TOPICS.view(TABLE)].to_bytes())
    assert found.topic.site == "other-site" != SITE
