"""Builds the real parts from a configuration; the only place that does."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Engine

from referee.app.desk import Desk, Policy, Secrets
from referee.config import Settings
from referee.display.render import Templates
from referee.games import games
from referee.mail.compose import Composing
from referee.mail.letter import LetterReading
from referee.secrecy import SimulatedSecrets, SystemSecrets
from referee.store.books import Books, open_engine
from referee.store.upgrade import upgrade
from referee.web.attachments import attached


def policy_of(settings: Settings) -> Policy:
    """What the operator decided, as the use cases see it."""
    limits, time = settings.limits, settings.time
    return Policy(
        address=settings.mail.address,
        delimiter=settings.mail.delimiter,
        mailbox=settings.imap.mailbox if settings.imap else "INBOX",
        operator=settings.operator.address,
        base_url=settings.pages_url,
        trust_from=settings.identity.trust_from,
        moderate_confirm=settings.moderation.confirm,
        moderators=tuple((person.name, person.address) for person in settings.moderation.moderators),
        lines=limits.lines or 1_000_000,
        orders=limits.orders or 1_000_000,
        letters_per_hour=limits.letters_per_hour or None,
        receipts_per_10_minutes=limits.receipts_per_10_minutes or None,
        unproven_per_hour=limits.unproven_per_hour or None,
        strangers_per_day=limits.strangers_per_day or 1_000_000,
        settle=time.settle,
        grace=time.grace,
        outage=time.outage or None,
        outage_answer=time.outage_answer,
        keep_letters=time.keep_letters or None,
    )


def build_desk(settings: Settings, engine: Engine, secrets: Secrets | None = None) -> Desk:
    """The desk over that database, as configured."""
    mail = settings.mail
    return Desk(
        books=Books(engine),
        games=games(),
        read=LetterReading(
            mail.address,
            delimiter=mail.delimiter,
            authserv_id=settings.identity.authserv_id,
            max_bytes=settings.limits.letter_size or 100_000_000,
        ),
        compose=Composing(
            mail.address,
            name=mail.name,
            delimiter=mail.delimiter,
            plus_addressing=mail.plus_addressing,
            base_url=settings.pages_url,
        ),
        render=Templates(settings.templates_dir, settings.language),
        secrets=secrets or SystemSecrets(),
        policy=policy_of(settings),
        attach=attached,
    )


def open_database(settings: Settings) -> Engine:
    """The configured database, brought to this version's tables."""
    engine = open_engine(settings.database.url)
    upgrade(engine)
    return engine


@contextmanager
def simulated_desk(settings: Settings, seed: bytes) -> Iterator[Desk]:
    """A desk over a database that is thrown away; everything drawn follows from the seed."""
    limits = settings.limits.only_set()
    with tempfile.TemporaryDirectory() as folder:
        engine = open_engine(f"sqlite:///{Path(folder) / 'simulation.db'}", is_durable=False)
        upgrade(engine)
        desk = build_desk(settings.model_copy(update={"limits": limits}), engine, SimulatedSecrets(seed))
        never_down = replace(desk.policy, outage=None, settle=timedelta(0))
        yield replace(desk, policy=never_down)
        engine.dispose()
