"""What a letter says (spec, What players can say): orders in the order written, near-orders and prose."""

import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from referee.engine.orders import Near, Prose
from referee.engine.phrases import OPENERS, beginnings, is_doubtful, plain, without_doubt
from referee.engine.reply import QUOTED_ONCE, ReplyText, read_reply
from referee.games.nomic.bodies import PROPOSAL_FORM, continues, read_body
from referee.games.nomic.body import dump_body
from referee.games.nomic.grammar import WORD, ballot_word, read_change
from referee.games.nomic.letter import Letter, pairs_read
from referee.games.nomic.misspelt import corrected
from referee.games.nomic.phrases import SAY, TRIGGERS, USAGE, Spoken, exact, query, texted
from referee.games.nomic.tongues import order_in_english
from referee.games.nomic.votes import ANSWERED, COMMENT, Written, ballot_line, read_votes

Heard = Spoken | Near | Prose
PROPOSE = re.compile(
    r"(?:(?:propose|proponho)\b(?: to| that we)?\s+|(?:提议|提議)\s*)(?P<rest>.+)", re.IGNORECASE
)
REVISE = re.compile(
    r"(?:(?:revise|revejo|reviso) (?:(?:the |a )?(?:proposal|proposta) )?|(?:修订|修訂)\s*(?:提案)?)"
    r"(?:#?(?P<number>\d{1,9})|my proposal|a minha proposta|minha proposta|我的提案)\s*[:：]?\s*(?P<rest>.*)",
    re.IGNORECASE,
)
PLAIN = OPENERS | {"我", "请", "請"}
INTENT = frozenset(("will", "i'll", "shall", "going", "vou", "pretendo", "我将", "我將", "我会", "我會"))
"""Who says so means to act, and has not done it yet: no order, however the rest reads."""
BALLOT_LIKE = re.compile(
    rf"(?:(?:on )?#?\d{{3,9}}\W{{0,3}}(?:{WORD})|(?:{WORD})[\s:：#]{{0,3}}\d{{3,9}})(?!\w).*"
    rf"|(?:{WORD}) if (?:proposal )?#?\d.*|\d{{1,3}}\s*[x×*]\s*(?:{WORD})",
    re.IGNORECASE,
)
EFFECT = re.compile(r"(?:effects?|efeitos?|效果)\s*[:：]\s*(?P<rest>.*)", re.IGNORECASE)


def read_letter(reply: ReplyText, re_: str = "") -> tuple[Heard, ...]:
    """Everything that the letter says; `re_`: the proposal that the answered mail offers a ballot for."""
    return Reader(Letter.of(reply), re_).all(reply)


def read_text(text: str, re_: str = "") -> tuple[Heard, ...]:
    """The same for a letter's text as it came."""
    return read_letter(read_reply(text), re_)


class Reader:
    """Reads one letter from its beginning to its end."""

    def __init__(self, letter: Letter, re_: str) -> None:
        self._letter = letter
        self._re = int(re_) if re_.isdecimal() else None
        self._heard: list[Heard] = []
        self._is_first = True

    def all(self, reply: ReplyText) -> tuple[Heard, ...]:
        """Every line in turn, then the answers below an attribution."""
        letter = self._letter
        while not letter.is_over and not letter.is_at_end():
            self._one()
        if reply.reason != "end":
            for above, line in reply.interleaved[pairs_read(reply) :]:
                self._below(above, line)
        return tuple(self._heard)

    def _one(self) -> None:
        letter = self._letter
        if letter.here.block:
            self._heard.append(Prose(letter.skip_block()))
            return
        if letter.here.quoted or not letter.text:
            letter.at += 1
            return
        above = letter.lines[letter.at - 1].text if letter.is_below_quote() else ""
        mark = QUOTED_ONCE.match(above)
        if mark is not None and self._below(above[mark.end() :], letter.text):
            letter.at += 1
        else:
            self._read_here()
        self._is_first = False

    def _below(self, above: str, line: str) -> bool:
        """A word directly below a quoted ballot line answers that ballot."""
        number = ballot_line(above)
        if number is None:
            return False
        votes = self._bare(line, number)
        self._heard += votes
        return bool(votes)

    def _bare(self, line: str, number: int) -> list[Heard]:
        text = plain(COMMENT.sub(" ", line))
        for left_out, rest in _beginnings(text):
            word = ballot_word(rest) if left_out <= PLAIN else None
            if word is not None:
                return [_vote(Written(number, word), line)]
            ballots = read_votes(rest)
            if ballots and all(ballot.number == ANSWERED for ballot in ballots):
                return [_vote(replace(ballot, number=number), line) for ballot in ballots]
        return []

    def _read_here(self) -> None:
        line = self._letter.text
        bare = self._bare(line, self._re) if self._is_first and self._re is not None else []
        if bare:
            self._heard += bare
            self._letter.at += 1
            return
        heard = self._proposal(line) or self._texted(line)
        if heard is None:
            self._letter.at += 1
            self._heard += self._plain(line)
        else:
            self._heard.append(replace(heard, line=line))

    def _plain(self, line: str) -> list[Heard]:
        """A line that stands for itself: votes, short orders, questions; else a near-order or prose."""
        orders = self._orders(line)
        if orders:
            return orders
        near = _near(line)
        return [near if near is not None else Prose(line)]

    def _orders(self, line: str) -> list[Heard]:
        text = plain(COMMENT.sub(" ", line))
        for left_out, rest in _beginnings(text):
            ballots = self._numbered(read_votes(rest))
            if ballots:
                return [_vote(ballot, line) for ballot in ballots]
            found = exact(rest) or (query(rest) if left_out <= {"please"} else None)
            if found is not None:
                return [replace(found, line=line)]
        return []

    def _numbered(self, ballots: tuple[Written, ...]) -> list[Written]:
        """The ballots with the answered proposal's number where they have none; none if there is no such."""
        if any(ballot.number == ANSWERED for ballot in ballots) and self._re is None:
            return []
        return [replace(b, number=self._re or 0) if b.number == ANSWERED else b for b in ballots]

    def _texted(self, line: str) -> Spoken | None:
        """An order with text: it goes on to the end of the paragraph, or to a line that is an order."""
        for left_out, rest in _beginnings(line):
            said = SAY.fullmatch(order_in_english(rest))
            if said is not None and left_out <= PLAIN and (said["text"] or "").strip():
                return self._say(said["text"])
            found = texted(rest)
            if found is not None:
                return self._with_text(found)
        return None

    def _say(self, text: str) -> Spoken:
        """A comment: everything to the end of the paragraph."""
        letter = self._letter
        lines = [text.strip()]
        letter.at += 1
        while not letter.is_over and letter.text and not (letter.here.quoted or letter.here.block):
            if letter.is_at_end():
                break
            lines.append(letter.text)
            letter.at += 1
        return Spoken("say", {"text": "\n".join(lines)})

    def _with_text(self, found: Spoken) -> Spoken:
        letter = self._letter
        letter.at += 1
        if found.data["text"] or letter.is_block():
            taken = self._rest_of(found.data["text"])
        else:
            taken = self._rest_of("") if not letter.is_over and letter.text else ""
        data = {**found.data, "text": taken}
        return (
            Spoken(found.verb, data | self._effects()) if found.verb == "judge" else Spoken(found.verb, data)
        )

    def _rest_of(self, first: str) -> str:
        letter = self._letter
        if not first and letter.is_block():
            return letter.block() or ""
        lines = [first] if first else []
        while not letter.is_over and letter.text and not (letter.here.quoted or letter.here.block):
            if letter.is_at_end() or EFFECT.fullmatch(letter.text) or self.is_order(letter.text):
                break
            lines.append(letter.text)
            letter.at += 1
        return "\n".join(lines)

    def _effects(self) -> dict[str, Any]:
        """The acts under `Effect:`, one to a line."""
        letter = self._letter
        before = letter.at
        letter.skip_blank()
        found = EFFECT.fullmatch(letter.text) if not letter.is_over and not letter.here.quoted else None
        if found is None:
            letter.at = before
            return {"effects": []}
        letter.at += 1
        effects = [found["rest"]] if found["rest"] else []
        while not letter.is_over and letter.text and not (letter.here.quoted or letter.here.block):
            if letter.is_at_end():
                break
            effects.append(letter.text)
            letter.at += 1
        return {"effects": [effect.lstrip("-*• ") for effect in effects]}

    def _proposal(self, line: str) -> Spoken | None:
        for _, rest in _beginnings(line):
            form = PROPOSAL_FORM.fullmatch(rest)
            if form is not None:
                body = read_body(self._letter, self.is_order, form["title"] or "", is_form=True)
                return Spoken("propose", dump_body(body))
            revised = REVISE.fullmatch(rest)
            if revised is not None:
                body = read_body(self._letter, self.is_order, revised["rest"], is_form=True)
                return Spoken("revise", {"number": int(revised["number"] or 0), **dump_body(body)})
            proposed = PROPOSE.fullmatch(rest)
            if proposed is not None and (
                read_change(proposed["rest"]) or read_change(plain(proposed["rest"]))
            ):
                body = read_body(self._letter, self.is_order, proposed["rest"], is_form=False)
                return Spoken("propose", dump_body(body))
        return None

    def is_order(self, line: str) -> bool:
        """Whether the line, standing alone, would be an order or go on with a proposal."""
        if continues(line):
            return True
        for left_out, rest in _beginnings(line):
            if PROPOSAL_FORM.fullmatch(rest) or REVISE.fullmatch(rest) or texted(rest):
                return True
            proposed = PROPOSE.fullmatch(rest)
            if proposed is not None and read_change(proposed["rest"]):
                return True
            if SAY.fullmatch(order_in_english(rest)) and left_out <= PLAIN:
                return True
        return bool(self._orders(line))


def _beginnings(text: str) -> Iterator[tuple[frozenset[str], str]]:
    """What is left without courtesies; what is only intended is left as it is."""
    return ((left_out, rest) for left_out, rest in beginnings(text) if left_out.isdisjoint(INTENT))


def _vote(ballot: Written, line: str) -> Spoken:
    return Spoken("vote", asdict(ballot), line.strip())


def _near(line: str) -> Near | None:
    """The near-order that the line is: it begins like an order, or doubts one, or misspells one."""
    text = plain(line)
    for left_out, rest in beginnings(text):
        if TRIGGERS.match(rest) or BALLOT_LIKE.fullmatch(rest):
            return Near(line, _meant(rest))
        if left_out <= PLAIN and ballot_word(COMMENT.sub(" ", rest)):
            return Near(line, "vote FOR 301")
    certain = _readable(without_doubt(text) if is_doubtful(text) else corrected(text))
    return Near(line, certain) if certain else None


def _meant(text: str) -> str:
    doubted = without_doubt(text) if is_doubtful(text) else corrected(text)
    first = text.split(" ")[0].casefold().strip(":")
    return _readable(text) or _readable(doubted) or USAGE.get(first, "vote FOR 301")


def _readable(text: str) -> str:
    """The text from where it is an order, "" if it is none: also what was only intended."""
    return next((rest for _, rest in beginnings(text) if text and is_readable(rest)), "")


def is_readable(line: str) -> bool:
    """Whether the line alone is an order."""
    return Reader(Letter((), None), "").is_order(line)
