"""What all drivers share: transport, runner, journal, errors."""
