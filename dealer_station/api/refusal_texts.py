"""What a person reads when a table refuses a command: what is the matter, and what to do next.

Each refusal has a title and a detail. In a detail `{name}` is a fact of the refusal; a part in
[square brackets] is left out when one of its facts is not known.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from dealer_station.table.refusals import Refusal, RefusalReason


class RefusalText(NamedTuple):
    """The words for one refusal reason."""

    title: str
    detail: str


_R = RefusalReason

REFUSAL_TEXTS: Final[Mapping[RefusalReason, RefusalText]] = {
    _R.NOT_OPEN: RefusalText(
        "Betting is not open", "Wagers are not taken now. Wait for the next round."
    ),
    _R.BAD_AMOUNT: RefusalText(
        "Amount not possible",
        "[Seat {seat}: ][{spot} ]cannot be staked with that amount[ (its price is {price})]. "
        "Choose another chip.",
    ),
    _R.BELOW_MIN: RefusalText(
        "Below the minimum",
        "[Seat {seat}: ][{spot} ]below the minimum[ ({limit})]. Add chips.",
    ),
    _R.ABOVE_MAX: RefusalText(
        "Above the maximum",
        "[Seat {seat}: ][{spot} ]above the maximum[ ({limit})]. Take chips back.",
    ),
    _R.ABOVE_BASE: RefusalText(
        "Above the base wager",
        "[Seat {seat}: ][{spot} ]above the seat's base wager[ ({limit})]. Take chips back.",
    ),
    _R.NO_BASE_WAGER: RefusalText(
        "No base wager", "[Seat {seat}: ]there is no base wager. Place it first."
    ),
    _R.BOTH_SIDES: RefusalText(
        "Both sides",
        "[Seat {seat}: ][{spot} ]not beside a wager on the other side[ ({other})]. "
        "Take one of them back.",
    ),
    _R.ALREADY_PLACED: RefusalText(
        "Already placed",
        "[Seat {seat}: ][{spot} ]is placed already. Take it back to change it.",
    ),
    _R.NEEDS_TOKEN: RefusalText(
        "Token needed",
        "[Seat {seat}: ]only a token in the seat's acceptor places this. Ask the player for it.",
    ),
    _R.SUSPENDED: RefusalText(
        "Progressive suspended",
        "[Seat {seat}: ]the progressive has lost the link to its devices. Play on without it.",
    ),
    _R.NOT_OFFERED: RefusalText(
        "Not offered", "[Seat {seat}: ]this table does not offer that here. Choose another."
    ),
    _R.NO_SUCH_SEAT: RefusalText(
        "No such seat", "There is no seat[ {seat}] at this table. Touch a seat on the felt."
    ),
    _R.NOT_IN_ROUND: RefusalText(
        "Not in this round", "[Seat {seat}: ]not in this round. Choose a seat that plays."
    ),
    _R.NO_SUCH_STAKE: RefusalText(
        "No such stake", "[Seat {seat}: ]no such stake lies there. There is nothing to take back."
    ),
    _R.ALREADY_DECIDED: RefusalText(
        "Decided already",
        "[Seat {seat}: ]has decided already. Report an irregularity if that is wrong.",
    ),
    _R.WRONG_AMOUNT: RefusalText(
        "Wrong amount",
        "[Seat {seat}: ]the stake must be twice the ante[ ({due})]. Correct the chips.",
    ),
    _R.BATCH_CONFLICT: RefusalText(
        "Batch id used twice",
        "A batch with this id was sent before with other content. Send it under an id of its own.",
    ),
    _R.CARDS_MISSING: RefusalText(
        "Cards are due", "Cards are still due[, next {position}]. Deal them first."
    ),
    _R.HELD: RefusalText(
        "Table is held", "The table is held[ ({irregularity})]. Wait for the ruling."
    ),
    _R.NEEDS_SUPERVISOR: RefusalText(
        "Supervisor needed", "Only a supervisor or manager may do this. Call one."
    ),
    _R.NEEDS_MANAGER: RefusalText(
        "Manager needed", "Only the manager may decide this. Call the manager."
    ),
    _R.NOT_APPLICABLE: RefusalText(
        "No cause",
        "The table sees no cause for that now[; {missing} is missing][; {unknown} is unknown]. "
        "Check seat and cards, then choose again.",
    ),
    _R.UNVERIFIED: RefusalText(
        "Hand not verified", "[Seat {seat}: ]a supervisor must see the hand first. Call one."
    ),
    _R.DISPUTED: RefusalText(
        "In dispute", "[Seat {seat}: ]the prize is in dispute. Two managers settle it, then pay."
    ),
    _R.SAME_PERSON: RefusalText(
        "Second person needed",
        "Who has seen the hand may not pay its prize, nor take it back alone. "
        "Let another person sign.",
    ),
    _R.HAND_BACK_CHANGED: RefusalText(
        "Another amount by now",
        "[Seat {seat}: ]the meter has moved[; it is {hand_back} now, not {shown}]. "
        "Hand over that, then confirm again.",
    ),
    _R.NOT_NEXT: RefusalText(
        "Not its turn", "[Seat {seat}: ]not its turn[; seat {next} is next]. Follow the order."
    ),
    _R.ROUND_OPEN: RefusalText("Round not finished", "The round is not finished. Finish it first."),
    _R.DECK_LOCKED: RefusalText(
        "Deck is locked out", "The deck is locked out. Bring a new, checked deck."
    ),
    _R.BURN_MISSING: RefusalText(
        "Burn is missing", "The burn of the new shoe is not complete. Burn the cards first."
    ),
    _R.SEAT_TAKEN: RefusalText(
        "Seat is taken", "[Seat {seat}: ]somebody sits there. Choose an empty seat."
    ),
    _R.SEAT_EMPTY: RefusalText(
        "Seat is empty", "[Seat {seat}: ]nobody sits there. Seat the player first."
    ),
    _R.NO_LEVEL: RefusalText(
        "No level to play",
        "No hand can be dealt by these rules[: {rule}]. Set the amounts in the table's file.",
    ),
    _R.TOO_FEW_PLAYERS: RefusalText(
        "Too few players", "Fewer than two players can be dealt in. Seat players or bring one back."
    ),
    _R.NO_BUTTON: RefusalText(
        "No button", "Nobody has said where the button lies. Draw for it and place it."
    ),
    _R.WRONG_PHASE: RefusalText(
        "Not at this moment", "That cannot be done now. Look at what the table waits for."
    ),
}

_OPTIONAL: Final = re.compile(r"\[([^\]]*)\]")
_NAME: Final = re.compile(r"\{(\w+)\}")


def refusal_detail(refusal: Refusal) -> str:
    """Return the sentence for a refusal with its facts filled in."""
    return fill(REFUSAL_TEXTS[refusal.reason].detail, refusal.facts)


def fill(template: str, facts: Mapping[str, str]) -> str:
    """Fill facts into a template; optional parts with an unknown fact are left out."""

    def part(match: re.Match[str]) -> str:
        names = _NAME.findall(match[1])
        return match[1] if all(name in facts for name in names) else ""

    text = _OPTIONAL.sub(part, template)
    text = _NAME.sub(lambda match: str(facts.get(match[1], "?")), text)
    return text[:1].upper() + text[1:]
