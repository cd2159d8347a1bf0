"""What a sign's glass shows when its files hold certain bytes.

Knows how a text's control codes fall into pages and where a STRING file is put in. Only the
simulated sign uses it: a real sign does this itself, and the driver must not believe a picture of
its own making.
"""

from collections.abc import Mapping
from typing import Final

_START_OF_PAGE: Final = 0x1B
_NEW_PAGE: Final = 0x0C
_CALL: Final = 0x10
# Control code -> how many bytes belong to it. None of them is seen by itself.
_SKIPPED: Final = {0x07: 1, 0x08: 1, 0x0B: 1, 0x14: 1, 0x1A: 1, 0x1C: 1, 0x1D: 2, 0x1E: 1}
_LOWEST_SEEN: Final = 0x20


def pages(content: bytes, strings: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the pages of a TEXT file in their order; empty ones are passed over.

    A call to a STRING that does not exist, or is empty, draws nothing (measured, README.md).
    """
    found = [""]
    place = 0
    while place < len(content):
        byte = content[place]
        place += 1
        if byte == _START_OF_PAGE:
            found.append("")
            place += 2  # position and mode
        elif byte == _NEW_PAGE:
            found.append("")
        elif byte == _CALL:
            label = chr(content[place]) if place < len(content) else ""
            found[-1] += "".join(pages(strings.get(label, b""), {}))
            place += 1
        elif byte in _SKIPPED:
            place += _SKIPPED[byte]
        elif byte >= _LOWEST_SEEN:
            found[-1] += chr(byte)
    return tuple(page for page in found if page)
