"""Names of streams: they stand in every record, so they never change."""

from dealer_station.event_log.streams import (
    progressive_stream,
    table_of_stream,
    table_stream,
)


def test_stream_names_are_those_of_the_record():
    assert table_stream("CS-1") == "table/CS-1"
    assert progressive_stream("caribbean-main") == "progressive/caribbean-main"


def test_a_tables_stream_tells_its_table_and_no_other_does():
    assert table_of_stream(table_stream("CS-1")) == "CS-1"
    assert table_of_stream(progressive_stream("CS-1")) is None
