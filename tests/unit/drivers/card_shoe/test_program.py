"""A driver as it is put together: what it may find on its disk."""

import pytest
from pydantic import SecretStr

from dealer_station.clock import SystemClock
from drivers.card_shoe.program import build_driver
from drivers.card_shoe.settings import CardShoeSettings
from drivers.link.errors import JournalError, PortMissing


def no_port():
    raise PortMissing("no port")


@pytest.fixture
def build(tmp_path):
    """The journal of the driver of `shoe-1` at a table; all share one folder."""
    opened = []

    def build_at(table, site="main"):
        settings = CardShoeSettings(
            site=site, table=table, driver="shoe-driver", device="shoe-1", data_directory=tmp_path,
            mqtt={"url": SecretStr("mqtt://localhost")}, line={"path": "/dev/none"},
        )  # fmt: skip
        opened.append(build_driver(settings, SystemClock(), no_port)._posts["shoe-1"].journal)
        return opened[-1]

    yield build_at
    for journal in opened:
        journal.close()


def test_a_shoe_takes_no_card_and_no_epoch_of_one_table_to_another(build):
    first = build("CS-1")
    first.begin_session()
    first.append("card", 1, lambda _event: b"As")
    first.raise_epoch(50)
    first.close()
    second = build("CS-2")
    assert second.is_fresh  # so it asks the broker what the second table's station knows of it
    assert (second.count_stored, second.epoch) == (0, 0)
    second.close()
    back = build("CS-1")
    assert (back.count_stored, back.epoch) == (1, 50)


def test_two_tables_and_two_sites_on_one_machine_do_not_share_a_journal(build):
    for table, site in (("CS-1", "main"), ("CS-2", "main"), ("CS-1", "annex")):
        assert build(table, site).is_fresh


def test_a_journal_under_another_tables_name_is_refused(build, tmp_path):
    build("CS-1").close()
    (path,) = tmp_path.glob("*.journal")
    path.rename(tmp_path / path.name.replace("CS-1", "CS-2"))
    with pytest.raises(JournalError, match="the events of main/CS-1/card_shoe/shoe-1"):
        build("CS-2")
