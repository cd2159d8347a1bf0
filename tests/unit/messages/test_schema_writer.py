"""Generated documents: current, sound, and true of what is really sent."""

import json

import jsonschema
import pytest
import yaml
from message_samples import TOPICS, meter_v1, samples

from dealer_station.messages import schema_writer
from dealer_station.messages.contract import MESSAGES, OLDER_FORMS, model_of
from dealer_station.messages.topics import parse


def test_documents_in_the_tree_are_current():
    assert schema_writer.stale() == (), "run: python -m dealer_station.messages.schema_writer"


def test_drift_missing_and_left_over_files_are_named(tmp_path):
    schema_writer.write(tmp_path)
    assert schema_writer.stale(tmp_path) == ()
    (tmp_path / "Head.json").write_text("{}")
    (tmp_path / "Reply.json").unlink()
    (tmp_path / "Gone.json").write_text("{}")
    assert schema_writer.stale(tmp_path) == ("Gone.json", "Head.json", "Reply.json")
    schema_writer.write(tmp_path)
    assert schema_writer.stale(tmp_path) == ()


def test_command_line_checks_and_refuses_other_words(capsys):
    assert schema_writer.main(["--check"]) == 0
    assert schema_writer.main(["--frobnicate"]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    "message", [*samples().values(), meter_v1()], ids=lambda m: type(m).__name__
)
def test_real_messages_fit_their_generated_schema(message):
    name = f"{type(message).__name__}.json"
    schema = json.loads((schema_writer.SCHEMA_DIRECTORY / name).read_text())
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    payload = json.loads(message.to_bytes())
    validator.validate(payload)
    assert not validator.is_valid(payload | {"surprise": 1})
    for field in schema["required"]:
        assert not validator.is_valid({k: v for k, v in payload.items() if k != field})


def document():
    return yaml.safe_load((schema_writer.SCHEMA_DIRECTORY / "asyncapi.yaml").read_text())


def resolve(tree, reference):
    if reference.startswith("./"):
        return json.loads((schema_writer.SCHEMA_DIRECTORY / reference[2:]).read_text())
    node = tree
    for step in reference.removeprefix("#/").split("/"):
        node = node[step]
    return node


def references(node):
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_asyncapi_references_lead_somewhere():
    tree = document()
    found = list(references(tree))
    assert len(found) > 50
    for reference in found:
        assert resolve(tree, reference)


def test_asyncapi_names_every_message_and_every_parameter():
    tree = document()
    forms = (*MESSAGES, *(form for older in OLDER_FORMS.values() for form in older))
    assert set(tree["components"]["messages"]) == {form.__name__ for form in forms}
    for channel in tree["channels"].values():
        in_address = {
            level[1:-1] for level in channel["address"].split("/") if level.startswith("{")
        }
        assert in_address == set(channel["parameters"])
    used = {m for channel in tree["channels"].values() for m in channel["messages"]}
    assert used == set(tree["components"]["messages"])


def test_asyncapi_addresses_are_the_topics_of_the_contract():
    tree = document()
    for name, channel in tree["channels"].items():
        topic = channel["address"].replace("{", "").replace("}", "")
        parsed = parse(topic)
        model = model_of(parsed)
        assert model is not None
        forms = (model, *OLDER_FORMS.get(model, ()))
        assert list(channel["messages"]) == [form.__name__ for form in forms]
        operation = next(
            o for o in tree["operations"].values() if o["channel"]["$ref"] == f"#/channels/{name}"
        )
        # Only the newest form is sent.
        newest = f"#/channels/{name}/messages/{model.__name__}"
        assert operation["messages"] == [{"$ref": newest}]
        assert operation["bindings"]["mqtt"] == {"qos": 1, "retain": parsed.retained}


def test_station_sends_exactly_what_its_rights_allow():
    tree = document()
    writable = [filter_.split("/") for filter_ in TOPICS.station_rights().publish]
    for operation in tree["operations"].values():
        channel = resolve(tree, operation["channel"]["$ref"])
        levels = channel["address"].replace("{site}", "gardens").split("/")
        allowed = any(
            len(levels) == len(pattern)
            and all(p in ("+", level) for p, level in zip(pattern, levels, strict=True))
            for pattern in writable
        )
        assert allowed == (operation["action"] == "send")
