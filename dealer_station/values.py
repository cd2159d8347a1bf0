"""Frozen values that are made quickly: the core makes some hundred for every hand that is played.

A frozen dataclass sets each of its fields past its own guard, which costs more than all the rest of
making it. Here the value is open while it is made, and frozen before anybody has it. Where a class
is called by its name, `made_quickly` does that; the few places that make most of the values have a
`maker`, which spares them the way through the class as well.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, ParamSpec, TypeVar

Value = TypeVar("Value")
Arguments = ParamSpec("Arguments")

_become = object.__dict__["__class__"].__set__


def made_quickly(frozen: type[Value]) -> type[Value]:
    """Give a frozen dataclass with slots an `__init__` that does the same in half the time.

    Arguments, defaults, equality and the refusal of every later change stay as they are. TypeError
    for a class that is no such dataclass, or that does more than setting fields when it is made.
    """
    made = _compiled(frozen, "__init__", ["become(self, opened)"])
    frozen.__init__ = made  # type: ignore[method-assign]
    return frozen


def maker(frozen: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
    """Return a function that makes what the class makes, of the same arguments, in half its time.

    Calling a class by names of fields packs them into a dictionary and out of it again; calling a
    function does not. TypeError for a class of which `made_quickly` would be refused.
    """
    made: Callable[Arguments, Value] = _compiled(frozen, "make", ["self = opened()"])
    return made


def _compiled(frozen: Any, name: str, begun: list[str]) -> Any:
    """Return a function that sets every field of `self`, which is open, and freezes it.

    `begun` says where `self` comes from. As dataclasses itself does it: parameters with names can
    be made from text alone.
    """
    if "__slots__" not in frozen.__dict__ or not frozen.__dataclass_params__.frozen:
        raise TypeError(f"{frozen.__name__} is no frozen dataclass with slots")
    if hasattr(frozen, "__post_init__"):
        raise TypeError(f"{frozen.__name__} does more than setting its fields when it is made")
    known = {"become": _become, "frozen": frozen, "opened": _opened(frozen)}
    named = fields(frozen)
    for one in named:
        if one.default is not MISSING:
            known[f"default_{one.name}"] = one.default
        elif one.default_factory is not MISSING:
            known[f"make_{one.name}"] = one.default_factory
    exec(_source(name, named, begun), known)  # noqa: S102 - names of fields and nothing else
    known[name].__qualname__ = f"{frozen.__qualname__}.{name}"
    return known[name]


def _opened(frozen: type) -> type:
    """Return a class of the same fields in the same places, whose fields can be set."""
    return type(
        frozen.__name__,
        frozen.__bases__,
        {
            "__slots__": frozen.__dict__["__slots__"],
            "__init__": object.__init__,
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        },
    )


def _source(name: str, named: tuple[Field[object], ...], begun: list[str]) -> str:
    """Return the text of an `__init__`, or of a function that takes the same and returns `self`."""
    is_init = name == "__init__"
    free = [_parameter(one) for one in named if not one.kw_only]
    bound = [_parameter(one) for one in named if one.kw_only]
    parameters = ["self"] * is_init + (([*free, "*", *bound]) if bound else free)
    return "\n ".join(
        [
            f"def {name}({', '.join(parameters)}):",
            *begun,
            *(f"self.{one.name} = {_value(one)}" for one in named),
            "self.__class__ = frozen",
            *["return self"] * (not is_init),
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
