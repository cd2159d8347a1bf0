"""Exact odds of baccarat against the figures of the rule sheet, and against cards dealt one by one.

The sheet prints decimals of twelve places; integers are compared as they are.
"""

from fractions import Fraction
from functools import cache
from itertools import permutations
from math import isqrt

import pytest

from dealer_station.cards.baccarat_hand import point_value
from dealer_station.cards.card import parse_cards
from dealer_station.games.baccarat.coup import BaccaratOdds, Coup
from dealer_station.games.baccarat.tableau import BANKER, PLAYER, next_hand
from dealer_station.odds.baccarat import EVENTS, CoupCounts, count_coups, points_of_decks
from dealer_station.odds.figures import decimal

ODDS = BaccaratOdds(tie=Fraction(8), dragon7=Fraction(40), tiger8=Fraction(25))

EIGHT_DECKS = {
    "player_wins": 2_230_518_282_592_256,
    "banker_wins": 2_292_252_566_437_888,
    "dragon7": 112_633_011_329_024,
    "banker_wins_without_dragon7": 2_179_619_555_108_864,
    "tie": 475_627_426_473_216,
    "tiger8": 172_660_763_262_976,
    "three_card_banker_7_ties": 34_217_370_634_240,
    "three_card_banker_7_loses": 20_739_181_236_224,
    "three_card_player_8_ties": 10_392_318_564_608,
    "three_card_player_8_loses": 10_420_918_235_136,
}
EIGHT_DECKS_SHARES = {
    "player_wins": "0.446246609344",
    "banker_wins": "0.458597422633",
    "dragon7": "0.022533820860",
    # The sheet's last digit is a 3: the difference of the two rounded figures above.
    "banker_wins_without_dragon7": "0.436063601772",
    "tie": "0.095155968024",
    "tiger8": "0.034543218396",
    "cards_4": "0.378868490880",
    "cards_5": "0.303444168548",
    "cards_6": "0.317687340572",
    "natural": "0.343049097332",
    "tie_or_dragon7": "0.117689788884",
    "banker_wins_with_6": "0.053863715858",
}
TIES = "005797838 004101157 004002603 004451528 007261153 007939353 019240164 020350027 010979401"
SIX_DECKS = {
    "player_wins": 392_220_492_728_832,
    "banker_wins": 403_095_751_234_560,
    "tie": 83_552_962_932_288,
    "dragon7": 19_805_383_926_144,
    "tiger8": 30_352_294_536_192,
}
# Decks: expectation of Banker, Player, Tie, Dragon 7 and Tiger 8.
EXPECTATIONS = """
1  -.009677854775  -.012863724868  -.157461269287  -.075795234624  -.106114161977
2  -.009977529142  -.012564583729  -.150227968366  -.075773372297  -.103670132481
3  -.010070757918  -.012468518648  -.147402946103  -.075889660797  -.102868440117
4  -.010116215494  -.012421126319  -.145916434741  -.075968985674  -.102470232932
5  -.010143130549  -.012392890668  -.145001284341  -.076023130109  -.102232174120
6  -.010160926507  -.012374148986  -.144381597978  -.076061904774  -.102073833343
7  -.010173566435  -.012360801924  -.143934300314  -.076090897279  -.101960912955
8  -.010183007571  -.012350813289  -.143596287787  -.076113344724  -.101876321693
"""
# What one card of 0 to 9 points less does to the expectation, eight decks, in 1/10,000.
EFFECTS = {
    "dragon7": "8.6301 4.9809 -8.9626 -10.7608 -26.8029 -26.3480 -32.4220 -35.8371 53.7816 47.8503",
    "tiger8": "12.0760 13.2165 14.4375 -28.6092 -25.3612 -26.5474 -8.9155 -9.1407 -22.4057 45.0217",
    "banker": "-0.0327 0.3265 0.7612 0.9344 1.8489 -0.1980 -0.3376 0.0568 -1.8448 -1.4165",
}


@cache
def counts(decks: int = 8) -> CoupCounts:
    return count_coups(points_of_decks(decks))


def share(number: int, of: CoupCounts) -> Fraction:
    return Fraction(number, of.draws)


# ------------------------------------------------------------------------- eight decks


def test_every_draw_of_six_cards_is_counted():
    assert counts().draws == 416 * 415 * 414 * 413 * 412 * 411 == 4_998_398_275_503_360


@pytest.mark.parametrize("event", EIGHT_DECKS)
def test_draws_of_eight_decks(event):
    assert counts().count(EVENTS[event]) == EIGHT_DECKS[event]


@pytest.mark.parametrize("event", EIGHT_DECKS_SHARES)
def test_probabilities_of_eight_decks(event):
    assert decimal(share(counts().count(EVENTS[event]), counts())) == EIGHT_DECKS_SHARES[event]


def test_every_event_is_held_against_the_sheet():
    assert set(EVENTS) == set(EIGHT_DECKS) | set(EIGHT_DECKS_SHARES)


def test_ties_of_eight_decks_by_value():
    ties = counts().ties()
    expected = [f"0.{digits}" for digits in (*TIES.split(), "011032745")]
    assert [decimal(share(number, counts()), 9) for number in ties] == expected
    assert sum(ties) == EIGHT_DECKS["tie"]


def test_mean_cards():
    assert decimal(counts(8).mean_cards) == "4.938818849692"
    assert decimal(counts(6).mean_cards) == "4.938610101660"


def test_standard_deviations_of_eight_decks():
    sheet = {"banker": "0.939258493", "dragon7": "6.084881783", "tiger8": "4.748114309"}
    for spot, deviation in sheet.items():
        variance = counts().returns(ODDS)[spot].variance
        root = Fraction(isqrt(variance.numerator * 10**24 // variance.denominator), 10**12)
        assert decimal(root, 9) == deviation


def test_edges_per_decided_bet_and_break_even_odds():
    returns = counts().returns(ODDS)
    decided = {
        spot: made.expectation / (1 - share(made.pushes, counts()))
        for spot, made in returns.items()
    }
    assert decimal(decided["banker"], 12) == "-0.011541300829"
    assert decimal(decided["player"], 12) == "-0.013649659889"
    even = {spot: decimal(Fraction(r.losses, r.wins), 4) for spot, r in returns.items()}
    assert (even["dragon7"], even["tiger8"], even["tie"]) == ("43.3777", "27.9492", "9.5091")


# ------------------------------------------------------------------------- other decks


def test_draws_of_six_decks():
    assert counts(6).draws == 878_869_206_895_680
    assert {event: counts(6).count(EVENTS[event]) for event in SIX_DECKS} == SIX_DECKS
    assert decimal(share(SIX_DECKS["dragon7"], counts(6))) == "0.022535075493"
    assert decimal(share(SIX_DECKS["tiger8"], counts(6))) == "0.034535621795"


@pytest.mark.parametrize("row", EXPECTATIONS.strip().splitlines())
def test_expectation_of_every_wager(row):
    decks, *expected = row.split()
    returns = counts(int(decks)).returns(ODDS)
    order = ("banker", "player", "tie", "dragon7", "tiger8")
    made = [decimal(returns[spot].expectation) for spot in order]
    assert made == [text.replace("-.", "-0.") for text in expected]


@pytest.mark.parametrize("decks", range(1, 9))
def test_each_wager_wins_pushes_or_loses_each_draw(decks):
    made = counts(decks)
    for result in made.returns(ODDS).values():
        assert result.wins + result.pushes + result.losses == made.draws
    pushes = {spot: result.pushes for spot, result in made.returns(ODDS).items()}
    ties = made.count(EVENTS["tie"])
    assert pushes == {
        "player": ties,
        "banker": ties + made.count(EVENTS["dragon7"]),
        **dict.fromkeys(("dragon7", "tiger8", "tie"), 0),
    }


def test_a_banker_with_commission_for_comparison():
    commission = {8: "-0.010579057842", 6: "-0.010558486955"}
    for decks, expected in commission.items():
        wins, losses = (
            counts(decks).count(EVENTS[event]) for event in ("banker_wins", "player_wins")
        )
        assert decimal((Fraction(95, 100) * wins - losses) / counts(decks).draws) == expected


@pytest.mark.parametrize("decks", [0, 9, -1])
def test_odds_of_other_numbers_of_decks_are_refused(decks):
    with pytest.raises(ValueError, match=f"{decks} decks: odds are known for 1 to 8"):
        points_of_decks(decks)


# -------------------------------------------------------------------------------- pays


def test_other_pays_of_the_sheet():
    odds = BaccaratOdds(tie=Fraction(9), dragon7=Fraction(30), tiger8=Fraction(25))
    returns = counts().returns(odds)
    assert decimal(returns["tie"].expectation) == "-0.048440319764"
    assert decimal(returns["dragon7"].expectation, 5) == "-0.30145"


def test_odds_that_are_no_whole_number_are_not_rounded():
    odds = BaccaratOdds(tie=Fraction(17, 2), dragon7=Fraction(121, 3), tiger8=Fraction(25))
    made, whole = counts().returns(odds), counts().returns(ODDS)
    for spot, more in (("tie", Fraction(1, 2)), ("dragon7", Fraction(1, 3))):
        extra = more * share(whole[spot].wins, counts())
        assert made[spot].expectation == whole[spot].expectation + extra
    assert made["banker"] == whole["banker"]


# ---------------------------------------------------------------------- planted errors


def test_a_dragon_on_any_three_card_banker_7_would_be_seen(monkeypatch):
    wrong = property(lambda coup: coup.banker_size == 3 and coup.banker_total == 7)
    monkeypatch.setattr(Coup, "is_dragon7", wrong)
    made = counts().returns(ODDS)["dragon7"]
    assert decimal(100 * share(made.wins, counts()), 4) == "3.3529"
    assert decimal(100 * made.expectation, 1) == "37.5"
    right = sum(EIGHT_DECKS[e] for e in EIGHT_DECKS if e == "dragon7" or "banker_7" in e)
    assert made.wins == right


def test_a_tiger_on_any_three_card_player_8_would_be_seen(monkeypatch):
    wrong = property(lambda coup: coup.player_size == 3 and coup.player_total == 8)
    monkeypatch.setattr(Coup, "is_tiger8", wrong)
    made = counts().returns(ODDS)["tiger8"]
    assert decimal(100 * share(made.wins, counts()), 4) == "3.8707"
    assert decimal(100 * made.expectation, 1) == "0.6"


# ------------------------------------------------------------------------ other shoes


@pytest.mark.parametrize(("spot", "effects"), EFFECTS.items())
def test_effect_of_one_card_less(spot, effects):
    full = counts().returns(ODDS)[spot].expectation
    shoe = points_of_decks(8)
    for points, effect in enumerate(effects.split()):
        less = tuple(held - (at == points) for at, held in enumerate(shoe))
        made = without_a_card(less)[spot].expectation
        assert decimal(10_000 * (made - full), 4) == effect


@cache
def without_a_card(shoe):
    return count_coups(shoe).returns(ODDS)


@pytest.mark.parametrize(("left", "percent"), [(24, "1.0227"), (16, "10.8629"), (0, "35.0696")])
def test_a_shoe_poor_in_eights_and_nines_favours_the_dragon(left, percent):
    shoe = (*points_of_decks(8)[:8], left, left)
    made = count_coups(shoe).returns(ODDS)["dragon7"]
    assert decimal(100 * made.expectation, 4) == percent


@pytest.mark.parametrize(
    "cards", ["Kh 2s 3d 4c 5h 7s 8d 9c", "2h 2h 3d 5c 6h Ts Ad Kc", "4h 4s 4d 6c 6h 7s"]
)
def test_small_shoes_against_cards_dealt_one_by_one(cards):
    shoe = parse_cards(cards)
    dealt: dict[Coup, int] = {}
    for draw in permutations(shoe, 6):
        hands = {PLAYER: list(draw[0:4:2]), BANKER: list(draw[1:4:2])}
        rest = list(draw[4:])
        while (due := next_hand(hands[PLAYER], hands[BANKER])) is not None:
            hands[due].append(rest.pop(0))
        coup = Coup.of(hands[PLAYER], hands[BANKER])
        dealt[coup] = dealt.get(coup, 0) + 1
    points = [point_value(card) for card in shoe]
    assert count_coups([points.count(value) for value in range(10)]).coups == dealt


@pytest.mark.parametrize("shoe", [(5,), (0,) * 10, (5, 0, 0, 0, 0, 0, 0, 0, 0, 0), (9,) * 9])
def test_what_is_no_shoe_is_refused(shoe):
    with pytest.raises(ValueError, match="no shoe to draw 6 cards from"):
        count_coups(shoe)


def test_a_shoe_does_not_owe_cards():
    with pytest.raises(ValueError, match="no shoe"):
        count_coups((20, -1, *[4] * 8))
