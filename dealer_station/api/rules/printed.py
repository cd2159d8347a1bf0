"""The rules page as HTML for a player's terminal, a browser sign, or paper: no script, all escaped.

Every text comes from the page's content; only the few words around it stand here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Final
from urllib.parse import urlencode

from dealer_station.api.rules.schemas import (
    ParagraphShown,
    RulesShown,
    SectionShown,
    TableOfRules,
)
from dealer_station.house_rules.pages.figures import Language

STYLE: Final = (files(__package__) / "rules.css").read_text(encoding="utf-8")

PAGE_HEADERS: Final = {
    # No script, nothing from elsewhere; the icon is an empty one, so that no browser asks for it.
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
}

_SHORT: Final = 8
"""So many digits of a digest stand for it before people, as at the console."""


@dataclass(frozen=True, slots=True)
class _Labels:
    """The words around a page's content."""

    language: str
    rules: str
    table: str
    rule_set: str
    digest: str
    tables: str
    unknown: str


_LABELS: Final = {
    Language.EN: _Labels(
        language="English",
        rules="Rules of play",
        table="Table",
        rule_set="Rule set",
        digest="Hash (SHA-256)",
        tables="Tables",
        unknown="There is no such table here.",
    ),
    Language.PL: _Labels(
        language="Polski",
        rules="Zasady gry",
        table="Stół",
        rule_set="Zestaw zasad",
        digest="Skrót (SHA-256)",
        tables="Stoły",
        unknown="Nie ma tu takiego stołu.",
    ),
}


def printed_page(shown: RulesShown) -> str:
    """Return the page of one table."""
    labels = _LABELS[shown.language]
    rules = f"{shown.rule_set} · {shown.digest[:_SHORT]}"
    header = (
        f'<header><p class="product">{escape(labels.rules)}</p><h1>{escape(shown.title)}</h1>'
        f"<p>{escape(labels.table)} {escape(shown.table)} · {escape(shown.table_name)}</p>"
        f"<p>{escape(labels.rule_set)} {escape(rules)}</p>"
        f"{_other_languages(shown.language, shown.table)}</header>"
    )
    footer = (
        f"<footer><dl>{_fact(labels.table, f'{shown.table} · {shown.table_name}')}"
        f"{_fact(labels.rule_set, f'{shown.game} · {rules}')}"
        f"{_fact(labels.digest, shown.digest)}</dl></footer>"
    )
    main = "".join(_section(section) for section in shown.sections)
    title = f"{shown.title} · {shown.table_name} · {labels.rules}"
    return _document(shown.language, title, f"{header}<main>{main}</main>{footer}")


def list_of_tables(
    tables: Iterable[tuple[str, str]], language: Language, *, is_unknown: bool
) -> str:
    """Return a page that leads to the rules of each table, given as id and name.

    `is_unknown`: a table was asked for that is not there.
    """
    labels = _LABELS[language]
    items = "".join(
        f'<li><a href="{escape(_address(language, table_id))}">{escape(table_id)} · '
        f"{escape(name)}</a></li>"
        for table_id, name in tables
    )
    said = f'<p class="unknown">{escape(labels.unknown)}</p>' if is_unknown else ""
    header = f"<header><h1>{escape(labels.rules)}</h1>{_other_languages(language, None)}</header>"
    main = f"<main>{said}<h2>{escape(labels.tables)}</h2><ul>{items}</ul></main>"
    return _document(language, labels.rules, f"{header}{main}")


def _document(language: Language, title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="{language.value}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light"><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="/rules.css"><title>{escape(title)}</title></head>'
        f"<body>{body}</body></html>\n"
    )


def _address(language: Language, table_id: str | None) -> str:
    named = {} if table_id is None else {"table": table_id}
    return "/rules?" + urlencode({**named, "language": language.value})


def _other_languages(shown: Language, table_id: str | None) -> str:
    links = "".join(
        f'<a href="{escape(_address(other, table_id))}" lang="{other.value}" '
        f'hreflang="{other.value}">{escape(labels.language)}</a>'
        for other, labels in _LABELS.items()
        if other is not shown
    )
    return f"<nav>{links}</nav>"


def _fact(name: str, value: str) -> str:
    return f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"


def _section(section: SectionShown) -> str:
    heading = f"heading-{section.id}"
    parts = "".join(
        f"<p>{escape(part.text)}</p>" if isinstance(part, ParagraphShown) else _table(part)
        for part in section.parts
    )
    return (
        f'<section id="{escape(section.id)}" aria-labelledby="{escape(heading)}">'
        f'<h2 id="{escape(heading)}">{escape(section.heading)}</h2>{parts}</section>'
    )


def _table(table: TableOfRules) -> str:
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in table.head)
    return (
        f'<table class="{escape(table.about)}"><caption>{escape(table.caption)}</caption>'
        f"<thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(_line(line) for line in table.lines)}</tbody></table>"
    )


def _line(line: tuple[str, ...]) -> str:
    first, *others = line
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
    return f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
