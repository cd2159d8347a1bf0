"""Moments of a round at which somebody may see what others may not: for tests of who sees what.

Seat 1 folds a flush that wins a prize, seat 2 bets a pair, seat 3 folds nothing, seat 4 becomes a
dead hand, seat 5 a void one.
"""

from table_play import FLUSH, NOTHING, PAIR_OF_EIGHTS, TablePlay, dealt

from dealer_station.table.roles import Role

SEATS = {1: FLUSH, 2: PAIR_OF_EIGHTS, 3: NOTHING, 4: "Jh Jc Jd Ts 6s", 5: "Qh Qc Qd Th 6d"}
DEALER_CARDS = "Ah Kh 9s 6c 4h"
PUBLIC = (Role.DEALER, Role.TECHNICIAN, Role.PLATFORM, Role.DEVICE, Role.STATION)
BOSSES = (Role.SUPERVISOR, Role.MANAGER)


def deciding(**options: str) -> TablePlay:
    play = dealt(SEATS, DEALER_CARDS, progressive=(1,), **options)
    if options.get("player_cards_public") != "true":
        play.run("report: {irregularity: CS-I09, seat: 4}", "rule: dead_hand")
    return play.run("report: {irregularity: CS-I08, seat: 5}", "rule: void_hand")


def acts(play: TablePlay) -> str:
    hand = play.round.hand(4)
    assert hand is not None
    return "act: 1 fold; 2 bet; 3 fold" + ("" if hand.status == "dead" else "; 4 bet")


def dealing() -> TablePlay:
    """Two cards each and one more to seat 1."""
    play = TablePlay(seats=(1, 2)).run(
        "open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting"
    )
    return play.run("shoe: 9h 8s Ah 7h 8c Kh 5h")


def fourth_is_out() -> TablePlay:
    """All cards but the dealer's last."""
    return dealing().run("shoe: 9c 9s 3h 4s 6c 2h 7s")


def paying() -> TablePlay:
    play = deciding()
    return play.run(acts(play))


def last_turn() -> TablePlay:
    """Seats 4, 3 and 2 are settled; seat 1's turn has come."""
    return paying().run("pay: 4; 3; 2")


def verified_early() -> TablePlay:
    """A supervisor has seen seat 1's hand before its turn."""
    return paying().run("verify: 1")


def second_turn() -> TablePlay:
    return paying().run("pay: 4; 3")


def settled() -> TablePlay:
    return paying().run("pay")


def void() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I18}", "rule: void_round")


def of_another_seat() -> TablePlay:
    """The report names seat 3 and a card that seat 2 holds."""
    return deciding().run("report: {irregularity: CS-I08, seat: 3, card: 9c}")


def by_place_and_card() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I05, position: dealer card 2, card: Kh}")


def of_another_place() -> TablePlay:
    """The report names a place of the dealer and the card of another one."""
    return deciding().run("report: {irregularity: CS-I05, position: dealer card 2, card: 9s}")


def void_from_paying() -> TablePlay:
    """Seats 4 and 3 were settled and seat 2's hand lay open when the round became void."""
    return second_turn().run("shoe: 5d", "rule: void_round")


def short() -> TablePlay:
    """The dealer missed his second card: he has four, the last one up, and gets one more."""
    play = dealing().run("report: {irregularity: CS-I02, position: dealer card 2, count: 4}")
    return play.run("shoe: 9s 3h 4s 6c 2h 7s 4h")


def completed() -> TablePlay:
    """The card that completes the dealer's hand has come, face down."""
    return short().run("shoe: Td")


def misdeal() -> TablePlay:
    """The dealer has six cards; the manager may honour seat 1's flush before anybody decided."""
    play = deciding(progressive_on_dealer_misdeal="honour")
    return play.run("report: {irregularity: CS-I03, count: 6}")


def honoured() -> TablePlay:
    return misdeal().run("rule: honour_side_bets by manager")


def dead_while_open() -> TablePlay:
    """Seat 2's hand lay open for its turn when its player told seat 1 of his cards."""
    return second_turn().run("report: {irregularity: CS-I09, seat: 2}", "rule: dead_hand")


def dead_while_verified() -> TablePlay:
    return verified_early().run("report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")


def void_while_open() -> TablePlay:
    report = "report: {irregularity: CS-I13, seat: 2, amount: 15}"
    return second_turn().run(report, "rule: void_hand")


def dead_before_its_turn() -> TablePlay:
    """Seat 2's turn comes after its hand has become dead."""
    play = paying().run("report: {irregularity: CS-I09, seat: 2}", "rule: dead_hand")
    return play.run("pay: 4; 3")


def last_card_misnamed() -> TablePlay:
    """The dealer reports a card face up in the deck and calls it by a card of seat 2's hand."""
    return dealing().run("report: {irregularity: CS-I16, card: 8s}", "shoe: 9c")


def next_round() -> TablePlay:
    return settled().run("open_betting")


def by_place() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I05, position: dealer card 2}")


def by_card() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I08, seat: 2, card: 9c}")


def by_cards() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I08, seat: 3, cards: 8h 2s}")


def by_seat_only() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I08, seat: 3}")


def after_the_ruling() -> TablePlay:
    return by_card().run("rule: play_on")


def doubled() -> TablePlay:
    """The table found a card that is there twice, in two hands."""
    return dealing().run("shoe: Kh")


def unread() -> TablePlay:
    """Seat 2's third card could not be read."""
    return dealing().run("shoe: ??")


def unread_and_void() -> TablePlay:
    return unread().run("rule: void_round")


def read_again() -> TablePlay:
    return unread().run("shoe: 9c")


def open_cards() -> TablePlay:
    return deciding(player_cards_public="true")


def open_cards_void() -> TablePlay:
    return open_cards().run("report: {irregularity: CS-I18}", "rule: void_round")


MOMENTS = {
    make.__name__: make
    for make in (
        dealing, fourth_is_out, deciding, paying, second_turn, last_turn, verified_early, settled,
        void, void_from_paying, short, completed, by_place, by_place_and_card, of_another_place,
        by_card, by_cards, by_seat_only, of_another_seat, after_the_ruling, doubled, unread,
        unread_and_void, read_again, open_cards, open_cards_void, misdeal, honoured,
        dead_while_open, dead_while_verified, void_while_open, dead_before_its_turn,
        last_card_misnamed,
    )
}  # fmt: skip
