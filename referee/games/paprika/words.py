"""The words that players use, in English, Portuguese and Chinese, and the tokens that a line comes to."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

from rapidfuzz.distance import DamerauLevenshtein
from rapidfuzz.process import extractOne

from referee.games.paprika.field import ARROWS, DIRECTIONS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH_AXES: Mapping[str, tuple[str, ...]] = {
    "n": ("north", "northward", "northwards", "up", "upward", "upwards", "forward", "forwards"),
    "s": (
        "south",
        "southward",
        "southwards",
        "down",
        "downward",
        "downwards",
        "back",
        "backward",
        "backwards",
    ),
    "e": ("east", "eastward", "eastwards", "right", "rightward", "rightwards"),
    "w": ("west", "westward", "westwards", "left", "leftward", "leftwards"),
}
PORTUGUESE_AXES: Mapping[str, tuple[str, ...]] = {
    "n": ("norte", "cima", "acima", "frente"),
    "s": ("sul", "baixo", "abaixo", "tras", "atras"),
    "e": ("leste", "este", "direita"),
    "w": ("oeste", "esquerda"),
}
CHINESE_AXES: Mapping[str, tuple[str, ...]] = {
    "n": ("北", "上", "前"),
    "s": ("南", "下", "后", "後"),
    "e": ("东", "東", "右"),
    "w": ("西", "左"),
}
SINGLE: Mapping[str, str] = {
    "nordeste": "ne",
    "noroeste": "nw",
    "sudeste": "se",
    "sueste": "se",
    "sudoeste": "sw",
    "->": "e",
    "<-": "w",
    **{arrow: direction for direction, arrow in ARROWS.items()},
    **dict(zip("⬆⬇⮕➡⬅", ("n", "s", "e", "e", "w"), strict=True)),
}
GRAMMAR = _words(
    "to toward towards in into on at from the my a an of me direction dir side square space step one 1 over "
    "avatar player object hole pit wall springboard everyone everybody all field board line queue front top "
    "para pra pro ao em na no o os um uma meu minha mim de do da por sobre cima direcao casa passo quadrado "
    "objeto buraco muro parede trampolim todos todo mundo avatares jogador jogadora campo tabuleiro fila "
    "linha "
    "向 往 朝 到 在 对 對 从 從 把 将 將 我 的 那 边 邊 面 方 侧 側 方向 一 格 步 个 個 堵 道 洞 坑 墙 牆 "
    "障碍 障礙 障碍物 障礙物 物体 物體 跳板 玩家 所有 所有人 人 大家 场地 場地 棋盘 棋盤 棋子 角色 "
    "最 队 首 排头"
)
"""The words that may stand beside a direction or a name in some order."""

RUN = re.compile(r"[\u3400-\u9fff]+|[^\s\u3400-\u9fff]+")
ARROW = re.compile(f"([{''.join(ARROWS.values())}⬆⬇⮕➡⬅])")
SIDES = "direita|esquerda"
HEIGHTS = "frente|tr[aá]s|cima|baixo|acima|abaixo"
JOINT = r"(?:e\s+)?(?:para\s+|pra\s+)?(?:[aà]\s+)?"
PHRASES = (
    (re.compile(r"\bpor cima d(?=[oae]\b)", re.IGNORECASE), "sobre "),
    (re.compile(rf"\b({HEIGHTS})\s+{JOINT}({SIDES})\b", re.IGNORECASE), r"\1 \2"),
    (re.compile(rf"\b({SIDES})\s+{JOINT}({HEIGHTS})\b", re.IGNORECASE), r"\1 \2"),
)
"""Portuguese in several words: `para cima e à direita` is one direction."""
COMMA = re.compile(r"\s*[,:：，]\s*")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a line: as written, and what it stands for.

    `kind`: `DIR` (a direction; `value` is one of the eight), `NAME` (a player), `,` or the word itself.
    """

    text: str
    kind: str
    value: str = ""


def unaccented(word: str) -> str:
    """The word in lower case without accents."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _axes(axes: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {word: direction for direction, words in axes.items() for word in words}


def _pairs(axes: Mapping[str, tuple[str, ...]], *joints: str) -> Iterator[tuple[str, str]]:
    """`north-east`, `east-north`, … with each joint between the two words."""
    for up, side, joint in product("ns", "ew", joints):
        for vertical, horizontal in product(axes[up], axes[side]):
            yield f"{vertical}{joint}{horizontal}", up + side
            yield f"{horizontal}{joint}{vertical}", up + side


LETTERS: Mapping[str, tuple[str, ...]] = {letter: (letter,) for letter in "nsew"}
ENGLISH: Mapping[str, str] = MappingProxyType(
    {direction: direction for direction in DIRECTIONS}
    | _axes(ENGLISH_AXES)
    | dict(_pairs(ENGLISH_AXES, "", "-"))
    | dict(_pairs(LETTERS, "-"))
)
LONGER = tuple(word for word in ENGLISH if len(word) > 3)
DIRECTION_WORDS: Mapping[str, str] = MappingProxyType(
    {
        **ENGLISH,
        **SINGLE,
        **_axes(PORTUGUESE_AXES),
        **dict(_pairs(PORTUGUESE_AXES, "-")),
        **_axes(CHINESE_AXES),
        **dict(_pairs(CHINESE_AXES, "")),
    }
)


def is_chinese(word: str) -> bool:
    """Whether it is written in Chinese characters."""
    return "\u3400" <= word[:1] <= "\u9fff"


CHINESE = frozenset(filter(is_chinese, GRAMMAR | DIRECTION_WORDS.keys()))


def tokens(text: str, names: Iterable[str] = ()) -> tuple[Token, ...]:
    """The words of a text, directions of two words joined (`up left`), commas kept between two."""
    players = {name.casefold(): name for name in names}
    for phrase, shorter in PHRASES:
        text = phrase.sub(shorter, text)
    plain = COMMA.sub(" , ", ARROW.sub(r" \1 ", text.replace("\ufe0f", "")))
    words = (word for run in RUN.findall(plain) for word in _segments(run, players))
    return _without_commas(_joined([_token(word, players) for word in words]))


def resembled(word: str) -> str:
    """The direction that a misspelt word resembles, "" for none."""
    if not 4 <= len(word) <= 16:
        return ""
    guess = extractOne(word.casefold(), LONGER, scorer=DamerauLevenshtein.distance, score_cutoff=1)
    return guess[0] if guess else ""


def _segments(run: str, players: Mapping[str, str]) -> Iterator[str]:
    """A run of Chinese cut into known words, the longest first; other runs whole."""
    if not is_chinese(run):
        yield run
        return
    at = 0
    while at < len(run):
        lengths = range(min(16, len(run) - at), 0, -1)
        known = (n for n in lengths if run[at : at + n] in CHINESE or run[at : at + n] in players)
        length = next(known, 1)
        yield run[at : at + length]
        at += length


def _token(word: str, players: Mapping[str, str]) -> Token:
    if word.casefold() in players:
        return Token(word, "NAME", players[word.casefold()])
    plain = unaccented(word)
    if plain in DIRECTION_WORDS:
        return Token(word, "DIR", DIRECTION_WORDS[plain])
    return Token(word, plain)


def _joined(read: list[Token]) -> list[Token]:
    """Two neighbours, one up or down and one sideways, as one direction."""
    joined: list[Token] = []
    for token in read:
        pair = _pair(joined[-1], token) if joined else None
        joined[-1:] = [pair] if pair else [*joined[-1:], token]
    return joined


def _pair(first: Token, second: Token) -> Token | None:
    for up, side in ((first.value, second.value), (second.value, first.value)):
        if first.kind == second.kind == "DIR" and up in ("n", "s") and side in ("e", "w"):
            return Token(f"{first.text} {second.text}", "DIR", up + side)
    return None


def _without_commas(read: list[Token]) -> tuple[Token, ...]:
    """Commas are passed over, except between two directions."""
    kept: list[Token] = []
    for at, token in enumerate(read):
        around = [near.kind for near in read[max(0, at - 1) : at + 2] if near is not token]
        if token.kind != "," or around == ["DIR", "DIR"]:
            kept.append(token)
    return tuple(kept)
