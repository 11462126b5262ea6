"""A browser as far as the pages' server notices: what it asks for, and the answer."""

import asyncio
import http.client
from collections.abc import Mapping
from dataclasses import dataclass

from tests.live.site import Live

PATIENCE = 120
"""Seconds after which something is wrong, however slow the machine."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; the headers' names are in small letters."""

    status: int
    headers: Mapping[str, str]
    text: str


async def get(live: Live, path: str, cookie: str = "") -> Answer:
    """The answer to a GET."""
    return await ask(live, "GET", path, cookie)


async def ask(live: Live, method: str, path: str, cookie: str = "", body: str = "", **headers: str) -> Answer:
    """The answer to a request; a body is a form's."""
    return await asked(live.web.server.port, method, path, cookie, body, **headers)


async def asked(
    port: int, method: str, path: str, cookie: str = "", body: str = "", **headers: str
) -> Answer:
    """The answer of whoever serves pages at that port."""
    if cookie:
        headers["Cookie"] = cookie
    if body:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    return await asyncio.to_thread(_asked, port, method, path, body, headers)


def _asked(port: int, method: str, path: str, body: str, headers: Mapping[str, str]) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, body or None, headers)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    told = {name.lower(): value for name, value in answer.getheaders()}
    connection.close()
    return Answer(answer.status, told, text)
