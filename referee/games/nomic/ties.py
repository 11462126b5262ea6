"""Questions that the referee itself opens: who wins when several cross in the same step (N15)."""

from collections.abc import Sequence
from datetime import datetime

from referee.engine.said import said
from referee.games.nomic.clocks import midnight
from referee.games.nomic.order import before_in_order
from referee.games.nomic.play import Play
from referee.games.nomic.settings import length
from referee.games.nomic.state import REFEREE, Judgment


def next_judge(play: Play, judgment: Judgment) -> str | None:
    """Who judges after the Judge of now: the player before (the mover skipped); without turns one drawn."""
    if play.state.turn is not None:
        judge = before_in_order(play.state, judgment.judge)
        return None if judge in judgment.judges else judge
    return _drawn(play, judgment.number, judgment.judges, judgment.barred)


def _drawn(play: Play, number: int, before: Sequence[str], barred: Sequence[str]) -> str | None:
    """One drawn among those who have not judged the question yet and are not barred from it."""
    others = [name for name in play.state.playing if name not in barred and name not in before]
    turn = f"/{len(before)}" if before else ""
    drawn = play.draws.order(f"judge/{number}{turn}", others)
    return drawn[0] if drawn else None


def judge_due(play: Play) -> datetime:
    """When a Judge who gets a question now is passed over."""
    return midnight(play.at + length(play.force, "judge_limit"))


def open_question(
    play: Play,
    by: str,
    question: str,
    matter: str,
    about: int = 0,
    names: Sequence[str] = (),
    barred: Sequence[str] | None = None,
) -> Judgment:
    """Puts a question to the player before the mover; without turns to one drawn among those not barred.

    Without word of it, who asks is barred.
    """
    state = play.state
    if state.turn is not None and barred is None:
        judge = before_in_order(state, state.turn.mover)
    else:
        barred = (by,) if barred is None else barred
        judge = _drawn(play, state.next_judgment, (), barred)
    judgment = Judgment(
        number=state.next_judgment,
        by=by,
        turn=state.turn.number if state.turn else state.turns,
        judge=judge or "",
        question=question,
        matter=matter,
        asked=play.at,
        due=judge_due(play) if judge else None,
        judges=(judge,) if judge else (),
        about=about,
        names=tuple(names),
        barred=tuple(barred or ()),
        status="open" if judge else "closed",
    )
    play.change(next_judgment=state.next_judgment + 1)
    play.put_judgment(judgment)
    play.tell(
        "judgment", number=judgment.number, by=by, judge=judge, question=question, matter=matter,
        due=judgment.due, status=judgment.status,
    )  # fmt: skip
    return judgment


def open_tie(play: Play, names: Sequence[str]) -> None:
    """Asks who wins of those who crossed in the same step, unless that is being asked already."""
    if not any(one.matter == "tie" for one in play.state.judgments):
        listed = " and ".join(names)
        question = said(
            "{listed} have reached the points to win in the same step: who has won?", listed=listed
        )
        open_question(play, REFEREE, question, "tie", names=names)
