"""Copies of large values with a few fields changed, as quick as Python has them.

A table's state changes with every event, and most of its many fields stay what they are. Values
that are copied so often are frozen dataclasses without slots: their fields lie in one dictionary,
which is copied at once; `dataclasses.replace` asks for every field and sets every field.
"""

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["alter", "copy_of", "replace"]

Kept = TypeVar("Kept")

if TYPE_CHECKING:
    # The type checker knows this function, and compares the changes with the fields.
    from dataclasses import replace
else:
    Value = TypeVar("Value")

    def replace(value: Value, /, **changes: Any) -> Value:
        """Return a copy of a dataclass with these fields changed. TypeError: it has no such field.

        Nothing that a class does after its making (`__post_init__`) is done again.
        """
        try:
            fields = value.__dict__
        except AttributeError:
            return dataclasses.replace(value, **changes)
        changed = fields | changes
        if len(changed) != len(fields):
            unknown = sorted(changes.keys() - fields.keys())
            raise TypeError(f"{type(value).__name__} has no field {', '.join(unknown)}")
        copy = object.__new__(value.__class__)
        object.__setattr__(copy, "__dict__", changed)
        return copy


if TYPE_CHECKING:
    from dataclasses import replace as alter
else:

    def alter(value: Value, /, **changes: Any) -> None:
        """Change fields of a copy that nobody else has seen. TypeError: it has no such field.

        A value that was handed out, or came from elsewhere, is never altered: see `copy_of`.
        """
        fields = value.__dict__
        count = len(fields)
        fields.update(changes)
        if len(fields) != count:
            raise TypeError(f"{type(value).__name__} has no field among {', '.join(changes)}")


def copy_of(value: Kept) -> Kept:
    """Return a copy that its maker may alter as long as nobody else has it; of a class as above."""
    copy: Kept = object.__new__(value.__class__)
    object.__setattr__(copy, "__dict__", value.__dict__.copy())
    return copy
