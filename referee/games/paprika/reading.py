"""Orders in the forms that people use; a line is one only if every word of it is understood."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.orders import Near, Order, read_line
from referee.errors import Ambiguous, NotUnderstood
from referee.games.paprika.actions import FORMS, UNDIRECTED, Action
from referee.games.paprika.verbs import ACTION_VERBS, NDAY, chinese
from referee.games.paprika.words import GRAMMAR, Token, resembled, tokens

LONGEST = 160
EIGHT = "n ne e se s sw w nw (also up, back, left, forward right, north-east, an arrow)"

TO = r"(?:(?:to|towards?|in|on|at|from|para|a|ao|em|na|no|向|往|朝|到|在|对) )?"
THE = r"(?:(?:the|my|o|a|meu|minha|我 的|我) )?"
SIDE = r"(?: (?:side|direction|square|边|邊|面|方|侧|方向|的))?(?: of me)?"
WHERE = (
    rf"(?:(?:(?:in|on) the square )?{TO}{THE}DIR{SIDE}"
    rf"|(?:(?:in|na|em) )?(?:the )?(?:direction|dir|direcao|方向)(?: of| ao| a)?(?: the)? DIR)"
)
COUNT = r"(?:one|1|a|uma|一) (?:square|space|step|casa|格|步)"
NOUNS: Mapping[str, str] = {
    "move": rf"(?:my avatar|me|{COUNT}|(?:my avatar|me) {COUNT})",
    "leapfrog": r"(?:my avatar|over (?:the|an) avatar)",
    "clear": r"(?:(?:the|a|that|o|um|uma|一 个) )?"
    r"(?:object|hole|wall|springboard|objeto|buraco|muro|parede|trampolim|洞|坑|墙|牆|障碍|物体|跳板)",
    "dig": r"(?:(?:a|one|um|一 个|一 個) )?(?:hole|pit|buraco|洞|坑)",
    "build": r"(?:(?:a|one|um|uma|一 堵) )?(?:wall|muro|parede|墙|牆)",
    "push": r"(?:the avatar|an avatar|(?:(?:o|a|把|将|player|avatar) )?NAME)",
    "freeze": r"(?:everyone|everybody|all|all avatars|todos|玩家)",
    "tilt": r"(?:(?:the|o) )?(?:field|board|campo|tabuleiro|场地|棋盘)",
}
DIRECTED: Mapping[str, re.Pattern[str]] = {
    verb: re.compile(rf"(?:{nouns} )?{WHERE}(?: {nouns})?") for verb, nouns in NOUNS.items()
}
UNDIRECTED_FORMS: Mapping[str, re.Pattern[str]] = {
    "cut": re.compile(
        r"|(?:(?:in|the|in the|into the|to the front of the|a|na) )?(?:line|queue|fila)"
        r"|to the (?:front|top)(?: of the (?:list|line|queue|priority list))?"
    ),
    "duck": re.compile(""),
    "focus": re.compile(""),
}
WITHDRAWAL = re.compile(r"|it|(?:my|the|a|minha) (?:action|declaration|order|ação|acao|declaração)")


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
        meant = f" Did you mean “{inner.meant}”?" if isinstance(inner, Near) else ""
        raise NotUnderstood(f"After the nday an action is needed: “nday {nday}: move n”.{meant}")
    return int(found["nday"]), inner


def _action(order: Order, names: tuple[str, ...], nday: int) -> Action | None:
    if order.verb == "withdraw" and _is_withdrawal(order):
        return None
    if len(order.rest) > LONGEST:
        raise NotUnderstood(f"That is too long for an action. {_form(order.verb, nday)}")
    words = tokens(_without_verb(order), names)
    if order.verb in UNDIRECTED:
        return _undirected(order.verb, words, nday)
    return _directed(order.verb, words, names, nday)


def _without_verb(order: Order) -> str:
    """The rest of the line; of `向北移动`, which was matched whole, what is left without the verb."""
    if order.rest[:1] in tuple("向往朝在把将"):
        for word in chinese(order.verb):
            if word in order.rest:
                return order.rest.replace(word, " ", 1)
    return order.rest


def _is_withdrawal(order: Order) -> bool:
    if not WITHDRAWAL.fullmatch(order.rest.casefold()):
        raise NotUnderstood("To take back what you declared, write “withdraw” alone on a line.")
    return True


def _undirected(verb: str, words: tuple[Token, ...], nday: int) -> Action:
    if not UNDIRECTED_FORMS[verb].fullmatch(" ".join(word.text.casefold() for word in words)):
        left = " ".join(word.text for word in words)
        raise NotUnderstood(f"“{left}” is not understood after {verb}. {_form(verb, nday)}")
    return Action(verb)


def _directed(verb: str, words: tuple[Token, ...], names: tuple[str, ...], nday: int) -> Action:
    directions = [word.value for word in words if word.kind == "DIR"]
    targets = [word.value for word in words if word.kind == "NAME"]
    _refuse_unclear(verb, words, nday)
    if len(directions) != 1 or not DIRECTED[verb].fullmatch(" ".join(word.kind for word in words)):
        raise _not_understood(verb, words, names, nday)
    if len(targets) > 1:
        raise Ambiguous(f"A Push moves one avatar, and you named {' and '.join(targets)}.")
    return Action(verb, directions[0], targets[0] if targets else "")


def _refuse_unclear(verb: str, words: tuple[Token, ...], nday: int) -> None:
    """Several directions, or `right` that may mean correct."""
    directions = [word.text for word in words if word.kind == "DIR"]
    if len(directions) > 1:
        raise Ambiguous(f"There are several directions: {', '.join(directions)}. {_form(verb, nday)}")
    if "right direction" in " ".join(word.text.casefold() for word in words):
        raise Ambiguous(f"Does “right direction” mean east? {_form(verb, nday)}")


def _not_understood(verb: str, words: tuple[Token, ...], names: tuple[str, ...], nday: int) -> NotUnderstood:
    if not any(word.kind == "DIR" for word in words):
        left = _none(words)
        return NotUnderstood(f"{verb.capitalize()} needs a direction: {EIGHT}.{left} {_form(verb, nday)}")
    known = GRAMMAR | ({"DIR", "NAME"} if verb == "push" else {"DIR"})
    unknown = [word.text for word in words if word.kind not in known]
    if verb == "push" and len(unknown) == 1:
        return NotUnderstood(f"There is no player “{unknown[0]}”; there are {', '.join(names)}.")
    left = " ".join(unknown) or " ".join(word.text for word in words)
    return NotUnderstood(f"“{left}” is not understood there, so nothing was done. {_form(verb, nday)}")


def _none(words: tuple[Token, ...]) -> str:
    """What stands where a direction should, and which it resembles."""
    if not words:
        return ""
    near = (direction for word in words for direction in (resembled(word.text),) if direction)
    guess = next((f" Did you mean “{direction}”?" for direction in near), "")
    return f" “{' '.join(word.text for word in words)}” is none.{guess}"


def _form(verb: str, nday: int) -> str:
    example = Action(verb, "" if verb in UNDIRECTED else "n")
    return f"The form is “{FORMS[verb]}”, for example “nday {nday}: {example.text}”."
