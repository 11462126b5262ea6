"""The case format: a match as JSON that `referee adjudicate` plays out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.paprika.actions import Action
from referee.games.paprika.casebook import Sheet
from referee.games.paprika.gamestate import Gamestate, dump
from referee.games.paprika.state import Nday, State
from referee.games.paprika.turn import Ground, Turned, turn


@dataclass(frozen=True, slots=True)
class Case:
    """A case that was read: where it starts, and what was declared in each nday."""

    ground: Ground
    true: Gamestate
    perceived: Mapping[str, Gamestate]
    ndays: tuple[tuple[tuple[str, ...], Mapping[str, Action]], ...]


def adjudicate(case: Any) -> dict[str, Any]:
    """What the case comes to, nday by nday up to a win; raises CaseError."""
    return {"ndays": played(read_case(case))}


def read_case(case: Any) -> Case:
    """The case with every value checked; raises CaseError with one clear line."""
    sheet = Sheet.of(case)
    true = sheet.start()
    return Case(sheet.ground, true, sheet.displays(true), sheet.ndays())


def played(case: Case) -> list[dict[str, Any]]:
    """The result of each nday; those after a win are ignored."""
    true, perceived = case.true, case.perceived
    earlier: tuple[Nday, ...] = ()
    results: list[dict[str, Any]] = []
    for waking, actions in case.ndays:
        turned = turn(case.ground, true, perceived, waking, actions, earlier)
        results.append(_result(turned))
        if turned.winners:
            break
        true, perceived = turned.true, turned.perceived
        texts = {name: action.text for name, action in actions.items()}
        earlier = (*earlier[-1:], Nday(waking, texts, turned.outcomes))
    return results


def _result(turned: Turned) -> dict[str, Any]:
    return {
        "true": dump(turned.true),
        "perceived": {name: dump(gamestate) for name, gamestate in turned.perceived.items()},
        "outcomes": {where: dict(tried) for where, tried in turned.outcomes.items()},
        "winners": list(turned.winners),
    }


def case_of(state: State) -> dict[str, Any]:
    """The whole match in the case format."""
    options = state.options
    return {
        "game": "paprika",
        "options": {
            "columns": options.columns,
            "rows": options.rows,
            "dreams_reach": options.dreams_reach,
        },
        "seats": {name: state.opening.homes[name] for name in state.players},
        "objects": dict(state.opening.objects),
        "priority": list(state.opening.priority),
        "ndays": [{"waking": list(nday.waking), "actions": dict(nday.actions)} for nday in state.history],
    }
