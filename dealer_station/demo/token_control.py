"""The demo's hand at the simulated acceptors: a player of a seat drops a token."""

from dealer_station.demo.control import SimulatorControl

ACCEPTED = "accepted"


class TokenControl(SimulatorControl):
    """Drops tokens; asks again while the simulator is away, and never drops one twice."""

    def drop(self, device: str) -> bool:
        """Drop a token into an acceptor; returns whether it took it, or gave it back."""
        number = int(self.ask(f"status {device}")["fallen"]) + 1
        return bool(self.ask(f"drop {device} {number}")["what"] == ACCEPTED)
