"""What a device counts of bad messages."""

from drivers.bet_acceptor.models.cctalk.line_quality import QUALITY_MS, LineQuality


def test_it_is_read_then_cleared_then_left_alone_for_a_while():
    quality = LineQuality()
    quality.begin(1_000)
    assert quality.request().command.header == 2
    assert quality.request().due_ms == 1_000 + QUALITY_MS
    quality.answered(bytes((2, 9, 3)), 20_000)
    assert quality.bad == 5  # time-outs and bad checksums; ignored bytes were for others
    assert quality.request().command.header == 3
    quality.answered(b"", 20_020)
    assert quality.request().command.header == 2
    assert quality.request().due_ms == 20_020 + QUALITY_MS
    quality.answered(bytes((0, 0, 1)), 31_000)
    assert quality.bad == 6


def test_a_device_that_does_not_count_is_not_asked_again():
    quality = LineQuality()
    quality.refused()
    assert quality.request() is None
    quality.begin(0)
    assert quality.request() is not None
