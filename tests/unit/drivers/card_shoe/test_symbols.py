import pytest
from pydantic import ValidationError

from drivers.card_shoe.symbols import Reading, SymbolSettings, SymbolTable

DEFAULT = SymbolTable(SymbolSettings())


@pytest.mark.parametrize(
    ("symbol", "card"),
    [
        (b"AS", "As"),
        (b"10H", "Th"),
        (b"TH", "Th"),
        (b"td", "Td"),
        (b"2c", "2c"),
        (b"1D", "Ad"),
        (b"JOKER", "Jo"),
        (b"joker", "Jo"),
        (b"CUT", "CUT"),
        (b"AS\r", "As"),
        (b"AS\r\n", "As"),
        (b"AS\n", "As"),
    ],
)
def test_default_symbols(symbol, card):
    reading = DEFAULT.read(symbol)
    assert reading.card == card
    assert reading.is_known
    assert reading.text == symbol.decode().strip()


@pytest.mark.parametrize(
    ("symbol", "text"),
    [
        (b"", ""),
        (b"AS\r\r", "AS\r"),
        (b" AS", " AS"),
        (b"ASX", "ASX"),
        (b"11S", "11S"),
        (b"A\xe2", "A\\xe2"),
        (b"AS\x00", "AS\x00"),
        (b"??", "??"),
    ],
)
def test_everything_else_is_unknown_and_kept(symbol, text):
    reading = DEFAULT.read(symbol)
    assert reading == Reading("??", text)
    assert not reading.is_known


def test_endless_text_is_cut_for_the_record():
    reading = DEFAULT.read(b"A" * 5_000)
    assert reading.card == "??"
    assert len(reading.text) == 256


def test_all_52_cards_have_a_default_symbol():
    texts = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    cards = {DEFAULT.read(text.encode()).card for text in texts}
    assert len(cards) == 52
    assert "??" not in cards


def test_house_with_its_own_numbers():
    table = SymbolTable(
        SymbolSettings(
            patterns=("H7-(?P<suit>[1-4])-(?P<rank>1[0-3]|[1-9])",),
            ranks={"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
            | {str(n): str(n) for n in range(2, 10)},
            suits={"1": "c", "2": "d", "3": "h", "4": "s"},
            words={"H7-0-0": "CUT", "H7-9-9": "??"},
        )
    )
    assert table.read(b"H7-4-13").card == "Ks"
    assert table.read(b"H7-1-10").card == "Tc"
    assert table.read(b"H7-0-0").card == "CUT"
    assert table.read(b"H7-9-9").card == "??"
    assert table.read(b"AS").card == "??"


def test_case_counts_where_the_house_says_so():
    table = SymbolTable(SymbolSettings(is_case_sensitive=True))
    assert table.read(b"AS").card == "As"
    assert table.read(b"as").card == "??"


def test_pattern_with_an_unknown_rank_gives_the_next_one_its_turn():
    table = SymbolTable(
        SymbolSettings(
            patterns=("(?P<rank>.)(?P<suit>.)", "(?P<suit>.)(?P<rank>.)"),
        )
    )
    assert table.read(b"SA").card == "As"
    assert table.read(b"XY").card == "??"


@pytest.mark.parametrize(
    "fields",
    [
        {"words": {"X": "1s"}},
        {"words": {"X": "as"}},
        {"words": {"": "As"}},
        {"words": {"ace": "As", "ACE": "Ah"}},
        {"ranks": {"X": "10"}},
        {"suits": {"X": "S"}},
        {"suits": {"x": "s", "X": "h"}},
        {"patterns": ("(",)},
        {"patterns": ("(?P<rank>.)",)},
        {"colour": 1},
    ],
)
def test_wrong_mapping_is_refused(fields):
    with pytest.raises(ValidationError):
        SymbolSettings(**fields)
