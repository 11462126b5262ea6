"""The words that records keep for what became of something, as sentences tell them."""

from collections.abc import Mapping

from referee.engine.said import said

STATUSES: Mapping[str, str] = {
    "adopted": said("adopted"),
    "defeated": said("defeated"),
    "withdrawn": said("withdrawn"),
    "void": said("void"),
    "failed-quorum": said("failed-quorum"),
    "lapsed": said("lapsed"),
    "pending": said("pending"),
    "debate": said("debate"),
    "open": said("open"),
    "answered": said("answered"),
    "final": said("final"),
    "dismissed": said("dismissed"),
    "closed": said("closed"),
    "announced": said("announced"),
    "disputed": said("disputed"),
    "effective": said("effective"),
    "denied": said("denied"),
    "overruled": said("overruled"),
}
EVENTS: Mapping[str, str] = {
    "enacted": said("enacted"),
    "amended": said("amended"),
    "repealed": said("repealed"),
    "transmuted": said("transmuted"),
    "amendment repealed": said("amendment repealed"),
    "switched": said("switched"),
    "set": said("settings changed by the moderator"),
    "voided": said("voided"),
    "corrected": said("corrected"),
    "corrected away": said("not in force after a correction"),
}
INTERVENTIONS = frozenset({"set", "corrected", "corrected away"})
"""What happens to a rule neither by a proposal nor of itself."""


def status_word(word: str) -> str:
    """The status of a proposal, a question or a claim."""
    return STATUSES.get(word, word)


def event_word(word: str) -> str:
    """What happened to a rule."""
    return EVENTS.get(word, word)
