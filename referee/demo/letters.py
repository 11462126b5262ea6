"""Letters as people's mail programs make them, and mails as these show them."""

from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from referee.demo.story import REFEREE, Person


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail that somebody has received."""

    message: EmailMessage

    @property
    def subject(self) -> str:
        """The subject as it is shown."""
        return str(self.message["Subject"] or "")

    @property
    def text(self) -> str:
        """The plain text."""
        part = self.message.get_body(("plain",))
        return "" if part is None else str(part.get_content()).replace("\r\n", "\n")


def opened(raw: bytes) -> Mail:
    """The mail in those bytes."""
    return Mail(message_from_bytes(raw, policy=SMTP))


def letter(writer: Person, at: datetime, text: str, number: int) -> EmailMessage:
    """A letter to the referee that answers nothing."""
    made = EmailMessage(policy=SMTP)
    made["From"] = writer.shown
    made["To"] = REFEREE.address
    made["Subject"] = "To the referee"
    made["Date"] = format_datetime(at)
    made["Message-ID"] = f"<{writer.name.lower()}.{number}@{writer.address.partition('@')[2]}>"
    made.set_content(text.strip() + "\n")
    return made


def reply(
    writer: Person, at: datetime, text: str, number: int, to: Mail, *, quoting: bool, under: str = ""
) -> EmailMessage:
    """An answer to a mail, sent to where that mail asks for it; the text stands below the line `under`."""
    said = text.strip()
    if under:
        said = f"{attributed(to)}\n{interleaved(to, said, under)}"
    elif quoting:
        said = f"{said}\n\n{attributed(to)}\n{quotation(to)}"
    made = letter(writer, at, said, number)
    made.replace_header("To", str(to.message["Reply-To"]))
    made.replace_header("Subject", f"Re: {to.subject}")
    made["In-Reply-To"] = made["References"] = str(to.message["Message-ID"])
    return made


def attributed(mail: Mail) -> str:
    """The line above a quotation that mail programs write."""
    at = mail.message["Date"].datetime
    return f"On {at:%a, %d %b %Y at %H:%M}, {REFEREE.name} <{REFEREE.address}> wrote:"


def quotation(mail: Mail) -> str:
    """The mail's text, quoted."""
    return "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())


def interleaved(mail: Mail, text: str, under: str) -> str:
    """The mail's text, quoted, with one's own below the line that has those words."""
    before, found, after = quotation(mail).partition(under)
    line, _, rest = after.partition("\n")
    return f"{before}{found}{line}\n{text}\n{rest}"
