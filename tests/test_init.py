"""`referee init` writes a configuration that only its owner can read, and tests it."""

import asyncio
import stat
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from referee.cli import app
from referee.clock import now
from referee.config import load_settings
from referee.configuring import example, filled, toml
from referee.errors import ConfigError
from referee.mail.embedded import EmbeddedMail

ROOT = Path(__file__).parents[1]
ANSWERS = {
    "address": "referee@example.org",
    "imap-host": "imap.example.org",
    "imap-tls": "implicit",
    "imap-port": "0",
    "imap-user": "referee",
    "imap-password": "sesame",
    "smtp-host": "smtp.example.org",
    "smtp-tls": "starttls",
    "smtp-port": "2587",
    "smtp-user": "referee",
    "smtp-password": "",
    "moderators": "Max <max@example.org>, Dee <dee@example.net>",
    "operator": "max@example.org",
}


def options(**changed: str | None) -> list[str]:
    """Every option with its answer; None leaves one out."""
    answers = ANSWERS | {name.replace("_", "-"): answer for name, answer in changed.items()}
    return [part for name, answer in answers.items() if answer is not None for part in (f"--{name}", answer)]


def init(file: Path, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["init", "-c", str(file), *arguments], input=typed)


def test_the_answers_become_settings(tmp_path: Path) -> None:
    file = tmp_path / "referee.toml"
    assert init(file, "--no-test", *options()).exit_code == 0
    settings = load_settings(file)
    assert settings.mail.address == "referee@example.org"
    assert (settings.imap.host, settings.imap.usual_port) == ("imap.example.org", 993)
    assert (settings.smtp.tls, settings.smtp.port) == ("starttls", 2587)
    assert [person.name for person in settings.moderation.moderators] == ["Max", "Dee"]
    assert settings.operator.address == "max@example.org"


def test_without_a_password_of_its_own_smtp_has_that_of_imap(tmp_path: Path) -> None:
    init(tmp_path / "a.toml", "--no-test", *options())
    assert load_settings(tmp_path / "a.toml").smtp.secret() == "sesame"
    init(tmp_path / "b.toml", "--no-test", *options(smtp_user="-", smtp_password=None))
    assert load_settings(tmp_path / "b.toml").smtp.secret() == ""


def test_every_comment_of_the_example_is_kept(tmp_path: Path) -> None:
    init(tmp_path / "referee.toml", "--no-test", *options())
    kept = (tmp_path / "referee.toml").read_text("utf-8").splitlines()
    assert [line for line in example().splitlines() if line.startswith("# ") and line not in kept] == []


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    file = tmp_path / "referee.toml"
    file.write_text("")
    file.chmod(0o644)
    init(file, "--no-test", "--force", *options())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_that_is_there_is_not_replaced_unless_told_to(tmp_path: Path) -> None:
    file = tmp_path / "referee.toml"
    file.write_text("mine")
    refused = init(file, "--no-test", *options())
    assert isinstance(refused.exception, ConfigError)
    assert "--force" in str(refused.exception)
    assert file.read_text() == "mine"
    init(file, "--no-test", "--force", *options())
    assert "sesame" in file.read_text()


def test_what_is_not_given_is_asked_for(tmp_path: Path) -> None:
    typed = "\n".join(
        ["referee@example.org", "", "none", "", "", 'se"same\\', "", "", "", "-", "Max <m@x.org>", ""]
    )
    done = init(tmp_path / "referee.toml", "--no-test", typed=typed + "\n")
    assert done.exit_code == 0, done.output
    settings = load_settings(tmp_path / "referee.toml")
    assert (settings.imap.host, settings.imap.user) == ("imap.example.org", "referee@example.org")
    assert settings.imap.secret() == 'se"same\\'
    assert (settings.smtp.host, settings.smtp.user) == ("smtp.example.org", "")
    assert settings.operator.address == ""


def test_an_answer_that_is_not_allowed_is_asked_for_again(tmp_path: Path) -> None:
    typed = "nonsense\nreferee@example.org\n"
    done = init(tmp_path / "referee.toml", "--no-test", *options(address=None), typed=typed)
    assert "'nonsense' is not allowed; it is the referee's address" in done.output
    assert load_settings(tmp_path / "referee.toml").mail.address == "referee@example.org"


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"imap_tls": "ssl"}, '--imap-tls \'ssl\' is not allowed; it is "implicit", "starttls" or "none".'),
        (
            {"smtp_port": "many"},
            "--smtp-port 'many' is not allowed; it is a port number; 0 is the usual one.",
        ),
        ({"moderators": "Max"}, "--moderators 'Max' is not allowed"),
        ({"operator": None}, "--operator is missing; answer the question or give the option."),
    ],
)
def test_a_bad_option_is_one_line_and_writes_nothing(
    tmp_path: Path, changed: dict[str, str | None], told: str
) -> None:
    refused = init(tmp_path / "referee.toml", "--no-test", *options(**changed))
    assert isinstance(refused.exception, ConfigError)
    assert str(refused.exception).startswith(told)
    assert not (tmp_path / "referee.toml").exists()


async def over(server: EmbeddedMail, file: Path, password: str) -> tuple[int, str]:
    """Runs the command against that server; exit code and output."""
    given = options(
        imap_host=server.host,
        imap_tls="none",
        imap_port=str(server.imap_port),
        imap_user="referee@example.org",
        imap_password=password,
        smtp_host=server.host,
        smtp_tls="none",
        smtp_port=str(server.smtp_port),
        smtp_user="referee@example.org",
    )
    program = Path(sys.executable).with_name("referee")
    running = await asyncio.create_subprocess_exec(
        program, "init", "-c", file, *given, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await running.communicate()
    assert running.returncode is not None
    return running.returncode, output.decode()


async def test_the_connections_are_tested(tmp_path: Path) -> None:
    async with EmbeddedMail({"referee@example.org": "sesame"}, now, require_login=True) as server:
        code, told = await over(server, tmp_path / "good.toml", "sesame")
        assert (code, "FAIL" in told) == (0, False)
        assert f"ok    IMAP: 127.0.0.1:{server.imap_port} lets referee@example.org in and has INBOX" in told
        assert "Next: `referee doctor" in told
        code, told = await over(server, tmp_path / "bad.toml", "wrong")
        assert code == 1
        assert "FAIL  IMAP: 127.0.0.1 refuses the login of referee@example.org" in told
        assert "FAIL  SMTP: 127.0.0.1: 535 " in told
        assert "Correct" in told
        assert "sesame" not in told + "wrong"


def test_values_are_written_as_toml_has_them() -> None:
    value = 'a "quoted" \\ line\nbreak ü \x7f'
    assert tomllib.loads(f"x = {toml(value)}") == {"x": value}
    assert tomllib.loads(f"x = {toml(('a', 'b'))}") == {"x": ["a", "b"]}


def test_settings_of_the_same_name_are_kept_apart() -> None:
    text = filled('[imap]\n#host = ""\n[smtp]\n#host = ""\n', {"smtp.host": "mail.example.org"})
    assert tomllib.loads(text) == {"imap": {}, "smtp": {"host": "mail.example.org"}}


def test_the_example_travels_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included["config.example.toml"] == "referee/_config.example.toml"
