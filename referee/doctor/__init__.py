"""`referee doctor`: everything that a referee needs, checked line by line, with what to do."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from referee.app.ports import Fetched
from referee.config import SQLITE, Settings, load_settings, require_mail
from referee.doctor.findings import Finding, fail
from referee.doctor.house import configuration, database, pages, trust
from referee.doctor.post import Post
from referee.doctor.words import templates
from referee.errors import ConfigError
from referee.store.books import Books, open_engine


async def examine(
    file: Path, now: Callable[[], datetime], *, probe: bool, patience: float = 30.0
) -> AsyncIterator[Finding]:
    """The findings one by one, as they are made; the probe mail is waited for so many seconds."""
    try:
        settings = load_settings(file)
    except ConfigError as error:
        yield fail("configuration", str(error))
        return
    for checks in (
        configuration(file, settings),
        templates(settings, now()),
        database(settings, now()),
        trust(settings),
        pages(settings),
    ):
        for found in checks:
            yield found
    try:
        require_mail(settings)
        post = Post(settings, now, lambda id: filed(settings, id))
        await post.check(probe=probe, patience=patience)
    except ConfigError as error:
        yield fail("mail", str(error))
        return
    for found in post.findings:
        yield found


def filed(settings: Settings, id: str) -> Fetched | None:
    """The letter with that Message-ID, if a referee at work has filed it; no database is made."""
    url = settings.database.url
    if url.startswith(SQLITE) and not Path(url.removeprefix(SQLITE)).exists():
        return None
    engine = open_engine(url)
    try:
        with Books(engine)() as book:
            found = book.same_letters(id, but=0)
    except SQLAlchemyError:
        return None
    finally:
        engine.dispose()
    letter = next(iter(found), None)
    if letter is None:
        return None
    return Fetched(
        letter.mailbox, letter.uidvalidity, letter.uid, letter.received_at, letter.raw, letter.size
    )
