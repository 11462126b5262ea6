"""What a seat may know of a match: built from what that seat perceives, never filtered.

view(state, seat), for mails and pages of one player; every key is always there:

seat          "Ann"; None for an onlooker
nday          7
deadline      aware UTC time of the next Turn; None while the clock is stopped or when it is over
clock         whether the clock is on
started       aware UTC time of the start
commitment    SHA-256 of the seed's hex digits
options       every option by its name, as words and numbers
players       [{name, mark, home, gone, you}] in order of seat; mark: a letter of one's own
opening       the first placement: {columns, rows, objects, homes: {name: square}, priority}
result        None, or {winners: [...], text} once it is over

and for a player (not for an onlooker):

columns       ["a", "b", …]
rows          the field as perceived, top row first: [{number, goal, start, squares: [SQUARE]}]
              SQUARE: {name, object (hole | springboard | wall | None), sends_home (bool: that hole or
              springboard leads off the field), avatars: [names], homes: [names]}
avatars       [{name, mark, at, frozen (actions that will still fail), ducking, home, you, gone}]
objects       [{square, kind, sends_home}], top row first
priority      [names]
frozen        how many of one's own actions will still fail, as perceived
declaration   None, or ACTION that was declared for this nday
last          None, or one's own TRIED of the last Turn
perceived     [TRIED] that reached one's field in the last Turn, in the order in which they were tried
may_tilt, may_focus    whether their condition holds now
actions       [{verb, form, effect, allowed}] all eleven
forms         forms to answer with: ["nday 7: move n", …]
practice      None, or in a practice match after the first Turn what truly happened: {nday, waking:
              [names], columns, rows, avatars, objects, priority, tried: [TRIED], declared:
              [{actor, waking, worked, outcome, reason, …ACTION}]}

ACTION        {action ("push n Bob"), verb, direction ("n" or ""), target ("" or name), words ("push
              north Bob")}
TRIED         ACTION and {actor, you, outcome ("ok" or a code), worked (bool), reason ("" or words)}
"""

from typing import Any

from referee.engine.said import said
from referee.games.paprika.actions import EFFECTS, FORMS, OK, REASONS, Action, known
from referee.games.paprika.board import board, opening, players
from referee.games.paprika.endings import told_ending
from referee.games.paprika.state import TRUE, Nday, State
from referee.games.paprika.turn import PATIENCE, acted

OFFERED = (Action("move", "n"), Action("push", "ne"), Action("dig", "w"), Action("duck"))


def view(state: State, seat: str | None) -> dict[str, Any]:
    """A new value of what that seat may know; None: an onlooker."""
    return _public(state, seat) if seat is None else _public(state, seat) | _private(state, seat)


def _public(state: State, seat: str | None) -> dict[str, Any]:
    ending = state.ending
    return {
        "seat": seat,
        "nday": state.nday,
        "deadline": state.deadline,
        "clock": state.clock,
        "started": state.started,
        "commitment": state.commitment,
        "options": state.options.model_dump(mode="json"),
        "players": players(state, seat),
        "opening": opening(state),
        "result": ending and {"winners": list(ending.winners), "text": told_ending(state)},
    }


def _private(state: State, seat: str) -> dict[str, Any]:
    perceived = state.perceived[seat]
    last = state.history[-1] if state.history else None
    tried = tried_in(last, seat, seat)
    waits = waiting(state, seat)
    return board(state, perceived, seat) | {
        "frozen": perceived.avatars[seat].frozen,
        "declaration": declaration(state, seat),
        "last": next((one for one in tried if one["you"]), None),
        "perceived": tried,
        "may_tilt": "tilt" in waits,
        "may_focus": "focus" in waits,
        "actions": actions(waits),
        "forms": [f"nday {state.nday}: {action.text}" for action in OFFERED],
        "practice": practice(state, seat, last),
    }


def shown(text: str) -> dict[str, Any]:
    """ACTION: an action taken apart."""
    action = known(text)
    return {
        "action": action.text,
        "verb": action.verb,
        "direction": action.direction,
        "target": action.target,
        "words": action.words,
    }


def declaration(state: State, seat: str) -> dict[str, Any] | None:
    """What that seat declared for the running nday, if anything."""
    return shown(state.declared[seat]) if seat in state.declared else None


def tried_in(nday: Nday | None, gamestate: str, seat: str | None) -> list[dict[str, Any]]:
    """TRIED of that nday in a gamestate, in the order in which they were tried."""
    outcomes = nday.outcomes.get(gamestate, ()) if nday else ()
    return [
        shown(nday.actions[actor]) | {"actor": actor, "you": actor == seat} | went(outcome)
        for actor, outcome in outcomes
        if nday
    ]


def went(outcome: str) -> dict[str, Any]:
    """How an action went, as a code and in words."""
    return {"outcome": outcome, "worked": outcome == OK, "reason": REASONS.get(outcome, "")}


def waiting(state: State, seat: str) -> tuple[str, ...]:
    """Which of Tilt and Focus the seat waited long enough for."""
    recent = acted(seat, state.history)
    return tuple(
        verb for verb, ndays in PATIENCE.items() if not any(seat in names for names in recent[:ndays])
    )


def actions(waits: tuple[str, ...]) -> list[dict[str, Any]]:
    """All eleven, each with its form, what it does, and whether it may be taken now."""
    return [
        {
            "verb": verb,
            "form": form,
            "effect": EFFECTS[verb],
            "allowed": verb not in PATIENCE or verb in waits,
        }
        for verb, form in FORMS.items()
    ]


def practice(state: State, seat: str | None, last: Nday | None) -> dict[str, Any] | None:
    """What truly happened in the last Turn; only in a practice match."""
    if not state.options.practice or last is None:
        return None
    return board(state, state.true, seat) | {
        "nday": len(state.history),
        "waking": list(last.waking),
        "tried": tried_in(last, TRUE, seat),
        "declared": declared_in(state, last),
    }


def declared_in(state: State, nday: Nday) -> list[dict[str, Any]]:
    """Every action of an nday with its true outcome, "" for a sleeper's, in order of seat."""
    outcomes = dict(nday.outcomes.get(TRUE, ()))
    return [
        shown(nday.actions[name])
        | {"actor": name, "waking": name in nday.waking}
        | went(outcomes.get(name, ""))
        for name in state.players
        if name in nday.actions
    ]


def perceived_before(state: State, seat: str, count: int) -> list[dict[str, Any]]:
    """The last ndays as that seat perceived them, the oldest first: [{nday, tried: [TRIED]}]."""
    first = max(0, len(state.history) - count)
    return [
        {"nday": at + 1, "tried": tried_in(state.history[at], seat, seat)}
        for at in range(first, len(state.history))
    ]


def can(state: State, seat: str) -> tuple[str, ...]:
    """The forms of what that seat may still declare in this nday."""
    if seat not in state.declared:
        open_now = (one["form"] for one in actions(waiting(state, seat)) if one["allowed"])
        return tuple(said("nday {nday}: {form}", nday=state.nday, form=form) for form in open_now)
    if not state.options.revisable:
        return ()
    return "withdraw", said("another action, which replaces the first")
