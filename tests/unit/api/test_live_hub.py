"""The hub beneath every live line; tables and the floor have tests of their own."""

import asyncio
from collections.abc import Callable

import pytest
from api_builders import Station

from dealer_station.api.live_hub import FollowedChannel
from dealer_station.clock import VirtualClock
from dealer_station.table.roles import Role


class Counted:
    """A channel that counts how often a snapshot is made."""

    name = "counted"
    pause_s = 0.0

    def __init__(self) -> None:
        self.picture = 1
        self.made: list[tuple[Role, int]] = []

    def render(self, role: Role, picture: int) -> str:
        self.made.append((role, picture))
        return f"{role.value} {picture}"

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        return listener

    def tick(self) -> bool:
        return False


@pytest.fixture
def channel() -> Counted:
    return Counted()


@pytest.fixture
def followed(channel: Counted, station: Station) -> FollowedChannel:
    return FollowedChannel(channel, station.services)


def frames(followed: FollowedChannel, *asked: tuple[Role, int]) -> list[str | None]:
    async def ask() -> list[str | None]:
        found = [await followed.frame(role, shown) for role, shown in asked]
        return [None if frame is None else frame.text for frame in found]

    return asyncio.run(ask())


def test_a_screen_that_shows_the_picture_gets_nothing(
    followed: FollowedChannel, channel: Counted
) -> None:
    assert frames(followed, (Role.DEALER, 1)) == [None]
    assert channel.made == []


def test_a_snapshot_is_made_once_a_role_and_picture(
    followed: FollowedChannel, channel: Counted
) -> None:
    asked = [(Role.DEALER, 0), (Role.DEALER, 0), (Role.AUDITOR, 0), (Role.DEALER, -1)]
    assert frames(followed, *asked) == ["dealer 1", "dealer 1", "auditor 1", "dealer 1"]
    channel.picture = 2
    assert frames(followed, (Role.DEALER, 1)) == ["dealer 2"]
    assert channel.made == [(Role.DEALER, 1), (Role.AUDITOR, 1), (Role.DEALER, 2)]


def test_a_screen_that_comes_later_gets_a_new_one(
    followed: FollowedChannel, channel: Counted, clock: VirtualClock
) -> None:
    frames(followed, (Role.DEALER, -1))
    clock.advance(250)
    frames(followed, (Role.DEALER, -1), (Role.DEALER, 0))
    assert len(channel.made) == 1
    clock.advance(1)
    frames(followed, (Role.DEALER, 0))
    assert len(channel.made) == 1, "a screen that followed is told changes only"
    frames(followed, (Role.DEALER, -1))
    assert len(channel.made) == 2


def test_screens_at_once_wait_for_one_snapshot(followed: FollowedChannel, channel: Counted) -> None:
    async def ask() -> list[str]:
        found = await asyncio.gather(*(followed.frame(Role.DEALER, 0) for _ in range(8)))
        return [frame.text for frame in found if frame is not None]

    assert asyncio.run(ask()) == ["dealer 1"] * 8
    assert len(channel.made) == 1
