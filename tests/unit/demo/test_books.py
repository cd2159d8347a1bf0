import json
from dataclasses import dataclass

import old_meter as meter
import pytest

from dealer_station.demo.books import difference_of_sign, read_books
from dealer_station.demo.house import PROGRESSIVE, TABLE, DemoHouse
from dealer_station.event_log.record import Append, AppendRequest
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.progressive.events import ProgressiveOpened
from dealer_station.table.acceptors import StrayReason
from dealer_station.table.events import (
    BettingOpened,
    CardDrawn,
    CardReread,
    CutCardSeen,
    StrayTokenTaken,
    WagerPlaced,
)

REGISTRY = station_registry()


@dataclass
class Run:
    """What a run left behind: the shoe's cards, the acceptors' tokens, what the sign showed."""

    left: tuple[str, ...] = ()
    tokens: tuple[tuple[str, str], ...] = ()
    shown: tuple[str, ...] = ("100.00",)
    sign: str = "100.00"


@pytest.fixture
def books_of(tmp_path):
    """Write ledgers and a record, and read them as the demo does."""
    house = DemoHouse(tmp_path)

    def read(recorded, **left):
        run = Run(**left)
        write(house.shoe, ({"reads_as": card} for card in run.left))
        write(house.acceptors, ({"device": d, "what": what} for d, what in run.tokens))
        write(house.sign, ({"visible": text} for text in run.shown))
        database = str(tmp_path / "log.db")
        events = [BettingOpened(at=1, round_number=1, rules_digest="", person_id="D"), *recorded]
        entry = meter.opening(100_00)
        opened = ProgressiveOpened(at=1, progressive_id=PROGRESSIVE, entry=entry)
        with EventLog(database) as log:
            table = Append(f"table/{TABLE}", 0, tuple(REGISTRY.encode(one) for one in events))
            pool = Append(f"progressive/{PROGRESSIVE}", 0, (REGISTRY.encode(opened),))
            log.append(AppendRequest((table, pool), "c", bytes(32), 0, 1))
        return read_books(database, house, run.sign)

    return read


def write(line, entries):
    line.ledger.write_text("".join(json.dumps(entry) + "\n" for entry in entries))


def token(device):
    return WagerPlaced(
        at=1, seat=1, spot="progressive", amount_minor=100, is_coin=True,
        source=f"CS-1/bet_acceptor/{device}/1/1",
    )  # fmt: skip


def stray(device):
    return StrayTokenTaken(
        at=1, seat=1, device_id=device, token=1, value_minor=100, reason=StrayReason.LATE,
        device_counter=1, source=f"CS-1/bet_acceptor/{device}/1/2",
    )  # fmt: skip


def drawn(card):
    return CardDrawn(at=1, card=card, position="", source="")


def test_the_same_cards_in_the_same_order_agree(books_of):
    recorded = [drawn("As"), drawn("??"), CardReread(at=1, card="2c", position="", source="")]
    cut = CutCardSeen(at=1, source="")
    books = books_of([*recorded, cut], left=("As", "??", "2c", "CUT"))
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
    books = books_of([drawn(card) for card in recorded], left=tuple(left))
    assert not books.agree
    assert books.differences == (difference,)
    assert f"DIFFER: {difference}" in books.lines()[-1]


def test_every_token_that_was_taken_is_a_wager_or_a_stray_one(books_of):
    tokens = (("a-1", "accepted"), ("a-1", "rejected"), ("a-2", "accepted"), ("a-1", "accepted"))
    books = books_of([token("a-1"), token("a-2"), stray("a-1")], tokens=tokens)
    assert books.agree
    assert (books.tokens_in_ledger, books.tokens_in_record) == (3, 3)


@pytest.mark.parametrize(
    ("recorded", "difference"),
    [
        ([], "a-1 took 1 tokens, 0 are recorded"),
        ([token("a-1"), stray("a-1")], "a-1 took 1 tokens, 2 are recorded"),
        ([token("a-1"), token("a-2")], "a-2 took 0 tokens, 1 are recorded"),
    ],
)
def test_a_token_that_is_missing_or_too_many_is_named(books_of, recorded, difference):
    assert books_of(recorded, tokens=(("a-1", "accepted"),)).differences == (difference,)


@pytest.mark.parametrize(
    ("shown", "sign", "difference"),
    [
        (("100.00", "-------", "WIN 5.00"), "100.00", ""),
        (("100.01", "100.00"), "100.00", "100.01 stood on the sign and was not the meter then"),
        (("100.00",), "99.99", "99.99 stands on the sign"),
        (("100.00",), "", "nothing stands on the sign"),
        (("100.00 SAMPLE", "WIN 5.00 SAMPLE"), "100.00 SAMPLE", ""),
        (
            ("100.01 SAMPLE",),
            "100.00 SAMPLE",
            "100.01 SAMPLE stood on the sign and was not the meter then",
        ),
    ],
)
def test_the_sign_shows_the_meter_and_nothing_ahead_of_it(books_of, shown, sign, difference):
    assert books_of([], shown=shown, sign=sign).differences == tuple(filter(None, [difference]))


def test_amounts_on_the_sign_come_in_the_order_of_the_record():
    meters = [100, 101, 102, 50]
    assert difference_of_sign(["1.00", "1.02", "0.50"], "0.50", meters) == ""
    out_of_order = difference_of_sign(["1.02", "1.01"], "0.50", meters)
    assert out_of_order == "1.01 stood on the sign and was not the meter then"
    assert difference_of_sign([], "1,234.50", [123_450]) == ""
