"""Writes the JSON Schema of a table's file, as editors read it: `config/schema/table.schema.json`.

Run after a change of the model: `python -m dealer_station.house_rules.schema_writer`.
"""

from dealer_station.house_rules.tables import TableFile
from dealer_station.settings import config_directory, schema_bytes, write_schemas


def schema_files() -> dict[str, bytes]:
    """Return file name -> JSON Schema."""
    return {"table.schema.json": schema_bytes(TableFile)}


if __name__ == "__main__":
    write_schemas(schema_files(), config_directory() / "schema")
