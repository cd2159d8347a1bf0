"""The command line: `dealer-station`."""


def main() -> None:
    """Run one command of the station."""
