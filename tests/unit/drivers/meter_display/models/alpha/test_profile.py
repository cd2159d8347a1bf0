from drivers.meter_display.models.alpha.profile import SignProfile


def test_time_on_the_wire_is_rounded_up():
    profile = SignProfile(baud=9_600)
    assert [profile.wire_ms(n) for n in (0, 1, 28, 96)] == [0, 2, 30, 100]
    assert SignProfile(baud=0).wire_ms(1_000) == 0


def test_what_a_page_needs_on_its_way_grows_with_its_files_and_a_slow_line():
    assert SignProfile().on_its_way_ms == 167 + 300
    assert SignProfile(value_size=125).on_its_way_ms > 467
    assert SignProfile(baud=300).on_its_way_ms > 5_000


def test_sign_that_is_never_read_back_cannot_be_asked():
    assert SignProfile(read_back_every=1).can_be_asked
    assert not SignProfile(read_back_every=0).can_be_asked
