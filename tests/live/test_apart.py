"""Processes that work beside the service end with it, also when it is killed."""

import os
import subprocess
import sys
from pathlib import Path

SERVICE = """
import multiprocessing, sys
from datetime import UTC, datetime
from referee.bootstrap import open_database
from referee.config import Settings
from referee.recorder import Recorder
from referee.web.studio import Studio

if __name__ == "__main__":
    database = {"url": "sqlite:///" + sys.argv[1] + "/referee.db"}
    settings = Settings.model_validate({"mail": {"address": "referee@example.org"}, "database": database})
    open_database(settings)
    studio = Studio()
    recorder = Recorder(settings, studio, lambda: datetime(2026, 12, 1, tzinfo=UTC))
    studio._begun("field.png", "").exception()
    print(len(multiprocessing.active_children()), flush=True)
    sys.stdin.read()
"""


def test_who_kills_the_service_leaves_no_process_behind(tmp_path: Path) -> None:
    script = tmp_path / "service.py"
    script.write_text(SERVICE)
    command = [sys.executable, str(script), str(tmp_path)]
    pipe = subprocess.PIPE
    here = {**os.environ, "PYTHONPATH": os.getcwd()}
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=here) as service:
        assert service.stdout is not None
        assert service.stdout.readline() == "2\n"
        service.kill()
        service.communicate(timeout=60)  # its output ends when the last process that has it ends
