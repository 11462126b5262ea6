"""A token endpoint in a thread: it answers as told, and knows which tokens are good."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from referee.config import OAuth
from tests.wire.servers import HERE


class Endpoint:
    """What was asked, the next answers, and the token that each good answer gives (`token1`, `token2` …)."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        self.answers: list[tuple[int, bytes]] = []
        self.extra: dict[str, Any] = {"expires_in": 3600}
        self.revoked: set[str] = set()
        self.port = 0

    @property
    def given(self) -> int:
        """How many were given out."""
        return len(self.asked)

    def is_good(self, token: str) -> bool:
        """Whether the token was given out and not withdrawn."""
        numbered = (f"token{number}" for number in range(1, self.given + 1))
        return token in numbered and token not in self.revoked

    def settings(self, **more: Any) -> OAuth:
        """A configuration that asks here."""
        usual = {
            "client_id": "referee",
            "client_secret": "hush",
            "refresh_token": "again",
            "token_endpoint": f"http://{HERE}:{self.port}/token",
        }
        return OAuth.model_validate(usual | more)

    def answer(self, form: dict[str, str]) -> tuple[int, bytes]:
        """The status and the body for that form."""
        self.asked.append(form)
        if self.answers:
            return self.answers.pop(0)
        token = {"access_token": f"token{self.given}", "token_type": "Bearer"}
        return 200, json.dumps(token | self.extra).encode()

    def about(self, token: str) -> tuple[int, bytes]:
        """What a mail server is told that asks about a token."""
        return (200, b'{"username": "referee"}') if self.is_good(token) else (401, b"{}")


def refusal(error: str = "invalid_grant", said: str = "Token has been expired or revoked.") -> bytes:
    """The body of a refusal."""
    return json.dumps({"error": error, "error_description": said}).encode()


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    """An endpoint on a free port."""
    here = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            form = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._say(*here.answer(dict(parse_qsl(form))))

        def do_GET(self) -> None:
            self._say(*here.about(dict(parse_qsl(urlsplit(self.path).query)).get("access_token", "")))

        def _say(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            if status == 302:
                self.send_header("Location", f"http://{HERE}:{here.port}/elsewhere")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *told: object) -> None:
            return

    with ThreadingHTTPServer((HERE, 0), Handler) as server:
        here.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield here
        finally:
            server.shutdown()
            thread.join()
