"""The outbox: bounded, in order, latest wins, nothing lost when a client is thrown away."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.mqtt.outbox import PAYLOAD_BYTES_MAX, Outbox, OutboxFull, Outgoing


def fact(text, **fields):
    return Outgoing("fact", text.encode(), **fields)


def state(topic, text):
    return Outgoing(topic, text.encode(), retain=True, latest_wins=True)


def drain(outbox):
    found = []
    while (item := outbox.next()) is not None:
        found.append(item.payload.decode())
    return found


def test_messages_leave_in_order():
    outbox = Outbox()
    for text in "abc":
        outbox.add(fact(text))
    assert drain(outbox) == ["a", "b", "c"]


def test_full_outbox_says_so_and_takes_nothing():
    outbox = Outbox(waiting_max=2)
    outbox.add(fact("a"))
    outbox.add(fact("b"))
    with pytest.raises(OutboxFull, match="2 messages"):
        outbox.add(fact("c"))
    assert drain(outbox) == ["a", "b"]


def test_newer_state_finds_room_in_a_full_outbox():
    outbox = Outbox(waiting_max=2)
    outbox.add(state("view", "old"))
    outbox.add(fact("a"))
    replaced = outbox.add(state("view", "new"))
    assert replaced is not None
    assert replaced.payload == b"old"
    assert drain(outbox) == ["a", "new"]


def test_facts_never_replace_each_other():
    outbox = Outbox()
    outbox.add(fact("a"))
    assert outbox.add(fact("a")) is None
    assert drain(outbox) == ["a", "a"]


def test_state_already_on_its_way_is_not_replaced():
    outbox = Outbox()
    outbox.add(state("view", "old"))
    item = outbox.next()
    outbox.sent(1, item)
    assert outbox.add(state("view", "new")) is None
    assert drain(outbox) == ["new"]
    assert outbox.done(1) is item


def test_no_more_than_the_window_is_on_its_way():
    outbox = Outbox(in_flight_max=2)
    for text in "abcd":
        outbox.add(fact(text))
    for mid in (1, 2):
        outbox.sent(mid, outbox.next())
    assert outbox.next() is None
    assert (outbox.waiting, outbox.in_flight) == (2, 2)
    outbox.done(1)
    assert outbox.next().payload == b"c"


def test_answer_for_an_unknown_message_is_ignored():
    assert Outbox().done(77) is None


def test_births_go_first():
    outbox = Outbox()
    outbox.add(fact("a"))
    outbox.add(state("lamp", "on"))
    assert outbox.put_first((state("state", "born"), state("birth", "b"))) == ()
    assert drain(outbox) == ["born", "b", "a", "on"]


def test_state_that_waits_goes_first_in_place_of_its_birth():
    """It was published while the births were gathered: never older, perhaps newer."""
    outbox = Outbox()
    outbox.add(fact("a"))
    outbox.add(state("state", "newest"))
    dropped = outbox.put_first((state("birth", "b"), state("state", "gathered")))
    assert [item.payload for item in dropped] == [b"gathered"]
    assert outbox.add(state("state", "newer still")).payload == b"newest"
    assert drain(outbox) == ["b", "a", "newer still"]


def test_lost_client_gives_back_what_was_on_its_way_in_order():
    outbox = Outbox()
    for text in "abc":
        outbox.add(fact(text))
    for mid in (10, 11):
        outbox.sent(mid, outbox.next())
    assert outbox.take_back() == ()
    assert outbox.in_flight == 0
    assert drain(outbox) == ["a", "b", "c"]


def test_lost_client_does_not_bring_back_an_outdated_state():
    outbox = Outbox()
    outbox.add(state("view", "old"))
    outbox.sent(1, outbox.next())
    outbox.add(state("view", "new"))
    assert [item.payload for item in outbox.take_back()] == [b"old"]
    assert drain(outbox) == ["new"]


def test_too_long_payload_is_refused():
    outbox = Outbox()
    with pytest.raises(ValueError, match="too long"):
        outbox.add(Outgoing("t", b"x" * (PAYLOAD_BYTES_MAX + 1)))
    assert outbox.waiting == 0


@given(st.lists(st.sampled_from(["fact", "view", "lamp", "send", "answer", "lose"]), max_size=60))
def test_no_fact_is_lost_or_reordered_and_the_newest_state_arrives(steps):
    outbox = Outbox(in_flight_max=3)
    said: dict[str, list[int]] = {"fact": [], "view": [], "lamp": []}
    arrived: dict[str, list[int]] = {"fact": [], "view": [], "lamp": []}
    on_way: list[tuple[int, Outgoing]] = []

    def answer():
        mid, item = on_way.pop(0)
        assert outbox.done(mid) is item
        arrived[item.topic].append(int(item.payload))

    for number, step in enumerate([*steps, *["send", "answer"] * 70]):
        if step in said:
            said[step].append(number)
            outbox.add(Outgoing(step, str(number).encode(), latest_wins=step != "fact"))
        elif step == "send":
            if (item := outbox.next()) is not None:
                outbox.sent(number, item)
                on_way.append((number, item))
        elif step == "answer":
            if on_way:
                answer()
        else:
            outbox.take_back()
            on_way.clear()
    assert arrived["fact"] == said["fact"]
    for name in ("view", "lamp"):
        assert arrived[name][-1:] == said[name][-1:]
        assert arrived[name] == sorted(arrived[name])


def test_what_is_of_another_moment_is_taken_out_wherever_it_stands():
    outbox = Outbox()
    outbox.add(fact("a"))
    outbox.add(Outgoing("meter", b"1", latest_wins=True, is_momentary=True))
    outbox.sent(1, outbox.next())
    outbox.sent(2, outbox.next())
    assert outbox.take_back() == ()
    outbox.add(state("view", "v"))
    assert [item.payload for item in outbox.drop_momentary()] == [b"1"]
    assert outbox.drop_momentary() == ()
    outbox.add(Outgoing("meter", b"2", latest_wins=True, is_momentary=True))
    assert drain(outbox) == ["a", "v", "2"]
