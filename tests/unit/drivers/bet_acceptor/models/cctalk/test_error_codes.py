"""Every error code: where the token is, and who must hear of it."""

import pytest

from drivers.bet_acceptor.models.cctalk.error_codes import Alarm, Fate, error_code

KEPT = {7, 16, 17, 18, 19, 20, 23, 26, 27, 28, 29, 31, 36, 39, 40, 254, 255}
UNKNOWN = {4, 5, 6, 21, 34, 35}
RETURNED = {
    1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 22, 24, 25, 30, 32, 33, 37, 38, *range(128, 160),
}  # fmt: skip
FRAUD = {16, 17, 18, 19, 20, 22, 23, 24, 25}
HARDWARE = {4, 5, 6, 7, 13, 14, 15, 21, 26, 27, 28, 29, 30, 31, 32}
TOO_FAST = {8, 9, 10, 11, 12}


@pytest.mark.parametrize("code", range(256))
def test_fate(code):
    fate = error_code(code).fate
    assert (fate is Fate.KEPT) == (code in KEPT)
    assert (fate is Fate.RETURNED) == (code in RETURNED)
    assert (fate is Fate.NOTHING) == (code in {0, 253})
    if code in UNKNOWN:
        assert fate is Fate.UNKNOWN


@pytest.mark.parametrize("code", range(256))
def test_a_code_of_no_list_is_not_taken_for_harmless(code):
    if code not in KEPT | UNKNOWN | RETURNED | {0, 253}:
        assert error_code(code).fate is Fate.UNKNOWN
        assert error_code(code).alarm is None
        assert error_code(code).name == f"code {code}"


@pytest.mark.parametrize("code", range(256))
def test_alarm(code):
    alarm = error_code(code).alarm
    assert (alarm is Alarm.FRAUD) == (code in FRAUD)
    assert (alarm is Alarm.HARDWARE) == (code in HARDWARE)
    assert (alarm is Alarm.TOO_FAST) == (code in TOO_FAST)


@pytest.mark.parametrize(
    ("code", "name"),
    [(0, "none"), (20, "coin on string"), (25, "slug"), (128, "inhibited type 1"),
     (159, "inhibited type 32"), (254, "coin return mechanism activated")],
)  # fmt: skip
def test_name(code, name):
    assert error_code(code).name == name
