"""The documents say what is so: links lead somewhere, examples are understood, nothing is left out."""

import re
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer.main

from referee.app.verbs import COMMANDS, GENERAL, JOIN, commands_of, verbs_of
from referee.cli import app
from referee.config import Settings
from referee.display.render import Templates
from referee.engine.game import Game
from referee.engine.orders import Order, read_line
from referee.games import games
from tests.table import Table, open_table

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
SPAN = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def code(text: str) -> Iterator[str]:
    """Everything that stands in code: lines of blocks, and spans of the rest."""
    for _, block in FENCE.findall(text):
        yield from block.splitlines()
    yield from SPAN.findall(FENCE.sub("", text))


def rows(text: str) -> Iterator[list[str]]:
    """The cells of every row of every table."""
    for line in text.splitlines():
        if line.startswith("|") and not set(line) <= set("|- "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def commands(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        yield " ".join((*path, name)), command
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))


COMMAND_LINE = dict(commands())


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_every_link_leads_somewhere(file: Path) -> None:
    text = file.read_text("utf-8")
    anchors = {
        re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    for target in LINK.findall(text):
        if target.startswith("#"):
            assert target[1:] in anchors, target
        elif not target.startswith("http"):
            assert (file.parent / target).exists(), target


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_every_command_that_is_named_exists(file: Path) -> None:
    for line in code(file.read_text("utf-8")):
        for said in re.findall(
            r"(?:^|[`\s/])referee ((?:[a-z]+ ?){1,2})(?=$|[^a-z.])", line.partition("#")[0]
        ):
            words = said.split()
            assert words[0] in COMMAND_LINE, line
            if hasattr(COMMAND_LINE[words[0]], "commands") and len(words) > 1:
                assert " ".join(words) in COMMAND_LINE, line


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_every_option_that_is_named_exists(file: Path) -> None:
    known = {
        name
        for command in COMMAND_LINE.values()
        for each in command.params
        for name in (*each.opts, *each.secondary_opts)
    }
    known |= {"--help", "--version", "--full"}
    for line in code(file.read_text("utf-8")):
        if "referee " in line or line.startswith("--"):
            for option in re.findall(r"(?<!\S)(--[a-z][a-z-]+)", line):
                assert option in known, line


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_every_file_that_is_named_exists(file: Path) -> None:
    for said in code(file.read_text("utf-8")):
        for name in re.findall(
            r"(?<![\w/.])((?:scripts|referee|templates|tests|docs|migrations)/[\w./-]+)", said
        ):
            if "nim" not in name and not name.startswith("referee/referee"):
                assert (ROOT / name).exists(), name


def test_every_command_and_option_is_explained_to_operators() -> None:
    text = page("operating.md")
    for name, command in COMMAND_LINE.items():
        if hasattr(command, "commands"):
            continue
        section = re.search(rf"^### `referee {name}\b.*?(?=^##)", text + "\n## ", re.MULTILINE | re.DOTALL)
        assert section, f"referee {name}"
        for each in command.params:
            if "-c" not in each.opts:
                assert each.param_type_name == "argument" or each.opts[0] in section[0], (name, each.opts)


def test_every_setting_is_explained_to_operators_or_in_the_example() -> None:
    example = (ROOT / "config.example.toml").read_text("utf-8")
    for name, section in Settings.model_fields.items():
        fields = getattr(section.annotation, "model_fields", None)
        for key in fields or [name]:
            assert re.search(rf"^#?{key} = ", example, re.MULTILINE), (name, key)


@pytest.mark.parametrize("key", [*COMMANDS, *games()["paprika"].commands])
def test_every_command_of_a_moderator_has_an_example(key: str) -> None:
    examples = [
        row[1].strip("`")
        for row in rows(page("moderating.md"))
        if row[0].startswith((f"`{key}`", f"`{key} "))
    ]
    assert examples, key
    for example in examples:
        reading = read_line(example, commands_of(games()["paprika"]))
        assert isinstance(reading, Order), example
        assert reading.verb == key


@pytest.mark.parametrize("key", [*GENERAL, *games()["paprika"].verbs])
def test_every_word_of_a_player_has_an_example(key: str) -> None:
    verbs = {"join": JOIN, **verbs_of(games()["paprika"])}
    said = [example for row in rows(page("playing.md")) for example in SPAN.findall(row[0])]
    said += SPAN.findall(page("playing.md"))
    readings = [read_line(example, verbs) for example in said]
    assert any(isinstance(reading, Order) and reading.verb == key for reading in readings), key


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_every_option_of_a_game_is_explained_to_moderators(game: Game[Any, Any]) -> None:
    heading = {"paprika": "Paprika", "rithmomachia": "Rithmomachia"}.get(game.key, game.title)
    section = page("moderating.md").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    named = {name for row in rows(section) for name in SPAN.findall(row[0])}
    assert set(game.options.model_fields) - named <= {"seats"}


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_every_game_has_a_section_for_its_players(game: Game[Any, Any]) -> None:
    assert f"\n## {game.title}\n" in page("playing.md")


def letters(text: str) -> list[str]:
    """The letters of a moderator in a page."""
    return [block for _, block in FENCE.findall(text) if block.startswith(("open ", "moderate "))]


@pytest.fixture
def table() -> Iterator[Table]:
    with open_table() as table:
        yield table


def test_the_letters_of_the_moderators_page_are_understood(table: Table) -> None:
    opening, extending, undoing = letters(page("moderating.md"))
    table.write("Max", opening.replace("start", "seat Dee dee@example.net\nstart"), "1 10:00")
    assert table.match().status == "running", table.last("Max").text
    table.write("Max", extending, "1 11:00")
    assert "2 orders, all accepted" in table.last("Max").subject
    table.tick_to("3 00:01")
    table.write("Max", undoing, "3 08:00")
    assert "move n" in table.last("Max", "confirm").text


def test_the_readme_s_first_match_is_understood(table: Table) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    said = [span for span in SPAN.findall(text) if span.startswith(("open ", "seat ", "start"))]
    assert [span.split()[0] for span in said] == ["open", "seat", "start"]
    table.write("Max", "\n".join([*said[:2], "seat Bob bob@example.net", said[2]]), "1 10:00")
    assert table.match().status == "running"


NIM = re.compile(r"^`templates/nim/(\w+\.j2)`\n\n```jinja\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def nim(table: Table, tmp_path: Path) -> Table:
    """A table at which the game of the page can be played."""
    text = page("adding-a-game.md")
    (tmp_path / "nim").mkdir()
    for name, template in NIM.findall(text):
        (tmp_path / "nim" / name).write_text(template, "utf-8")
    (source,) = (block for kind, block in FENCE.findall(text) if kind == "python")
    module = types.ModuleType("nim_of_the_page")
    sys.modules[module.__name__] = module
    exec(compile(source, "adding-a-game.md", "exec"), module.__dict__)
    found: Mapping[str, Game[Any, Any]] = {**table.desk.games, "nim": module.__dict__["GAME"]}
    table.desk = replace(table.desk, games=found, render=Templates(tmp_path))
    return table


def test_the_game_of_the_page_is_played_by_mail(nim: Table) -> None:
    nim.write(
        "Max",
        'open nim "Spring"\nlargest = 3\nseat Ann ann@example.net\nseat Bob bob@example.net\nstart',
        "1 10:00",
    )
    first, second = nim.state().players
    nim.write(second, "take 1 from 1", "1 11:00")
    assert f"It is {first}'s turn." in nim.last(second).text
    nim.write(first, "take 9 from 1\ntake some\npreview", "1 11:05")
    assert "2 orders, 2 refused" in nim.last(first).subject
    while nim.match().status == "running":
        state = nim.state()
        heap = next(number for number, count in enumerate(state.heaps, 1) if count)
        nim.write(state.mover, f"take {state.heaps[heap - 1]} from {heap}", "1 12:00")
    assert nim.match().result is not None
    assert nim.last("Ann").subject.endswith("The match is over")


def test_every_page_of_that_game_can_be_asked_for(nim: Table) -> None:
    nim.write(
        "Max", 'open nim "Spring"\nseat Ann ann@example.net\nseat Bob bob@example.net\nstart', "1 10:00"
    )
    nim.write("Ann", "rules\nhelp\nstatus\ndisplay\nhistory", "1 11:00")
    receipt = nim.last("Ann", "receipt")
    assert "refused" not in receipt.subject
    assert "Who takes the last one wins." in " ".join(receipt.text.split())
    nim.write("Max", "moderate m1\nshow\nshow Ann\nlog", "1 12:00")
    assert "3 orders, all accepted" in nim.last("Max").subject


def test_who_is_late_in_that_game_loses(nim: Table) -> None:
    nim.write(
        "Max", 'open nim "Spring"\nseat Ann ann@example.net\nseat Bob bob@example.net\nstart', "1 10:00"
    )
    _, second = nim.state().players
    for hour in range(0, 78, 3):
        nim.tick_to(f"{1 + (10 + hour) // 24} {(10 + hour) % 24:02}:02")
    result = nim.match().result
    assert result is not None
    assert result.winners == (second,)
