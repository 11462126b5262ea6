"""What a misspelt line was probably meant to say; never carried out."""

import re

from rapidfuzz.distance import DamerauLevenshtein


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


WORDS = _words(
    "propose proposal revise withdraw retract vote open judge overrule consent dismiss claim object record "
    "forfeit endorse decide invoke judgment for against abstain present amend repeal transmute enact rule "
    "scores proposals judgments"
)
LONGEST = 60


def corrected(text: str) -> str:
    """The line with its misspelt words put right, "" if there are none or it is too long to guess."""
    if len(text) > LONGEST:
        return ""
    fixed = re.sub(r"[^\W\d_]+", lambda found: _nearest(found[0]), text)
    return fixed if fixed != text else ""


def _nearest(word: str) -> str:
    folded = word.casefold()
    if len(folded) < 3 or folded in WORDS:
        return word
    limit = 1 if len(folded) < 6 else 2
    close = [known for known in WORDS if _is_close(folded, known, limit)]
    return min(close, key=lambda known: DamerauLevenshtein.distance(folded, known)) if close else word


def _is_close(word: str, known: str, limit: int) -> bool:
    return 0 < DamerauLevenshtein.distance(word, known, score_cutoff=limit) <= limit
