import json
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from dealer_station.api.ledger_texts import ledger_code
from dealer_station.api.problems import PROBLEMS
from dealer_station.api.refusal_texts import REFUSAL_TEXTS
from dealer_station.people.rights import COMMAND_RIGHTS
from dealer_station.progressive.refusals import LedgerRefusalReason

LEVEL = "/api/progressives/{progressive_id}/levels/{level_id}"
CHANGES_OF_A_LEVEL = ("approvals", "changes", "readings")


@pytest.fixture
def document(client: httpx.Client) -> dict[str, Any]:
    """The API's document as it is served."""
    content: dict[str, Any] = client.get("/api/openapi.json").json()
    return content


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_document_names_every_endpoint(document: dict[str, Any]) -> None:
    assert {(method, path) for method, path, _ in operations(document)} == {
        ("post", "/api/session"),
        ("get", "/api/session"),
        ("delete", "/api/session"),
        ("post", "/api/approvals"),
        ("get", "/api/tables"),
        ("get", "/api/tables/{table_id}"),
        ("post", "/api/tables/{table_id}/commands"),
        ("post", "/api/tables/{table_id}/batches"),
        ("get", "/api/tables/{table_id}/bettors"),
        ("get", "/api/tables/{table_id}/bettors/{number}"),
        ("get", "/api/tables/{table_id}/rules"),
        ("get", "/api/signage/{progressive}"),
        ("get", "/api/signage/tables/{table_id}"),
        ("get", "/api/tables/{table_id}/rounds"),
        ("get", "/api/tables/{table_id}/rounds/{number}"),
        ("get", "/api/tables/{table_id}/rounds/{number}/bettors/{bettor}"),
        ("get", "/api/tables/{table_id}/seats/{seat}/history"),
        ("get", "/api/floor"),
        ("get", "/api/progressives"),
        ("get", "/api/progressives/{progressive_id}/movements"),
        *(("post", f"{LEVEL}/{change}") for change in CHANGES_OF_A_LEVEL),
        ("get", "/api/devices"),
        ("get", "/api/log"),
        ("get", "/health"),
        ("get", "/metrics"),
        ("get", "/api/problems"),
    }


def test_every_error_is_a_problem_document(document: dict[str, Any]) -> None:
    for method, path, operation in operations(document):
        for status, answer in operation["responses"].items():
            if int(status) < 400 or path == "/health":
                continue
            assert list(answer["content"]) == ["application/problem+json"], (method, path, status)
    assert "HTTPValidationError" not in json.dumps(document)


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    names = set(document["components"]["schemas"])
    text = json.dumps(document)
    for piece in text.split('"#/components/schemas/')[1:]:
        assert piece.split('"')[0] in names
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_command_is_told_apart_by_its_name(document: dict[str, Any]) -> None:
    operation = document["paths"]["/api/tables/{table_id}/commands"]["post"]
    body = operation["requestBody"]["content"]["application/json"]["schema"]
    assert body["discriminator"]["propertyName"] == "command"
    assert set(body["discriminator"]["mapping"]) == set(COMMAND_RIGHTS)


def test_what_needs_a_session_says_so(document: dict[str, Any]) -> None:
    secured = {(m, p) for m, p, operation in operations(document) if "security" in operation}
    assert ("post", "/api/tables/{table_id}/commands") in secured
    assert ("get", "/health") not in secured
    assert ("get", "/api/signage/{progressive}") not in secured
    assert ("get", "/api/signage/tables/{table_id}") not in secured


def test_the_problems_are_listed_in_one_place(client: httpx.Client) -> None:
    listed = client.get("/api/problems").json()
    codes = [item["code"] for item in listed]
    assert len(codes) == len(set(codes))
    assert set(REFUSAL_TEXTS) < set(codes)
    assert {ledger_code(reason) for reason in LedgerRefusalReason} < set(codes)
    assert {"signed_out", "stale_round", "stale_version", "approval_other_act"} < set(codes)
    assert len({item["meaning"] for item in listed}) == len(PROBLEMS)
