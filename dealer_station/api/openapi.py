"""The API's own document, and the list of its problems.

Errors are problem documents: their media type, and the two answers that any request may get, are
put into the generated document here, in one place.
"""

from collections.abc import Mapping
from typing import Any, Final, get_args

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from dealer_station.api.bettors.schemas import batch_schema
from dealer_station.api.dependencies import SESSION_COOKIE, UNATTENDED_HEADER
from dealer_station.api.ledger_texts import LEDGER_TEXTS, ledger_code
from dealer_station.api.problems import (
    MEDIA_TYPE,
    PROBLEMS,
    ForeignOrigin,
    InternalFault,
    LedgerRefused,
    Problem,
    Refused,
)
from dealer_station.api.refusal_texts import REFUSAL_TEXTS, RefusalText

_JSON: Final = "application/json"
_FIRST_PROBLEM: Final = 400
_CHANGING: Final = frozenset({"post", "put", "patch", "delete"})

_WORDS: Final[Mapping[type[Problem], Mapping[str, RefusalText]]] = {
    Refused: {reason.value: text for reason, text in REFUSAL_TEXTS.items()},
    LedgerRefused: {ledger_code(reason): text for reason, text in LEDGER_TEXTS.items()},
}
"""The words of the kinds whose words depend on the code."""

router = APIRouter(prefix="/api", tags=["operation"])


class ProblemListed(BaseModel):
    """One kind of problem: its code, its HTTP status and the words a person reads."""

    code: str
    status: int
    title: str
    detail: str
    meaning: str


@router.get("/problems")
def list_problems() -> list[ProblemListed]:
    """List every problem that the API can answer with; in details `{name}` is a fact."""
    return [listed for kind in PROBLEMS for listed in _listed(kind)]


def _listed(kind: type[Problem]) -> list[ProblemListed]:
    """Return the lines of one class, one for each of its codes."""
    fields = kind.model_fields
    meaning = " ".join((kind.__doc__ or "").split())
    status = fields["status"].default if not fields["status"].is_required() else 0
    if kind in _WORDS:
        return [
            ProblemListed(
                code=code, status=status, title=text.title, detail=text.detail, meaning=meaning
            )
            for code, text in _WORDS[kind].items()
        ]
    detail = "" if fields["detail"].is_required() else str(fields["detail"].default)
    return [
        ProblemListed(
            code=str(code),
            status=status,
            title=str(fields["title"].default),
            detail=detail,
            meaning=meaning,
        )
        for code in get_args(fields["code"].annotation)
    ]


class StationApp(FastAPI):
    """The application; its document is made by `api_document`."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document, made once."""
        if self.openapi_schema is None:
            self.openapi_schema = api_document(self)
        return self.openapi_schema


def api_document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of the application."""
    document = get_openapi(title=app.title, version=app.version, routes=app.routes)
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for kind in (ForeignOrigin, InternalFault):
        schemas[kind.__name__] = kind.model_json_schema(
            mode="serialization", ref_template="#/components/schemas/{model}"
        )
    schemas |= batch_schema()[1]
    document["components"]["securitySchemes"] = {
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": SESSION_COOKIE,
            "description": (
                "Ends when idle. A request with the header "
                f"{UNATTENDED_HEADER} is no use of it: a screen sends it with what it reads by "
                "itself."
            ),
        },
        "metrics_token": {"type": "http", "scheme": "bearer"},
    }
    for operations in document["paths"].values():
        for method, operation in operations.items():
            _complete(method, operation)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    return document


def _complete(method: str, operation: dict[str, Any]) -> None:
    """Add to one operation what every request may be answered."""
    answers: dict[str, Any] = operation["responses"]
    if "HTTPValidationError" in str(answers.get("422")):
        # The framework expects faults in any path; ours take every text, and say 404.
        del answers["422"]
    _allow(answers, InternalFault)
    if method in _CHANGING:
        _allow(answers, ForeignOrigin)
    if "401" in answers and "security" not in operation:
        operation["security"] = [{"session": []}]
    for status, answer in answers.items():
        content = answer.get("content", {})
        is_problem = "StationHealth" not in str(content)
        if int(status) >= _FIRST_PROBLEM and is_problem and content:
            (schema,) = content.values()
            answer["content"] = {MEDIA_TYPE: schema}


def _allow(answers: dict[str, Any], kind: type[Problem]) -> None:
    """Add a kind of problem to what an operation may answer with its status."""
    status = str(kind.model_fields["status"].default)
    reference = {"$ref": f"#/components/schemas/{kind.__name__}"}
    answer = answers.setdefault(
        status, {"description": (kind.__doc__ or "").strip(), "content": {_JSON: {"schema": {}}}}
    )
    media = answer["content"][_JSON]
    schema = media.get("schema") or {}
    if not schema:
        media["schema"] = reference
    elif "anyOf" in schema:
        schema["anyOf"].append(reference)
    else:
        media["schema"] = {"anyOf": [schema, reference]}
