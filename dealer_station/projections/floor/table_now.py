"""One table at one moment as one role sees it: what tiles, inbox and alerts are made from."""

from dataclasses import dataclass, field

from dealer_station.projections.devices.rows import Expected
from dealer_station.projections.devices.signs import Meters, Signs
from dealer_station.projections.floor.moments import Moments
from dealer_station.table.draft import TableRules
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState
from dealer_station.table.view import View


@dataclass(frozen=True, slots=True)
class TableNow:
    """State, rules, the role's own view (which masks the cards), and since when things are so.

    `expected` are the devices that must be there, `watched_since` (UTC ms) from when they count as
    missing: the station's start. `signs` are what the table's signs say they show, `meters` the
    progressives as the record has them.
    """

    table_id: str
    name: str
    role: Role
    state: TableState
    rules: TableRules
    view: View
    moments: Moments
    expected: Expected = ()
    signs: Signs = field(default_factory=dict)
    meters: Meters = field(default_factory=dict)
    watched_since: int = 0
