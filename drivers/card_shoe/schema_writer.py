"""Writes the JSON Schemas of a card shoe's files, as editors read them, into `config/schema/`.

Run after a change of a model: `python -m drivers.card_shoe.schema_writer`.
"""

from dealer_station.settings import config_directory, schema_bytes, write_schemas
from drivers.card_shoe.settings import CardShoeSettings
from drivers.card_shoe.simulator import SimulatorSettings


def schema_files() -> dict[str, bytes]:
    """Return file name -> JSON Schema: of the driver, and of the simulator."""
    return {
        "card_shoe.schema.json": schema_bytes(CardShoeSettings),
        "card_shoe_simulator.schema.json": schema_bytes(SimulatorSettings),
    }


if __name__ == "__main__":
    write_schemas(schema_files(), config_directory() / "schema")
