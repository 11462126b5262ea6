"""The state of a match of Nomic: players, rules, the turn, what is proposed, judged and claimed.

What is settled is kept packed (packing.py): one short text a thing, so that a long match stays light.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from referee.games.nomic.amending import Change
from referee.games.nomic.moments import Clock, Stopwatch
from referee.games.nomic.rulebook import Rulebook
from referee.games.nomic.rules import STRICT

REFEREE = "referee"
MODERATOR = "moderator"


@dataclass(frozen=True, slots=True)
class Player:
    """One who plays or has played; the order of the players is that of joining.

    `missed`: how many votes running went by without a ballot. `since`: when the player joined.
    """

    __pydantic_config__ = STRICT

    name: str
    surname: str
    given: str
    since: datetime
    is_gone: bool = False
    missed: int = 0
    is_dormant: bool = False


@dataclass(frozen=True, slots=True)
class Ballot:
    """One ballot: for, against, abstain, endorse (of `name`), or if (`name`: the condition, in words).

    `version`: of the text that it was cast on.
    """

    __pydantic_config__ = STRICT

    word: str
    name: str = ""
    version: int = 1


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal that is not decided yet.

    `status`: pending (not distributed), debate, board (withdrawn), open. `turn`: 0 without turns.
    `mailed`: the first version, `revised`: the last.
    `called`: when the vote was called. `opener`: the Judge who opens it instead of the proposer.
    `ripe`: the letter with which the last ballot came in. `first`: from the first version,
    `debate_limit`; `latest`: from the last one, `debate_least`. `clock`: of the debate, then of the vote.
    """

    __pydantic_config__ = STRICT

    number: int
    by: str
    changes: tuple[Change, ...]
    status: str
    turn: int
    mailed: datetime
    revised: datetime
    first: Clock
    latest: Clock
    title: str = ""
    coauthors: tuple[str, ...] = ()
    index: str = ""
    version: int = 1
    called: datetime | None = None
    opener: str = ""
    ballots: Mapping[str, Ballot] = field(default_factory=dict)
    clock: Clock | None = None
    ripe: datetime | None = None
    quorum: int = 0
    is_extended: bool = False
    is_scoreless: bool = False
    warnings: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn: whose it is, where the circuit stands, and what is left of its time.

    `order`: that of the circuit; `had`: who had a turn in it. `clock` runs while the mover has nothing
    proposed, else `left` is what is left. `gate`: since when the next turn waits (N17).
    """

    __pydantic_config__ = STRICT

    number: int
    circuit: int
    mover: str
    order: tuple[str, ...]
    began: datetime
    had: tuple[str, ...] = ()
    clock: Clock | None = None
    left: timedelta | None = None
    is_boosted: bool = False
    proposal: int | None = None
    gate: datetime | None = None
    gate_until: datetime | None = None
    next: str = ""
    consents: tuple[str, ...] = ()
    delayed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgment:
    """A question before a Judge.

    `matter`: question, impasse (213), tie (N15), claim, error. `about`: the claim's or proposal's number.
    `asked`: when the present Judge got it; `due`: when that one is passed over. `judges`: all so far;
    `barred`: who can't be drawn for it.
    """

    __pydantic_config__ = STRICT

    number: int
    by: str
    turn: int
    judge: str
    question: str
    matter: str
    asked: datetime
    due: datetime | None
    judges: tuple[str, ...] = ()
    about: int = 0
    answer: str | None = None
    effects: tuple[str, ...] = ()
    status: str = "open"
    window: Clock | None = None
    overruled_by: tuple[str, ...] = ()
    dismissed_by: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player claims under a rule without settings (N20): `what` is points, a ledger, or a title."""

    __pydantic_config__ = STRICT

    number: int
    by: str
    amount: int
    what: str
    rule: str
    reason: str
    clock: Clock | None
    status: str = "announced"


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody who asks to join (N19): the name of the seat, and the words that were asked with."""

    __pydantic_config__ = STRICT

    name: str
    wish: str
    clock: Clock
    ballots: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ending:
    """How the match ended."""

    __pydantic_config__ = STRICT

    winners: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A running or finished match; `seed` is in no view before the end.

    `live`: the numbered proposals that are not decided; `pending`: those not yet distributed. `past`,
    `shelves` (past.py), `settled`, `decided_claims`, `journal`, `history`, `acts`: what is over, packed.
    `folds`: the rules before each late result. `last_ballots`: on the proposal resolved last.
    `digest`: when the next weekly mail is due, None for none. `heard`: when the one who decides last wrote.
    """

    __pydantic_config__ = STRICT

    ruleset: str
    started: datetime
    commitment: str
    seed: str
    players: tuple[Player, ...]
    applicants: tuple[Applicant, ...] = ()
    book: Rulebook
    turn: Turn | None
    turns: int = 0
    circuits: int = 0
    stopwatch: Stopwatch = field(default_factory=Stopwatch)
    live: Mapping[int, Proposal] = field(default_factory=dict)
    pending: tuple[Proposal, ...] = ()
    past: Mapping[int, str] = field(default_factory=dict)
    shelves: Mapping[int, str] = field(default_factory=dict)
    next_number: int = 301
    judgments: tuple[Judgment, ...] = ()
    settled: tuple[str, ...] = ()
    next_judgment: int = 1
    claims: tuple[Claim, ...] = ()
    decided_claims: tuple[str, ...] = ()
    next_claim: int = 1
    scores: Mapping[str, int] = field(default_factory=dict)
    ledgers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    titles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    journal: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    next_act: int = 1
    folds: tuple[str, ...] = ()
    last_ballots: int | None = None
    heard: datetime | None = None
    digest: datetime | None = None
    is_paused: bool = False
    paused_at: datetime | None = None
    winners: tuple[str, ...] = ()
    ending: Ending | None = None

    @property
    def playing(self) -> tuple[str, ...]:
        """The names of those who play, in order of joining."""
        return tuple(player.name for player in self.players if not player.is_gone)

    def player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name == name)

    @property
    def proposes(self) -> str:
        """Who proposes: mover, anyone, or a player's name as long as that one plays."""
        who = self.book.force["proposes"]
        return who if who in ("mover", "anyone", *self.playing) else "mover"

    @property
    def mode(self) -> str:
        """turns or anytime."""
        return self.book.force["mode"]
