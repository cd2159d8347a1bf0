"""What is the case at a table when something irregular is judged, and the conditions on it.

The table fills a `Situation`; the catalogue names conditions; each condition is one small function
here, so that a row of the catalogue can be read without reading code.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Facts of the report and of the table. Amounts in smallest units; None: not said.

    `paid_minor` is what the seat was handed in the round that is meant; None: it was not settled.
    """

    stage: str
    seat_exists: bool = False
    seat_status: str = "out"
    seat_has_decided: bool = False
    seat_is_paid: bool = False
    seat_has_progressive: bool = False
    bet_minor: int = 0
    amount_minor: int | None = None
    count: int | None = None
    hand_size: int = 0
    is_seat_named: bool = False
    has_position: bool = False
    is_dealer_position: bool = False
    is_position_dealt: bool = False
    named_cards: int = 0
    names_up_card: bool = False
    names_other_face: bool = False
    is_dealer_completed: bool = False
    paid_minor: int | None = None
    is_any_seat_paid: bool = False
    stub_count: int = 0
    is_last_card_in_hand: bool = False
    is_card_due: bool = False
    correction_adds_up: bool = True
    is_progressive_offered: bool = False
    player_cards_public: bool = False
    honours_side_bets: bool = False
    has_live_prize: bool = False
    house_choices: frozenset[str] = frozenset()
    deck_size: int = 0
    is_card_unread: bool = False
    is_card_named: bool = False
    is_early_card: bool = False
    is_players_hand: bool = False
    is_own_hand: bool = False

    def holds(self, condition: str) -> bool:
        """Say whether a condition of the catalogue holds."""
        return CONDITIONS[condition](self)


Condition = Callable[[Situation], bool]

CONDITIONS: Mapping[str, Condition] = {
    "seat_exists": lambda s: s.seat_exists,
    "seat_in_round": lambda s: s.seat_status in {"in", "folded"},
    "seat_without_hand": lambda s: s.seat_status == "out",
    "seat_undecided": lambda s: not s.seat_has_decided,
    "seat_unpaid": lambda s: not s.seat_is_paid,
    "any_seat_paid": lambda s: s.is_any_seat_paid,
    "seat_paid": lambda s: s.seat_is_paid,
    "seat_has_bet": lambda s: s.bet_minor > 0,
    "seat_has_progressive": lambda s: s.seat_has_progressive,
    "amount_differs": lambda s: s.amount_minor is not None and s.amount_minor != s.bet_minor,
    "payment_differs": lambda s: s.amount_minor is not None and s.amount_minor != s.paid_minor,
    # A result that was announced wrong need not name a payment; one that is named was made.
    "payment_differs_if_said": lambda s: (
        s.amount_minor is None or s.paid_minor not in {None, s.amount_minor}
    ),
    "count_is_wrong": lambda s: s.count != s.hand_size,
    "count_is_one_short": lambda s: s.count == s.hand_size - 1,
    "count_is_not_one_short": lambda s: s.count != s.hand_size - 1,
    "stub_count_is_wrong": lambda s: s.count != s.stub_count,
    "seat_named": lambda s: s.is_seat_named,
    "dealer_position_or_none": lambda s: s.is_dealer_position or not s.has_position,
    "position_dealt": lambda s: s.is_position_dealt,
    "cards_of_one_hand": lambda s: s.named_cards <= s.hand_size,
    "no_up_card_named": lambda s: not s.names_up_card,
    "dealer_not_completed": lambda s: not s.is_dealer_completed,
    "dealer_position": lambda s: s.is_dealer_position,
    "other_face_seen": lambda s: s.names_other_face,
    # About the card read last, whatever card is named: the answer would tell a card that lies face
    # down. One that is out of play already is no cause: it would take a second place in the deal.
    "card_is_last_read": lambda s: s.is_last_card_in_hand,
    "card_due": lambda s: s.is_card_due,
    "correction_adds_up": lambda s: s.correction_adds_up,
    "progressive_offered": lambda s: s.is_progressive_offered,
    "player_cards_hidden": lambda s: not s.player_cards_public,
    "honours_side_bets": lambda s: s.honours_side_bets,
    "live_prize": lambda s: s.has_live_prize,
    "deal_in_progress": lambda s: s.stage == "dealing" and s.is_card_due,
    "deck_count_is_wrong": lambda s: s.count != s.deck_size,
    "card_unread": lambda s: s.is_card_unread,
    "early_card": lambda s: s.is_early_card,
    "true_card_named": lambda s: s.has_position and s.is_card_named,
    "players_hand": lambda s: s.is_players_hand,
    "own_hand": lambda s: s.is_own_hand,
    "nobody_paid": lambda s: not s.is_any_seat_paid,
    "burns_configured": lambda s: "burns=configured" in s.house_choices,
    "face_up_discarded": lambda s: "face_up_in_shoe=discard" in s.house_choices,
    "face_up_voids": lambda s: "face_up_in_shoe=void" in s.house_choices,
}
"""Every condition that a catalogue may name."""
