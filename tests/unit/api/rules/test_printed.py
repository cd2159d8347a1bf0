"""The rules as HTML: whole, escaped, without anything that runs, and well formed."""

import re
from html.parser import HTMLParser

import httpx
import pytest
from api_builders import TABLE, must

from dealer_station.api.rules.printed import PAGE_HEADERS, list_of_tables, printed_page
from dealer_station.api.rules.schemas import RulesShown, SectionShown
from dealer_station.house_rules.pages.figures import Language

VOID = {"meta", "link"}
NASTY = """<script>alert("1")</script> & 'x' "y" </td>"""


class Reading(HTMLParser):
    """What a browser reads: elements that close as they open, attributes, texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def page(client: httpx.Client, **params: str) -> Reading:
    answer = client.get("/rules", params=params)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    for name, value in PAGE_HEADERS.items():
        assert answer.headers[name] == value
    assert "set-cookie" not in answer.headers
    return Reading(answer.text)


@pytest.mark.parametrize("language", Language)
def test_every_text_of_the_rules_stands_on_the_page(
    client: httpx.Client, language: Language
) -> None:
    shown = must(client.get(f"/api/tables/{TABLE}/rules", params={"language": language.value}))
    read = page(client, table=TABLE, language=language.value)
    assert read.all("html")[0]["lang"] == language.value
    for section in shown["sections"]:
        assert section["heading"] in read.texts
        for part in section["parts"]:
            if part["kind"] == "paragraph":
                assert part["text"] in read.texts
            else:
                cells = [*part["head"], *(cell for line in part["lines"] for cell in line)]
                assert {part["caption"], *cells} <= set(read.texts)


def test_the_page_names_table_rule_set_and_hash_short_and_whole(client: httpx.Client) -> None:
    digest = must(client.get(f"/api/tables/{TABLE}/rules"))["digest"]
    read = page(client, table=TABLE)
    text = " ".join(read.texts)
    assert f"Table {TABLE} · Caribbean Stud 2" in text
    assert f"Rule set classic · {digest[:8]} " in text
    assert digest in read.texts


def test_each_language_leads_to_the_other_of_the_same_table(client: httpx.Client) -> None:
    for language, other in (("en", "pl"), ("pl", "en")):
        links = page(client, table=TABLE, language=language).all("a")
        (link,) = links
        assert (link["href"], link["hreflang"]) == (f"/rules?table={TABLE}&language={other}", other)
        assert client.get(str(link["href"])).status_code == 200


def test_nothing_runs_and_nothing_comes_from_elsewhere(client: httpx.Client) -> None:
    read = page(client, table=TABLE)
    names = {tag for tag, _ in read.tags}
    assert names.isdisjoint({"script", "style", "iframe", "img", "form", "object"})
    assert [
        name for _, attributes in read.tags for name in attributes if name.startswith("on")
    ] == []
    assert all("style" not in attributes for _, attributes in read.tags)
    hrefs = {str(link["href"]) for link in read.all("link")}
    assert hrefs == {"data:,", "/rules.css"}


def test_tables_have_captions_and_scopes_and_headings_are_named(client: httpx.Client) -> None:
    read = page(client, table=TABLE)
    names = [tag for tag, _ in read.tags]
    assert names.count("caption") == names.count("table") == names.count("thead") > 2
    assert {cell["scope"] for cell in read.all("th")} == {"col", "row"}
    assert names.count("h1") == names.count("main") == 1
    ids = [str(attributes["id"]) for _, attributes in read.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {section["aria-labelledby"] for section in read.all("section")} <= set(ids)


def test_what_a_house_has_written_is_escaped() -> None:
    section = SectionShown(id="one", heading=NASTY, parts=())
    shown = RulesShown(
        table=NASTY, table_name=NASTY, currency="USD", language=Language.EN, title=NASTY,
        game="baccarat", rule_set=NASTY, digest="0" * 64, sections=(section,),
    )  # fmt: skip
    for html in (
        printed_page(shown),
        list_of_tables([(NASTY, NASTY)], Language.EN, is_unknown=False),
    ):
        read = Reading(html)
        assert "script" not in {tag for tag, _ in read.tags}
        assert any(NASTY in text for text in read.texts)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_without_a_table_it_leads_to_each(client: httpx.Client, language: str) -> None:
    links = [str(link["href"]) for link in page(client, language=language).all("a")]
    assert links[-1] == f"/rules?table={TABLE}&language={language}"
    assert client.get(links[-1]).status_code == 200


@pytest.mark.parametrize("table", ["", "CS-9", NASTY])
def test_an_unknown_table_is_said_and_leads_to_those_there_are(
    client: httpx.Client, table: str
) -> None:
    answer = client.get("/rules", params={"table": table, "language": "pl"})
    assert answer.status_code == 404
    assert "Nie ma tu takiego stołu." in Reading(answer.text).texts
    assert NASTY not in answer.text


def test_the_style_is_served_and_names_nothing_else(client: httpx.Client) -> None:
    answer = client.get("/rules.css")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert not re.search(r"url\(|@import", answer.text)


@pytest.mark.parametrize("path", ["/rules", f"/rules?table={TABLE}", "/rules.css"])
def test_head_is_answered_without_a_body(client: httpx.Client, path: str) -> None:
    answer = client.head(path)
    assert (answer.status_code, answer.content) == (200, b"")


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_colour_of_words_has_contrast_on_every_ground(client: httpx.Client) -> None:
    style = client.get("/rules.css").text
    named = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", style))
    words = [named["ink"], named["quiet"], named["accent"], "#9c1c10"]
    for ground in ("#ffffff", named["stripe"]):
        for word in words:
            ratio = (luminance(ground) + 0.05) / (luminance(word) + 0.05)
            assert ratio >= 4.5, (word, ground)
