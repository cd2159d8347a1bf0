"""What is wanted in a sign's files, what is known of them, and what follows."""

import pytest

from drivers.meter_display.models.alpha.files import (
    SEQUENCE,
    Change,
    File,
    Read,
    SignFiles,
    content,
    question,
)

TEXT = b"\x1b b\x10a"


def files(*, every=1, known=None):
    made = SignFiles(every)
    made.want(File.TEXT, TEXT)
    made.want(File.SEQUENCE, SEQUENCE)
    made.want(File.VALUE, b"1.00", "one")
    made.want(File.PRIORITY, b"")
    made.forget("nobody knows")
    for file, data in (known or {}).items():
        made.read(file, data, 0)
    return made


IN_PLACE = {
    File.VALUE: b"1.00", File.PRIORITY: b"", File.TEXT: TEXT, File.SEQUENCE: SEQUENCE,
}  # fmt: skip


def write_all(made, now_ms=0):
    for change in made.next_changes(now_ms):
        made.written(change, now_ms)


def test_what_nobody_knows_is_read_first_and_the_value_before_all():
    made = files()
    assert made.next_unknown(0) is File.VALUE
    assert made.next_changes(0) == ()
    made.read(File.VALUE, b"1.00", 0)
    assert made.next_unknown(0) is File.PRIORITY
    assert not made.is_in_place


def test_wrong_value_is_written_before_the_rest_is_read():
    made = files(known={File.VALUE: b"9.99"})
    assert made.next_unknown(0) is None
    (change,) = made.next_changes(0)
    assert change == Change(File.VALUE, b"1.00", "nobody knows")
    made.written(change, 0)
    assert made.next_unknown(0) is File.PRIORITY


def test_what_stands_is_not_written():
    made = files(known=IN_PLACE)
    assert made.is_in_place
    assert made.next_unknown(0) is None
    assert made.next_changes(0) == ()
    assert made.next_read_back(0) is None
    assert made.known_meaning(File.VALUE) == "one"
    assert made.is_confirmed(File.VALUE)


def test_empty_sign_gets_text_value_and_sequence_in_one_frame():
    made = files(known=IN_PLACE)
    made.emptied("memory was written")
    changes = made.next_changes(0)
    assert [change.file for change in changes] == [File.TEXT, File.VALUE, File.SEQUENCE]
    assert {change.reason for change in changes} == {"memory was written"}
    assert made.known(File.PRIORITY) is None


@pytest.mark.parametrize(
    ("is_blank", "expected"),
    [(False, [File.PRIORITY, File.VALUE]), (True, [File.VALUE, File.PRIORITY])],
)
def test_message_goes_first_and_its_release_before_an_amount_but_after_dashes(is_blank, expected):
    made = files(known=IN_PLACE)
    made.is_blank = is_blank
    made.want(File.VALUE, b"2.00")
    made.want(File.PRIORITY, b"WIN")
    (change,) = made.next_changes(0)
    assert change.file is File.PRIORITY
    made.written(change, 0)
    made.want(File.PRIORITY, b"")
    written = []
    while changes := made.next_changes(0):
        written += [change.file for change in changes]
        write_all(made)
    assert written == expected
    assert made.known(File.PRIORITY) == b""


def test_oldest_write_is_read_back_first():
    made = files(known=IN_PLACE)
    made.want(File.PRIORITY, b"WIN")
    write_all(made, 100)
    for now_ms in (200, 300):
        made.want(File.VALUE, b"%d" % now_ms)
        write_all(made, now_ms)
    assert made.next_read_back(300) is File.PRIORITY
    made.read(File.PRIORITY, b"WIN", 300)
    assert made.next_read_back(300) is File.VALUE


def test_dashes_are_due_where_an_amount_is_to_be_taken_off():
    made = files(known=IN_PLACE)
    made.want(File.VALUE, b"---")
    assert not made.are_dashes_due(0)
    made.is_blank = True
    assert made.are_dashes_due(0)
    write_all(made)
    assert not made.are_dashes_due(0)


def test_first_unknown_is_asked_for_whatever_is_to_be_written():
    made = files(known={File.VALUE: b"8.88"})
    assert made.next_unknown(0) is None
    assert made.first_unknown() is File.PRIORITY
    made.unreadable(File.PRIORITY)
    assert made.first_unknown() is File.TEXT


def test_reading_back_proves_or_disproves():
    made = files(known=IN_PLACE)
    made.want(File.VALUE, b"2.00", "two")
    write_all(made)
    assert (made.known(File.VALUE), made.is_confirmed(File.VALUE)) == (b"2.00", False)
    assert made.known_meaning(File.VALUE) == "two"
    assert made.next_read_back(0) is File.VALUE
    assert made.read(File.VALUE, b"2.00", 0) is Read.RIGHT
    assert made.is_confirmed(File.VALUE)
    assert made.next_read_back(0) is None


def test_wrong_answer_is_what_is_known_and_is_put_right():
    made = files(known=IN_PLACE)
    made.want(File.VALUE, b"2.00", "two")
    write_all(made)
    assert made.read(File.VALUE, b"1.00", 0) is Read.WRONG
    assert (made.known(File.VALUE), made.known_meaning(File.VALUE)) == (b"1.00", None)
    (change,) = made.next_changes(0)
    assert change.reason == "the sign says that it holds something else"


def test_value_that_stays_wrong_is_tried_again_later_or_when_it_changes():
    made = files(known=IN_PLACE)
    made.want(File.VALUE, b"2.00")
    for _ in range(2):
        write_all(made)
        made.read(File.VALUE, b"8.88", 100)
    assert made.wrong_in_a_row(File.VALUE) == 2
    assert made.next_changes(5_099) == ()
    assert made.next_changes(5_100) != ()
    made.want(File.VALUE, b"3.00")
    assert made.next_changes(200) != ()


def test_value_on_hold_does_not_keep_the_others_from_being_read():
    made = files(known={File.VALUE: b"8.88"})
    for _ in range(2):
        write_all(made)
        made.read(File.VALUE, b"8.88", 100)
    assert made.next_unknown(200) is File.PRIORITY


def test_text_that_stays_wrong_is_left_alone():
    made = files(known=IN_PLACE | {File.TEXT: b"old"})
    for _ in range(2):
        write_all(made)
        made.read(File.TEXT, b"own form", 0)
    assert made.known(File.TEXT) == b"own form"
    made.doubt()
    assert made.next_read_back(10**6) is not File.TEXT
    made.read(File.VALUE, b"1.00", 0)
    made.read(File.PRIORITY, b"", 0)
    made.read(File.SEQUENCE, SEQUENCE, 0)
    assert made.next_changes(10**6) == ()
    assert made.next_read_back(10**6) is None
    assert made.is_in_place


def test_release_that_is_not_taken_is_tried_again_and_never_called_done():
    made = files(known=IN_PLACE | {File.PRIORITY: b"WIN"})
    for number in range(6):
        now_ms = max(0, number - 1) * 5_000
        write_all(made, now_ms)
        assert made.read(File.PRIORITY, b"WIN", now_ms) is Read.WRONG
        assert (made.known(File.PRIORITY), made.is_confirmed(File.PRIORITY)) == (b"WIN", True)
        assert number == 0 or made.next_changes(now_ms + 4_999) == ()
    assert made.is_in_place
    write_all(made, 30_000)
    assert made.next_read_back(30_000) is File.PRIORITY
    assert made.read(File.PRIORITY, b"", 30_000) is Read.RIGHT
    assert made.wrong_in_a_row(File.PRIORITY) == 0


def test_message_that_the_sign_keeps_in_its_own_words_is_tried_ever_more_seldom():
    made = files(known=IN_PLACE)
    made.want(File.PRIORITY, b"WIN")
    written = []
    for now_ms in range(0, 300_000, 500):
        if made.next_changes(now_ms):
            written.append(now_ms)
            write_all(made, now_ms)
            made.read(File.PRIORITY, b"own form", now_ms)
    assert written == [0, 500, 5_500, 15_500, 35_500, 75_500, 135_500, 195_500, 255_500]


def test_message_of_which_the_sign_takes_nothing_is_tried_every_five_seconds():
    made = files(known=IN_PLACE)
    made.want(File.PRIORITY, b"WIN")
    for now_ms in (0, 0, 5_000, 10_000, 15_000):
        assert made.next_changes(now_ms) != ()
        write_all(made, now_ms)
        made.read(File.PRIORITY, b"", now_ms)


def test_what_the_sign_still_says_is_no_proof_of_what_is_wanted():
    made = files(known=IN_PLACE | {File.PRIORITY: b"WIN"})
    write_all(made)
    made.read(File.PRIORITY, b"WIN", 0)
    assert made.read(File.PRIORITY, b"WIN", 0) is Read.WRONG
    assert made.wrong_in_a_row(File.PRIORITY) == 1


@pytest.mark.parametrize(("every", "expected"), [(1, 1), (3, 3)])
def test_value_is_read_back_every_nth_write(every, expected):
    made = files(every=every, known=IN_PLACE)
    writes = 0
    while made.next_read_back(0) is None:
        writes += 1
        made.want(File.VALUE, b"%d" % writes)
        write_all(made)
    assert writes == expected


def test_value_that_stands_is_read_back_out_of_turn():
    made = files(every=9, known=IN_PLACE)
    made.want(File.VALUE, b"2.00")
    write_all(made, 1_000)
    assert made.next_read_back(2_999) is None
    assert made.next_read_back(3_000) is File.VALUE


def test_doubt_has_everything_read_back():
    made = files(every=5, known=IN_PLACE)
    made.doubt()
    assert made.next_read_back(0) is File.VALUE
    assert not made.is_confirmed(File.TEXT)


def test_sign_that_cannot_be_asked_is_written_unseen():
    made = files(every=0)
    assert made.next_unknown(0) is None
    assert len(made.next_changes(0)) == 3
    write_all(made)
    write_all(made)
    assert made.is_in_place
    assert made.next_read_back(10**6) is None
    assert made.known(File.PRIORITY) == b""


def test_file_that_cannot_be_read_is_written_unseen():
    made = files(known={File.VALUE: b"1.00"})
    made.unreadable(File.PRIORITY)
    assert made.next_unknown(0) is None
    (change,) = made.next_changes(0)
    assert change == Change(File.PRIORITY, b"", "nobody knows")
    made.written(change, 0)
    assert made.next_unknown(0) is File.TEXT


def test_same_text_takes_the_newest_meaning():
    made = files(known=IN_PLACE)
    made.want(File.VALUE, b"1.00", "newer")
    assert made.known_meaning(File.VALUE) == "newer"
    assert made.next_changes(0) == ()


@pytest.mark.parametrize("file", list(File))
def test_every_file_is_asked_for_as_it_is_written(file):
    instruction, answer = question(file)
    told = Change(file, b"A" if file is File.SEQUENCE else b"1", "x").instruction()
    assert answer == told.code.encode() + told.data[:1]
    assert instruction.data == told.data[:1]


def test_mode_of_a_run_sequence_does_not_matter():
    assert content(File.SEQUENCE, b"TUA") == content(File.SEQUENCE, b"SUA") == b"A"
    assert content(File.VALUE, b"1.00") == b"1.00"


def test_what_was_denied_is_told_until_the_sign_says_otherwise():
    made = files(known=IN_PLACE | {File.PRIORITY: b"WIN"})
    for _ in range(2):
        write_all(made)
        made.read(File.PRIORITY, b"WIN", 0)
    assert made.told(File.PRIORITY) == (b"WIN", None, True)
    write_all(made, 5_000)
    assert made.known(File.PRIORITY) == b""
    assert made.told(File.PRIORITY) == (b"WIN", None, True)
    made.read(File.PRIORITY, b"", 5_000)
    assert made.told(File.PRIORITY) == (b"", None, True)


def test_sign_whose_memory_was_written_is_in_place_only_with_its_files():
    made = files(known=IN_PLACE | {File.TEXT: b"old"})
    for _ in range(2):
        write_all(made)
        made.read(File.TEXT, b"own form", 0)
    made.emptied("memory was written")
    made.read(File.PRIORITY, b"", 0)
    assert not made.is_in_place
