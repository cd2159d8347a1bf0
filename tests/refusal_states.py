"""Tables in the states that the tests of refusals ask about, each by the name of its function."""

from acceptor_play import AcceptorPlay
from book_play import BookPlay
from table_play import (
    FLUSH,
    PAIR_OF_EIGHTS,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    STATION,
    SUPERVISOR,
    TablePlay,
    baccarat,
    dealt,
    decided,
)

from dealer_station.bettors.batches import wager_batch
from dealer_station.controller.ledger_desk import LedgerDesk, LevelPlace, Order
from dealer_station.progressive.refusals import Consent
from dealer_station.table import commands as c

TWO_MANAGERS = Consent("m1", "m2", "which cards were they")
TWO = {1: FLUSH, 2: PAIR_OF_EIGHTS}


def closed() -> TablePlay:
    return TablePlay(is_open=False)


def idle() -> TablePlay:
    return TablePlay()


def doubtful() -> TablePlay:
    play = TablePlay()
    play.submit(
        c.RecordDevice,
        device_id="shoe",
        device_kind="card_shoe",
        device_state="degraded",
        faults=("device_lost",),
    )
    return play


def betting() -> TablePlay:
    return TablePlay().run("open_betting")


def staked() -> TablePlay:
    return betting().run("wager: 1 ante 10; 1 progressive; 2 ante 400")


def suspended() -> TablePlay:
    """Seat 1 has both stakes, seat 2 an ante; then the progressive's link was lost."""
    play = staked()
    play.submit(c.SuspendProgressive, STATION, progressive_id="p1")
    return play


def dealing() -> TablePlay:
    return staked().run("close_betting", "shoe: 9h 8s Ah")


def deciding() -> TablePlay:
    """Seats 1 and 2 are in, seat 1 with the dollar; seat 3 is empty."""
    play = TablePlay().run("open_betting", "wager: 1 ante 10; 1 progressive; 2 ante 10")
    return play.run(
        "close_betting", f"deal: {{1: {FLUSH}, 2: {PAIR_OF_EIGHTS}, dealer: Ah Kh 9s 6c 4h}}"
    )


def half_decided() -> TablePlay:
    return deciding().run("act: 2 bet")


def one_void() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I08, seat: 2}", "rule: void_hand")


def one_dead() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I09, seat: 2}", "rule: dead_hand")


def paying() -> TablePlay:
    """Seat 2 comes first; seat 1 has a flush with the dollar."""
    return deciding().run("act: 1 bet; 2 bet")


def half_paid() -> TablePlay:
    return paying().run("pay: 2")


def disputed() -> TablePlay:
    """Two royals: the first was paid, and the second's share is in dispute."""
    play = decided({1: ROYAL_CLUBS, 2: ROYAL_DIAMONDS}, progressive=(1, 2))
    play.run("verify: 2", "pay: 2", "verify: 1")
    desk = LedgerDesk(play.record, play.registry, play.progressives, {"t1": play.controller})
    changed = desk.dispute(LevelPlace("p1", "main"), "t1-1-1-2", TWO_MANAGERS, Order("dispute", 1))
    assert changed.refusal is None
    return play


def verified() -> TablePlay:
    play = half_paid()
    play.submit(c.VerifyHand, SUPERVISOR, seat=1)
    return play


def settled() -> TablePlay:
    return verified().run("pay: 1")


def void() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I18}", "rule: void_round")


def locked() -> TablePlay:
    return deciding().run("report: {irregularity: CS-I17}", "rule: fouled_deck by manager")


def held_betting() -> TablePlay:
    return staked().run("report: {irregularity: CS-I22}")


def held() -> TablePlay:
    return half_decided().run("report: {irregularity: CS-I10, seat: 1}")


def held_paying() -> TablePlay:
    return paying().run("report: {irregularity: CS-I09, seat: 2}")


def held_settled() -> TablePlay:
    return settled().run("shoe: 5d")


def found() -> TablePlay:
    """The table has found a surplus card itself."""
    return half_decided().run("shoe: 5d")


def fouled() -> TablePlay:
    """The table has found a card that is there twice."""
    return dealing().run("shoe: Ah")


def played() -> TablePlay:
    """A second round is open after one with an ante of 300 at seat 2 and the dollar at seat 1."""
    play = dealt(TWO, progressive=(1,)).run("act: 1 bet; 2 bet", "pay")
    return play.run("open_betting")


def limits_fell() -> TablePlay:
    """The last round's antes are above what the table takes now."""
    play = dealt(TWO, progressive=(1,)).run("act: 1 bet; 2 bet", "pay")
    play.submit(c.CloseTable)
    tighter = TablePlay(seats=(1, 2), table_max="9", record=play.record, is_open=False)
    tighter.clock.advance(play.clock.now() - tighter.clock.now() + 1000)
    tighter.restart()
    tighter.open_table()
    return tighter.run("open_betting")


def acceptors() -> TablePlay:
    """Seat 1 has an ante and an acceptor; betting is open."""
    return AcceptorPlay().open_betting(1)


def book_betting() -> TablePlay:
    """A book has the batch `known`: bettor 1 with an ante."""
    return book_with_known()


def book_deciding() -> TablePlay:
    return book_with_known().deal()


def book_paying() -> TablePlay:
    return book_with_known().deal().decide((1, "fold")).run("shoe: 2c 2h")


def book_with_known() -> BookPlay:
    play = BookPlay().bet()
    play.send(wager_batch("known", [(1, "ante", 1000)]))
    return play


def called() -> TablePlay:
    play = idle()
    play.submit(c.CallSupervisor)
    return play


def unstaked() -> TablePlay:
    """A baccarat table with betting open and no stake."""
    return baccarat().run("open_betting")


def one_side() -> TablePlay:
    """Seat 1 has ten on the Banker."""
    return unstaked().run("wager: 1 banker 10")


def new_shoe() -> TablePlay:
    return baccarat().run("new_deck")


def half_burned() -> TablePlay:
    """The first card of the shoe, a three, wants three more; one of them is out."""
    return new_shoe().run("shoe: 3c 5d")


def burned() -> TablePlay:
    return half_burned().run("shoe: 6h 7s")


def stray_burn() -> TablePlay:
    """One card more than the burn wants."""
    return burned().run("shoe: 8d")


def spent() -> TablePlay:
    """The cut card came before the round: it was the shoe's last."""
    return unstaked().run("close_betting", "shoe: CUT 6c 3s Kh 4d")


STATES = {
    make.__name__: make
    for make in (
        closed, idle, doubtful, betting, staked, dealing, deciding, half_decided, one_void,
        one_dead, paying, half_paid, verified, disputed, settled, void, locked, held_betting, held,
        held_paying, held_settled, found, fouled, played, limits_fell, called, acceptors,
        suspended,
        book_betting, book_deciding, book_paying, unstaked, one_side, new_shoe, half_burned,
        burned, stray_burn, spent,
    )
}  # fmt: skip
