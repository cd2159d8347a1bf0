"""The cards of a simulated shoe and the ledger of those that left it.

Knows shuffled decks and which cards are gone; does not know the wire. The ledger is a file of
JSON lines, one a card, synced to disk before the card is shown to the scanner: the independent
book against which the station's log is checked. `<ledger>.state` beside it holds the shuffle and
how far delivery got, so that the simulator may be killed at any moment as well.

| key of a ledger line | meaning |
| --- | --- |
| `number` | 1, 2, 3 … in the order in which cards left the shoe |
| `card` | what lies on the table: `As`, `Jo`, `CUT` |
| `symbol` | the text on the card, as the scanner sends it |
| `reads_as` | what a driver must make of it: the card, or `??` for a damaged symbol |
| `shuffle`, `seed`, `place` | which shuffle, its seed, and the place in it (null: drawn by name) |
| `left_at` | when, UTC milliseconds |
"""

import json
import os
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from dealer_station.cards.card import CUT, UNREADABLE, Card, CardNotationError
from drivers.link.errors import ProgramError

CODE_128: Final = 0x03
_DAMAGED: Final = "#?"


class ShoeError(ProgramError):
    """A card that cannot leave the shoe, or a ledger that cannot be read."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One card that left the shoe; the module's text explains the fields."""

    number: int
    card: str
    symbol: str
    reads_as: str
    shuffle: int
    seed: int
    place: int | None
    left_at: int


@dataclass(frozen=True, slots=True)
class _State:
    """What the ledger does not say. `shuffle` counts from 1."""

    shuffle: int = 0
    seed: int = 0
    decks: int = 1
    delivered: int = 0


def symbol_of(card: str) -> str:
    """Return the text that is printed on a card: `As` -> `AS`, `Th` -> `10H`, `Jo` -> `JOKER`."""
    if card == "Jo":
        return "JOKER"
    return card.upper().replace("T", "10") if card != CUT else CUT


def read_ledger(path: Path) -> tuple[LedgerEntry, ...]:
    """Return every whole line of a ledger, oldest first.

    A last line without its end was being written when the simulator died: that card never left.
    Raises ShoeError for any other damage.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    lines = text.splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    try:
        entries = tuple(LedgerEntry(**json.loads(line)) for line in whole)
    except (ValueError, TypeError) as error:
        raise ShoeError(f"{path}: {error}") from error
    for place, entry in enumerate(entries, start=1):
        if entry.number != place:
            raise ShoeError(f"{path}: line {place} is card {entry.number}")
    return entries


class SimulatedShoe:
    """Shuffled cards, drawn one by one, with their ledger."""

    def __init__(self, ledger: Path, *, seed: int = 0, decks: int = 1) -> None:
        self._path = ledger
        self._state_path = ledger.with_name(ledger.name + ".state")
        ledger.parent.mkdir(parents=True, exist_ok=True)
        self._entries = list(read_ledger(ledger))
        self._state = self._read_state()
        self._cut_torn_line()
        self._file = ledger.open("a", encoding="utf-8")
        if self._state.shuffle == 0:
            self.shuffle(seed, decks)
        else:
            self._cards = _shuffled(self._state.seed, self._state.decks)
        self._drawn = max(
            (e.place or 0 for e in self._entries if e.shuffle == self._state.shuffle), default=0
        )

    @property
    def entries(self) -> tuple[LedgerEntry, ...]:
        """Every card that left, oldest first."""
        return tuple(self._entries)

    @property
    def left(self) -> int:
        """How many cards have left the shoe."""
        return len(self._entries)

    @property
    def delivered(self) -> int:
        """How many of them the host has acknowledged."""
        return self._state.delivered

    @property
    def remaining(self) -> int:
        """How many cards of this shuffle are still in the shoe."""
        return len(self._cards) - self._drawn

    @property
    def undelivered(self) -> LedgerEntry | None:
        """The card that left and is not acknowledged yet."""
        return self._entries[-1] if self._state.delivered < len(self._entries) else None

    def shuffle(self, seed: int, decks: int = 1) -> None:
        """Put fresh decks in, in the order of the seed."""
        self._cards = _shuffled(seed, decks)
        self._drawn = 0
        self._write_state(_State(self._state.shuffle + 1, seed, decks, self._state.delivered))

    def draw(self, now_at: int, *, card: str | None = None, damaged: bool = False) -> LedgerEntry:
        """Let the next card leave, or a card by name; it stands in the ledger on return.

        Raises ShoeError when the shoe is empty or the name is no card.
        """
        place = None
        if card is None:
            if self._drawn >= len(self._cards):
                raise ShoeError("the shoe is empty")
            card, place = self._cards[self._drawn], self._drawn + 1
        elif card == UNREADABLE:
            damaged = True
        elif card != CUT:
            try:
                card = str(Card.parse(card))
            except CardNotationError as error:
                raise ShoeError(error.reason) from None
        number = len(self._entries) + 1
        symbol = f"{_DAMAGED}{number}" if damaged else symbol_of(card)
        entry = LedgerEntry(
            number=number,
            card=card,
            symbol=symbol,
            reads_as=UNREADABLE if damaged else card,
            shuffle=self._state.shuffle,
            seed=self._state.seed,
            place=place,
            left_at=now_at,
        )
        self._file.write(json.dumps(asdict(entry)) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._entries.append(entry)
        self._drawn = place or self._drawn
        return entry

    def deliver(self, number: int) -> None:
        """Note that the host has acknowledged card `number`, or that it is lost to the host."""
        state = self._state
        self._write_state(_State(state.shuffle, state.seed, state.decks, number))

    def close(self) -> None:
        """Close the ledger."""
        self._file.close()

    def _read_state(self) -> _State:
        try:
            content = json.loads(self._state_path.read_text(encoding="utf-8"))
            return _State(**content)
        except FileNotFoundError:
            return _State()
        except (ValueError, TypeError) as error:
            raise ShoeError(f"{self._state_path}: {error}") from error

    def _write_state(self, state: _State) -> None:
        """Replace the state file in one step."""
        self._state = state
        fresh = self._state_path.with_name(self._state_path.name + ".new")
        fresh.write_text(json.dumps(asdict(state)), encoding="utf-8")
        fresh.replace(self._state_path)

    def _cut_torn_line(self) -> None:
        """Remove a last line that was being written when the simulator died."""
        if not self._path.exists():
            return
        content = self._path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            self._path.write_bytes(whole)


def _shuffled(seed: int, decks: int) -> tuple[str, ...]:
    """Return the cards of some decks in the order of the seed, the next card first."""
    cards = [str(Card.from_index(index)) for index in range(52)] * decks
    # The order must repeat for a seed; no money hangs on a simulated shoe.
    random.Random(seed).shuffle(cards)  # noqa: S311 - see above
    return tuple(cards)
