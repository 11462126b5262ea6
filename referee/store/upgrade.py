"""Brings a database to the tables of this version, by the migrations."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

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
    """Applies every migration that the database lacks, in one transaction."""
    config = _config()
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def version(engine: Engine) -> tuple[str | None, str | None]:
    """The database's revision and the newest one."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision(), head
