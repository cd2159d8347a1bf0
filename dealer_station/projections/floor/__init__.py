"""The floor at one moment: tables, what waits for a person, meters, devices, alerts."""
