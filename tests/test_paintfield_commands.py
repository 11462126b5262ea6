"""Paintfield on the command line: cases, a log that is checked and drawn, and what is no log."""

import json
from pathlib import Path

import pytest
from PIL import Image

from referee.games.paintfield import GAME
from tests.games.paintfield.play import SEED, bots_match
from tests.test_cli import run

LOG = "\n".join(bots_match(SEED, 3).log) + "\n"
SMALL = 300_000
"""Bytes that no animation reaches."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the log lies that a result mail has brought."""
    (tmp_path / "log.jsonl").write_text(LOG, "utf-8")
    return tmp_path


def last_field() -> str:
    """The field after the last bell as the engine has it, row by row, with an arrow for each painter."""
    last = bots_match(SEED, 3).last
    assert last is not None
    field = list(last.field.decode("ascii"))
    for painter in last.painters:
        field[painter.cell] = "^>v<"[painter.facing]
    return "\n".join("".join(field[row : row + 28]) for row in range(0, 784, 28))


def test_a_log_is_drawn_as_text_unless_a_file_is_wished_for(folder: Path) -> None:
    for how in ((), ("--text",)):
        done = run("paintfield", "render", "log.jsonl", *how, folder=folder)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.rstrip("\n") == last_field()


def test_a_log_is_drawn_as_a_picture_and_as_a_small_animation(folder: Path) -> None:
    wished = ("--png", "field.png", "--gif", "match.gif")
    done = run("paintfield", "render", "log.jsonl", *wished, folder=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Image.open(folder / "field.png") as picture, Image.open(folder / "match.gif") as animation:
        assert (picture.format, animation.format) == ("PNG", "GIF")
        assert getattr(animation, "n_frames", 1) > 10
    assert (folder / "match.gif").stat().st_size < SMALL


def test_a_log_is_checked_and_one_that_was_altered_is_found_out(folder: Path) -> None:
    done = run("paintfield", "verify", "log.jsonl", folder=folder)
    assert done.returncode == 0
    assert all(line.startswith("ok   ") for line in done.stdout.splitlines())
    (folder / "log.jsonl").write_text(LOG.replace('"counts":[', '"counts":[1', 1), "utf-8")
    done = run("paintfield", "verify", "log.jsonl", folder=folder)
    assert done.returncode == 1
    assert [line for line in done.stdout.splitlines() if line.startswith("WRONG ")]


@pytest.mark.parametrize("command", ["render", "verify"])
@pytest.mark.parametrize(
    "content", [None, b"", b"\xff\xfe", b"no log\n"], ids=["none", "empty", "bytes", "prose"]
)
def test_what_is_no_log_is_told_of_in_one_line(folder: Path, command: str, content: bytes | None) -> None:
    file = folder / "log.jsonl"
    file.unlink() if content is None else file.write_bytes(content)
    done = run("paintfield", command, "log.jsonl", folder=folder)
    assert done.returncode != 0
    assert len((done.stdout + done.stderr).splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_cases_are_judged_line_by_line_and_a_bad_one_spoils_no_other(folder: Path) -> None:
    case = {"game": "paintfield", "players": 2, "corners": [0, 2], "turns": {"1": {"0": "S"}}, "ticks": 40}
    typed = "\n".join(map(json.dumps, (case, case | {"players": 9}, case | {"bots": {"1": 3}})))
    done = run("adjudicate", "--lines", folder=folder, typed=typed)
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert first == json.loads(json.dumps(GAME.adjudicate(case)))
    assert list(second) == ["error"]
    assert third["field"] != first["field"]
    assert [len(each) for each in first["outcomes"]] == [40, 40]
