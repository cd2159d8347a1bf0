"""Messages of the seats' bet acceptors: a token taken, the window shut, the lamp lit.

Knows tokens as the device numbers them and what the driver's configuration says they are worth.
Knows no seat and no wager: which seat a device serves stands in the station's configuration.

Window and lamp are desired states; what became of them are facts in the device's own sequence.
So the order in which a token fell and a window was shut is never in doubt: a token between the
`WindowMoved` of an opening and that of the closing counts, one after it does not.
"""

from typing import Annotated, Final

from pydantic import Field, StringConstraints

from dealer_station.messages.device import Assurance
from dealer_station.messages.envelope import Count, DeviceEvent, Name, Ordinal, StationMessage

WINDOW: Final = "window"
"""Name of the desired state that opens or shuts an acceptor."""

LAMP: Final = "lamp"
"""Name of the desired state that lights a seat's lamp."""

Byte = Annotated[int, Field(ge=0, le=255)]
"""One byte of a device's own numbering."""


class TokenTaken(DeviceEvent):
    """An acceptor has taken one token, on ``event/credit``.

    ``token`` is the kind of token by the device's own number (1 to 255), ``coin_id`` what the
    device calls it (null where it does not tell), ``value_minor`` what the driver's configuration
    says it is worth (null where that kind is not configured). ``path`` is where the token went and
    ``device_counter`` the device's event counter with this token.
    """

    token: Annotated[int, Field(ge=1, le=255)]
    coin_id: Annotated[str, StringConstraints(max_length=32)] | None
    value_minor: Count | None
    path: Byte
    device_counter: Annotated[int, Field(ge=1, le=255)]
    assurance: Assurance


class WindowMoved(DeviceEvent):
    """An acceptor opened or shut its window, on ``event/window``.

    ``order`` repeats that of the newest desired window; every token that the device had counted
    when it was shut stands before this event in the device's sequence. ``device_counter`` is its
    event counter at that moment, null where it was not read.
    """

    is_open: bool
    order: Count
    device_counter: Byte | None


class LampMoved(DeviceEvent):
    """A seat's lamp was lit or went dark, on ``event/lamp``; ``device_time`` is when."""

    is_lit: bool


class Window(StationMessage):
    """Whether an acceptor is to take tokens, on ``desired/window``.

    ``order`` names the opening or the closing of betting that the table had last, 0 before the
    first; it grows. A driver answers each new pair of the two with a `WindowMoved`, even if the
    window stood like that already: the station waits for it. ``sequence`` grows with every new
    wish of an epoch: a lower one is old, however late a broker brings it.
    """

    device: Name
    sequence: Ordinal
    is_open: bool
    order: Count


class Lamp(StationMessage):
    """Whether a seat's lamp is to burn, on ``desired/lamp``; ``sequence`` as in `Window`."""

    device: Name
    sequence: Ordinal
    is_lit: bool
