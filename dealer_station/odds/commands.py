"""What `dealer-station odds` prints: tables for people, or one JSON object.

In JSON, counts are integers; whatever is no integer is an exact fraction and a decimal text of
twelve places. Pays come from the house's rule set.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

import orjson

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.baccarat.coup import BaccaratOdds
from dealer_station.games.casino_holdem.bonus import BonusPaytable
from dealer_station.games.casino_holdem.rules import CasinoHoldem
from dealer_station.house_rules.loader import load_rules, rule_set_folder
from dealer_station.odds.baccarat import EVENTS, CoupCounts, count_coups, points_of_decks
from dealer_station.odds.casino_holdem import (
    BonusReturn,
    SevenCardCounts,
    bonus_return,
    seven_card_counts,
)
from dealer_station.odds.figures import decimal, exact
from dealer_station.settings import ConfigurationError

BACCARAT: Final = "baccarat"
CASINO_HOLDEM: Final = "casino-holdem"
PAIR_OF_ACES: Final = "pair_of_aces"
"""What a winning pair is called in a Bonus paytable (CH-31)."""

Print = Callable[[str], None]
Row = Sequence[str]


@runtime_checkable
class BaccaratRules(Protocol):
    """What the odds need to know of a house's baccarat."""

    @property
    def odds(self) -> BaccaratOdds:
        """What the side bets pay."""

    @property
    def decks(self) -> int:
        """How many decks are in the shoe."""


def print_baccarat(
    directories: Sequence[Path], rules: str, decks: int | None, *, as_json: bool, out: Print
) -> None:
    """Print the odds of a rule set's baccarat, from its own number of decks or another.

    ConfigurationError for a rule set that is not in the configuration folders, and for a number
    of decks beyond 1 to 8.
    """
    folder = rule_set_folder(directories, BACCARAT, rules)
    game = load_rules(folder, BACCARAT, rules).game
    assert isinstance(game, BaccaratRules)
    decks = game.decks if decks is None else decks
    try:
        shoe = points_of_decks(decks)
    except ValueError as error:
        raise ConfigurationError(f"odds {BACCARAT}: --decks: {error}") from None
    counts = count_coups(shoe)
    if as_json:
        facts = {"game": BACCARAT, "rules": rules, "decks": decks}
        out(_json(facts | baccarat_json(counts, game.odds)))
        return
    word = "deck" if decks == 1 else "decks"
    out(f"{BACCARAT}, rules {rules}, {decks} {word}: {counts.draws:,} draws of six cards")
    for line in baccarat_lines(counts, game.odds):
        out(line)


def print_casino_holdem(*, as_json: bool, out: Print) -> None:
    """Print how often seven cards make each hand, and each run in one suit (Jumbo 7)."""
    counts = seven_card_counts()
    if as_json:
        out(_json({"game": CASINO_HOLDEM} | seven_card_json(counts)))
        return
    out(f"{CASINO_HOLDEM}, one deck: {counts.hands:,} hands of seven cards")
    for line in seven_card_lines(counts):
        out(line)


def print_bonus(directories: Sequence[Path], rules: str, *, as_json: bool, out: Print) -> None:
    """Print what the Bonus of a rule set's Casino Hold'em returns.

    ConfigurationError for a rule set that is not in the configuration folders.
    """
    folder = rule_set_folder(directories, CASINO_HOLDEM, rules)
    game = load_rules(folder, CASINO_HOLDEM, rules).game
    assert isinstance(game, CasinoHoldem)
    made = bonus_return(game.bonus_paytable)
    if as_json:
        facts = {"game": CASINO_HOLDEM, "rules": rules}
        out(_json(facts | bonus_json(made, game.bonus_paytable)))
        return
    paytable = game.bonus_paytable.lines.name
    out(f"{CASINO_HOLDEM}, rules {rules}, Bonus {paytable}: {made.hands:,} hands")
    for line in bonus_lines(made, game.bonus_paytable):
        out(line)


def baccarat_json(counts: CoupCounts, odds: BaccaratOdds) -> dict[str, Any]:
    """Return counts and returns of every wager for JSON."""
    return {
        "draws": counts.draws,
        "events": {name: counts.count(event) for name, event in EVENTS.items()},
        "ties_by_total": counts.ties(),
        "mean_cards": _figure(counts.mean_cards),
        "pays": {spot: exact(pays) for spot, pays in _pays(odds).items()},
        "wagers": {
            spot: {
                "wins": made.wins,
                "pushes": made.pushes,
                "losses": made.losses,
                "expectation": _figure(made.expectation),
                "variance": _figure(made.variance),
            }
            for spot, made in counts.returns(odds).items()
        },
    }


def seven_card_json(counts: SevenCardCounts) -> dict[str, Any]:
    """Return the counts of seven cards for JSON."""
    return {
        "hands": counts.hands,
        "categories": {str(category): number for category, number in counts.categories.items()},
        "straight_or_better": counts.any_prize,
        "longest_suited_run": {str(run): number for run, number in counts.suited_runs.items()},
    }


def bonus_json(made: BonusReturn, paytable: BonusPaytable) -> dict[str, Any]:
    """Return counts and return of the Bonus for JSON."""
    return {
        "hands": made.hands,
        "wins": made.wins,
        "winning": {_bonus_hand(hand): number for hand, number in made.by_category.items()},
        "pays": {
            _bonus_hand(hand): exact(_bonus_pays(paytable, hand)) for hand in made.by_category
        },
        "net": exact(made.net),
        "expectation": _figure(made.expectation),
    }


def baccarat_lines(counts: CoupCounts, odds: BaccaratOdds) -> Iterable[str]:
    """Write counts and returns of every wager for people."""
    draws = counts.draws
    events = [(name, counts.count(event)) for name, event in EVENTS.items()]
    events += [(f"tie_of_{total}", number) for total, number in enumerate(counts.ties())]
    yield ""
    yield from _columns(
        ("event", "draws", "probability"),
        [(name, f"{n:,}", decimal(Fraction(n, draws))) for name, n in events],
    )
    yield ""
    yield f"mean cards of a coup: {decimal(counts.mean_cards)}"
    yield ""
    pays = _pays(odds)
    yield from _columns(
        ("wager", "pays", "wins", "pushes", "losses", "expectation"),
        [
            (
                spot,
                f"{pays[spot]}:1" if spot in pays else "1:1",
                *(f"{n:,}" for n in (made.wins, made.pushes, made.losses)),
                decimal(made.expectation),
            )
            for spot, made in counts.returns(odds).items()
        ],
    )


def seven_card_lines(counts: SevenCardCounts) -> Iterable[str]:
    """Write the counts of seven cards for people."""
    rows = [(category.value, number) for category, number in counts.categories.items()]
    rows += [("straight or better", counts.any_prize)]
    rows += [(f"longest run in one suit {run}", n) for run, n in counts.suited_runs.items()]
    yield ""
    yield from _columns(
        ("hand", "hands", "probability"),
        [(name, f"{n:,}", decimal(Fraction(n, counts.hands))) for name, n in rows],
    )


def bonus_lines(made: BonusReturn, paytable: BonusPaytable) -> Iterable[str]:
    """Write counts and return of the Bonus for people, the highest hand first."""
    rows = [
        (_bonus_hand(hand), f"{_bonus_pays(paytable, hand)}:1", number)
        for hand, number in sorted(made.by_category.items(), reverse=True)
    ]
    rows += [("any win", "", made.wins), ("loses", "", made.hands - made.wins)]
    yield ""
    yield from _columns(
        ("hand", "pays", "hands", "probability"),
        [(name, pays, f"{n:,}", decimal(Fraction(n, made.hands))) for name, pays, n in rows],
    )
    yield ""
    yield f"expectation: {decimal(made.expectation)}"


def _bonus_hand(hand: HandCategory) -> str:
    return PAIR_OF_ACES if hand is HandCategory.PAIR else hand.value


def _bonus_pays(paytable: BonusPaytable, hand: HandCategory) -> Fraction:
    is_pair = hand is HandCategory.PAIR
    return paytable.pair_of_aces if is_pair else paytable.lines.odds(hand)


def _pays(odds: BaccaratOdds) -> Mapping[str, Fraction]:
    return {"dragon7": odds.dragon7, "tiger8": odds.tiger8, "tie": odds.tie}


def _figure(value: Fraction) -> dict[str, str]:
    return {"exact": exact(value), "decimal": decimal(value)}


def _columns(head: Row, rows: Sequence[Row]) -> Iterable[str]:
    """Set words to the left and numbers to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        first, *rest = (
            word.rjust(width) if place else word.ljust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((first, *rest))


def _json(facts: Mapping[str, Any]) -> str:
    return orjson.dumps(facts).decode()
