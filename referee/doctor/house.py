"""What can be checked without any other machine: configuration, trust, database, signs of life."""

import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from referee.config import SQLITE, Settings
from referee.doctor.findings import Finding, fail, ok, warn
from referee.mail.identity import plus_address
from referee.store.books import Book, Books, open_engine
from referee.store.tables import outbox
from referee.store.upgrade import migrations, version

STALE = timedelta(minutes=15)
SKEW = timedelta(minutes=2)


def configuration(file: Path, settings: Settings) -> Iterator[Finding]:
    """The file is its owner's alone, and names those who are needed."""
    yield ok("configuration", f"{file} is understood")
    if _holds_secret(settings) and os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        yield warn("configuration", f"it holds a password and others can read it; chmod 600 {file}")
    if not settings.moderation.moderators:
        yield warn("moderators", "nobody may open matches; name somebody in [moderation] moderators")
    if not settings.operator.address:
        yield warn("operator", "nobody is told of faults; set [operator] address")


def _holds_secret(settings: Settings) -> bool:
    oauth = settings.oauth
    secrets = (settings.imap.password, settings.smtp.password, oauth.client_secret, oauth.refresh_token)
    return any(secret.get_secret_value() for secret in secrets)


def trust(settings: Settings) -> Iterator[Finding]:
    """Whom the referee believes, and why."""
    identity = settings.identity
    if identity.trust_from:
        yield warn(
            "trust",
            "whoever writes a registered From address is believed (identity.trust_from); "
            "that is for closed networks only",
        )
    elif identity.authserv_id:
        yield ok("trust", f"a From is believed where {identity.authserv_id} reports a pass of DKIM or DMARC")
    else:
        yield warn(
            "trust",
            "no From is believed: letters without a token wait for a confirmation by mail; set "
            "identity.authserv_id if your server writes Authentication-Results",
        )
    yield _tokens(settings)
    yield _moderators(settings)


def _tokens(settings: Settings) -> Finding:
    """How an answer says whose it is without any proof of its From."""
    mail = settings.mail
    if not mail.plus_addressing:
        return warn("trust", "tokens stand only at the foot of mails (mail.plus_addressing is off)")
    where = plus_address(mail.address, mail.delimiter, "m1", "TOKEN")
    return ok(
        "trust",
        f"a token, in {where} or quoted, proves its seat from an address that is registered for it; "
        "about any other its owner is asked",
    )


def _moderators(settings: Settings) -> Finding:
    """What a moderator's letter may do once it is proven."""
    confirm = settings.moderation.confirm
    if confirm == "never":
        text = 'a moderator\'s proven letter rewrites matches at once (moderation.confirm = "never")'
        return warn("trust", text)
    what = "whatever it says" if confirm == "always" else "where it rewrites a match"
    text = f'a moderator\'s proven letter is confirmed besides, {what} (moderation.confirm = "{confirm}")'
    return ok("trust", text)


def pages(settings: Settings) -> Iterator[Finding]:
    """Where the pages are, and who can follow the links to them."""
    listen, url = settings.web.listen, settings.pages_url
    if not listen:
        yield ok("pages", "none are served, so Paintfield is played by letter only ([web] listen)")
    elif settings.base_url:
        yield ok("pages", f"they are served at {listen}; links in mails begin with {url}")
    elif url:
        yield warn(
            "pages", f"links in mails begin with {url}, which only this machine can follow; set base_url"
        )
    else:
        yield warn("pages", f"they are served at {listen}, and no mail links to them; set base_url")


def database(settings: Settings, now: datetime) -> Iterator[Finding]:
    """The tables are this version's and can be written; what they tell of the referee's work."""
    url = settings.database.url
    file = Path(url.removeprefix(SQLITE))
    if url.startswith(SQLITE) and not file.exists():
        yield _no_database(file)
        return
    engine = open_engine(url)
    try:
        revision = _revision(engine)
        yield revision
        if revision.level == "ok":
            _write(engine)
            yield ok("database", f"{url} can be written")
            yield from _signs_of_life(engine, settings, now)
    except SQLAlchemyError as error:
        yield fail("database", f"{url} can't be used: {str(error).splitlines()[0]}")
    finally:
        engine.dispose()


def _no_database(file: Path) -> Finding:
    if os.access(file.parent, os.W_OK):
        return ok("database", f"there is none yet; `referee run` makes {file}")
    return fail("database", f"none can be made in {file.parent}; make that folder and let the referee write")


def _revision(engine: Engine) -> Finding:
    found, newest = version(engine)
    known = {script.revision for script in ScriptDirectory(str(migrations())).walk_revisions()}
    if found == newest:
        return ok("database", f"its tables are of revision {found}, the newest")
    if found is None or found in known:
        return warn("database", f"its tables are of revision {found}, not {newest}; say `referee db upgrade`")
    return fail("database", f"its revision {found} is of a newer referee than this one; upgrade the program")


def _write(engine: Engine) -> None:
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE doctor_was_here (id INTEGER)")
        connection.rollback()


def _signs_of_life(engine: Engine, settings: Settings, now: datetime) -> Iterator[Finding]:
    """When the referee last read, ticked and sent, and what needs somebody."""
    with Books(engine)() as book:
        sent = book.connection.execute(select(func.max(outbox.c.sent_at))).scalar_one()
        yield _last("read of the mailbox", book.read_at(settings.imap.mailbox), now)
        yield _last("tick", book.last_beat("tick"), now)
        yield ok("last mail sent", _told(sent))
        yield from _left_lying(book)


def _last(what: str, at: datetime | None, now: datetime) -> Finding:
    about = f"last {what}"
    if at is not None and at > now + SKEW:
        return fail(about, f"{_told(at)} is in the future; set the clock of this machine")
    if at is not None and at < now - STALE:
        return warn(about, f"{_told(at)}, long ago; is `referee run` running?")
    return ok(about, _told(at))


def _told(at: datetime | None) -> str:
    return "never" if at is None else f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _left_lying(book: Book) -> Iterator[Finding]:
    failed = [parcel for parcel in book.unsent() if parcel["failed_at"] is not None]
    if waiting := book.count_unsent():
        yield warn("outbox", f"{waiting} mails wait; `referee outbox` lists them with their errors")
    if failed:
        yield warn("outbox", f"{len(failed)} mails could not be delivered; `referee outbox` lists them")
    if kept := book.suspended():
        yield warn("outbox", f"mails to {len(kept)} addresses came back; `referee outbox` shows what is kept")
    if bad := len(book.letters_by("quarantined")):
        yield warn("letters", f"{bad} failed; see `referee letters list --status quarantined`")
