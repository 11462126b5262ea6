"""Sentences of the games' code are made by `said`, so that no player reads English unasked."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.games.paprika.setting import PATHS
from referee.games.rithmomachia.moderating import PATHS as SETTINGS

GAMES = Path(referee.__file__).parent / "games"
FOR_OPERATORS = frozenset({"CaseError", "ValueError", "LookupError", "RuntimeError", "TypeError"})
"""Errors that become a line on stderr, in English."""
DATA = frozenset({"said", "said_of", "compile", "_words", "split", "frozenset", "TypeVar", "fullmatch"})
"""Calls in which words are marked already, or are patterns and words that players write."""
READ = frozenset({"SYNONYMS", "OFFERS"})
"""Tables of what players write."""
WRITTEN = {
    "paprika": {
        "cut the line",
        "leap frog",
        "right direction",
        "the case",
        PATHS,
    },
    "rithmomachia": {
        "   a  b  c  d    ",
        "  a  b  c  d",
        " comes after the end.",
        "Boolean Rithmomachia",
        "arrange D48E/9FAC/3506/712B",
        "claim end",
        "claim time",
        "drop conditions",
        "equations NOT XOR",
        "if 4b3-3b3 then 2b2-2b3",
        "legal 2b1",
        "offer end | offer draw | offer takeback",
        "place 12 at 1a2",
        "por que",
        SETTINGS,
        "preview 2b1-2b2",
        "the record replays to the same position and end",
    },
}
"""What is written by players or moderators, keys, and what an operator or a record is told."""


def sentences(tree: ast.AST) -> Iterator[str]:
    """The texts of several words that are outside of the calls above and are no docstrings."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in READ:
            continue
        if isinstance(node, ast.Call) and _name(node.func) in DATA | FOR_OPERATORS:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > 1:
            yield node.value
        else:
            yield from sentences(node)


def _name(func: ast.expr) -> str:
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def found(game: str) -> set[str]:
    files = sorted((GAMES / game).glob("*.py"))
    texts = {text for path in files for text in sentences(ast.parse(path.read_text(encoding="utf-8")))}
    return {text for text in texts if "(?" not in text and "\\" not in text}


@pytest.mark.parametrize("game", WRITTEN)
def test_every_sentence_of_the_code_is_said(game: str) -> None:
    assert found(game) - WRITTEN[game] == set()
