"""Brings a database to the tables of this version, by the migrations."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from referee.errors import ConfigError

PACKAGE = Path(__file__).parents[1]


def migrations() -> Path:
    """Where the migrations lie: in the wheel, or beside the package in a source tree."""
    installed = PACKAGE / "_migrations"
    return installed if installed.is_dir() else PACKAGE.parent / "migrations"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations()).replace("%", "%%"))
    return config


def upgrade(engine: Engine) -> None:
    """Applies every migration that the database lacks, in one transaction; ConfigError if it can't."""
    config = _config()
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
    except CommandError as error:
        raise ConfigError(
            f"The database is of a newer referee than this one ({error}); upgrade the program."
        ) from None
    except DatabaseError as error:
        raise ConfigError(f"The database can't be used: {error.orig} (see [database] url).") from None


def version(engine: Engine) -> tuple[str | None, str | None]:
    """The database's revision and the newest one."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision(), head
