"""The tables of the database; the migrations make them."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from referee.store.types import Moment

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Number = BigInteger().with_variant(Integer, "sqlite")
"""Row ids: SQLite counts up only INTEGER keys."""

people = Table(
    "people",
    metadata,
    Column("id", Number, primary_key=True),
    Column("name", String(200), nullable=False, default=""),
    Column("address", String(320), nullable=False),
    Column("zone", String(64), nullable=False, default="UTC"),
    Column("ignores", JSON, nullable=False, default=list),
    Column("absent_from", Moment),
    Column("absent_until", Moment),
    Column("only_known", Boolean, nullable=False, default=False, server_default=false()),
    Column("language", String(16), nullable=False, default="", server_default=""),
)

addresses = Table(
    "addresses",
    metadata,
    Column("address", String(320), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Number, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("title", String(200), nullable=False),
    Column("status", String(16), nullable=False),
    Column("seed", LargeBinary),
    Column("options", JSON, nullable=False),
    Column("table", JSON, nullable=False),
    Column("state", Text),
    Column("number", Integer, nullable=False),
    Column("due", Moment, index=True),
    Column("asked", Moment),
    Column("reminder", Moment),
    Column("opened_at", Moment, nullable=False),
    Column("challenger", ForeignKey("people.id")),
)

members = Table(
    "members",
    metadata,
    Column("id", Number, primary_key=True),
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("role", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("position", Integer, nullable=False),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("token", String(16), nullable=False, unique=True),
    Column("parcels", Integer, nullable=False, default=0),
    Column("is_gone", Boolean, nullable=False, default=False),
    Column("wanted_by", String(64)),
    Index("ix_members_match", "match", "role", "position"),
)

entries = Table(
    "entries",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("by", String(64)),
    Column("text", Text, nullable=False),
    Column("reason", Text),
    Column("epoch", Integer, nullable=False),
    Column("data", JSON, nullable=False),
    Column("said", JSON(none_as_null=True)),
    Column("letter", ForeignKey("letters.id")),
)

letters = Table(
    "letters",
    metadata,
    Column("id", Number, primary_key=True),
    Column("mailbox", String(200), nullable=False),
    Column("uidvalidity", BigInteger, nullable=False),
    Column("uid", BigInteger, nullable=False),
    Column("message_id", String(1000), index=True),
    Column("text_hash", String(64), nullable=False),
    Column("sender", String(320), index=True),
    Column("received_at", Moment, nullable=False),
    Column("filed_at", Moment, nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("note", Text, nullable=False, default=""),
    Column("match", ForeignKey("matches.id"), index=True),
    Column("member", ForeignKey("members.id"), index=True),
    Column("size", Integer, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    UniqueConstraint("mailbox", "uidvalidity", "uid"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Number, primary_key=True),
    Column("message_id", String(200), nullable=False, unique=True),
    Column("to", String(320), nullable=False, index=True),
    Column("kind", String(64), nullable=False),
    Column("about", String(64), nullable=False, default=""),
    Column("match", ForeignKey("matches.id"), index=True),
    Column("member", ForeignKey("members.id")),
    Column("raw", LargeBinary, nullable=False),
    Column("posted_at", Moment, nullable=False),
    Column("next_try", Moment, index=True),
    Column("tries", Integer, nullable=False, default=0),
    Column("sent_at", Moment),
    Column("failed_at", Moment),
    Column("bounced_at", Moment),
    Column("error", Text, nullable=False, default=""),
)

confirms = Table(
    "confirms",
    metadata,
    Column("token", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("address", String(320), nullable=False, index=True),
    Column("letter", ForeignKey("letters.id"), nullable=False),
    Column("match", ForeignKey("matches.id")),
    Column("member", ForeignKey("members.id")),
    Column("payload", Text, nullable=False, default=""),
    Column("posted_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("used_at", Moment),
)

strangers = Table(
    "strangers",
    metadata,
    Column("address", String(320), primary_key=True),
    Column("answered_at", Moment),
    Column("is_blocked", Boolean, nullable=False, default=False),
)

suspensions = Table(
    "suspensions",
    metadata,
    Column("address", String(320), primary_key=True),
    Column("suspended_at", Moment, nullable=False),
    Column("ended_at", Moment),
)

mailboxes = Table(
    "mailboxes",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("read_at", Moment, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("holder", String(200), nullable=False),
    Column("until", Moment, nullable=False),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("at", Moment, nullable=False),
)
