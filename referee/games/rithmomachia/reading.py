"""From a player's words to an order; every word must be understood."""

import re
from typing import Final

from referee.engine.orders import Order
from referee.engine.said import said
from referee.errors import NotUnderstood
from referee.games.rithmomachia.equations import EQUATIONS
from referee.games.rithmomachia.field import NAMES
from referee.games.rithmomachia.notation import Written, read_cell, read_move
from referee.games.rithmomachia.orders import (
    Accept,
    Action,
    Arrange,
    Choose,
    ClaimEnd,
    ClaimTime,
    Condition,
    Decline,
    DropConditions,
    Offer,
    Place,
    Play,
)
from referee.games.rithmomachia.state import OfferKind

IF: Final = "if|se|如果|若"
_IF: Final = re.compile(rf"\s*[,;，；]?\s*(?:(?:and|e)\s+)?(?:{IF})\s*[:,：，]?\s*", re.IGNORECASE)
_THEN: Final = re.compile(
    r"\s*[,;:，；：]?\s*(?:then|ent[aã]o|那么|那麼|则|則|就)\s*[:,：，]?\s*", re.IGNORECASE
)
_PLACE: Final = re.compile(
    r"(?P<value>\d{1,2}|[a-f])(?:\s+(?:(?:at|on|to|em|na|no)\s+)?|\s*[在到]\s*)(?P<cell>\w{3})", re.IGNORECASE
)
_RANK: Final = re.compile(r"[0-9a-f]{4}", re.IGNORECASE)
OFFERS: Final[dict[str, OfferKind]] = {
    "end": "end",
    "draw": "draw",
    "takeback": "takeback",
    "take-back": "takeback",
    "take back": "takeback",
    **dict.fromkeys(("fim", "terminar", "encerrar", "结束", "結束", "终局", "終局"), "end"),
    **dict.fromkeys(("empate", "和棋", "和局", "平局", "和"), "draw"),
    **dict.fromkeys(("voltar", "voltar o lance", "voltar lance", "desfazer", "悔棋"), "takeback"),
}
CLAIMS: Final = {
    **dict.fromkeys(("end", "fim", "结束", "結束", "终局", "終局"), "end"),
    **dict.fromkeys(("time", "tempo", "超时", "超時", "时间", "時間"), "time"),
}
ARTICLES: Final = ("the ", "a ", "to ", "o ", "um ")
ANDS: Final = ("and", "&", "+", "e", "和", "与", "與")
CONDITIONS: Final = frozenset(
    ("condition", "conditions", "condições", "condicoes", "condicionais", "条件", "條件", "所有条件")
)


def read(order: Order) -> Action:
    """The order as an action; NotUnderstood says what would be read."""
    match order.verb:
        case "move":
            return Play(read_move(order.rest))
        case "if":
            return read_condition(order.rest)
        case "place":
            return _place(order.rest)
        case "arrange":
            return _arrange(order.rest)
        case "equations":
            return _choose(order.words)
        case "offer":
            return _offer(_bare(order.rest))
        case "claim":
            return _claim(_bare(order.rest))
        case "drop":
            return _drop(order.words)
        case "accept":
            return Accept(_answered(order))
        case "decline":
            return Decline(_answered(order))
    raise NotUnderstood(said("{line} is not understood.", line=repr(order.line)))


def _bare(text: str) -> str:
    """The words in lower case without an article before them."""
    words = " ".join(text.casefold().split())
    for article in ARTICLES:
        words = words.removeprefix(article)
    return words


def _answered(order: Order) -> OfferKind | None:
    """The offer that is named after `accept` or `decline`, if one is."""
    words = _bare(order.rest)
    if words not in ("", "offer", "oferta", "提议", "提議", *OFFERS):
        raise NotUnderstood(
            said("“{verb}” stands alone on its line, or with what is offered.", verb=order.verb)
        )
    return OFFERS.get(words)


def read_condition(text: str) -> Condition:
    """`4b3-3b3 then 2b2-2b3 if … then …`, the first `if` left out or not."""
    moves: list[Written] = []
    for part in _IF.split(_IF.sub("", text, count=1) if _IF.match(text) else text):
        pair = _THEN.split(part)
        if len(pair) != 2:
            raise NotUnderstood(
                said("Write “if 4b3-3b3 then 2b2-2b3”, with more “if … then …” after it if you like.")
            )
        moves += [read_move(move) for move in pair]
    return Condition(tuple(moves))


def _place(text: str) -> Place:
    found = _PLACE.fullmatch(text.strip())
    value = int(found["value"], 10 if found["value"].isdigit() else 16) if found else 16
    if found is None or value > 15:
        raise NotUnderstood(said("Write “place 12 at 1a2”: the value from 0 to 15, and a cell of your face."))
    return Place(value, NAMES[read_cell(found["cell"])])


def _arrange(text: str) -> Arrange:
    ranks = [rank for rank in re.split(r"[\s/,;]+", text.strip()) if rank]
    if len(ranks) != 4 or not all(_RANK.fullmatch(rank) for rank in ranks):
        raise NotUnderstood(
            said("Write “arrange D48E/9FAC/3506/712B”: ranks 4 to 1, files a to d, values in hex.")
        )
    return Arrange(tuple(tuple(int(digit, 16) for digit in rank) for rank in ranks))


def _choose(words: tuple[str, ...]) -> Choose:
    words = tuple(re.sub(r"([和与與])", r" \1 ", " ".join(words)).split())
    if len(words) == 3 and words[1] in ANDS:
        words = (words[0], words[2])
    names = tuple(sorted({word.upper() for word in words}))
    if len(words) != 2 or len(names) != 2 or not set(names) <= set(EQUATIONS):
        raise NotUnderstood(
            said("Write “equations NOT XOR”: two different ones of {names}.", names=EQUATIONS)
        )
    return Choose(names)


def _offer(words: str) -> Offer:
    if words not in OFFERS:
        raise NotUnderstood(said("Write “offer end”, “offer draw” or “offer takeback”."))
    return Offer(OFFERS[words])


def _claim(words: str) -> ClaimEnd | ClaimTime:
    if words not in CLAIMS:
        raise NotUnderstood(said("Write “claim end” or “claim time”."))
    return ClaimEnd() if CLAIMS[words] == "end" else ClaimTime()


def _drop(words: tuple[str, ...]) -> DropConditions:
    named = [word for word in words if word not in ("all", "my", "the", "todas", "as", "minhas")]
    if len(named) != 1 or named[0] not in CONDITIONS:
        raise NotUnderstood(said("Write “drop conditions”."))
    return DropConditions()
