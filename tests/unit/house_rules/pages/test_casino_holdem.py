"""The figures on Casino Hold'em's page are those by which a table settles."""

from fractions import Fraction

import pytest
from rules_pages import CONFIG, changed, lines_of, page_of, table_of, text_of
from table_play import TablePlay

from dealer_station.cards.card import parse_cards
from dealer_station.games.casino_holdem.rules import CasinoHoldem
from dealer_station.games.paytable import PrizeKind
from dealer_station.house_rules.loader import load_rules
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.page import rules_page
from dealer_station.progressive.conversion import Conversion

DEALER = "2c 3d"
HANDS = {
    "Royal flush": ("Ah Kh", "Qh Jh Th 4s 7c"),
    "Straight flush": ("9h 8h", "7h 6h 5h Ks Qc"),
    "Four of a kind": ("9h 9s", "9d 9c 5h Ks Qc"),
    "Full house": ("9h 9s", "9d 5c 5h Ks Qc"),
    "Flush": ("Ah 9h", "7h Jh 4h Ks Qc"),
    "Straight": ("9h 8s", "7d 6c 5h Ks Qc"),
    "Three of a kind": ("9h 9s", "9d 5c 7h Ks Qc"),
    "Two pair": ("9h 5s", "9d 5c 7h Ks Qc"),
    "Pair": ("9h 4s", "9d 5c 7h Ks Qc"),
    "High card": ("Ah 4s", "9d Tc 7h Ks Qc"),
}
"""Own cards and board for each line: already the flop makes the hand."""
ACES = ("Ah As", "9d 5c 7h Ks Qc")


def net(hand: tuple[str, str], *, decision: str = "call", **overrides: str) -> dict[str, Fraction]:
    """What a live table pays: Ante 10.00, Call 20.00, Bonus 5.00, in a box of its own."""
    own, board = (cards.split() for cards in hand)
    house = DEALER.split()
    play = TablePlay("casino-holdem/boxes", seats=(1,), deal_out="always", **overrides)
    play.run(
        "open_betting", "wager: 1 ante 10; 1 bonus 5", "close_betting",
        f"shoe: {own[0]} {house[0]} {own[1]} {house[1]} {' '.join(board[:3])}",
        f"act: 1 {decision}", f"shoe: {' '.join(board[3:])}", "pay",
    )  # fmt: skip
    assert play.view["phase"] == "settled"
    return {spot: Fraction(amount) for spot, amount in play.view["net"]["1"].items()}


def odds(text: str) -> Fraction:
    wins, one = text.split(" to ")
    return Fraction(int(wins), int(one))


@pytest.mark.parametrize("paytable", ["ANTE_STD", "50/20/8/3/2/1"])
@pytest.mark.parametrize("hand", HANDS)
def test_each_line_of_the_ante_is_what_a_table_pays(hand, paytable):
    page = page_of("casino-holdem", ante_paytable=paytable)
    lines = dict(lines_of(table_of(page, "pays")))
    assert list(lines) == list(HANDS)
    assert net(HANDS[hand], ante_paytable=paytable)["ante"] == odds(lines[hand]) * 10


@pytest.mark.parametrize("hand", [*HANDS, "Pair of aces"])
def test_each_line_of_the_bonus_is_what_a_table_pays(hand):
    lines = dict(lines_of(table_of(page_of("casino-holdem"), "bonus")))
    assert list(lines) == [*list(HANDS)[:-2], "Pair of aces"]
    paid = net(ACES if hand == "Pair of aces" else HANDS[hand])["bonus"]
    assert paid == (odds(lines[hand]) * 5 if hand in lines else -5)


def test_the_call_pays_what_the_page_says():
    assert "the Call 1 to 1" in text_of(page_of("casino-holdem"))
    # The nines on the board let the dealer qualify.
    assert net(HANDS["Four of a kind"])["call"] == 20
    assert net(HANDS["Royal flush"])["call"] == 0


@pytest.mark.parametrize(
    ("on_fold", "said", "paid"),
    [("lose", "the Bonus is lost, a winning one too", -5), ("independent", "still wins", 35)],
)
def test_what_a_fold_does_to_the_bonus_is_told_and_done(on_fold, said, paid):
    assert said in text_of(page_of("casino-holdem", bonus_on_fold=on_fold))
    folded = net(HANDS["Two pair"], decision="fold", bonus_on_fold=on_fold)
    assert folded == {"ante": -10, "bonus": paid}


def test_limits_are_those_of_the_spots_and_the_call_follows_from_the_ante():
    page = page_of("casino-holdem", table_max="1000.00")
    assert lines_of(table_of(page, "wagers")) == [
        ("Ante", "5.00 USD", "1,000.00 USD"),
        ("Bonus", "1.00 USD", "100.00 USD"),
        ("Jumbo 7", "1.00 USD", "no limit"),
        ("Call", "10.00 USD", "2,000.00 USD"),
    ]
    fixed = page_of("casino-holdem", jumbo7_price="5.00")
    assert ("Jumbo 7", "5.00 USD", "5.00 USD") in lines_of(table_of(fixed, "wagers"))
    assert "A ticket costs 5.00 USD." in text_of(fixed)


def test_the_prizes_of_jumbo_7_are_those_of_the_game():
    given = {"jumbo7_paytable": "straight: 10, flush: 20.5"}
    lines = lines_of(table_of(page_of("casino-holdem", **given), "jumbo7"))
    assert lines == [
        ("Straight flush of seven cards", "the pool"),
        ("Flush", "41/2 \N{MULTIPLICATION SIGN}"),
        ("Straight", "10 \N{MULTIPLICATION SIGN}"),
    ]
    game = changed("casino-holdem", given).game
    assert isinstance(game, CasinoHoldem)
    pool = game.prize(parse_cards("3h 4h 5h 6h 7h 8h 9h"))
    assert pool is not None
    assert pool.kind is PrizeKind.WHOLE_METER
    for hand, cards in HANDS.items():
        prize = game.prize(parse_cards(" ".join(cards)))
        said = dict(lines).get(hand)
        assert (None if prize is None else f"{prize.times} \N{MULTIPLICATION SIGN}") == said


def test_a_shared_hand_and_boxes_are_told_apart():
    for mode, said in (("shared", "All bettors play one hand"), ("per_box", "Each box has two")):
        assert said in text_of(page_of("casino-holdem", hand_mode=mode))


def test_without_jumbo_7_nothing_is_said_of_it():
    rules = load_rules(CONFIG, "casino-holdem", "boxes")
    page = rules_page(rules, Language.EN, "USD")
    assert "jumbo7" not in [section.id for section in page.sections]
    assert "There is no Jumbo 7 at this table." in text_of(page)
    assert "pool" not in text_of(page)


IN_EUROS = Conversion("USD", "EUR", Fraction(23, 25))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            Language.EN,
            (
                "kept in EUR: one USD that is staked on it counts there as 0.92 EUR.",
                "shown here in USD, rounded down, and what it pays is paid in USD",
                "less than the smallest unit of USD, stays in the progressive",
                "the pool starts again at 25,000.00 EUR",
            ),
        ),
        (
            Language.PL,
            (
                "prowadzona w EUR: jeden USD postawiony na nią liczy się w niej jako 0,92 EUR.",
                "pokazuje się tutaj w USD, zaokrąglony w dół, a wypłaca się w USD",
                "mniejsza niż najmniejsza jednostka USD, zostaje w progresji",
                "pula zaczyna od 25 000,00 EUR",
            ),
        ),
    ],
)
def test_lnk_12_a_pool_in_another_currency_is_told_with_its_conversion(language, said):
    rules = load_rules(CONFIG, "casino-holdem", "evolution", {"seed_amount": "25000.00"})
    text = text_of(rules_page(rules, language, "USD", IN_EUROS))
    for words in said:
        assert words in text
    own = text_of(rules_page(rules, language, "USD"))
    assert "EUR" not in own


def test_a_conversion_whose_decimals_do_not_end_is_a_fraction():
    rules = load_rules(CONFIG, "casino-holdem", "evolution")
    page = rules_page(rules, Language.EN, "USD", Conversion("USD", "EUR", Fraction(7, 3)))
    assert "counts there as 7/3 EUR" in text_of(page)
