"""Messages of card shoes: the card that left the shoe.

Knows cards as text and how far the line can be trusted. Knows no shoe composition and no game.
"""

from typing import Annotated, Final

from pydantic import Field, StringConstraints

from dealer_station.messages.device import Assurance
from dealer_station.messages.envelope import DeviceEvent

UNREADABLE: Final = "??"
"""A card that left the shoe and could not be read."""

JOKER: Final = "Jo"
"""A joker."""

CUT_CARD: Final = "CUT"
"""The cut card: it ends the shoe and is dealt to nobody."""

CARD_PATTERN: Final = r"^([2-9TJQKA][cdhs]|\?\?|Jo|CUT)$"
"""A card as text: rank and suit, or one of the three words above."""

SYMBOL_CHARACTERS_MAX: Final = 256
"""Longest symbol text that is passed on."""

CardText = Annotated[str, StringConstraints(pattern=CARD_PATTERN)]
"""A card as this contract writes it."""


class CardDrawn(DeviceEvent):
    """One card left the shoe, on ``event/card``.

    ``card`` is what the driver's table of symbols makes of ``symbol``; "??" where it knows none
    or the scanner failed. ``symbology`` is the scanner's code for the kind of symbol (for SSI the
    byte before the data; null where the scanner names none) and ``symbol`` the text as scanned
    (null where there was none): the evidence behind ``card``. ``retransmitted`` tells that the
    device marked this copy as a repeat and the driver had no earlier one.
    """

    card: CardText
    symbology: Annotated[int, Field(ge=0, le=0xFFFF)] | None
    symbol: Annotated[str, StringConstraints(max_length=SYMBOL_CHARACTERS_MAX)] | None
    retransmitted: bool
    assurance: Assurance
