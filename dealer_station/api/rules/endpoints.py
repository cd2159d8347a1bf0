"""The rules of a table for everybody, without a sign-in: as content, and as a page to print."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from dealer_station.api.dependencies import ServicesDep, table_of
from dealer_station.api.problems import BadInput, NotFound, responses
from dealer_station.api.rules.desk import RulesDesk
from dealer_station.api.rules.printed import PAGE_HEADERS, STYLE, list_of_tables
from dealer_station.api.rules.schemas import RulesShown
from dealer_station.house_rules.pages.figures import Language

router = APIRouter(tags=["rules"])

_STYLE_HEADERS: Final = {"Cache-Control": "no-cache"}
_READ: Final = ["GET", "HEAD"]

LanguageQuery = Annotated[Language, Query(description="The language of the page.")]


@router.get(
    "/api/tables/{table_id}/rules",
    response_model=RulesShown,
    responses=responses(NotFound, BadInput),
)
def show_rules(
    table_id: str, services: ServicesDep, request: Request, language: LanguageQuery = Language.EN
) -> Response:
    """Show the rules in force at a table: limits, paytables and what happens in which case.

    Made from the rule set that the table plays by; every player may read it.
    """
    desk: RulesDesk = request.app.state.rules_desk
    kept = desk.of(table_of(services, table_id), language)
    return Response(kept.content, media_type="application/json")


@router.api_route("/rules", methods=_READ, include_in_schema=False)
def print_rules(
    services: ServicesDep,
    request: Request,
    table: str | None = None,
    language: LanguageQuery = Language.EN,
) -> Response:
    """Show the same as a page of its own; without a table, or an unknown one, lead to each."""
    served = services.tables.get(table or "")
    if served is not None:
        desk: RulesDesk = request.app.state.rules_desk
        return HTMLResponse(desk.of(served, language).html, headers=PAGE_HEADERS)
    names = [(each.table_id, each.name) for each in services.tables.values()]
    return HTMLResponse(
        list_of_tables(names, language, is_unknown=table is not None),
        status_code=200 if table is None else 404,
        headers=PAGE_HEADERS,
    )


@router.api_route("/rules.css", methods=_READ, include_in_schema=False)
def style_of_rules() -> Response:
    """Give the page's style."""
    return Response(STYLE, media_type="text/css", headers=_STYLE_HEADERS)
