"""Who may do what when at a table with pots: every refusal, and which one comes first.

The order of checks is part of the contract: held, moment, place, offer, amount. Each row is refused
with its code and nothing changed; `-` is accepted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

import pytest
from pot_tables import LEVEL, POT_REASONS, STUD, PotPlay
from table_play import DEALER, MANAGER, SHOE, STATION, SUPERVISOR, step

from dealer_station.games.pot_rules import Post, PostKind
from dealer_station.table import commands as c
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.handlers import POT_HANDLERS
from dealer_station.table_script.steps import commands_of

WHO = {
    "dealer": DEALER,
    "supervisor": SUPERVISOR,
    "manager": MANAGER,
    "shoe": SHOE,
    "station": STATION,
}


def closed() -> PotPlay:
    play = PotPlay(button=1)
    play.submit(c.CloseTable)
    return play


def empty() -> PotPlay:
    return PotPlay(stacks={})


def alone() -> PotPlay:
    return PotPlay(stacks={4: 100}, button=4)


def no_button() -> PotPlay:
    return PotPlay()


def seated() -> PotPlay:
    return PotPlay(button=1)


def dealing() -> PotPlay:
    return PotPlay(button=1).run("start_hand")


def acting() -> PotPlay:
    """Seat 1 has the button and is the first to act; 2 and 3 have the blinds."""
    return dealing().run("deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}")


def raised() -> PotPlay:
    """Seat 1 is all-in, and seat 3 can only call or fold."""
    play = PotPlay(stacks={1: 100, 2: 100, 3: 200}, button=1).run("start_hand")
    return play.run("deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}", "act: 1 all_in; 2 fold")


def flop() -> PotPlay:
    return acting().run("act: 1 call; 2 call; 3 check")


def showdown() -> PotPlay:
    """Seat 2 answers first, seat 3 has folded."""
    play = acting().run("act: 1 call; 2 call; 3 check", "deal: {board: 2c 7d 9s}")
    play.run("act: 2 bet 2; 3 fold; 1 call", "deal: {board: Jh}", "act: 2 check; 1 check")
    return play.run("deal: {board: 3d}", "act: 2 check; 1 check")


def one_left_to_show() -> PotPlay:
    """Seat 2 has shown; seat 1 may muck, since the pot has a hand."""
    return showdown().run("act: 2 show")


def blind() -> PotPlay:
    """Nobody has read a player's card, and seat 1 is asked for them."""
    play = PotPlay(stacks={1: 2, 2: 2}, button=1, hole_cards="unread").run("start_hand")
    return play.run("shoe: ?? Ks ?? Kd", "act: 1 call", "deal: {board: 2c 7d 9s Jh 3d}")


def paying() -> PotPlay:
    return acting().run("act: 1 fold; 2 fold")


def settled() -> PotPlay:
    return paying().run("pay")


def leaving() -> PotPlay:
    """Seat 1 goes when the hand is over."""
    return acting().run("leave: 1")


def no_level() -> PotPlay:
    return PotPlay(STUD)


def low() -> PotPlay:
    """Stud: seat 2 has to open."""
    play = PotPlay(STUD, **LEVEL).run("start_hand")
    return play.run("deal: {1: As Ad Kh, 2: Ks Kd 2c, 3: Qs Qd 7h}")


def dropped() -> PotPlay:
    """The stub was dropped, and waits for a supervisor."""
    return acting().run("report: {irregularity: HE-I29}")


def club() -> PotPlay:
    return PotPlay("seven-card-stud/casino-club", stacks={1: 50, 2: 50}, **LEVEL)


STATES: Mapping[str, Callable[[], PotPlay]] = {
    one.__name__: one
    for one in (
        closed, empty, alone, no_button, seated, dealing, acting, raised, flop, showdown,
        one_left_to_show, blind, paying, settled, leaving, no_level, low, dropped, club,
    )
}  # fmt: skip

TABLE = """
state             who         command                    refusal

closed            dealer      start_hand                 wrong_phase
empty             dealer      start_hand                 no_button
no_button         dealer      start_hand                 no_button
alone             dealer      start_hand                 too_few_players
no_level          dealer      start_hand                 no_level
dealing           dealer      start_hand                 round_open
acting            dealer      start_hand                 round_open
paying            dealer      start_hand                 round_open
seated            dealer      start_hand                 -
settled           dealer      start_hand                 -
settled           dealer      given                      not_applicable
seated            dealer      given: 9                   no_such_seat
seated            dealer      given: 2                   -

closed            dealer      button: 2                  wrong_phase
acting            dealer      button: 2                  round_open
settled           dealer      button: 2                  not_applicable
low               dealer      button: 2                  round_open
no_level          dealer      button: 2                  not_applicable
seated            dealer      button: 9                  no_such_seat
seated            dealer      button: 7                  -

closed            dealer      seat: 4 100                wrong_phase
acting            dealer      seat: 4 100                round_open
seated            dealer      seat: 9 100                no_such_seat
seated            dealer      seat: 1 100                seat_taken
seated            dealer      seat: 4 0                  bad_amount
seated            dealer      seat: 4 10.005             bad_amount
club              dealer      seat: 4 49                 wrong_amount
club              supervisor  seat: 4 49                 -
club              dealer      seat: 4 50                 -
seated            dealer      seat: 4 100 post           -

seated            dealer      leave: 9                   no_such_seat
seated            dealer      leave: 4                   seat_empty
leaving           dealer      leave: 1                   not_applicable
acting            dealer      leave: 1                   -
seated            dealer      leave: 1                   -

seated            dealer      away: 9                    no_such_seat
seated            dealer      away: 4                    seat_empty
leaving           dealer      away: 1                    not_applicable
acting            dealer      away: 1                    -

seated            dealer      back: 9                    no_such_seat
seated            dealer      back: 4                    seat_empty
seated            dealer      back: 1                    not_applicable
leaving           dealer      back: 1                    not_applicable

acting            dealer      add: 1 50                  round_open
seated            dealer      add: 9 50                  no_such_seat
seated            dealer      add: 4 50                  seat_empty
seated            dealer      add: 1 0                   bad_amount
seated            dealer      add: 1 50                  -

seated            dealer      correct: 1 50              needs_supervisor
acting            supervisor  correct: 1 50              round_open
seated            supervisor  correct: 9 50              no_such_seat
seated            supervisor  correct: 4 50              seat_empty
seated            supervisor  correct: 1 -5              bad_amount
seated            supervisor  correct: 1 200             not_applicable
seated            supervisor  correct: 1 50              -
seated            manager     correct: 1 0               -

seated            dealer      act: 1 fold                wrong_phase
dealing           dealer      act: 1 fold                cards_missing
flop              dealer      act: 2 check               cards_missing
paying            dealer      act: 3 fold                wrong_phase
acting            dealer      act: 9 fold                no_such_seat
acting            dealer      act: 4 fold                not_in_round
acting            dealer      act: 2 fold                not_next
acting            dealer      act: 1 stand               not_offered
acting            dealer      act: 1 check               not_offered
acting            dealer      act: 1 bet 10              not_offered
acting            dealer      act: 1 raise               wrong_amount
acting            dealer      act: 1 raise 3             wrong_amount
acting            dealer      act: 1 raise 201           wrong_amount
acting            dealer      act: 1 raise 4.005         bad_amount
acting            dealer      act: 1 raise 4             -
acting            dealer      act: 1 all_in              -
low               dealer      act: 2 fold                not_offered
low               dealer      act: 2 bring_in            -
raised            dealer      act: 3 call                -

acting            dealer      act: 1 show                wrong_phase
dealing           dealer      act: 1 show                cards_missing
showdown          dealer      act: 9 show                no_such_seat
showdown          dealer      act: 3 show                not_in_round
showdown          dealer      act: 1 show                not_next
showdown          dealer      act: 2 muck                -
showdown          dealer      act: 2 show                -
one_left_to_show  dealer      act: 1 muck                -
blind             dealer      act: 2 muck                -
blind             dealer      act: 2 show                cards_missing
blind             dealer      show: 2 Qs                 cards_missing
blind             dealer      show: 2 Ks Qd              not_applicable
blind             dealer      show: 2 2c Qd              not_applicable
blind             dealer      show: 2 Qd Qd              not_applicable
blind             dealer      show: 2 Xx Qd              not_applicable
blind             dealer      show: 2 Qs Qd              -

seated            dealer      push                       wrong_phase
flop              dealer      push                       cards_missing
acting            dealer      push                       wrong_phase
showdown          dealer      push                       wrong_phase
paying            dealer      push                       -

acting            shoe        card: Xx                   not_applicable
acting            shoe        card: CUT                  not_applicable
dealing           shoe        card: As                   -

seated            dealer      report: {irregularity: HE-I02, card: As} not_applicable
flop              dealer      report: {irregularity: ST-I02} not_applicable
acting            dealer      report: {irregularity: HE-I29} -
acting            dealer      report: {irregularity: HE-I12} -
acting            supervisor  rule: play_on              not_applicable
dropped           dealer      rule: reshuffle_stub       needs_supervisor
dropped           supervisor  rule: misdeal              not_offered
dropped           dealer      act: 1 fold                held
dropped           supervisor  rule: reshuffle_stub       -

seated            dealer      open_betting               not_offered
seated            dealer      wager: 1 ante 5            not_offered
"""
ROWS = [
    (parts[0], parts[1], " ".join(parts[2:-1]), parts[-1])
    for line in TABLE.splitlines()[3:]
    if (parts := line.split())
]
CAN_NOT_BE_REFUSED = {c.AdvanceClock}
"""Time goes on whatever the table does."""


def command(play: PotPlay, words: str, who: str) -> c.Command:
    """Make the command that the words say; those that no script has are written out here."""
    verb, _, rest = words.partition(": ")
    head = {
        "command_id": play.clock.new_id(),
        "issued_at": play.clock.now(),
        "actor": WHO[who],
    }
    said = rest.split()
    if verb in UNSCRIPTED:
        kind, read = UNSCRIPTED[verb]
        return kind(**read(said), **head)
    (made,) = commands_of(step(words), play.clock, play.rules)
    return replace(made, actor=WHO[who])


def given(said: Sequence[str]) -> pc.GivenStart:
    """A start with the button at an empty seat; the small blind is seat 1, or who is said."""
    posts = (Post(3, PostKind.ENTRY, dead_minor=100),)
    return pc.GivenStart(5, int(said[0]) if said else 1, 3, posts)


UNSCRIPTED: Mapping[str, tuple[type[c.Command], Callable[[Sequence[str]], dict[str, object]]]] = {
    "given": (pc.StartHand, lambda said: {"given": given(said)}),
    "button": (pc.PlaceButton, lambda said: {"seat": int(said[0])}),
    "add": (pc.AddChips, lambda said: {"seat": int(said[0]), "amount": Decimal(said[1])}),
    "correct": (pc.CorrectChips, lambda said: {"seat": int(said[0]), "stack": Decimal(said[1])}),
    "show": (pc.ShowHand, lambda said: {"seat": int(said[0]), "cards": tuple(said[1:])}),
    "push": (pc.PushPots, lambda _: {}),
    "card": (c.RecordCard, lambda said: {"card": said[0]}),
}


@pytest.mark.parametrize(("state", "who", "words", "code"), ROWS)
def test_a_command_out_of_place_is_refused_with_its_code(
    state: str, who: str, words: str, code: str
):
    play = STATES[state]()
    before = (play.state, play.history())
    outcome = play.controller.submit(command(play, words, who))
    assert ("-" if outcome.refusal is None else outcome.refusal.reason.value) == code
    if outcome.refusal is not None:
        assert (play.state, play.history()) == before


def test_every_command_that_can_be_refused_is_in_the_table():
    refused = {
        type(command(STATES[state](), words, who))
        for state, who, words, code in ROWS
        if code != "-"
    }
    assert refused >= set(POT_HANDLERS) - CAN_NOT_BE_REFUSED


def test_every_reason_of_pots_alone_is_in_the_table():
    assert {row[-1] for row in ROWS} >= POT_REASONS


def test_every_state_of_the_table_is_used():
    assert {row[0] for row in ROWS} == set(STATES)
