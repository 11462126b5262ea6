"""What anyone can say, in Portuguese and in Chinese; a line that only begins like that stays prose."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from referee.engine.orders import Order, as_written, whole

Forms = Mapping[str, tuple[str, ...]]

SYNONYMS: Mapping[str, Forms] = {
    "help": {"pt": ("ajuda",), "zh": ("帮助", "幫助")},
    "games": {"pt": ("jogos",), "zh": ("游戏", "遊戲")},
    "matches": {"pt": ("partidas",), "zh": ("比赛", "对局", "比賽", "對局")},
    "status": {"pt": ("estado", "situação", "situacao"), "zh": ("状态", "状况", "狀態")},
    "display": {"pt": ("exibir", "tabuleiro"), "zh": ("显示", "棋盘", "局面", "顯示")},
    "history": {"pt": ("histórico", "historico"), "zh": ("历史", "历史记录", "歷史")},
    "rules": {"pt": ("regras",), "zh": ("规则", "規則")},
    "addresses": {"pt": ("endereços", "enderecos"), "zh": ("地址",)},
    "token renew": {"pt": ("renovar token",), "zh": ("更换令牌", "更新令牌")},
    "timezone": {"pt": ("fuso horário", "fuso horario", "fuso"), "zh": ("时区", "時區")},
    "language": {"pt": ("idioma", "língua", "lingua"), "zh": ("语言", "語言")},
    "absent": {"pt": ("ausente",), "zh": ("缺席", "请假")},
    "say": {
        "pt": ("dizer a todos", "diga a todos", "dizer", "falar:"),
        "zh": ("说:", "说：", "說:", "說：", "告诉大家:", "告诉大家："),
    },
    "tell": {
        "pt": tuple(
            f"{verb} {to}"
            for verb in ("dizer", "diga")
            for to in ("a", "ao", "à", "para", "para o", "para a", "pro", "pra")
        ),
        "zh": ("告诉", "告訴"),
    },
    "ignore": {"pt": ("ignorar",), "zh": ("忽略", "屏蔽")},
    "observe": {"pt": ("observar", "assistir a", "assistir"), "zh": ("观战", "观看", "旁观")},
    "unsubscribe": {"pt": ("cancelar inscrição", "cancelar inscricao"), "zh": ("退订",)},
    "challenge": {"pt": ("desafiar", "desafio"), "zh": ("挑战",)},
    "rematch": {"pt": ("revanche",), "zh": ("再来一局", "再来一盘")},
    "resign": {"en": ("forfeit",), "pt": ("desistir", "desisto", "renunciar"), "zh": ("认输", "退出比赛")},
}
"""By verb; among them are none that a game uses for something else."""

PREVIEW = ("preview", "prévia", "previa", "预览", "預覽")
"""Words of a first line that makes the letter a preview."""
ANSWERS: Mapping[str, str] = {
    "confirmar": "confirm",
    "confirmo": "confirm",
    "确认": "confirm",
    "確認": "confirm",
    "negar": "deny",
    "nego": "deny",
    "否认": "deny",
    "否認": "deny",
    "aceitar": "accept",
    "aceito": "accept",
    "接受": "accept",
    "recusar": "deny",
    "recuso": "deny",
    "拒绝": "deny",
    "拒絕": "deny",
}
"""The one word of a reply to a question, beside the English ones."""

MONTHS = [
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
]
ENGLISH_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
CHINESE_DAY = re.compile(r"(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号號]?")
SPAN_WORDS = {"desde": "from", "de": "from", "do": "from", "从": "from", "自": "from"}
TO_WORDS = {"a": "to", "até": "to", "ate": "to", "ao": "to", "到": "to", "至": "to"}
BACK = frozenset((("voltei",), ("结束",), ("取消",), ("回来了",)))
ADDRESS_WORDS = {
    "adicionar": "add",
    "acrescentar": "add",
    "remover": "remove",
    "添加": "add",
    "增加": "add",
    "删除": "remove",
    "刪除": "remove",
}


def is_preview(line: str) -> bool:
    """Whether the line makes the letter that begins with it a preview."""
    return line.strip().rstrip(".:。：").casefold() in PREVIEW


def word_of_answer(line: str) -> str:
    """The line as an answer to a question: `confirm`, `deny`, …; others as they are."""
    word = line.strip().rstrip(".!。！").casefold()
    return ANSWERS.get(word, word)


def span_in_english(words: tuple[str, ...]) -> tuple[str, ...]:
    """`de 24 de dezembro a 2 de janeiro`, `从12月24日到1月2日` as `from 24 december to 2 january`."""
    if words in BACK:
        return ("off",)
    text = CHINESE_DAY.sub(_day_in_english, re.sub(r"([从自到至])", r" \1 ", " ".join(words)))
    told: list[str] = []
    for word in text.split():
        if word in TO_WORDS and "from" in told and "to" not in told:
            told.append("to")
        elif word in SPAN_WORDS and not told:
            told.append("from")
        elif word not in ("de", "do") or "from" not in told:
            told.append(_month_in_english(word))
    return tuple(told)


def _day_in_english(found: re.Match[str]) -> str:
    year, month, day = found[1], int(found[2]), int(found[3])
    if not 1 <= month <= 12:
        return found[0]
    return f" {year}-{month:02}-{day:02} " if year else f" {day} {ENGLISH_MONTHS[month - 1]} "


def _month_in_english(word: str) -> str:
    found = [at for at, name in enumerate(MONTHS) if len(word) > 2 and name.startswith(word.rstrip("."))]
    return ENGLISH_MONTHS[found[0]] if len(found) == 1 else word


def addresses_in_english(words: tuple[str, ...]) -> tuple[str, ...]:
    """`adicionar ann@example.net` as `add ann@example.net`."""
    return tuple(ADDRESS_WORDS.get(word, word) for word in words)


def is_foreign(order: Order) -> bool:
    """Whether the line begins with a word of another language than English."""
    head = as_written(order).casefold().rstrip(" \t\u3000:：,，")
    return any(
        head.endswith(form.casefold().rstrip(":："))
        for language, forms in SYNONYMS.get(order.verb, {}).items()
        if language != "en"
        for form in forms
    )


Question = Callable[[str], bool]


def is_meant(order: Order, seats: tuple[str, ...], is_topic: Question, is_language: Question) -> bool:
    """Whether a line that begins with such a word goes on as that order would.

    `Regras são regras` and `状态不错` tell about rules and about a state; they ask for neither.
    """
    rest = order.rest
    match order.verb:
        case "help":
            return not rest or is_topic(rest)
        case "history":
            return not rest or whole(rest) is not None
        case "language":
            return is_language(rest)
        case "timezone":
            return "/" in rest or rest.upper() == "UTC"
        case "addresses":
            return not rest or addresses_in_english(order.words)[0] in ("add", "remove", "only")
        case "absent":
            return order.words in BACK or "to" in span_in_english(order.words)
        case "tell":
            return _is_named(rest, seats, "begins")
        case "ignore":
            return _is_named(rest, seats, "is")
        case "observe":
            return re.fullmatch(r"m\d+", rest, re.IGNORECASE) is not None
        case "challenge":
            return bool(rest) and challenge_in_english(rest) != rest
        case "say":
            return bool(rest) and not _is_to_one(order)
    return not rest


def _is_to_one(order: Order) -> bool:
    """Whether `dizer` goes on with `a`, `para` …: it may be meant for one player, so not all may read it."""
    head = as_written(order).casefold().rstrip()
    return head.endswith("dizer") and TO_ONE.match(order.rest) is not None


TO_ONE = re.compile(r"(?:à|às|aos?|as?|par[ao]|pr[ao]s?|somente|só|apenas)(?!\w)", re.IGNORECASE)
CHALLENGED = re.compile(r"(.+?)\s*(?:\s(?:para|em|a)\s|玩|下)\s*(\w+)(?!\S*@)(.*)", re.IGNORECASE)


def challenge_in_english(rest: str) -> str:
    """`Bob para paprika` as `Bob to paprika`."""
    found = CHALLENGED.fullmatch(rest)
    return f"{found[1]} to {found[2]}{found[3]}" if found else rest


def _is_named(rest: str, seats: tuple[str, ...], how: str) -> bool:
    named = re.split(r"[\s:：,，]+", rest, maxsplit=1)
    is_known = named[0].casefold() in {seat.casefold() for seat in seats}
    return is_known and (len(named) > 1) == (how == "begins")


def english(order: Order) -> Order:
    """The order with the small words of its rest in English."""
    match order.verb:
        case "absent":
            words = span_in_english(order.words)
        case "addresses":
            words = addresses_in_english(order.words)
        case "challenge":
            return replace(order, rest=challenge_in_english(order.rest))
        case _:
            return order
    return replace(order, words=words)
