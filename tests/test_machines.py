"""Which letters are from machines, and which mailing list a letter came through."""

import pytest

from referee.mail import mime
from referee.mail.letter import LetterReading
from referee.mail.machines import machine

READ = LetterReading("referee@example.org", lists=frozenset(("forum.example.org",)))


def reason(*lines: str) -> str:
    """Why a letter with these header lines is from a machine."""
    return READ("\n".join((*lines, "", "move n")).encode()).machine


ANN = "From: Ann <ann@example.org>"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Auto-Submitted: auto-replied", "auto-submitted"),
        ("Auto-Submitted: auto-generated; type=report", "auto-submitted"),
        ("Auto-Submitted: auto-notified (by a calendar)", "auto-submitted"),
        ("auto-submitted: YES", "auto-submitted"),
        ("Auto-Submitted:", "auto-submitted"),
        ("Precedence: bulk", "precedence"),
        ("Precedence: Junk", "precedence"),
        ("Precedence: list", "precedence"),
        ("Precedence: auto_reply", "precedence"),
        ("X-Precedence: bulk", "precedence"),
        ("X-Autoreply: yes", "autoreply"),
        ("X-Autorespond: out of office", "autoreply"),
        ("X-AutoReply-From: ann@example.org", "autoreply"),
        ("X-Auto-Response-Suppress: All", "autoreply"),
        ("X-Auto-Response-Suppress: DR, OOF, All", "autoreply"),
        ("X-Failed-Recipients: bob@example.net", "autoreply"),
        ("Return-Path: <>", "return-path"),
        ("Return-Path: < >", "return-path"),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=b", "multipart/report"),
        (
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
            "multipart/report",
        ),
        ("X-Referee-Loop: referee@example.org", "loop"),
        ("Subject: Automatic reply: [m17] Nday 7", "subject"),
        ("Subject: Out of Office", "subject"),
        ("Subject: =?utf-8?b?6Ieq5Yqo5Zue5aSNOiBbbTE3XQ==?=", "subject"),
        ("Subject: Undeliverable: [m17] Nday 7", "subject"),
    ],
)
def test_a_machines_letter_is_known_by_its_header(line: str, why: str) -> None:
    assert reason(ANN, line) == why


@pytest.mark.parametrize(
    "sender",
    [
        "From: MAILER-DAEMON@example.net",
        "From: Mail Delivery System <mailer-daemon@example.net>",
        "From: postmaster@example.net",
        "From: Ann <ann@example.org>\nSender: mailer-daemon@example.net",
    ],
)
def test_a_mail_systems_letter_is_known_by_its_sender(sender: str) -> None:
    assert reason(sender) == "daemon"


def test_the_referee_does_not_play_with_itself() -> None:
    assert reason("From: Referee <Referee@example.org>") == "loop"


@pytest.mark.parametrize(
    "line",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: No (written by hand)",
        "Precedence: first-class",
        "Precedence: normal",
        "X-Autoreply: no",
        "X-Auto-Response-Suppress: DR, RN",
        "Return-Path: <ann@example.org>",
        "Content-Type: text/plain",
        "Subject: Re: [m17] Automatic walls",
        "Subject: Out of office hours I move",
        "Subject: auto: reply",
        "X-Mailer: Mutt",
        "Importance: high",
    ],
)
def test_a_persons_letter_is_a_persons(line: str) -> None:
    assert reason(ANN, line) == ""


def test_a_post_of_a_configured_list_is_no_machines() -> None:
    post = (ANN, "List-Id: The Forum <forum.example.org>", "Precedence: list")
    assert reason(*post) == ""
    assert reason(*post, "Auto-Submitted: auto-replied") == "auto-submitted"
    assert reason(ANN, "List-Id: <other.example.org>", "Precedence: list") == "precedence"


def list_of(*lines: str) -> str:
    return READ("\n".join((*lines, "", "move n")).encode()).list_id


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ((ANN, "List-Id: The Forum <Forum.example.org>"), "forum.example.org"),
        ((ANN, "List-Id: forum.example.org"), "forum.example.org"),
        ((ANN, "List-Post: <mailto:forum@lists.example.org>"), "forum@lists.example.org"),
        ((ANN, "Precedence: list"), "ann@example.org"),
        (("From: Ann via Forum <forum@lists.example.org>",), "forum@lists.example.org"),
        (("From: 'Ann' via The Forum <forum@lists.example.org>",), "forum@lists.example.org"),
        ((ANN,), ""),
        (("From: Olivia <ann@example.org>",), ""),
    ],
)
def test_a_mailing_list_is_known_by_its_traces(lines: tuple[str, ...], name: str) -> None:
    assert list_of(*lines) == name


def test_the_reason_can_be_asked_without_a_letter() -> None:
    assert machine(mime.split(b"Auto-Submitted: auto-replied\n\n"), "referee@example.org") == "auto-submitted"
