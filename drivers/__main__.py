"""The command line of the drivers: `dealer-driver`."""


def main() -> None:
    """Start a driver or a simulator."""


if __name__ == "__main__":
    main()
