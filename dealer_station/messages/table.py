"""Messages of a table: its public view, and the sign of life of the station that owns it.

The content of the view is made by one function elsewhere; here it is only carried. No card that
is not public is ever in it.
"""

from typing import ClassVar, Final

from typing_extensions import TypeAliasType

from dealer_station.messages.envelope import Count, Name, Ordinal, StationMessage, TimeMs

ViewValue = TypeAliasType(
    "ViewValue",
    "bool | int | str | list[ViewValue] | dict[str, ViewValue] | None",
)
"""What a view may hold. No fractions: amounts are whole numbers or decimal text, never floats."""


ALIVE_EVERY_MS: Final = 500
"""How often a station says that it lives and takes the table's facts."""

STATION_LATE_MS: Final = 1_500
"""After this long without a sign of life a driver takes the station for dead (LNK-05)."""


class Alive(StationMessage):
    """The station that owns a table lives and takes its facts, on ``alive``; never retained.

    A broker that answers proves nothing about the station behind it. ``sequence`` grows within an
    epoch, ``sent_at`` is the station's clock.
    """

    table: Name
    sequence: Ordinal
    sent_at: TimeMs


class TableView(StationMessage):
    """The public view of a table, on ``view``.

    ``version`` is the table's stream version that the view shows; with ``epoch`` it orders views.
    """

    payload_bytes_max: ClassVar[int] = 256 * 1024

    table: Name
    version: Count
    view: dict[str, ViewValue]
