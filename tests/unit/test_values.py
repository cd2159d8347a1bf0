"""Frozen values that are made quickly are the values that they would be."""

from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from dealer_station.values import made_quickly, maker


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain(Base):
    name: str
    amount: int = 3
    notes: dict[str, int] = field(default_factory=dict)


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class Quick(Base):
    name: str
    amount: int = 3
    notes: dict[str, int] = field(default_factory=dict)


@made_quickly
@dataclass(frozen=True, slots=True)
class Placed:
    seat: int
    stack: int = 0


def test_every_field_is_where_it_would_be():
    made, wanted = Quick(at=1, name="a", amount=2), Plain(at=1, name="a", amount=2)
    for name in ("at", "name", "amount", "notes"):
        assert getattr(made, name) == getattr(wanted, name)
    assert repr(made) == repr(wanted).replace("Plain", "Quick")
    assert made == Quick(at=1, name="a", amount=2)
    assert made != Quick(at=1, name="a")
    assert type(made) is Quick
    assert hash(Placed(1, 2)) == hash(Placed(stack=2, seat=1))


def test_a_maker_makes_the_same_values():
    quick, placed = maker(Quick), maker(Placed)
    assert quick(at=1, name="a", amount=2) == Quick(at=1, name="a", amount=2)
    assert quick(name="a", at=1) == Quick(at=1, name="a")
    assert quick(name="a", at=1).notes is not quick(name="a", at=1).notes
    assert placed(1, stack=2) == Placed(1, 2)
    assert type(placed(4)) is Placed
    with pytest.raises(FrozenInstanceError):
        placed(1).stack = 3  # type: ignore[misc]
    with pytest.raises(TypeError, match=r"Quick\.make\(\) missing 1 required .* 'name'"):
        quick(at=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="takes from 1 to 2 positional arguments but 3 were given"):
        placed(1, 2, 3)  # type: ignore[call-arg]


def test_defaults_are_kept_and_never_shared():
    one, other = Quick(at=1, name="a"), Quick(at=1, name="a")
    assert one.amount == 3
    assert one.notes == {}
    assert one.notes is not other.notes
    given = {"a": 1}
    assert Quick(at=1, name="a", notes=given).notes is given
    assert Placed(4).stack == 0


def test_no_field_can_be_changed_or_taken_away():
    made = Placed(1, 2)
    with pytest.raises(FrozenInstanceError):
        made.stack = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.seat
    with pytest.raises((AttributeError, TypeError)):
        made.other = 3  # type: ignore[attr-defined]
    assert made == Placed(1, 2)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"at": 1}, r"Quick\.__init__\(\) missing 1 required keyword-only argument: 'name'"),
        ({"at": 1, "name": "a", "x": 1}, "unexpected keyword argument 'x'"),
    ],
)
def test_wrong_arguments_are_refused_by_name(args, said):
    with pytest.raises(TypeError, match=said):
        Quick(**args)


def test_other_classes_are_refused():
    @dataclass(slots=True)
    class Open:
        seat: int

    @dataclass(frozen=True)
    class WithoutSlots:
        seat: int

    @dataclass(frozen=True, slots=True)
    class Checked:
        seat: int

        def __post_init__(self) -> None:
            assert self.seat

    for one in (Open, WithoutSlots, Checked):
        with pytest.raises(TypeError, match=one.__name__):
            made_quickly(one)
        with pytest.raises(TypeError, match=one.__name__):
            maker(one)
