import json

import pytest

from drivers.card_shoe.simulated_shoe import (
    ShoeError,
    SimulatedShoe,
    read_ledger,
    symbol_of,
)
from drivers.card_shoe.symbols import SymbolSettings, SymbolTable


@pytest.fixture
def path(tmp_path):
    return tmp_path / "var" / "ledger.jsonl"


@pytest.fixture
def make():
    """Makes shoes and closes them at the end."""
    made = []

    def make_shoe(path, **fields):
        made.append(SimulatedShoe(path, **fields))
        return made[-1]

    yield make_shoe
    for shoe in made:
        shoe.close()


def draw_all(shoe):
    return [shoe.draw(1).card for _ in range(shoe.remaining)]


def test_a_seed_gives_its_order_and_every_card_once(path, tmp_path, make):
    shoe = make(path, seed=7)
    cards = draw_all(shoe)
    assert len(set(cards)) == 52
    with pytest.raises(ShoeError, match="empty"):
        shoe.draw(1)
    shoe.shuffle(7)
    assert draw_all(shoe) == cards
    shoe.shuffle(8)
    assert draw_all(shoe) != cards
    shoe.shuffle(7, 2)
    assert shoe.remaining == 104
    assert sorted(draw_all(shoe)) == sorted(cards * 2)
    assert make(tmp_path / "other", seed=7).draw(1).card == cards[0]


def test_ledger_stands_on_disk_before_the_card_is_shown(path, make):
    shoe = make(path, seed=7)
    entry = shoe.draw(1_000)
    assert read_ledger(path) == (entry,)
    assert json.loads(path.read_text()) == {
        "number": 1, "card": entry.card, "symbol": symbol_of(entry.card), "reads_as": entry.card,
        "shuffle": 1, "seed": 7, "place": 1, "left_at": 1_000,
    }  # fmt: skip


def test_cards_by_name_damaged_cards_and_no_cards(path, make):
    shoe = make(path)
    assert shoe.draw(1, card="Th").symbol == "10H"
    assert shoe.draw(1, card="Jo").symbol == "JOKER"
    assert shoe.draw(1, card="CUT").symbol == "CUT"
    unknown = shoe.draw(1, card="??")
    assert (unknown.card, unknown.reads_as) == ("??", "??")
    damaged = shoe.draw(1, damaged=True)
    assert damaged.reads_as == "??"
    assert damaged.card != "??"
    assert shoe.remaining == 51
    for text in ("10h", "as", "", "X"):
        with pytest.raises(ShoeError):
            shoe.draw(1, card=text)
    assert shoe.left == 5


def test_printed_symbols_are_read_by_the_default_mapping(path, make):
    shoe = make(path)
    table = SymbolTable(SymbolSettings())
    for _ in range(52):
        entry = shoe.draw(1)
        assert table.read(entry.symbol.encode()).card == entry.reads_as
    entry = shoe.draw(1, card="??")
    assert table.read(entry.symbol.encode()).card == "??"


def test_killed_simulator_goes_on_where_it_was(path, make):
    first = make(path, seed=7)
    first.shuffle(9)
    drawn = [first.draw(1), first.draw(1)]
    first.deliver(1)
    again = make(path, seed=1)
    assert again.entries == tuple(drawn)
    assert again.undelivered == drawn[1]
    assert (again.left, again.delivered, again.remaining) == (2, 1, 50)
    third = again.draw(1)
    assert (third.number, third.place, third.seed) == (3, 3, 9)
    again.deliver(3)
    assert again.undelivered is None


def test_line_that_was_being_written_never_left(path, make):
    make(path, seed=7).draw(1)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"number": 2, "card": "A')
    assert len(read_ledger(path)) == 1
    shoe = make(path)
    assert path.read_bytes() == whole
    assert shoe.draw(1).number == 2
    assert len(read_ledger(path)) == 2


@pytest.mark.parametrize("text", ["nonsense\n", "{}\n", '{"number": 2}\n'])
def test_damaged_ledger_is_refused(path, text, make):
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(ShoeError):
        make(path)


def test_missing_number_and_damaged_state_are_refused(path, make):
    shoe = make(path)
    shoe.draw(1)
    shoe.draw(1)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[1])
    with pytest.raises(ShoeError, match="line 1 is card 2"):
        read_ledger(path)
    path.write_text(lines[0])
    path.with_name("ledger.jsonl.state").write_text("{")
    with pytest.raises(ShoeError, match="state"):
        make(path)


def test_no_ledger_is_an_empty_one(path, make):
    assert read_ledger(path) == ()
