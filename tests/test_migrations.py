"""The migrations make the tables of this version, from any earlier one."""

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from referee.store.books import open_engine
from referee.store.tables import metadata
from referee.store.upgrade import migrations, upgrade, version


def differences(connection: Connection) -> list[object]:
    """What the tables lack or have too much."""
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def alembic(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations()))
    config.attributes["connection"] = connection
    return config


def test_the_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'new.db'}")
    upgrade(engine)
    with engine.connect() as connection:
        assert differences(connection) == []
    assert len(set(version(engine))) == 1
    engine.dispose()


def test_every_earlier_version_is_brought_up(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'old.db'}")
    upgrade(engine)
    with engine.connect() as connection:
        config = alembic(connection)
        for script in list(ScriptDirectory.from_config(config).walk_revisions()):
            command.downgrade(config, script.revision)
            connection.commit()
            command.upgrade(config, "head")
            connection.commit()
            assert differences(connection) == []
    engine.dispose()


def test_an_upgrade_keeps_what_is_there(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'old.db'}")
    with engine.connect() as connection:
        command.upgrade(alembic(connection), "0001")
        connection.exec_driver_sql("INSERT INTO strangers VALUES ('ann@example.net', 7, 1)")
        connection.commit()
    upgrade(engine)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT address FROM strangers").scalar() == "ann@example.net"
    engine.dispose()
