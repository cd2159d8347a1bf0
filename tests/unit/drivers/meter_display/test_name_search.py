from dealer_station.messages.device import ReplyResult
from drivers.link.steps import Answer
from drivers.meter_display.name_search import IDENTIFY_MS, NameSearch


def test_all_who_asked_are_answered_once():
    search = NameSearch()
    assert not search.is_on
    search.begin("a", 0)
    search.begin("b", 100)
    assert search.is_on
    assert search.is_waited_for
    assert search.shown() == [Answer("a", ReplyResult.DONE), Answer("b", ReplyResult.DONE)]
    assert search.shown() == []
    assert not search.is_waited_for


def test_the_last_who_asked_sees_it_as_long_as_the_first():
    search = NameSearch()
    search.begin("a", 0)
    search.begin("b", 100)
    search.shown()
    assert search.tick(IDENTIFY_MS) == []
    assert search.is_on
    assert search.tick(IDENTIFY_MS + 100) == []
    assert not search.is_on


def test_search_that_ends_unseen_is_answered():
    search = NameSearch()
    search.begin("a", 0)
    (answer,) = search.tick(IDENTIFY_MS)
    assert (answer.command_id, answer.result) == ("a", ReplyResult.FAILED)
    search.begin("b", 0)
    assert search.end("a hit") == [Answer("b", ReplyResult.FAILED, "a hit")]
    assert not search.is_on
