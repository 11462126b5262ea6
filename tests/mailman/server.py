"""Mailman 3 in a temporary folder on free ports, with one list, for as long as a block lasts."""

import base64
import contextlib
import os
import shutil
import smtplib
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.wire.servers import HERE, free_ports

LIST = "games@lists.example.net"
LIST_ID = "games.lists.example.net"
MOST_TRIES = 480
"""Half a second each: within that time it answers, however busy the machine is."""
UNUSED = ("archive", "bad", "command", "digest", "nntp", "task", "virgin")


@dataclass(frozen=True)
class Mailman:
    """A running Mailman: posts go to its LMTP port."""

    lmtp: int
    rest: int

    def post(self, sender: str, raw: bytes) -> None:
        """Somebody's mail to the list."""
        with smtplib.LMTP(HERE, self.lmtp, timeout=60) as client:
            client.sendmail(sender, [LIST], raw)

    def ask(self, method: str, path: str, **fields: object) -> bytes:
        """What its REST interface says."""
        data = urllib.parse.urlencode(fields).encode() if fields else None
        request = urllib.request.Request(f"http://{HERE}:{self.rest}/3.1/{path}", data, method=method)
        key = base64.b64encode(b"restadmin:restpass").decode()
        request.add_header("Authorization", f"Basic {key}")
        with urllib.request.urlopen(request, timeout=60) as answer:
            said: bytes = answer.read()
            return said

    def subscribe(self, *addresses: str) -> None:
        """Members from now on."""
        ready = dict.fromkeys(("pre_verified", "pre_confirmed", "pre_approved"), True)
        for address in addresses:
            self.ask("POST", "members", list_id=LIST_ID, subscriber=address, **ready)


@contextmanager
def mailman(program: Path, folder: Path, smtp: int) -> Iterator[Mailman]:
    """Mailman that hands its mails to that SMTP port; only what was started here is stopped."""
    lmtp, rest = free_ports(2)
    configuration = folder / "mailman.cfg"
    configuration.write_text(_configuration(folder, lmtp, rest, smtp))
    environment = {**os.environ, "MAILMAN_CONFIG_FILE": str(configuration)}
    command = [str(program.with_name("master"))]
    with (
        (folder / "output").open("wb") as output,
        subprocess.Popen(command, env=environment, cwd=folder, stdout=output, stderr=output) as process,
    ):
        try:
            running = Mailman(lmtp, rest)
            _wait(running, process)
            _make_list(running)
            yield running
        finally:
            process.terminate()
    shutil.rmtree(folder, ignore_errors=True)


def _configuration(folder: Path, lmtp: int, rest: int, smtp: int) -> str:
    unused = "".join(f"[runner.{name}]\nstart: no\n" for name in UNUSED)
    return f"""[mailman]
site_owner: owner@lists.example.net
layout: test
[paths.test]
var_dir: {folder}/var
[database]
url: sqlite:///{folder}/mailman.db
[mta]
incoming: mailman.mta.null.NullMTA
smtp_host: {HERE}
smtp_port: {smtp}
lmtp_host: {HERE}
lmtp_port: {lmtp}
[webservice]
hostname: {HERE}
port: {rest}
workers: 1
{unused}"""


def _wait(running: Mailman, process: "subprocess.Popen[bytes]") -> None:
    """Until both of its ports answer; an error if it ends instead."""
    for _ in range(MOST_TRIES):
        with contextlib.suppress(OSError, smtplib.SMTPException):
            running.ask("GET", "system/versions")
            smtplib.LMTP(HERE, running.lmtp, timeout=60).quit()
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            raise AssertionError(f"Mailman ended with {process.wait(timeout=0.5)}")
    raise AssertionError("Mailman doesn't answer")


def _make_list(running: Mailman) -> None:
    """A list that puts itself into the From of every post."""
    running.ask("POST", "domains", mail_host=LIST.partition("@")[2])
    running.ask("POST", "lists", fqdn_listname=LIST)
    settings = {
        "dmarc_mitigate_action": "munge_from",
        "dmarc_mitigate_unconditionally": True,
        "default_member_action": "accept",
        "send_welcome_message": False,
        "subject_prefix": "[Games] ",
    }
    running.ask("PATCH", f"lists/{LIST_ID}/config", **settings)
