"""Messages of a table: its public view.

The content of the view is made by one function elsewhere; here it is only carried. No card that
is not public is ever in it.
"""

from typing import ClassVar

from typing_extensions import TypeAliasType

from dealer_station.messages.envelope import Count, Name, StationMessage

ViewValue = TypeAliasType(
    "ViewValue",
    "bool | int | str | list[ViewValue] | dict[str, ViewValue] | None",
)
"""What a view may hold. No fractions: amounts are whole numbers or decimal text, never floats."""


class TableView(StationMessage):
    """The public view of a table, on ``view``.

    ``version`` is the table's stream version that the view shows; with ``epoch`` it orders views.
    """

    payload_bytes_max: ClassVar[int] = 256 * 1024

    table: Name
    version: Count
    view: dict[str, ViewValue]
