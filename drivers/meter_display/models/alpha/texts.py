"""The bytes of the sign's two texts: the one that shows the value, and a message over it."""

from collections.abc import Iterable

from drivers.meter_display.models.alpha.files import VALUE_LABEL
from drivers.meter_display.models.alpha.instructions import Look, call_string, page


def value_text(look: Look) -> bytes:
    """Return the text that stands still and shows the value, whatever that is."""
    return page(look, call_string(VALUE_LABEL))


def message_text(pages: Iterable[str], look: Look, *, with_value: bool) -> bytes:
    """Return a message whose pages take turns; `with_value`: the value is the last of them.

    The value is called, not copied: it goes on changing while the message stands.
    """
    texts = [text.encode("ascii") for text in pages]
    if with_value:
        texts.append(call_string(VALUE_LABEL))
    return b"".join(page(look, text, is_slow=True) for text in texts)
