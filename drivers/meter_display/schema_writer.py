"""Writes the JSON Schemas of a sign's files, as editors read them, into `config/schema/`.

Run after a change of a model: `python -m drivers.meter_display.schema_writer`.
"""

from dealer_station.settings import config_directory, schema_bytes, write_schemas
from drivers.meter_display.settings import MeterDisplaySettings
from drivers.meter_display.simulator import SimulatorSettings


def schema_files() -> dict[str, bytes]:
    """Return file name -> JSON Schema: of the driver, and of the simulator."""
    return {
        "meter_display.schema.json": schema_bytes(MeterDisplaySettings),
        "meter_display_simulator.schema.json": schema_bytes(SimulatorSettings),
    }


if __name__ == "__main__":
    write_schemas(schema_files(), config_directory() / "schema")
