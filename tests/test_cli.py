"""The command line: quick help, one-line errors, and nothing that is not explained."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer.main
from sqlalchemy import create_engine
from typer.testing import CliRunner

from referee import __version__
from referee.cli import app, main

PROGRAM = Path(sys.executable).with_name("referee")
HEAVY = ("sqlalchemy", "pydantic", "alembic", "aiosmtpd", "pymap", "jinja2", "rich", "apscheduler", "email")


def commands(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command with its whole name."""
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


COMMANDS = dict(commands())
PARAMETERS = [(name, parameter) for name, command in COMMANDS.items() for parameter in command.params]


@dataclass(frozen=True)
class Done:
    """What a command has printed, and how it ended."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, folder: Path, typed: str = "") -> Done:
    """Runs the command line in this process, in that folder."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(folder)
        patch.delenv("REFEREE_CONFIG", raising=False)
        patch.setattr("sys.argv", ["referee", *arguments])
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        code = _exit_code()
    out.seek(0)
    return Done(code, out.read(), err.getvalue())


def _exit_code() -> int:
    try:
        main()
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does(name: str) -> None:
    told = COMMANDS[name].help
    assert told
    assert told.strip().endswith(".")


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_every_option_and_argument_says_what_it_is(name: str, parameter: Any) -> None:
    assert parameter.help, f"{name}: {parameter.name}"


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    told = "import sys; sys.argv = ['referee', '--help']\nfrom referee.cli import main\n"
    told += "try: main()\nexcept SystemExit: pass\n"
    told += f"print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_help_takes_less_than_half_a_second(tmp_path: Path) -> None:
    """Of processor time, so that a busy machine does not matter; the best of three."""

    def seconds() -> float:
        before = os.times()
        subprocess.run([PROGRAM, "--help"], capture_output=True, cwd=tmp_path, check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    assert min(seconds() for _ in range(3)) < 0.5


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(app, ["--version"]).output == f"referee {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run"], "`referee init` writes one"),
        (["tick"], "`referee init` writes one"),
        (["match", "list"], "`referee init` writes one"),
        (["db", "upgrade"], "`referee init` writes one"),
        (["demo", "chess"], "There is no demo of 'chess'"),
        (["adjudicate", "nowhere.json"], "nowhere.json can't be read: No such file or directory\n"),
        (
            ["adjudicate", "--lines", "nowhere.json"],
            "nowhere.json can't be read: No such file or directory\n",
        ),
        (["paintfield", "verify", "nowhere"], "nowhere can't be read: No such file or directory\n"),
        (["ruleset", "check", "nowhere"], "nowhere can't be read: No such file or directory.\n"),
        (["simulate", "nowhere", "--until", "2026-12-08T00:00:00Z", "--out", "out"], "no folder nowhere.\n"),
        (["simulate", ".", "--until", "2026-12-08T00:00:00Z", "--out", "out"], "`referee init` writes one"),
    ],
)
def test_an_error_is_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], told: str) -> None:
    done = run(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("referee: ")
    assert done.stderr.count("\n") == 1
    assert told in done.stderr


@pytest.fixture
def configured(tmp_path: Path) -> Path:
    (tmp_path / "referee.toml").write_text('[mail]\naddress = "referee@example.org"\n')
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run"], "the configuration needs imap.host"),
        (["tick", "--now", "noon"], "'noon' is no time; write 2026-12-08T00:00:00Z."),
        (["match", "show", "m1"], "`referee match list` lists them"),
        (["match", "log", "x"], "`referee match list` lists them"),
        (["verify", "m7"], "`referee match list` lists them"),
        (["letters", "show", "7"], "`referee letters list` lists them"),
        (["restore", "nowhere.db"], "nowhere.db is no backup of a referee"),
        (["backup", "referee.toml"], "referee.toml is there already"),
        (["ban", "x"], "x is no address"),
    ],
)
def test_what_is_asked_wrongly_is_one_line_too(configured: Path, arguments: list[str], told: str) -> None:
    done = run(*arguments, folder=configured)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert told in done.stderr


def test_a_database_that_can_not_be_used_is_one_line(configured: Path) -> None:
    (configured / "referee.db").write_bytes(b"no database at all, but long enough to look like one" * 99)
    assert "The database can't be used" in run("match", "list", folder=configured).stderr
    (configured / "referee.toml").write_text(
        '[mail]\naddress = "referee@example.org"\n[database]\nurl = "sqlite:///no/where.db"\n'
    )
    done = run("match", "list", folder=configured)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_database_of_a_newer_referee_is_left_alone(configured: Path) -> None:
    run("db", "upgrade", folder=configured)
    engine = create_engine(f"sqlite:///{configured / 'referee.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    done = run("match", "list", folder=configured)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is of a newer referee" in done.stderr


def test_a_configuration_may_be_named_by_option_or_environment(configured: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    config = str(configured / "referee.toml")
    assert run("match", "list", "-c", config, folder=elsewhere).returncode == 0
    named = CliRunner().invoke(app, ["match", "list"], env={"REFEREE_CONFIG": config})
    assert named.exit_code == 0
    assert "players" in named.output


def test_the_database_is_made_at_the_newest_revision(configured: Path) -> None:
    assert run("db", "upgrade", folder=configured).stdout.startswith("The database is at ")
    assert run("tick", folder=configured).stdout == "0 deadlines closed.\n"
    assert run("backup", "copy.db", folder=configured).returncode == 0
    assert run("restore", "copy.db", folder=configured).returncode == 2
    assert run("restore", "copy.db", "--force", folder=configured).returncode == 0


def test_a_case_may_come_on_standard_input(tmp_path: Path) -> None:
    case = '{"game": "paprika", "seats": {"Ann": "a1"}, "ndays": [{"actions": {"Ann": "duck"}}]}'
    done = run("adjudicate", folder=tmp_path, typed=case)
    assert done.returncode == 0
    assert '"winners": []' in done.stdout
    done = run("adjudicate", "-", "--lines", folder=tmp_path, typed=f"{case}\nnonsense\n")
    assert done.returncode == 2
    assert done.stdout.splitlines()[1].startswith('{"error": "The case is not JSON')


def test_each_line_is_judged_by_itself_whatever_stands_around_it(tmp_path: Path) -> None:
    case = b'{"game": "paprika", "seats": {"Ann": "a1"}, "ndays": []}'
    path = tmp_path / "cases"
    for around, code in {
        b"\xef\xbb\xbf%b\r\n%b\r\n": 0,
        b"%b\n\n  \n%b": 0,
        b"%b\n%b\n\xe9": 2,
        b"%b\n%b\n" + b"[" * 50_000: 2,
        b'%b\n%b\n{"game": "paprika", "seats": {"Ann": "a1"}, "ndays": NaN}': 2,
        b'%b\n%b\n{"game": "paprika", "game": "paprika"}': 2,
    }.items():
        path.write_bytes(around % (case, case))
        done = run("adjudicate", "--lines", str(path), folder=tmp_path)
        assert done.returncode == code
        assert done.stdout.splitlines()[:2] == ['{"ndays": []}', '{"ndays": []}']
        assert [line[:9] for line in done.stdout.splitlines()[2:]] == ['{"error":'] * (code == 2)
        assert done.stderr == ""


NOMIC = {
    "game": "nomic",
    "options": {"ruleset": "suber-mail", "settings": {"debate_least": "0 hours"}},
    "players": [{"name": "Ann", "surname": "Ash"}, {"name": "Bob", "surname": "Birch"}],
    "start": "2026-12-01T00:00:00Z",
    "mail": [
        {
            "from": "Ann",
            "at": "2026-12-01T10:00:00Z",
            "text": "I propose to repeal rule 210.\nI open the vote.",
        },
        {"from": "Bob", "at": "2026-12-01T11:00:00Z", "text": "aye", "re": 301},
        {"from": "Ann", "at": "2026-12-01T12:00:00Z", "text": "I vote for 301"},
    ],
    "until": "2026-12-08T00:00:00Z",
}


def test_a_case_of_nomic_is_judged_as_its_format_has_it(tmp_path: Path) -> None:
    lines = f"{json.dumps(NOMIC)}\n{json.dumps(NOMIC | {'hats': 1})}\n"
    done = run("adjudicate", "--lines", folder=tmp_path, typed=lines)
    first, second = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, list(second)) == (2, ["error"])
    rules = {row["number"]: row for row in first.pop("rules")}
    assert set(rules) == {*range(101, 117), *range(201, 214)} - {210}
    assert list(rules[208]) == ["number", "was", "class", "title", "text", "settings"]
    assert rules[208]["settings"] == {"points_to_win": 200, "after_win": "end"}
    replies = [(row["to"], row["at"][11:16], row["ok"], row["about"]) for row in first.pop("replies")]
    assert replies == [
        ("Ann", "10:00", True, "propose"),
        ("Ann", "10:00", True, "open"),
        ("Bob", "11:00", True, "vote"),
        ("Ann", "12:00", True, "vote"),
    ]
    assert first.pop("proposals") == [
        {
            "number": 301,
            "by": "Ann",
            "status": "adopted",
            "for": ["Ann", "Bob"],
            "against": [],
            "abstain": [],
            "points": {"Ann": 10},
        }
    ]
    assert first == {
        "turn": 2,
        "circuit": 1,
        "mover": "Bob",
        "phase": "proposing",
        "deadline": "2026-12-09T00:00:00Z",
        "scores": {"Ann": 10, "Bob": 0},
        "judgments": [],
        "winner": None,
    }


def test_a_game_is_not_taken_from_a_folder_that_is_not_there(configured: Path) -> None:
    done = run("import", "nomic", "nowhere", folder=configured)
    assert (done.returncode, done.stderr) == (2, "referee: There is no folder nowhere.\n")
