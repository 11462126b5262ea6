"""Paintfield by mail: tables to play at, challenges, and what hangs on mails."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from tests.table import Mail, Table, open_table

PAGES = "https://play.example.org"
AT = "2026-12-04 20:00"
"""The time that challenges agree on."""


@contextmanager
def table_with(base_url: str = "") -> Iterator[Table]:
    """A table whose mails link to pages there."""
    with open_table() as table:
        policy = replace(table.desk.policy, base_url=base_url)
        table.desk = replace(table.desk, policy=policy)
        yield table


def opened(
    table: Table, options: str = "", names: Sequence[str] = ("Ann", "Bob"), *, wishes: str = ""
) -> None:
    """A match that Max opened and started; `wishes` stand on the line that opens it."""
    seats = "\n".join(f"seat {name} {name.lower()}@example.net" for name in names)
    table.write("Max", f'open paintfield "Friday" {wishes}\n{options}\n{seats}\nstart', "1 09:00")


@contextmanager
def by_letter() -> Iterator[Table]:
    """Ann, Bob and Cid play by letter; the first leg is open for a day."""
    with table_with() as table:
        opened(table, "by = mail", ("Ann", "Bob", "Cid"))
        yield table


@contextmanager
def friends() -> Iterator[Table]:
    """Ann, Bob and Cid know each other from another match."""
    with table_with(PAGES) as table:
        opened(table, names=("Ann", "Bob", "Cid"))
        table.new()
        yield table


def receipt(table: Table, text: str, at: str = "1 12:00") -> str:
    """What Ann is answered to her orders."""
    table.answer(table.last("Ann", "leg"), text, at)
    assert table.letter().status == "done", table.letter().note
    return " ".join(table.last("Ann", "receipt").text.split())


def orders(table: Table) -> dict[str, str]:
    return dict(table.state().leg.orders)


def challenge(table: Table, words: str, at: str = "1 10:00") -> str:
    """What the receipt says to a challenge of Ann's."""
    table.write("Ann", f"challenge {words}", at, to=table.seat_address("Ann"))
    assert table.letter().status == "done", table.letter().note
    return " ".join(table.last("Ann", "receipt").text.split())


def event(mail: Mail) -> dict[str, str]:
    """The properties of the event that hangs on a mail, unfolded; each line is one that RFC 5545 allows."""
    raw = attachments(mail)["paintfield.ics"]
    lines = raw.split(b"\r\n")
    assert lines[-1] == b""
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, lines)) <= 75
    text = raw.decode().replace("\r\n ", "")
    alarm = re.search(r"BEGIN:VALARM.*END:VALARM\r\n", text, re.DOTALL)
    rows = (text.replace(alarm[0], "") if alarm else text).split("\r\n")
    return {name: value for name, _, value in (row.partition(":") for row in rows if row)}


def attachments(mail: Mail) -> dict[str, bytes]:
    """The files that hang on a mail."""
    parts = mail.message.iter_attachments()
    return {str(part.get_filename()): bytes(part.get_payload(decode=True)) for part in parts}
