"""Both halves of every transfer: what has left one record has arrived in another, as it left."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.ledger import AnyEvent
from dealer_station.progressive.recount import Difference, DifferenceKind


def unmatched_transfers(records: Mapping[str, Iterable[AnyEvent]]) -> tuple[Difference, ...]:
    """Compare both halves of every transfer between these progressives (id -> record)."""
    halves: dict[str, list[tuple[int, str, e.TransferEvent]]] = {}
    for progressive_id, events in records.items():
        for version, event in enumerate(events, start=1):
            if isinstance(event, e.TransferEvent):
                halves.setdefault(event.transfer_id, []).append((version, progressive_id, event))
    return tuple(
        Difference(
            DifferenceKind.TRANSFER,
            version,
            type(event).__name__,
            event.level_id,
            Account.TRANSFERS,
            Fraction(0),
            sum((_signed(one) for _, _, one in pair), Fraction(0)),
        )
        for pair in halves.values()
        if not _is_matched(pair)
        for version, _, event in pair
    )


def _signed(event: e.TransferEvent) -> Fraction:
    return event.amount if isinstance(event, e.MeterSent) else -event.amount


def _is_matched(pair: list[tuple[int, str, e.TransferEvent]]) -> bool:
    """Whether there is one half each way, of the same amount, and each names the other's place."""
    sent = [(where, one) for _, where, one in pair if isinstance(one, e.MeterSent)]
    received = [(where, one) for _, where, one in pair if isinstance(one, e.MeterReceived)]
    if len(sent) != 1 or len(received) != 1:
        return False
    (left, out), (arrived, back) = sent[0], received[0]
    return (
        out.amount == back.amount
        and (out.other_progressive_id, out.other_level_id) == (arrived, back.level_id)
        and (back.other_progressive_id, back.other_level_id) == (left, out.level_id)
    )
