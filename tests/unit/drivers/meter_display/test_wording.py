import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.meter_display.wording import AmountStyle, amount_text, hit_pages, paged, plain_text

PLAIN = AmountStyle()


@pytest.mark.parametrize(
    ("amount_minor", "expected"),
    [
        (0, "0.00"), (5, "0.05"), (99, "0.99"), (100, "1.00"), (99_999, "999.99"),
        (100_000, "1,000.00"), (5_431_207, "54,312.07"), (99_999_999, "999,999.99"),
        (100_000_000, "1,000,000.00"), (9_007_199_254_740_991, "90,071,992,547,409.91"),
    ],
)  # fmt: skip
def test_amount_has_two_decimals_and_groups_of_three(amount_minor, expected):
    assert amount_text(amount_minor, PLAIN) == expected


def test_amount_in_another_house_s_style():
    style = AmountStyle(thousands=" ", decimal=",", before="", after=" PLN")
    assert amount_text(5_431_207, style) == "54 312,07 PLN"
    assert amount_text(5_431_207, AmountStyle(before="$")) == "$54,312.07"


@given(st.integers(0, 2**53 - 1))
def test_amount_read_back_is_the_amount(amount_minor):
    assert int(amount_text(amount_minor, PLAIN).replace(",", "").replace(".", "")) == amount_minor


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Caribbean Stud 1", "Caribbean Stud 1"), ("Stół Żółty", "Stol Zolty"),
        ("Größe ßß", "Grosse ssss"), ("桌 7", "? 7"), ("a\x1b\x04b", "a??b"),
        ("~tilde", "?tilde"), ("  x  ", "x"),
    ],
)  # fmt: skip
def test_names_are_written_in_letters_that_every_sign_has(text, expected):
    assert plain_text(text, 40) == expected


@given(st.text(), st.integers(1, 60))
def test_any_name_is_plain_and_fits(text, length):
    plain = plain_text(text, length)
    assert len(plain) <= length
    assert all(" " <= letter < "~" for letter in plain)


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (40, ("WIN 6,034.67", "Caribbean Stud 1")),
        (14, ("WIN 6,034.67", "Caribbean", "Stud 1")),
        (12, ("WIN 6,034.67", "Caribbean", "Stud 1")),
        (11, ("WIN", "6,034.67", "Caribbean", "Stud 1")),
        (8, ("WIN", "6,034.67", "Caribbea", "n Stud 1")),
    ],
)
def test_hit_names_the_prize_and_the_table(width, expected):
    assert hit_pages("6,034.67", "Caribbean Stud 1", width) == expected


@given(st.text(alphabet="abc -", max_size=60), st.integers(1, 60))
def test_pages_of_any_text_fit_and_lose_no_letter(text, width):
    pages = paged(text, width)
    assert all(0 < len(page) <= width for page in pages)
    assert "".join(pages).replace(" ", "") == text.replace(" ", "")
