"""Parsers of topics and payloads under arbitrary input: they answer or refuse, nothing else."""

import json
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from message_samples import samples

from dealer_station.messages.contract import MESSAGES, read
from dealer_station.messages.envelope import BadMessage
from dealer_station.messages.topics import (
    BadTopic,
    CommandVerb,
    DeviceAddress,
    DeviceKind,
    DeviceTopic,
    EventKind,
    Topics,
    parse,
)

names = st.text(string.ascii_letters + string.digits + "-_", min_size=1, max_size=64)
levels = st.sampled_from(
    ["ds", "v1", "table", "driver", "view", "progressive", "meter", "card_shoe", "event", "card",
     "state", "desired", "command", "replay", "+", "#", "", ".", "a b", "x"]
)  # fmt: skip
numbers = st.integers() | st.floats()
json_values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def understood(topic, payload):
    """What ``read`` makes of it; None where it refuses with a reason and the topic."""
    try:
        return read(topic, payload)
    except BadMessage as error:
        refusal = error
    assert refusal.what
    assert refusal.topic == topic
    return None


@given(st.text() | st.lists(levels, max_size=10).map("/".join))
@example("ds/v1/s/table/t/card_shoe/d/event/card")
def test_topic_parser_answers_or_refuses(topic):
    try:
        parsed = parse(topic)
    except BadTopic as error:
        refusal = error
    else:
        assert topic.startswith(f"ds/v1/{parsed.site}/")
        return
    assert refusal.why


@given(names, names, names, st.sampled_from(DeviceKind), names)
def test_topics_of_any_names_come_back(site, table, device, kind, extra):
    topics = Topics(site)
    address = DeviceAddress(table, kind, device)
    for topic in (
        topics.device_state(address),
        topics.event(address, EventKind.CARD),
        topics.desired(address, extra),
        topics.command(address, CommandVerb.REPLAY),
    ):
        parsed = parse(topic)
        assert isinstance(parsed, DeviceTopic)
        assert (parsed.site, parsed.address) == (site, address)
    assert parse(topics.view(table)).site == site


@given(
    st.sampled_from(sorted(samples())), st.binary() | json_values.map(json.dumps).map(str.encode)
)
def test_payload_parser_answers_or_refuses(topic, payload):
    found = understood(topic, payload)
    assert found is None or read(topic, found.message.to_bytes()) == found


@given(st.data())
def test_message_with_one_changed_field_answers_or_refuses(data):
    topic = data.draw(st.sampled_from(sorted(samples())))
    members = json.loads(samples()[topic].to_bytes())
    field = data.draw(st.sampled_from(sorted(members)))
    members[field] = data.draw(json_values)
    found = understood(topic, json.dumps(members).encode())
    assert found is None or read(topic, found.message.to_bytes()) == found


@given(st.data())
def test_message_with_flipped_bytes_answers_or_refuses(data):
    topic = data.draw(st.sampled_from(sorted(samples())))
    payload = bytearray(samples()[topic].to_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(payload) - 1))
        payload[place] ^= data.draw(st.integers(1, 255))
    found = understood(topic, bytes(payload))
    assert found is None or read(topic, found.message.to_bytes()) == found


@pytest.mark.parametrize("model", MESSAGES)
@given(payload=st.binary(max_size=200))
def test_every_message_refuses_noise(model, payload):
    with pytest.raises(BadMessage):
        model.from_bytes(payload)
