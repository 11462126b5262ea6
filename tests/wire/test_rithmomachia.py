"""A whole match of Boolean Rithmomachia over real servers: every letter by SMTP, every mail read by IMAP."""

from pathlib import Path

from referee.demo.people import accounts
from referee.games.rithmomachia.record import replay_record
from referee.mail.embedded import EmbeddedMail
from tests.wire.servers import PASSWORD
from tests.wire.test_service import ANN, AUTHSERV_ID, BOB, MAX, REFEREE, Clock, Somebody, Town, town


async def begun(place: Town) -> None:
    """Max opens a match in which Ann has White, Ann and Bob join it, and Max starts it."""
    await place.max.writes('open rithmomachia "Cubes"\nwhite = Ann', how="new")
    await place.max.gets("1 order, accepted")
    for somebody in (place.ann, place.bob):
        await somebody.writes(f"join m1 as {somebody.program.person.name}", how="new")
        await somebody.gets("Please confirm")
        await somebody.writes("confirm", to="confirm")
        await somebody.gets("You are in")
    await place.max.writes("moderate m1\nstart", how="new")
    for somebody in (place.ann, place.bob):
        await somebody.gets("The match has started")


async def refused(somebody: Somebody, line: str, told: str) -> None:
    """The line is written, in answer to the newest mail, and refused in these words."""
    await somebody.writes(line, to="[m1]")
    answer = await somebody.gets("refused")
    assert told in " ".join(answer.text.split())


async def test_a_whole_match_over_real_servers_to_a_compound_victory(tmp_path: Path) -> None:
    """With a push, each equation, both forms, a conditional move, a declined offer, every wrong move."""
    clock = Clock()
    users = {person.address: PASSWORD for person in (REFEREE, ANN, BOB, MAX)}
    async with (
        EmbeddedMail(users, clock, require_login=True, authserv_id=AUTHSERV_ID) as server,
        town(lambda person: accounts(server, person), MAX, clock, tmp_path, False) as place,
        place.referee(),
    ):
        ann, bob = place.ann, place.bob
        await begun(place)
        await refused(ann, "1c2-1b2", "leaves open where the piece goes that is pushed")
        await ann.writes("Hi Bob, good luck!\n\n1c2-1b2>2b3 please.", to="[m1]")
        await bob.gets("1c2-1b2>2b3: It is your move")
        await refused(bob, "4c2-3c2 #1", "written for ply 1; ply 2 is about to be played")
        await refused(bob, "4c2-2c2", "2c2 is not one step of a pyramid away from 4c2")
        await refused(bob, "move 4c2 over 3c2", "is no move")
        await refused(ann, "1b3-2b3>3a2", "it is Bob's turn")
        await bob.writes("4c2-3c2\noffer draw", to="[m1]")
        assert "0000 NOR 1010 = 0101" in " ".join((await ann.gets("4c2-3c2: It is your move")).text.split())
        await ann.gets("offer")
        await ann.writes("decline", to="[m1]")
        await bob.gets("declined")
        await ann.writes("1b3-2b3>3a2\nif 4b3-3a2>3a1 then 1b2-2b2", to="[m1]")
        sealed = await bob.gets("1b3-2b3>3a2: It is your move")
        assert "1b2-2b2" not in sealed.text
        await bob.writes("4b3 to 3a2 > 3a1", to="[m1]")
        for somebody in (ann, bob):
            result = await somebody.gets("Ann has won")
            assert "Ann (White) has a compound victory" in " ".join(result.text.split())
        (record,) = [str(part.get_content()) for part in result.message.iter_attachments()]
    course = replay_record(record.replace("\r\n", "\n")).course
    reasons = {why for ply in course.plies for capture in ply.captures for why in capture.by}
    assert {why.equation for why in reasons} == {"AND", "NAND", "NOR", "NOT", "OR", "XOR"}
    assert {why.form for why in reasons} == {"", "compiling", "filtering"}
    assert [ply.move.name for ply in course.plies][-1] == "1b2-2b2"
