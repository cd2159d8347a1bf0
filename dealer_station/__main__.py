"""Runs the command line: `python -m dealer_station`."""

from dealer_station.cli import main

if __name__ == "__main__":
    main()
