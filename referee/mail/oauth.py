"""Access tokens instead of passwords: asked for at the token endpoint, renewed before they end."""

import asyncio
import json
import logging
import os
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import datetime, timedelta
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from referee.config import OAuth
from referee.errors import RefereeError

EARLY = timedelta(minutes=5)
"""A token that ends sooner is renewed before it is used."""
USUAL_LIFE = 3600
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(minutes=30)
MAX_ANSWER = 65536

Window = tuple[datetime, datetime]

log = logging.getLogger(__name__)


class TokenError(RefereeError):
    """There is no access token now."""


class TokenUnavailable(TokenError):
    """The token endpoint can't be reached or makes no sense; later it may."""


class TokenRefused(TokenError):
    """The token endpoint gives this referee no token: the operator has to do something."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Secrets go to the configured address and nowhere else."""

    def redirect_request(self, *told: Any) -> None:
        return None


def post(url: str, form: bytes, timeout: float) -> tuple[int, bytes]:
    """Status and body of the answer to a form; OSError or HTTPException if there is none."""
    request = urllib.request.Request(url, data=form, headers={"Accept": "application/json"})
    try:
        with urllib.request.build_opener(_NoRedirects).open(request, timeout=timeout) as answer:
            assert isinstance(answer, HTTPResponse)
            return answer.status, answer.read(MAX_ANSWER)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(MAX_ANSWER)


class Tokens:
    """The access token of the referee's account, shared by all its connections."""

    def __init__(self, settings: OAuth, now: Callable[[], datetime], *, timeout: float = 30.0) -> None:
        self._settings, self._now, self._timeout = settings, now, timeout
        self._token, self._renewed = "", ""
        self._good: Window | None = None
        self._failed: TokenError | None = None
        self._barred: Window | None = None
        self._wait = FIRST_WAIT
        self._lock = asyncio.Lock()

    async def token(self) -> str:
        """A token that is good for some minutes; TokenError when there is none, not asking too often."""
        async with self._lock:
            now = self._now()
            if not _is_within(self._good, now):
                if self._failed is not None and _is_within(self._barred, now):
                    raise self._failed
                await self._renew(now)
            return self._token

    def forget(self) -> None:
        """A server has refused the token: the next one is a new one."""
        self._good = None

    async def _renew(self, now: datetime) -> None:
        try:
            answer = await asyncio.to_thread(self._ask)
        except TokenError as error:
            self._failed, self._barred = error, (now, now + self._wait)
            self._wait = min(self._wait * 2, LONGEST_WAIT)
            raise
        self._failed, self._wait = None, FIRST_WAIT
        self._token = answer["access_token"]
        self._good = (now, now + _use(answer.get("expires_in")))

    def _ask(self) -> dict[str, Any]:
        """What the endpoint answers to the refresh token; a new refresh token in it is kept."""
        form = {
            "grant_type": "refresh_token",
            "client_id": self._settings.client_id,
            "client_secret": self._settings.secret(),
            "refresh_token": self._renewed or self._settings.refresh(),
            "scope": self._settings.scope,
        }
        coded = urlencode({name: value for name, value in form.items() if value}).encode("ascii")
        try:
            status, body = post(self._settings.token_endpoint, coded, self._timeout)
        except (OSError, HTTPException) as error:
            raise TokenUnavailable(f"The token endpoint can't be reached: {_line(error)}.") from None
        answer = _answer(status, body)
        self._keep(answer.get("refresh_token"), form["refresh_token"])
        return answer

    def _keep(self, renewed: object, old: str) -> None:
        if not isinstance(renewed, str) or renewed in ("", old):
            return
        self._renewed, file = renewed, self._settings.refresh_token_file
        if file is None:
            log.warning("The refresh token was renewed; name a refresh_token_file, so that it can be kept.")
            return
        try:
            _write(file, renewed)
        except OSError as error:
            log.warning("The renewed refresh token can't be written to %s: %s", file, error)


def _is_within(window: Window | None, now: datetime) -> bool:
    """Whether it is that time; a clock that was put back is outside too."""
    return window is not None and window[0] <= now < window[1]


def _write(file: Path, text: str) -> None:
    """Puts the text in the file's place at once, readable by its owner only."""
    new = file.with_name(f"{file.name}.new")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as written:
        written.write(f"{text}\n")
    new.replace(file)


def _use(life: object) -> timedelta:
    """How long a token of that many seconds is used: until shortly before its end."""
    told = str(life)
    seconds = int(told) if told.isdecimal() and len(told) < 8 else USUAL_LIFE
    whole = timedelta(seconds=seconds)
    return max(whole - EARLY, whole / 2)


def _answer(status: int, body: bytes) -> dict[str, Any]:
    """The endpoint's answer if it holds a token; TokenError."""
    try:
        answer = json.loads(body)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise TokenUnavailable(f"The token endpoint answers {status} and no JSON.")
    told = _line(" ".join(str(answer[key]) for key in ("error", "error_description") if key in answer))
    if status in (400, 401, 403) and answer.get("error") != "temporarily_unavailable":
        raise TokenRefused(f"The token endpoint refuses a token: {told or status}.")
    token = answer.get("access_token")
    if status != 200 or not isinstance(token, str) or not token.isascii() or not token.isprintable():
        raise TokenUnavailable(f"The token endpoint answers {status} and no token: {told or 'no reason'}.")
    return answer


def _line(told: object) -> str:
    return (" ".join(str(told).split()) or type(told).__name__)[:300].rstrip(".")
