"""Names of streams: they stand in every record, so they never change."""

from dealer_station.controller.streams import meter_lease, progressive_stream, table_stream


def test_stream_names_are_those_of_the_record():
    assert table_stream("CS-1") == "table/CS-1"
    assert progressive_stream("caribbean-main") == "progressive/caribbean-main"


def test_the_lease_of_a_meter_is_nobodys_stream():
    assert meter_lease("main") not in {progressive_stream("main"), table_stream("main")}
