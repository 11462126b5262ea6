"""Whether mail can be read and sent, and what happens to a letter with a forged proof on its way."""

import asyncio
import secrets
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from referee.app.ports import Fetched, Parcel
from referee.config import Account, Settings
from referee.doctor.findings import Finding, fail, ok, warn
from referee.doctor.house import SKEW
from referee.errors import RefereeError
from referee.mail.identity import plus_address
from referee.mail.imap import Mailbox
from referee.mail.letter import LetterReading
from referee.mail.mime import split
from referee.mail.oauth import Tokens
from referee.mail.smtp import Refused, Sender

FORGED_HOST = "forged.invalid"
WANTED = {
    "MOVE": "letters are copied and deleted instead of moved",
    "IDLE": "new mail is seen at the next poll only",
    "UIDPLUS": "moving may expunge other letters that are marked as deleted",
}


Ledger = Callable[[str], Fetched | None]


class Post:
    """The checks over IMAP and SMTP; `findings` grows as they are made.

    `filed` gives the letter of a Message-ID that a referee at work has taken meanwhile.
    """

    def __init__(self, settings: Settings, now: Callable[[], datetime], filed: Ledger) -> None:
        self._settings, self._now, self._filed = settings, now, filed
        self._tokens = Tokens(settings.oauth, now)
        self.findings: list[Finding] = []

    async def check(self, *, probe: bool, patience: float = 30.0) -> None:
        """Logs in on both sides; with `probe` a mail is sent to the referee's own mailbox and looked at."""
        sender = Sender(self._settings.smtp, timeout=20, tokens=self._of(self._settings.smtp))
        mailbox = Mailbox(self._settings.imap, timeout=20, tokens=self._of(self._settings.imap))
        can_send, can_read = await self._can_send(sender), await self._can_read(mailbox)
        try:
            if probe and can_send and can_read:
                await self._probe(sender, mailbox, patience)
        except RefereeError as error:
            self.findings.append(fail("probe", str(error)))
        finally:
            await sender.close()
            if can_read:
                await mailbox.close()

    def _of(self, account: Account) -> Tokens | None:
        return self._tokens if self._settings.oauth.serves(account) else None

    async def _can_send(self, sender: Sender) -> bool:
        smtp = self._settings.smtp
        try:
            await sender.check()
        except RefereeError as error:
            self.findings.append(fail("SMTP", f"{smtp.host}: {error} (see [smtp] in the configuration)"))
            return False
        self.findings.append(ok("SMTP", f"{smtp.host}:{smtp.usual_port} lets {smtp.user or 'us'} in"))
        self._warn_of_plain("SMTP", smtp)
        return True

    async def _can_read(self, mailbox: Mailbox) -> bool:
        imap = self._settings.imap
        try:
            await mailbox.connect()
        except RefereeError as error:
            self.findings.append(fail("IMAP", f"{error} (see [imap] in the configuration)"))
            return False
        where = f"{imap.host}:{imap.usual_port}"
        self.findings.append(ok("IMAP", f"{where} lets {imap.user} in and has {imap.mailbox}"))
        for name, without in WANTED.items():
            if name not in mailbox.capabilities:
                self.findings.append(warn("IMAP", f"the server has no {name}: {without}"))
        self._warn_of_plain("IMAP", imap)
        return True

    def _warn_of_plain(self, about: str, account: Account) -> None:
        if account.tls == "none" and account.user and account.host not in ("localhost", "127.0.0.1", "::1"):
            text = 'the password goes over the network in the clear; set tls = "implicit" or "starttls"'
            self.findings.append(warn(about, text))

    async def _probe(self, sender: Sender, mailbox: Mailbox, patience: float) -> None:
        """A forged letter; an honest one if the server doesn't let a forged one out."""
        before, to = await mailbox.newest(), self._own_address()
        for author in (f"doctor@{FORGED_HOST}", self._settings.mail.address):
            id = f"<{secrets.token_hex(16)}@{FORGED_HOST}>"
            try:
                parcel = Parcel(0, to, id, self._letter(author, id, to))
                await sender.send(parcel, self._settings.mail.address)
            except Refused as error:
                refused = error
                continue
            await self._look(await self._wait_for(id, mailbox, before, patience), author, mailbox, patience)
            return
        self.findings.append(fail("probe", f"a mail to {to} is refused: {refused}.{self._about_plus()}"))

    async def _look(self, arrived: Fetched | None, author: str, mailbox: Mailbox, patience: float) -> None:
        to = self._own_address()
        if arrived is None:
            text = f"a mail to {to} did not come within {patience:g} seconds.{self._about_plus()}"
            self.findings.append(fail("probe", text))
            return
        self.findings += [
            ok("probe", f"a mail to {to} goes out and comes in"),
            self._clock(arrived),
            *self._belief(arrived, author),
        ]
        await mailbox.move(arrived.uid, self._settings.imap.processed)

    def _about_plus(self) -> str:
        has_plus = self._settings.mail.plus_addressing
        return (
            " If your server knows no such addresses, set mail.plus_addressing = false." if has_plus else ""
        )

    def _own_address(self) -> str:
        mail = self._settings.mail
        if not mail.plus_addressing:
            return mail.address
        return plus_address(mail.address, mail.delimiter, "m0", "doctor22doctor22")

    def _letter(self, author: str, id: str, to: str) -> bytes:
        """It claims to be vouched for; a referee at work sees a machine's mail and doesn't answer."""
        made = EmailMessage(policy=SMTP)
        authserv_id = self._settings.identity.authserv_id or self._settings.mail.address.partition("@")[2]
        made["Authentication-Results"] = f"{authserv_id}; dmarc=pass header.from={author.partition('@')[2]}"
        made["From"] = author
        made["To"], made["Subject"], made["Message-ID"] = to, "A probe of referee doctor", id
        made["Date"], made["Auto-Submitted"] = format_datetime(self._now()), "auto-generated"
        made.set_content("A probe. It may be deleted.\n")
        return made.as_bytes()

    async def _wait_for(self, id: str, mailbox: Mailbox, after: int, patience: float) -> Fetched | None:
        """The probe once it is in the mailbox or the ledger, None if it isn't in time."""
        clock = asyncio.get_running_loop().time
        ends = clock() + patience
        while (left := ends - clock()) > 0:
            for fetched in await mailbox.fetch_after(after):
                after = fetched.uid
                if split(fetched.raw).headers.first("message-id") == id:
                    return fetched
            if (taken := self._filed(id)) is not None:
                return taken
            await mailbox.idle(min(left, 2), asyncio.Event())
        return None

    def _clock(self, arrived: Fetched) -> Finding:
        skew = arrived.received_at - self._now()
        if abs(skew) > SKEW:
            seconds = int(skew.total_seconds())
            return fail(
                "clock", f"the mail server's is {seconds} seconds ahead of it; set this machine's clock"
            )
        return ok("clock", f"it agrees with the mail server's within {SKEW.seconds // 60} minutes")

    def _belief(self, arrived: Fetched, author: str) -> list[Finding]:
        """Whether the forged claim is believed, and what the server calls itself."""
        name = self._settings.identity.authserv_id
        if not name:
            found = own_name(arrived.raw)
            text = f"the mail server calls itself {found}; that could be identity.authserv_id"
            return [ok("trust", text)] if found else []
        if not author.endswith(FORGED_HOST):
            return []
        if LetterReading(self._settings.mail.address, authserv_id=name)(arrived.raw).authenticated:
            text = f"a forged Authentication-Results of {name} is believed; unset identity.authserv_id"
            return [fail("trust", text)]
        return [ok("trust", f"a forged Authentication-Results of {name} is not believed")]


def own_name(raw: bytes) -> str:
    """The name in an Authentication-Results that stands above the first Received, "" if there is none."""
    for name, value in split(raw).headers.fields:
        if name == "received":
            return ""
        if name == "authentication-results":
            return value.partition(";")[0].split()[0] if value.partition(";")[0].strip() else ""
    return ""
