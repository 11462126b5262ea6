"""`referee doctor` finds what is wrong, and says what to do."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import create_engine
from typer.testing import CliRunner

from referee.bootstrap import build_desk, open_database
from referee.cli import app
from referee.config import Settings, load_settings
from referee.doctor import examine, filed
from referee.doctor.findings import Finding
from referee.doctor.house import configuration, database, pages, trust
from referee.doctor.post import Post, own_name
from referee.mail.embedded import EmbeddedMail
from referee.service import Service
from referee.store.books import Book, Books

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
REFEREE = "referee@example.org"
AUTHSERV_ID = "mx.example.org"
Clock = Callable[[], datetime]


def clock() -> datetime:
    return NOW


def written(folder: Path, server: EmbeddedMail | None = None, **more: Mapping[str, Any] | str) -> Path:
    """A configuration in that folder; `more` are sections, or lines at the top."""
    sections: dict[str, dict[str, Any]] = {
        "mail": {"address": REFEREE},
        "moderation": {"moderators": "Max <max@example.org>"},
        "operator": {"address": "max@example.org"},
        "identity": {"authserv_id": AUTHSERV_ID},
    }
    if server is not None:
        login = {"host": server.host, "tls": "none", "user": REFEREE, "password": "sesame"}
        sections |= {"imap": login | {"port": server.imap_port}, "smtp": login | {"port": server.smtp_port}}
    lines = [f'{key} = "{value}"' for key, value in more.items() if isinstance(value, str)]
    for name, values in more.items():
        if not isinstance(values, str):
            sections[name] = sections.get(name, {}) | dict(values)
    for name, values in sections.items():
        lines += [f"[{name}]", *(f"{key} = {_toml(key, value)}" for key, value in values.items())]
    file = folder / "referee.toml"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    file.chmod(0o600)
    return file


def _toml(key: str, value: object) -> str:
    if key == "moderators":
        return f'["{value}"]' if value else "[]"
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


async def found(file: Path, now: Clock = clock, *, probe: bool = True, patience: float = 10) -> list[Finding]:
    return [each async for each in examine(file, now, probe=probe, patience=patience)]


async def of_post(
    file: Path, now: Clock = clock, *, probe: bool = True, patience: float = 10
) -> list[Finding]:
    """What is found over SMTP and IMAP, and of trust."""
    settings = load_settings(file)
    post = Post(settings, now, lambda id: filed(settings, id))
    await post.check(probe=probe, patience=patience)
    return [*trust(settings), *post.findings]


def lines(findings: list[Finding], level: str) -> list[str]:
    return [f"{each.about}: {each.text}" for each in findings if each.level == level]


def mail_server(now: Clock = clock, **more: Any) -> EmbeddedMail:
    users = {REFEREE: "sesame", "ann@example.org": "ann"}
    return EmbeddedMail(users, now, require_login=True, authserv_id=AUTHSERV_ID, **more)


async def test_where_all_is_well_nothing_is_complained_of(tmp_path: Path) -> None:
    async with mail_server() as server:
        findings = await found(written(tmp_path, server))
        assert (lines(findings, "warn"), lines(findings, "FAIL")) == ([], [])
        assert f"trust: a forged Authentication-Results of {AUTHSERV_ID} is not believed" in lines(
            findings, "ok"
        )
        assert await server.messages(REFEREE) == []
        (probe,) = await server.messages(REFEREE, "Processed")
        assert b"referee+m0.doctor22doctor22@example.org" in probe


async def test_without_a_probe_no_mail_is_sent(tmp_path: Path) -> None:
    async with mail_server() as server:
        findings = await of_post(written(tmp_path, server), probe=False)
        assert lines(findings, "FAIL") == []
        assert await server.messages(REFEREE, "Processed") == []


class CarelessMail(EmbeddedMail):
    """It writes its Received below what came with the mail, so that forged proofs stand on top."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        head, _, body = content.partition(b"\r\n\r\n")
        for user in envelope.rcpt_tos:
            await self.deliver(user, head + b"\r\nReceived: by localhost\r\n\r\n" + body, NOW)
        return "250 Delivered"


async def test_a_server_that_lets_forged_proofs_through_is_a_fault(tmp_path: Path) -> None:
    async with CarelessMail({REFEREE: "sesame"}, clock) as server:
        findings = await of_post(written(tmp_path, server))
    assert lines(findings, "FAIL") == [
        f"trust: a forged Authentication-Results of {AUTHSERV_ID} is believed; unset identity.authserv_id"
    ]


async def test_the_name_of_the_server_is_told_to_who_has_not_set_it(tmp_path: Path) -> None:
    async with mail_server() as server:
        findings = await of_post(written(tmp_path, server, identity={"authserv_id": ""}))
    told = f"trust: the mail server calls itself {AUTHSERV_ID}; that could be identity.authserv_id"
    assert told in lines(findings, "ok")
    assert any(line.startswith("trust: no From is believed") for line in lines(findings, "warn"))


class StrictMail(EmbeddedMail):
    """It lets nobody write in another's name."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        if b"From: doctor@" in envelope.content:
            return "550 5.7.1 That is not your address"
        return await super().handle_DATA(server, session, envelope)


async def test_a_server_that_sends_no_forged_mail_is_asked_with_an_honest_one(tmp_path: Path) -> None:
    async with StrictMail({REFEREE: "sesame"}, clock, authserv_id=AUTHSERV_ID) as server:
        findings = await of_post(written(tmp_path, server))
    assert lines(findings, "FAIL") == []
    assert any("goes out and comes in" in line for line in lines(findings, "ok"))


async def test_a_server_without_plus_addresses_is_a_fault(tmp_path: Path) -> None:
    async with mail_server(delimiter="-") as server:
        findings = await of_post(written(tmp_path, server))
        assert "set mail.plus_addressing = false" in lines(findings, "FAIL")[0]
        findings = await of_post(written(tmp_path, server, mail={"plus_addressing": False}))
        assert lines(findings, "FAIL") == []
        assert lines(findings, "warn") == [
            "trust: tokens stand only at the foot of mails (mail.plus_addressing is off)"
        ]


class LosingMail(EmbeddedMail):
    """What it takes is never seen again."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        return "250 Delivered"


async def test_a_mail_that_does_not_come_is_a_fault(tmp_path: Path) -> None:
    async with LosingMail({REFEREE: "sesame"}, clock) as server:
        findings = await of_post(written(tmp_path, server), patience=0.01)
    assert "did not come within 0.01 seconds" in lines(findings, "FAIL")[0]


async def test_a_clock_that_differs_from_the_server_s_is_a_fault(tmp_path: Path) -> None:
    async with mail_server(lambda: NOW + timedelta(hours=1)) as server:
        findings = await of_post(written(tmp_path, server))
    assert lines(findings, "FAIL") == [
        "clock: the mail server's is 3600 seconds ahead of it; set this machine's clock"
    ]


async def test_a_referee_at_work_may_take_the_probe(tmp_path: Path) -> None:
    async with mail_server() as server:
        file = written(tmp_path, server, imap={"poll": "1s"})
        settings = load_settings(file)
        engine = open_database(settings)
        service = Service(build_desk(settings, engine), settings, clock)
        running = asyncio.create_task(service.run())
        findings = await of_post(file, patience=30)
        service.stop()
        await running
        engine.dispose()
        assert lines(findings, "FAIL") == []
        assert await server.messages("ann@example.org") == []  # and nobody was answered


async def test_a_refused_login_and_a_silent_port_are_faults(tmp_path: Path) -> None:
    async with mail_server() as server:
        file = written(tmp_path, server, imap={"password": "wrong"}, smtp={"port": 1})
        findings = await of_post(file)
    told = lines(findings, "FAIL")
    assert len(told) == 2
    assert told[0].startswith("SMTP: 127.0.0.1: ")
    assert told[1].startswith(f"IMAP: 127.0.0.1 refuses the login of {REFEREE}")


async def test_a_password_in_the_clear_is_warned_of(tmp_path: Path) -> None:
    async with mail_server(host="127.0.0.2") as server:
        findings = await of_post(written(tmp_path, server), probe=False)
    assert [line.partition(":")[0] for line in lines(findings, "warn")] == ["SMTP", "IMAP"]
    assert "in the clear" in lines(findings, "warn")[0]


async def test_without_mail_servers_the_rest_is_checked_all_the_same(tmp_path: Path) -> None:
    findings = await found(written(tmp_path))
    assert any(line.startswith("templates: ") for line in lines(findings, "ok"))
    assert lines(findings, "FAIL") == [
        "mail: To read and send mail the configuration needs imap.host, imap.user, imap.password, smtp.host."
    ]


async def test_a_bad_configuration_is_the_only_line(tmp_path: Path) -> None:
    file = tmp_path / "referee.toml"
    file.write_text("[mail]\naddress = 3\n")
    (only,) = await found(file)
    assert only.level == "FAIL"
    assert "mail.address = 3 is not allowed" in only.text
    (only,) = await found(tmp_path / "none.toml")
    assert "`referee init` writes one" in only.text


def test_what_the_configuration_leaves_open_is_warned_of(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        moderation={"moderators": "", "confirm": "never"},
        operator={"address": ""},
        identity={"trust_from": True},
        imap={"password": "sesame"},
    )
    file.chmod(0o644)
    settings = load_settings(file)
    warned = " ".join(lines([*configuration(file, settings), *trust(settings)], "warn"))
    for words in (
        "chmod 600",
        "nobody may open matches",
        "nobody is told of faults",
        "closed networks only",
        "rewrites matches at once",
    ):
        assert words in warned


@pytest.mark.parametrize(
    ("listen", "base_url", "level", "words"),
    [
        ("", "", "ok", "none are served"),
        (
            "127.0.0.1:8080",
            "",
            "warn",
            "begin with http://127.0.0.1:8080, which only this machine can follow",
        ),
        ("0.0.0.0:8080", "", "warn", "no mail links to them; set base_url"),
        ("127.0.0.1:8080", "https://games.example.org/", "ok", "begin with https://games.example.org"),
    ],
)
def test_it_says_who_can_follow_the_links_to_the_pages(
    tmp_path: Path, listen: str, base_url: str, level: str, words: str
) -> None:
    settings = load_settings(written(tmp_path, web={"listen": listen}, base_url=base_url))
    (told,) = lines(list(pages(settings)), level)
    assert words in told


@pytest.mark.parametrize(
    ("confirm", "when"), [("rewrites", "where it rewrites a match"), ("always", "whatever it says")]
)
def test_it_says_what_is_trusted_and_why(tmp_path: Path, confirm: str, when: str) -> None:
    file = written(tmp_path, mail={"delimiter": "-"}, moderation={"confirm": confirm})
    findings = list(trust(load_settings(file)))
    assert lines(findings, "ok") == [
        f"trust: a From is believed where {AUTHSERV_ID} reports a pass of DKIM or DMARC",
        "trust: a token, in referee-m1.TOKEN@example.org or quoted, proves its seat from an address that is "
        "registered for it; about any other its owner is asked",
        f"trust: a moderator's proven letter is confirmed besides, {when} "
        f'(moderation.confirm = "{confirm}")',
    ]
    assert len(findings) == 3


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(written(tmp_path))


@pytest.fixture
def book(settings: Settings) -> Iterator[Book]:
    engine = open_database(settings)
    with Books(engine)() as book:
        yield book
    engine.dispose()


def of_database(settings: Settings, now: datetime = NOW) -> list[Finding]:
    return list(database(settings, now))


def test_no_database_is_made(settings: Settings, tmp_path: Path) -> None:
    (only,) = of_database(settings)
    assert only.level == "ok"
    assert not (tmp_path / "referee.db").exists()


def test_a_folder_that_is_not_there_can_hold_no_database(tmp_path: Path) -> None:
    settings = load_settings(written(tmp_path, database={"url": "sqlite:///no/where.db"}))
    (only,) = of_database(settings)
    assert only.level == "FAIL"


def test_the_revision_is_compared_with_the_newest(settings: Settings) -> None:
    open_database(settings).dispose()
    engine = create_engine(settings.database.url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    assert "`referee db upgrade`" in lines(of_database(settings), "warn")[0]
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert "upgrade the program" in lines(of_database(settings), "FAIL")[0]
    engine.dispose()


def test_a_file_that_is_no_database_is_a_fault(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "referee.db").write_text("something else entirely, and long enough to be no database" * 20)
    (only,) = of_database(settings)
    assert only.level == "FAIL"
    assert "can't be used" in only.text


def test_a_referee_that_has_not_ticked_for_long_is_asked_after(settings: Settings, book: Book) -> None:
    book.beat("tick", NOW - timedelta(hours=2))
    book.note_read("INBOX", NOW)
    book.commit()
    findings = of_database(settings)
    assert lines(findings, "warn") == [
        "last tick: 2026-12-01 07:30:00 UTC, long ago; is `referee run` running?"
    ]
    assert "last read of the mailbox: 2026-12-01 09:30:00 UTC" in lines(findings, "ok")
    assert "last mail sent: never" in lines(findings, "ok")


def test_a_clock_that_was_set_back_is_a_fault(settings: Settings, book: Book) -> None:
    book.beat("tick", NOW + timedelta(hours=2))
    book.commit()
    assert "set the clock of this machine" in lines(of_database(settings), "FAIL")[0]


def test_mails_that_wait_or_failed_are_pointed_at(settings: Settings, book: Book) -> None:
    for number in range(3):
        book.post(f"<{number}>", "ann@example.org", b"", NOW, "mail/receipt")
    first, *_ = book.claim_parcels(NOW)
    book.note_failed(first.id, NOW, "550 no such user")
    book.commit()
    warned = lines(of_database(settings), "warn")
    assert warned[0].startswith("outbox: 2 mails wait")
    assert warned[1].startswith("outbox: 1 mails could not be delivered")


async def test_a_broken_template_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "site" / "mail").mkdir(parents=True)
    (tmp_path / "site" / "mail" / "receipt.j2").write_text("{% extends frame %}\n{% if %}\n")
    findings = await found(written(tmp_path, templates_dir="site"))
    assert any("site/mail/receipt.j2, line 2:" in line for line in lines(findings, "FAIL"))


async def test_a_broken_page_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "site" / "web").mkdir(parents=True)
    (tmp_path / "site" / "web" / "home.html.j2").write_text("{% trans %}Hello{% endtrans %}\n{% if %}\n")
    findings = await found(written(tmp_path, templates_dir="site"))
    (fault,) = (line for line in lines(findings, "FAIL") if line.startswith("templates"))
    assert "site/web/home.html.j2, line 2:" in fault


@pytest.mark.parametrize("name", ["paprika/start", "paprika/turn"])
async def test_a_template_with_an_unknown_name_in_it_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "site" / "paprika").mkdir(parents=True)
    (tmp_path / "site" / f"{name}.j2").write_text("{% set subject = '' %}{{ view.nday.moon.phase }}")
    findings = await found(written(tmp_path, templates_dir="site"))
    (fault,) = (line for line in lines(findings, "FAIL") if line.startswith("templates"))
    assert f"site/{name}.j2 does not render" in fault
    assert "has no attribute 'moon'" in fault


async def test_a_template_that_replaces_nothing_is_warned_of(tmp_path: Path) -> None:
    (tmp_path / "site" / "mail").mkdir(parents=True)
    (tmp_path / "site" / "mail" / "recept.j2").write_text("hello")
    findings = await found(written(tmp_path, templates_dir="site"))
    assert "templates: mail/recept in templates_dir replaces no mail of the program" in lines(
        findings, "warn"
    )


async def test_a_folder_of_templates_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    findings = await found(written(tmp_path, templates_dir="nowhere"))
    assert lines(findings, "FAIL")[0].endswith("nowhere is no folder")


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("Authentication-Results: mx.example.org; none\nReceived: by x", "mx.example.org"),
        ("Authentication-Results: mx.example.org 1; none\nReceived: by x", "mx.example.org"),
        ("Received: by x\nAuthentication-Results: mx.example.org; none", ""),
        ("Authentication-Results:\nReceived: by x", ""),
        ("Received: by x", ""),
        ("Subject: x", ""),
    ],
)
def test_a_server_s_own_name_stands_above_the_first_received(head: str, name: str) -> None:
    assert own_name(f"{head}\n\nText\n".encode()) == name


def test_a_fault_makes_the_exit_code_1(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["doctor", "--no-probe", "-c", str(written(tmp_path))])
    assert done.exit_code == 1
    assert "\nFAIL  mail: " in done.output
    assert done.output.startswith("ok    configuration: ")
