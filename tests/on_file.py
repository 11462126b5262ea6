"""Letters on file that say themselves what must come of them.

A folder of letters comes one after the other to a running match of Ann, Bob and Kim. Each says when it comes
(`X-Received-At`; `X-Tick`: the clock strikes before it comes) and, exactly:

- `X-Expect-Status`: what the ledger says of it;
- `X-Expect-Log`: the new entries of the match, nothing for none;
- `X-Expect-Mails`: the mails that are posted, by reader and kind, nothing for silence;
- `X-Expect-Says`: words that the mails say; `X-Expect-Silent-On`: words that none of them says.

`%Ann%` stands for the match and token of Ann's seat, `%Max%` for those of the moderator, `%ask%` for those
of the newest question, `%token Ann%` for the token alone, `%mail Ann start%` for the Message-ID of the mail
of that kind to her, `%altered Ann start%` for the same with one sign changed. A letter is vouched for only
if it bears itself what the operator's server wrote above it.
"""

import re
from datetime import datetime
from pathlib import Path

from referee.mail import mime
from tests.table import Mail, Table, spring

SEATS = ("Ann", "Bob", "Kim")
PLACE = re.compile(rb"%(?:(mail|altered|token) )?(\w+)(?: (\w+))?%")


def filled(table: Table, raw: bytes) -> bytes:
    """The letter with what its writer knows of tokens and mails."""

    def known(found: re.Match[bytes]) -> bytes:
        how, name, kind = ((piece or b"").decode() for piece in found.groups())
        if kind:
            id = table.last(name, kind).id
            return (id if how == "mail" else f"<{'b' if id[1] == 'a' else 'a'}{id[2:]}").encode()
        if name == "ask":
            asked = [mail for mail in table.mails() if mail.kind in ("mail/confirm", "mail/challenge")]
            return asked[-1].reply_to.partition("+")[2].partition("@")[0].encode()
        token = table.token(name, role="moderator" if name == "Max" else "seat")
        return (token if how == "token" else f"m1.{token}").encode()

    return PLACE.sub(known, raw)


def without_expectations(raw: bytes) -> bytes:
    """The letter as it was sent."""
    return re.sub(rb"(?m)^X-(?:Expect|Received-At|Game|Tick)[^\n]*\n(?:[ \t][^\n]*\n)*", b"", raw)


def fields(raw: bytes) -> dict[str, str]:
    """What the letter says of itself."""
    return {name: " ".join(value.split()) for name, value in mime.split(raw).headers.fields}


def letters(attack: Path) -> list[Path]:
    """The letters of an attack, in order."""
    return sorted(attack.glob("*.eml"))


def falls(table: Table, path: Path) -> dict[str, str]:
    """What came of one letter, in the words of its expectations."""
    raw = path.read_bytes()
    if "x-tick" in fields(raw):
        table.tick_to(datetime.fromisoformat(fields(raw)["x-tick"]))
    at = datetime.fromisoformat(fields(raw)["x-received-at"])
    before, rows = len(table.texts()), len(table.mails())
    status = table.deliver(filled(table, without_expectations(raw)).replace(b"\n", b"\r\n"), at)
    posted = table.mails()[rows:]
    return {
        "status": status,
        "log": " / ".join(table.texts()[before:]),
        "mails": " / ".join(f"{mail.to} {mail.kind}" for mail in posted),
        "text": " ".join(" ".join(f"{mail.subject} {mail.text}" for mail in posted).split()),
    }


def comes_to_what_it_says(folder: Path) -> None:
    """The letters of the folder come, and each comes to what it says."""
    game = fields(letters(folder)[0].read_bytes()).get("x-game", "paprika")
    with spring(*SEATS[: 2 if game == "rithmomachia" else 3], game=game) as table:
        for path in letters(folder):
            wanted, came = fields(path.read_bytes()), falls(table, path)
            for word in ("status", "log", "mails"):
                assert came[word] == wanted[f"x-expect-{word}"], (path.name, word, came)
            assert wanted.get("x-expect-says", "") in came["text"], (path.name, came["text"])
            if "x-expect-silent-on" in wanted:
                assert wanted["x-expect-silent-on"] not in came["text"], path.name
        for mail in table.mails():
            is_to_one_reader(table, mail)


def is_to_one_reader(table: Table, mail: Mail) -> None:
    """The mail has one recipient, who is registered or asked, and no field that a letter put into it."""
    names = [name.lower() for name in mail.message]
    assert names.count("to") == names.count("from") == names.count("subject") == 1
    assert not {"cc", "bcc"} & set(names)
    others = [table.token(seat) for seat in table.match().seats if mail.to != f"{seat.lower()}@example.net"]
    assert not any(token in mail.raw.decode() for token in others)
