"""Why a command is refused: a closed list.

Each command asks in one fixed order: first what concerns the table (a ruling that is open, the
moment), then what the command names (seat, spot, action), then its amount, then limits. A command
that only some people may send asks for the right at once (verifying after an open ruling, but
before the moment); a ruling asks for it last, since it depends on the option. The order of every
command stands as a table in the tests of the refusals.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class RefusalReason(StrEnum):
    """The codes of all games; each with what it means to the person at the screen."""

    NOT_OPEN = "not_open"
    """Wagers are closed or not yet open."""
    BAD_AMOUNT = "bad_amount"
    """Not a positive amount in whole cents, or not the fixed price."""
    BELOW_MIN = "below_min"
    ABOVE_MAX = "above_max"
    ABOVE_BASE = "above_base"
    """More than the seat's base stake allows."""
    NO_BASE_WAGER = "no_base_wager"
    """The seat has no ante (or no seat has one)."""
    ALREADY_PLACED = "already_placed"
    BOTH_SIDES = "both_sides"
    """The seat has a stake on the other side."""
    NEEDS_TOKEN = "needs_token"  # noqa: S105 - a reason, no secret
    """Only a token in the seat's acceptor places this stake."""
    SUSPENDED = "suspended"
    """The stake's progressive is suspended: its devices cannot be reached (LNK-05)."""
    NOT_OFFERED = "not_offered"
    """A stake, action or ruling that the rule set does not have here."""
    NO_SUCH_SEAT = "no_such_seat"
    NOT_IN_ROUND = "not_in_round"
    NO_SUCH_STAKE = "no_such_stake"
    ALREADY_DECIDED = "already_decided"
    WRONG_AMOUNT = "wrong_amount"
    """A Bet that is not twice the Ante."""
    BATCH_CONFLICT = "batch_conflict"
    """The id of the batch belongs to one of other content."""
    CARDS_MISSING = "cards_missing"
    """Cards are still due."""
    HELD = "held"
    """An irregularity waits for its ruling."""
    NEEDS_SUPERVISOR = "needs_supervisor"
    NEEDS_MANAGER = "needs_manager"
    NOT_APPLICABLE = "not_applicable"
    """A report, ruling or verification for which there is no cause."""
    UNVERIFIED = "unverified"
    """A jackpot hand that no supervisor has seen."""
    DISPUTED = "disputed"
    """The prize, or an envy sum that is paid with it, is in dispute (HIT-13)."""
    SAME_PERSON = "same_person"
    """Who has seen a jackpot hand does not pay its prize, nor takes it back alone (HIT-07)."""
    HAND_BACK_CHANGED = "hand_back_changed"
    """What the seat is to be handed is no longer what the dealer was shown: a meter has moved."""
    NOT_NEXT = "not_next"
    ROUND_OPEN = "round_open"
    """The round before is not finished."""
    DECK_LOCKED = "deck_locked"
    """The cards are impounded, or the shoe has served its last round."""
    BURN_MISSING = "burn_missing"
    """The burn of a new shoe is not complete."""
    SEAT_TAKEN = "seat_taken"
    """Somebody sits there."""
    SEAT_EMPTY = "seat_empty"
    """Nobody sits there."""
    NO_LEVEL = "no_level"
    """The house has set no level, or one that cannot be played (ST-14, ST-15)."""
    TOO_FEW_PLAYERS = "too_few_players"
    """Fewer than two players can be dealt in."""
    NO_BUTTON = "no_button"
    """Nobody has said where the button lies in the first hand."""
    WRONG_PHASE = "wrong_phase"
    """Anything else at the wrong moment."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command's no: the reason and the facts a person needs to do better."""

    reason: RefusalReason
    facts: Mapping[str, str] = field(default_factory=dict)


class RefusedError(Exception):
    """Ends a decision from anywhere inside it; `decide` turns it into its `Refusal`."""

    def __init__(self, reason: RefusalReason, **facts: str) -> None:
        super().__init__(reason.value)
        self.refusal = Refusal(reason, facts)
