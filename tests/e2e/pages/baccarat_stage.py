"""Hands, shoes and results of baccarat made up by a test, for pictures that are rarely come to."""

from typing import Any

from e2e.pages.staged import Parts

from dealer_station.games.baccarat.roads import Result, Winner

RUN = "PPBBBTPBPPPPPPPPTBBPBPBBBBTTPPBPBBBPPTPBBPPPPBPBTBBBB"


def a_shoe(letters: str = RUN) -> list[Result]:
    """Rounds by their winners' letters; every eighth Banker wins by Dragon 7, Player by Tiger 8."""
    winners = {"P": Winner.PLAYER, "B": Winner.BANKER, "T": Winner.TIE}
    return [
        Result(
            winners[letter],
            7 if letter == "B" else 8,
            is_dragon7=letter == "B" and number % 8 == 4,
            is_tiger8=letter == "P" and number % 8 == 1,
        )
        for number, letter in enumerate(letters)
    ]


def shoe(**parts: Any) -> Parts:
    return {
        "cards_out": 214, "cards": 416, "burn_left": 0, "is_burn_due": False,
        "is_cut_out": False, "rounds_left": None,
    } | parts  # fmt: skip


def hands(player: str, banker: str, totals: tuple[int, int] | None = None) -> Parts:
    worth = {} if totals is None else {"player": totals[0], "banker": totals[1]}
    return {"cards": {"player": player, "banker": banker}, "hands": worth}


DRAGON = hands("4s 2d", "Kh 3c 4h", (6, 7))
TIGER = hands("2s 3d 3c", "Td 7c", (8, 7))
NATURAL = hands("5s 3d", "4h 5c", (8, 9))
TIED = hands("Ks 5h 3c", "4d Kc 4h", (8, 8))
