"""The configuration: TOML and environment to frozen settings; an error says in one line what is allowed."""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from referee.engine.calendar import duration
from referee.engine.names import lowered
from referee.errors import ConfigError, cause

FILE_NAME = "referee.toml"
SQLITE = "sqlite:///"
LOOPBACK = re.compile(r"(127\.|localhost:|\[::1\]:)")


class Person(NamedTuple):
    """A name and a lower-case address."""

    name: str
    address: str


def _span(value: object) -> timedelta:
    return value if isinstance(value, timedelta) else duration(str(value))


def _address(value: object) -> str:
    name, address = parseaddr(str(value))
    if name or address != str(value).strip() or address.count("@") != 1 or " " in address:
        raise ValueError("not an address")
    return lowered(address)


def _optional_address(value: object) -> str:
    return _address(value) if value else ""


def _person(value: object) -> Person:
    if isinstance(value, Person):
        return value
    name, address = parseaddr(str(value))
    return Person(name, _address(address))


def _optional_path(value: object) -> object:
    return value or None


Span = Annotated[timedelta, BeforeValidator(_span)]
Address = Annotated[str, BeforeValidator(_address)]
OptionalAddress = Annotated[str, BeforeValidator(_optional_address)]
OnePerson = Annotated[Person, BeforeValidator(_person)]
OptionalPath = Annotated[Path | None, BeforeValidator(_optional_path)]
Port = Annotated[int, Field(ge=0, le=65535)]
Count = Annotated[int, Field(ge=0)]
Tls = Literal["implicit", "starttls", "none"]

A_SPAN = 'a duration such as "60s", "30m", "24h" or "3 days"'
A_LIMIT = "a whole number; 0 switches this limit off"
TLS_KINDS = '"implicit", "starttls" or "none"'
YES_NO = "true or false"


class Section(BaseModel):
    """One table of the file: frozen, and nothing in it that isn't known."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


class Mail(Section):
    """Who the referee is."""

    address: Address = Field(description='the referee\'s address, such as "referee@example.org"')
    name: str = Field("Referee", description="the name that stands beside the address")
    delimiter: str = Field("+", pattern=r"^[-+=_.]$", description='one of "+", "-", "=", "_", "."')
    plus_addressing: bool = Field(True, description=YES_NO)


class Account(Section):
    """A server and who the referee is there."""

    host: str = Field("", description="a host name or an IP address")
    port: Port = Field(0, description="a port number; 0 is the usual one")
    tls: Tls = Field("implicit", description=TLS_KINDS)
    user: str = Field("", description="the name to log in with")
    password: SecretStr = Field(SecretStr(""), description="the password in quotes")
    password_file: OptionalPath = Field(None, description="a file whose first line is the password")
    ca_file: OptionalPath = Field(None, description="a PEM file with the authority to trust")

    def secret(self) -> str:
        """The password, from `password` or else the first line of `password_file`."""
        return _secret(self.password, self.password_file, "password")


def _secret(given: SecretStr, file: Path | None, what: str) -> str:
    """What is given, or else the first line of the file."""
    if given.get_secret_value() or file is None:
        return given.get_secret_value()
    try:
        return (file.read_text("utf-8").splitlines() or [""])[0]
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The {what} file {file} can't be read: {cause(error)}.") from None


class Imap(Account):
    """Where letters come in."""

    mailbox: str = Field("INBOX", min_length=1, description="the folder that is read")
    processed: str = Field("Processed", description='a folder; "" leaves read letters where they are')
    quarantine: str = Field("Quarantine", description='a folder; "" leaves bad letters where they are')
    poll: Span = Field(
        timedelta(seconds=60),
        ge=timedelta(seconds=1),
        le=timedelta(minutes=5),
        description='a duration from "1s" to "5m"',
    )
    idle: bool = Field(True, description=YES_NO)

    @property
    def usual_port(self) -> int:
        """The port to connect to: the given one, else what the kind of TLS makes usual."""
        return self.port or (993 if self.tls == "implicit" else 143)


class Smtp(Account):
    """Where mails go out."""

    @property
    def usual_port(self) -> int:
        """The port to connect to: the given one, else what the kind of TLS makes usual."""
        return self.port or {"implicit": 465, "starttls": 587, "none": 25}[self.tls]


SomeSection = TypeVar("SomeSection", bound=Section)


class OAuth(Section):
    """Access tokens instead of passwords (XOAUTH2), where an account has a user and no password."""

    client_id: str = Field("", description="the name under which the provider knows your referee")
    client_secret: SecretStr = Field(SecretStr(""), description="the secret in quotes")
    client_secret_file: OptionalPath = Field(None, description="a file whose first line is the secret")
    refresh_token: SecretStr = Field(SecretStr(""), description="the token in quotes")
    refresh_token_file: OptionalPath = Field(None, description="a file whose first line is the token")
    token_endpoint: str = Field(
        "", pattern=r"^(https://\S+|http://(127\.0\.0\.1|localhost)[:/]\S+)?$", description="an https address"
    )
    scope: str = Field("", description="what the tokens are for, as the provider calls it")

    @property
    def is_set(self) -> bool:
        """Whether tokens are to be used at all."""
        return bool(self.client_id or self.token_endpoint)

    def serves(self, account: Account) -> bool:
        """Whether the account logs in with a token."""
        return self.is_set and bool(account.user) and not account.secret()

    def secret(self) -> str:
        """The client's secret, from `client_secret` or else its file; "" if it has none."""
        return _secret(self.client_secret, self.client_secret_file, "client secret")

    def refresh(self) -> str:
        """The refresh token, from `refresh_token` or else its file."""
        return _secret(self.refresh_token, self.refresh_token_file, "refresh token")


class Database(Section):
    """Where matches and letters are kept."""

    url: str = Field(f"{SQLITE}referee.db", min_length=1, description="an SQLAlchemy URL")


class Identity(Section):
    """Whom the referee believes."""

    authserv_id: str = Field("", description="the name in your server's Authentication-Results")
    trust_from: bool = Field(False, description=YES_NO)


class Moderation(Section):
    """Who may open matches, and what they must confirm."""

    confirm: Literal["always", "rewrites", "never"] = Field(
        "rewrites", description='"always", "rewrites" or "never"'
    )
    moderators: tuple[OnePerson, ...] = Field((), description='a list such as ["Max <max@example.org>"]')


class Operator(Section):
    """Who is told when something needs a human."""

    address: OptionalAddress = Field("", description='an address such as "operator@example.org", or ""')


class Web(Section):
    """Where the pages are served."""

    listen: str = Field(
        "", pattern=r"^(\S+:\d{1,5})?$", description='an address such as "127.0.0.1:8080", or "" for no pages'
    )
    own_url: str = Field(
        "", pattern=r"^(https?://\S+)?$", description='how browsers reach this very process, or ""'
    )


class Limits(Section):
    """How much is read, answered and sent; 0 switches a limit off."""

    letter_size: Count = Field(1_048_576, description=A_LIMIT)
    lines: Count = Field(200, description=A_LIMIT)
    block_lines: Count = Field(2_000, description=A_LIMIT)
    orders: Count = Field(50, description=A_LIMIT)
    letters_per_hour: Count = Field(60, description=A_LIMIT)
    receipts_per_10_minutes: Count = Field(10, description=A_LIMIT)
    unproven_per_hour: Count = Field(60, description=A_LIMIT)
    strangers_per_day: Count = Field(100, description=A_LIMIT)
    sends_per_minute: Count = Field(120, description=A_LIMIT)

    def only_set(self) -> Self:
        """These limits as a simulation has them: those not set are off."""
        off = {name: 0 for name in type(self).model_fields if name not in self.model_fields_set}
        return self.model_copy(update=off)


class Time(Section):
    """How long things wait."""

    settle: Span = Field(timedelta(seconds=60), description=A_SPAN)
    grace: Span = Field(timedelta(minutes=30), description=A_SPAN)
    outage: Span = Field(timedelta(hours=6), description=A_SPAN)
    outage_answer: Span = Field(timedelta(hours=24), description=A_SPAN)
    keep_letters: Span = Field(timedelta(days=400), description=A_SPAN)


class Settings(BaseSettings):
    """All settings of one referee; made by `load_settings`."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix="REFEREE_", env_nested_delimiter="__"
    )

    templates_dir: OptionalPath = Field(None, description="a folder of your own templates")
    language: str = Field("en", description="the code of a language that there is a catalogue of")
    base_url: str = Field("", pattern=r"^(https?://\S+)?$", description='"" or an address with http(s)')
    mail: Mail
    imap: Imap = Imap()
    smtp: Smtp = Smtp()
    oauth: OAuth = OAuth()
    database: Database = Database()
    identity: Identity = Identity()
    moderation: Moderation = Moderation()
    operator: Operator = Operator()
    web: Web = Web()
    limits: Limits = Limits()
    time: Time = Time()

    @property
    def pages_url(self) -> str:
        """What links in mails begin with; without a `base_url`, pages that only this machine can see."""
        if not self.base_url and LOOPBACK.match(self.web.listen):
            return f"http://{self.web.listen}"
        return self.base_url.rstrip("/")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over the file; nothing else is looked at."""
        return env_settings, init_settings


def load_settings(path: Path | None = None) -> Settings:
    """The settings in a file (`referee.toml` here, if none is named) and the environment, or ConfigError."""
    file = (path or Path(os.environ.get("REFEREE_CONFIG", FILE_NAME))).absolute()
    try:
        settings = Settings(**_tables(file))
    except ValidationError as error:
        raise ConfigError(_explained(file, error.errors())) from None
    except SettingsError as error:
        raise ConfigError(f"The environment: {error}; lists are written as JSON.") from None
    return _beside(file.parent, settings)


def require_mail(settings: Settings) -> None:
    """Nothing, or a ConfigError that names what is missing to read and send mail."""
    imap, smtp, oauth = settings.imap, settings.smtp, settings.oauth
    needed = {"imap.host": imap.host, "imap.user": imap.user}
    needed |= {} if oauth.is_set else {"imap.password": imap.secret()}
    needed |= {"smtp.host": smtp.host}
    needed |= {"smtp.password": smtp.secret()} if smtp.user and not oauth.is_set else {}
    needed |= _needed_for_tokens(oauth) if oauth.is_set else {}
    missing = [key for key, value in needed.items() if not value]
    if missing:
        raise ConfigError(f"To read and send mail the configuration needs {', '.join(missing)}.")


def _needed_for_tokens(oauth: OAuth) -> dict[str, str]:
    return {
        "oauth.client_id": oauth.client_id,
        "oauth.refresh_token": oauth.refresh(),
        "oauth.token_endpoint": oauth.token_endpoint,
    }


def _tables(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"There is no configuration at {file}; `referee init` writes one.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} can't be read: {cause(error)}.") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is not TOML: {error}.") from None


def _beside(folder: Path, settings: Settings) -> Settings:
    """The same settings with every relative path taken from the folder of the file."""
    database = settings.database
    if database.url.startswith(SQLITE) and (name := database.url.removeprefix(SQLITE)) not in (
        "",
        ":memory:",
    ):
        database = database.model_copy(update={"url": f"{SQLITE}{folder / name}"})
    changed = {
        "imap": _files_beside(folder, settings.imap),
        "smtp": _files_beside(folder, settings.smtp),
        "oauth": _files_beside(folder, settings.oauth),
        "database": database,
        "templates_dir": settings.templates_dir and folder / settings.templates_dir,
    }
    return settings.model_copy(update=changed)


def _files_beside(folder: Path, section: SomeSection) -> SomeSection:
    named = {key: path for key in type(section).model_fields if (path := getattr(section, key))}
    files = {key: folder / path for key, path in named.items() if isinstance(path, Path)}
    return section.model_copy(update=files)


def _explained(file: Path, errors: Sequence[Mapping[str, Any]]) -> str:
    """One line for the first error: where it stands, the key, and what is allowed."""
    error, more = errors[0], len(errors) - 1
    keys = [str(part) for part in error["loc"] if isinstance(part, str)]
    variable = "REFEREE_" + "__".join(keys).upper()
    where = variable if variable in os.environ else str(file)
    rest = f" ({more} more like this.)" if more else ""
    return f"{where}: {_complaint(keys, error)}{rest}"


def _complaint(keys: list[str], error: Mapping[str, Any]) -> str:
    section = _section(keys[0]) if len(keys) > 1 else Settings
    if error["type"] == "extra_forbidden":
        return f"there is no {'.'.join(keys)}; known here are {', '.join(section.model_fields)}."
    if keys == ["mail"] and error["type"] == "missing":
        keys, section = ["mail", "address"], Mail
    allowed = section.model_fields[keys[-1]].description or "a table of keys and values"
    if error["type"] == "missing":
        return f"{'.'.join(keys)} is missing; it is {allowed}."
    return f"{'.'.join(keys)} = {_shown(keys, error['input'])} is not allowed; it is {allowed}."


def _section(name: str) -> type[BaseModel]:
    kind = Settings.model_fields[name].annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else Settings


def _shown(keys: list[str], value: object) -> str:
    """The value as it may be shown: never a password, spans as seconds, at most a line."""
    if keys[-1] in ("password", "client_secret", "refresh_token"):
        return "…"
    if isinstance(value, timedelta):
        return f'"{int(value.total_seconds())}s"'
    return f'"{value}"' if isinstance(value, str) else str(value)[:60]
