"""Contexts as the kernel passes them, for every mail that is not a game's own."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

DUE = datetime(2026, 12, 1, tzinfo=UTC)
SEED = "5f" * 32
VERBS = [
    {
        "usage": "move DIR",
        "help": "Your avatar moves one square. DIR is one of n ne e se s sw w nw, or words.",
    },
    {"usage": "status", "help": "How the match stands."},
]
MATCHES = [
    {
        "match": "m1",
        "title": "Spring",
        "game": "paprika",
        "players": ["Ann", "Bob"],
        "status": "open",
        "vacant": [],
    },
    {
        "match": "m2",
        "title": "A longer title " * 5,
        "game": "nomic",
        "players": [],
        "status": "running",
        "vacant": ["Cid"],
    },
]
SECRET = {"no": 2, "at": DUE, "by": "Max", "text": None, "reason": None}
OPEN = {"no": 1, "at": DUE, "by": "Max", "text": "place wall c5", "reason": "I forgot it on the map."}


def context(data: Mapping[str, Any] | None = None, **others: Any) -> dict[str, Any]:
    """What every template gets, with that data, and others in place of the usual."""
    usual = {
        "match": "m1",
        "title": "Spring <script>alert(1)</script> & friends",
        "game": "paprika",
        "you": "Ann",
        "zone": "America/Sao_Paulo",
        "view": {},
        "overrides": [],
        "address": "referee@example.org",
        "data": dict(data or {}),
    }
    return usual | others


def receipt(**others: Any) -> dict[str, Any]:
    """The data of a receipt in which one of three orders was refused."""
    usual = {
        "lines": [
            {"line": "move north", "ok": True, "answer": "Recorded for nday 7.", "kind": "order"},
            {"line": "dig", "ok": False, "answer": "Dig needs a direction: dig n.", "kind": "not-understood"},
            {"line": "status", "ok": None, "answer": "Nday 7\n  Ann\n  Bob", "kind": "query"},
        ],
        "orders": 3,
        "refused": 1,
        "ignored": ["Hi all, tough one this week"],
        "stopped": {"line": "On Monday Bob wrote:", "reason": "attribution"},
        "can": ["Replace your action."],
        "until": DUE,
        "is_due": False,
        "is_quoted": False,
        "preview": False,
        "notes": [],
    }
    return usual | others


GENERIC: dict[str, list[dict[str, Any]]] = {
    "mail/receipt": [
        receipt(),
        receipt(preview=True),
        receipt(lines=[], orders=0, refused=0, stopped=None, can=[], until=None),
        receipt(lines=[], orders=0, refused=0, stopped=None, is_due=True, is_quoted=True),
        receipt(orders=1, refused=1, notes=["Your letter came twice."]),
    ],
    "mail/confirm": [
        {"what": "Join m1 as Ann.", "until": DUE, "changes": [], "commands": [], "code": None},
        {
            "what": "Three overrides of m1.",
            "until": None,
            "changes": ["Ann: a1 → a2"],
            "commands": ["set true.avatars.Ann.at = a2 because she asked " + "very " * 20 + "kindly"],
            "code": "k3fq7dxw2mhrnb5a",
        },
    ],
    "mail/stranger": [
        {"matches": MATCHES, "vacant": MATCHES[1:]},
        {"matches": [], "vacant": MATCHES[1:]},
        {"matches": [], "vacant": []},
    ],
    "mail/help": [
        {"topic": None, "verbs": VERBS, "commands": VERBS, "text": ""},
        {"topic": "dance", "verbs": [], "commands": [], "text": ""},
        {"topic": "times", "verbs": [], "commands": [], "text": "A Turn comes at 00:00 UTC."},
    ],
    "mail/games": [
        {"games": [{"key": "paprika", "title": "Paprika Field Match", "seats": "2–12"}]},
        {"games": []},
    ],
    "mail/matches": [{"matches": MATCHES}, {"matches": []}],
    "mail/joined": [{"players": ["Ann", "Bob"]}],
    "mail/welcome": [{}, {"players": ["Ann", "Bob"]}],
    "mail/observing": [{"players": []}, {"players": ["Ann", "Bob"]}],
    "mail/invited": [{"by": "Max", "players": ["Ann"]}],
    "mail/dismissed": [{"name": "Eve"}],
    "mail/summary": [
        {
            "since": DUE,
            "letters": {"done": 12, "held": 1},
            "mails": {"sent": 40, "failed": 1, "came back": 0, "waiting": 2},
            "matches": {"open": 1, "running": 3},
            "asked": ["m2"],
            "quarantined": [17, 18],
            "held": 1,
            "suspended": [{"address": "ann@example.net", "since": DUE, "waiting": 3}],
            "read_at": DUE,
        },
        {
            "since": DUE,
            "letters": {},
            "mails": {"sent": 0, "failed": 0, "came back": 0, "waiting": 0},
            "matches": {},
            "asked": [],
            "quarantined": [],
            "held": 0,
            "suspended": [],
            "read_at": None,
        },
    ],
    "mail/announce": [{"by": "Max", "text": "I am away until Monday.\n\nPlay nicely!"}],
    "mail/override": [SECRET, OPEN],
    "mail/paused": [{"reason": None, "live": True}, {"reason": "Holidays.", "live": False}],
    "mail/resumed": [{"reason": None}, {"reason": None, "due": DUE}, {"reason": "Back again.", "due": None}],
    "mail/left": [
        {"name": "Bob", "how": "resigned", "reason": None},
        {"name": "Bob", "how": "removed", "reason": "He asked for it."},
    ],
    "mail/challenge": [
        {
            "by": "Ann",
            "name": "Bob",
            "game": "Paintfield",
            "options": options,
            "at": at,
            "live": at is not None,
            "commitment": commitment,
            "link": link,
            "until": DUE,
        }
        for options, at, commitment, link in (
            ({"rows": "12"}, None, "", ""),
            ({}, DUE, SEED, "//play.example.org/i/abc"),
        )
    ],
    "mail/unanswered": [
        {
            "by": "Ann",
            "name": "Bob",
            "game": "Paintfield",
            "at": DUE,
            "live": is_live,
            "until": DUE,
            "link": link,
        }
        for is_live, link in ((True, "//play.example.org/i/abc"), (False, ""))
    ],
    "mail/outage": [
        {"until": DUE},
        {"until": None, "missed": [DUE], "down_from": DUE, "up_at": DUE},
    ],
    "mail/quarantine": [{"letter": 12, "error": 'Traceback:\n  File "x.py", line 1\nKeyError: ' + "x" * 90}],
    "mail/alert": [
        {"text": "No mail could be sent for 15 minutes."},
        {"text": "…", "subject": "Mail is stuck"},
    ],
    "mail/log": [
        {"entries": []},
        {
            "entries": [
                {"number": 1, "at": DUE, "kind": "opened", "by": "Max", "text": "Spring", "reason": None},
                {
                    "number": 2,
                    "at": DUE,
                    "kind": "closed",
                    "by": None,
                    "text": "word " * 40,
                    "reason": "Why not?",
                },
            ]
        },
    ],
    "mail/history": [{"entries": []}, {"entries": [{"at": DUE, "text": "You declared move n."}]}],
    "mail/rules": [{"text": "Be kind."}],
    "mail/status": [
        {
            "status": "running",
            "players": ["Ann", "Bob (left)"],
            "due": DUE,
            "options": {"rows": "12", "columns": "8"},
            "commitment": SEED,
            "is_promised": True,
        },
        {
            "status": "open",
            "players": [],
            "due": None,
            "options": {},
            "commitment": None,
            "is_promised": False,
        },
    ],
    "mail/unreadable": [
        {"problem": problem, "until": until}
        for problem in ("empty", "too-large", "encrypted", "winmail", "malformed")
        for until in (None, DUE)
    ],
    "mail/say": [
        {"by": "Bob", "text": "Hello!", "private": False},
        {"by": "Bob", "text": "Psst.\nHello!", "private": True},
    ],
}
