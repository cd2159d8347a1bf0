import json

import pytest

from dealer_station.demo.books import read_books
from dealer_station.event_log.record import Append, AppendRequest
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.table.events import BettingOpened, CardDrawn, CardReread, CutCardSeen

REGISTRY = station_registry()


@pytest.fixture
def books_of(tmp_path):
    """Write a ledger and a record, and read them as the demo does."""

    def read(left, recorded):
        database = str(tmp_path / "log.db")
        ledger = tmp_path / "ledger.jsonl"
        ledger.write_text("".join(json.dumps({"reads_as": card}) + "\n" for card in left))
        events = [BettingOpened(at=1, round_number=1, rules_digest="", person_id="D"), *recorded]
        with EventLog(database) as log:
            encoded = tuple(REGISTRY.encode(event) for event in events)
            log.append(AppendRequest((Append("table/T", 0, encoded),), "c", bytes(32), 0, 1))
        return read_books(database, ledger, "T", "P")

    return read


def drawn(card):
    return CardDrawn(at=1, card=card, position="", source="")


def test_the_same_cards_in_the_same_order_agree(books_of):
    recorded = [drawn("As"), drawn("??"), CardReread(at=1, card="2c", position="", source="")]
    books = books_of(["As", "??", "2c", "CUT"], [*recorded, CutCardSeen(at=1, source="")])
    assert books.agree
    assert (books.cards_in_ledger, books.cards_in_record) == (4, 4)


@pytest.mark.parametrize(
    ("left", "recorded", "difference"),
    [
        (["As", "Kd"], ["As"], "2 cards left the shoe, 1 are recorded"),
        (["As"], ["As", "As"], "1 cards left the shoe, 2 are recorded"),
        (["As", "Kd"], ["Kd", "As"], "card 1 left the shoe as As and is recorded as Kd"),
    ],
)
def test_a_missing_doubled_or_moved_card_is_named(books_of, left, recorded, difference):
    books = books_of(left, [drawn(card) for card in recorded])
    assert not books.agree
    assert books.difference == difference
    assert f"DIFFER: {difference}" in books.lines()[-1]
