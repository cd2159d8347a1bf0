import pytest

from dealer_station.event_log.seals import SealMark

DIGEST = bytes(range(32))


def test_a_mark_is_read_as_it_is_written() -> None:
    mark = SealMark(12, DIGEST)

    assert str(mark) == f"12:{DIGEST.hex()}"
    assert SealMark.parse(str(mark)) == mark
    assert SealMark.parse(f" {str(mark).upper()}\n") == mark


@pytest.mark.parametrize(
    "text",
    ["", "12", ":", DIGEST.hex(), f"0:{DIGEST.hex()}", f"-1:{DIGEST.hex()}", "1:", "1:00", "1:xy"],
)
def test_what_is_no_mark_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no seal: NUMBER:DIGEST"):
        SealMark.parse(text)
