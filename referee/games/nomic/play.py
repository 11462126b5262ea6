"""One step at work: the state as it grows, and what is to be told; never leaves the step."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from referee.engine.calendar import rfc3339
from referee.engine.draws import Draws
from referee.engine.game import Notice
from referee.games.nomic.packing import shelved
from referee.games.nomic.state import Judgment, Proposal, State, Turn


@dataclass(slots=True)
class Play:
    """The state so far, the instant, the draws, and the notices; the state itself is never changed."""

    state: State
    at: datetime
    draws: Draws
    notices: list[Notice] = field(default_factory=list)

    def change(self, **changes: Any) -> None:
        """Goes on with the state in which these are different."""
        self.state = replace(self.state, **changes)

    def tell(self, kind: str, to: str | None = None, /, **data: Any) -> None:
        """Something that is to be told: to that seat, or to all."""
        self.notices.append(Notice(kind, to, data))

    def put(self, proposal: Proposal) -> None:
        """Goes on with that live proposal as it is now."""
        self.change(live={**self.state.live, proposal.number: proposal})

    def put_turn(self, **changes: Any) -> None:
        """Goes on with the turn in which these are different."""
        assert self.state.turn is not None
        self.change(turn=replace(self.state.turn, **changes))

    def put_player(self, name: str, **changes: Any) -> None:
        """Goes on with that player in whom these are different."""
        players = self.state.players
        self.change(players=tuple(replace(p, **changes) if p.name == name else p for p in players))

    def put_judgment(self, judgment: Judgment) -> None:
        """Goes on with that question as it is now; settled ones are packed away."""
        others = tuple(old for old in self.state.judgments if old.number != judgment.number)
        if judgment.status in ("open", "answered"):
            listed = sorted((*others, judgment), key=lambda one: one.number)
            self.change(judgments=tuple(listed))
        else:
            row = judgment_row(judgment) | {"names": list(judgment.names), "matter": judgment.matter}
            row |= {"effects": list(judgment.effects), "at": rfc3339(self.at)}
            self.change(judgments=others, settled=shelved(self.state.settled, row))

    def journal(self, **entry: Any) -> None:
        """Publishes an entry: what changed whose score, ledger or titles, and by what."""
        self.change(journal=shelved(self.state.journal, {"at": rfc3339(self.at), **entry}))

    def record(self, **entry: Any) -> None:
        """Adds to the history of the rules."""
        self.change(history=shelved(self.state.history, {"at": rfc3339(self.at), **entry}))

    @property
    def turn(self) -> Turn:
        """The turn, where there is one."""
        assert self.state.turn is not None
        return self.state.turn

    @property
    def force(self) -> Any:
        """The settings in force."""
        return self.state.book.force


def judgment_row(judgment: Judgment) -> dict[str, Any]:
    """A question as cases print it."""
    return {
        "number": judgment.number,
        "by": judgment.by,
        "turn": judgment.turn,
        "judge": judgment.judge or None,
        "question": judgment.question,
        "answer": judgment.answer,
        "status": judgment.status,
    }
