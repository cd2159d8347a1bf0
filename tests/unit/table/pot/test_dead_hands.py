"""What the record says of the chips of a hand that a ruling has killed (HE-D37, ST-I46)."""

import pytest
from pot_tables import PotPlay

from dealer_station.table.events import HandDeclaredDead


@pytest.mark.parametrize("irregularity", ["HE-I51", "HE-I53"])
@pytest.mark.parametrize(
    ("acts", "seat", "back"),
    [
        ("act: 4 raise 60", 4, (True, 50_00)),
        ("act: 4 raise 60; 1 call", 4, (False, 0)),
        ("act: 4 raise 60; 1 raise 160", 4, (False, 0)),
        ("act: 4 raise 60; 1 raise 160", 1, (True, 100_00)),
        ("act: 4 raise 60; 1 call; 2 raise 160", 2, (True, 100_00)),
        ("act: 4 call", 2, (False, 0)),
    ],
)
def test_the_record_says_how_much_of_a_dead_hands_wager_went_back(
    irregularity: str, acts: str, seat: int, back: tuple[bool, int]
) -> None:
    play = PotPlay(
        stacks=dict.fromkeys((1, 2, 3, 4), 500), button=1, small_blind="5", big_blind="10"
    )
    play.run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd, 4: Js Jd}", acts)
    before = {one.seat: one.stack for one in play.hand.chips}
    play.run(f"report: {{irregularity: {irregularity}, seat: {seat}}}", "rule: as_proposed")
    (dead,) = play.events(HandDeclaredDead)
    assert (dead.takes_back, dead.back_minor) == back
    after = {one.seat: one.stack for one in play.hand.chips}
    assert after == before | {seat: before[seat] + dead.back_minor}
