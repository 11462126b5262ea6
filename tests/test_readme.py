"""The README keeps what it promises to somebody who reads nothing else."""

import os
import re
from pathlib import Path

import pytest

from tests.test_docs import COMMAND_LINE, FENCE

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
SHELL = [
    line.partition("#")[0].split()
    for kind, block in FENCE.findall(README)
    if kind == "sh"
    for line in block.splitlines()
]


@pytest.mark.parametrize("words", SHELL, ids=" ".join)
def test_every_line_for_the_shell_can_be_typed(words: list[str]) -> None:
    if words[0].startswith("scripts/"):
        assert os.access(ROOT / words[0], os.X_OK)
    elif words[0] == "referee":
        assert words[1] in COMMAND_LINE
    else:
        assert words[0] in ("alias", "mkdir")


def test_it_names_the_two_commands_and_says_how_mails_are_sent() -> None:
    assert ["scripts/demo"] in SHELL
    assert ["scripts/test"] in SHELL
    assert "**at least once**" in README


def test_a_first_match_takes_no_more_than_ten_lines() -> None:
    section = README.partition("## A first match on a real mailbox")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.strip() and not line.startswith("```")]
    assert len(lines) <= 10


def test_the_licence_is_the_one_that_is_there() -> None:
    assert "GPL-3.0-or-later" in README
    assert "GNU GENERAL PUBLIC LICENSE" in (ROOT / "LICENSE").read_text("utf-8")


def test_the_picture_is_at_most_72_columns_wide() -> None:
    (picture,) = (block for kind, block in FENCE.findall(README) if kind == "text")
    assert max(map(len, picture.splitlines())) <= 72
    assert re.search(r"^start ", picture, re.MULTILINE)
