"""Whatever players and moderators write, in whatever order: no letter fails, and the log is the match."""

import random
import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from referee.engine.match import Match, replay
from tests.moments import states
from tests.story import read_story, stories
from tests.table import Table, address_of, moment, spring

NAMES = ("Ann", "Bob", "Cid")
HOUR = timedelta(hours=1)
GENERAL = """
help|help move|status|display|history|history 2|rules|games|matches|addresses|resign|token renew|forfeit
addresses add new@example.com|addresses remove new@example.com|addresses only on|timezone Asia/Tokyo
say Hello there.|tell Bob psst|ignore Cid|absent from tomorrow to friday|language pt|observe m1|rematch
challenge Cid to paprika|challenge eve@example.com to paprika rows = 7|unsubscribe|join m1 as Eve|accept
preview|withdraw|Hi all!|mvoe n|don't move|end|-- |confirm|deny|never|retry 3|move|nday 2: duck|wanted Ann
"""
COMMANDS = """
pause|resume|close|extend 24h|extend 2 days|as Ann: move n|as Bob: tilt e|as Cid: resign|undo
undo turn|log|undo turn redraw|void 6|void 9|void 12|undo 8|set true.avatars.Ann.at = a3
set perceived.Bob.objects.b4 = hole|remove Cid|replace Bob with bo@example.net
replace Bob with bob@example.net|announce Hello.|resend|resend Ann|show|show Bob|letters|retry 4
end no winner|end won by Ann|place wall a4|clear a4|priority Bob Cid Ann|wake Ann|sleep Bob
seat Eve eve@example.net|start|option rows = 9|outage close|outage skip|wanted Cid|wanted Bob|close
undo |undo  |undo turn |as Ann: duck|as Bob: build w|void 7|void 8|void 10|void 11|undo 14|undo 11
"""


def words(text: str) -> list[str]:
    """The phrases of a list."""
    return [phrase for line in text.strip().splitlines() for phrase in line.split("|")]


def lines_of(game: str) -> list[str]:
    """Orders that the game's stories know."""
    events = (event for name in stories(game) for event in read_story(name).happenings)
    return sorted({line for event in events if event.writer != "Max" for line in event.lines})


def some_letter(rng: random.Random, table: Table, game: str) -> tuple[str, str, dict[str, Any]]:
    """Who writes what, and how it is sent."""
    if rng.random() < 0.45:
        commands = [f"{c} because I say so" for c in rng.sample(words(COMMANDS), rng.choice((1, 1, 1, 2, 3)))]
        return "Max", "\n".join(("moderate m1", *commands)), {"vouched": rng.random() < 0.9}
    sender = rng.choice((*NAMES, *NAMES, "bo@example.net", "eve@example.com"))
    said = rng.sample(words(GENERAL) + lines_of(game) * 2, rng.randint(1, 3))
    fields: dict[str, Any] = {"vouched": rng.random() < 0.8}
    if rng.random() < 0.2 and table.match().seats:
        fields["to"] = table.seat_address(rng.choice(table.match().seats))
    if rng.random() < 0.1:
        fields["message_id"] = f"<again{rng.randint(1, 3)}@example.net>"
    return sender, "\n".join(said), fields


def answer_something(rng: random.Random, table: Table, at: datetime) -> None:
    """Somebody answers a question."""
    questions = [mail for mail in table.mails() if mail.kind in ("mail/confirm", "mail/challenge")]
    if questions:
        mail = rng.choice(questions[-6:])
        sender = mail.to if rng.random() < 0.9 else address_of(rng.choice(NAMES))
        table.answer(mail, rng.choice(("confirm", "confirm", "confirm", "deny", "yes")), at, sender=sender)


def is_sound(table: Table) -> None:
    """No letter has failed, and every match is the fold of its log."""
    failed = table.letters("quarantined")
    assert not failed, failed[0].note
    with table.desk.books() as book:
        rows = book.match_rows()
    for row in rows:
        match, log = table.match(row.id), table.log(row.id)
        first = log[0].data["options"]
        again = replay(Match(match.game, match.id, match.title, first, seed=match.seed), log)
        assert (again.state, again.status, again.due) == (match.state, match.status, match.due), row.id
        assert (again.seats, again.gone, again.held) == (match.seats, match.gone, match.held), row.id
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        assert match.due is None or match.status == "running"


def play(game: str, number: int) -> None:
    """A week in which anything may happen."""
    rng = random.Random(f"{game} {number}.")
    confirm = rng.choice(("never", "never", "rewrites", "always"))
    options = {"paprika": "practice = on\nreminders = on\nrevisable = on", "paintfield": "by = letter"}
    names = NAMES if game != "rithmomachia" else NAMES[:2]
    with spring(*names, game=game, options=options.get(game, "")) as table:
        table.desk = replace(table.desk, policy=replace(table.desk.policy, moderate_confirm=confirm))
        at = moment("1 11:00")
        for _ in range(60):
            at += HOUR * rng.choice((0, 0.01, 1, 1, 3, 9))
            happening = rng.random()
            if happening < 0.25:
                table.tick_to(at) if rng.random() < 0.9 else table.tick(at)
            elif happening < 0.5:
                answer_something(rng, table, at)
            else:
                sender, text, sent = some_letter(rng, table, game)
                table.write(sender, text, at, **sent)
            is_sound(table)
        no_secret_of_others(table)


def no_secret_of_others(table: Table) -> None:
    """No mail bears a token of anybody but its reader."""
    tokens: dict[str, set[str]] = {}
    for mail in table.mails():
        for token in re.findall(r"\[m\d*\.([a-z2-7]{16})\]", mail.text):
            tokens.setdefault(token, set()).add(mail.to)
    assert all(len(readers) == 1 for readers in tokens.values()), tokens


@pytest.mark.full
@pytest.mark.parametrize("game", ["paprika", "nomic", "rithmomachia", "paintfield"])
def test_a_week_in_which_anything_may_happen(game: str, share: int) -> None:
    assert states(game)
    for number in range(20 // share):
        play(game, number)
