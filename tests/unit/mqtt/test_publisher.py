"""The publisher: states remembered and said again, commands not, fenced epochs silent."""

import pytest
from message_samples import NOW, SHOE, TABLE, TOPICS, samples

from dealer_station.messages.device import Acknowledged, Command
from dealer_station.messages.envelope import Position
from dealer_station.messages.table import TableView
from dealer_station.messages.topics import CommandVerb
from dealer_station.mqtt.outbox import OutboxFull
from dealer_station.mqtt.publisher import LowerEpoch, Publisher


@pytest.fixture
def sent():
    return []


@pytest.fixture
def publisher(sent):
    return Publisher(TOPICS, sent.append)


def view(version, epoch=1):
    return TableView(epoch=epoch, table=TABLE, version=version, view={"phase": "betting"})


def command(epoch=1):
    return Command(
        epoch=epoch, device=SHOE.device, command_id="c", verb=CommandVerb.IDENTIFY,
        sent_at=NOW, expires_at=NOW + 2_000,
    )  # fmt: skip


def test_states_are_retained_and_the_newest_is_said_again(publisher, sent):
    publisher.view(view(1))
    publisher.view(view(2))
    publisher.acknowledged(SHOE, Position(1, 4), 1)
    assert all(item.retain and item.latest_wins for item in sent)
    assert [item.topic for item in sent] == [TOPICS.view(TABLE)] * 2 + [TOPICS.acknowledged(SHOE)]
    births = {item.topic: item.payload for item in publisher.births()}
    assert TableView.from_bytes(births[TOPICS.view(TABLE)]).version == 2
    assert Acknowledged.from_bytes(births[TOPICS.acknowledged(SHOE)]).position == (1, 4)


def test_same_state_is_said_once_unless_asked_for(publisher, sent):
    publisher.acknowledged(SHOE, Position(1, 4), 1)
    publisher.acknowledged(SHOE, Position(1, 4), 1)
    assert len(sent) == 1
    publisher.acknowledged(SHOE, Position(1, 4), 1, is_again=True)
    assert len(sent) == 2


def test_meter_and_desired_states_stand_on_their_topics(publisher, sent):
    meter = samples()[TOPICS.meter("main")]
    publisher.meter(meter)
    publisher.desired(SHOE, "scanning", view(1))
    assert [item.topic for item in sent] == [TOPICS.meter("main"), TOPICS.desired(SHOE, "scanning")]
    assert len(publisher.births()) == 1


def test_command_expires_and_is_not_remembered(publisher, sent):
    publisher.command(SHOE, command())
    (item,) = sent
    assert item.topic == TOPICS.command(SHOE, CommandVerb.IDENTIFY)
    assert not item.retain
    assert item.expires_after_s == 2
    assert publisher.births() == ()


def test_fenced_station_says_nothing_more(publisher, sent):
    publisher.view(view(5, epoch=3))
    with pytest.raises(LowerEpoch):
        publisher.view(view(6, epoch=2))
    with pytest.raises(LowerEpoch):
        publisher.command(SHOE, command(epoch=2))
    with pytest.raises(LowerEpoch):
        publisher.acknowledged(SHOE, Position(1, 1), 2)
    assert len(sent) == 1


def test_given_up_table_is_not_said_again_but_its_epoch_stays(publisher):
    publisher.view(view(5, epoch=3))
    publisher.give_up(TABLE)
    assert publisher.births() == ()
    with pytest.raises(LowerEpoch):
        publisher.view(view(6, epoch=2))


def test_meter_is_of_its_moment_and_never_said_again(publisher, sent):
    meter = samples()[TOPICS.meter("main")]
    publisher.meter(meter)
    assert [(item.retain, item.latest_wins, item.is_momentary) for item in sent] == [(True,) * 3]
    assert publisher.births() == ()
    with pytest.raises(LowerEpoch):
        publisher.meter(meter.model_copy(update={"epoch": meter.epoch - 1}))


def test_state_waits_for_the_next_connection_when_the_outbox_is_full():
    def full(_item):
        raise OutboxFull("full")

    publisher = Publisher(TOPICS, full)
    publisher.view(view(1))
    assert [item.topic for item in publisher.births()] == [TOPICS.view(TABLE)]
    with pytest.raises(OutboxFull):
        publisher.command(SHOE, command())
