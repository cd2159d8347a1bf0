"""Topics: built and taken apart alike, names checked, rights no wider than the contract."""

import pytest

from dealer_station.messages.topics import (
    BadTopic,
    CommandVerb,
    DeviceAddress,
    DeviceKind,
    DeviceLeaf,
    DeviceTopic,
    DriverTopic,
    EventKind,
    MeterTopic,
    ProbeTopic,
    Topics,
    ViewTopic,
    parse,
)

TOPICS = Topics("gardens")
SHOE = DeviceAddress("CS-2", DeviceKind.CARD_SHOE, "shoe-1")
SIGN = DeviceAddress("CS-2", DeviceKind.METER_DISPLAY, "sign")

ROWS = {
    TOPICS.driver_state("CS-2", "shoes"): (
        "ds/v1/gardens/table/CS-2/driver/shoes/state",
        DriverTopic("gardens", "CS-2", "shoes"),
    ),
    TOPICS.device_state(SHOE): (
        "ds/v1/gardens/table/CS-2/card_shoe/shoe-1/state",
        DeviceTopic("gardens", SHOE, DeviceLeaf.STATE),
    ),
    TOPICS.birth(SHOE): (
        "ds/v1/gardens/table/CS-2/card_shoe/shoe-1/birth",
        DeviceTopic("gardens", SHOE, DeviceLeaf.BIRTH),
    ),
    TOPICS.event(SHOE, EventKind.CARD): (
        "ds/v1/gardens/table/CS-2/card_shoe/shoe-1/event/card",
        DeviceTopic("gardens", SHOE, DeviceLeaf.EVENT, "card"),
    ),
    TOPICS.head(SHOE): (
        "ds/v1/gardens/table/CS-2/card_shoe/shoe-1/head",
        DeviceTopic("gardens", SHOE, DeviceLeaf.HEAD),
    ),
    TOPICS.acknowledged(SHOE): (
        "ds/v1/gardens/table/CS-2/card_shoe/shoe-1/acknowledged",
        DeviceTopic("gardens", SHOE, DeviceLeaf.ACKNOWLEDGED),
    ),
    TOPICS.desired(SHOE, "lamp"): (
        "ds/v1/gardens/table/CS-2/card_shoe/shoe-1/desired/lamp",
        DeviceTopic("gardens", SHOE, DeviceLeaf.DESIRED, "lamp"),
    ),
    TOPICS.reported(SHOE, "link"): (
        "ds/v1/gardens/table/CS-2/card_shoe/shoe-1/reported/link",
        DeviceTopic("gardens", SHOE, DeviceLeaf.REPORTED, "link"),
    ),
    TOPICS.command(SHOE, CommandVerb.SELF_TEST): (
        "ds/v1/gardens/table/CS-2/card_shoe/shoe-1/command/self_test",
        DeviceTopic("gardens", SHOE, DeviceLeaf.COMMAND, "self_test"),
    ),
    TOPICS.reply(SHOE): (
        "ds/v1/gardens/table/CS-2/card_shoe/shoe-1/reply",
        DeviceTopic("gardens", SHOE, DeviceLeaf.REPLY),
    ),
    TOPICS.view("CS-2"): ("ds/v1/gardens/table/CS-2/view", ViewTopic("gardens", "CS-2")),
    TOPICS.meter("main"): (
        "ds/v1/gardens/progressive/main/meter",
        MeterTopic("gardens", "main"),
    ),
    TOPICS.probe("station-1"): (
        "ds/v1/gardens/probe/station-1",
        ProbeTopic("gardens", "station-1"),
    ),
}


@pytest.mark.parametrize(("built", "row"), list(ROWS.items()))
def test_topic_is_built_and_parsed_as_the_contract_says(built, row):
    text, parsed = row
    assert built == text
    assert parse(text) == parsed


def test_retained_topics_are_those_of_the_contract():
    kept = {text for text, parsed in ROWS.values() if parsed.retained}
    passing = {text for text, _ in ROWS.values() if text not in kept}
    assert passing == {
        TOPICS.event(SHOE, EventKind.CARD),
        TOPICS.command(SHOE, CommandVerb.SELF_TEST),
        TOPICS.reply(SHOE),
        TOPICS.probe("station-1"),
    }


@pytest.mark.parametrize(
    "name",
    ["", "a/b", "a+b", "#", "a b", "a.b", "a*", ">", "a\n", "ä", "x" * 65, "a\x00"],
)
def test_name_that_no_broker_may_see_is_refused(name):
    with pytest.raises(BadTopic):
        Topics(name)
    with pytest.raises(BadTopic):
        TOPICS.view(name)
    with pytest.raises(BadTopic):
        TOPICS.desired(SHOE, name)
    with pytest.raises(BadTopic):
        DeviceAddress(name, DeviceKind.CARD_SHOE, "d")
    with pytest.raises(BadTopic):
        DeviceAddress("t", DeviceKind.CARD_SHOE, name)


@pytest.mark.parametrize(
    ("topic", "why"),
    [
        ("", "does not start"),
        ("ds/v1", "does not start"),
        ("ds/v2/gardens/table/t/view", "does not start"),
        ("/ds/v1/gardens/table/t/view", "does not start"),
        ("ds/v1/gardens", "none of"),
        ("ds/v1/gardens/table/t/view/", "no name"),
        ("ds/v1/gardens/table//view", "no name"),
        ("ds/v1/gardens/table/+/view", "no name"),
        ("ds/v1/gardens/table/t", "none of"),
        ("ds/v1/gardens/table/t/driver/d", "none of"),
        ("ds/v1/gardens/table/t/driver/d/birth", "no kind"),
        ("ds/v1/gardens/table/t/roulette/d/state", "no kind"),
        ("ds/v1/gardens/table/t/card_shoe/d/mood", "no topic of a device"),
        ("ds/v1/gardens/table/t/card_shoe/d/event", "wrong number"),
        ("ds/v1/gardens/table/t/card_shoe/d/event/card/x", "wrong number"),
        ("ds/v1/gardens/table/t/card_shoe/d/state/x", "wrong number"),
        ("ds/v1/gardens/table/t/card_shoe/d/event/dice", "no event"),
        ("ds/v1/gardens/table/t/card_shoe/d/command/explode", "no command"),
        ("ds/v1/gardens/progressive/p", "none of"),
    ],
)
def test_topic_outside_the_contract_is_refused_with_its_reason(topic, why):
    with pytest.raises(BadTopic, match=why) as caught:
        parse(topic)
    assert caught.value.topic == topic


def test_driver_may_write_its_own_devices_and_nothing_of_the_station():
    rights = TOPICS.driver_rights("CS-2", "shoes", [SHOE])
    own = "ds/v1/gardens/table/CS-2/card_shoe/shoe-1"
    assert set(rights.publish) == {
        "ds/v1/gardens/table/CS-2/driver/shoes/state",
        f"{own}/state",
        f"{own}/birth",
        f"{own}/event/+",
        f"{own}/head",
        f"{own}/reported/+",
        f"{own}/reply",
    }
    assert set(rights.subscribe) == {
        f"{own}/acknowledged",
        f"{own}/desired/+",
        f"{own}/command/+",
        "ds/v1/gardens/table/CS-2/alive",
    }


def test_sign_reads_meters_too():
    rights = TOPICS.driver_rights("CS-2", "signs", [SIGN])
    assert "ds/v1/gardens/progressive/+/meter" in rights.subscribe
    assert not any("progressive" in topic for topic in rights.publish)


def test_driver_has_no_device_at_another_table():
    with pytest.raises(BadTopic, match="belongs to table"):
        TOPICS.driver_rights("CS-3", "shoes", [SHOE])


def test_station_reads_all_and_writes_no_fact():
    rights = TOPICS.station_rights()
    assert rights.subscribe == ("ds/v1/gardens/#",)
    words = {topic.split("/")[-1] for topic in rights.publish} | {
        topic.split("/")[-2] for topic in rights.publish
    }
    assert words.isdisjoint({"event", "birth", "head", "reported", "reply", "state"})


def test_station_listens_to_every_driver_topic():
    filters = set(TOPICS.station_filters())
    assert filters == {
        "ds/v1/gardens/table/+/+/+/state",
        "ds/v1/gardens/table/+/+/+/birth",
        "ds/v1/gardens/table/+/+/+/event/+",
        "ds/v1/gardens/table/+/+/+/head",
        "ds/v1/gardens/table/+/+/+/reported/+",
        "ds/v1/gardens/table/+/+/+/reply",
    }


def test_addresses_sort_and_print():
    assert str(SHOE) == "CS-2/card_shoe/shoe-1"
    assert sorted([SIGN, SHOE]) == [SHOE, SIGN]
