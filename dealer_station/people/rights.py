"""Who may do what: one table, made to be read by a reviewer.

A right belongs to a role, never to a person. `RIGHTS` is the whole truth: what is not in it is
not allowed, and a test walks every command, every endpoint and every role along it. Sources:
ACC-06 (access levels limit functions), ACC-07 (two persons for a jackpot), TBL-01 (a dealer acts
under his own identity), TBL-03 (deck and opening are verified by a floor person).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from dealer_station.table.roles import Role


class Right(StrEnum):
    """One kind of thing that somebody may be allowed to do."""

    VIEW_TABLE = "view_table"
    """See a table as one's role may see it, and follow it live."""
    VIEW_FLOOR = "view_floor"
    """See all tables of the station at once, with what waits for a supervisor."""
    VIEW_ROUNDS = "view_rounds"
    """Look up rounds with the ledgers behind them, each card as one's role may see it."""
    VIEW_METERS = "view_meters"
    """See the progressives: what their meters show, who has won."""
    VIEW_DEVICES = "view_devices"
    """See every device with its health."""
    SEARCH_LOG = "search_log"
    """Search the record; the catalogue of events says which role may read which."""
    OPEN_TABLE = "open_table"
    """Take a table into service."""
    CLOSE_TABLE = "close_table"
    """Take a table out of service, between rounds."""
    RUN_ROUND = "run_round"
    """Open and close betting, place and withdraw wagers, enter decisions.

    At a table of players: begin hands, enter acts, seats and the chips that are brought."""
    SEND_BATCHES = "send_batches"
    """Put bettors' wagers and decisions into the book of a shared hand."""
    VIEW_BETTORS = "view_bettors"
    """See the book of a shared hand, and each bettor in it."""
    RECALL_BETTORS = "recall_bettors"
    """Look up what a bettor staked and won in a round that is over."""
    PAY_SEAT = "pay_seat"
    """Say that a seat has been paid, or that the pots were pushed."""
    REPORT_IRREGULARITY = "report_irregularity"
    """Report a departure from procedure."""
    CALL_SUPERVISOR = "call_supervisor"
    """Ask for a supervisor."""
    APPLY_RULING = "apply_ruling"
    """Decide an irregularity. Some options need the manager; the table says which."""
    VERIFY_HAND = "verify_hand"
    """Confirm a hand that wins a progressive prize."""
    CHANGE_DECK = "change_deck"
    """Bring a new, checked deck into use."""
    ANSWER_CALL = "answer_call"
    """Take a supervisor call."""
    CLEAR_DEVICE_FAULTS = "clear_device_faults"
    """Say that what a device's faults left in doubt has been looked after."""
    CORRECT_CHIPS = "correct_chips"
    """Enter the chips that were counted before a player where the record has another sum."""
    CHANGE_LEVELS = "change_levels"
    """Change a progressive's levels, and take readings; each change needs two who may."""
    APPROVE = "approve"
    """Sign in on a dealer's screen for one act."""
    MANAGE_ACCOUNTS = "manage_accounts"
    """Make accounts, change roles and passwords, lift lock-outs, end sessions."""
    READ_JOURNAL = "read_journal"
    """Read the security journal."""


_D, _S, _M, _T, _A, _P = (
    Role.DEALER,
    Role.SUPERVISOR,
    Role.MANAGER,
    Role.TECHNICIAN,
    Role.AUDITOR,
    Role.PLATFORM,
)

RIGHTS: Final[Mapping[Right, frozenset[Role]]] = {
    Right.VIEW_TABLE: frozenset({_D, _S, _M, _T, _A, _P}),
    # A dealer has his own table; what he sees of others' rounds could be told to players.
    Right.VIEW_FLOOR: frozenset({_S, _M, _T, _A}),
    Right.VIEW_ROUNDS: frozenset({_S, _M, _A}),
    Right.VIEW_METERS: frozenset({_S, _M, _T, _A}),
    Right.VIEW_DEVICES: frozenset({_S, _M, _T, _A}),
    Right.SEARCH_LOG: frozenset({_S, _M, _T, _A}),
    Right.OPEN_TABLE: frozenset({_D, _S, _M}),
    Right.CLOSE_TABLE: frozenset({_D, _S, _M}),
    # Only a dealer deals: a supervisor who dealt would judge himself.
    Right.RUN_ROUND: frozenset({_D}),
    # Who knows the cards before others do, at the table or by the console, bets for nobody.
    Right.SEND_BATCHES: frozenset({_P}),
    Right.VIEW_BETTORS: frozenset({_D, _S, _M, _A, _P}),
    # As for rounds: no dealer. A platform answers its bettors' questions.
    Right.RECALL_BETTORS: frozenset({_S, _M, _A, _P}),
    Right.PAY_SEAT: frozenset({_D}),
    Right.REPORT_IRREGULARITY: frozenset({_D, _S, _M}),
    Right.CALL_SUPERVISOR: frozenset({_D}),
    Right.APPLY_RULING: frozenset({_S, _M}),
    Right.VERIFY_HAND: frozenset({_S, _M}),
    Right.CHANGE_DECK: frozenset({_S, _M}),
    Right.ANSWER_CALL: frozenset({_S, _M}),
    Right.CLEAR_DEVICE_FAULTS: frozenset({_S, _M}),
    # It makes or takes chips: never who deals, and between hands only (TBL-03).
    Right.CORRECT_CHIPS: frozenset({_S, _M}),
    # Terms, transfers, corrections: two managers, never one alone (CHG-03, ACC-07).
    Right.CHANGE_LEVELS: frozenset({_M}),
    Right.APPROVE: frozenset({_S, _M}),
    Right.MANAGE_ACCOUNTS: frozenset({_M}),
    Right.READ_JOURNAL: frozenset({_M, _A}),
}

COMMAND_RIGHTS: Final[Mapping[str, Right]] = {
    "open_table": Right.OPEN_TABLE,
    "close_table": Right.CLOSE_TABLE,
    "open_betting": Right.RUN_ROUND,
    "place_wager": Right.RUN_ROUND,
    "withdraw_wager": Right.RUN_ROUND,
    "repeat_wagers": Right.RUN_ROUND,
    "close_betting": Right.RUN_ROUND,
    "act": Right.RUN_ROUND,
    "verify_hand": Right.VERIFY_HAND,
    "pay_seat": Right.PAY_SEAT,
    "report_irregularity": Right.REPORT_IRREGULARITY,
    "apply_ruling": Right.APPLY_RULING,
    "change_deck": Right.CHANGE_DECK,
    "check_deck": Right.CHANGE_DECK,
    "call_supervisor": Right.CALL_SUPERVISOR,
    "answer_call": Right.ANSWER_CALL,
    "clear_device_faults": Right.CLEAR_DEVICE_FAULTS,
    "place_button": Right.RUN_ROUND,
    "start_hand": Right.RUN_ROUND,
    "take_seat": Right.RUN_ROUND,
    "leave_seat": Right.RUN_ROUND,
    "sit_out": Right.RUN_ROUND,
    "come_back": Right.RUN_ROUND,
    "add_chips": Right.RUN_ROUND,
    "correct_chips": Right.CORRECT_CHIPS,
    "show_hand": Right.RUN_ROUND,
    "push_pots": Right.PAY_SEAT,
}
"""Command as the screens name it -> the right it needs."""

LEVEL_RIGHTS: Final[Mapping[str, Right]] = {
    "change_terms": Right.CHANGE_LEVELS,
    "correct_level": Right.CHANGE_LEVELS,
    "transfer_meter": Right.CHANGE_LEVELS,
    "retire_level": Right.CHANGE_LEVELS,
    "dispute_award": Right.CHANGE_LEVELS,
    "settle_dispute": Right.CHANGE_LEVELS,
    "void_award": Right.CHANGE_LEVELS,
    "read_meter": Right.CHANGE_LEVELS,
}
"""Change of a progressive's level -> the right it needs."""

APPROVABLE: Final = frozenset(
    {
        Right.APPLY_RULING,
        Right.VERIFY_HAND,
        Right.CHANGE_DECK,
        Right.ANSWER_CALL,
        Right.CLEAR_DEVICE_FAULTS,
        Right.CORRECT_CHIPS,
    }
)
"""Rights that a supervisor may lend, for one command, to the screen he signs in on."""

COUNTERSIGNED: Final = frozenset({Right.CHANGE_LEVELS})
"""Rights that nobody uses alone: a second person, who holds the same right, approves each act."""


def has_right(role: Role, right: Right) -> bool:
    """Whether `role` holds `right`."""
    return role in RIGHTS[right]


def roles_with(right: Right) -> tuple[Role, ...]:
    """The roles that hold `right`, in their usual order."""
    return tuple(role for role in Role if role in RIGHTS[right])
