"""The words that begin an order, by language, and what each order is for."""

import re
from collections.abc import Mapping

from referee.engine.game import Verb
from referee.engine.said import said
from referee.games.paprika.actions import EFFECTS, FORMS

SYNONYMS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "move": {
        "en": ("moves", "moving"),
        "pt": (
            *("mover", "movo", "mova", "mover-se", "mover-me", "movo-me", "me movo", "andar", "ando", "ande"),
            *("avançar", "avanço", "avance", "avancar", "avanco", "caminhar", "caminho", "caminhe"),
        ),
        "zh": ("移动", "移動", "走"),
    },
    "leapfrog": {
        "en": ("leapfrogs", "leapfrogging", "leap-frog", "leap frog", "leap", "leaps"),
        "pt": ("pular", "pulo", "pule", "saltar", "salto", "salte"),
        "zh": ("跳过", "跳過", "跳越", "跳", "蛙跳", "跃过", "躍過"),
    },
    "cut": {
        "en": ("cuts", "cutting"),
        "pt": ("furar", "furo", "fure", "cortar", "corto", "corte"),
        "zh": ("插队", "插隊"),
    },
    "clear": {
        "en": ("clears", "clearing"),
        "pt": ("limpar", "limpo", "limpe", "remover", "removo", "remova"),
        "zh": ("清除", "清理", "移除", "拆除"),
    },
    "dig": {
        "en": ("digs", "digging"),
        "pt": ("cavar", "cavo", "cave um", "escavar", "escavo", "escave", "abrir um", "abro um", "abra um"),
        "zh": ("挖掘", "挖"),
    },
    "build": {
        "en": ("builds", "building"),
        "pt": ("construir", "construo", "construa", "erguer", "erga"),
        "zh": ("建造", "修建", "建", "砌", "筑", "築"),
    },
    "push": {
        "en": ("pushes", "pushing", "shove", "shoves"),
        "pt": ("empurrar", "empurro", "empurre"),
        "zh": ("推动", "推動", "推"),
    },
    "freeze": {
        "en": ("freezes", "freezing"),
        "pt": ("congelar", "congelo", "congele"),
        "zh": ("冻结", "凍結", "冰冻", "冰凍", "冻住", "凍住"),
    },
    "duck": {
        "en": ("ducks", "ducking"),
        "pt": (
            *("agachar", "agacho", "agache", "agachar-se", "agachar-me", "agacho-me"),
            *("abaixar", "abaixar-se", "abaixar-me", "abaixo-me", "me abaixo"),
            *("esquivar", "esquivo", "esquivar-se", "esquivar-me", "esquivo-me"),
        ),
        "zh": ("蹲下", "下蹲", "躲避", "闪避", "閃避", "闪躲", "閃躲", "躲闪", "躲閃"),
    },
    "tilt": {"en": ("tilts", "tilting"), "pt": ("inclinar", "inclino", "incline o"), "zh": ("倾斜", "傾斜")},
    "focus": {
        "en": ("focuses", "focusing"),
        "pt": (
            *("focar", "foco", "foque", "focalizar", "focalizo"),
            *("concentrar", "concentro", "concentrar-se", "concentrar-me", "concentro-me"),
        ),
        "zh": ("专注", "專注", "聚焦", "集中精神", "集中"),
    },
    "withdraw": {
        "pt": (
            *("retirar", "retiro", "cancelar ação", "cancelar a ação", "cancelar minha ação"),
            *("cancelar a minha ação", "cancelo minha ação", "cancelo a minha ação"),
        ),
        "zh": ("撤回", "撤销", "撤銷", "取消"),
    },
}
BEFORE = "向往朝在从從把将將"
"""What a Chinese line begins with that names the direction or the object before the verb."""
ARROW = r"[←↑→↓↖↗↘↙⬆⬇⮕➡⬅]\ufe0f?"
NUMERALS = "一二三四五六七八九"
NDAY = re.compile(
    r"(?:(?:on|for|in|no|para o|em)\s+)?(?:(?:n-?)?(?:day|dia)|第)\s*#?\s*"
    rf"(?P<nday>\d{{1,6}}|(?:[{NUMERALS}]?十[{NUMERALS}]?|[{NUMERALS}])(?=\s*(?:日|天|回合)))"
    r"\s*(?:日|天|回合)?\s*[:,.：，。、-]?\s*(?P<order>\S.*)",
    re.IGNORECASE,
)
"""An order that names its nday; the word `nday` alone before a number is read as well."""


def number(text: str) -> int:
    """The number of an nday, in figures or in Chinese (`七`, `十二`, `二十`)."""
    if text[:1].isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    units = NUMERALS.index(ones) + 1 if ones else 0
    return units if not ten else 10 * (NUMERALS.index(tens) + 1 if tens else 1) + units


def chinese(verb: str) -> tuple[str, ...]:
    """The Chinese words of a verb, the longest first."""
    return tuple(sorted(SYNONYMS[verb]["zh"], key=len, reverse=True))


def is_portuguese(verb: str, line: str) -> bool:
    """Whether the line has the verb in Portuguese."""
    return not set(SYNONYMS[verb]["pt"]).isdisjoint(re.split(r"[\s,:]+", line.casefold()))


def _pattern(verb: str) -> re.Pattern[str]:
    """Lines that don't begin with the verb: `向北移动`, and for a Move a bare arrow."""
    inverted = rf"[{BEFORE}][^\s,.?!，。？！]{{1,20}}?(?:{'|'.join(chinese(verb))})[^\s,.?!，。？！]{{0,8}}"
    return re.compile(f"{ARROW}|{inverted}" if verb == "move" else inverted)


def _verb(verb: str) -> Verb:
    return Verb(FORMS[verb], EFFECTS[verb], pattern=_pattern(verb), sealed=True, synonyms=SYNONYMS[verb])


VERBS: Mapping[str, Verb] = {
    **{verb: _verb(verb) for verb in FORMS},
    "withdraw": Verb(
        "withdraw",
        said("takes back what you declared, where the match allows it"),
        sealed=True,
        synonyms=SYNONYMS["withdraw"],
    ),
    "nday": Verb(
        said("nday N: ACTION"),
        said("the action, only if it arrives in nday N"),
        pattern=NDAY,
        sealed=True,
    ),
}
ACTION_VERBS: Mapping[str, Verb] = {key: verb for key, verb in VERBS.items() if key != "nday"}
