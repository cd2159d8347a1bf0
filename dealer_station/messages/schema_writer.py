"""Writes the contract as documents: one JSON Schema a message, and an AsyncAPI 3 document.

``python -m dealer_station.messages.schema_writer`` writes them into ``messages/schema/``;
``--check`` writes nothing and ends with 1 if one of them is not current.
"""

import json
import sys
from itertools import chain
from pathlib import Path
from typing import Any, Final

import yaml

from dealer_station.messages.bet_acceptor import LAMP, WINDOW
from dealer_station.messages.contract import MESSAGES, OLDER_FORMS, model_of
from dealer_station.messages.meter_display import SHOWN
from dealer_station.messages.topics import (
    CommandVerb,
    DeviceAddress,
    DeviceKind,
    EventKind,
    Topics,
    parse,
)

SCHEMA_DIRECTORY: Final = Path(__file__).parent / "schema"
"""Where the documents stand."""

_ASYNCAPI: Final = "asyncapi.yaml"
_FORMS: Final = (*MESSAGES, *chain.from_iterable(OLDER_FORMS.values()))
_SCHEMA_FORMAT: Final = "application/schema+json;version=draft-2020-12"

# Names that stand for any name while the real builder makes the addresses below; each is turned
# into a parameter of the document.
_SITE, _TABLE, _DEVICE, _DRIVER, _PROGRESSIVE = "SITE", "TABLE", "DEVICE", "DRIVER", "PROGRESSIVE"
_PARAMETERS: Final = {
    _SITE: "Name of the house or room.",
    _TABLE: "Name of the table.",
    _DEVICE: "Name of the device, unique among its kind at its table.",
    _DRIVER: "Name of the driver, the program that owns one line.",
    _PROGRESSIVE: "Name of the progressive.",
}


def _channels() -> dict[str, tuple[str, bool]]:
    """Channel name -> example topic, and whether the station sends it."""
    topics = Topics(_SITE)
    channels: dict[str, tuple[str, bool]] = {
        "driverState": (topics.driver_state(_TABLE, _DRIVER), False),
        "tableView": (topics.view(_TABLE), True),
        "tableAlive": (topics.alive(_TABLE), True),
        "progressiveMeter": (topics.meter(_PROGRESSIVE), True),
    }
    for kind in DeviceKind:
        device = DeviceAddress(_TABLE, kind, _DEVICE)
        found = {
            "State": (topics.device_state(device), False),
            "Birth": (topics.birth(device), False),
            "Head": (topics.head(device), False),
            "Reply": (topics.reply(device), False),
            "ReportedLink": (topics.reported(device, "link"), False),
            "ReportedShown": (topics.reported(device, SHOWN), False),
            "Acknowledged": (topics.acknowledged(device), True),
            "DesiredWindow": (topics.desired(device, WINDOW), True),
            "DesiredLamp": (topics.desired(device, LAMP), True),
            **{f"Event{e.capitalize()}": (topics.event(device, e), False) for e in EventKind},
            **{f"Command{_camel(v)}": (topics.command(device, v), True) for v in CommandVerb},
        }
        start = _camel(kind)
        channels |= {f"{start[0].lower()}{start[1:]}{name}": row for name, row in found.items()}
    return {name: row for name, row in channels.items() if model_of(parse(row[0])) is not None}


def _camel(words: str) -> str:
    """``self_test`` -> ``SelfTest``."""
    return "".join(word.capitalize() for word in words.split("_"))


def _address(topic: str) -> tuple[str, dict[str, Any]]:
    """Turn the stand-in names of an example topic into parameters."""
    levels = topic.split("/")
    used = [level for level in levels if level in _PARAMETERS]
    address = "/".join(f"{{{n.lower()}}}" if n in _PARAMETERS else n for n in levels)
    return address, {n.lower(): {"description": _PARAMETERS[n]} for n in used}


def asyncapi() -> dict[str, Any]:
    """The AsyncAPI document, seen from the station: it receives what drivers send."""
    channels: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    for name, (topic, is_sent) in _channels().items():
        parsed = parse(topic)
        model = model_of(parsed)
        assert model is not None, topic
        address, parameters = _address(topic)
        message = model.__name__
        channels[name] = {
            "address": address,
            "description": _first_sentence(model.__doc__),
            "parameters": parameters,
            "messages": {
                form.__name__: {"$ref": f"#/components/messages/{form.__name__}"}
                for form in (model, *OLDER_FORMS.get(model, ()))
            },
        }
        verb = "send" if is_sent else "receive"
        operations[f"{verb}{name[0].upper()}{name[1:]}"] = {
            "action": verb,
            "channel": {"$ref": f"#/channels/{name}"},
            "messages": [{"$ref": f"#/channels/{name}/messages/{message}"}],
            "bindings": {"mqtt": {"qos": 1, "retain": parsed.retained}},
        }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Dealer Station over MQTT",
            "version": "1.0.0",
            "description": "What station and drivers say to each other. QoS 1 throughout; "
            "MQTT 3.1.1 is enough.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": operations,
        "components": {
            "messages": {
                model.__name__: {
                    "name": model.__name__,
                    "summary": _first_sentence(model.__doc__),
                    "contentType": "application/json",
                    "payload": {
                        "schemaFormat": _SCHEMA_FORMAT,
                        "schema": {"$ref": f"./{model.__name__}.json"},
                    },
                }
                for model in _FORMS
            }
        },
    }


def _first_sentence(text: str | None) -> str:
    """The first paragraph of a docstring in one line."""
    assert text, "every message says what it is"
    return " ".join(text.split("\n\n")[0].split())


def documents() -> dict[str, bytes]:
    """Every generated document: file name -> content."""
    found = {
        f"{model.__name__}.json": json.dumps(
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                **model.model_json_schema(mode="validation"),
            },
            indent=2,
        ).encode()
        + b"\n"
        for model in _FORMS
    }
    text = yaml.safe_dump(asyncapi(), sort_keys=False, allow_unicode=True, width=100)
    start = "# Generated by dealer_station.messages.schema_writer; do not edit.\n"
    return {**found, _ASYNCAPI: (start + text).encode()}


def stale(directory: Path = SCHEMA_DIRECTORY) -> tuple[str, ...]:
    """Names of documents that are missing, outdated, or left over."""
    wanted = documents()
    present = {path.name: path.read_bytes() for path in directory.glob("*") if path.is_file()}
    return tuple(sorted(name for name in wanted | present if wanted.get(name) != present.get(name)))


def write(directory: Path = SCHEMA_DIRECTORY) -> None:
    """Write every document and remove what is left over."""
    directory.mkdir(parents=True, exist_ok=True)
    wanted = documents()
    for path in directory.glob("*"):
        if path.is_file() and path.name not in wanted:
            path.unlink()
    for name, content in wanted.items():
        (directory / name).write_bytes(content)


def main(arguments: list[str]) -> int:
    """Write the documents, or with ``--check`` say which are not current (then 1)."""
    if arguments == ["--check"]:
        outdated = stale()
        for name in outdated:
            sys.stderr.write(f"not current: {name}\n")
        return 1 if outdated else 0
    if arguments:
        sys.stderr.write("usage: schema_writer [--check]\n")
        return 2
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
