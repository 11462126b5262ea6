"""Games come in and go out as plain files: `ruleset check`, `export`, `import`."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli import app
from referee.errors import ConfigError, OptionError
from referee.games.nomic import ruleset

SETTINGS = '[mail]\naddress = "referee@example.org"\n[moderation]\nmoderators = ["Max <max@example.org>"]\n'
GAME = """title = "Old game"
next_number = 317
mover = "Bob"
turn = 17
circuit = 5
[[players]]
name = "Ann"
surname = "Ash"
score = 40
[[players]]
name = "Bob"
surname = "Birch"
score = 12
"""
SEATS = ("--address", "Ann=ann@example.org", "--address", "Bob=bob@example.org")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A configuration, and a folder `kept` with a game that was kept by hand."""
    (tmp_path / "referee.toml").write_text(SETTINGS)
    kept = tmp_path / "kept"
    kept.mkdir()
    shipped = Path(str(ruleset.__file__)).parent / "rulesets" / "suber-mail.toml"
    (kept / "rules.toml").write_text(shipped.read_text("utf-8"), "utf-8")
    (kept / "game.toml").write_text(GAME)
    return tmp_path


def run(place: Path, *words: str) -> str:
    """What the command prints; what it raises on purpose is raised."""
    config = () if words[0] == "ruleset" else ("-c", str(place / "referee.toml"))
    result = CliRunner().invoke(app, [*words, *config], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_game_that_was_kept_by_hand_goes_on_and_can_be_taken_along(place: Path) -> None:
    assert "m1" in run(place, "import", "nomic", str(place / "kept"), *SEATS)
    assert "WRONG" not in run(place, "verify", "m1")
    run(place, "export", "m1", "--out", str(place / "out"))
    written = (place / "out" / "game.toml").read_text("utf-8")
    assert "next_number = 317" in written
    assert 'mover = "Bob"' in written
    assert "score = 40" in written
    assert "Ann,40" in (place / "out" / "scores.csv").read_text("utf-8").replace('"', "")


def test_what_was_exported_can_be_imported_again(place: Path) -> None:
    run(place, "import", "nomic", str(place / "kept"), *SEATS)
    run(place, "export", "m1", "--out", str(place / "first"))
    run(place, "import", "nomic", str(place / "first"), *SEATS)
    run(place, "export", "m2", "--out", str(place / "second"))
    for name in ("rules.txt", "scores.csv"):
        assert (place / "first" / name).read_text("utf-8") == (place / "second" / name).read_text("utf-8")


def test_every_player_of_an_import_needs_an_address(place: Path) -> None:
    with pytest.raises(ConfigError, match="no address for Bob"):
        run(place, "import", "nomic", str(place / "kept"), *SEATS[:2])
    assert "m1" not in run(place, "match", "list")


def test_a_fault_in_a_ruleset_names_file_and_rule(place: Path) -> None:
    rules = place / "kept" / "rules.toml"
    assert "208 The winner" in run(place, "ruleset", "check", str(rules))
    rules.write_text(rules.read_text("utf-8").replace("points_to_win", "points_to_wim"), "utf-8")
    with pytest.raises(OptionError, match=r"rules\.toml: rule 208.*points_to_wim"):
        run(place, "ruleset", "check", str(rules))
