"""Judgment (212, N17, N18): questions put, answered, overruled, dismissed, and passed on."""

from dataclasses import dataclass, replace

from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood, NotYourTurn
from referee.games.nomic.acts import understood
from referee.games.nomic.clocks import falls, stand_or_go_on, started
from referee.games.nomic.play import Play
from referee.games.nomic.settings import length
from referee.games.nomic.state import Judgment
from referee.games.nomic.ties import judge_due, next_judge, open_question
from referee.games.nomic.verdicts import conclude, is_upheld, misnamed, without_answer


@dataclass(frozen=True, slots=True)
class Answer:
    """A Judge's answer as written, with the acts under `Effect:`."""

    number: int
    text: str
    effects: tuple[str, ...] = ()
    fault: str = ""


def invoke(play: Play, seat: str, question: str, matter: str = "question") -> str:
    """Puts a question to the Judge; each player has one open question at a time."""
    own = next((one for one in play.state.judgments if one.by == seat and one.status == "open"), None)
    if own is not None and own.matter != "claim":
        raise NotLegal(said("Your question {number} is still open; one at a time.", number=own.number))
    judgment = open_question(play, seat, question, matter)
    if judgment.status != "open":
        return said("Question {number} has no Judge, and is closed.", number=judgment.number)
    return said("It is question {number}; {judge} judges.", number=judgment.number, judge=judgment.judge)


def find(play: Play, number: int) -> Judgment:
    """The question of that number that is not settled."""
    found = next((one for one in play.state.judgments if one.number == number), None)
    if found is None:
        asked = number < play.state.next_judgment
        raise NotLegal(
            said("Question {number} is settled.", number=number)
            if asked
            else said("There is no question {number}.", number=number)
        )
    return found


def answer(play: Play, seat: str, given: Answer) -> str:
    """The Judge's answer; it is carried out when it has stood for `overrule_window`."""
    judgment = find(play, given.number)
    if judgment.status == "answered":
        raise NotLegal(said("Question {number} is answered.", number=judgment.number))
    if seat != judgment.judge:
        raise NotYourTurn(
            said("{judge} is the Judge of question {number}.", judge=judgment.judge, number=judgment.number)
        )
    _refuse_unclear(given)
    _refuse_stranger(play, judgment, given)
    answered = replace(judgment, answer=given.text, effects=given.effects, status="answered", due=None)
    play.put_judgment(answered)
    stand_or_go_on(play)
    window = started(play.state, play.at, length(play.force, "overrule_window"))
    play.put_judgment(replace(answered, window=window))
    until = falls(play.state, window)
    play.tell(
        "answer", number=judgment.number, judge=seat, question=judgment.question, answer=given.text,
        effects=list(given.effects), until=until,
    )  # fmt: skip
    shown = said(
        "The answer to {number} is shown to all; it is carried out at {until} UTC.",
        number=judgment.number,
        until=until,
    )
    if judgment.matter == "impasse" and not is_upheld(answered):
        return said("{shown} It does not uphold the claim; “upheld” or “upheld: NAME” would.", shown=shown)
    return shown


def _refuse_unclear(given: Answer) -> None:
    if given.fault:
        raise NotLegal(given.fault)
    if not given.text.strip():
        raise NotUnderstood(said("The answer is empty; write “I judge {number}: …”.", number=given.number))
    for effect in given.effects:
        if not understood(effect):
            raise NotUnderstood(
                said("“{effect}” under Effect: is no act that can be carried out.", effect=effect)
            )


def _refuse_stranger(play: Play, judgment: Judgment, given: Answer) -> None:
    """213 ends the game, so whom it names must be a player."""
    word = misnamed(given.text, play.state.playing) if judgment.matter == "impasse" else ""
    if word:
        number = judgment.number
        raise NotUnderstood(
            said(
                "{word} is no player here; write “I judge {number}: upheld: NAME”, or “I judge "
                "{number}: upheld” if the mover can't go on, and reasons on the lines below.",
                word=word,
                number=number,
            )
        )


def overrule(play: Play, seat: str, number: int) -> str:
    """All players other than the Judge together depose him."""
    judgment = find(play, number)
    if judgment.status != "answered":
        raise NotLegal(said("Question {number} has no answer yet that could be overruled.", number=number))
    if seat == judgment.judge:
        raise NotYourTurn(said("The Judge can't overrule the own answer."))
    if len(play.state.playing) <= 2:
        raise NotLegal(said("With two players the Judge can't be deposed."))
    judgment = replace(judgment, overruled_by=_added(judgment.overruled_by, seat))
    play.put_judgment(judgment)
    play.tell("overruled", number=number, by=seat, judge=judgment.judge, names=list(judgment.overruled_by))
    depose(play, judgment)
    return said("You overrule the answer to question {number}.", number=number)


def depose(play: Play, judgment: Judgment) -> None:
    """Passes the question on if everybody but the Judge overrules the answer."""
    others = [name for name in play.state.playing if name != judgment.judge]
    if len(others) > 1 and all(name in judgment.overruled_by for name in others):
        pass_on(play, judgment, "deposed")


def _added(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return names if name in names else (*names, name)


def pass_on(play: Play, judgment: Judgment, why: str) -> None:
    """The next Judge judges now; after all of them the question closes."""
    judge = next_judge(play, judgment)
    if judge is None:
        _drop(play, judgment, "closed")
        return
    open_again = replace(
        judgment,
        judge=judge,
        judges=(*judgment.judges, judge),
        asked=play.at,
        due=judge_due(play),
        answer=None,
        effects=(),
        status="open",
        window=None,
        overruled_by=(),
    )
    play.put_judgment(open_again)
    play.tell(
        "judge", number=judgment.number, judge=judge, before=judgment.judge, why=why, due=open_again.due
    )


def _drop(play: Play, judgment: Judgment, status: str) -> None:
    """The question ends without an answer."""
    dropped = replace(judgment, status=status, answer=None, effects=(), due=None, window=None)
    play.put_judgment(dropped)
    play.tell("dropped", number=judgment.number, question=judgment.question, status=status)
    without_answer(play, dropped)


def consent(play: Play, seat: str) -> str:
    """A player's consent that the next turn begins in spite of what is asked."""
    if play.state.turn is None or not play.state.judgments:
        raise NotLegal(said("No question holds the next turn."))
    play.put_turn(consents=_added(play.turn.consents, seat))
    play.tell("consent", by=seat, names=list(play.turn.consents))
    return said("You consent that the next turn begins.")


def dismiss(play: Play, seat: str, number: int) -> str:
    """More than half of the others dismiss a question."""
    judgment = find(play, number)
    if judgment.status != "open":
        raise NotLegal(said("Question {number} is answered.", number=number))
    if seat == judgment.by:
        raise NotYourTurn(said("It is for the others to dismiss your question."))
    judgment = replace(judgment, dismissed_by=_added(judgment.dismissed_by, seat))
    play.put_judgment(judgment)
    play.tell("dismissal", number=number, by=seat, names=list(judgment.dismissed_by))
    count_dismissals(play, judgment)
    return said("You dismiss question {number}.", number=number)


def count_dismissals(play: Play, judgment: Judgment) -> None:
    """Dismisses the question if more than half of the players other than the asker want it."""
    others = [name for name in play.state.playing if name != judgment.by]
    if 2 * sum(name in judgment.dismissed_by for name in others) > len(others):
        _drop(play, judgment, "dismissed")


def window_ends(play: Play, judgment: Judgment) -> None:
    """The answer has stood for `overrule_window`."""
    conclude(play, judgment)


def recount(play: Play) -> None:
    """After somebody left: Judges who are gone are replaced, overrulings and dismissals counted again."""
    for judgment in play.state.judgments:
        if judgment.judge not in play.state.playing:
            pass_on(play, judgment, "gone")
        elif judgment.status == "answered":
            depose(play, judgment)
        else:
            count_dismissals(play, judgment)
