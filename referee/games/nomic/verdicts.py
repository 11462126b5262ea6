"""What a Judge's answer comes to once it stands: its effects, and what was asked (213, N15, N20)."""

import re
from dataclasses import replace

from referee.engine.said import said
from referee.errors import OrderError
from referee.games.nomic.acts import act
from referee.games.nomic.claims import settle_claim
from referee.games.nomic.errors import answer
from referee.games.nomic.play import Play
from referee.games.nomic.scoring import win
from referee.games.nomic.state import Judgment

LEAD = r"(?:is |it is |i find it |the claim is )?"
UPHELD = re.compile(rf"{LEAD}upheld\b", re.IGNORECASE)
HOLDS = re.compile(
    rf"{LEAD}(?:upheld|granted|valid|accepted|true|yes|sim|procedente|成立|是)(?!\w)|"
    r"(?:it |the claim )?holds\b",
    re.IGNORECASE,
)
"""How an answer says that a claim holds; 213 ends the game, and asks for the word itself."""
AFTER_UPHELD = re.compile(rf"{LEAD}upheld(?P<colon>\s*:)?\s*(?P<name>[^\W\d_][\w'-]*)", re.IGNORECASE)


def conclude(play: Play, judgment: Judgment) -> None:
    """The answer stands: it is final, and is carried out."""
    final = replace(judgment, status="final", due=None, window=None)
    play.put_judgment(final)
    play.tell("final", number=final.number, judge=final.judge, question=final.question, answer=final.answer)
    if final.matter == "tie":
        _tie(play, final)
    for effect in final.effects:
        _carry_out(play, effect, final.number)
    if play.state.ending is None:
        MATTERS.get(final.matter, _nothing)(play, final)


def _carry_out(play: Play, effect: str, number: int) -> None:
    if play.state.ending is not None:
        return
    try:
        act(play, effect, f"Judgment {number}")
    except OrderError as why:
        play.tell("void", number=number, effect=effect, why=str(why))


def named(judgment: Judgment, players: tuple[str, ...]) -> str | None:
    """The player that an answer names: `upheld: Bob`, or (to the question who has won) `Bob`."""
    answer = (judgment.answer or "").strip()
    found = AFTER_UPHELD.match(answer)
    first = re.match(r"[\w'-]+", answer)
    word = found["name"] if found else first[0] if first else ""
    return next((name for name in players if name.casefold() == word.casefold()), None)


def misnamed(answer: str, players: tuple[str, ...]) -> str:
    """The word after `upheld:` if it is no player's name, else ""."""
    found = AFTER_UPHELD.match(answer)
    word = found["name"] if found and found["colon"] else ""
    return "" if word.casefold() in {name.casefold() for name in players} else word


def is_upheld(judgment: Judgment) -> bool:
    """Whether the answer says so with its first words."""
    words = UPHELD if judgment.matter == "impasse" else HOLDS
    return words.match((judgment.answer or "").strip()) is not None


def _impasse(play: Play, judgment: Judgment) -> None:
    """213: play can't go on, so the player who can't complete the turn has won."""
    if is_upheld(judgment):
        mover = play.state.turn.mover if play.state.turn else judgment.by
        win(
            play,
            named(judgment, play.state.playing) or mover,
            said("play can't go on (Judgment {number})", number=judgment.number),
        )


def _tie(play: Play, judgment: Judgment) -> None:
    name = named(judgment, judgment.names)
    if name is not None and name in play.state.playing:
        win(play, name, said("the points to win, by Judgment {number}", number=judgment.number))


def _claim(play: Play, judgment: Judgment) -> None:
    claim = next((claim for claim in play.state.claims if claim.number == judgment.about), None)
    if claim is not None:
        settle_claim(play, claim, is_upheld(judgment))


def _error(play: Play, judgment: Judgment) -> None:
    claim = next((claim for claim in play.state.claims if claim.number == judgment.about), None)
    if claim is not None:
        answer(play, claim.amount, is_upheld(judgment), f"Judgment {judgment.number}")


def without_answer(play: Play, judgment: Judgment) -> None:
    """A claim whose dispute was dismissed takes effect; one that nobody judged does not."""
    for claim in play.state.claims:
        if judgment.matter in ("claim", "error") and claim.number == judgment.about:
            settle_claim(play, claim, judgment.status == "dismissed")


def _nothing(play: Play, judgment: Judgment) -> None:
    """Answers to other questions do nothing by themselves."""


MATTERS = {"impasse": _impasse, "claim": _claim, "error": _error}
