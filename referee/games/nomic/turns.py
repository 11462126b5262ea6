"""Turns and circuits (201, N1, N2): whose turn it is, when it passes, and what holds the next one (N17)."""

from dataclasses import replace

from referee.games.nomic.clocks import midnight, renew_budget, stand_or_go_on, started
from referee.games.nomic.enactment import carry_out, settings_row
from referee.games.nomic.order import next_in_circuit, order_of
from referee.games.nomic.packing import unpack
from referee.games.nomic.play import Play
from referee.games.nomic.proposed import load_changes
from referee.games.nomic.resolution import after_scoring, file_away, nobody
from referee.games.nomic.rulebook import with_loose
from referee.games.nomic.settings import length, span
from referee.games.nomic.state import Turn
from referee.games.nomic.verdicts import conclude, without_answer


def first_turn(play: Play) -> None:
    """The first turn of a circuit that nobody has had a turn of."""
    state = play.state
    order = order_of(state)
    play.change(circuits=state.circuits + 1)
    begin(play, order[0], order, ())


def begin(play: Play, mover: str, order: tuple[str, ...], had: tuple[str, ...]) -> None:
    """A turn begins; one who is dormant is passed over at once, unless all are (N10)."""
    state = play.state
    turn = Turn(state.turns + 1, state.circuits, mover, order, play.at, had)
    play.change(turns=state.turns + 1, turn=turn)
    renew_budget(play)
    if state.player(mover).is_dormant and not _all_dormant(play):
        play.tell("passed", number=turn.number, mover=mover, why="dormant")
        finish_turn(play)
        return
    limit = span(play.force, "turn_limit")
    play.put_turn(clock=None if limit is None else started(play.state, play.at, limit))
    play.tell("turn", number=turn.number, circuit=turn.circuit, mover=mover)


def _all_dormant(play: Play) -> bool:
    return all(player.is_dormant for player in play.state.players if not player.is_gone)


def pass_turn(play: Play, why: str) -> None:
    """The turn passes: it counts as a turn and scores nothing."""
    play.tell("passed", number=play.turn.number, mover=play.turn.mover, why=why)
    finish_turn(play)


def finish_turn(play: Play) -> None:
    """The turn's business is done; the next one begins as soon as nothing holds it."""
    turn = play.turn
    if play.state.ending is not None or turn.gate is not None:
        return
    for proposal in tuple(play.state.live.values()):
        if proposal.status == "board":
            file_away(play, proposal, "withdrawn", nobody(), {}, [])
    play.put_turn(clock=None, left=None, gate=play.at, proposal=None)
    try_gate(play)


def try_gate(play: Play) -> None:
    """Begins the next turn if one waits and nothing holds it; else says until when it waits at most."""
    turn = play.state.turn
    if turn is None or turn.gate is None or play.state.ending is not None:
        return
    if play.state.judgments and not has_consent(play):
        if turn.gate_until is None:
            wait = length(play.force, "judge_limit") + length(play.force, "overrule_window")
            play.put_turn(gate_until=midnight(turn.gate + wait))
            play.tell("gate", until=play.turn.gate_until)
        return
    open_gate(play)


def has_consent(play: Play) -> bool:
    """Whether more than half of the players other than the next mover consent."""
    upcoming = next_mover(play)
    others = [name for name in play.state.playing if name != upcoming]
    return 2 * sum(name in play.turn.consents for name in others) > len(others)


def next_mover(play: Play) -> str:
    """Who has the next turn, dormant players passed over."""
    state, turn = play.state, play.turn
    if turn.next in state.playing:
        return turn.next
    had, mover = turn.had, turn.mover
    while (name := next_in_circuit(replace(state, turn=replace(turn, had=had, mover=mover)))) is not None:
        if not state.player(name).is_dormant:
            return name
        had, mover = (*had, mover), name
    order = order_of(state)
    awake = next((name for name in order if not state.player(name).is_dormant), None)
    return awake or next_in_circuit(state) or order[0]


def open_gate(play: Play) -> None:
    """The next turn begins: open questions lapse, answers stand."""
    play.put_turn(gate_until=None)
    for judgment in play.state.judgments:
        if play.state.ending is not None:
            return
        if judgment.status == "answered":
            conclude(play, judgment)
        else:
            lapsed = replace(judgment, status="lapsed", due=None)
            play.put_judgment(lapsed)
            play.tell("lapsed", number=judgment.number, question=judgment.question)
            without_answer(play, lapsed)
    stand_or_go_on(play)
    _delayed_changes(play)
    if play.state.ending is None:
        next_turn(play)


def _delayed_changes(play: Play) -> None:
    """With `effective = turn end`: what was adopted in this turn takes effect."""
    for waiting in play.turn.delayed:
        adopted = unpack(waiting)
        told = carry_out(play, adopted["number"], load_changes(adopted["changes"]))
        play.tell("effect", number=adopted["number"], changes=told)
    if play.turn.delayed:
        play.put_turn(delayed=())
        after_scoring(play)


def next_turn(play: Play) -> None:
    """The next of the circuit moves, or a new circuit begins; without turns there is none."""
    state, turn = play.state, play.turn
    if state.mode != "turns":
        play.change(turn=None)
        return
    following = turn.next if turn.next in state.playing else next_in_circuit(state)
    if following is not None:
        begin(play, following, turn.order, (*turn.had, turn.mover))
        return
    end_circuit(play)
    first_turn(play)


def end_circuit(play: Play) -> None:
    """N12: at the end of circuit `until_circuit`, `adoption` becomes `then`."""
    force = play.force
    then = force["then"]
    if force["until_circuit"] != str(play.turn.circuit) or force["adoption"] == then:
        return
    play.change(book=with_loose(play.state.book, {"adoption": then}))
    rule = play.state.book.holder("adoption")
    if rule is not None:
        play.record(**settings_row(rule, "switched"))
    play.tell("switched", rule=str(rule.number) if rule else "", circuit=play.turn.circuit, adoption=then)
