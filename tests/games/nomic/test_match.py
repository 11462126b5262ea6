"""Nomic under the kernel: replay, snapshots, overrides, views that keep ballots, and what a ballot costs."""

from dataclasses import replace
from typing import Any

import pytest

from referee.engine.game import Command
from referee.engine.match import dump_state, load_state
from referee.engine.orders import Order
from referee.errors import NotLegal, NotUnderstood, OrderError
from referee.games.nomic import GAME
from referee.games.nomic.packing import pack, pack_many, shelved
from referee.games.nomic.rulebook import bound
from referee.games.nomic.rules import Number, Rule
from referee.games.nomic.state import Ballot, State
from tests.games.nomic.match import Table, at, begun
from tests.steps import steps

TURN = ("Ann", "I propose to repeal rule 210.\nI open the vote.\nI vote for 301")


def played() -> Table:
    """A match with a turn, a question, a claim and somebody who leaves."""
    table = begun(("Ann", "Bob", "Cid", "Dee"))
    table.letter("Ann", at(1.4), TURN[1])
    table.letter("Bob", at(1.5), "aye", "301")
    table.letter("Cid", at(1.5), "I invoke judgment: is this legal?\n301: yes")
    table.letter("Dee", at(1.6), "301: no\nI judge 1: It is.\nEffect:\naward Cid 5")
    table.letter("Ann", at(4), "I claim 3 points under rule 116: why not\nI act: I smile.")
    table.letter(
        "Bob", at(5), "I propose to enact a new rule:\n{{{\nHats.\n\nend\n}}}\nSettings: ledger gold = 2"
    )
    table.letter("Dee", at(6), "I forfeit the game.")
    table.tick(at(40))
    return table


def test_replay_equals_play() -> None:
    table = played()
    assert table.again().state == table.match.state
    assert table.again().dropped == ()


def test_a_snapshot_holds_the_whole_state() -> None:
    table = played()
    assert load_state(GAME, dump_state(table.match)) == table.match.state


def test_nothing_is_refused_that_the_letters_of_a_usual_game_say() -> None:
    assert played().refused == []


def test_the_vote_closes_after_the_letter_that_completes_it() -> None:
    table = begun()
    table.letter("Ann", at(1.4), TURN[1])
    table.letter("Bob", at(1.5), "301: yes")
    table.letter("Cid", at(1.5), "301: yes\n301: no")
    assert table.match.due == at(1.5)
    table.tick(at(1.5))
    assert table.match.state.turn.mover == "Bob"
    assert table.match.state.scores["Ann"] == 7 - 10


def test_ballots_are_not_shown_before_the_close() -> None:
    table = begun()
    table.letter("Ann", at(1.4), TURN[1])
    before = table.match.state
    views = [GAME.view(_with_ballot(before, word), "Cid") for word in ("for", "against")]
    assert views[0] == views[1]
    assert views[0]["proposals"][0]["voted"] == ["Ann", "Bob"]
    own = GAME.view(_with_ballot(before, "against"), "Bob")
    assert own["proposals"][0]["yours"] == "AGAINST"


def _with_ballot(state: State, word: str) -> State:
    proposal = replace(state.live[301], ballots={**state.live[301].ballots, "Bob": Ballot(word)})
    return replace(state, live={301: proposal})


def test_a_mail_about_one_open_vote_can_be_answered_by_one_word() -> None:
    table = begun()
    assert GAME.about(table.match.state) == ""
    table.letter("Ann", at(1.4), TURN[1])
    assert GAME.about(table.match.state) == "301"
    offered = GAME.view(table.match.state, "Bob")["ballots"][0]["line"]
    table.letter("Bob", at(1.5), f"> {offered}\nyes")
    assert table.match.state.live[301].ballots["Bob"].word == "for"


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (Command("award", "Ann 10 by Judgment 3"), "Ann: +10 points, 10 now"),
        (Command("mover", "Cid"), "Cid is the mover of turn 1"),
        (Command("repeal", "rule 210", "Judgment 3 says so"), "301: rule 210 (No conspiring) is repealed"),
        (
            Command("amend", "rule 208 to read: 150 points win.", "all consent"),
            "is amended and is now rule 301",
        ),
        (Command("extend", "24h"), "the next deadline is at 2026-12-09 00:00 UTC"),
        (Command("set", "settings.turn_limit = 3 days", "it mends a fault"), "turn_limit is 3 days"),
        (Command("set", "scores.Bob = 7", "rule 305 asks for it"), "Bob has 7 points"),
        (Command("surname", "Ann = Ann Zebra"), "under Zebra"),
        (Command("skip", "2026-12-10T00:00:00Z"), "the next deadline is at 2026-12-11 00:00 UTC"),
    ],
)
def test_a_moderators_command_does_what_it_says(command: Command, says: str) -> None:
    match = begun().match
    assert says in GAME.override(match.state, command, at(1.5), match.draws).reply


@pytest.mark.parametrize(
    "command",
    [
        Command("award", "Ann 10", "she was kind"),
        Command("repeal", "rule 210", "it is silly"),
        Command("enact", "a new rule: Hats.", "I like hats"),
        Command("set", "scores.Bob = 7"),
        Command("set", "settings.points_to_win = 1", "it is late"),
        Command("strike", "301", "of its style"),
        Command("ballot", "Ann FOR 301", "I know her"),
        Command("as", "Bob: vote FOR 301", "I know him"),
        Command("void", "7", "I can"),
        Command("undo", "", "I can"),
        Command("undo", "turn", ""),
    ],
)
def test_a_servant_names_the_ground_of_what_touches_rules_ballots_and_scores(command: Command) -> None:
    match = begun().match
    with pytest.raises(NotLegal, match=r"because Judgment 3 says so”, .*“because all consent"):
        GAME.check_reason(match.state, command)


@pytest.mark.parametrize(
    "reason",
    [
        "Judgment 3 says so", "rule 305 asks for it", "it mends a fault", "all consent", "everybody agrees",
        "his mail bounced", "it was a slip", "question 2 was answered so", "she mistyped the number: a typo",
    ],
)  # fmt: skip
def test_a_ground_lets_a_servant_act(reason: str) -> None:
    match = begun().match
    for verb in ("as", "void", "undo", "set", "award", "ballot", "enact", "strike"):
        GAME.check_reason(match.state, Command(verb, "…", reason))
    GAME.check_reason(match.state, Command("as", "Bob: vote FOR 301", "he asked me on the telephone"))


def test_a_servant_moves_clocks_and_turns_without_a_ground() -> None:
    match = begun().match
    for command in (Command("extend", "24h", "Ann is ill"), Command("mover", "Cid", "Ann is ill")):
        assert GAME.override(match.state, command, at(1.5), match.draws).reply


def test_a_sovereign_needs_no_ground() -> None:
    match = begun(settings="moderator = sovereign").match
    step = GAME.override(match.state, Command("award", "Ann 10", "she was kind"), at(1.5), match.draws)
    assert step.state.scores["Ann"] == 10


def test_a_moderators_mistake_is_refused_in_a_sentence() -> None:
    match = begun().match
    for command in (
        Command("award", "Zoe 10"), Command("repeal", "rule 101"), Command("ballot", "Ann FOR 301"),
        Command("set", "turn = 3"), Command("make", "Ann king"), Command("answer", "301 accepted"),
    ):  # fmt: skip
        with pytest.raises(OrderError):
            GAME.override(match.state, command, at(1.5), match.draws)


def test_a_stopped_clock_has_no_deadline_and_goes_on_later() -> None:
    match = begun().match
    paused = GAME.override(match.state, Command("pause"), at(2), match.draws).state
    assert GAME.deadline(paused) is None
    resumed = GAME.override(paused, Command("resume"), at(5), match.draws).state
    assert GAME.until(resumed) == at(11)


def test_the_moderator_may_end_it() -> None:
    match = begun().match
    ended = GAME.end(match.state, ("Ann",), at(2), match.draws).state
    result = GAME.result(ended)
    assert result is not None
    assert result.winners == ("Ann",)
    with pytest.raises(NotLegal):
        GAME.override(ended, Command("award", "Ann 1"), at(2), match.draws)


def test_reminders_go_to_whom_the_game_waits_for() -> None:
    table = begun()
    first = GAME.reminders(table.match.state)
    assert first is not None
    assert (first[0], [notice.to for notice in first[1]]) == (at(4.5), ["Ann"])
    second = GAME.reminders(table.match.state, first[0])
    assert second is not None
    assert second[0] == at(7)
    table.letter("Ann", at(1.4), TURN[1])
    votes = GAME.reminders(table.match.state)
    assert votes is not None
    assert (votes[0], [notice.to for notice in votes[1]]) == (at(4), ["Bob", "Cid"])


def long_game(proposals: int) -> Table:
    """300 rules and so many past proposals (full shelves, and 136 loose ones), with a vote that is open."""
    table = begun(("Ann", "Bob", "Cid", "Dee", "Max"))
    state = table.match.state
    text = "Whoever wears a hat in the rain shall be called wise. " * 12
    more = [Rule(str(n), Number(n), False, f"Hats {n}", text) for n in range(5000, 5271)]
    row: dict[str, Any] = {
        "by": "Ann",
        "status": "adopted",
        "for": ["Ann", "Bob"],
        "against": ["Cid"],
        "abstain": ["Dee"],
    }
    row |= {"points": {"Ann": 10}, "at": "2026-12-01T00:00:00+00:00", "title": "Hats"}
    row |= {"changes": [{"kind": "enact", "text": text}], "results": ["rule 301 is enacted"]}
    numbers = list(range(301, 301 + proposals))
    shelved_ones, loose = numbers[:-136:64], numbers[-136:]
    shelves = {n: pack_many([{"number": m, **row} for m in range(n, n + 64)]) for n in shelved_ones}
    past = {n: pack({"number": n, **row}) for n in loose}
    journal, history = tuple[str, ...](), tuple[str, ...]()
    for n in range(proposals):
        journal = shelved(
            journal, {"kind": "points", "name": "Ann", "amount": n % 30, "cause": f"proposal {n}"}
        )
        history = shelved(history, {"rule": str(n), "event": "enacted", "text": f"{n}{text}"})
    book = bound((*state.book.rules, *more), {"mutable_limit": "none"}, {})
    state = replace(
        state,
        book=book,
        past=past,
        shelves=shelves,
        next_number=301 + proposals,
        journal=journal,
        history=history,
    )
    table.match = replace(table.match, state=state)
    table.letter("Ann", at(1.4), "I propose to repeal rule 210.\nI open the vote.")
    return table


def a_ballot(proposals: int) -> int:
    """The steps that it takes to load the match, to take a ballot, to offer what is next, and to store it."""
    table = long_game(proposals)
    snapshot, number = dump_state(table.match), 301 + proposals

    def taken() -> None:
        one = Table(replace(table.match, state=load_state(GAME, snapshot)))
        one.letter("Bob", at(1.5), f"301: yes\n{number}: yes")
        GAME.can(one.match.state, "Bob")
        dump_state(one.match)
        assert one.match.state.live[number].ballots["Bob"].word == "for"

    return steps(taken)


def test_after_5_000_proposals_a_ballot_takes_at_most_half_as_many_steps_again() -> None:
    a_ballot(136)  # what is worked out once is not counted
    assert a_ballot(5_000) < 1.5 * a_ballot(136)


FREE = (
    "consent",
    "rules",
    "history rules",
    "proposals",
    "scores",
    "who",
    "judgments",
    "say",
    "object",
    "admit",
)
"""Verbs that any words, or none, may follow."""


@pytest.mark.parametrize("rest", ["{", "{}", "{[]}", '{"changes": [{"kind": 3, "x": 1}]}', "", "x"])
def test_an_order_that_carries_rubbish_is_not_understood(rest: str) -> None:
    state = begun().match.state
    for verb in GAME.verbs:
        if verb not in FREE:
            with pytest.raises(NotUnderstood):
                GAME.parse(state, "Ann", Order(f"{verb} {rest}", verb, rest))
