from fractions import Fraction

import pytest

from dealer_station.house_rules.pages.figures import (
    Amount,
    Language,
    Odds,
    Share,
    Times,
    Whole,
    written,
)

EN, PL = Language.EN, Language.PL


@pytest.mark.parametrize(
    ("figure", "english", "polish"),
    [
        (Amount(0), "0.00 USD", "0,00 USD"),
        (Amount(5), "0.05 USD", "0,05 USD"),
        (Amount(500_00), "500.00 USD", "500,00 USD"),
        (Amount(123_456_789_01), "123,456,789.01 USD", "123 456 789,01 USD"),
        (Odds(Fraction(8)), "8 to 1", "8 do 1"),
        (Odds(Fraction(3, 2)), "3 to 2", "3 do 2"),
        (Odds(Fraction(0)), "0 to 1", "0 do 1"),
        (Share(Fraction(1, 10)), "10%", "10%"),
        (Share(Fraction(143, 200)), "71.5%", "71,5%"),
        (Share(Fraction(1, 2000)), "0.05%", "0,05%"),
        (Share(Fraction(1, 3)), "1/3", "1/3"),
        (Share(Fraction(1)), "100%", "100%"),
        (Share(Fraction(0)), "0%", "0%"),
        (Times(Fraction(20)), "20 \N{MULTIPLICATION SIGN}", "20 \N{MULTIPLICATION SIGN}"),
        (Times(Fraction(41, 2)), "41/2 \N{MULTIPLICATION SIGN}", "41/2 \N{MULTIPLICATION SIGN}"),
        (Whole(12), "12", "12"),
    ],
)
def test_every_kind_of_number_in_both_languages(figure, english, polish):
    said = [written(figure, language, "USD") for language in (EN, PL)]
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in said] == [english, polish]


@pytest.mark.parametrize("language", Language)
def test_no_number_is_torn_at_the_end_of_a_line(language):
    assert " " not in written(Amount(1_234_567_89), language, "PLN")
    assert " " not in written(Odds(Fraction(100)), language, "PLN")


def test_the_currency_is_the_tables():
    assert written(Amount(1_00), EN, "PLN").endswith("PLN")
