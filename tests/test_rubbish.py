"""Whatever is written, every game refuses it in a sentence or takes it, and never crashes."""

import contextlib
import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.engine.draws import Draws
from referee.engine.game import Command
from referee.engine.match import Match, dump_state, load_state, validated_options
from referee.engine.orders import Order
from referee.engine.reply import read_reply
from referee.errors import CaseError, OptionError, OrderError
from referee.games import games
from tests.moments import states
from tests.story import read_story, stories
from tests.table import moment

KEYS = sorted(games())
LATER = moment("20 12:00")
COMMANDS = ("extend", "pause", "resume", "set", "redraw", "rejoin")
"""What a moderator can make the kernel send to a game, whatever stands after it."""


@cache
def vocabulary(key: str) -> tuple[str, ...]:
    """Words that an order of the game may have: of its verbs, of its stories, and some others."""
    game = games()[key]
    texts = [verb.usage for verb in (*game.verbs.values(), *game.commands.values())]
    texts += [word for verb in game.verbs.values() for words in verb.synonyms.values() for word in words]
    texts += [line for name in stories(key) for event in read_story(name).happenings for line in event.lines]
    texts += ["Ann Bob n ne east -1 0 7 1e9 301 99999999999 = : ; , . ' \" { } # @ ٣ ½ 北 \u202e true none"]
    return tuple(sorted({word for text in texts for word in text.split()}))


def rubbish(key: str) -> st.SearchStrategy[str]:
    """Lines of half-known words."""
    word = st.sampled_from(vocabulary(key)) | st.text(max_size=8)
    line = st.lists(word, max_size=8).map(" ".join)
    return st.lists(line, max_size=4).map("\n".join)


def say(match: Match, seat: str, text: str) -> Match:
    """The match after what was understood and allowed of it."""
    game, draws = match.game, Draws(bytes(32))
    for reading in game.read(read_reply(text), ""):
        if not isinstance(reading, Order):
            continue
        try:
            if game.verbs[reading.verb].query:
                assert isinstance(game.answer(match.state, seat, reading), str)
                continue
            action = game.parse(match.state, seat, reading)
            assert isinstance(game.describe(match.state, seat, action), str)
            state = game.apply(match.state, seat, action, LATER, draws).state
        except OrderError:
            continue
        assert load_state(game, dump_state(_with(match, state))) == state
    return match


def _with(match: Match, state: Any) -> Match:
    return Match(match.game, match.id, match.title, match.options, match.seed, match.seats, state=state)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.full
def test_rubbish_is_refused_and_never_crashes(key: str, share: int) -> None:
    @settings(max_examples=1000 // share, deadline=None, suppress_health_check=list(HealthCheck))
    @given(rubbish(key), st.randoms(use_true_random=False))
    def refuse(text: str, lots: random.Random) -> None:
        match = lots.choice(states(key))
        say(match, lots.choice(match.seats), text)

    refuse()


@pytest.mark.parametrize("key", KEYS)
def test_an_order_without_what_it_is_about_is_refused_and_never_crashes(key: str) -> None:
    verbs = games()[key].verbs
    words = {word for verb in verbs.values() for group in verb.synonyms.values() for word in group} | set(
        verbs
    )
    for match in states(key)[:8]:
        for word in sorted(words):
            for text in (word, f"{word}:", f"{word}：", f"{word}:\n\nend"):
                say(match, match.seats[0], text)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.full
def test_rubbish_of_a_moderator_is_refused_and_never_crashes(key: str, share: int) -> None:
    game = games()[key]
    verbs = st.sampled_from((*COMMANDS, *game.commands, "dance"))

    @settings(max_examples=500 // share, deadline=None, suppress_health_check=list(HealthCheck))
    @given(verbs, rubbish(key), st.randoms(use_true_random=False))
    def refuse(verb: str, text: str, lots: random.Random) -> None:
        match = lots.choice(states(key))
        try:
            state = game.override(match.state, Command(verb, text), LATER, Draws(bytes(32))).state
        except OrderError:
            return
        assert load_state(game, dump_state(_with(match, state))) == state

    refuse()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
CASES = "options seats objects priority ndays state perceived players position moves ruleset letters events"
CASE_KEYS = (*CASES.split(), "plans", "ticks", "corners", "turns")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.full
def test_a_bad_case_is_one_line(key: str, share: int) -> None:
    @settings(max_examples=500 // share, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.dictionaries(st.sampled_from(CASE_KEYS), JSON, max_size=5))
    def refuse(case: dict[str, Any]) -> None:
        with contextlib.suppress(CaseError):
            json.dumps(games()[key].adjudicate({"game": key, **case}))

    refuse()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.full
def test_bad_options_are_one_sentence(key: str, share: int) -> None:
    game = games()[key]
    names = st.sampled_from((*game.options.model_fields, "colour"))

    @settings(max_examples=500 // share, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.dictionaries(names, st.text(max_size=12) | st.sampled_from(vocabulary(key)), max_size=4))
    def refuse(options: dict[str, str]) -> None:
        with contextlib.suppress(OptionError):
            validated_options(game, options)

    refuse()
