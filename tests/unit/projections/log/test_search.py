"""The search: what is found, in which order, how far a question goes, and what cannot be found."""

from collections.abc import Iterator

import pytest
from recorded_play import (
    FLUSH,
    NOTHING,
    OTHER_ROYAL,
    PAIR,
    ROYAL,
    Recorded,
    bet_and_deal,
    decide,
    whole_round,
)
from table_play import SHOE

from dealer_station.cards.deck import standard_deck
from dealer_station.clock import VirtualClock
from dealer_station.projections.log import search as module
from dealer_station.projections.log.search import Found, Question, search
from dealer_station.table import commands as c
from dealer_station.table.roles import Role

DECK = [str(card) for card in standard_deck()]


def ask(recorded: Recorded, role: Role = Role.AUDITOR, **asked: object) -> Found:
    question = Question(**asked)  # type: ignore[arg-type] # any
    return recorded.reads.search(question, role)


def kinds(found: Found) -> list[str]:
    return [event["type"] for event in found.events]


@pytest.fixture
def busy(recorded: Recorded) -> Recorded:
    """Two tables on one meter, minutes apart."""
    first, second = recorded.play("t1", seats=(1, 2)), recorded.play("t2", seats=(1,))
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "ready"}
    first.submit(c.RecordDevice, SHOE, **said)
    for play in (first, second):
        hands = {1: FLUSH, 2: NOTHING} if play is first else {1: PAIR}
        bet_and_deal(play, hands, progressive=(1,))
        recorded.clock.advance(60_000)
        decide(play, 2).run("pay")
        recorded.clock.advance(600_000)
    return recorded


def test_everything_is_found_newest_first(busy: Recorded) -> None:
    found = ask(busy, limit=200)
    positions = [event["position"] for event in found.events]
    assert positions == list(range(busy.queries.last_position(), 0, -1))
    assert found.before is None


def pages(recorded: Recorded, **asked: object) -> Iterator[Found]:
    before = None
    while True:
        page = ask(recorded, before=before, **asked)
        yield page
        before = page.before
        if before is None:
            return


@pytest.mark.parametrize("limit", [1, 7, 50])
@pytest.mark.parametrize("asked", [{}, {"kind": "card_drawn"}, {"table": "t1"}, {"text": "seat"}])
def test_pages_together_are_the_whole(busy: Recorded, limit: int, asked: dict[str, object]) -> None:
    whole = ask(busy, limit=200, **asked).events
    together = [event for page in pages(busy, limit=limit, **asked) for event in page.events]
    assert together == whole
    assert whole


@pytest.mark.parametrize("rows", [1, 3, 500])
@pytest.mark.parametrize("positions", [2, 10, 50_000])
def test_it_does_not_matter_how_much_is_read_at_once(
    busy: Recorded, monkeypatch: pytest.MonkeyPatch, rows: int, positions: int
) -> None:
    whole = ask(busy, limit=200, kind="money").events
    monkeypatch.setattr(module, "ROWS_AT_ONCE", rows)
    monkeypatch.setattr(module, "POSITIONS_AT_ONCE", positions)
    assert ask(busy, limit=200, kind="money").events == whole


def test_a_table_is_found_with_its_part_of_the_progressives(busy: Recorded) -> None:
    found = ask(busy, table="t2", limit=200).events
    assert {event["stream"] for event in found} == {"table/t2", "progressive/p1"}
    ledger = [event for event in found if event["stream"] != "table/t2"]
    assert {event["facts"]["table_id"] for event in ledger} == {"t2"}
    assert ask(busy, table="nobody").events == []


def test_a_kind_is_an_event_or_a_type_of_the_catalogue(busy: Recorded) -> None:
    assert set(kinds(ask(busy, kind="seat_paid"))) == {"seat_paid"}
    money = set(kinds(ask(busy, kind="money", limit=200)))
    assert {"seat_paid", "level_award_paid", "wager_placed"} <= money
    assert "card_drawn" not in money
    assert kinds(ask(busy, kind="device")) == ["device_reported"]
    assert ask(busy, kind="no_such_event") == Found([], None)


def test_moments_are_included_at_both_ends(busy: Recorded) -> None:
    opened = ask(busy, kind="betting_opened").events
    newest, oldest = (event["recorded_at"] for event in opened)
    assert len(ask(busy, kind="betting_opened", since=newest).events) == 1
    assert len(ask(busy, kind="betting_opened", since=newest + 1).events) == 0
    assert len(ask(busy, kind="betting_opened", until=oldest).events) == 1
    assert len(ask(busy, kind="betting_opened", until=oldest - 1).events) == 0
    assert len(ask(busy, kind="betting_opened", since=oldest, until=newest).events) == 2


def test_words_must_all_be_there_in_any_place_and_case(busy: Recorded) -> None:
    assert kinds(ask(busy, text="FLUSH level main")) == ["level_hit"]
    assert kinds(ask(busy, text="award paid seat 1")) == ["level_award_paid"]
    assert ask(busy, text="flush zebra").events == []
    assert {event["person"] for event in ask(busy, text="dealer bet").events} == {"dealer"}
    assert "ruling_made" not in kinds(ask(busy, text=" "))


def test_a_card_is_looked_for_as_a_word_of_its_own(busy: Recorded) -> None:
    """No digest has a card in it, and neither has `was`."""
    assert set(kinds(ask(busy, text="As"))) <= {"card_drawn"}
    assert kinds(ask(busy, text="9h")) == ["card_drawn"]


def test_a_question_that_takes_long_says_where_to_go_on(
    busy: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Hasty()
    monkeypatch.setattr(module, "POSITIONS_AT_ONCE", 10)
    asked = Question(text="zebra")
    found = search(busy.queries, busy.reads.reading(Role.AUDITOR), asked, clock)
    assert found == Found([], busy.queries.last_position() - 9)
    steps, before = 0, found.before
    while before is not None:
        again = Question(text="zebra", before=before)
        before = search(busy.queries, busy.reads.reading(Role.AUDITOR), again, clock).before
        steps += 1
    assert steps == -(-(busy.queries.last_position() - 10) // 10)


class Hasty(VirtualClock):
    """A clock on which every look takes longer than a question may."""

    def monotonic_ms(self) -> int:
        self.advance(module.TIME_MS_MAX + 1)
        return super().monotonic_ms()


# ------------------------------------------------------------------- what cannot be found


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.MANAGER, Role.TECHNICIAN, Role.AUDITOR])
def test_no_card_that_is_masked_can_be_found(recorded: Recorded, role: Role) -> None:
    play = recorded.play(seats=(1, 2))
    bet_and_deal(play, {1: PAIR, 2: NOTHING})
    play.run("report: {irregularity: CS-I08, seat: 1, card: 8s, note: he showed 8s}")
    play.run("rule: play_on")
    found = {card for card in DECK if ask(recorded, role, text=card).events}
    assert found == (set() if role is Role.TECHNICIAN else {"4h"}), "only the up card"


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.AUDITOR])
def test_no_hand_that_waits_can_be_found_by_its_name_or_prize(
    recorded: Recorded, role: Role
) -> None:
    play = recorded.play(seats=(1, 2))
    decide(bet_and_deal(play, {1: ROYAL, 2: PAIR}, progressive=(1,)))
    assert ask(recorded, role, text="royal_flush").events == []
    play.run("pay: 2")
    assert ask(recorded, role, text="royal_flush").events == []
    play.run("pay")
    assert kinds(ask(recorded, role, text="royal_flush")) == ["level_hit"]


def test_a_shared_prize_is_not_found_by_the_seat_that_waits(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2, 3))
    decide(bet_and_deal(play, {1: ROYAL, 2: PAIR, 3: OTHER_ROYAL}, progressive=(1, 3)))
    play.run("verify: 3", "pay: 3")
    (fixed,) = ask(recorded, Role.SUPERVISOR, kind="shares_fixed").events
    assert [share["seat"] for share in fixed["facts"]["shares"]] == [3]


def test_the_auditor_finds_every_card_of_a_round_that_is_over(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1, 2)), {1: PAIR, 2: NOTHING}, folds=(2,))
    for card in NOTHING.split():
        assert kinds(ask(recorded, Role.AUDITOR, text=card)) == ["card_drawn"]
        assert ask(recorded, Role.SUPERVISOR, text=card).events == []


def test_an_amount_is_found_as_the_screens_show_it(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,)), {1: ROYAL}, progressive=(1,))
    (locked,) = ask(recorded, kind="level_hit").events
    whole, cents = locked["facts"]["amount"].split(".")
    front, back = whole[:-3], whole[-3:]
    assert front
    for shown in (
        f"{whole}.{cents}",
        f"{whole},{cents}",
        f"{front},{back}.{cents}",
        f"{front}\u00a0{back},{cents}",
        f"+{front},{back}.{cents}",
    ):
        assert "level_hit" in kinds(ask(recorded, text=shown)), shown


def test_an_amount_that_is_not_there_is_not_found_in_any_writing(busy: Recorded) -> None:
    for amount in ("1,234.00", "1234,00", "1\u202f234,00"):
        assert ask(busy, text=amount).events == []
