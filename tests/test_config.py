"""The configuration: what is valid, what is refused in one line, and that the example shows every key."""

import re
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from referee.config import Person, Section, Settings, load_settings, require_mail
from referee.errors import ConfigError

EXAMPLE = Path(__file__).parent.parent / "config.example.toml"
SHORT = """
[mail]
address = "referee@example.org"
[identity]
trust_from = true
[moderation]
confirm = "never"
moderators = ["Max <max@example.org>"]
"""
REACHABLE = """
[mail]
address = "referee@example.org"
[imap]
host = "imap.example.org"
user = "referee"
password = "sesame"
[smtp]
host = "smtp.example.org"
"""


@pytest.fixture
def referee_toml(tmp_path: Path) -> Path:
    return tmp_path / "referee.toml"


def loaded(file: Path, text: str) -> Settings:
    file.write_text(text, "utf-8")
    return load_settings(file)


def refusal(file: Path, text: str) -> str:
    with pytest.raises(ConfigError) as refused:
        loaded(file, text)
    return str(refused.value)


def test_the_shortest_configuration_is_enough_for_simulations(referee_toml: Path) -> None:
    settings = loaded(referee_toml, SHORT)
    assert settings.moderation.moderators == (Person("Max", "max@example.org"),)
    assert settings.identity.trust_from
    assert settings.time.settle == timedelta(seconds=60)
    assert settings.database.url == f"sqlite:///{referee_toml.parent}/referee.db"


def test_running_needs_a_mailbox_and_says_which_keys_are_missing(referee_toml: Path) -> None:
    with pytest.raises(ConfigError, match=r"imap\.host, imap\.user, imap\.password, smtp\.host"):
        require_mail(loaded(referee_toml, SHORT))
    require_mail(loaded(referee_toml, REACHABLE))


def test_a_user_at_the_smtp_server_needs_a_password(referee_toml: Path) -> None:
    with pytest.raises(ConfigError, match=r"needs smtp\.password\."):
        require_mail(loaded(referee_toml, REACHABLE + 'user = "referee"\n'))


TOKENS = """
[mail]
address = "referee@example.org"
[imap]
host = "imap.example.org"
user = "referee"
[smtp]
host = "smtp.example.org"
user = "referee"
[oauth]
client_id = "referee"
"""


def test_with_oauth_no_password_is_needed_but_what_brings_a_token(referee_toml: Path) -> None:
    with pytest.raises(ConfigError, match=r"needs oauth\.refresh_token, oauth\.token_endpoint\."):
        require_mail(loaded(referee_toml, TOKENS))
    (referee_toml.parent / "refresh").write_text("again\n", "utf-8")
    more = 'refresh_token_file = "refresh"\ntoken_endpoint = "https://example.org/token"\n'
    settings = loaded(referee_toml, TOKENS + more)
    require_mail(settings)
    assert settings.oauth.refresh() == "again"
    assert settings.oauth.serves(settings.imap)
    assert settings.oauth.serves(settings.smtp)


def test_an_account_with_a_password_or_without_a_user_uses_no_tokens(referee_toml: Path) -> None:
    oauth = loaded(referee_toml, TOKENS).oauth
    reachable = loaded(referee_toml, REACHABLE)
    assert not oauth.serves(reachable.imap)
    assert not oauth.serves(reachable.smtp)
    assert not reachable.oauth.serves(loaded(referee_toml, TOKENS).imap)


def test_secrets_of_oauth_are_never_shown(referee_toml: Path) -> None:
    secrets = 'client_secret = "sesame"\nrefresh_token = "sesame"\n'
    assert "sesame" not in repr(loaded(referee_toml, TOKENS + secrets))
    assert "sesame" not in refusal(referee_toml, TOKENS + 'client_secret = ["sesame"]\n')


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ('[imap]\ntls = "ssl"', 'imap.tls = "ssl" is not allowed; it is "implicit", "starttls" or "none".'),
        ('[imap]\npoll = "10m"', 'imap.poll = "600s" is not allowed; it is a duration from "1s" to "5m".'),
        ("[imap]\npoll = 60", 'imap.poll = 60 is not allowed; it is a duration from "1s" to "5m".'),
        (
            "[imap]\nport = 70000",
            "imap.port = 70000 is not allowed; it is a port number; 0 is the usual one.",
        ),
        ('[time]\ngrace = "soon"', 'time.grace = "soon" is not allowed; it is a duration such as "60s", '),
        ("[limits]\nlines = -1", "limits.lines = -1 is not allowed; it is a whole number; 0 switches"),
        ('[moderation]\nmoderators = ["Max"]', 'moderation.moderators = "Max" is not allowed; it is a list'),
        ("[smtp]\nhots = 1", "there is no smtp.hots; known here are host, port, tls, user"),
        (
            "[smpt]\nhost = 1",
            "there is no smpt; known here are templates_dir, language, base_url, mail, imap",
        ),
        ('[operator]\naddress = "op"', 'operator.address = "op" is not allowed; it is an address'),
        (
            '[oauth]\ntoken_endpoint = "http://example.org/"',
            'oauth.token_endpoint = "http://example.org/" is',
        ),
        ("[imap]\npassword = 12345678", "imap.password = … is not allowed; it is the password in quotes."),
    ],
)
def test_an_error_names_file_key_and_what_is_allowed(referee_toml: Path, lines: str, complaint: str) -> None:
    told = refusal(referee_toml, f'[mail]\naddress = "referee@example.org"\n{lines}\n')
    assert told.startswith(f"{referee_toml}: {complaint}")
    assert "\n" not in told


def test_the_referee_s_address_is_required(referee_toml: Path) -> None:
    allowed = 'the referee\'s address, such as "referee@example.org".'
    assert refusal(referee_toml, "") == f"{referee_toml}: mail.address is missing; it is {allowed}"
    assert "mail.address is missing" in refusal(referee_toml, '[mail]\nname = "R"')


def test_several_errors_are_told_as_one_line(referee_toml: Path) -> None:
    told = refusal(referee_toml, '[mail]\naddress = "referee@example.org"\n[imap]\na = 1\nb = 2\n')
    assert told.endswith("(1 more like this.)")


def test_a_missing_or_malformed_file_is_one_line(referee_toml: Path) -> None:
    with pytest.raises(ConfigError, match=r"There is no configuration at .*referee init"):
        load_settings(referee_toml)
    assert "is not TOML: " in refusal(referee_toml, "[mail\n")
    referee_toml.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="can't be read"):
        load_settings(referee_toml)


def test_the_environment_overrides_single_keys(referee_toml: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_IMAP__PASSWORD", "from outside")
    monkeypatch.setenv("REFEREE_REQUIRE", "all")
    imap = loaded(referee_toml, REACHABLE).imap
    assert (imap.secret(), imap.host) == ("from outside", "imap.example.org")


def test_an_error_in_the_environment_names_the_variable(
    referee_toml: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_IMAP__TLS", "ssl")
    assert refusal(referee_toml, SHORT).startswith('REFEREE_IMAP__TLS: imap.tls = "ssl" is not allowed')
    monkeypatch.setenv("REFEREE_IMAP__TLS", "none")
    monkeypatch.setenv("REFEREE_MODERATION__MODERATORS", "Max")
    assert refusal(referee_toml, SHORT).startswith("The environment: ")


def test_without_a_path_the_variable_or_the_folder_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "referee.toml").write_text(SHORT, "utf-8")
    assert load_settings().mail.address == "referee@example.org"
    (tmp_path / "other.toml").write_text('[mail]\naddress = "Other@example.org"', "utf-8")
    monkeypatch.setenv("REFEREE_CONFIG", "other.toml")
    assert load_settings().mail.address == "other@example.org"


def test_relative_paths_stand_beside_the_file(referee_toml: Path) -> None:
    settings = loaded(
        referee_toml,
        'templates_dir = "mine"\n[mail]\naddress = "referee@example.org"\n'
        '[imap]\npassword_file = "secret"\nca_file = "/etc/ca.pem"\n[database]\nurl = "sqlite:///a/b.db"\n',
    )
    folder = referee_toml.parent
    assert settings.templates_dir == folder / "mine"
    assert (settings.imap.password_file, settings.imap.ca_file) == (folder / "secret", Path("/etc/ca.pem"))
    assert settings.database.url == f"sqlite:///{folder}/a/b.db"


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "postgresql+psycopg://db/referee"])
def test_other_databases_are_left_as_written(referee_toml: Path, url: str) -> None:
    text = f'[mail]\naddress = "referee@example.org"\n[database]\nurl = "{url}"\n'
    assert loaded(referee_toml, text).database.url == url


def test_a_password_may_stand_in_a_file_of_its_own(referee_toml: Path) -> None:
    (referee_toml.parent / "secret").write_text("sesame\n", "utf-8")
    text = '[mail]\naddress = "referee@example.org"\n[imap]\npassword_file = "secret"\n'
    assert loaded(referee_toml, text).imap.secret() == "sesame"
    with pytest.raises(
        ConfigError, match=r"The password file .*gone can't be read: No such file or directory\.$"
    ):
        loaded(referee_toml, text.replace("secret", "gone")).imap.secret()


def test_passwords_are_never_shown(referee_toml: Path) -> None:
    assert "sesame" not in repr(loaded(referee_toml, REACHABLE))


def test_settings_are_frozen(referee_toml: Path) -> None:
    settings = loaded(referee_toml, SHORT)
    with pytest.raises(ValueError, match="frozen"):
        setattr(settings.mail, "name", "Other")  # noqa: B010


def test_ports_follow_the_kind_of_tls(referee_toml: Path) -> None:
    settings = loaded(referee_toml, SHORT)
    assert (settings.imap.usual_port, settings.smtp.usual_port) == (993, 465)
    settings = loaded(referee_toml, SHORT + '[imap]\ntls = "starttls"\n[smtp]\ntls = "starttls"\n')
    assert (settings.imap.usual_port, settings.smtp.usual_port) == (143, 587)
    settings = loaded(referee_toml, SHORT + '[imap]\nport = 1143\n[smtp]\ntls = "none"\n')
    assert (settings.imap.usual_port, settings.smtp.usual_port) == (1143, 25)


def test_in_simulations_limits_are_off_unless_set(referee_toml: Path) -> None:
    limits = loaded(referee_toml, SHORT + "[limits]\norders = 7\n").limits.only_set()
    assert (limits.orders, limits.lines, limits.letter_size) == (7, 0, 0)


def example_with_all_defaults() -> dict[str, Any]:
    return tomllib.loads(re.sub(r"(?m)^#(?=\w+ = )", "", EXAMPLE.read_text("utf-8")))


def keys_of(model: type[BaseModel], prefix: str = "") -> dict[str, Any]:
    """Every dotted key of the settings with its field."""
    found: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            found |= keys_of(kind, f"{name}.")
        else:
            found[f"{prefix}{name}"] = field
    return found


def test_the_example_parses_as_it_stands(referee_toml: Path) -> None:
    settings = loaded(referee_toml, EXAMPLE.read_text("utf-8"))
    assert settings == loaded(referee_toml, '[mail]\naddress = "referee@example.org"\n')


def test_the_example_names_every_key_and_its_default(referee_toml: Path) -> None:
    tables = example_with_all_defaults()
    named = {key for key, value in tables.items() if not isinstance(value, dict)}
    named |= {
        f"{section}.{key}" for section, table in tables.items() if isinstance(table, dict) for key in table
    }
    assert named == set(keys_of(Settings))
    text = re.sub(r"(?m)^#(?=\w+ = )", "", EXAMPLE.read_text("utf-8"))
    assert loaded(referee_toml, text) == loaded(referee_toml, EXAMPLE.read_text("utf-8"))


def test_every_key_says_what_is_allowed() -> None:
    assert [key for key, field in keys_of(Settings).items() if not field.description] == []
