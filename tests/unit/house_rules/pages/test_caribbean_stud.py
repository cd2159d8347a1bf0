"""The figures on Caribbean Stud's page are those by which a table settles and pays."""

from fractions import Fraction

import pytest
from rules_pages import CONFIG, changed, lines_of, page_of, table_of, text_of
from table_play import (
    DEALER_DOES_NOT,
    DEALER_QUALIFIES,
    FLUSH,
    FULL_HOUSE,
    ROYAL_CLUBS,
    STRAIGHT_FLUSH,
    TablePlay,
    decided,
)

from dealer_station.house_rules.loader import load_rules
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.page import rules_page

HANDS = {
    "Royal flush": ROYAL_CLUBS,
    "Straight flush": STRAIGHT_FLUSH,
    "Four of a kind": "8s 8c 8d 8h 7s",
    "Full house": FULL_HOUSE,
    "Flush": FLUSH,
    "Straight": "9d 8c 7s 6h 5d",
    "Three of a kind": "8s 8c 8d 5c 4d",
    "Two pair": "8s 8c 7d 7s 4s",
    "Pair": "8s 8c 9c 4s 7s",
    "Ace and king": "As Kc Qd 5c 2s",
}
"""A hand for each line, above the dealer's ace and king and without his cards."""

METER = 100_000_00


def net(hand: str, spot: str, dealer: str = DEALER_QUALIFIES, **overrides: str) -> Fraction:
    """What a live table pays on a spot: Ante 10.00, Bet 20.00, progressive 1.00."""
    has_progressive = overrides.get("progressive_paytable") != "none"
    play = decided(
        {1: hand}, dealer, (1,) if has_progressive else (), meter=METER, contribution="0",
        **overrides,
    )  # fmt: skip
    return Fraction(play.run("pay").view["net"]["1"][spot])


@pytest.mark.parametrize("paytable", ["BET_US", "BET_EVO"])
@pytest.mark.parametrize("hand", HANDS)
def test_each_line_of_the_bet_is_what_a_table_pays(hand, paytable):
    lines = dict(lines_of(table_of(page_of("caribbean-stud", bet_paytable=paytable), "pays")))
    assert list(lines) == list(HANDS)
    wins, one = lines[hand].split(" to ")
    paid = net(HANDS[hand], "bet", bet_paytable=paytable)
    assert paid == Fraction(int(wins), int(one)) * 20


def amount(text: str) -> Fraction:
    return Fraction(text.removesuffix(" USD").replace(",", ""))


@pytest.mark.parametrize("paytable", [f"P{number}" for number in range(1, 8)])
def test_each_line_of_the_progressive_is_what_a_table_pays(paytable):
    page = page_of("caribbean-stud", progressive_paytable=paytable)
    lines = dict(lines_of(table_of(page, "progressive")))
    for hand, cards in HANDS.items():
        paid = net(cards, "progressive", progressive_paytable=paytable) + 1
        said = lines.get(hand)
        meter = Fraction(METER, 100)
        match said:
            case None:
                assert paid == 0
            case "the whole meter":
                assert paid == meter
            case share if share.endswith("%"):
                assert paid == meter * int(share[:-1]) / 100
            case _:
                assert paid == amount(said)


def test_the_ante_pays_what_the_page_says_whether_or_not_the_dealer_qualifies():
    assert text_of(page_of("caribbean-stud")).count("the Ante wins 1 to 1") == 2
    for dealer in (DEALER_QUALIFIES, DEALER_DOES_NOT):
        assert net(FLUSH, "ante", dealer) == 10


def test_a_dealer_who_does_not_qualify_gives_the_bet_back_as_the_page_says():
    assert "the Bet is a push" in text_of(page_of("caribbean-stud"))
    assert net(ROYAL_CLUBS, "bet", DEALER_DOES_NOT) == 0


def test_the_lowest_hand_that_qualifies_is_the_one_on_the_page():
    assert "the lowest such hand is A-K-4-3-2" in text_of(page_of("caribbean-stud"))
    assert net("8s 8c 9c 4s 7s", "bet", "Ah Kh 4h 3c 2d") == 20
    assert net("8s 8c 9c 4s 7s", "bet", "Ah Qh 4h 3c 2d") == 0


def test_a_tie_gives_both_back_as_the_page_says():
    assert "If all ranks are equal, both come back without a win." in text_of(
        page_of("caribbean-stud")
    )
    same = "As Ks 9h 6d 4c"
    assert [net(same, spot) for spot in ("ante", "bet")] == [0, 0]


def test_limits_are_those_of_the_spots_and_the_bet_follows_from_the_ante():
    page = page_of("caribbean-stud", table_min="7.50", table_max="1000.00")
    assert lines_of(table_of(page, "wagers")) == [
        ("Ante", "7.50 USD", "1,000.00 USD"),
        ("Progressive", "1.00 USD", "1.00 USD"),
        ("Bet", "15.00 USD", "2,000.00 USD"),
    ]


@pytest.mark.parametrize(("stake", "reason"), [("4.99", "below_min"), ("500.01", "above_max")])
def test_what_is_beyond_the_limits_of_the_page_is_not_taken(stake, reason):
    play = TablePlay(seats=(1,)).run("open_betting")
    assert play.refused(f"wager: 1 ante {stake}") == reason
    play.run("wager: 1 ante 5")


def test_the_cap_of_a_bet_is_told_and_paid():
    said = text_of(page_of("caribbean-stud", max_bet_payout="150.00"))
    assert "One Bet wins at most 150.00 USD." in said
    assert net(ROYAL_CLUBS, "bet", max_bet_payout="150.00") == 150


@pytest.mark.parametrize(
    ("on_fold", "said", "paid"),
    [
        ("survive", "your hand still plays for the progressive", 49),
        ("lose", "the progressive wager is lost too", -1),
    ],
)
def test_what_a_fold_does_to_the_progressive_is_told_and_done(on_fold, said, paid):
    assert said in text_of(page_of("caribbean-stud", progressive_on_fold=on_fold))
    play = decided(
        {1: FLUSH}, progressive=(1,), folds=(1,), meter=METER, contribution="0",
        progressive_on_fold=on_fold,
    )  # fmt: skip
    assert Fraction(play.run("pay").view["net"]["1"]["progressive"]) == paid


def test_no_decision_in_time_folds_as_the_page_says():
    said = text_of(page_of("caribbean-stud", decision_seconds="30"))
    assert "in seconds: 30. Who has not decided by then folds." in said
    play = TablePlay(seats=(1,), decision_seconds="30").run(
        "open_betting", "wager: 1 ante 10", "close_betting",
        f"deal: {{1: {FLUSH}, dealer: {DEALER_QUALIFIES}}}", "wait: 30",
    )  # fmt: skip
    assert play.view["status"]["1"] == "folded"


def test_without_a_progressive_nothing_is_said_of_one():
    rules = load_rules(CONFIG, "caribbean-stud", "evolution")
    page = rules_page(rules, Language.EN, "USD")
    assert "progressive" not in [section.id for section in page.sections]
    text = text_of(page)
    assert "There is no progressive wager at this table." in text
    assert "meter" not in text
    assert [line[0] for line in lines_of(table_of(page, "wagers"))] == ["Ante", "Bet"]


def test_the_meter_starts_again_where_the_rule_set_says():
    said = text_of(page_of("caribbean-stud", Language.PL, seed_amount="25000.00"))
    assert "zaczyna on od 25 000,00 USD" in said
    progressive = changed("caribbean-stud", {"seed_amount": "25000.00"}).game.progressive
    assert progressive is not None
    assert progressive.seed_minor == 25_000_00
