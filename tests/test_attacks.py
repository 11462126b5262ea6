"""Attacks: each a folder of letters in tests/attacks/ (tests/on_file.py says how they are read)."""

from pathlib import Path

import pytest

from tests.on_file import comes_to_what_it_says

ATTACKS = sorted(path for path in (Path(__file__).parent / "attacks").iterdir() if path.is_dir())


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda path: path.name)
def test_an_attack_comes_to_what_its_letters_say(attack: Path) -> None:
    comes_to_what_it_says(attack)
