"""`referee run` as an operator starts it: what its log says, and how it ends."""

import asyncio
import os
import re
import sys
from pathlib import Path

from tests.wire.conftest import REFEREE, EmbeddedInbox
from tests.wire.servers import PASSWORD

LINE = re.compile(r"\d{4}-\d\d-\d\d [\d:,]{12} (INFO|WARNING) (?P<words>.+)")
FROM_A_MACHINE = b"""From: Ann <ann@example.net>\r
To: referee@example.org\r
Subject: Out of office\r
Auto-Submitted: auto-replied\r
Message-ID: <1@example.net>\r
\r
I am away.\r
"""


def configured(folder: Path, inbox: EmbeddedInbox) -> list[str]:
    """The configuration, and the command that uses it."""
    account = f'host = "127.0.0.1"\ntls = "none"\nuser = "{REFEREE}"\npassword = "{PASSWORD}"\n'
    imap, smtp = inbox.imap.port, inbox.server.smtp_port
    sections = f"[imap]\n{account}port = {imap}\n[smtp]\n{account}port = {smtp}\n"
    (folder / "referee.toml").write_text(f'[mail]\naddress = "{REFEREE}"\n{sections}', "utf-8")
    return [str(Path(sys.executable).with_name("referee")), "run", "--config", str(folder / "referee.toml")]


async def test_the_log_tells_of_the_start_of_each_letter_and_of_the_end(
    embedded: EmbeddedInbox, tmp_path: Path
) -> None:
    await embedded.deliver(FROM_A_MACHINE)
    process = await asyncio.create_subprocess_exec(
        *configured(tmp_path, embedded), stderr=asyncio.subprocess.PIPE, env={**os.environ}
    )
    assert process.stderr is not None
    told = []
    async with asyncio.timeout(120):
        while line := (await process.stderr.readline()).decode("utf-8"):
            found = LINE.fullmatch(line.strip())
            assert found, line + (await process.stderr.read()).decode("utf-8")
            told.append(found["words"])
            if told[-1].startswith("letter "):
                process.terminate()
        assert await process.wait() == 0
    letter = told.pop(1)
    assert re.fullmatch(r"letter \d+/\d+: machine", letter), letter
    assert told == [f"started: {REFEREE} is read", "stopped"]
