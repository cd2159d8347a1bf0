"""What a person reads when the ledger of a progressive refuses: what is the matter, what to do."""

from collections.abc import Mapping
from typing import Final

from dealer_station.api.problems import LedgerRefused
from dealer_station.api.refusal_texts import RefusalText, fill
from dealer_station.progressive.refusals import LedgerRefusal, LedgerRefusalReason

_R = LedgerRefusalReason

LEDGER_TEXTS: Final[Mapping[LedgerRefusalReason, RefusalText]] = {
    _R.NO_SUCH_LEVEL: RefusalText(
        "No such level", "The progressive has no such level. Choose another."
    ),
    _R.LEVEL_EXISTS: RefusalText(
        "Level exists", "The level was opened before. Choose another name."
    ),
    _R.LEVEL_RETIRED: RefusalText(
        "Level is closed", "The level is closed for good. Choose another."
    ),
    _R.NO_TERMS: RefusalText(
        "No terms yet",
        "The terms of this level are not filed. Restart the station, which files them.",
    ),
    _R.BAD_TERMS: RefusalText(
        "Terms not possible",
        "[{term}: ]such terms cannot be. Check base, rates, cap and probability.",
    ),
    _R.ALREADY_COUNTED: RefusalText(
        "Counted already", "The wagers of this round have fed the levels. Nothing is left to do."
    ),
    _R.NOT_COUNTED: RefusalText(
        "Not counted", "No such wager was counted in the newest round. Look the round up."
    ),
    _R.BAD_WAGER: RefusalText(
        "Wager not possible", "A wager is nothing, or a seat stands twice. Look the round up."
    ),
    _R.AWARD_STANDS: RefusalText(
        "Prize stands", "The wager has won a prize that stands. Undo the prize first."
    ),
    _R.HIT_EXISTS: RefusalText("Hit exists", "This hit is in the record. Look it up."),
    _R.ALREADY_WON: RefusalText(
        "Won already", "The hand has won this level. One hand wins a level once."
    ),
    _R.NO_SUCH_HIT: RefusalText(
        "No such hit", "The station does not know this hit. Look the round up."
    ),
    _R.NOTHING_TO_WIN: RefusalText(
        "Nothing to win", "The prize is less than the smallest coin. Nothing is paid."
    ),
    _R.BAD_PRIZE: RefusalText(
        "Prize not possible", "[{fault}: ]such a prize cannot be. Check the paytable."
    ),
    _R.NO_SUCH_AWARD: RefusalText(
        "No such prize", "The station does not know this prize. Look the round up."
    ),
    _R.UNVERIFIED: RefusalText(
        "Prize not verified", "Nobody has seen the winning hand. A supervisor must see it first."
    ),
    _R.ALREADY_VERIFIED: RefusalText("Verified already", "The prize was verified before. Pay it."),
    _R.ALREADY_PAID: RefusalText("Paid already", "The prize was paid before. Do not pay it again."),
    _R.ALREADY_VOID: RefusalText("Void already", "This was undone before. Nothing is left to do."),
    _R.DISPUTED: RefusalText("In dispute", "The prize is in dispute. Settle or void it first."),
    _R.NOT_DISPUTED: RefusalText(
        "Not in dispute", "The prize is not in dispute. There is nothing to settle or void."
    ),
    _R.SAME_PERSON: RefusalText(
        "Second person needed", "One person alone may not do this. Let another manager sign."
    ),
    _R.NO_REASON: RefusalText("No reason given", "Nobody has said why. Enter the reason."),
    _R.IN_PLAY: RefusalText(
        "In play",
        "A round is open at a table of this progressive. Wait until every round is finished.",
    ),
    _R.NOTHING_CHANGES: RefusalText(
        "Nothing changes", "That would change nothing. Check what was entered."
    ),
    _R.CAP_BELOW_METER: RefusalText(
        "Cap below the meter", "The cap is below the value shown. Set it at that value or above."
    ),
    _R.ABOVE_CAP: RefusalText(
        "Above the cap",
        "The level would hold more than its cap. Raise the cap first, or enter less.",
    ),
    _R.BELOW_ZERO: RefusalText(
        "Not enough there", "The account does not hold that much. Enter less."
    ),
    _R.PLAYED_FOR: RefusalText(
        "Level is played for",
        "Tables play for this level[: {tables}]. Take it out of their rules first.",
    ),
    _R.AWARDS_OPEN: RefusalText(
        "Prizes are open", "Prizes of this level are neither paid nor undone. Finish them first."
    ),
    _R.DECREASE_UNEXPLAINED: RefusalText(
        "May only add", "For this reason an amount can only rise. Choose the reason that applies."
    ),
    _R.NO_SUCH_VERSION: RefusalText(
        "No such entry", "The correction points to an entry that is not there. Look the entry up."
    ),
    _R.BAD_ACCOUNT: RefusalText(
        "Account not possible", "This account cannot be used for that. Choose another."
    ),
}


def ledger_code(reason: LedgerRefusalReason) -> str:
    """Return the code of the problem: a table's refusals have codes of the same names."""
    return f"ledger_{reason}"


def ledger_problem(refusal: LedgerRefusal) -> LedgerRefused:
    """Return the problem document for a ledger's refusal."""
    text = LEDGER_TEXTS[refusal.reason]
    return LedgerRefused.model_validate(
        {
            "code": ledger_code(refusal.reason),
            "title": text.title,
            "detail": fill(text.detail, refusal.facts),
            "facts": dict(refusal.facts),
        }
    )
