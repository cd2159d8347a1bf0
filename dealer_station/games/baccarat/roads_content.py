"""The five roads as plain content for views: what a screen draws, mark by mark."""

from collections.abc import Mapping, Sequence

from dealer_station.games.baccarat.roads import DerivedMark, Preview, Result, roads


def roads_content(results: Sequence[Result]) -> Mapping[str, object]:
    """Return the roads of a shoe: columns and rows count from 0, from the left and the top.

    `counts` are the rounds by winner. A mark of the bead plate and of the big road names the
    winner, the total and the event (`dragon7`, `tiger8` or none) of its round; one of the big road
    also the ties on it. A mark of a derived road has its colour. `next` says what the derived roads
    would show next.
    """
    drawn = roads(results)
    return {
        "counts": _counts(results),
        "bead_plate": [
            {"column": mark.column, "row": mark.row, **_shown(mark.result)}
            for mark in drawn.bead_plate
        ],
        "big_road": [
            {"column": mark.column, "row": mark.row, "ties": mark.ties, **_shown(mark.result)}
            for mark in drawn.big_road
        ],
        "waiting_ties": drawn.waiting_ties,
        "big_eye_boy": _derived(drawn.big_eye_boy),
        "small_road": _derived(drawn.small_road),
        "cockroach_pig": _derived(drawn.cockroach_pig),
        "next": {"player": _preview(drawn.if_player), "banker": _preview(drawn.if_banker)},
    }


def _counts(results: Sequence[Result]) -> Mapping[str, int]:
    words = [result.winner.value for result in results]
    return {word: words.count(word) for word in ("player", "banker", "tie")}


def _shown(result: Result) -> Mapping[str, object]:
    event = "dragon7" if result.is_dragon7 else "tiger8" if result.is_tiger8 else None
    return {"winner": result.winner.value, "total": result.total, "event": event}


def _derived(marks: Sequence[DerivedMark]) -> list[Mapping[str, object]]:
    return [{"column": mark.column, "row": mark.row, "colour": mark.colour.value} for mark in marks]


def _preview(preview: Preview) -> Mapping[str, str | None]:
    return {
        name: None if colour is None else colour.value
        for name, colour in (
            ("big_eye_boy", preview.big_eye_boy),
            ("small_road", preview.small_road),
            ("cockroach_pig", preview.cockroach_pig),
        )
    }
