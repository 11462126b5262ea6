"""Orders in the forms that people use; a line is one only if every word of it is understood."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.orders import Near, Order, read_line
from referee.engine.said import all_of, said, together
from referee.errors import Ambiguous, NotUnderstood
from referee.games.paprika.actions import FORMS, UNDIRECTED, Action
from referee.games.paprika.verbs import ACTION_VERBS, BEFORE, NDAY, chinese, is_portuguese, number
from referee.games.paprika.words import GRAMMAR, Token, resembled, tokens

LONGEST = 160
EIGHT = said("n ne e se s sw w nw (also up, back, left, forward right, north-east, an arrow)")

TO = (
    r"(?:(?:to|towards?|in|on|at|from|para|pra|pro|a|ao|em|na|no|em direcao (?:a|ao)|"
    r"向|往|朝|到|在|对|對|从|從|把|将|將) )?"
)
THE = r"(?:(?:the|my|o|a|meu|minha|我 的|我) )?"
SIDE = (
    r"(?: (?:side|direction|square|边|邊|面|方|侧|側|方向))?(?: (?:一 )?格)?(?: 的)?"
    r"(?: of me| de mim| do meu avatar)?"
)
WHERE = (
    rf"(?:(?:(?:in|on) the square )?{TO}{THE}DIR{SIDE}"
    rf"|(?:(?:in|na|em) )?(?:the )?(?:direction|dir|direcao|方向)(?: of| ao| a| do| da)?(?: the)? DIR)"
)
ROSE: Mapping[str, str] = {"L": "e", "O": "w", "SO": "sw", "NO": "nw"}
"""Of the compass in Portuguese what is not in English too; `o` and `no` are articles as well."""
COUNT = r"(?:one|1|a|um|uma|一) (?:square|space|step|casa|passo|quadrado|格|步)"
MINE = r"(?:me|my avatar|(?:o )?meu avatar|我 的 (?:avatar|棋子|角色))"
NOUNS: Mapping[str, str] = {
    "move": rf"(?:{MINE}|{COUNT}|{MINE} {COUNT})",
    "leapfrog": r"(?:my avatar|over (?:the|an) avatar|(?:por )?sobre (?:o|um) avatar|玩家)",
    "clear": r"(?:(?:the|a|that|o|um|uma|那|一)(?: 个| 個| 堵)? )?"
    r"(?:object|hole|wall|springboard|objeto|buraco|muro|parede|trampolim|"
    r"洞|坑|墙|牆|障碍|障礙|障碍物|障礙物|物体|物體|跳板)",
    "dig": r"(?:(?:a|one|um|一|一 个|一 個|个|個) )?(?:hole|pit|buraco|洞|坑)",
    "build": r"(?:(?:a|one|um|uma|一|一 堵|一 道|一 面|堵|道) )?(?:wall|muro|parede|墙|牆)",
    "push": r"(?:the avatar|an avatar|(?:o|um) avatar|玩家|"
    r"(?:(?:把|将|將) )?(?:(?:o|a|player|avatar|(?:o )?jogador|(?:a )?jogadora|(?:o )?avatar d[eoa]|玩家) )?"
    r"NAME)",
    "freeze": r"(?:everyone|everybody|all|all avatars|todos|todo mundo|todos os avatares|"
    r"玩家|所有 人|所有人|所有 玩家|大家)",
    "tilt": r"(?:(?:把|将|將) )?(?:(?:the|o) )?(?:field|board|campo|tabuleiro|场地|場地|棋盘|棋盤)",
}
DIRECTED: Mapping[str, re.Pattern[str]] = {
    verb: re.compile(rf"(?:{nouns} )?{WHERE}(?: {nouns})?") for verb, nouns in NOUNS.items()
}
UNDIRECTED_FORMS: Mapping[str, re.Pattern[str]] = {
    "cut": re.compile(
        r"|(?:(?:in|the|in the|into the|to the front of the|a|na) )?(?:line|queue|fila)"
        r"|(?:a )?linha|(?:到 )?(?:最 )?(?:前 面|队 首|排头)"
        r"|to the (?:front|top)(?: of the (?:list|line|queue|priority list))?"
    ),
    "duck": re.compile(""),
    "focus": re.compile(""),
}
WITHDRAWAL = re.compile(
    r"|it|(?:my|the) (?:action|declaration|order)"
    r"|(?:a )?(?:minha )?(?:ação|acao|declaração|declaracao)|(?:o )?(?:meu )?(?:lance|pedido)"
    r"|(?:我的?)?(?:行动|行動|声明|聲明)"
)


@dataclass(frozen=True, slots=True)
class Declaration:
    """What an order comes to: an action, or None to withdraw it.

    `nday`: the nday that it names. `about`: the nday whose display it answers, if it answers one.
    """

    action: Action | None
    nday: int | None = None
    about: int | None = None

    @property
    def text(self) -> str:
        """How it was read, in the strict form."""
        return "withdraw" if self.action is None else self.action.text


def read(order: Order, names: tuple[str, ...], nday: int) -> Declaration:
    """The order as a declaration; raises NotUnderstood and Ambiguous. `nday` is for the examples."""
    about = int(order.re) if order.re.isdecimal() else None
    if order.verb != "nday":
        return Declaration(_action(order, names, nday), None, about)
    named, inner = _named(order, nday)
    return Declaration(_action(inner, names, nday), named, about)


def _named(order: Order, nday: int) -> tuple[int, Order]:
    """The nday that `nday 7: move n` names, and the order after it."""
    found = NDAY.fullmatch(order.rest) or NDAY.fullmatch(f"nday {order.rest}")
    inner = read_line(found["order"], ACTION_VERBS) if found else None
    if found is None or not isinstance(inner, Order):
        needed = said("After the nday an action is needed: “nday {nday}: move n”.", nday=nday)
        raise NotUnderstood(together([needed, *_guesses([inner.meant] if isinstance(inner, Near) else [])]))
    return number(found["nday"]), inner


def _action(order: Order, names: tuple[str, ...], nday: int) -> Action | None:
    if order.verb == "withdraw" and _is_withdrawal(order):
        return None
    if len(order.rest) > LONGEST:
        raise NotUnderstood(together([said("That is too long for an action."), _form(order.verb, nday)]))
    words = tokens(_without_verb(order), names)
    if order.verb in UNDIRECTED:
        return _undirected(order.verb, words, nday)
    return _directed(order.verb, _compass(order, words), names, nday)


def _compass(order: Order, words: tuple[Token, ...]) -> tuple[Token, ...]:
    """With the letters of a Portuguese compass as directions: in capitals, at the end, after its verb."""
    direction = ROSE.get(words[-1].text) if words and words[-1].kind != "NAME" else None
    if direction is None or any(word.kind == "DIR" for word in words):
        return words
    if not is_portuguese(order.verb, order.line):
        return words
    return (*words[:-1], Token(words[-1].text, "DIR", direction))


def _without_verb(order: Order) -> str:
    """The rest of the line; of `向北移动`, which was matched whole, what is left without the verb."""
    if order.rest[:1] in tuple(BEFORE):
        for word in chinese(order.verb):
            if word in order.rest:
                return order.rest.replace(word, " ", 1)
    return order.rest


def _is_withdrawal(order: Order) -> bool:
    if not WITHDRAWAL.fullmatch(order.rest.casefold()):
        raise NotUnderstood(said("To take back what you declared, write “withdraw” alone on a line."))
    return True


def _undirected(verb: str, words: tuple[Token, ...], nday: int) -> Action:
    if not UNDIRECTED_FORMS[verb].fullmatch(" ".join(word.text.casefold() for word in words)):
        left = " ".join(word.text for word in words)
        unclear = said("“{words}” is not understood after {verb}.", words=left, verb=verb)
        raise NotUnderstood(together([unclear, _form(verb, nday)]))
    return Action(verb)


def _directed(verb: str, words: tuple[Token, ...], names: tuple[str, ...], nday: int) -> Action:
    directions = [word.value for word in words if word.kind == "DIR"]
    targets = [word.value for word in words if word.kind == "NAME"]
    _refuse_unclear(verb, words, nday)
    if len(directions) != 1 or not DIRECTED[verb].fullmatch(" ".join(word.kind for word in words)):
        raise _not_understood(verb, words, names, nday)
    if len(targets) > 1:
        named = all_of(targets)
        raise Ambiguous(said("A Push moves one avatar, and you named {names}.", names=named))
    return Action(verb, directions[0], targets[0] if targets else "")


def _refuse_unclear(verb: str, words: tuple[Token, ...], nday: int) -> None:
    """Several directions, or `right` that may mean correct."""
    directions = [word.text for word in words if word.kind == "DIR"]
    if len(directions) > 1:
        several = said("There are several directions: {directions}.", directions=directions)
        raise Ambiguous(together([several, _form(verb, nday)]))
    if "right direction" in " ".join(word.text.casefold() for word in words):
        raise Ambiguous(together([said("Does “right direction” mean east?"), _form(verb, nday)]))


def _not_understood(verb: str, words: tuple[Token, ...], names: tuple[str, ...], nday: int) -> NotUnderstood:
    if not any(word.kind == "DIR" for word in words):
        needed = said("{verb} needs a direction: {directions}.", verb=verb.capitalize(), directions=EIGHT)
        return NotUnderstood(together([needed, *_none(words), _form(verb, nday)]))
    known = GRAMMAR | ({"DIR", "NAME"} if verb == "push" else {"DIR"})
    unknown = [word.text for word in words if word.kind not in known]
    if verb == "push" and len(unknown) == 1:
        return NotUnderstood(
            said("There is no player “{name}”; there are {names}.", name=unknown[0], names=names)
        )
    left = " ".join(unknown) or " ".join(word.text for word in words)
    unclear = said("“{words}” is not understood there, so nothing was done.", words=left)
    return NotUnderstood(together([unclear, _form(verb, nday)]))


def _none(words: tuple[Token, ...]) -> list[str]:
    """What stands where a direction should, and which it resembles."""
    if not words:
        return []
    none = said("“{words}” is none.", words=" ".join(word.text for word in words))
    return [none, *_guesses([near for near in (resembled(word.text) for word in words) if near])]


def _guesses(meant: list[str]) -> list[str]:
    """The question whether the first of those was meant, if there is one."""
    return [said("Did you mean “{meant}”?", meant=meant[0])] if meant else []


def _form(verb: str, nday: int) -> str:
    example = Action(verb, "" if verb in UNDIRECTED else "n")
    return said(
        "The form is “{form}”, for example “nday {nday}: {example}”.",
        form=FORMS[verb],
        nday=nday,
        example=example.text,
    )
