"""Stories without a server: the same letters, the same bytes."""

import hmac
import json
import os
import subprocess
import sys
from base64 import b32encode
from datetime import datetime
from email import message_from_bytes
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine

from referee.config import load_settings
from referee.errors import ConfigError
from referee.simulate import simulate
from tests.table import address_of, moment

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "stories"
SHORT = """
[mail]
address = "referee@example.org"
[identity]
trust_from = true
[moderation]
confirm = "never"
moderators = ["Max <max@example.org>"]
"""
OPENING = (
    'open paprika "Spring"\nwaking_chance = 1\nseat Ann ann@example.net\nseat Bob bob@example.net\nstart'
)
SEED = bytes(32)


class Folder:
    """A story that is written letter by letter, and what came of it."""

    def __init__(self, path: Path, settings: str = SHORT) -> None:
        self.path, self.count = path, 0
        self.letters = path / "letters"
        self.letters.mkdir()
        (self.letters / "referee.toml").write_text(settings)

    def write(self, sender: str, text: str, at: str, name: str = "", **headers: str) -> None:
        """One more letter."""
        self.count += 1
        fields = {
            "X-Received-At": f"{moment(at):%Y-%m-%dT%H:%M:%SZ}",
            "From": f"{sender} <{address_of(sender)}>",
            "To": "referee@example.org",
            "Message-ID": f"<{self.count}@example.net>",
            **{key.replace("_", "-"): value for key, value in headers.items()},
        }
        head = "".join(f"{key}: {value}\n" for key, value in fields.items() if value)
        (self.letters / f"{name or f'{self.count:03}'}.eml").write_text(f"{head}\n{text}\n")

    def play(self, until: str, out: str = "out", seed: bytes = SEED) -> "Outcome":
        """The story played."""
        settings = load_settings(self.letters / "referee.toml")
        simulate(self.letters, settings, moment(until), seed, self.path / out)
        return Outcome(self.path / out)


class Outcome:
    """What a simulation wrote."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
        self.matches: Any = json.loads(self.files["matches.json"])
        self.mails = [message_from_bytes(raw) for name, raw in self.files.items() if name.endswith(".eml")]

    def log(self, match: str = "m1") -> list[str]:
        """The log in words."""
        return [f"{entry['kind']} {entry['by']}: {entry['text']}" for entry in self.matches[match]["log"]]


@pytest.fixture
def story(tmp_path: Path) -> Folder:
    """A story that Max has opened at 10:00 on the 1st."""
    folder = Folder(tmp_path)
    folder.write("Max", OPENING, "1 10:00")
    return folder


def test_a_short_configuration_is_enough(story: Folder) -> None:
    story.write("Ann", "move n", "1 12:00")
    played = story.play("2 00:00")
    assert played.matches["m1"]["state"]["nday"] == 2
    assert set(played.files) == {f"{n:04}.eml" for n in range(1, len(played.mails) + 1)} | {"matches.json"}


def test_the_same_letters_bring_the_same_bytes(story: Folder) -> None:
    story.write("Ann", "move n\nstatus\nhelp", "1 12:00")
    story.write("Bob", "mvoe north\ndisplay", "1 13:00")
    assert story.play("4 12:00", "one").files == story.play("4 12:00", "two").files


def test_another_seed_brings_other_draws(story: Folder) -> None:
    one, other = story.play("2 00:00", "one"), story.play("2 00:00", "two", seed=b"\1" * 32)
    assert one.matches["m1"]["seed"] != other.matches["m1"]["seed"]


def test_nothing_depends_on_the_machine_or_the_hour(story: Folder) -> None:
    story.write("Ann", "move n\nstatus\ntimezone America/Sao_Paulo", "1 12:00")
    story.write("eve@example.com", "hello", "1 13:00")
    runs = []
    for number, (zone, at) in enumerate((("UTC", "2001-01-01"), ("Asia/Tokyo", "2038-05-05"))):
        with time_machine.travel(datetime.fromisoformat(f"{at}T03:04:05+00:00"), tick=False):
            here = os.environ.get("TZ")
            os.environ["TZ"] = zone
            try:
                runs.append(story.play("3 12:00", f"run{number}").files)
            finally:
                os.environ.pop("TZ") if here is None else os.environ.__setitem__("TZ", here)
    assert runs[0] == runs[1]


def test_nothing_depends_on_the_process(story: Folder, tmp_path: Path) -> None:
    story.write("Ann", "move n\nstatus\nhelp\nrules", "1 12:00")
    here = story.play("3 12:00").files
    command = [sys.executable, "-m", "referee", "simulate", "letters", "--until", "2026-12-03T12:00:00Z"]
    command = [sys.executable, "-c", "from referee.cli import main; main()", *command[3:], "--out", "there"]
    env = {**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Tokyo", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {path.name: path.read_bytes() for path in (tmp_path / "there").iterdir()} == here


@pytest.mark.parametrize(
    "fault", ["no header", "no time", "no zone", "no folder", "full out", "bad until", "bad seed"]
)
def test_a_fault_of_the_story_is_one_line_and_exit_code_2(story: Folder, tmp_path: Path, fault: str) -> None:
    if fault in ("no header", "no time", "no zone"):
        stamp = {"no header": "", "no time": "noon", "no zone": "2026-12-01T10:00:00"}[fault]
        story.write("Ann", "move n", "1 12:00", name="bad", X_Received_At=stamp)
    if fault == "full out":
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "x").write_text("x")
    folder = "nowhere" if fault == "no folder" else "letters"
    until = "tomorrow" if fault == "bad until" else "2026-12-03T12:00:00Z"
    command = ["simulate", folder, "--until", until, "--out", "out", "--config", "letters/referee.toml"]
    command += ["--seed", "12"] if fault == "bad seed" else []
    program = [sys.executable, "-c", "from referee.cli import main; main()"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*program, *command], cwd=tmp_path, env=env, capture_output=True, check=False)
    assert done.returncode == 2
    assert len(done.stderr.decode().strip().splitlines()) == 1, done.stderr
    assert b"Traceback" not in done.stderr


def test_a_letter_without_its_time_is_an_error_even_after_the_end(story: Folder) -> None:
    story.write("Ann", "move n", "1 12:00", X_Received_At="")
    with pytest.raises(ConfigError, match="X-Received-At"):
        story.play("1 11:00")
    assert not (story.path / "out").exists()


# times


def test_letters_come_in_order_of_their_time_and_ties_by_file_name(story: Folder) -> None:
    story.write("Ann", "move e", "1 13:00", name="a-later")
    story.write("Ann", "move n", "1 12:00", name="z-earlier")
    story.write("Bob", "duck", "1 12:00", name="c")
    story.write("Bob", "focus", "1 12:00", name="b")
    log = story.play("1 14:00").log()
    assert log[-2:] == ["declared Bob: focus", "declared Ann: move n"]


def test_a_letter_at_exactly_midnight_belongs_to_the_new_nday(story: Folder) -> None:
    story.write("Ann", "move n", "1 23:59:59")
    story.write("Bob", "move n", "2 00:00:00")
    log = story.play("2 00:00").log()
    assert log[-3:] == ["declared Ann: move n", "closed None: Turn of nday 1", "declared Bob: move n"]


def test_a_moderator_at_exactly_midnight_acts_in_the_new_nday(story: Folder) -> None:
    story.write("Max", "moderate m1\nas Ann: move n because she asked", "2 00:00:00")
    assert story.play("2 12:00").log()[-2:] == [
        "closed None: Turn of nday 1",
        "overridden Max: as Ann: move n",
    ]


def test_deadlines_up_to_and_including_the_end_are_closed_at_their_time(story: Folder) -> None:
    assert story.play("1 23:59:59", "one").matches["m1"]["state"]["nday"] == 1
    played = story.play("5 00:00", "two")
    assert played.matches["m1"]["state"]["nday"] == 5
    closed = [entry["at"] for entry in played.matches["m1"]["log"] if entry["kind"] == "closed"]
    assert closed == [f"2026-12-0{day}T00:00:00Z" for day in (2, 3, 4, 5)]


def test_letters_after_the_end_are_not_read(story: Folder) -> None:
    story.write("Ann", "move n", "1 12:00:01")
    assert story.play("1 12:00").log()[-1].startswith("started")


def test_a_simulation_was_never_down(story: Folder) -> None:
    story.write("Ann", "move n", "9 12:00")
    assert story.play("9 12:00").matches["m1"]["state"]["nday"] == 9


def test_limits_are_off_unless_set(story: Folder, tmp_path: Path) -> None:
    for minute in range(70):
        story.write("Ann", f"status\n{minute}", f"1 12:{minute % 60:02}")
    assert len([m for m in story.play("1 14:00").mails if "ann@" in str(m["To"])]) == 72
    other = Folder(_made(tmp_path / "limited"), SHORT + "[limits]\nletters_per_hour = 3\n")
    other.write("Max", OPENING, "1 10:00")
    for minute in range(5):
        other.write("Ann", f"status\n{minute}", f"1 12:0{minute}")
    assert len([m for m in other.play("1 14:00").mails if "ann@" in str(m["To"])]) == 6


def _made(path: Path) -> Path:
    path.mkdir()
    return path


def test_reminders_go_out_at_their_time(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("Max", OPENING.replace("start", "reminders = on\nstart"), "1 10:00")
    folder.write("Ann", "move n", "1 12:00")
    folder.write("Bob", "status", "1 19:00")
    mails = folder.play("1 20:00").mails
    assert [str(m["Date"]) for m in mails if "bob@" in str(m["To"])][-2:] == [
        "Tue, 01 Dec 2026 18:00:00 +0000",
        "Tue, 01 Dec 2026 19:00:00 +0000",
    ]
    assert "ann@" not in "".join(str(m["To"]) for m in mails[-2:])


def test_a_mails_date_is_the_letters_time_or_the_deadlines(story: Folder) -> None:
    story.write("Ann", "move n", "1 12:34:56")
    dates = {parsedate_to_datetime(str(mail["Date"])) for mail in story.play("2 06:00").mails}
    assert dates == {moment("1 10:00"), moment("1 12:34:56"), moment("2 00:00")}


def test_a_turns_mails_come_in_the_order_of_seats(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    names = ("Zoe", "Ann", "Max2", "Bob")
    seats = "\n".join(f"seat {name} {name.lower()}@example.net" for name in names)
    folder.write("Max", f'open paprika "Spring"\n{seats}\nstart', "1 10:00")
    mails = folder.play("2 00:00").mails[-4:]
    assert [str(m["To"]).split("@")[0].split("<")[-1] for m in mails] == [name.lower() for name in names]


# matches.json


KEYS = ["game", "title", "status", "due", "result", "seed", "state", "log"]
ENTRY = ["number", "at", "kind", "by", "text", "reason"]
KINDS = {"opened", "joined", "started", "declared", "closed", "overridden", "resigned", "ended"}


def test_an_open_match_has_neither_seed_nor_deadline_nor_state(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("Max", 'open paprika "Spring"\nseat Ann ann@example.net', "1 10:00")
    match = folder.play("2 00:00").matches["m1"]
    assert list(match) == KEYS
    assert match["status"] == "open"
    assert [match[key] for key in ("due", "result", "seed", "state")] == [None] * 4
    assert [list(entry) for entry in match["log"]] == [ENTRY, ENTRY]
    seated = (2, "2026-12-01T10:00:00Z", "joined", "Ann", "Ann takes a seat", None)
    assert tuple(match["log"][1].values()) == seated


def test_a_running_match_has_its_seed_deadline_and_state(story: Folder) -> None:
    match = story.play("2 12:00").matches["m1"]
    assert (match["status"], match["due"], match["result"]) == ("running", "2026-12-03T00:00:00Z", None)
    assert len(match["seed"]) == 64
    assert list(match["state"]) == ["nday", "waking", "true", "perceived"]
    assert match["state"]["waking"] == ["Ann", "Bob"]
    assert list(match["state"]["true"]) == ["avatars", "objects", "priority"]
    assert list(match["state"]["perceived"]) == ["Ann", "Bob"]


def test_a_paused_match_has_no_deadline(story: Folder) -> None:
    story.write("Max", "moderate m1\npause because of rain", "1 12:00")
    match = story.play("5 00:00").matches["m1"]
    assert (match["status"], match["due"]) == ("paused", None)
    assert match["log"][-1] | {"at": ""} == {
        "number": 5,
        "at": "",
        "kind": "overridden",
        "by": "Max",
        "text": "pause",
        "reason": "of rain",
    }


def test_a_match_that_is_over_has_its_result_and_last_state(story: Folder) -> None:
    story.write("Max", "moderate m1\nset true.avatars.Ann.at = a12 because of rain", "1 12:00")
    match = story.play("3 00:00").matches["m1"]
    assert (match["status"], match["due"], match["result"]) == ("over", None, {"winners": ["Ann"]})
    assert match["state"]["nday"] == 1
    assert match["log"][-1]["kind"] == "ended"
    assert match["log"][-1]["by"] is None


def test_every_entry_is_of_a_known_kind_and_numbered(story: Folder) -> None:
    story.write("Ann", "resign\nmove n", "1 12:00")
    commands = "as Bob: duck because I say so\nclose because I can\nundo turn because I can"
    story.write("Max", f"moderate m1\n{commands}", "1 13:00")
    story.write("Max", "moderate m1\nremove Ann because of rain\nend won by Bob because of rain", "1 14:00")
    log = story.play("3 00:00").matches["m1"]["log"]
    assert {entry["kind"] for entry in log} <= KINDS
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
    assert all(list(entry) == ENTRY for entry in log)


def test_matches_are_numbered_in_order_of_opening(story: Folder) -> None:
    for number in (2, 3):
        story.write("Max", OPENING.replace("Spring", f"Number {number}"), f"1 1{number}:00")
    matches = story.play("1 14:00").matches
    assert [(key, match["title"]) for key, match in matches.items()] == [
        ("m1", "Spring"),
        ("m2", "Number 2"),
        ("m3", "Number 3"),
    ]
    assert len({match["seed"] for match in matches.values()}) == 3


def test_tokens_and_seeds_follow_from_the_seed_as_specified(story: Folder) -> None:
    played = story.play("1 12:00", seed=b"\7" * 32)
    assert played.matches["m1"]["seed"] == hmac.new(b"\7" * 32, b"match/m1", "sha256").hexdigest()
    token = b32encode(hmac.new(b"\7" * 32, b"token/m1/Ann", "sha256").digest()[:10]).decode().lower()
    mail = next(mail for mail in played.mails if "ann@" in str(mail["To"]))
    assert f"referee+m1.{token}@example.org" in str(mail["Reply-To"])


def test_a_story_is_told_as_it_was_told_before(tmp_path: Path) -> None:
    for folder in sorted(path for path in GOLDEN.iterdir() if path.is_dir()):
        settings = load_settings(folder / "referee.toml")
        simulate(folder, settings, moment("8 00:00"), SEED, tmp_path / folder.name)
        told = (tmp_path / folder.name / "matches.json").read_text("utf-8")
        assert told == (folder / "matches.json").read_text("utf-8"), folder.name
