"""The public view: whole numbers and text only, any depth, bounded."""

import pytest
from pydantic import ValidationError

from dealer_station.messages.envelope import BadMessage
from dealer_station.messages.table import TableView


def test_view_is_carried_unchanged():
    content = {"phase": "dealing", "cards": {"seat 1": ["??", "As"]}, "net": {"1": -10}, "x": None}
    view = TableView(epoch=4, table="CS-2", version=9, view=content)
    again = TableView.from_bytes(view.to_bytes())
    assert again.view == content
    assert (again.epoch, again.version) == (4, 9)


def test_float_has_no_place_in_a_view():
    with pytest.raises(ValidationError):
        TableView(epoch=1, table="t", version=1, view={"net": 10.5})
    for number in (b"10.5", b"1.0", b"NaN", b"1e3"):
        payload = b'{"epoch":1,"table":"t","version":1,"view":{"net":' + number + b"}}"
        with pytest.raises(BadMessage):
            TableView.from_bytes(payload)


def test_view_may_be_longer_than_other_messages_but_not_endless():
    view = TableView(epoch=1, table="t", version=1, view={"x": "y" * 100_000})
    assert TableView.from_bytes(view.to_bytes()) == view
    with pytest.raises(BadMessage, match="at most 262144"):
        TableView.from_bytes(b" " * 300_000)
