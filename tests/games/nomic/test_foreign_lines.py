"""Portuguese and Chinese are understood in any letter, and prose in them never acts."""

import pytest

from referee.games.nomic.reading import read_text
from tests.games.nomic.foreign_lines import LINES
from tests.games.nomic.table import Letter, oks, play, proposal, rule
from tests.games.nomic.test_reading_lines import said


@pytest.mark.parametrize(("line", "becomes"), LINES)
def test_a_line_becomes_what_the_table_says(line: str, becomes: str) -> None:
    assert ", ".join(said(heard) for heard in read_text(line)) == becomes


def test_a_turn_is_played_in_portuguese() -> None:
    change = "criar uma nova regra:\nTodos usam chapéus.\n\ne revogar a regra 210"
    text = f"Proposta: Chapéus\nCoautores: Bob e Cid\n\n{change}"
    letters: list[Letter] = [
        ("Ann", "1 10", f"{text}\n\nAbro a votação.\nVoto a favor da 301"),
        ("Bob", "1 11", "sim", 301),
        ("Cid", "1 12", "Voto sim na 301, obrigado"),
        ("Bob", "1 13", "Reivindico 5 pontos pela regra 301: usei"),
        ("Cid", "1 14", "Objeto"),
        ("Ann", "1 15", "Julgo 1: sim"),
    ]
    result = play(letters, "3")
    assert {ok for _, ok in oks(result)} == {True}
    assert (proposal(result, 301)["status"], rule(result, 301)["title"]) == ("adopted", "Chapéus")
    assert result["scores"] == {"Ann": 10, "Bob": 5, "Cid": 0}


def test_a_turn_is_played_in_chinese() -> None:
    text = "我提议修改规则208为：\n先得10分者获胜。\n设置：points_to_win = 10\n\n并废除规则210"
    letters: list[Letter] = [
        ("Ann", "1 10", f"{text}\n\n开始投票\n我投票赞成301"),
        ("Bob", "1 11", "我赞成", 301),
        ("Cid", "1 12", "对301投赞成票"),
    ]
    result = play(letters, "1 13")
    assert {ok for _, ok in oks(result)} == {True}
    assert (result["winner"], rule(result, 301)["settings"]["points_to_win"]) == ("Ann", 10)
