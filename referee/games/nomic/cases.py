"""The case format: a match as JSON that `referee adjudicate` plays out (spec, Case format)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.engine.calendar import parse_rfc3339, rfc3339
from referee.engine.draws import Draws
from referee.engine.orders import Near, Prose
from referee.errors import CaseError, OptionError, OrderError
from referee.games.nomic.actions import act_on, expanded
from referee.games.nomic.answers import QUERIES, answer
from referee.games.nomic.deadlines import close_until, settle_down
from referee.games.nomic.opening import Seat, opened
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.play import Play
from referee.games.nomic.reading import read_text
from referee.games.nomic.report import report
from referee.games.nomic.settings import read_pair
from referee.games.nomic.state import State
from referee.games.nomic.voting import wake

NEAR_LIMIT = 5
KEYS = frozenset({"game", "options", "players", "start", "mail", "until"})
OPTIONS = frozenset({"ruleset", "rules", "settings", "strengths", "seed", "dictator"})
LETTER = frozenset({"from", "at", "text", "re"})


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter of a case."""

    by: str
    at: datetime
    text: str
    re: str


def adjudicate(case: Mapping[str, Any]) -> dict[str, Any]:
    """What the case comes to at `until`; CaseError with one line for a bad one."""
    state, draws, letters, until = read_case(case)
    return played(state, draws, letters, until)


def played(state: State, draws: Draws, letters: Sequence[Letter], until: datetime) -> dict[str, Any]:
    """Plays the letters in order; at the instant of a deadline the deadline comes first."""
    play = Play(state, state.started, draws)
    replies: list[dict[str, Any]] = []
    for letter in sorted(letters, key=lambda letter: letter.at):
        if letter.at > until:
            break
        close_until(play, letter.at)
        replies += _letter(play, letter)
    close_until(play, until)
    return report(play.state) | {"replies": replies}


def _letter(play: Play, letter: Letter) -> list[dict[str, Any]]:
    """One letter: it wakes its writer, then each order acts; votes that are complete close after it."""
    replies: list[dict[str, Any]] = []
    near = 0
    if letter.by in play.state.playing and play.state.ending is None:
        wake(play, letter.by)
    for heard in read_text(letter.text, letter.re):
        if isinstance(heard, Prose):
            continue
        if isinstance(heard, Near):
            near += 1
            replies.append(_reply(letter, False, "unknown"))
            continue
        for spoken in expanded(play.state, heard):
            ok = near < NEAR_LIMIT and _is_done(play, letter, spoken)
            replies.append(_reply(letter, ok, ABOUT.get(spoken.verb, spoken.verb)))
    return replies


ABOUT = {"history rule": "history", "history rules": "history"}


def _reply(letter: Letter, ok: bool, about: str) -> dict[str, Any]:
    return {"to": letter.by, "at": rfc3339(letter.at), "ok": ok, "about": about}


def _is_done(play: Play, letter: Letter, spoken: Spoken) -> bool:
    """Whether the order was carried out; a refused one leaves everything as it was."""
    before, told = play.state, len(play.notices)
    try:
        if spoken.verb in QUERIES:
            answer(play.state, letter.by, spoken)
        else:
            act_on(play, letter.by, spoken)
            settle_down(play)
    except OrderError:
        play.state = before
        del play.notices[told:]
        return False
    return True


def read_case(case: Mapping[str, Any]) -> tuple[State, Draws, list[Letter], datetime]:
    """The case with every value checked."""
    if not isinstance(case, Mapping):
        raise CaseError("A case is an object.")
    _only(case, KEYS, "the case")
    options = case.get("options", {})
    _check(isinstance(options, Mapping), "options is an object.")
    _only(options, OPTIONS, "options")
    start, until = _time(case, "start"), _time(case, "until")
    _check(until >= start, "until is before start.")
    seats = _seats(case.get("players"))
    draws = Draws(_seed(options.get("seed", "0" * 64)))
    names = [seat.name for seat in seats]
    try:
        step = opened(_ruleset(options), seats, start, draws, _settings(options, names), _dictator(options))
    except (OptionError, ValueError) as error:
        raise CaseError(str(error)) from None
    return step.state, draws, _letters(case.get("mail", []), names, start), until


def _only(row: Mapping[str, Any], keys: frozenset[str], where: str) -> None:
    for key in row:
        _check(key in keys, f"{where}: there is no {key!r}; there are {', '.join(sorted(keys))}.")


def _check(holds: bool, sentence: str) -> None:
    if not holds:
        raise CaseError(sentence)


def _time(row: Mapping[str, Any], key: str) -> datetime:
    try:
        return parse_rfc3339(str(row[key]))
    except KeyError:
        raise CaseError(f"{key} is missing.") from None
    except ValueError as error:
        raise CaseError(f"{key}: {error}") from None


def _seats(rows: Any) -> list[Seat]:
    _check(isinstance(rows, list) and len(rows) >= 2, "players: at least two are needed.")
    seats = []
    for row in rows:
        row = {"name": row} if isinstance(row, str) else row
        _check(isinstance(row, Mapping) and bool(row.get("name")), "players: each has a name.")
        _only(row, frozenset({"name", "surname", "given"}), "players")
        _check(all(isinstance(value, str) for value in row.values()), "players: names are text.")
        seats.append(Seat.of(str(row["name"]), str(row.get("surname", "")), str(row.get("given", ""))))
    names = [seat.name.casefold() for seat in seats]
    _check(len(set(names)) == len(names), "players: two have the same name.")
    return seats


def _seed(text: Any) -> bytes:
    _check(isinstance(text, str), "seed is text.")
    try:
        return bytes.fromhex(text)
    except ValueError:
        return str(text).encode("utf-8")


def _ruleset(options: Mapping[str, Any]) -> str:
    return str(options.get("rules") or options.get("ruleset", "suber-mail"))


def _dictator(options: Mapping[str, Any]) -> str:
    return str(options.get("dictator", ""))


def _settings(options: Mapping[str, Any], names: Sequence[str]) -> dict[str, str]:
    """The settings of the case, and the strengths among them."""
    rows, strengths = options.get("settings", {}), options.get("strengths", {})
    _check(
        isinstance(rows, Mapping) and isinstance(strengths, Mapping), "settings and strengths are objects."
    )
    pairs = [(name, _written(value)) for name, value in rows.items()]
    pairs += [(f"strength {name}", _written(value)) for name, value in strengths.items()]
    return dict(read_pair(name, value, names) for name, value in pairs)


def _written(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _letters(rows: Any, names: Sequence[str], start: datetime) -> list[Letter]:
    _check(isinstance(rows, list), "mail is a list.")
    letters = []
    for row in rows:
        _check(isinstance(row, Mapping), "mail: a letter is an object.")
        _only(row, LETTER, "mail")
        by = next((name for name in names if name.casefold() == str(row.get("from", "")).casefold()), None)
        if by is None:
            raise CaseError(f"mail: {row.get('from')!r} is no player.")
        at = _time(row, "at")
        _check(at >= start, "mail: a letter is from before the start.")
        letters.append(Letter(by, at, _text(row), _answered(row)))
    return letters


def _text(row: Mapping[str, Any]) -> str:
    text = row.get("text", "")
    _check(isinstance(text, str), "mail: text is text.")
    return str(text)


def _answered(row: Mapping[str, Any]) -> str:
    """The proposal whose ballot the letter answers, "" for none."""
    number = row.get("re")
    _check(number is None or type(number) is int, "mail: re is a proposal's number.")
    return "" if number is None else str(number)
