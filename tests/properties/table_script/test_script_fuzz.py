"""Any file at all is either a script or an error with its line; no script ends the program."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from script_files import GOOD, with_steps
from table_play import CONFIG

from dealer_station.table_script.play import EXIT_FAILED, EXIT_INVALID, EXIT_PASSED, play

_SHARED = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
_PIECES = st.sampled_from(
    [
        "case: ", "table: ", "steps:", "  - ", "expect: ", "{", "}", "[", "]", ": ", ", ", "\n",
        "&a ", "*a", "!!int ", "|\n", "? ", "%YAML 1.2\n", "---\n", '"\\ud800"', '"\\0"', "\t", "'",
        "1", "-1", "1e999999", "NaN", "9" * 40, "Ah", "??", "ante", "open_betting", "pay",
        "- ", "null", "~",
    ]
)  # fmt: skip


@pytest.fixture
def script(tmp_path) -> Path:
    return tmp_path / "s.yaml"


def played(script: Path, content: bytes) -> tuple[int, list[str]]:
    script.write_bytes(content)
    lines: list[str] = []
    status = play([script], [CONFIG], as_json=False, out=lines.append)
    if status == EXIT_INVALID:
        where, line, _ = lines[-1].removeprefix("invalid script: ").split(":", 2)
        assert where == str(script)
        assert 1 <= int(line) <= content.count(b"\n") + content.count(b"\r") + 2
    else:
        assert lines[-1].endswith((" failed",))
        assert status in {EXIT_PASSED, EXIT_FAILED}
    return status, lines


@_SHARED
@given(content=st.binary(max_size=200))
def test_bytes_are_no_script(script, content):
    assert played(script, content)[0] == EXIT_INVALID


@_SHARED
@given(pieces=st.lists(_PIECES, max_size=30))
def test_pieces_of_scripts_never_end_the_program(script, pieces):
    played(script, "".join(pieces).encode())


@_SHARED
@given(data=st.data())
def test_a_script_with_a_piece_cut_out_or_put_in_never_ends_the_program(script, data):
    start = data.draw(st.integers(0, len(GOOD)))
    end = data.draw(st.integers(start, min(len(GOOD), start + 20)))
    piece = data.draw(st.one_of(_PIECES, st.text(max_size=5).filter(_is_encodable)))
    played(script, (GOOD[:start] + piece + GOOD[end:]).encode())


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_SEAT = st.sampled_from(["1", "2", "7", "0", "one", "999999999"])
_NUMBER = st.sampled_from(["10", "5.00", "0", "-1", "0.001", "1e30", "1e-30", "x", ""])
_CARD = st.sampled_from(["Ah", "As", "Kd", "2c", "9s", "??", "Jo", "CUT", "Xx", "A♠"])
_HAND = st.lists(_CARD, max_size=6).map(" ".join)
_STEP = st.one_of(
    st.sampled_from(
        ["open_betting", "close_betting", "pay", "new_deck", "restart", "wait: 5", "verify: 1"]
    ),
    st.builds("wager: {} {} {}".format, _SEAT, st.sampled_from(["ante", "progressive"]), _NUMBER),
    st.builds("withdraw: {} ante".format, _SEAT),
    st.builds("coin: {}".format, _SEAT),
    st.builds("shoe: {}".format, _HAND),
    st.builds('deal: {{1: "{}", dealer: "{}"}}'.format, _HAND, _HAND),
    st.builds("act: {} {} {}".format, _SEAT, st.sampled_from(["bet", "fold", "fly"]), _NUMBER),
    st.builds("rule: {} by {}".format, st.sampled_from(["as_proposed", "void_round", "fly"]),
              st.sampled_from(["supervisor", "manager", "cat"])),
    st.builds(
        'report: {{irregularity: {}, seat: {}, count: "{}", card: "{}", position: "{}"}}'.format,
        st.sampled_from([f"CS-I{number:02d}" for number in range(1, 25)]), _SEAT, _NUMBER, _CARD,
        st.sampled_from(["seat 1 card 2", "dealer card 5", "burn", "nowhere"]),
    ),
    st.builds("pay: {}".format, _SEAT),
)  # fmt: skip


@_SHARED
@given(steps=st.lists(st.one_of(_STEP, _STEP.map(lambda step: f"refuse: {{{step}}}")), max_size=12))
def test_steps_that_nobody_would_write_are_refused_or_named(script, steps):
    played(script, with_steps(*steps).encode())
