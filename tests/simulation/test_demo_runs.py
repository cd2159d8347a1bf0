"""The whole demo, undisturbed and disturbed: the record and the books come out the same.

Each disturbed run is also one more of its seed, and has the same history.

The short versions run in `make test`; `make crash` plays fifty rounds with sixty kills of the
station, thirty of each driver and twenty seconds without a broker.
"""

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from demo_runs import DemoRun, Meddler, run_demo

from dealer_station.demo.books import read_books
from dealer_station.demo.chip_book import stacks_seen
from dealer_station.demo.games import (
    BACCARAT,
    CASINO_HOLDEM,
    JUMBO7,
    SEVEN_CARD_STUD,
    TEXAS_HOLDEM,
    DemoGame,
)
from dealer_station.demo.house import PEOPLE, TABLE
from dealer_station.demo.house_at_work import LOOK_EVERY_S
from dealer_station.demo.staff import Staff, View
from dealer_station.table.roles import Role

IS_FULL = os.environ.get("CRASH_RUNS") == "full"
SEED = 7
ROUNDS = 50 if IS_FULL else 6
ROUNDS_OF_OTHERS = 50 if IS_FULL else 4
"""Rounds of the other games, which have a calm run of their own each."""
STATION_KILLS = 60 if IS_FULL else 5
DRIVER_KILLS = 30 if IS_FULL else 3
DRIVERS = {"shoe-driver": "shoe", "acceptor-driver": "acceptors", "sign-driver": "shoe"}
"""Each driver and the simulator whose happenings its kills follow."""
POKER_HANDS = 4
"""A hand of poker takes longer than a round against the house: everybody acts on every street."""
ACTS_OF_ALL = ("show", "check", "call", "bring_in")
"""What everybody does in a hand that is seen to its end."""
BROKER_AWAY_S = 20.0 if IS_FULL else 4.0
TIMEOUT_S = 1500 if IS_FULL else 280

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(TIMEOUT_S + 60),
]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> DemoRun:
    run = run_demo(tmp_path_factory.mktemp("demo") / "run", ROUNDS, SEED, timeout_s=TIMEOUT_S)
    assert run.status == 0, run.output
    return run


def _assert_same(run: DemoRun, undisturbed: DemoRun) -> None:
    assert run.status == 0, run.output
    assert run.canonical() == undisturbed.canonical()
    books, expected = run.books(), undisturbed.books()
    assert books.agree
    assert books == expected
    assert run.verify() == 0


def test_the_books_agree_and_the_record_verifies(undisturbed: DemoRun) -> None:
    books = undisturbed.books()
    assert books.agree
    assert books.cards_in_record == books.cards_in_ledger > 0
    assert books.tokens_in_record == books.tokens_in_ledger > 0
    assert books.rounds_settled + books.rounds_void == ROUNDS
    assert undisturbed.verify() == 0
    assert "books    agree" in undisturbed.output


def test_another_seed_has_another_history(undisturbed: DemoRun, tmp_path: Path) -> None:
    other = run_demo(tmp_path / "run", 2, SEED + 1)
    assert other.status == 0, other.output
    assert other.canonical() != undisturbed.canonical()


def test_a_station_that_is_killed_changes_nothing(undisturbed: DemoRun, tmp_path: Path) -> None:
    cards = undisturbed.books().cards_in_ledger
    run = run_demo(
        tmp_path / "run", ROUNDS, SEED,
        lambda meddler: meddler.kill_at_random("station", STATION_KILLS, 1, cards),
        TIMEOUT_S,
    )  # fmt: skip
    assert run.kills.get("station", 0) == STATION_KILLS
    _assert_same(run, undisturbed)


def test_drivers_that_are_killed_change_nothing(undisturbed: DemoRun, tmp_path: Path) -> None:
    """All drivers in one run: the acceptors' is killed at tokens, the others at cards."""
    books = undisturbed.books()
    happenings = {"shoe": books.cards_in_ledger, "acceptors": books.tokens_in_ledger}

    def kill(meddler: Meddler) -> None:
        killers = [
            threading.Thread(
                target=meddler.kill_at_random,
                args=(driver, DRIVER_KILLS, seed, happenings[line], line),
            )
            for seed, (driver, line) in enumerate(DRIVERS.items(), start=2)
        ]
        for killer in killers:
            killer.start()
        for killer in killers:
            killer.join()

    run = run_demo(tmp_path / "run", ROUNDS, SEED, kill, TIMEOUT_S)
    assert run.kills == dict.fromkeys(DRIVERS, DRIVER_KILLS)
    _assert_same(run, undisturbed)


def test_a_broker_that_is_away_changes_nothing(undisturbed: DemoRun, tmp_path: Path) -> None:
    run = run_demo(
        tmp_path / "run", ROUNDS, SEED,
        lambda meddler: meddler.keep_down("broker", BROKER_AWAY_S),
        TIMEOUT_S,
    )  # fmt: skip
    assert run.kills.get("broker", 0) >= 1
    _assert_same(run, undisturbed)


@pytest.mark.parametrize("game", [BACCARAT, CASINO_HOLDEM, JUMBO7], ids=lambda game: game.name)
def test_the_other_games_come_out_the_same_when_the_station_is_killed(
    game: DemoGame, tmp_path: Path
) -> None:
    calm = run_demo(tmp_path / "calm", ROUNDS_OF_OTHERS, SEED, timeout_s=TIMEOUT_S, game=game)
    assert calm.status == 0, calm.output
    books = calm.books()
    assert books.agree
    assert books.cards_in_record == books.cards_in_ledger > 0
    assert books.rounds_settled + books.rounds_void == ROUNDS_OF_OTHERS
    killed = run_demo(
        tmp_path / "killed", ROUNDS_OF_OTHERS, SEED,
        lambda meddler: meddler.kill_at_random("station", 3, 1, books.cards_in_ledger),
        TIMEOUT_S, game=game,
    )  # fmt: skip
    assert killed.kills.get("station", 0) == 3
    _assert_same(killed, calm)


@pytest.mark.parametrize("game", [TEXAS_HOLDEM, SEVEN_CARD_STUD], ids=lambda game: game.name)
def test_a_poker_table_comes_out_the_same_to_the_cent_when_the_station_is_killed(
    game: DemoGame, tmp_path: Path
) -> None:
    hands = ROUNDS if IS_FULL else POKER_HANDS
    calm = run_demo(tmp_path / "calm", hands, SEED, timeout_s=TIMEOUT_S, game=game)
    assert calm.status == 0, calm.output
    books = calm.books()
    assert books.agree
    assert books.cards_in_record == books.cards_in_ledger > 0
    assert books.rounds_settled + books.rounds_void == hands
    chips = books.chips
    assert chips is not None
    assert chips.pots >= hands - books.rounds_void
    ends = chips.taken_minor + chips.lying_minor + chips.rake_minor
    assert ends == chips.brought_minor + chips.counted_minor > 0
    killed = run_demo(
        tmp_path / "killed", hands, SEED,
        lambda meddler: meddler.kill_at_random("station", 3, 1, books.cards_in_ledger),
        TIMEOUT_S, game=game,
    )  # fmt: skip
    assert killed.kills.get("station", 0) == 3
    _assert_same(killed, calm)


def test_a_demo_that_is_played_by_hand_deals_the_next_card_when_the_last_one_is_recorded(
    tmp_path: Path,
) -> None:
    def play(demo: Meddler) -> None:
        demo.wait_until_playing()
        dealer = Staff(demo.address, TABLE, next(one for one in PEOPLE if one.role is Role.DEALER))
        dealer.sign_in()
        dealer.do("open", "open_table")
        dealer.do("round", "open_betting")
        dealer.do("ante", "place_wager", round=1, seat=1, spot="ante", amount="10.00")
        dealer.do("no more bets", "close_betting", round=1)
        dealer.wait_for("nine cards", lambda view: view["draws"] == 9)
        broker = demo.pid("broker")
        assert broker is not None
        os.kill(broker, signal.SIGSTOP)
        time.sleep(4 * LOOK_EVERY_S)
        os.kill(broker, signal.SIGCONT)
        dealer.wait_for("ten cards", lambda view: view["draws"] >= 10)
        time.sleep(3 * LOOK_EVERY_S)
        view = dealer.view()
        dealer.close()
        assert (view["phase"], view["draws"]) == ("deciding", 10)
        demo.process.send_signal(signal.SIGINT)

    run = run_demo(tmp_path / "run", 0, SEED, play, options=("--manual",))
    books = run.books()
    # Nobody read the sign at the end of this run.
    assert books.differences in {(), ("nothing stands on the sign",)}
    assert books.tokens_in_record == books.tokens_in_ledger


def play_hand(dealer: Staff, hand: int) -> View:
    """Start a hand, and play it to its end."""
    dealer.do(f"{hand}/start", "start_hand")
    return finish_hand(dealer, hand)


def finish_hand(dealer: Staff, hand: int) -> View:
    """Say what everybody does until the pots are pushed: nobody folds, and every hand is shown."""
    for step in range(400):
        view = dealer.wait_for("a turn", lambda view: view["next"]["kind"] != "card")
        purpose, following = f"{hand}/{step}", view["next"]
        if following["kind"] == "none":
            return view
        if following["kind"] == "pay":
            dealer.do_on_sight(purpose, "push_pots", round=hand)
            continue
        assert following["kind"] == "act", following
        action = next(one for one in ACTS_OF_ALL if one in following["legal"])
        dealer.do(purpose, "act", round=hand, seat=following["seat"], action=action)
    raise AssertionError("the hand has no end")


@pytest.mark.parametrize("game", [TEXAS_HOLDEM, SEVEN_CARD_STUD], ids=lambda game: game.name)
def test_a_person_deals_poker_to_players_who_sit_down_by_themselves(
    game: DemoGame, tmp_path: Path
) -> None:
    stacks: list[str] = []

    def play(demo: Meddler) -> None:
        demo.wait_until_playing()
        dealer = Staff(demo.address, game.table, PEOPLE[0])
        dealer.sign_in()
        dealer.do("open", "open_table")
        view = dealer.wait_for("six players", lambda view: len(view["stacks"]) == 6)
        if view["table"]["has_button"]:
            dealer.do("button", "place_button", seat=min(map(int, view["stacks"])))
        for hand in (1, 2):
            view = play_hand(dealer, hand)
            assert (view["phase"], view["round"]) == ("settled", hand)
            assert all(len(view["cards"][seat].split()) >= 2 for seat in view["stacks"])
        stacks.append(stacks_seen(view["stacks"]))
        dealer.close()
        demo.process.send_signal(signal.SIGINT)

    run = run_demo(tmp_path / "run", 0, SEED, play, options=("--manual",), game=game)
    assert "Six players sit down" in run.output
    books = read_books(run.database, run.house, stacks[0])
    assert books.differences == ()
    assert books.rounds_settled == 2


def test_a_hand_that_a_stopped_demo_left_open_is_finished_by_a_person(tmp_path: Path) -> None:
    def signed_in(demo: Meddler) -> Staff:
        demo.wait_until_playing()
        dealer = Staff(demo.address, TEXAS_HOLDEM.table, PEOPLE[0])
        dealer.sign_in()
        return dealer

    def stop(demo: Meddler) -> None:
        dealer = signed_in(demo)
        dealer.wait_for("a hand that is on", lambda view: view["draws"] >= 3)
        dealer.close()
        demo.process.send_signal(signal.SIGINT)

    def finish(demo: Meddler) -> None:
        dealer = signed_in(demo)
        assert finish_hand(dealer, 1)["phase"] == "settled"
        dealer.close()
        demo.process.send_signal(signal.SIGINT)

    run_demo(tmp_path / "run", 0, SEED, stop, options=(), game=TEXAS_HOLDEM)
    again = run_demo(tmp_path / "run", 0, SEED, options=(), game=TEXAS_HOLDEM)
    assert again.status == 2
    assert "round 1 at HE-1 was left open by an earlier run" in again.output
    assert "--manual" in again.output
    run = run_demo(tmp_path / "run", 0, SEED, finish, options=("--manual",), game=TEXAS_HOLDEM)
    assert run.books().cards_in_record == run.books().cards_in_ledger


def test_a_demo_without_end_plays_by_itself_until_it_is_interrupted(tmp_path: Path) -> None:
    def look_on(demo: Meddler) -> None:
        demo.wait_until_playing()
        dealer = Staff(demo.address, TABLE, next(one for one in PEOPLE if one.role is Role.DEALER))
        dealer.sign_in()
        dealer.wait_for("a round that is over", lambda view: view["phase"] in {"settled", "void"})
        dealer.wait_for("the next round", lambda view: view["round"] == 2)
        dealer.close()
        demo.process.send_signal(signal.SIGINT)

    run = run_demo(tmp_path / "run", 0, SEED, look_on, options=())
    assert "People play by themselves" in run.output
    assert run.books().differences in {(), ("nothing stands on the sign",)}
