"""How the built screens are served: caching, content security policy, a missing build."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from dealer_station.screens.mount import DIST, PAGES, mount_screens

ASSET = "assets/dealer-0a1b2c3d.js"


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    for name in set(PAGES.values()):
        (tmp_path / name).write_text("<!doctype html><title>page</title>")
    (tmp_path / ASSET).write_text("export {};")
    (tmp_path / "sources.sha256").write_text("not for the world")
    return tmp_path


def ask(dist: Path, path: str, method: str = "GET") -> httpx.Response:
    app = FastAPI()
    mount_screens(app, dist)

    async def request() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://station") as client:
            return await client.request(method, path)

    return asyncio.run(request())


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_pages_are_never_cached_and_bring_their_policy(dist: Path, path: str, method: str) -> None:
    answer = ask(dist, path, method)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    policy = dict(
        part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert not re.search("unsafe|data:|http|\\*", answer.headers["content-security-policy"])


def test_assets_are_cached_for_ever(dist: Path) -> None:
    answer = ask(dist, f"/{ASSET}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path", ["/assets/none.js", "/sources.sha256", "/assets/%2e%2e/sources.sha256", "/other"]
)
def test_nothing_else_is_served_and_no_miss_is_cached(dist: Path, path: str) -> None:
    answer = ask(dist, path)
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("cache-control", "")


@pytest.mark.parametrize("path", PAGES)
def test_a_missing_build_is_told_in_words(tmp_path: Path, path: str) -> None:
    answer = ask(tmp_path / "nowhere", path)
    assert answer.status_code == 503
    assert "not built" in answer.text
    assert "make install" in answer.text


def test_pages_are_no_part_of_the_api_document(dist: Path) -> None:
    app = FastAPI()
    mount_screens(app, dist)
    assert app.openapi()["paths"] == {}


def test_the_build_is_looked_for_beside_the_code() -> None:
    assert DIST.parent.name == "screens"
    assert (DIST.parent / "mount.py").is_file()
