"""A player's letter: each line read, carried out on the table, and answered."""

from dataclasses import replace

from referee.app.asking import answer
from referee.app.hand import Hand
from referee.app.personal import PERSONAL, carry_out
from referee.app.sitting import Sitting, copy
from referee.app.tongues import english, is_foreign, is_meant, is_preview
from referee.app.verbs import GENERAL, commands_of, topics_of, verbs_of
from referee.engine.match import dump_order
from referee.engine.orders import Near, Order, Prose, Reading, read_line, read_orders
from referee.engine.reply import Line, ReplyText
from referee.engine.said import said, together
from referee.errors import NotLegal, NotUnderstood, OrderError, OutOfDate

NEAR_LIMIT = 5
AUTHORITY = frozenset({"resign", "addresses", "token renew"})
"""Orders that can't be undone or change who may write: one that fails stops the letter."""
WAITING = said("recorded; the moderator is deciding about the outage")


def play(hand: Hand, text: ReplyText) -> None:
    """Carries out the letter's orders one by one; the transcript says what came of each."""
    lines = _without_preview(hand, text.lines)
    read = _within_limit(lines, hand.desk.policy.lines)
    hand.transcript.stop_at(text)
    orders = 0
    for reading in _readings(hand, replace(text, lines=read)):
        if isinstance(reading, Prose):
            hand.transcript.ignored.append(reading.line.strip())
            continue
        orders += 1
        _one(hand, reading, orders)
    if not (orders or hand.transcript.ignored) and any(line.quoted for line in read):
        hand.transcript.is_quoted = True
    if any(_is_command(hand, line) for line in hand.transcript.ignored):
        hand.transcript.notes.append(_how_to_moderate(hand))
    if len(read) < len(lines):
        hand.transcript.notes.append(
            said("Only the first {lines} lines were read.", lines=hand.desk.policy.lines)
        )
    _close_transcript(hand)


def _is_command(hand: Hand, line: str) -> bool:
    """Whether a moderator writes there what only acts in a moderator's letter."""
    if hand.sitting is None or hand.member is None or hand.member.role != "moderator":
        return False
    return isinstance(read_line(line, commands_of(hand.sitting.match.game)), Order)


def _how_to_moderate(hand: Hand) -> str:
    assert hand.sitting is not None
    return said(
        "To give a moderator's commands, begin the letter with the line “moderate {match}”.",
        match=hand.sitting.match.id,
    )


def _within_limit(lines: tuple[Line, ...], limit: int) -> tuple[Line, ...]:
    """The lines up to the limit; those of delimited blocks do not count."""
    count = 0
    for at, line in enumerate(lines):
        count += not (line.block or line.quoted)
        if count > limit:
            return lines[:at]
    return lines


def _without_preview(hand: Hand, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines after a first line `preview`, which makes the whole letter one."""
    for at, line in enumerate(lines):
        if not (line.quoted or line.block) and line.text.strip():
            if not is_preview(line.text):
                return lines
            hand.transcript.is_preview = True
            return lines[at + 1 :]
    return lines


def _readings(hand: Hand, text: ReplyText) -> list[Reading]:
    """The game's words first, then those that anyone can say."""
    if hand.sitting is None:
        return [_understood(hand, reading) for reading in read_orders(text.lines, GENERAL)]
    readings = hand.sitting.match.game.read(text, hand.re)
    return [_understood(hand, _or_general(reading)) for reading in readings]


def _or_general(reading: Reading) -> Reading:
    if isinstance(reading, Order) or (isinstance(reading, Prose) and reading.is_text):
        return reading
    general = read_line(reading.line, GENERAL)
    return reading if isinstance(general, Prose) else general


def _understood(hand: Hand, reading: Reading) -> Reading:
    """A misspelt line is a near-order only if what was probably meant could be read whole.

    A line that begins with a word of another language is an order only if it goes on like one.
    """
    if isinstance(reading, Order):
        return _foreign(hand, reading)
    if not isinstance(reading, Near):
        return reading
    game = hand.sitting.match.game if hand.sitting else None
    meant = read_line(reading.meant, verbs_of(game))
    if not isinstance(meant, Order) or (meant.verb in GENERAL and _is_chance(meant)):
        return Prose(reading.line)
    if meant.verb not in GENERAL and not _is_readable(hand, meant):
        return Prose(reading.line)
    return reading


def _foreign(hand: Hand, order: Order) -> Reading:
    game = hand.sitting.match.game if hand.sitting else None
    if order.verb not in GENERAL or (game and order.verb in game.verbs) or not is_foreign(order):
        return order
    topics = verbs_of(game)
    seats = hand.sitting.match.seats if hand.sitting else ()
    is_language = hand.desk.render.language
    is_order = is_meant(
        order,
        seats,
        lambda topic: bool(topics_of(topic, topics)),
        lambda wish: is_language(wish) is not None,
    )
    return english(order) if is_order else Prose(order.line)


def _is_chance(order: Order) -> bool:
    """Whether a word is only like the verb: what follows may be anything, or must be nothing and is not."""
    verb = GENERAL[order.verb]
    return verb.prose or (bool(order.rest) and " " not in verb.usage)


def _is_readable(hand: Hand, order: Order) -> bool:
    if hand.sitting is None or hand.member is None or hand.sitting.match.state is None:
        return False
    if hand.member.role != "seat":
        return False
    try:
        hand.sitting.match.game.parse(hand.sitting.match.state, hand.member.name, order)
    except OrderError:
        return False
    return True


def _one(hand: Hand, reading: Near | Order, count: int) -> None:
    """One line that is or resembles an order, and its place in the transcript."""
    if count > hand.desk.policy.orders:
        hand.transcript.refuse(
            reading.line, said("A letter can hold {orders} orders.", orders=hand.desk.policy.orders)
        )
    elif hand.transcript.near >= NEAR_LIMIT:
        words = said("It was not tried, because five lines before it could not be read.")
        hand.transcript.refuse(reading.line, words)
    elif hand.transcript.is_cut:
        hand.transcript.refuse(reading.line, said("It was not tried, because the order before it failed."))
    elif isinstance(reading, Near):
        words = said("Nothing was done. Did you mean “{meant}”?", meant=reading.meant)
        hand.transcript.refuse(reading.line, words, "not-understood")
    else:
        _try(hand, reading)


def _try(hand: Hand, order: Order) -> None:
    try:
        if hand.sitting is not None and order.verb in hand.sitting.match.game.verbs:
            _of_game(hand, hand.sitting, order)
        elif hand.is_silent:
            return
        elif order.verb in PERSONAL:
            carry_out(hand, order)
        else:
            hand.transcript.tell(order.line, answer(hand, order))
    except OrderError as refused:
        hand.transcript.refuse(order.line, str(refused), refused.kind)
        hand.transcript.is_cut |= order.verb in AUTHORITY


def _of_game(hand: Hand, sitting: Sitting, order: Order) -> None:
    seat, match = _seat(hand), sitting.match
    if match.state is None:
        raise NotLegal(said("The match has not started yet. You will get a mail when it does."))
    if match.game.verbs[order.verb].query:
        hand.transcript.tell(order.line, match.game.answer(match.state, seat, order))
        return
    _refuse_when_closed(hand, sitting)
    if hand.transcript.is_preview:
        hand.trial = hand.trial or _trial(sitting, seat)
        _preview(hand, hand.trial, order)
        return
    action = match.game.parse(match.state, seat, order)
    if hand.is_asked:
        hand.transcript.accept(order.line, WAITING)
    else:
        data = {"order": dump_order(order)}
        reply = sitting.take("declared", hand.at, seat, order.line, data=data)
        hand.transcript.accept(order.line, reply or match.game.describe(match.state, seat, action))


def _seat(hand: Hand) -> str:
    if hand.member is None or hand.member.role != "seat":
        raise NotLegal(said("You have no seat in this match. “join MATCH as NAME” asks for one."))
    return hand.member.name


def _refuse_when_closed(hand: Hand, sitting: Sitting) -> None:
    if sitting.match.status == "over":
        raise NotLegal(said("The match is over."))
    if _seat(hand) in sitting.match.gone:
        raise NotLegal(said("You have left this match."))
    if hand.late is not None:
        raise OutOfDate(
            said(
                "It came too late: the deadline that it was meant for is closed. The moderator has been told."
            )
        )


def _trial(sitting: Sitting, seat: str) -> Sitting:
    """A copy of the match on which that seat's lines can be tried without learning what is sealed."""
    trial, match = copy(sitting), sitting.match
    trial.match = replace(match, state=match.game.trial(match.state, seat))
    return trial


def _preview(hand: Hand, trial: Sitting, order: Order) -> None:
    """How the line is read, and what would come of it after those above: what is thrown away then."""
    match, seat = trial.match, _seat(hand)
    action = match.game.parse(match.state, seat, order)
    words = match.game.describe(match.state, seat, action)
    reply = trial.take("declared", hand.at, seat, order.line, data={"order": dump_order(order)})
    read = said("It is read as: {order}. Nothing was done.", order=words)
    hand.transcript.tell(order.line, together([read, reply]) if reply and not match.game.sealed else read)


def _close_transcript(hand: Hand) -> None:
    """What the player can still do, and until when."""
    sitting = hand.sitting
    if sitting is None or hand.member is None or hand.member.role != "seat":
        return
    match = sitting.match
    if match.state is None or match.status == "over" or hand.member.name in match.gone:
        return
    hand.transcript.until = None if hand.is_asked else match.until
    hand.transcript.is_due = match.until is not None and match.until <= hand.at
    hand.transcript.can = list(match.game.can(match.state, hand.member.name))


def confirmed_line(hand: Hand, line: str) -> None:
    """Carries out the one line that its writer has confirmed."""
    hand.is_confirmed = True
    reading = read_line(line, GENERAL)
    if not isinstance(reading, Order):
        raise NotUnderstood(said("“{line}” is not understood any more.", line=line))
    _try(hand, replace(english(reading), line=line))
    _close_transcript(hand)
