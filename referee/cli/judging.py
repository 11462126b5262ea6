"""Commands that judge without a mailbox: cases, stories, finished matches, counts of moves."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.app import Config, known_folder, opened_book
from referee.errors import CaseError, ConfigError, cause


def adjudicate(
    case: Annotated[str, typer.Argument(help="A file with a case in JSON; - for standard input.")] = "-",
    lines: Annotated[
        bool, typer.Option("--lines", help="One case a line in, one result a line out; errors in place.")
    ] = False,
) -> None:
    """Judges a case (or many) in the format of its game's specification, and prints the result."""
    if not lines:
        _print(_judged(_read(case)), indent=2)
        return
    failed = False
    for line in _lines(case):
        try:
            _print(_judged(_decoded(line)))
        except CaseError as error:
            _print({"error": " ".join(str(error).split())})
            failed = True
    if failed:
        raise SystemExit(2)


def _print(result: Mapping[str, Any], indent: int | None = None) -> None:
    """A line (or, indented, some) of JSON in UTF-8, whatever the terminal's encoding is."""
    text = json.dumps(result, ensure_ascii=False, indent=indent)
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair, from an escape in the case
        raw = json.dumps(result, indent=indent).encode("ascii")
    sys.stdout.buffer.write(raw + b"\n")


def _read(case: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if case == "-" else Path(case).read_bytes()
        return raw.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        name = "Standard input" if case == "-" else case
        raise CaseError(f"{name} can't be read: {cause(error)}") from None


def _lines(case: str) -> Iterator[bytes]:
    """The lines that hold a case, read one at a time; blank ones are passed over."""
    try:
        with nullcontext(sys.stdin.buffer) if case == "-" else Path(case).open("rb") as file:
            for raw in file:
                if raw.strip():
                    yield raw.strip()
    except OSError as error:
        raise CaseError(f"{case} can't be read: {cause(error)}") from None


def _decoded(raw: bytes) -> str:
    """The text of a line; the mark that some programs begin a file with is passed over."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CaseError(f"The line is not UTF-8: {error}") from None


def _judged(text: str) -> Mapping[str, Any]:
    from referee.games import games

    case = _parsed(text)
    key = case.get("game")
    if "game" not in case:
        raise CaseError(f"game: missing; it is one of {', '.join(sorted(games()))}.")
    if not isinstance(key, str) or key not in games():
        raise CaseError(f"game: {key!r} is not one of {', '.join(sorted(games()))}.")
    return games()[key].adjudicate(case)


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        case = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise CaseError(f"The case is not JSON: {error}") from None
    except RecursionError:
        raise CaseError("The case is nested too deeply.") from None
    except ValueError as error:
        raise CaseError(f"The case can't be read: {str(error).partition(';')[0]}") from None
    if not isinstance(case, dict):
        raise CaseError('A case is a JSON object such as {"game": "paprika", …}.')
    return case


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    twice = next((key for key in keys if keys.count(key) > 1), None) if len(set(keys)) < len(keys) else None
    if twice is not None:
        raise ValueError(f"the key {twice!r} stands twice")
    return dict(pairs)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def simulate(
    folder: Annotated[Path, typer.Argument(help="A folder with letters as *.eml, each with X-Received-At.")],
    until: Annotated[
        str, typer.Option(help="The time at which the story ends, such as 2026-12-08T00:00:00Z.")
    ],
    out: Annotated[Path, typer.Option(help="A new folder for the mails and matches.json.")],
    seed: Annotated[str, typer.Option(help="64 hex digits that fix everything drawn.")] = "0" * 64,
    config: Config = None,
) -> None:
    """Plays a story of letters without any server, with a frozen clock."""
    from referee.config import load_settings
    from referee.simulate import simulate as play

    beside = known_folder(folder) / "referee.toml"
    settings = load_settings(config or (beside if beside.is_file() else None))
    count = play(folder, settings, _time(until), _key(seed), out)
    print(f"{count} mails and matches.json are in {out}.", file=sys.stderr)


def _time(text: str) -> Any:
    from referee.engine.calendar import parse_rfc3339

    try:
        return parse_rfc3339(text)
    except ValueError:
        raise ConfigError(f"{text!r} is no time; write 2026-12-08T00:00:00Z.") from None


def _key(seed: str) -> bytes:
    try:
        key = bytes.fromhex(seed)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise ConfigError("A seed is 64 hex digits.")
    return key


def verify(
    match: Annotated[str, typer.Argument(help="The match, such as m1.")], config: Config = None
) -> None:
    """Folds a match again from its log and checks it against what is kept, the seed and its commitment."""
    from referee.verifying import verify_match

    with opened_book(config) as book:
        report = verify_match(book, match)
    for line in report.lines:
        typer.echo(line)
    if not report.is_right:
        raise SystemExit(1)


def perft(
    depth: Annotated[int, typer.Option(min=0, help="How many plies deep.")],
    push: Annotated[str, typer.Option(help="on or off")] = "on",
    swap: Annotated[str, typer.Option(help="on or off")] = "on",
    cascade: Annotated[str, typer.Option(help="on or off")] = "off",
    filter: Annotated[str, typer.Option(help="reach, anywhere, chain or off")] = "reach",
    forms: Annotated[str, typer.Option(help="both, compile or filter")] = "both",
    dead: Annotated[str, typer.Option(help="auto or off")] = "auto",
    facing: Annotated[str, typer.Option(help="same or mirror")] = "same",
    equations: Annotated[str, typer.Option(help='Such as "NOT XOR"; default: all six.')] = "all",
    position: Annotated[str, typer.Option(help="A position string; default: the standard start.")] = "",
) -> None:
    """Counts the leaves of Boolean Rithmomachia's tree of moves at that depth."""
    from referee.games.rithmomachia.case import read_options, read_position
    from referee.games.rithmomachia.perft import perft as count

    given = {"push": push, "swap": swap, "cascade": cascade, "filter": filter, "forms": forms}
    options = read_options({**given, "dead": dead, "facing": facing, "equations": equations})
    start = read_position(position or None, options)
    typer.echo(count(start, options.rules(), depth))
