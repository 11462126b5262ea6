"""The words that begin an order, by language, and what each order is for."""

import re
from collections.abc import Mapping

from referee.engine.game import Verb
from referee.engine.said import said
from referee.games.paprika.actions import EFFECTS, FORMS

SYNONYMS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "move": {
        "en": ("moves", "moving"),
        "pt": ("mover", "movo", "mova", "andar", "ando"),
        "zh": ("移动", "移動", "走"),
    },
    "leapfrog": {
        "en": ("leapfrogs", "leapfrogging", "leap-frog", "leap frog", "leap", "leaps"),
        "pt": ("pular", "pulo", "saltar", "salto"),
        "zh": ("跳过", "跳過", "跳"),
    },
    "cut": {
        "en": ("cuts", "cutting"),
        "pt": ("furar", "furo", "cortar", "corto"),
        "zh": ("插队", "插隊"),
    },
    "clear": {"en": ("clears", "clearing"), "pt": ("limpar", "limpo", "limpe"), "zh": ("清除",)},
    "dig": {"en": ("digs", "digging"), "pt": ("cavar", "cavo", "escavar"), "zh": ("挖",)},
    "build": {"en": ("builds", "building"), "pt": ("construir", "construo"), "zh": ("建造", "建")},
    "push": {
        "en": ("pushes", "pushing", "shove", "shoves"),
        "pt": ("empurrar", "empurro", "empurre"),
        "zh": ("推",),
    },
    "freeze": {
        "en": ("freezes", "freezing"),
        "pt": ("congelar", "congelo", "congele"),
        "zh": ("冻结", "凍結", "冰冻"),
    },
    "duck": {"en": ("ducks", "ducking"), "pt": ("agachar", "agacho", "abaixar"), "zh": ("蹲下", "躲避")},
    "tilt": {"en": ("tilts", "tilting"), "pt": ("inclinar", "inclino", "incline"), "zh": ("倾斜", "傾斜")},
    "focus": {"en": ("focuses", "focusing"), "pt": ("focar", "foco", "focalizar"), "zh": ("专注", "聚焦")},
}
ARROW = r"[←↑→↓↖↗↘↙⬆⬇⮕➡⬅]\ufe0f?"
NDAY = re.compile(
    r"(?:(?:on|for|in)\s+)?(?:n?day|dia|第)\s*#?\s*(?P<nday>\d{1,6})\s*[日天]?\s*[:,.：，-]?\s*(?P<order>\S.*)",
    re.IGNORECASE,
)
"""An order that names its nday; the word `nday` alone before a number is read as well."""


def chinese(verb: str) -> tuple[str, ...]:
    """The Chinese words of a verb."""
    return SYNONYMS[verb]["zh"]


def _pattern(verb: str) -> re.Pattern[str]:
    """Lines that don't begin with the verb: `向北移动`, and for a Move a bare arrow."""
    inverted = (
        rf"[向往朝在把将][^\s,.?!，。？！]{{1,20}}?(?:{'|'.join(chinese(verb))})[^\s,.?!，。？！]{{0,8}}"
    )
    return re.compile(f"{ARROW}|{inverted}" if verb == "move" else inverted)


def _verb(verb: str) -> Verb:
    return Verb(FORMS[verb], EFFECTS[verb], pattern=_pattern(verb), sealed=True, synonyms=SYNONYMS[verb])


VERBS: Mapping[str, Verb] = {
    **{verb: _verb(verb) for verb in FORMS},
    "withdraw": Verb(
        "withdraw",
        said("takes back what you declared, where the match allows it"),
        sealed=True,
        synonyms={"pt": ("retirar", "retiro"), "zh": ("撤回",)},
    ),
    "nday": Verb(
        said("nday N: ACTION"),
        said("the action, only if it arrives in nday N"),
        pattern=NDAY,
        sealed=True,
    ),
}
ACTION_VERBS: Mapping[str, Verb] = {key: verb for key, verb in VERBS.items() if key != "nday"}
