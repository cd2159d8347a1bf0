"""Writes the JSON Schemas of the acceptors' files, as editors read them, into `config/schema/`.

Run after a change of a model: `python -m drivers.bet_acceptor.schema_writer`.
"""

from dealer_station.settings import config_directory, schema_bytes, write_schemas
from drivers.bet_acceptor.settings import BetAcceptorSettings
from drivers.bet_acceptor.simulator import SimulatorSettings


def schema_files() -> dict[str, bytes]:
    """Return file name -> JSON Schema: of the driver, and of the simulator."""
    return {
        "bet_acceptor.schema.json": schema_bytes(BetAcceptorSettings),
        "bet_acceptor_simulator.schema.json": schema_bytes(SimulatorSettings),
    }


if __name__ == "__main__":
    write_schemas(schema_files(), config_directory() / "schema")
