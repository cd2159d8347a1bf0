"""Names of streams: they stand in every record, so they never change."""

from dealer_station.controller.streams import progressive_stream, table_stream


def test_stream_names_are_those_of_the_record():
    assert table_stream("CS-1") == "table/CS-1"
    assert progressive_stream("caribbean-main") == "progressive/caribbean-main"
