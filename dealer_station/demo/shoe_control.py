"""The demo's hand at the simulated shoe."""

import time

from dealer_station.demo.control import PATIENCE_S, SimulatorControl


class ShoeControl(SimulatorControl):
    """Asks the simulated shoe for cards; tries again while the shoe or its driver is away."""

    def shuffle(self, seed: int, decks: int = 1) -> None:
        """Put fresh decks into the shoe, in the order of the seed."""
        self.ask(f"shuffle {seed} {decks}")

    def left(self) -> int:
        """Return how many cards have left the shoe."""
        return int(self.ask("status")["left"])

    def next_card(self) -> str:
        """Let the next card leave; returns how it reads."""
        number = self.left() + 1
        return str(self.ask(f"next {number}")["reads_as"])

    def draw(self, card: str) -> None:
        """Let a card by name leave: `Jo` a joker, `??` a damaged one."""
        before = self.left()
        deadline = time.monotonic() + PATIENCE_S
        while self.left() == before:
            if time.monotonic() > deadline:
                raise TimeoutError(f"the shoe does not give {card}: {self.complaint}")
            self.ask_once(f"draw {card}")
