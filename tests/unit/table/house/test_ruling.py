"""What each ruling does to the round: every option of the catalogue has its effect."""

import pytest
from table_play import (
    DEALER,
    DEALER_QUALIFIES,
    FLUSH,
    FULL_HOUSE,
    MANAGER,
    NOTHING,
    PAIR_OF_EIGHTS,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    SUPERVISOR,
    TablePlay,
    baccarat,
    dealt,
    decided,
)

from dealer_station.games.rules import Outcome
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.house.ruling import _EFFECTS
from dealer_station.table.lifecycle import Phase
from dealer_station.table.state import HandStatus, PaidRound

TWO = {1: FLUSH, 2: PAIR_OF_EIGHTS}


def open_report(option: str) -> TablePlay:
    """Return a table where this option is offered (or was carried out by the dealer)."""
    play = dealt(TWO, progressive=(1, 2), progressive_on_dealer_misdeal="honour")
    dealing = TablePlay(seats=(1, 2)).run(
        "open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting"
    )
    cases = {
        "play_on": lambda: play.run("report: {irregularity: CS-I10, seat: 1}"),
        "void_round": lambda: play.run("report: {irregularity: CS-I18}"),
        "void_hand": lambda: play.run("report: {irregularity: CS-I08, seat: 1}"),
        "dead_hand": lambda: play.run("report: {irregularity: CS-I09, seat: 1}"),
        "fouled_deck": lambda: play.run("report: {irregularity: CS-I17}"),
        "complete_hand": lambda: dealing.run(
            "shoe: 9h 8s 7h", "report: {irregularity: CS-I02, position: dealer card 1, count: 4}"
        ),
        "burn_card": lambda: play.run("report: {irregularity: CS-I16, card: 4h}"),
        "set_aside": lambda: play.run("report: {irregularity: CS-I14, card: 4h}"),
        "reorder": lambda: dealing.run("shoe: 9h 8s", "report: {irregularity: CS-I15, seat: 2}"),
        "correct_wager": lambda: play.run(
            "act: 1 bet", "report: {irregularity: CS-I13, seat: 1, amount: 5}"
        ),
        "return_wager": lambda: dealing.run("report: {irregularity: CS-I11, seat: 1}"),
        "honour_side_bets": lambda: play.run("report: {irregularity: CS-I03, count: 6}"),
    }
    return cases[option]()


def effect(play: TablePlay, option: str) -> list[str]:
    """Rule (unless the dealer did) and return the events that followed the ruling."""
    if play.state.open_irregularity is not None:
        play.run(f"rule: {option} by manager")
    history = play.history()
    return history[len(history) - history[::-1].index("ruling_made") :]


RETURNED = ["wager_returned"] * 4
EFFECTS = {
    "play_on": [],
    "void_round": [*RETURNED, "round_voided"],
    "void_hand": ["hand_voided", "wager_returned", "wager_returned"],
    "dead_hand": ["hand_killed"],
    "fouled_deck": [*RETURNED, "round_voided", "deck_locked"],
    "complete_hand": [],
    "burn_card": ["deal_order_corrected", "deal_resumed"],
    "set_aside": ["deal_order_corrected", "deal_resumed"],
    "reorder": [],
    "correct_wager": ["wager_corrected"],
    "return_wager": [],
    # Antes and the losing dollar go back, the flush is paid.
    "honour_side_bets": ["wager_returned"] * 3 + ["hand_verified", "seat_paid", "round_voided"],
}


@pytest.mark.parametrize("option", [option.value for option in _EFFECTS])
def test_each_option_has_its_effect_and_no_other(option: str):
    play = open_report(option)
    assert effect(play, option) == EFFECTS[option]
    item = play.state.irregularities[-1]
    assert item.ruling == option
    assert play.state.open_irregularity is None


def test_void_round_gives_every_stake_back_and_empties_the_meter_of_its_part():
    play = open_report("void_round")
    assert play.meter == 10_001_40
    play.run("rule: void_round")
    assert play.state.phase is Phase.VOID
    assert {w.outcome for w in play.round.wagers} == {Outcome.VOID}
    assert play.meter == 10_000_00


def test_a_void_round_undoes_what_was_paid_and_says_how_much():
    play = decided(TWO, DEALER_QUALIFIES, (1,)).run("pay: 2", "verify: 1")
    play.run("report: {irregularity: CS-I19, count: 30}", "rule: fouled_deck by manager")
    undone = {(r.seat, r.spot): r.net_undone_minor for r in play.events(e.WagerReturned)}
    assert undone == {
        (1, "ante"): 0,
        (1, "progressive"): 0,
        (1, "bet"): 0,
        (2, "ante"): 10_00,
        (2, "bet"): 20_00,
    }
    assert play.view["net"] == {
        "1": {"ante": "0.00", "progressive": "0.00", "bet": "0.00"},
        "2": {"ante": "0.00", "bet": "0.00"},
    }


def test_a_stake_that_went_back_already_does_not_go_back_twice():
    play = TablePlay(meter=0).run("open_betting", "wager: 1 ante 10", "coin: 2", "close_betting")
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    assert [(r.seat, r.reason) for r in play.events(e.WagerReturned)] == [
        (2, "CS-I12"),
        (1, "CS-I18"),
    ]
    assert play.meter == 0


def test_void_while_bets_are_open_touches_no_meter():
    play = TablePlay(meter=77).run("open_betting", "wager: 1 ante 10; 1 progressive", "shoe: 5d")
    play.run("rule: void_round")
    assert play.meter == 77
    assert len(play.postings()) == 1


def test_void_hand_lets_the_others_play_and_ends_a_round_without_others():
    play = open_report("void_hand").run("rule: void_hand", "act: 2 bet", "pay")
    assert play.state.phase is Phase.SETTLED
    alone = dealt({1: FLUSH}).run("report: {irregularity: CS-I08, seat: 1}", "rule: void_hand")
    assert alone.state.phase is Phase.VOID


def test_dead_hand_loses_everything_in_its_turn():
    play = open_report("dead_hand").run("rule: dead_hand", "act: 2 bet", "pay")
    (paid,) = [paid for paid in play.events(e.SeatPaid) if paid.seat == 1]
    assert [(w.spot, w.net_minor, w.rule) for w in paid.wagers] == [
        ("ante", -1000, "CS-D09"),
        ("progressive", -100, "CS-D09"),
    ]


def test_burned_and_set_aside_cards_give_their_place_to_the_next():
    for option, pile in (("burn_card", "burn"), ("set_aside", "aside")):
        play = open_report(option)
        effect(play, option)
        assert play.round.cards(pile) == ("4h",)
        assert play.round.next_position == "dealer card 5"


def two_hands() -> TablePlay:
    return TablePlay(seats=(1, 2)).run(
        "open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting"
    )


def test_cs_i16_the_reported_card_is_burned_although_others_came_before_the_ruling():
    play = two_hands().run("shoe: 9h 8s", "report: {irregularity: CS-I16, card: 8s}")
    (raised,) = play.events(e.IrregularityRaised)
    assert raised.card_number == 2
    play.run("shoe: 7h 6h", "rule: burn_card")
    hands = [play.round.cards(hand) for hand in ("seat 1", "burn", "seat 2", "dealer")]
    assert hands == [("9h",), ("8s",), ("7h",), ("6h",)]
    assert play.round.next_position == "seat 1 card 2"


def test_cs_i16_cards_after_the_burned_one_of_a_hand_that_is_out_go_to_the_next():
    play = two_hands().run("shoe: 9h 8s Ah 7h")
    play.run("report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")
    play.run("report: {irregularity: CS-I16, card: 7h}", "shoe: 6h 5h", "rule: burn_card")
    hands = [play.round.cards(hand) for hand in ("seat 1", "burn", "seat 2", "dealer")]
    assert hands == [("9h",), ("7h",), ("8s", "6h"), ("Ah", "5h")]


def test_cs_i14_the_card_is_set_aside_by_its_place_in_the_shoe():
    play = two_hands().run("shoe: 9h 8s Ah", "report: {irregularity: CS-I14, card: Ah}")
    (raised,) = play.events(e.IrregularityRaised)
    assert raised.card_number == 3
    play.run("shoe: 7h")
    assert (play.round.cards("aside"), play.round.cards("dealer")) == (("Ah",), ("7h",))


def test_a_skipped_seat_keeps_the_later_cards_whatever_came_before_the_ruling():
    """The place was seat 2's newest one at the report: 8c; the cards after it move up."""
    play = two_hands().run("shoe: 9h 8s Ah 7h 8c", "report: {irregularity: CS-I15, seat: 2}")
    play.run("shoe: Kh 5h 4c", "rule: void_hand")
    hands = [play.round.cards(hand) for hand in ("seat 1", "seat 2", "dealer")]
    assert hands == [("9h", "7h", "Kh"), ("8s", "5h"), ("Ah", "8c", "4c")]


def test_a_skipped_seat_with_a_face_seen_gets_its_stakes_back_and_its_place_is_left_out():
    play = open_report("reorder").run("rule: void_hand")
    assert play.round.cards("seat 1") == ("9h",)
    assert play.round.cards("dealer") == ("8s",)
    assert play.round.cards("seat 2") == ()


@pytest.mark.parametrize(
    ("amount", "open_decisions", "stands"),
    [("15", True, 2000), ("60", True, 2000), ("15", False, 1500), ("60", False, 2000),
     ("0", False, 0)],
)  # fmt: skip
def test_cs_i13_a_wrong_bet_is_put_right_until_the_last_decision(amount, open_decisions, stands):
    play = dealt(TWO).run("act: 1 bet") if open_decisions else decided(TWO)
    play.run(f"report: {{irregularity: CS-I13, seat: 1, amount: {amount}}}", "rule: correct_wager")
    (corrected,) = play.events(e.WagerCorrected)
    assert (corrected.amount_minor, corrected.found_minor) == (stands, int(amount) * 100)
    assert play.round.pending_stakes(1)["bet"] == stands


def test_honour_pays_winners_in_payment_order_and_returns_all_else():
    play = dealt(
        {1: FULL_HOUSE, 2: NOTHING, 3: ROYAL_CLUBS},
        progressive=(1, 2, 3),
        progressive_on_dealer_misdeal="honour",
        meter=500_00,
    )
    play.run("report: {irregularity: CS-I03, count: 6}", "rule: honour_side_bets by manager")
    assert [(p.seat, p.wagers[0].net_minor) for p in play.events(e.SeatPaid)] == [
        (3, 502_10 - 100 - 70 + 0),
        (1, 99_00),
    ]
    assert play.view["net"]["2"] == {"ante": "0.00", "progressive": "0.00"}


def test_cs_21_who_honours_has_seen_each_hand_before_it_is_paid():
    play = decided(
        {1: FULL_HOUSE, 2: FLUSH}, progressive=(1, 2), progressive_on_dealer_misdeal="honour"
    )
    # The supervisor has seen the flush already; the manager sees the full house.
    play.run("verify: 2", "shoe: 5d")
    play.submit(c.ApplyRuling, MANAGER, option="honour_side_bets")
    seen = [(v.seat, v.person_id, v.role) for v in play.events(e.HandVerified)]
    assert seen == [(2, "supervisor", "supervisor"), (1, "m1", "manager")]
    assert play.history()[-5:] == [
        "wager_returned", "seat_paid", "hand_verified", "seat_paid", "round_voided",
    ]  # fmt: skip


def test_honour_leaves_paid_winners_theirs_and_gives_paid_losers_their_dollar_back():
    play = decided(
        {1: FULL_HOUSE, 2: NOTHING, 3: FLUSH},
        progressive=(1, 2, 3),
        progressive_on_dealer_misdeal="honour",
        progressive_paytable="P3",
    )
    play.run("verify: 3", "pay: 3; 2", "shoe: 5d", "rule: honour_side_bets by manager")
    net = {seat: stakes["progressive"] for seat, stakes in play.view["net"].items()}
    assert net == {"1": "99.00", "2": "0.00", "3": "49.00"}
    assert play.state.phase is Phase.VOID


def test_a_dead_or_void_royal_releases_its_share():
    for report, ruling in (
        ("{irregularity: CS-I09, seat: 1}", "dead_hand"),
        ("{irregularity: CS-I13, seat: 1, amount: 15}", "void_hand"),
    ):
        play = decided(
            {1: ROYAL_CLUBS, 2: ROYAL_DIAMONDS},
            "7h 7c 6s 4c 2h",
            (1, 2),
            contribution="0",
            meter=500_00,
        )
        play.run("verify: 2", "pay: 2")
        assert play.meter == 10_000_00
        play.run(f"report: {report}", f"rule: {ruling}")
        assert play.meter == 10_250_00


def test_the_ruling_names_person_role_and_number():
    play = dealt(TWO).run("report: {irregularity: CS-I10, seat: 1}")
    play.submit(c.ApplyRuling, SUPERVISOR, option="play_on", number=1)
    (made,) = play.events(e.RulingMade)
    assert (made.number, made.irregularity, made.role, made.person_id) == (
        1,
        "CS-I10",
        "supervisor",
        "s1",
    )


@pytest.mark.parametrize("option", ["burn_card", "void_round", "as_proposed"])
def test_a_ruling_names_the_card_of_the_report_or_none(option: str):
    for said in (option, f"{option} 4h"):
        play = dealt(TWO).run("report: {irregularity: CS-I16, card: 4h}", f"rule: {said}")
        assert play.state.open_irregularity is None
    play = dealt(TWO).run("report: {irregularity: CS-I16, card: 4h}")
    for other in ("5d", "4h 5d", "4h 4h"):
        refusal = play.refusal(f"rule: {option} {other}")
        assert refusal.reason == "not_offered"
        assert refusal.facts == {"irregularity": "CS-I16", "option": option}


def test_a_ruling_may_name_the_card_that_was_read_but_only_by_who_sees_it():
    """4h was read last and the dealer called it 5d; he cannot try out which card it is."""
    play = dealt(TWO).run("report: {irregularity: CS-I16, card: 5d}")
    for cards, code in (("4h", "not_offered"), ("6h", "not_offered"), ("5d", "needs_supervisor")):
        outcome = play.submit(c.ApplyRuling, DEALER, option="burn_card", cards=(cards,))
        assert outcome.refusal is not None
        assert outcome.refusal.reason == code
    play.run("rule: burn_card 4h")
    assert play.round.cards("burn") == ("4h",)


def test_a_ruling_names_no_card_where_the_report_named_none():
    play = dealt(TWO).run("report: {irregularity: CS-I10, seat: 1}")
    assert play.refused("rule: play_on 9h") == "not_offered"


def test_a_ruling_on_another_number_is_refused():
    play = dealt(TWO).run("report: {irregularity: CS-I10, seat: 1}", "rule: play_on")
    play.run("report: {irregularity: CS-I10, seat: 1}")
    outcome = play.submit(c.ApplyRuling, MANAGER, option="as_proposed", number=1)
    assert outcome.refusal is not None
    assert outcome.refusal.reason == "not_applicable"
    assert play.submit(c.ApplyRuling, MANAGER, option="as_proposed", number=2).refusal is None


def test_between_rounds_a_ruling_touches_only_the_deck():
    play = decided(TWO).run("pay")
    before = play.round
    play.run("report: {irregularity: CS-I17}", "rule: fouled_deck by manager")
    assert play.round == before
    assert play.state.is_deck_locked
    assert play.state.phase is Phase.SETTLED


def test_a_hand_that_is_out_gets_no_card_for_the_one_that_was_burned():
    play = TablePlay(seats=(1, 2)).run(
        "open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting"
    )
    play.run("shoe: 9h", "report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")
    play.run("report: {irregularity: CS-I16, card: 9h}", "rule: burn_card")
    assert "seat 1" not in play.round.deal_order
    hand = play.round.hand(1)
    assert hand is not None
    assert hand.status is HandStatus.DEAD


def natural(**options: str) -> TablePlay:
    """Ten on the Player; nine all on the first four cards."""
    play = baccarat(**options).run("open_betting", "wager: 1 player 10", "close_betting")
    return play.run("shoe: 9h 9h Kh Kh")


def test_a_card_set_aside_is_burned_or_kept_for_the_next_round():
    for choice, kept in (("burn", []), ("next_round", ["4d"])):
        play = natural(set_aside_card=choice).run("shoe: 4d", "rule: set_aside")
        assert play.round.cards("aside") == ("4d",)
        assert [event.card for event in play.events(e.CardKept)] == kept
        assert (play.state.shoe.kept_cards, play.state.cards_out) == (tuple(kept), 5)
        assert play.state.phase is Phase.PAYING


def test_a_kept_card_makes_no_copy_too_many_of_the_others():
    play = natural(decks="3", set_aside_card="next_round").run("shoe: 4d", "rule: set_aside")
    assert play.state.open_irregularity is None
    assert play.run("pay").state.phase is Phase.SETTLED


def test_a_burned_third_card_is_called_for_anew_by_the_cards_before_it():
    """The Player draws again; what the Banker does hangs on the new card."""
    play = baccarat().run("open_betting", "wager: 1 player 10", "close_betting")
    play.run("shoe: Ks 2h Qd Ac 8s", "report: {irregularity: BA-I09}", "rule: burn_card")
    assert (play.state.phase, play.round.next_position) == (Phase.DRAWING, "player card 3")
    play.run("shoe: 9h")
    assert play.round.next_position == "banker card 3"
    play.run("shoe: 5d")
    assert play.round.cards("player") == ("Ks", "Qd", "9h")
    assert play.round.cards("banker") == ("2h", "Ac", "5d")
    assert play.round.cards("burn") == ("8s",)


def test_what_is_ruled_later_concerns_the_card_that_was_read_last_at_the_report():
    """A card that came after the report keeps its place in the order of the shoe."""
    play = baccarat().run("open_betting", "wager: 1 player 10", "close_betting", "shoe: Ks 2h Qd")
    play.run("report: {irregularity: BA-I09}", "shoe: Ac", "rule: burn_card")
    assert play.round.cards("burn") == ("Qd",)
    assert (play.round.cards("player"), play.round.cards("banker")) == (("Ks", "Ac"), ("2h",))
    assert play.round.next_position == "banker card 2"


def test_a_ruling_on_no_payment_books_nothing():
    play = natural().run("report: {irregularity: BA-I23}", "rule: play_on")
    assert play.events(e.CompensationBooked) == []
    play.run("pay", "report: {irregularity: BA-I23, seat: 1, amount: 25}", "rule: play_on")
    (booked,) = play.events(e.CompensationBooked)
    assert (booked.seat, booked.paid_minor, booked.due_minor) == (1, 2500, 1000)


def won() -> TablePlay:
    """Seat 1 won 10.00 in round 1 and was settled."""
    play = baccarat(seats=(1,), burn_rule="0").run("open_betting", "wager: 1 player 10")
    return play.run("close_betting", "shoe: 9s 3h Kd 4c", "pay")


def late(said: str) -> TablePlay:
    """A payment is reported while round 2 takes wagers."""
    play = won().run("open_betting", "wager: 1 player 20")
    return play.run(f"report: {{irregularity: BA-I08, {said}}}")


def test_ba_i08_a_wrong_payment_noticed_in_the_next_round_is_booked_for_its_own():
    play = late("seat: 1, amount: 40")
    (raised,) = play.events(e.IrregularityRaised)
    assert raised.facts == {"seat": "1", "amount": "40", "round_paid": "1"}
    play.run("rule: play_on by manager")
    (booked,) = play.events(e.CompensationBooked)
    assert (booked.round_number, booked.paid_minor, booked.due_minor) == (1, 40_00, 20_00)
    assert (play.round.number, play.round.compensated) == (2, ())
    assert play.state.paid_before == PaidRound(1, ((1, 40_00),))
    play.run("report: {irregularity: BA-I08, seat: 1, amount: 20}", "rule: play_on by manager")
    again = play.events(e.CompensationBooked)[-1]
    assert (again.round_number, again.paid_minor, again.due_minor) == (1, 20_00, 40_00)
    assert play.state.paid_before == PaidRound(1, ((1, 20_00),))


def test_ba_i08_a_seat_that_was_settled_again_is_meant_in_this_round_unless_another_is_named():
    play = won().run("open_betting", "wager: 1 player 20", "close_betting")
    play.run("shoe: 9h 3d Ks 4d", "pay", "report: {irregularity: BA-I08, seat: 1, amount: 50}")
    play.run("rule: play_on by manager")
    said = "report: {irregularity: BA-I08, seat: 1, amount: 25, round_paid: 1}"
    play.run(said, "rule: play_on by manager")
    booked = [
        (b.round_number, b.paid_minor, b.due_minor) for b in play.events(e.CompensationBooked)
    ]
    assert booked == [(2, 50_00, 40_00), (1, 25_00, 20_00)]
    assert play.round.compensated == ((1, 50_00),)


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("seat: 1, amount: 40, round_paid: 2", {"fact": "round_paid", "value": "2"}),
        ("seat: 1, amount: 40, round_paid: 9", {"fact": "round_paid", "value": "9"}),
        ("seat: 1, amount: 40, round_paid: -1", {"fact": "round_paid", "value": "-1"}),
        ("seat: 1, round_paid: 1", {"irregularity": "BA-I08", "missing": "amount"}),
        ("amount: 40, round_paid: 1", {"irregularity": "BA-I08", "missing": "seat"}),
    ],
)
def test_ba_i08_a_round_in_which_the_seat_was_not_settled_is_refused(said: str, facts):
    play = won().run("open_betting", "wager: 1 player 20")
    refusal = play.refusal(f"report: {{irregularity: BA-I08, {said}}}")
    assert (refusal.reason, refusal.facts) == ("not_applicable", facts)
    assert not play.state.irregularities


def test_ba_i08_only_the_round_before_is_at_hand():
    play = won().run("open_betting", "wager: 1 player 20", "close_betting")
    play.run("shoe: 9h 3d Ks 4d", "pay", "open_betting")
    said = "report: {{irregularity: BA-I08, seat: 1, amount: 25, round_paid: {}}}"
    assert play.refused(said.format(1)) == "not_applicable"
    play.run(said.format(2), "rule: play_on by manager")
    (booked,) = play.events(e.CompensationBooked)
    assert (booked.round_number, booked.due_minor) == (2, 40_00)


def test_ba_i08_a_report_without_a_payment_books_nothing_in_the_next_round():
    play = won().run("open_betting", "report: {irregularity: BA-I08, note: x}")
    play.run("rule: play_on by manager")
    assert play.events(e.CompensationBooked) == []


@pytest.mark.parametrize("house", ["play", "discard", "void"])
def test_no_card_is_taken_out_of_a_round_by_which_a_seat_was_settled(house: str):
    play = baccarat(seats=(1, 2), face_up_in_shoe=house)
    play.run("open_betting", "wager: 1 player 10; 2 banker 10", "close_betting")
    play.run("shoe: 7c 8d Kc Kh", "pay: 2", "report: {irregularity: BA-I09}")
    assert play.refused("rule: burn_card") == "not_offered"
    play.run("rule: as_proposed", "pay: 1")
    assert play.view["net"] == {"1": {"player": "-10.00"}, "2": {"banker": "10.00"}}
