"""The first state of a match, and the next round by letter."""

from dataclasses import replace
from datetime import datetime, timedelta

from referee.engine.draws import Draws
from referee.engine.game import Table
from referee.games.paintfield.draws import bot_level, commitment, corners
from referee.games.paintfield.log import match_line, round_line
from referee.games.paintfield.options import Options
from referee.games.paintfield.round import open_round
from referee.games.paintfield.score import new_score
from referee.games.paintfield.state import Leg, State

BOT = "Bot"
MOST_PLAYERS = 4
WAITS = timedelta(days=7)
"""So long a live match waits for its players; after an agreed time or a round:"""
LINGERS = timedelta(hours=24)


def bot_names(options: Options) -> tuple[str, ...]:
    """The names of the bots' seats."""
    return tuple(BOT if n == 0 else f"{BOT}{n + 1}" for n in range(options.bots))


def open_match(table: Table, draws: Draws) -> State:
    """The match before its first round; by letter the first leg is open."""
    options: Options = table.options
    names = bot_names(options)
    people = tuple(name for name in table.seats if name not in names)
    names = names[: MOST_PLAYERS - len(people)]
    players = (*people, *names)
    bots = tuple(seat for seat, name in enumerate(players) if name in names)
    promised = commitment(draws.seed)
    state = State(
        options=options,
        players=players,
        bots=bots,
        level=bot_level(draws.seed),
        commitment=promised,
        seed=draws.seed.hex(),
        started=table.started,
        score=new_score(len(players)),
        log=(match_line(players, bots, promised, options.timing),),
        deadline=_gives_up(options, table.started),
    )
    if options.is_live:
        return state
    return next_round(state, max(options.at, table.started) if options.at else table.started)


def _gives_up(options: Options, started: datetime) -> datetime:
    """When a live match is given up that nobody plays."""
    return max(options.at, started) + LINGERS if options.at else started + WAITS


def next_round(state: State, at: datetime) -> State:
    """By letter: the next round's first leg, open from `at` on."""
    number = state.begun + 1
    start = corners(bytes.fromhex(state.seed), number, len(state.players))
    seats = state.score.active
    leg = Leg(0, open_round(start, seats), (round_line(number, start, seats),))
    return replace(state, begun=number, leg=leg, deadline=at + state.options.leg)
