"""Many matches in one tick: every display is queued, and memory does not grow with their number."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "benchmarks" / "turns.py"


@pytest.mark.full
def test_a_thousand_matches_are_turned_in_one_tick_within_300_megabytes(share: int) -> None:
    count = 1000 // share
    command = [sys.executable, str(PROGRAM), "--matches", str(count), "--json"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = json.loads(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
    assert (told["matches"], told["mails"]) == (count, 8 * count)
    assert told["megabytes at most"] < 300
    assert told["megabytes at most"] - told["megabytes before"] < 60
