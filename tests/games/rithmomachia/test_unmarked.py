"""Every word that a mail of the game says is in a message that a catalogue can translate."""

from typing import Any

import pytest

from referee.display.render import Templates
from referee.engine.orders import Order, read_line
from referee.errors import OrderError
from referee.games.rithmomachia import GAME
from tests.games.rithmomachia.session import Session
from tests.games.rithmomachia.test_templates import LASTING, states
from tests.pseudo import Pseudo, english, retold, words
from tests.sample_mails import context
from tests.test_render import read

TEMPLATES = Templates(words=Pseudo())
OPTIONS = frozenset(GAME.options.model_fields) | words(
    "on off all reach both auto majority standard same none alternate sealed Referee Ann Bob Cubes"
)
TYPED = words(
    "preview legal if then offer end draw takeback show record drop conditions accept decline claim place at "
    "arrange equations time"
)
EQUATIONS = words("NOT AND OR XOR NAND NOR")
KNOWN = OPTIONS | TYPED | EQUATIONS


def told(name: str, match: Session, you: str | None, data: Any = None, **others: Any) -> str:
    seen = {"view": match.view(you), "title": "Cubes", "game": "rithmomachia", "zone": "UTC"}
    mail = TEMPLATES(f"rithmomachia/{name}", retold(context(data or {}, you=you, **(seen | others))))
    return "\n".join((mail.subject, mail.text, read(mail.html)))


def left(text: str, match: Session) -> set[str]:
    """What is English in the mail, its seed and commitment aside."""
    view = match.view(None)
    for secret in (match.state.seed, view["commitment"]):
        text = text.replace(secret, "")
    return english(text, KNOWN)


@pytest.mark.parametrize("state", states())
def test_a_mail_says_nothing_outside_of_messages(state: str) -> None:
    match = states()[state]
    for you in (*match.state.players, None):
        for notice in match.notices:
            assert left(told(notice.kind, match, you, notice.data), match) == set()
        for name in LASTING:
            assert left(told(name, match, you), match) == set()
    reveal = {**match.view(None), **GAME.reveal(match.state)}
    assert left(told("show", match, None, view=reveal), match) == set()


def said(match: Session, line: str) -> str:
    """What a player is told about a line, in that language."""
    order = read_line(line, GAME.verbs)
    assert isinstance(order, Order)
    if GAME.verbs[order.verb].query:
        return str(retold(_answered(match, order)))
    try:
        action = GAME.parse(match.state, "Ann", order)
    except OrderError as refused:
        return str(retold(str(refused)))
    return str(retold(GAME.describe(match.state, "Ann", action)))


def _answered(match: Session, order: Order) -> str:
    try:
        return GAME.answer(match.state, "Ann", order)
    except OrderError as refused:
        return str(refused)


LINES = """
preview 1a1-2a1
preview 4a1-3a1
preview 1a1-1a2
preview 1b1 2b2 3b3
legal 1b2
legal 4b2
legal 2c2
legal zz
why 3c3
why
show
1a1-2a1
place 99 at 1a1
place 12 at 1a2
arrange 1
arrange D48E/9FAC/3506/712B
equations NOT
equations NOT XOR
offer
offer draw
claim
claim end
accept
accept nothing
drop
drop conditions
if 4b3-3b3
"""


@pytest.mark.parametrize("line", LINES.strip().splitlines())
def test_an_answer_says_nothing_outside_of_messages(line: str) -> None:
    heard = words(line.replace("-", " "))
    for match in (states()["start"], states()["move"], states()["setup"]):
        assert english(said(match, line), KNOWN | heard) == set()
