"""Hands of the record as hand histories: what was played comes back, and nobody sees too much."""

from dataclasses import replace
from decimal import Decimal

import pytest
from pot_tables import CLUB, LEVEL
from recorded_hands import recorded_hands
from recorded_play import recorded_in
from table_play import CONFIG, DEALER, SHOE, SUPERVISOR, TablePlay

from dealer_station.hand_history.exporting import export_command
from dealer_station.hand_history.histories import NoHistoryError, house_history, player_history
from dealer_station.hand_history.reader import parse_hands
from dealer_station.hand_history.steps import Deal, playable
from dealer_station.hand_history.writer import write_hand
from dealer_station.table import commands as c
from dealer_station.table.pot import commands as pc
from dealer_station.table_script.recorded import play_recorded

HANDS = [
    hand
    for place, hand in enumerate(recorded_hands())
    if not hand.name.startswith("no-limit-cash") or place % 9 == 0
]


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """The recorded hands, each played at a table of its own into one record on disk."""
    with recorded_in(str(tmp_path_factory.mktemp("record") / "station.db")) as recorded:
        for hand in HANDS:
            assert play_recorded(hand, [CONFIG], recorded.record, recorded.clock).is_passed
        yield recorded


@pytest.mark.parametrize("recorded", HANDS, ids=lambda recorded: recorded.name)
def test_a_hand_that_was_played_comes_back_from_the_record(record, recorded):
    history = house_history(record.rounds().load(recorded.name, 1))
    (again,) = parse_hands(write_hand(history), "h.phh")
    assert again.hand == history
    before, after = playable(recorded.hand), playable(again.hand)
    assert told(after) == told(before)
    assert history.others["table"] == recorded.name
    assert history.others["hand"] == 1


def told(hand):
    """What a hand tells, but for the chip, the line of an act and the order of showing."""
    small = hand.start.small and hand.terms.small_blind_minor
    return (
        replace(hand.terms, chip_minor=1, small_blind_minor=small),
        hand.start,
        [step if isinstance(step, Deal) else replace(step, place=0) for step in hand.steps],
        {answer.seat: answer.cards for answer in hand.answers},
        hand.finishing_minor,
    )


# ------------------------------------------------------------------ what a player may see

THIRD = {1: "As Ah 9d", 2: "Kc Kd 2c", 3: "Qs Qh 8s", 4: "Js Jh 7s"}
STREETS = ["3s 4d 5c", "3h 4h 5d", "3d 4s 6h", "Td Tc 6s"]
BURNS = ["6c", "9h", "9s", "8d"]


class ClubTable(TablePlay):
    """A hand of stud at a table on disk: four are dealt in, one folds, one mucks."""

    def __init__(self, recorded, rules):
        level = {"level": "1-2"} if rules == CLUB else LEVEL
        super().__init__(
            rules, seats=range(1, 9), record=recorded.record, clock=recorded.clock, **level
        )
        for seat in THIRD:
            self.send(pc.TakeSeat, SUPERVISOR, seat=seat, stack=Decimal(10))
        self.send(pc.StartHand)
        dealt = [cards.split() for cards in THIRD.values()]
        self.cards(*[hand[at] for at in range(3) for hand in dealt])
        self.acts("2 bring_in", "3 call", "4 fold", "1 call")
        for burn, street in zip(BURNS, STREETS, strict=True):
            self.cards(burn, *street.split())
            while self.view()["phase"] == "acting":
                self.acts(f"{self.view()['next']['seat']} check")
        first, second, third = self.view()["shows"]
        self.order = (first, second, third)
        self.acts(f"{first} show", f"{second} muck", f"{third} show")
        self.send(pc.PushPots)

    def send(self, kind, actor=DEALER, **said):
        command = kind(
            command_id=self.clock.new_id(), issued_at=self.clock.now(), actor=actor, **said
        )
        assert self.controller.submit(command).refusal is None

    def cards(self, *cards):
        for card in cards:
            self.send(c.RecordCard, SHOE, card=card)

    def acts(self, *acts):
        for seat, action in (act.split() for act in acts):
            self.send(c.Act, seat=int(seat), action=action)

    def view(self):
        return self.controller.record_view()


def hole_cards(history, player):
    """All cards that a history tells of a player's hand."""
    steps = [step for step in playable(history).steps if isinstance(step, Deal)]
    return " ".join(card for step in steps for card in step.cards.get(player, ()))


@pytest.fixture(scope="module", params=[CLUB, "seven-card-stud/gardens"])
def stud(request, tmp_path_factory):
    file = str(tmp_path_factory.mktemp("stud") / "station.db")
    with recorded_in(file) as recorded:
        table = ClubTable(recorded, request.param)
        yield request.param, table.order, recorded.rounds().load("t1", 1), file


def whole(seat):
    later = [street.split()[seat - 1] for street in STREETS] if seat < 4 else []
    return " ".join([*THIRD[seat].split(), *later])


def up_only(seat):
    cards = whole(seat).split()
    return " ".join(card if 3 <= at <= 6 else "??" for at, card in enumerate(cards, start=1))


def test_a_player_sees_his_own_hand_what_lay_open_and_what_was_shown(stud):
    rules, (first, mucked, third), played, _ = stud
    history = player_history(played, first)
    assert hole_cards(history, first) == whole(first)
    assert hole_cards(history, third) == whole(third)
    assert hole_cards(history, 4) == up_only(4)
    is_disclosed = rules == CLUB
    assert hole_cards(history, mucked) == (whole(mucked) if is_disclosed else up_only(mucked))


def test_who_has_folded_or_mucked_has_his_own_cards(stud):
    _, (_, mucked, _), played, _ = stud
    assert hole_cards(player_history(played, mucked), mucked) == whole(mucked)
    assert hole_cards(player_history(played, 4), 4) == whole(4)


def test_no_history_tells_a_burn(stud):
    _, _, played, _ = stud
    for seat in THIRD:
        lines = write_hand(player_history(played, seat)).splitlines()
        (actions,) = [line for line in lines if line.startswith("actions")]
        assert not any(burn in actions for burn in BURNS)


def test_who_was_not_dealt_in_has_no_history(stud):
    with pytest.raises(NoHistoryError, match="seat 5 was not dealt in"):
        player_history(stud[2], 5)


def test_export_prints_the_hand_or_a_players_history(stud, capsys):
    _, (first, _, _), played, file = stud
    printed: list[str] = []
    assert export_command(file, "t1", None, None, printed.append) == 0
    (recorded,) = parse_hands("".join(printed), "t1.phhs")
    assert recorded.name == "t1 1"
    assert recorded.hand == house_history(played)
    printed.clear()
    assert export_command(file, "t1", 1, first, printed.append) == 0
    (recorded,) = parse_hands("".join(printed), "t1.phhs")
    assert recorded.hand == player_history(played, first)
    assert export_command(file, "t1", 1, 5, printed.append) == 1
    assert capsys.readouterr().err == "nothing to export: seat 5 was not dealt in\n"
