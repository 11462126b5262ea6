"""What every game is held to, whichever there are: found by scanning, played by its stories."""

import json
from typing import Any

import pytest

from referee.app.asking import status_data
from referee.app.posting import context_of
from referee.engine.game import Game
from referee.engine.match import dump_state, load_state, replay, take, voided
from referee.engine.orders import Order
from referee.engine.reply import Line, ReplyText
from referee.games import games
from tests.moments import moments
from tests.story import Story, read_story, stories, told
from tests.table import Table

KEYS = sorted(games())
STORIES = stories()


@pytest.mark.parametrize("key", KEYS)
def test_a_game_has_stories(key: str) -> None:
    assert stories(key)


@pytest.mark.parametrize("name", STORIES)
def test_a_story_ends_as_told(name: str) -> None:
    assert len(moments(name)) > 5
    assert sum(then.quarantined for then in moments(name)) == 0
    assert "paused" not in {then.match.status for then in moments(name)}
    match = moments(name)[-1].match
    assert match.result is not None
    assert (match.status, match.result.winners) == ("over", read_story(name).winners)


@pytest.mark.parametrize("name", STORIES)
def test_what_is_loaded_is_what_was_dumped(name: str) -> None:
    for match in (then.match for then in moments(name)):
        assert load_state(match.game, dump_state(match)) == match.state


@pytest.mark.parametrize("name", STORIES)
def test_the_log_played_again_comes_to_the_same(name: str) -> None:
    for then in moments(name):
        match, again = then.match, replay(then.blank, then.log)
        assert (again.state, again.status, again.due) == (match.state, match.status, match.due)


@pytest.mark.parametrize("name", STORIES)
def test_an_entry_leaves_the_old_match_untouched(name: str) -> None:
    match, log = moments(name)[-1].blank, moments(name)[-1].log
    for entry in (entry for entry in log if entry.number not in voided(log)):
        before = dump_state(match)
        after = take(match, entry).match
        assert dump_state(match) == before
        match = after


@pytest.mark.parametrize("name", STORIES)
def test_the_same_story_brings_the_same_bytes(name: str) -> None:
    runs = []
    for _ in range(2):
        with told(read_story(name)) as (table, happenings):
            list(happenings)
            runs.append([(mail.to, mail.posted_at, mail.raw) for mail in table.mails()])
    assert runs[0] == runs[1]


@pytest.mark.parametrize("name", STORIES)
def test_every_page_renders_for_every_seat_and_for_onlookers(name: str) -> None:
    with told(read_story(name)) as (table, happenings):
        for _ in happenings:
            match = table.match()
            with table.desk.books() as book:
                for reader in (*book.members("m1", "seat"), None):
                    context = context_of(table.desk, book, match, reader, status_data(match))
                    for page in ("status", "rules", "help", *(["display"] if reader else [])):
                        assert table.desk.render.inline(f"{match.game.key}/{page}", context).strip()
                    if reader is not None:
                        assert table.desk.render(f"{match.game.key}/display", context).html


@pytest.mark.parametrize("name", STORIES)
def test_views_change_nothing_and_are_made_anew(name: str) -> None:
    for match in (then.match for then in moments(name)):
        before = dump_state(match)
        for seat in (*match.seats, None):
            view = match.game.view(match.state, seat)
            assert match.game.view(match.state, seat) == view
            assert match.game.view(match.state, seat) is not view
        for seat in match.seats:
            match.game.can(match.state, seat)
        match.game.reveal(match.state)
        json.dumps(match.game.public_state(match.state))
        assert dump_state(match) == before


@pytest.mark.parametrize("name", STORIES)
def test_the_result_is_mailed_to_every_seat(name: str) -> None:
    with told(read_story(name)) as (table, happenings):
        list(happenings)
        seats = {f"{seat.lower()}@example.net" for seat in table.match().seats}
        assert {mail.to for mail in table.mails(kind="result")} >= seats


# sealed orders


def sealed_lines(game: Game[Any, Any], lines: tuple[str, ...]) -> list[str]:
    """Those of a letter that are sealed orders."""
    found = []
    for line in lines:
        for reading in game.read(ReplyText((Line(line),)), ""):
            if isinstance(reading, Order) and game.verbs[reading.verb].sealed:
                found.append(line)
    return found


def variations(name: str) -> list[tuple[int, Story]]:
    """The story without the sealed orders of one of its letters, for each that has some.

    A game that isn't sealed may show at once who has written, and hide only what.
    """
    story, found = read_story(name), list[tuple[int, Story]]()
    if not games()[story.game].sealed:
        return found
    for at, happening in enumerate(story.happenings):
        sealed = sealed_lines(games()[story.game], happening.lines)
        if happening.writer not in ("", "Max") and sealed:
            rest = tuple(line for line in happening.lines if line not in sealed)
            found.append((at, story.without(at, rest or ("Hello!",))))
    return found


@pytest.mark.parametrize("name", STORIES)
def test_a_sealed_order_changes_no_other_seats_mail_before_it_is_unsealed(name: str) -> None:
    for at, other in variations(name):
        story = read_story(name)
        writer = story.happenings[at].writer
        with told(story) as (first, one), told(other) as (second, two):
            blind = {seat for seat in _seats(story) if seat != writer}
            for happened, _ in zip(one, two, strict=False):
                if _is_unsealed(first, second):
                    break
                same = {seat for seat in blind if _view(first, seat) == _view(second, seat)}
                assert happened > at or same == blind, (story.happenings[at], "is seen at once")
                blind = same
                for seat in blind:
                    assert _received(first, seat) == _received(second, seat), (happened, seat)


def _seats(story: Story) -> list[str]:
    return [line.split()[1] for line in story.opening.splitlines() if line.startswith("seat ")]


def _is_unsealed(first: Table, second: Table) -> bool:
    """Whether all is revealed, or the order was the last one that a close has waited for."""
    one, two = first.match(), second.match()
    return "over" in (one.status, two.status) or one.due != two.due


def _view(table: Table, seat: str) -> Any:
    match = table.match()
    return match.overrides, match.game.view(match.state, seat)


def _received(table: Table, seat: str) -> list[tuple[bytes, Any]]:
    return [(mail.raw, mail.posted_at) for mail in table.mails(seat)]


@pytest.mark.parametrize("key", KEYS)
def test_a_game_tells_what_it_is(key: str) -> None:
    game = games()[key]
    assert game.key == key
    assert game.title
    assert game.seats.start >= 1
    for verb in (*game.verbs.values(), *game.commands.values()):
        assert verb.usage
        assert verb.help
    assert all(field.description for field in game.options.model_fields.values())
