"""Frozen values that are made quickly: the core makes some hundred for every hand that is played.

A frozen dataclass sets each of its fields past its own guard, which costs more than all the rest of
making it. Here the value is open while it is made, and frozen before anybody has it.
"""

from dataclasses import MISSING, Field, fields
from typing import TypeVar

Value = TypeVar("Value")

_become = object.__dict__["__class__"].__set__


def made_quickly(frozen: type[Value]) -> type[Value]:
    """Give a frozen dataclass with slots an `__init__` that does the same in half the time.

    Arguments, defaults, equality and the refusal of every later change stay as they are. TypeError
    for a class that is no such dataclass, or that does more than setting fields when it is made.
    """
    if "__slots__" not in frozen.__dict__ or not frozen.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        raise TypeError(f"{frozen.__name__} is no frozen dataclass with slots")
    if hasattr(frozen, "__post_init__"):
        raise TypeError(f"{frozen.__name__} does more than setting its fields when it is made")
    known = {"become": _become, "frozen": frozen, "opened": _opened(frozen)}
    named = fields(frozen)  # type: ignore[arg-type]
    for one in named:
        if one.default is not MISSING:
            known[f"default_{one.name}"] = one.default
        elif one.default_factory is not MISSING:
            known[f"make_{one.name}"] = one.default_factory
    # As dataclasses itself does it: parameters with names can be made from text alone.
    exec(_source(named), known)  # noqa: S102 - the text has names of fields and nothing else
    known["__init__"].__qualname__ = f"{frozen.__qualname__}.__init__"
    frozen.__init__ = known["__init__"]  # type: ignore[method-assign]
    return frozen


def _opened(frozen: type) -> type:
    """Return a class of the same fields in the same places, whose fields can be set."""
    return type(
        frozen.__name__,
        frozen.__bases__,
        {
            "__slots__": frozen.__dict__["__slots__"],
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        },
    )


def _source(named: tuple[Field[object], ...]) -> str:
    """Return the text of the `__init__`."""
    free = [_parameter(one) for one in named if not one.kw_only]
    bound = [_parameter(one) for one in named if one.kw_only]
    parameters = [*free, "*", *bound] if bound else free
    return "\n ".join(
        [
            f"def __init__({', '.join(['self', *parameters])}):",
            "become(self, opened)",
            *(f"self.{one.name} = {_value(one)}" for one in named),
            "self.__class__ = frozen",
        ]
    )


def _parameter(one: Field[object]) -> str:
    if one.default is not MISSING:
        return f"{one.name}=default_{one.name}"
    return one.name if one.default_factory is MISSING else f"{one.name}=None"


def _value(one: Field[object]) -> str:
    if one.default_factory is MISSING:
        return one.name
    return f"make_{one.name}() if {one.name} is None else {one.name}"
