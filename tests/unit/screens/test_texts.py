"""Every code that the station can send has a text of its own on the screens.

That both languages have the same texts is tested beside them (`npm test`), so English is enough.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from e2e.words import language

import dealer_station
from dealer_station.api.ledger_texts import ledger_code
from dealer_station.api.problems import PROBLEMS
from dealer_station.api.progressives.change_schemas import TermsSaid
from dealer_station.bettors.batches import BatchKind
from dealer_station.cards.poker_hand import HandCategory
from dealer_station.event_log.catalogue import station_catalogue
from dealer_station.games.pot_rules import PostKind
from dealer_station.games.pots.betting import Opening
from dealer_station.games.rules import Outcome
from dealer_station.games.seven_card_stud import rules as stud
from dealer_station.games.texas_holdem import rules as holdem
from dealer_station.irregularities.kinds import Fact, RulingOption
from dealer_station.messages.device import FaultClass
from dealer_station.mqtt.inbox import OrderFaultKind
from dealer_station.people.accounts import PERSON_ROLES
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind, PrizeTake, Sharing
from dealer_station.progressive.events import MoneyEvent
from dealer_station.progressive.ledger import OPEN
from dealer_station.progressive.ledger_events import CorrectionReason, LevelEvent, PaidBy
from dealer_station.progressive.levels import ReserveUse
from dealer_station.progressive.refusals import LedgerRefusalReason
from dealer_station.projections.events.facts import PARTS
from dealer_station.table.acceptors import StrayReason
from dealer_station.table.events import TableEvent
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.shortages import ShortageStep
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.state import HandStatus
from drivers.bet_acceptor.models.cctalk.steps import FaultCode as AcceptorFault
from drivers.card_shoe.models.ssi.steps import FaultCode
from drivers.meter_display.conditions import FaultCode as SignFault

PACKAGE = Path(dealer_station.__file__).parent
CATALOGUES = PACKAGE / "irregularities" / "catalogue"
PEOPLE = set(PERSON_ROLES)

# An unreadable symbol is a card of its own ("??") and leaves no doubt behind.
FAULTS_OF_A_SHOE = set(FaultCode) - {FaultCode.SYMBOL_UNREADABLE}

# Time, person, source and ledger stand beside the facts of an event; rules and batches say their
# digest.
TOLD_ELSEWHERE = {"at", "entry", "source", "person_id", "rules_content", "content"}

# Nobody can meet these on a screen: they answer programs that break the protocol.
NOT_FOR_PEOPLE = {"malformed", "method_not_allowed", "too_large", "http_error"}


def texts() -> set[str]:
    return set(language("en").texts)


def problem_codes() -> set[str]:
    """Every problem that a screen can be told of."""
    codes = {code for kind in PROBLEMS for code in get_args(kind.model_fields["code"].annotation)}
    return codes - NOT_FOR_PEOPLE


def terms() -> set[str]:
    """Return the names of a level's terms, as a change says them."""
    return set(TermsSaid.model_fields)


def irregularities() -> dict[str, dict[str, str]]:
    return {
        entry["id"]: entry
        for path in CATALOGUES.glob("*.toml")
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["irregularity"]
    }


def event_ids() -> set[str]:
    return set(station_catalogue())


def event_facts() -> set[str]:
    """Return the names of all facts that events and their parts tell to people."""
    classes = {*get_args(MoneyEvent), *get_args(LevelEvent), *TableEvent.__subclasses__()}
    told = {*classes, *PARTS}
    named = {field.name.removesuffix("_minor") for each in told for field in fields(each)}
    return named - TOLD_ELSEWHERE


@pytest.mark.parametrize(
    ("group", "codes"),
    [
        ("event", event_ids()),
        ("event_kind", event_ids()),
        ("fact", event_facts()),
        ("account", Account),
        ("stray", StrayReason),
        ("fault", OrderFaultKind),
        ("fault_class", FaultClass),
        ("fault_bet_acceptor", AcceptorFault),
        ("fault_meter_display", SignFault),
        ("refusal", RefusalReason),
        ("refusal", problem_codes()),
        ("refusal", map(ledger_code, LedgerRefusalReason)),
        ("award_status", OPEN),
        ("reserve_use", ReserveUse),
        ("take", PrizeTake),
        ("sharing", Sharing),
        ("fact_kind", AwardKind),
        ("fact_kind", PostKind),
        ("fact_kind", [kind.name.lower() for kind in BatchKind]),
        ("paid_by", PaidBy),
        ("correction", CorrectionReason),
        ("opening", Opening),
        ("fact", terms()),
        ("option", RulingOption),
        ("option_text", RulingOption),
        ("hand", HandCategory),
        ("phase", Phase),
        ("outcome", Outcome),
        ("status", HandStatus),
        ("fact", Fact),
        ("role", PEOPLE),
        ("kind", irregularities()),
        ("street", {street.name for street in (*stud.STREETS, *holdem.STREETS)}),
        ("shortage", ShortageStep),
        ("fault", FAULTS_OF_A_SHOE),
    ],
)
def test_every_code_has_a_text(group: str, codes: Iterable[str]) -> None:
    wanted = {f"{group}.{code}" for code in map(str, codes)}
    assert wanted, group
    assert wanted - texts() == set()


def test_sources_stand_on_the_screens_as_in_the_catalogue() -> None:
    """A screen has no translation of a source whose words have changed."""
    english, polish = language("en").texts, language("pl").texts
    for name, entry in irregularities().items():
        assert english[f"source.{name}"] == entry["source"], name
        assert polish[f"source.{name}"] != entry["source"], name
