"""The words that begin an order, by language, and what each order is for."""

import re
from collections.abc import Mapping
from typing import Final

from referee.engine.game import Verb
from referee.engine.said import said
from referee.games.rithmomachia.notation import WRITTEN

VERBS: Final[Mapping[str, Verb]] = {
    "move": Verb(
        said("2b1-2b2 | 2b2-2b3>3b4 (with a push)"),
        said("moves a piece; the cells are named level, file, rank"),
        pattern=WRITTEN,
        synonyms={
            "en": ("play",),
            "pt": ("mover", "movo", "mova", "jogar", "jogo", "jogue", "lance"),
            "zh": ("移动", "移動", "走"),
        },
    ),
    "preview": Verb(
        said("preview 2b1-2b2"),
        said("tells what the move would capture, and why; nothing is played"),
        query=True,
        synonyms={"pt": ("prever", "prevejo", "prévia", "previa"), "zh": ("预览", "預覽")},
    ),
    "legal": Verb(
        said("legal 2b1"),
        said("lists what the piece on that cell may do"),
        query=True,
        synonyms={"pt": ("lances", "legais"), "zh": ("合法",)},
    ),
    "show": Verb(
        said("show"),
        said("shows the field"),
        query=True,
        synonyms={"pt": ("mostrar", "mostre"), "zh": ("显示", "顯示")},
    ),
    "record": Verb(
        said("record"),
        said("shows all moves so far"),
        query=True,
        synonyms={"pt": ("registro",), "zh": ("记录", "記錄")},
    ),
    "why": Verb(
        said("why 3c3"),
        said("explains a capture of the last move"),
        query=True,
        synonyms={"pt": ("por que", "porque"), "zh": ("为什么", "為什麼")},
    ),
    "if": Verb(
        said("if 4b3-3b3 then 2b2-2b3 [if … then …]"),
        said("answers the opponent's move by itself; nobody else learns of it before"),
        prose=True,
        sealed=True,
        synonyms={"pt": ("se",), "zh": ("如果", "若")},
    ),
    "drop": Verb(
        said("drop conditions"),
        said("forgets all your conditional moves"),
        synonyms={
            "pt": ("esquecer", "esqueço", "descartar", "descarto"),
            "zh": ("取消", "放弃", "放棄"),
        },
    ),
    "place": Verb(
        said("place 12 at 1a2"),
        said("places a piece on your face (where setup = alternate)"),
        synonyms={"pt": ("colocar", "coloco", "coloque"), "zh": ("放置", "摆放", "放下")},
    ),
    "arrange": Verb(
        said("arrange D48E/9FAC/3506/712B"),
        said("sends your whole arrangement, ranks 4 to 1 in hex (where setup = sealed)"),
        sealed=True,
        synonyms={"pt": ("arrumar", "arrumo"), "zh": ("布置", "排列")},
    ),
    "equations": Verb(
        said("equations NOT XOR"),
        said("chooses your two equations secretly (where equations = sealed)"),
        prose=True,
        sealed=True,
        synonyms={"pt": ("equações", "equacoes"), "zh": ("方程", "等式")},
    ),
    "offer": Verb(
        said("offer end | offer draw | offer takeback"),
        said("offers to end and count the victories, a draw, or to take back your last move"),
        synonyms={
            "pt": ("oferecer", "ofereço", "ofereco", "propor", "proponho"),
            "zh": ("提议", "提議", "请求", "請求", "提出"),
        },
    ),
    "accept": Verb(
        said("accept"),
        said("accepts what is offered"),
        synonyms={"pt": ("aceitar", "aceito"), "zh": ("接受",)},
    ),
    "decline": Verb(
        said("decline"),
        said("declines what is offered"),
        synonyms={"pt": ("recusar", "recuso"), "zh": ("拒绝", "拒絕")},
    ),
    "claim": Verb(
        said("claim end | claim time"),
        said("claims the end for want of progress, or the match when the time is overstepped"),
        synonyms={"pt": ("reclamar", "reclamo", "reivindicar", "reivindico"), "zh": ("要求",)},
    ),
}
QUESTION: Final = re.compile(
    r"\s*(?:(?:preview|legal|show|record|why|prever|pr[eé]via|lances|mostrar|registro|por ?que)\b"
    r"|预览|預覽|合法|显示|顯示|记录|記錄|为什么|為什麼)[^?？]*[?？][\s?？]*",
    re.IGNORECASE,
)
"""A question to the referee, which a question mark doesn't make doubtful: nothing comes of it."""
