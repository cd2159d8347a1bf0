"""What an irregularity is and what may be ruled on it.

Knows the catalogue's vocabulary: one entry a rule id (CS-I05), its facts, its rulings with their
source. Does not know a table: what is the case there arrives as a `Situation` (situation.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class RulingOption(StrEnum):
    """What a ruling may be."""

    PLAY_ON = "play_on"
    """Nothing changes."""
    VOID_ROUND = "void_round"
    """Every stake of the round goes back."""
    VOID_HAND = "void_hand"
    """One seat's stakes go back."""
    DEAD_HAND = "dead_hand"
    """One seat is out, its stakes stay lost."""
    FOULED_DECK = "fouled_deck"
    """The round is void and the deck is locked out."""
    COMPLETE_HAND = "complete_hand"
    """The missing card is dealt."""
    BURN_CARD = "burn_card"
    """The card is out, the next takes its place."""
    SET_ASIDE = "set_aside"
    """Dead card of an empty seat."""
    REORDER = "reorder"
    """Cards go where the order of the shoe says."""
    CORRECT_WAGER = "correct_wager"
    """The stake becomes what the rules say."""
    RETURN_WAGER = "return_wager"
    """No stake was accepted; what was put in goes back."""
    HONOUR_SIDE_BETS = "honour_side_bets"
    """The round is void, finished side bets are paid."""
    MISDEAL = "misdeal"
    """Every chip goes back, and the same hand is played again."""
    DEAD_HAND_ANTE_BACK = "dead_hand_ante_back"
    """One seat is out, and its ante goes back."""
    REPLACE_CARD = "replace_card"
    """Another card takes the place of this one."""
    TURN_UP = "turn_up"
    """The exposed card becomes an up card."""
    DEAL_UP = "deal_up"
    """The other's last card lies face up too."""
    RESHUFFLE_STUB = "reshuffle_stub"
    """Cards go back into the stub, which is shuffled."""
    COMMUNITY_CARD = "community_card"
    """One common card is turned instead of a card for everybody."""
    CALL_OR_FOLD = "call_or_fold"
    """The player may not bet or raise in this round."""
    CORRECT_LOW = "correct_low"
    """The true low card opens; what the other has put in goes back."""
    OFFER_ALL_IN = "offer_all_in"
    """The player may declare himself all-in for the pots as they are."""


class Authority(StrEnum):
    """Who must decide; a manager may rule whatever a supervisor may."""

    DEALER = "dealer"
    """Carried out at the report: no ruling to wait for."""
    SUPERVISOR = "supervisor"
    MANAGER = "manager"


class Fact(StrEnum):
    """What a report may say."""

    SEAT = "seat"
    POSITION = "position"
    CARD = "card"
    CARDS = "cards"
    COUNT = "count"
    ACTION = "action"
    """What a player has said or done."""
    AMOUNT = "amount"
    CHIPS = "chips"
    """Chips put in without a word: their amounts, with spaces between."""
    ROUND_PAID = "round_paid"
    """The round of a payment: the one that is open or was last settled, or the one before it."""
    NOTE = "note"


READ = "read"
"""The fact that the table adds to a report about the card read last: that card."""


STRAY = "stray"
"""The fact that the table adds where it has found a token that is no wager: why it is none."""


BEFORE_DEAL = "before_deal"
"""A card that is not due while wagers are open."""

BETWEEN_ROUNDS = "between_rounds"
"""A card that is not due after a round of the shoe."""

UNDECIDED = "undecided"
"""A card that is not due while decisions are open and nobody has decided."""

SOME_DECIDED = "some_decided"
"""A card that is not due while decisions are open and somebody has decided."""

NEW_SHOE = "new_shoe"
"""A card that is not due before the first round of a shoe whose burn is complete."""


class Correction(StrEnum):
    """What a report books at once, before anybody rules."""

    NONE = "none"
    HAND_SIZE = "hand_size"
    """A hand got too few or too many cards: the order of the deal is put right."""
    DEALER_CARD_LAST = "dealer_card_last"
    """The dealer's missing card comes after all other cards (CS-D15)."""
    DEALER_HAND = "dealer_hand"
    """The dealer got a wrong number: one missing card comes last, else as for any hand (CH-I12)."""
    TRUE_CARD = "true_card"
    """A card was read wrong: nothing at the report; playing on makes the named card count."""
    EARLY_CARD = "early_card"
    """A card came before it was called: nothing at the report; playing on leaves it as the next."""
    SKIPPED_SEAT = "skipped_seat"
    """A seat got no card: nothing at the report; a void hand leaves its place out of the deal."""
    COMPENSATION = "compensation"
    """A wrong payment: the difference is booked."""
    BURN = "burn"
    """A shoe was not burned: nothing at the report; it is burned after the ruling (BA-I14)."""


@dataclass(frozen=True, slots=True)
class OfferedRuling:
    """One thing that may be ruled, and by whom."""

    option: RulingOption
    needs: Authority
    names_card: bool = False
    """Whether whoever rules has to say a card: it was drawn from several."""


@dataclass(frozen=True, slots=True)
class Refiling:
    """A report is written down under `id` when every named condition holds: the facts decide."""

    when: tuple[str, ...]
    id: str


@dataclass(frozen=True, slots=True)
class RulingRule:
    """Rulings offered when every named condition holds; the first is the proposal."""

    when: tuple[str, ...]
    options: tuple[OfferedRuling, ...]


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One irregularity of a rule sheet.

    `stages` are the phases in which it may be reported; `requires` names the conditions without
    which a report has no cause; `is_reportable` false means that only the table finds it.
    `refiles` says by the facts under which id a report is written down; `explains` are findings of
    the table that a report under this id replaces (pot games). `reopens`: it may concern cards
    after which nobody could act, and which the next street or the showdown has followed.
    """

    id: str
    title: str
    source: str
    stages: tuple[str, ...]
    facts: tuple[Fact, ...]
    optional: tuple[Fact, ...]
    requires: tuple[str, ...]
    rulings: tuple[RulingRule, ...]
    correction: Correction = Correction.NONE
    is_reportable: bool = True
    refiles: tuple[Refiling, ...] = ()
    explains: tuple[str, ...] = ()
    reopens: bool = False


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A game's irregularities by id, and the ids under which the table files what it finds.

    `surplus_cases` are the ids of cards that are not due, by case; `surplus_card` is the usual one.
    `wrong_deck` is that of a count which proves the deck wrong; without one it is a fouled deck.
    `joker` is the id of a joker; empty: it fouls the deck. `skipped_seat` is that of a player whom
    others have passed over.
    `confirms_reread`: a card that was read again waits for a ruling, by whoever the entry names.
    """

    entries: Mapping[str, CatalogueEntry]
    fouled_deck: str
    surplus_card: str
    unread_card: str
    unbacked_wager: str
    stray_token: str = ""
    silent_acceptor: str = ""
    wrong_deck: str = ""
    joker: str = ""
    skipped_seat: str = ""
    rescan_ruling: RulingOption = RulingOption.PLAY_ON
    confirms_reread: bool = False
    surplus_cases: Mapping[str, str] = field(default_factory=dict)

    def surplus_id(self, case: str) -> str:
        """Return under which id a card is filed that is not due."""
        return self.surplus_cases.get(case, self.surplus_card)
