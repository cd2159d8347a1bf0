"""Signs' words are kept as last heard, with the station's time, and listeners are told."""

from message_samples import SIGN, TABLE, TOPICS, samples

from dealer_station.clock import VirtualClock
from dealer_station.controller.sign_watch import SignWatch
from dealer_station.messages.meter_display import SHOWN, Shown


def shown(**changes: object) -> Shown:
    sample = samples()[TOPICS.reported(SIGN, SHOWN)]
    assert isinstance(sample, Shown)
    return sample.model_copy(update=changes)


def test_the_newest_word_counts_with_the_time_at_which_it_came():
    clock = VirtualClock()
    watch = SignWatch(clock)
    assert watch.seen() == {}
    watch.hear(SIGN, shown())
    held = watch.seen()
    clock.advance(700)
    watch.hear(SIGN, shown(what="blank", amount_minor=None))
    assert watch.seen()[SIGN].shown.what == "blank"
    assert watch.seen()[SIGN].heard_at - held[SIGN].heard_at == 700
    assert held[SIGN].shown.what == "amount", "a reader keeps what it has"


def test_a_word_of_an_older_session_does_not_count():
    watch = SignWatch(VirtualClock())
    watch.hear(SIGN, shown(session=4))
    watch.hear(SIGN, shown(session=3, what="blank"))
    assert watch.seen()[SIGN].shown.what == "amount"


def test_listeners_are_told_until_they_stop():
    watch, told = SignWatch(VirtualClock()), []
    stop = watch.subscribe(told.append)
    watch.hear(SIGN, shown())
    stop()
    stop()
    watch.hear(SIGN, shown())
    assert told == [TABLE]
