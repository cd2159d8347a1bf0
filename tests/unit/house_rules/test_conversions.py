"""A table in another currency than its progressive's says how it counts; exactly, or nothing."""

from fractions import Fraction
from pathlib import Path

import pytest
from table_play import CONFIG

from dealer_station.house_rules.tables import load_tables
from dealer_station.progressive.conversion import Conversion
from dealer_station.settings import ConfigurationError

EUROS = """\
id = "CS-1"
name = "Caribbean Stud 1"
game = "caribbean-stud"
rules = "classic"
seats = [1, 2, 3]
currency = "EUR"
[progressives]
main = "wide"
"""
DOLLARS = EUROS.replace("CS-1", "CS-2").replace('"EUR"', '"USD"')
SAID = """\
[conversions.main]
currency = "EUR"
rate = "23/25"
"""


def load(house: Path, **files: str):
    (house / "tables").mkdir(exist_ok=True)
    for name, text in files.items():
        (house / "tables" / f"{name}.toml").write_text(text)
    return load_tables([house, CONFIG], ())


def error_of(house: Path, **files: str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        load(house, **files)
    return str(caught.value)


def test_a_table_says_the_currency_of_its_pool_and_what_its_own_is_in_it(tmp_path):
    one, two = load(tmp_path, one=EUROS, two=DOLLARS + SAID)
    assert one.file.pool_conversions == {}
    assert two.file.pool_conversions == {"main": Conversion("USD", "EUR", Fraction(23, 25))}
    assert [table.file.pool_currency("main") for table in (one, two)] == ["EUR", "EUR"]


@pytest.mark.parametrize(
    ("rate", "exact"),
    [
        ("0.92", Fraction(23, 25)), ("4.3117", Fraction(43117, 10_000)), ("1/3", Fraction(1, 3)),
        ("1", Fraction(1)), ("0.000001", Fraction(1, 10**6)), ("1000000", Fraction(10**6)),
    ],
)  # fmt: skip
def test_a_rate_is_read_exactly(tmp_path, rate, exact):
    _, two = load(tmp_path, one=EUROS, two=DOLLARS + SAID.replace("23/25", rate))
    assert two.file.pool_conversions["main"].rate == exact


def test_no_table_of_the_pools_own_currency_need_be_here(tmp_path):
    (two,) = load(tmp_path, two=DOLLARS + SAID)
    assert two.file.pool_currency("main") == "EUR"


@pytest.mark.parametrize(
    ("said", "key", "reason"),
    [
        ("", "conversions.main", "wide is in EUR by one.toml, the table in USD: say how it counts"),
        (SAID.replace('"EUR"', '"USD"'), "conversions.main", "USD is the table's own currency"),
        (SAID.replace(".main", ".side"), "conversions.side", "the table has no such pool"),
        (SAID.replace('"EUR"', '"euro"'), "conversions.main.currency", "pattern"),
        (SAID.replace('rate = "23/25"', ""), "conversions.main.rate", "Field required"),
        (SAID.replace('currency = "EUR"', ""), "conversions.main.currency", "Field required"),
        (SAID + "fee = 1", "conversions.main.fee", "unknown key"),
        (SAID.replace('"23/25"', "0.92"), "conversions.main.rate", "valid string"),
        (SAID.replace("23/25", "0"), "conversions.main.rate", "is not from 1/1000000 to 1000000"),
        (SAID.replace("23/25", "0.0000001"), "conversions.main.rate", "is not from"),
        (SAID.replace("23/25", "1000001"), "conversions.main.rate", "is not from"),
        (SAID.replace("23/25", "-0.92"), "conversions.main.rate", "is no number"),
        (SAID.replace("23/25", "9.2e-1"), "conversions.main.rate", "is no number"),
        (SAID.replace("23/25", "1/0"), "conversions.main.rate", "is no number"),
        (SAID.replace("23/25", "about 0.9"), "conversions.main.rate", "is no number"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_key(tmp_path, said, key, reason):
    error = error_of(tmp_path, one=EUROS, two=DOLLARS + said)
    assert error.startswith(f"{tmp_path / 'tables' / 'two.toml'}: {key}: ")
    assert reason in error


def test_a_conversion_between_equal_currencies_is_refused(tmp_path):
    error = error_of(tmp_path, one=EUROS + SAID)
    assert error.startswith(f"{tmp_path / 'tables' / 'one.toml'}: conversions.main: EUR is the ")


def test_tables_must_say_the_same_currency_of_their_pool(tmp_path):
    other = DOLLARS.replace("CS-2", "CS-3") + SAID.replace('"EUR"', '"GBP"')
    error = error_of(tmp_path, a=DOLLARS + SAID, b=other)
    assert error == (
        f"{tmp_path / 'tables' / 'b.toml'}: conversions.main.currency: wide is in EUR by a.toml, "
        "the table says another currency"
    )


def test_what_one_table_says_of_the_pool_counts_for_all(tmp_path):
    pounds = DOLLARS.replace("CS-2", "CS-3").replace('"USD"', '"GBP"')
    error = error_of(tmp_path, a=pounds, b=DOLLARS + SAID)
    assert error.startswith(
        f"{tmp_path / 'tables' / 'a.toml'}: conversions.main: wide is in EUR by b"
    )


def test_the_base_of_a_pool_is_its_own_money_at_every_table(tmp_path):
    other = (DOLLARS + SAID).replace(
        "[progressives]", '[set]\nseed_amount = "9200.00"\n[progressives]'
    )
    assert "another seed_amount" in error_of(tmp_path, one=EUROS, two=other)
