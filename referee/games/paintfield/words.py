"""The words of plans in other languages: a line of a plan in the signs and words of the English forms."""

import re
import unicodedata
from collections.abc import Mapping

SIGNS = str.maketrans(
    {"东": "E", "東": "E", "南": "S", "西": "W", "北": "N", "、": ",", "。": ".", "＊": "*"}
)
COMPASS: Mapping[str, str] = {"L": "E", "O": "W"}
"""The letters of leste and oeste."""
COMPASS_STEP = re.compile(r"(?<![^\s,;])([LO])(?=(?:\*|[0-9]{1,3}c?)?(?:[\s,;]|$))", re.IGNORECASE | re.ASCII)
STEPS = re.compile(
    r"(?:[NESWLO](?:\*|[0-9]{1,3}c?)?)(?:[\s,;]+[NESWLO](?:\*|[0-9]{1,3}c?)?)*", re.IGNORECASE | re.ASCII
)
PORTUGUESE: tuple[tuple[str, str], ...] = (
    (r"(?:depois de|após|apos) ([0-9]{1,4}) ?s(?:egundos?)?,?", r"after \1s"),
    (r"se (?:est(?:iver|ou) )?bloquead[oa]", "if blocked"),
    (r"se (?:houver )?(?:vazi[oa]|livre) (?:à|a) frente", "if bare ahead"),
    (r"se (?:houver )?rival (?:à|a) frente", "if rival ahead"),
    (r"se (?:houver )?(?:minha cor|pr[óo]pri[oa]|minha|meu) (?:à|a) frente", "if own ahead"),
    (r"(?:virar|vira|vire|viro) (?:à|a) esquerda", "turn left"),
    (r"(?:virar|vira|vire|viro) (?:à|a) direita", "turn right"),
    (r"(?:dar |dá |dou )?meia[- ]volta|voltar", "back"),
    (r"manter|mantém|mantenho|seguir", "keep"),
    (r"(?:ir|vai|vou) (?:para|a) o mais (?:vazio|livre) em ([0-9]{1,2})", r"go to most bare in \1"),
    (r"(?:ir|vai|vou) ao mais (?:vazio|livre) em ([0-9]{1,2})", r"go to most bare in \1"),
)
CHINESE: tuple[tuple[str, str], ...] = (
    (r"([0-9]{1,4}) ?秒(?:之?后|之?後)[,， ]*", r"after \1s "),
    (r"(?:如果|若) ?(?:前[方面])?(?:被挡住|被擋住|被挡|被擋|受阻|被阻)(?:时|時)?", "if blocked "),
    (r"(?:如果|若) ?前[方面]是?(?:空白|空地|空格|空)", "if bare ahead "),
    (r"(?:如果|若) ?前[方面]是?(?:对手|對手)", "if rival ahead "),
    (r"(?:如果|若) ?前[方面]是?自己", "if own ahead "),
    (r"(?:就|则|則)?(?:向?左转|向?左轉)", "turn left"),
    (r"(?:就|则|則)?(?:向?右转|向?右轉)", "turn right"),
    (r"(?:就|则|則)?(?:掉头|掉頭|回头|回頭)", "back"),
    (r"(?:就|则|則)?(?:保持|直行)", "keep"),
    (r"(?:就|则|則)?去 ?([0-9]{1,2}) ?格(?:内|內)最空(?:处|處)?", r"go to most bare in \1"),
)


def in_english(line: str) -> str:
    """The line with the words of plans in their English forms; what is none of these stays as it is."""
    text = unicodedata.normalize("NFKC", line).translate(SIGNS)
    text = " ".join(text.split()).strip(" ,;.")
    if STEPS.fullmatch(text) and re.search(r"[0-9*]", text):
        return COMPASS_STEP.sub(lambda found: COMPASS[found[1].upper()], text)
    for said, meant in (*PORTUGUESE, *CHINESE):
        text = re.sub(rf"(?<![a-zà-ÿ])(?:{said})(?![a-zà-ÿ])", meant, text, flags=re.IGNORECASE)
    return re.sub(r" *, *", ", ", " ".join(text.split()))
