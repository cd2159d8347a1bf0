"""What shall stand on a sign: never a number that may not."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sign_bench import LEVEL, PROGRESSIVE, SIGN, a_hit

from dealer_station.messages.meter_display import LevelAmount, LevelCap, MeterState, OverflowTo
from drivers.meter_display.conditions import FaultCode
from drivers.meter_display.feed import Fresh
from drivers.meter_display.models.alpha.instructions import PRIORITY_SIZE, Colour, Look
from drivers.meter_display.models.alpha.texts import message_text
from drivers.meter_display.picture import DisplayRules, LevelOnSign, name_of, picture
from drivers.meter_display.rotation import Part
from drivers.meter_display.wording import DASHES, AmountStyle, amount_text

SOLE = (LevelOnSign(LEVEL),)
RULES = DisplayRules(SIGN, PROGRESSIVE, SOLE, AmountStyle(), 14)
MARK = (2, 9)


def fresh(amount_minor=100, state=MeterState.LIVE, hit=None):
    level = LevelAmount(level=LEVEL, amount_minor=amount_minor, state=state)
    return Fresh(MARK, {LEVEL: level}, hit)


def test_fresh_amount_stands_with_its_mark():
    shown = picture(fresh(), RULES, MARK)
    assert (shown.value.what, shown.value.text, shown.value.amount_minor) == ("amount", "1.00", 100)
    assert (shown.value.mark, shown.message, shown.wrong) == (MARK, None, None)


@pytest.mark.parametrize(
    ("meter", "wrong"),
    [
        (None, None),
        (Fresh(MARK, {}, None), FaultCode.LEVEL_MISSING),
        (fresh(state=MeterState.SUSPENDED), None),
        (fresh(10**12), FaultCode.AMOUNT_TOO_LONG),
    ],
)
def test_dashes_wherever_no_amount_may_stand(meter, wrong):
    shown = picture(meter, RULES, MARK)
    assert (shown.value.what, shown.value.text) == ("blank", DASHES)
    assert shown.value.amount_minor is None
    assert (shown.wrong and shown.wrong[0]) == wrong


def test_longest_amount_that_fits_stands_and_the_next_does_not():
    assert picture(fresh(9_999_999_999), RULES, MARK).value.text == "99,999,999.99"
    assert picture(fresh(10_000_000_000), RULES, MARK).value.text == "100,000,000.00"
    assert picture(fresh(100_000_000_000), RULES, MARK).value.text == DASHES
    one_more = DisplayRules(SIGN, PROGRESSIVE, SOLE, AmountStyle(before="$"), 14)
    assert picture(fresh(10_000_000_000), one_more, MARK).value.text == DASHES
    assert picture(fresh(9_999_999_999), one_more, MARK).value.text == "$99,999,999.99"


def test_hit_stands_over_dashes_too():
    for meter in (fresh(hit=a_hit()), fresh(10**12, hit=a_hit())):
        message = picture(meter, RULES, MARK).message
        assert message.pages == ("WIN 6,034.67", "Caribbean", "Stud 1")
        assert message.with_value
        assert message.meaning.amount_minor == 603_467


@pytest.mark.parametrize(
    ("value", "hit", "detail"),
    [
        (100, 10**12, "17 characters; the sign shows 14"),
        (10**14, 10**12, "20 characters; the sign shows 14"),
    ],
)
def test_amount_of_a_hit_that_does_not_fit_is_not_shown(value, hit, detail):
    shown = picture(fresh(value, hit=a_hit(hit)), RULES, MARK)
    assert shown.message.pages == ("WIN -------", "Caribbean", "Stud 1")
    assert shown.message.meaning.amount_minor is None
    assert shown.wrong == (FaultCode.AMOUNT_TOO_LONG, detail)


def test_amount_of_a_hit_that_does_not_fit_is_told_over_dashes_too():
    shown = picture(fresh(state=MeterState.SUSPENDED, hit=a_hit(10**12)), RULES, MARK)
    assert shown.wrong[0] is FaultCode.AMOUNT_TOO_LONG


def test_name_of_the_sign_is_no_wider_than_the_glass():
    rules = DisplayRules("sign-of-the-great-hall", PROGRESSIVE, SOLE, AmountStyle(), 14)
    assert name_of(rules, MARK).pages == ("sign-of-the-gr", "eat-hall")


def test_name_of_the_sign_comes_comes_without_the_value():
    message = name_of(RULES, MARK)
    assert (message.pages, message.with_value, message.meaning.what) == ((SIGN,), False, "blank")


STYLES = st.sampled_from(
    [
        AmountStyle(),
        AmountStyle(before="8 letter", after="8 letter"),
        AmountStyle(thousands="8 letter", before="8 letter", after="8 letter"),
    ]
)
TABLES = st.text(max_size=500) | st.text(alphabet="ab ", max_size=60)


@given(TABLES, st.integers(0, 2**53 - 1), STYLES, st.integers(7, 125))
def test_message_of_any_hit_fits_the_glass_and_the_sign_s_file(table, amount_minor, style, width):
    hit = a_hit(amount_minor, table=table)
    rules = DisplayRules(SIGN, PROGRESSIVE, SOLE, style, width)
    message = picture(fresh(hit=hit), rules, MARK).message
    assert all(0 < len(page) <= width for page in message.pages)
    look = Look(colour=Colour.AMBER)
    text = message_text(message.pages, look, with_value=message.with_value)
    assert len(text) <= PRIORITY_SIZE
    assert all(5 <= byte <= 0x7E for byte in text)


def test_a_hit_in_another_currency_says_in_which():
    dollars = replace(RULES, style=AmountStyle(before="$"), width=20)
    meter = replace(fresh(hit=a_hit()), hit_currency="EUR")
    assert picture(meter, dollars, MARK).value.text == "$1.00"
    assert picture(meter, dollars, MARK).message.pages[0] == "WIN 6,034.67 EUR"
    assert picture(fresh(hit=a_hit()), dollars, MARK).message.pages[0] == "WIN $6,034.67"


def test_a_currency_that_the_meter_does_not_have_is_named():
    shown = picture(Fresh(MARK, {}, None), replace(RULES, currency="GBP"), MARK)
    assert shown.wrong == (FaultCode.LEVEL_MISSING, f"the meter has no level {LEVEL} in GBP")


# ---------------------------------------------------------------- several levels (DSP-10)

TWO = (LevelOnSign("grand", "GRAND"), LevelOnSign("mini", "MINI"))
TEXTS = ("GRAND 54,312.07", "MINI 55.07")
TWO_LEVELS = replace(RULES, levels=TWO, width=16)


def amounts(grand=5_431_207, mini=5_507, hit=None):
    live = MeterState.LIVE
    minors = {"grand": grand, "mini": mini}
    levels = {
        level: LevelAmount(level=level, amount_minor=minor, state=live)
        for level, minor in minors.items()
    }
    return Fresh(MARK, levels, hit)


def test_the_turn_says_which_level_stands():
    pages = (("grand", Part.AMOUNT), ("mini", Part.AMOUNT))
    for turn, text in ((None, "GRAND 54,312.07"), *zip(pages, TEXTS, strict=True)):
        shown = picture(amounts(), TWO_LEVELS, MARK, turn)
        assert (shown.value.text, shown.pages) == (text, pages)
    gone = picture(amounts(), TWO_LEVELS, MARK, ("other", Part.AMOUNT))
    assert gone.value.text == "GRAND 54,312.07"


def test_during_a_hit_only_the_new_amount_of_its_level_stands():
    hit = a_hit(level="mini", amount_minor=9_999)
    turn = ("grand", Part.AMOUNT)
    shown = picture(amounts(hit=hit), TWO_LEVELS, MARK, turn)
    assert (shown.value.text, shown.value.level) == ("MINI 55.07", "mini")
    assert shown.message.pages == ("WIN MINI 99.99", "Caribbean Stud 1")
    too_long = picture(amounts(mini=10**14, hit=hit), TWO_LEVELS, MARK, turn)
    assert (too_long.value.text, too_long.wrong[0]) == (DASHES, FaultCode.AMOUNT_TOO_LONG)


LABELS = st.from_regex(r"[!-/:-}]([ -/:-}]{0,10}[!-/:-}])?", fullmatch=True)


@given(TABLES, st.integers(0, 2**53 - 1), STYLES, LABELS, st.data())
def test_message_of_a_hit_that_names_its_level_fits_too(table, amount_minor, style, label, data):
    width = data.draw(st.integers(max(7, len(label)), 125))
    rules = DisplayRules(SIGN, PROGRESSIVE, (LevelOnSign(LEVEL, label),), style, width)
    hit = a_hit(amount_minor, table=table)
    message = picture(fresh(hit=hit), rules, MARK).message
    assert all(0 < len(page) <= width for page in message.pages)
    assert any(label in page for page in message.pages)
    text = message_text(message.pages, Look(colour=Colour.AMBER), with_value=True)
    assert len(text) <= PRIORITY_SIZE


@given(st.integers(0, 2**53 - 1), st.integers(0, 2**53 - 1), st.integers(7, 40))
def test_every_page_of_every_level_fits_and_holds_its_own_whole_amount(grand, mini, width):
    meter, rules = amounts(grand, mini), replace(TWO_LEVELS, width=width)
    for turn in picture(meter, rules, MARK).pages:
        value = picture(meter, rules, MARK, turn).value
        assert value.page == turn
        assert len(value.text) <= width
        if value.what == "amount":
            whole = amount_text(value.amount_minor, rules.style)
            assert value.amount_minor == meter.levels[turn[0]].amount_minor
            assert value.text in (whole, f"{turn[0].upper()} {whole}")
        else:
            assert value.text == turn[0].upper()


# ---------------------------------------------------------------- at a cap (PRG-05)


def at_cap(amount_minor=25_000_000, *, cap=None, state=MeterState.LIVE):
    is_reached = cap is None
    said = LevelCap(
        cap_minor=cap or amount_minor, is_reached=is_reached, overflow_to=OverflowTo.OVERFLOW
    )
    return LevelAmount(level=LEVEL, amount_minor=amount_minor, state=state, cap=said)


def texts(level, rules):
    shown = picture(Fresh(MARK, {LEVEL: level}, None), rules, MARK)
    return [
        picture(Fresh(MARK, {LEVEL: level}, None), rules, MARK, page).value.text
        for page in shown.pages
    ]


@pytest.mark.parametrize(
    ("label", "width", "expected"),
    [
        ("", 14, ["250,000.00 MAX"]),
        ("", 13, ["250,000.00", "MAX"]),
        ("GRAND", 20, ["GRAND 250,000.00 MAX"]),
        ("GRAND", 19, ["GRAND 250,000.00", "MAX"]),
        ("GRAND", 15, ["GRAND", "250,000.00 MAX"]),
        ("GRAND", 13, ["GRAND", "250,000.00", "MAX"]),
    ],
)
def test_prg_05_a_level_at_its_cap_says_so_beside_its_whole_amount_or_after_it(
    label, width, expected
):
    rules = replace(RULES, levels=(LevelOnSign(LEVEL, label),), width=width)
    assert texts(at_cap(), rules) == expected


def test_a_cap_that_is_not_reached_is_not_told_not_even_where_the_amounts_are_equal():
    for level in (at_cap(cap=25_000_001), at_cap(cap=25_000_000)):
        assert texts(level, RULES) == ["250,000.00"]


def test_the_words_for_a_cap_are_the_house_s():
    assert texts(at_cap(), replace(RULES, width=30, at_cap="NAJWYZEJ")) == ["250,000.00 NAJWYZEJ"]


def test_dashes_say_nothing_of_a_cap():
    for level in (at_cap(state=MeterState.SUSPENDED), at_cap(10**13)):
        shown = picture(Fresh(MARK, {LEVEL: level}, None), RULES, MARK)
        assert (shown.value.text, shown.pages) == (DASHES, ())


def test_each_page_at_a_cap_says_what_it_is():
    rules = replace(RULES, width=13)
    level = Fresh(MARK, {LEVEL: at_cap()}, None)
    amount, notice = (picture(level, rules, MARK, (LEVEL, part)).value for part in list(Part)[1:])
    assert (amount.what, amount.amount_minor) == ("amount", 25_000_000)
    assert (notice.what, notice.amount_minor, notice.level) == ("notice", None, LEVEL)
    # Where the cap is not reached any more its page gives way to the amount.
    left = picture(fresh(100), rules, MARK, (LEVEL, Part.CAP)).value
    assert (left.what, left.text) == ("amount", "1.00")


@given(st.integers(0, 2**53 - 1), LABELS | st.just(""), LABELS, st.data())
def test_every_page_at_a_cap_fits_and_only_the_amount_s_has_digits(amount, label, words, data):
    width = data.draw(st.integers(max(7, len(label), len(words)), 60))
    rules = replace(RULES, levels=(LevelOnSign(LEVEL, label),), width=width, at_cap=words)
    whole = amount_text(amount, rules.style)
    found = texts(at_cap(amount), rules)
    if len(whole) > width:
        assert found == []
        return
    assert " ".join(found) == " ".join(filter(None, (label, whole, words)))
    assert all(len(text) <= width for text in found)
    assert [any(c.isdigit() for c in text) for text in found].count(True) == 1
