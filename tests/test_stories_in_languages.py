"""Whole matches in Portuguese and in Chinese: letters in that language, mails in that language."""

import re
from collections.abc import Iterator

import pytest

from referee.app.verbs import GENERAL
from referee.display.text import LIMIT, width
from referee.games.nomic.votes import ballot_line
from tests.table import Mail, Table, spring
from tests.test_told_stories import AS_IT_IS

SMALL = "waking_chance = 1\ncolumns = 4\nrows = 6\nmax_ndays = 2"
PORTUGUESE = {
    "language": "idioma português",
    "orders": ["mover para o norte", "dia 1: empurrar para a direita"],
    "say": "dizer Boa noite a todos!",
    "questions": "estado\nregras\najuda\nhistórico\npartidas\njogos",
    "next": ["construir um muro ao norte", "agachar"],
    "resign": "desistir",
    "confirm": "confirmo",
}
CHINESE = {
    "language": "语言 中文",
    "orders": ["向北移动", "第1日：向右推"],
    "say": "说：大家晚安！",
    "questions": "状态\n规则\n帮助\n历史\n比赛\n游戏",
    "next": ["向北建造", "蹲下"],
    "resign": "认输",
    "confirm": "确认",
}
ENGLISH = re.compile(
    r"\b(?:the|you|your|and|of|is|are|not|this|that|with|from|was|has|been|will|it|to|by|at)\b"
)
"""Words that no sentence in English does without, and that no order or name of the story is."""


def played(words: dict[str, object]) -> Iterator[Mail]:
    """Every mail of a match of Paprika that Ann and Bob play in that language, from their first letter on."""
    with spring("Ann", "Bob", options=SMALL) as table:
        for name in ("Ann", "Bob"):
            table.write(name, str(words["language"]), "1 10:30")
        table.new()
        for name, order in zip(("Ann", "Bob"), _lines(words["orders"]), strict=True):
            table.write(name, f"{order}\n{words['say']}", "1 11:00")
        table.write("Ann", str(words["questions"]), "1 12:00")
        assert table.state().declared.keys() == {"Ann", "Bob"}
        table.tick_to("2 00:01")
        for name, order in zip(("Ann", "Bob"), _lines(words["next"]), strict=True):
            table.write(name, order, "2 09:00")
        assert table.state().declared.keys() == {"Ann", "Bob"}
        table.write("Bob", str(words["resign"]), "2 10:00")
        assert table.answer(table.last("Bob", "confirm"), str(words["confirm"]), "2 10:10") == "done"
        table.tick_to("3 00:01")
        table.tick_to("4 00:01")
        assert table.match().status == "over"
        table.write("Ann", "rematch\nmvoe n\nWhat a game, thanks!", "4 09:00")
        yield from (mail for mail in table.new() if mail.to in ("ann@example.net", "bob@example.net"))


def _is_typed(line: str) -> bool:
    """Whether the line was written by a player, or says how an order is written."""
    return line.startswith(("> ", "    ", *(f"  {verb} " for verb in GENERAL)))


def _lines(value: object) -> list[str]:
    assert isinstance(value, list)
    return value


@pytest.mark.parametrize(("words", "some"), [(PORTUGUESE, "árbitro"), (CHINESE, "裁判")], ids=["pt", "zh"])
def test_a_match_of_paprika_is_played_and_told_in_one_language(words: dict[str, object], some: str) -> None:
    kinds = set()
    for mail in played(words):
        kinds.add(mail.kind.partition("/")[2])
        told = [line for line in mail.text.splitlines() if not _is_typed(line)]
        assert [line for line in told if len(ENGLISH.findall(AS_IT_IS.sub("", line))) > 1] == [], mail.kind
        assert all(width(line) <= LIMIT for line in mail.text.splitlines())
        assert some in mail.text
    assert {"receipt", "say", "turn", "confirm", "left", "result"} <= kinds


def propose(table: Table, languages: tuple[str, str]) -> Mail:
    """Ann proposes; Bob gets the ballot in his language."""
    for name, language in zip(("Ann", "Bob"), languages, strict=True):
        table.write(name, f"language {language}", "1 11:00")
    table.write("Ann", "I propose to repeal rule 210.", "1 12:00")
    table.write("Ann", "open the vote", "1 12:30")
    table.tick_to("2 12:01")
    return next(mail for mail in reversed(table.mails("Bob")) if mail.kind.startswith("nomic/"))


@pytest.mark.parametrize(("language", "word"), [("pt", "a favor"), ("zh", "赞成"), ("en", "for")])
def test_a_ballot_is_answered_below_its_line_in_any_language(language: str, word: str) -> None:
    with spring("Ann", "Bob", "Cid", game="nomic") as table:
        mail = propose(table, ("pt", language))
        ballot = next(line for line in mail.text.splitlines() if ballot_line(line) == 301)
        assert table.write("Bob", f"> {ballot}\n{word}\n", "2 13:00", to=table.seat_address("Bob")) == "done"
        assert table.state().live[301].ballots["Bob"].word == "for"


@pytest.mark.parametrize(
    ("language", "waiting", "here"),
    [
        ("pt", "propor, até qua., 9 de dez. de 2026 00:00 UTC", "(ter., 8 de dez. 21:00 America/Sao_Paulo)"),
        ("zh", "期限为2026年12月9日周三 00:00 UTC", "(12月8日周二 21:00 America/Sao_Paulo)"),
        ("en", "to propose until 2026-12-09 00:00 UTC", "(Tue 8 Dec, 21:00 America/Sao_Paulo)"),
    ],
)
def test_times_are_told_as_the_reader_s_language_writes_them(language: str, waiting: str, here: str) -> None:
    with spring("Ann", "Bob", "Cid", game="nomic") as table:
        table.write("Ann", f"language {language}\ntimezone America/Sao_Paulo\nstatus", "1 11:00")
        told = " ".join(table.last("Ann").text.split())
        assert waiting in told
        assert here in told


def test_what_waits_to_be_distributed_is_told_with_its_warnings_in_the_reader_s_language() -> None:
    with spring("Ann", "Bob", "Cid", game="nomic", options="ruleset = anytime") as table:
        table.write("Ann", "idioma português", "1 11:00")
        hats = "Proposal: Hats\nEnact a new rule: Hats are free.\n\nEnact a new rule: Hats are red."
        table.write("Ann", hats, "1 12:00")
        offered = " ".join(table.last("Ann", "receipt").text.split())
        assert "Ela recebe o número quando for distribuída, nas próximas 00:00 UTC. Ela faz 2" in offered
        table.write("Ann", "I revise my proposal: enact a new rule: Hats are blue.", "1 13:00")
        assert "Sua proposta foi revista; esta é a versão 2." in table.last("Ann", "receipt").text
