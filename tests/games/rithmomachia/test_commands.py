"""Boolean Rithmomachia on the command line: verify, export, adjudicate, perft."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games.rithmomachia import GAME
from referee.games.rithmomachia.record import replay_record
from tests.games.rithmomachia import oracle
from tests.games.rithmomachia.test_oracle import all_options, scattered
from tests.games.rithmomachia.test_perft import FIGURES
from tests.table import REFEREE, Table, spring
from tests.test_cli import Done, run

MOVES = ("1c2-1b2>2b3", "4c2-3c2", "1b3-2b3>3a2", "4b3-3a2>3a1", "1b2-2b2")
CASES = 1_000


@pytest.fixture
def table() -> Iterator[Table]:
    """A match that was played by mail to its end."""
    with spring(game="rithmomachia", options="white = Ann") as played:
        for number, move in enumerate(MOVES):
            name = ("Ann", "Bob")[number % 2]
            played.write(name, move, f"{number + 1} 12:00", to=played.seat_address(name))
        assert played.row().status == "over"
        yield played


def command(table: Table, folder: Path, *words: str) -> Done:
    """The command over the table's database."""
    lines = ["[mail]", f'address = "{REFEREE}"', "[database]", f'url = "sqlite:///{table.file}"']
    (folder / "referee.toml").write_text("\n".join(lines), "utf-8")
    return run(*words, folder=folder)


def test_a_finished_match_is_verified_from_its_database(table: Table, tmp_path: Path) -> None:
    done = command(table, tmp_path, "verify", "m1")
    assert done.returncode == 0
    assert "WRONG" not in done.stdout
    assert "fold to the state that is kept" in done.stdout
    assert f"seed {table.state().seed}" in done.stdout


def test_a_match_whose_log_was_changed_is_not_verified(table: Table, tmp_path: Path) -> None:
    with table.engine.begin() as connection:
        changed = "UPDATE entries SET data = replace(data, '1b2-2b2', '1b2-1a2') WHERE data LIKE '%1b2-2b2%'"
        assert connection.exec_driver_sql(changed).rowcount == 1
    done = command(table, tmp_path, "verify", "m1")
    assert done.returncode == 1
    assert "WRONG" in done.stdout


def test_a_finished_match_is_exported_as_a_record_that_replays_to_its_end(
    table: Table, tmp_path: Path
) -> None:
    assert command(table, tmp_path, "export", "m1", "--out", "out").returncode == 0
    record = replay_record((tmp_path / "out" / "record.txt").read_text("utf-8"))
    assert tuple(ply.move.name for ply in record.course.plies) == MOVES
    assert record.course.position == table.state().course.position
    assert (record.tags["White"], record.tags["Winner"]) == ("Ann", "White")


def test_a_thousand_cases_are_judged_in_one_call_as_each_alone(tmp_path: Path) -> None:
    rng = random.Random(24)
    cases = []
    for _ in range(CASES):
        board, colour, options = scattered(rng), rng.choice(("White", "Black")), all_options(rng)
        position = oracle.text(board, colour)
        moves = [oracle.move_name(move) for move in oracle.legal_moves(board, colour, options)]
        played = [rng.choice(moves)] if moves and rng.random() < 0.7 else []
        cases.append({"game": GAME.key, "options": options, "position": position, "moves": played})
    (tmp_path / "cases").write_text("".join(f"{json.dumps(case)}\n" for case in cases), "utf-8")
    done = run("adjudicate", "--lines", "cases", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [GAME.adjudicate(c) for c in cases]


def test_a_case_in_a_file_is_judged_and_a_bad_one_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text('{"game": "rithmomachia", "moves": ["1c2-1b2>2b3"]}', "utf-8")
    done = run("adjudicate", "good.json", folder=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["plies"][0]["move"] == "1c2-1b2>2b3"
    (tmp_path / "bad.json").write_text('{"game": "rithmomachia", "options": {"filter": "sieve"}}', "utf-8")
    done = run("adjudicate", "bad.json", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "filter" in done.stderr


WORDS = {
    "push, reach": "",
    "no push, reach": "--push off",
    "no push, chain": "--push off --filter chain",
    "no push, anywhere": "--push off --filter anywhere",
    "push, reach, swap off": "--swap off",
}


@pytest.mark.parametrize("name", FIGURES)
def test_perft_prints_the_known_figures(name: str, tmp_path: Path) -> None:
    for depth, count in enumerate(FIGURES[name][1][:2], start=1):
        done = run("perft", "--depth", str(depth), *WORDS[name].split(), folder=tmp_path)
        assert (done.returncode, done.stdout) == (0, f"{count}\n")


def leaves(board: oracle.Board, colour: str, options: dict[str, Any], depth: int) -> int:
    """The oracle's count; a match that is over is one leaf."""
    if depth == 0 or oracle.reason_to_end(board, colour, options):
        return 1
    played = (
        oracle.play(board, colour, move, options)[0] for move in oracle.legal_moves(board, colour, options)
    )
    return sum(leaves(after, oracle.other(colour), options, depth - 1) for after in played)


def test_perft_counts_as_the_oracle_does_from_any_position_under_any_options(tmp_path: Path) -> None:
    rng, counted = random.Random(25), set()
    for _ in range(20):
        board, colour, options = scattered(rng), rng.choice(("White", "Black")), all_options(rng)
        few = dict(rng.sample(sorted(board.items()), min(6, len(board))))
        told = {
            name: value if isinstance(value, str) else "on" if value else "off"
            for name, value in options.items()
            if name != "equations"
        }
        told["equations"] = " ".join(options["equations"])
        words = [word for name, value in told.items() for word in (f"--{name}", value)]
        done = run("perft", "--depth", "2", "--position", oracle.text(few, colour), *words, folder=tmp_path)
        assert (done.returncode, done.stdout) == (0, f"{leaves(few, colour, options, 2)}\n")
        counted.add(done.stdout)
    assert len(counted) > 5
