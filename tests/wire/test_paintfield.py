"""A match of Paintfield by letter over real servers, from the challenge to the result and a rematch."""

from dataclasses import replace
from datetime import timedelta

import pytest

from referee.demo.letters import Mail
from referee.games.paintfield.verifying import verify
from tests.wire.test_service import Somebody, Town, city, village

__all__ = ["city", "village"]
"""The fixtures of the two towns."""

RULES = "if blocked turn right\ngo to most bare in 6"
STEPS = "E12 S6\nW* N"


def hurried(place: Town) -> Town:
    """The town with a referee that closes a leg with the first look at the mailbox after it."""
    time = place.settings.time.model_copy(update={"settle": timedelta(0)})
    return replace(place, settings=place.settings.model_copy(update={"time": time}))


async def challenged(place: Town) -> None:
    """Ann and Bob know each other from a match that Max has opened; Ann challenges, and Bob accepts."""
    await place.max.writes(
        'open paintfield "Friday"\nseat Ann ann@example.org\nseat Bob bob@example.org', how="new"
    )
    for somebody in (place.ann, place.bob):
        await somebody.gets("You have a seat")
    await place.ann.writes("challenge Bob to paintfield by mail, rounds = 1", to="You have a seat")
    assert "opened as m2" in (await place.ann.gets("1 order, accepted")).text
    await place.bob.gets("Ann challenges you to Paintfield")
    await place.bob.writes("accept", to="challenges you")


async def sent(somebody: Somebody, number: int, plan: str) -> None:
    """The plan is sent for that leg, and its receipt has the dry run."""
    await somebody.writes(plan, to=f"leg {number} of 4")
    receipt = " ".join((await somebody.gets("1 order, accepted")).text.split())
    assert f"recorded for round 1, leg {number}" in receipt
    assert "With rivals standing still you would end at" in receipt


async def plays_a_match(place: Town) -> None:
    await challenged(place)
    for number in range(1, 5):
        for somebody in (place.ann, place.bob):
            await somebody.gets(f"Round 1, leg {number} of 4")
        await sent(place.ann, number, RULES)
        await sent(place.bob, number, STEPS)
    for somebody in (place.ann, place.bob):
        check(await somebody.gets("The match is over"))
    await place.bob.writes("rematch", to="The match is over")
    await place.ann.gets("Bob challenges you to Paintfield")


def check(result: Mail) -> None:
    """The attached log verifies and gives the table of the mail, and the pictures are there."""
    files = {str(part.get_filename()): part for part in result.message.iter_attachments()}
    assert set(files) == {"paintfield-log.jsonl", "field.png", "match.gif"}
    content = {name: bytes(part.get_payload(decode=True)) for name, part in files.items()}
    log = content["paintfield-log.jsonl"].decode()
    checks = verify(log)
    assert checks
    assert all(one.is_right for one in checks)
    assert '"away"' not in log
    assert content["field.png"].startswith(b"\x89PNG")
    assert content["match.gif"].startswith(b"GIF89a")
    assert len(content["match.gif"]) < 300_000


@pytest.fixture(params=["village", pytest.param("city", marks=pytest.mark.xdist_group("servers"))])
def place(request: pytest.FixtureRequest) -> Town:
    """On servers inside the process, and on Postfix and Dovecot."""
    return hurried(request.getfixturevalue(request.param))


async def test_a_match_by_letter_from_the_challenge_to_a_rematch(place: Town) -> None:
    async with place.referee():
        await plays_a_match(place)
