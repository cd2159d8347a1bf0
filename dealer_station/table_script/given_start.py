"""How a hand begins where no earlier hand says it: `start_hand: {button: 3, small: 1, big: 2, …}`.

`small` and `big` are seats, null where nobody posts the blind. `posts` are further chips by seat:
`live` ones are part of the seat's bet, `dead` ones are not.
"""

from typing import Final

from dealer_station.games.pot_rules import Post, PostKind
from dealer_station.money import to_minor
from dealer_station.table.pot.commands import GivenStart
from dealer_station.table_script.case import amount, whole
from dealer_station.table_script.compare import NULL
from dealer_station.table_script.document import Node

_KEYS: Final = ("button", "small", "big", "posts")
_POST_KEYS: Final = ("live", "dead")


def given_start(node: Node) -> GivenStart:
    """Read where button and blinds lie and what else is posted. Raises ScriptError."""
    said = node.mapping
    for key, value in said.items():
        if key not in _KEYS:
            raise value.error(f"a start has no key {key!r}; one of {', '.join(_KEYS)}")
    if "button" not in said:
        raise node.error("the start has no 'button'")
    posts = said["posts"].mapping if "posts" in said else {}
    return GivenStart(
        button=_seat(said["button"]),
        small=_optional_seat(said.get("small")),
        big=_optional_seat(said.get("big")),
        posts=tuple(_post(Node(post.file, post.line, key), post) for key, post in posts.items()),
    )


def _seat(node: Node) -> int:
    seat = whole(node)
    if not seat:
        raise node.error("seats count from 1")
    return seat


def _optional_seat(node: Node | None) -> int | None:
    return None if node is None or node.value in NULL else _seat(node)


def _post(seat: Node, node: Node) -> Post:
    chips = node.mapping
    for key, value in chips.items():
        if key not in _POST_KEYS:
            raise value.error(f"a post is live or dead, not {key!r}")
    live, dead = (_minor(chips[key]) if key in chips else 0 for key in _POST_KEYS)
    if not live and not dead:
        raise node.error("nothing is posted")
    return Post(_seat(seat), PostKind.ENTRY, live_minor=live, dead_minor=dead)


def _minor(node: Node) -> int:
    minor = to_minor(amount(node))
    if minor is None or minor < 0:
        raise node.error(f"{node.text} is no amount in whole cents")
    return minor
