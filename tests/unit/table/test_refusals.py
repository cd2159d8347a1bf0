"""Who may do what when: every refusal, and which one comes first where several apply.

The order of checks is part of the contract: held, moment, place, offer, amount, state of the
thing, limits; a role that is asked for comes right after `held`. Each row is refused with its
code and nothing changed; `-` is accepted.
"""

from dataclasses import replace
from decimal import Decimal

import pytest
from book_play import COMMAND_OF
from pot_tables import POT_REASONS
from refusal_states import STATES
from table_play import (
    DEALER,
    MANAGER,
    NOTHING,
    SHOE,
    STATION,
    SUPERVISOR,
    TablePlay,
    decided,
    step,
)

from dealer_station.bettors.batches import decision_batch, wager_batch, withdrawal_batch
from dealer_station.table import commands as c
from dealer_station.table.decide import COMMAND_TYPES
from dealer_station.table.pot import commands as pot_commands
from dealer_station.table.pot.handlers import POT_HANDLERS
from dealer_station.table.refusals import Refusal, RefusalReason, RefusedError
from dealer_station.table.roles import Actor, Role
from dealer_station.table_script.steps import commands_of

WHO = {
    "dealer": DEALER,
    "supervisor": SUPERVISOR,
    "manager": MANAGER,
    "auditor": Actor("a1", Role.AUDITOR),
    "shoe": SHOE,
    "station": STATION,
}
BARE = {
    "close_table": c.CloseTable,
    "repeat_wagers": c.RepeatWagers,
    "call_supervisor": c.CallSupervisor,
    "answer_call": c.AnswerCall,
}
CARD = "record_card: "
"""A card from the shoe, however it is written: no table script can say what is no card."""
BATCH = "batch: "
SHOWN = "shown: "
"""Kind and id of a batch of bettors; table scripts know none."""
CHECK = "check: "
"""Cards of a deck check; table scripts do not count decks."""
CLEAR = "clear: "
"""A device and the faults that a supervisor clears; table scripts know no devices."""


TABLE = """
state         who         command                                   refusal

closed        dealer      close_table                               wrong_phase
closed        dealer      open_table                                -
idle          dealer      open_table                                wrong_phase
staked        dealer      open_table                                wrong_phase
idle          dealer      close_table                               -
betting       dealer      close_table                               round_open
paying        dealer      close_table                               round_open
held          dealer      close_table                               held
held_settled  dealer      close_table                               held

closed        dealer      open_betting                              wrong_phase
betting       dealer      open_betting                              round_open
dealing       dealer      open_betting                              round_open
paying        dealer      open_betting                              round_open
held          dealer      open_betting                              held
held_settled  dealer      open_betting                              held
locked        dealer      open_betting                              deck_locked
void          dealer      open_betting                              -
settled       dealer      open_betting                              -
new_shoe      dealer      open_betting                              burn_missing
half_burned   dealer      open_betting                              burn_missing
stray_burn    dealer      open_betting                              held
burned        dealer      open_betting                              -
spent         dealer      open_betting                              deck_locked

closed        dealer      wager: 1 ante 10                          not_open
idle          dealer      wager: 9 nothing -1                       not_open
settled       dealer      wager: 1 ante 10                          not_open
dealing       dealer      wager: 1 ante 10                          not_open
held_betting  dealer      wager: 9 nothing -1                       held
held          dealer      wager: 1 ante 10                          held
betting       dealer      wager: 9 nothing -1                       no_such_seat
betting       dealer      wager: 0 ante 10                          no_such_seat
betting       dealer      wager: 1 nothing -1                       not_offered
betting       dealer      wager: 1 bet 20                           not_offered
betting       dealer      wager: 1 ante                             bad_amount
betting       dealer      wager: 1 ante 0                           bad_amount
betting       dealer      wager: 1 ante -1                          bad_amount
betting       dealer      wager: 1 ante 10.005                      bad_amount
betting       dealer      wager: 1 ante 1E+40                       bad_amount
betting       dealer      wager: 1 progressive 2                    bad_amount
betting       dealer      wager: 1 progressive 0.99                 bad_amount
betting       dealer      wager: 1 progressive                      no_base_wager
betting       shoe        coin: 1                                   -
staked        dealer      wager: 1 progressive 1                    already_placed
acceptors     dealer      wager: 1 progressive                      needs_token
acceptors     dealer      wager: 1 progressive 2                    bad_amount
staked        shoe        coin: 1                                   already_placed
betting       dealer      wager: 1 ante 4.99                        below_min
betting       dealer      wager: 1 ante 500.01                      above_max
staked        dealer      wager: 2 ante 100.01                      above_max
staked        dealer      wager: 2 ante 100                         -
staked        dealer      wager: 1 ante 0.01                        -
suspended     dealer      wager: 9 progressive                      no_such_seat
suspended     dealer      wager: 2 progressive 2                    suspended
suspended     dealer      wager: 2 progressive                      suspended
suspended     dealer      wager: 3 progressive                      suspended
suspended     dealer      wager: 1 progressive                      suspended
suspended     shoe        coin: 3                                   suspended
suspended     dealer      wager: 3 ante 10                          -
suspended     dealer      withdraw: 1 progressive                   -
suspended     dealer      close_betting                             -
burned        dealer      wager: 1 player 10                        not_open
one_side      dealer      wager: 2 dragon7 600                      no_base_wager
one_side      dealer      wager: 1 player 600                       both_sides
one_side      dealer      wager: 1 player 10                        both_sides
one_side      dealer      wager: 2 player 10                        -
one_side      dealer      wager: 1 dragon7 4.99                     below_min
one_side      dealer      wager: 1 dragon7 500.01                   above_max
one_side      dealer      wager: 1 dragon7 10.01                    above_base
one_side      dealer      wager: 1 dragon7 10                       -
one_side      dealer      wager: 1 tie 10.01                        -

idle          dealer      withdraw: 9 nothing                       not_open
held_betting  dealer      withdraw: 1 ante                          held
dealing       dealer      withdraw: 1 ante                          not_open
staked        dealer      withdraw: 9 nothing                       no_such_seat
staked        dealer      withdraw: 1 nothing                       not_offered
staked        dealer      withdraw: 1 bet                           not_offered
staked        dealer      withdraw: 3 ante                          no_such_stake
staked        dealer      withdraw: 2 progressive                   no_such_stake
staked        dealer      withdraw: 1 ante                          -

idle          dealer      repeat_wagers                             not_open
held_betting  dealer      repeat_wagers                             held
betting       dealer      repeat_wagers                             no_such_stake
limits_fell   dealer      repeat_wagers                             above_max
played        dealer      repeat_wagers                             -

idle          dealer      close_betting                             not_open
held_betting  dealer      close_betting                             held
dealing       dealer      close_betting                             not_open
betting       dealer      close_betting                             no_base_wager
staked        dealer      close_betting                             -
unstaked      dealer      close_betting                             -

deciding      shoe        record_card: 10h                          not_applicable
deciding      shoe        record_card: card                         not_applicable
held          shoe        record_card: as                           not_applicable
held          shoe        shoe: 5d                                  -

idle          dealer      act: 9 raise 1                            wrong_phase
betting       dealer      act: 1 bet                                wrong_phase
dealing       dealer      act: 9 raise 1                            cards_missing
paying        dealer      act: 1 bet                                wrong_phase
held          dealer      act: 9 raise 1                            held
deciding      dealer      act: 9 raise 1                            no_such_seat
deciding      dealer      act: 3 raise 1                            not_in_round
one_void      dealer      act: 2 raise 1                            not_in_round
one_dead      dealer      act: 2 raise 1                            not_in_round
half_decided  dealer      act: 2 raise 1                            already_decided
half_decided  dealer      act: 2 fold                               already_decided
deciding      dealer      act: 1 raise 1                            not_offered
deciding      dealer      act: 1 bet 19.99                          wrong_amount
deciding      dealer      act: 1 bet 20.005                         wrong_amount
deciding      dealer      act: 1 fold 20                            wrong_amount
deciding      dealer      act: 1 bet 20                             -
deciding      dealer      act: 1 fold 0                             -

idle          dealer      verify: 9                                 needs_supervisor
verified      auditor     verify: 1                                 needs_supervisor
held_paying   dealer      verify: 1                                 held
held_paying   supervisor  verify: 1                                 held
idle          supervisor  verify: 9                                 wrong_phase
dealing       supervisor  verify: 9                                 cards_missing
deciding      supervisor  verify: 1                                 wrong_phase
paying        supervisor  verify: 9                                 no_such_seat
paying        supervisor  verify: 2                                 not_applicable
paying        supervisor  verify: 3                                 not_applicable
verified      supervisor  verify: 1                                 not_applicable
paying        manager     verify: 1                                 -

idle          dealer      pay: 9                                    wrong_phase
dealing       dealer      pay: 9                                    cards_missing
deciding      dealer      pay: 1                                    wrong_phase
settled       dealer      pay: 1                                    wrong_phase
held_paying   dealer      pay: 9                                    held
paying        dealer      pay: 9                                    no_such_seat
paying        dealer      pay: 1                                    not_next
paying        dealer      pay: 3                                    not_next
half_paid     dealer      pay: 2                                    not_next
half_paid     dealer      pay: 1                                    unverified
verified      dealer      pay: 1                                    -
verified      dealer      shown: 1 190.00                           -
verified      dealer      shown: 1 190.01                           hand_back_changed
verified      supervisor  pay: 1                                    same_person
verified      manager     pay: 1                                    -
disputed      dealer      pay: 1                                    disputed

closed        dealer      report: {irregularity: CS-I22}            wrong_phase
held          dealer      report: {irregularity: CS-I99}            held
held          dealer      report: {irregularity: CS-I22}            held
fouled        dealer      report: {irregularity: CS-I22}            held
found         dealer      report: {irregularity: CS-I22}            -
deciding      dealer      report: {irregularity: CS-I99}            not_applicable
deciding      dealer      report: {irregularity: CS-I20}            not_applicable
deciding      dealer      report: {irregularity: CS-I08}            not_applicable
deciding      dealer      report: {irregularity: CS-I18, seat: 1}   not_applicable
deciding      dealer      report: {irregularity: CS-I08, seat: x}   not_applicable
deciding      dealer      report: {irregularity: CS-I08, seat: 3}   not_applicable
deciding      dealer      report: {irregularity: CS-I08, seat: 1, card: 8s}   -
settled       dealer      report: {irregularity: CS-I21, seat: 1, amount: 190}   not_applicable
half_decided  dealer      report: {irregularity: CS-I13, seat: 2, amount: 1.005}   bad_amount
half_decided  dealer      report: {irregularity: CS-I13, seat: 9, amount: 1.005}   bad_amount
paying        dealer      report: {irregularity: CS-I05, position: dealer card 1}  not_applicable
idle          dealer      report: {irregularity: CS-I22}            -

idle          supervisor  rule: play_on                             not_applicable
deciding      dealer      rule: as_proposed                         not_applicable
held          dealer      rule: fouled_deck                         not_offered
held          supervisor  rule: misdeal                             not_offered
held          dealer      rule: dead_hand                           needs_supervisor
held          auditor     rule: as_proposed                         needs_supervisor
held_betting  dealer      rule: as_proposed                         needs_supervisor
held_betting  supervisor  rule: as_proposed                         needs_manager
fouled        supervisor  rule: fouled_deck                         needs_manager
fouled        manager     rule: void_round                          not_offered
held          manager     rule: dead_hand 9h                        not_offered
held          dealer      rule: as_proposed 9h                      not_offered
held          manager     rule: dead_hand                           -

closed        dealer      new_deck                                  wrong_phase
betting       dealer      new_deck                                  round_open
held          dealer      new_deck                                  held

closed        supervisor  check: As                                 wrong_phase
betting       supervisor  check: As                                 round_open
held          supervisor  check: As                                 held
idle          supervisor  check: As CUT                             not_applicable
idle          supervisor  check: As                                 -
held_settled  dealer      new_deck                                  held
locked        supervisor  new_deck                                  -

idle          dealer      answer_call                               needs_supervisor
called        dealer      answer_call                               needs_supervisor
idle          supervisor  answer_call                               not_applicable
called        supervisor  answer_call                               -
idle          dealer      clear: shoe device_lost                   needs_supervisor
doubtful      dealer      clear: shoe device_lost                   needs_supervisor
idle          supervisor  clear: shoe device_lost                   not_applicable
doubtful      supervisor  clear: other device_lost                  not_applicable
doubtful      supervisor  clear: shoe packet_lost                   not_applicable
doubtful      supervisor  clear: shoe device_lost packet_lost       not_applicable
doubtful      supervisor  clear: shoe device_lost device_lost       not_applicable
doubtful      supervisor  clear: shoe                               not_applicable
doubtful      supervisor  clear: shoe device_lost                   -

idle          dealer      batch: wagers new                         not_open
held_betting  dealer      batch: wagers new                         held
betting       dealer      batch: wagers new                         not_offered
book_deciding dealer      batch: wagers new                         not_open
book_betting  dealer      batch: wagers known                       batch_conflict
book_betting  dealer      batch: wagers new                         -
idle          dealer      batch: withdrawals new                    not_open
betting       dealer      batch: withdrawals new                    not_offered
book_betting  dealer      batch: withdrawals known                  batch_conflict
book_betting  dealer      batch: withdrawals new                    -
held          dealer      batch: decisions new                      held
dealing       dealer      batch: decisions new                      cards_missing
book_betting  dealer      batch: decisions new                      wrong_phase
deciding      dealer      batch: decisions new                      not_offered
book_deciding dealer      batch: decisions known                    batch_conflict
book_deciding dealer      batch: decisions new                      -
book_betting  dealer      wager: 1 ante 10                          no_such_seat
book_deciding dealer      act: 1 call                               no_such_seat
book_paying   dealer      pay: 1                                    no_such_seat
called        dealer      call_supervisor                           -
closed        dealer      call_supervisor                           -
"""

ROWS = [
    (*line[:26].split(), line[26:].rsplit(maxsplit=1)[0], line.split()[-1])
    for line in TABLE.strip().splitlines()[2:]
    if line.strip()
]
CAN_NOT_BE_REFUSED = {
    c.AdvanceClock, c.CallSupervisor, c.RecordDevice, c.RecordDeviceFault, c.RecordNotCleared,
    c.ResumeTable, c.NoteClockSet, c.RecordToken, c.RecordWindow, c.RecordLamp,
    c.SuspendProgressive, c.ResumeProgressive,
}  # fmt: skip


def unscripted_command(play: TablePlay, words: str, actor: Actor) -> c.Command:
    """Make a card from the shoe, a payment by what was shown, or a batch of bettor 2 alone."""
    if words.startswith(CARD):
        return c.RecordCard(
            command_id=play.clock.new_id(),
            issued_at=play.clock.now(),
            actor=actor,
            card=words.removeprefix(CARD),
        )
    if words.startswith(SHOWN):
        seat, shown = words.removeprefix(SHOWN).split()
        return c.PaySeat(
            command_id=play.clock.new_id(),
            issued_at=play.clock.now(),
            actor=actor,
            seat=int(seat),
            hand_back=Decimal(shown),
        )
    kind, batch_id = words.removeprefix(BATCH).split()
    batch = {
        "wagers": lambda: wager_batch(batch_id, [(2, "ante", 700)]),
        "withdrawals": lambda: withdrawal_batch(batch_id, [(2, "ante")]),
        "decisions": lambda: decision_batch(batch_id, [(2, "call", None)]),
    }[kind]()
    return COMMAND_OF[batch.kind](
        command_id=batch_id, issued_at=play.clock.now(), actor=actor, batch=batch
    )


def command(play: TablePlay, words: str, actor: Actor) -> c.Command:
    """Make the command that the words say, by this actor."""
    if words in BARE:
        kind = BARE[words]
        return kind(command_id=play.clock.new_id(), issued_at=play.clock.now(), actor=actor)
    if words == "open_table":
        return c.OpenTable(
            command_id=play.clock.new_id(),
            issued_at=play.clock.now(),
            actor=actor,
            table_id="t1",
            seats=(1, 2, 3),
        )
    if words.startswith((CARD, BATCH, SHOWN)):
        return unscripted_command(play, words, actor)
    if words.startswith(CHECK):
        return c.CheckDeck(
            command_id=play.clock.new_id(),
            issued_at=play.clock.now(),
            actor=actor,
            cards=tuple(words.removeprefix(CHECK).split()),
        )
    if words.startswith(CLEAR):
        device_id, *faults = words.removeprefix(CLEAR).split()
        return c.ClearDeviceFaults(
            command_id=play.clock.new_id(),
            issued_at=play.clock.now(),
            actor=actor,
            device_id=device_id,
            faults=tuple(faults),
        )
    (made,) = commands_of(step(words), play.clock, play.rules)
    return replace(made, actor=actor)


@pytest.mark.parametrize(("state", "who", "words", "code"), ROWS)
def test_a_command_out_of_place_is_refused_with_its_code(state, who, words, code):
    play = STATES[state]()
    before = (play.state, play.history(), play.postings() if play.state.table_id else [])
    outcome = play.controller.submit(command(play, words, WHO[who]))
    found = "-" if outcome.refusal is None else outcome.refusal.reason.value
    assert found == code
    if outcome.refusal is not None:
        now = (play.state, play.history(), play.postings() if play.state.table_id else [])
        assert now == before


def test_every_refusal_reason_is_in_the_table():
    reasons = {reason.value for reason in RefusalReason}
    assert {row[-1] for row in ROWS} - {"-"} == reasons - POT_REASONS


def test_every_command_that_can_be_refused_is_in_the_table():
    refused = set()
    for state, who, words, code in ROWS:
        if code != "-":
            refused.add(type(command(STATES[state](), words, WHO[who])))
    of_pots = {kind for kind in POT_HANDLERS if kind.__module__ == pot_commands.__name__}
    assert refused == set(COMMAND_TYPES) - CAN_NOT_BE_REFUSED - of_pots


def test_every_state_of_the_table_is_used():
    assert {row[0] for row in ROWS} == set(STATES)


FACTS = [
    ("betting", "wager: 9 ante 10", {"seat": "9"}),
    ("betting", "wager: 1 progressive 2", {"price": "1.00", "seat": "1", "spot": "progressive"}),
    (
        "betting",
        "wager: 1 ante 4",
        {"limit": "5.00", "seat": "1", "spot": "ante", "amount": "4.00"},
    ),
    ("staked", "wager: 2 ante 200", {"limit": "500.00", "amount": "600.00"}),
    ("one_side", "wager: 1 player 10", {"seat": "1", "spot": "player", "other": "banker"}),
    (
        "one_side",
        "wager: 1 dragon7 15",
        {"limit": "10.00", "seat": "1", "spot": "dragon7", "amount": "15.00"},
    ),
    ("suspended", "wager: 2 progressive", {"seat": "2", "spot": "progressive"}),
    ("dealing", "act: 1 bet", {"position": "seat 1 card 2"}),
    ("deciding", "act: 1 bet 5", {"due": "20.00", "seat": "1", "action": "bet"}),
    ("half_decided", "act: 2 fold", {"decision": "bet"}),
    ("paying", "pay: 1", {"seat": "1", "next": "2"}),
    ("held", "act: 1 bet", {"irregularity": "CS-I10"}),
    ("held_betting", "rule: as_proposed", {"option": "play_on", "irregularity": "CS-I22"}),
    ("deciding", "report: {irregularity: CS-I08, seat: 3}", {"missing": "seat_in_round"}),
    ("deciding", "report: {irregularity: CS-I08}", {"missing": "seat"}),
    ("deciding", "report: {irregularity: CS-I01, count: 4}", {"missing": "seat_named"}),
    (
        "settled",
        "report: {irregularity: CS-I21, seat: 1, amount: 190}",
        {"missing": "payment_differs"},
    ),
    ("held", "rule: dead_hand 9h", {"irregularity": "CS-I10", "option": "dead_hand"}),
    ("deciding", "report: {irregularity: CS-I18, seat: 1}", {"unknown": "seat"}),
    ("deciding", "report: {irregularity: CS-I08, seat: x}", {"fact": "seat", "value": "x"}),
]


@pytest.mark.parametrize(("state", "words", "facts"), FACTS)
def test_a_refusal_carries_the_facts_to_do_better(state, words, facts):
    refusal = STATES[state]().refusal(words)
    assert {key: refusal.facts.get(key) for key in facts} == facts


def test_a_refused_error_carries_its_refusal():
    error = RefusedError(RefusalReason.HELD, irregularity="CS-I01")
    assert error.refusal == Refusal(RefusalReason.HELD, {"irregularity": "CS-I01"})
    assert str(error) == "held"


def test_nothing_was_dealt_that_the_states_did_not_need():
    assert decided({1: NOTHING}).state.phase == "paying"
