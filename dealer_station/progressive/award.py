"""What a winning hand takes: fixed prizes, shares of the meter, the whole meter among winners.

Amounts are whole smallest units; everything a share does not divide stays in the meter, and what
the whole meter does not divide goes to the winner who is paid first (CS-G08).
"""

from dealer_station.money import split_equally


def equal_shares(
    meter_minor: int, seats: tuple[int, ...], minimum_minor: int
) -> tuple[tuple[int, int], ...]:
    """Share the whole meter among seats in payment order; each gets at least the minimum.

    The minimum is zero unless the rule set names one (CS-26, CS-D11).
    """
    shares = split_equally(meter_minor, len(seats))
    return tuple(
        (seat, max(share, minimum_minor)) for seat, share in zip(seats, shares, strict=True)
    )
