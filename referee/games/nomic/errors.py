"""Claims of error in a resolved proposal: answered by the moderator or a Judge; later results fold again."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from referee.engine.said import said, together
from referee.errors import NotLegal
from referee.games.nomic import past
from referee.games.nomic.checking import is_entrenched
from referee.games.nomic.claims import settle_claim
from referee.games.nomic.enactment import carry_out, settings_row
from referee.games.nomic.packing import pack, unpack
from referee.games.nomic.play import Play
from referee.games.nomic.proposed import load_changes
from referee.games.nomic.rulebook import Rulebook
from referee.games.nomic.settings import strength
from referee.games.nomic.state import Ballot, Claim
from referee.games.nomic.tally import WORDS, Tally, is_adopted, settled_words
from referee.games.nomic.terms import status_word

WITHIN = timedelta(days=7)


@cache
def _books() -> TypeAdapter[Rulebook]:
    return TypeAdapter(Rulebook)


def remember(play: Play, number: int) -> None:
    """Keeps the rules as they are before a proposal is resolved, as long as an error can be claimed."""
    kept = [
        fold for fold in play.state.folds if datetime.fromisoformat(unpack(fold)["at"]) + WITHIN >= play.at
    ]
    book = _books().dump_python(play.state.book, mode="json")
    fold = pack({"number": number, "at": play.at.isoformat(), "book": book})
    play.change(folds=(*kept, fold))


def claim(play: Play, seat: str, number: int, reason: str) -> str:
    """Announces a claim that a result is wrong, within 7 days of it."""
    kept = past.find(play.state, number)
    if kept is None:
        raise NotLegal(said("There is no result of {number} yet.", number=number))
    _refuse_unfolded(play, number)
    resolved = datetime.fromisoformat(kept["at"])
    if play.at > resolved + WITHIN:
        raise NotLegal(said("{number} was resolved more than 7 days ago.", number=number))
    made = Claim(play.state.next_claim, seat, number, "error", "", reason, None)
    play.change(claims=(*play.state.claims, made), next_claim=made.number + 1)
    play.tell("error", number=made.number, by=seat, proposal=number, reason=reason)
    return said(
        "claim {claim} of an error in {number}; the moderator answers it, or “object to {claim}”",
        claim=made.number,
        number=number,
    )


def answer(play: Play, number: int, accepted: bool, ground: str) -> str:
    """The answer to the claims of an error in that proposal."""
    waiting = [one for one in play.state.claims if one.what == "error" and one.amount == number]
    if not waiting:
        raise NotLegal(said("No claim of an error in {number} waits for an answer.", number=number))
    for one in waiting:
        settle_claim(play, one, accepted)
    changed = correct(play, number) if accepted else []
    play.tell("corrected", number=number, accepted=accepted, ground=ground, changes=changed)
    done = said("the claim is accepted") if accepted else said("the claim is denied")
    return together([done, *changed], "; ")


def ballot(play: Play, number: int, name: str, word: str) -> None:
    """Corrects a ballot on a resolved proposal; it counts when an error claimed in it is accepted."""
    _refuse_unfolded(play, number)
    if not any(one.what == "error" and one.amount == number for one in play.state.claims):
        raise NotLegal(said("{number} is resolved, and no error is claimed in it.", number=number))
    kept = past.get(play.state, number)
    for voters in WORDS:
        kept[voters] = [voter for voter in kept[voters] if voter != name]
    kept[word].append(name)
    kept["mended"] = True
    if "cast" in kept:
        kept["cast"][name] = [word, ""]
    past.keep(play, kept)


def _refuse_unfolded(play: Play, number: int) -> None:
    """Results of turns, and of those who decide alone, are not folded again: points were paid for them."""
    if all(unpack(fold)["number"] != number for fold in play.state.folds):
        raise NotLegal(
            said(
                "{number} is decided, and stays so: put it to a Judge (“invoke judgment: …”), whose "
                "answer can void it, award points or change rules.",
                number=number,
            )
        )


def correct(play: Play, number: int) -> list[str]:
    """Folds the result of that proposal and all later ones again; what is different, in sentences."""
    folds = [unpack(fold) for fold in play.state.folds]
    at = next((at for at, fold in enumerate(folds) if fold["number"] == number), None)
    if at is None:
        return [said("it was resolved too long ago to be folded again")]
    after, told = play.state.book, play.state.history
    play.change(book=_books().validate_python(folds[at]["book"]))
    lines = []
    for again in _later(play, folds[at:]):
        lines += _again(play, again)
    play.change(history=told)  # which has what was carried out already; it goes on with what is different
    return lines + _different(play, after)


def _different(play: Play, before: Rulebook) -> list[str]:
    """What the correction made of the rules, in sentences and in their history."""
    lines: list[str] = []
    gone = {rule.id: rule for rule in before.rules}
    for rule in play.state.book.rules:
        if rule != gone.pop(rule.id, None):
            lines.append(said("{rule} is different now", rule=rule.name))
            play.record(**settings_row(rule, "corrected"), text=rule.text)
    for rule in gone.values():
        lines.append(said("{rule} is not in force", rule=rule.name))
        play.record(**settings_row(rule, "corrected away"))
    return lines


def _later(play: Play, folds: Sequence[Mapping[str, Any]]) -> list[int]:
    """What has to be folded again, in order: the results, and what was changed outright among them."""
    numbers, since = {fold["number"] for fold in folds}, folds[0]["at"]
    rows = [row for row in past.every(play.state) if row["number"] in numbers or _is_outright(row, since)]
    return [row["number"] for row in sorted(rows, key=lambda row: (row["at"], row["number"]))]


def _is_outright(row: Mapping[str, Any], since: str) -> bool:
    return "ground" in row and row["status"] == "adopted" and row["at"] >= since


def _again(play: Play, number: int) -> list[str]:
    kept = past.get(play.state, number)
    if "ground" in kept:
        carry_out(play, number, load_changes(kept["changes"]))
        return []
    before, is_mended = {word: kept[word] for word in WORDS}, kept.pop("mended", False)
    if "cast" in kept:
        kept |= _followed(play, kept)
    status = _status(play, kept)
    was, now = status_word(kept["status"]), status_word(status)
    changed: list[str] = []
    if is_mended or any(set(kept[word]) != set(names) for word, names in before.items()):
        changed.append(_tally(play, kept))
    if status != kept["status"]:
        changed.append(said("{number} is {now}, not {was}", number=number, now=now, was=was))
    if status == "adopted":
        carry_out(play, number, load_changes(kept["changes"]))
    kept["status"] = status
    past.keep(play, kept)
    return changed


def _tally(play: Play, kept: Mapping[str, Any]) -> str:
    """The ballots as they are now, in numbers alone where they are secret."""
    is_secret = play.force["ballots"] == "secret"
    told = {f"{word}_names": _named(kept[word], is_secret) for word in WORDS}
    return said(
        "{number}: for {for_names}; against {against_names}; abstained {abstain_names}",
        number=kept["number"],
        **told,
    )


def _named(names: Sequence[str], is_secret: bool) -> object:
    if is_secret:
        return len(names)
    return said("{names}", names=list(names)) if names else said("nobody")


def _followed(play: Play, kept: Mapping[str, Any]) -> dict[str, list[str]]:
    """The ballots with endorsements and conditions followed once more, by the results as they are now."""
    ballots = {name: Ballot(*words) for name, words in kept["cast"].items()}
    asked = {ballot.name.split(" ")[0] for ballot in ballots.values() if ballot.word == "if"}
    rows = {number: past.find(play.state, int(number)) for number in asked}
    passed = {
        number: row["status"] == "adopted"
        for number, row in rows.items()
        if row is not None and (row["at"], row["number"]) < (kept["at"], kept["number"])
    }
    words = settled_words(ballots, passed)
    return {word: [n for n, cast in words.items() if cast == word] for word in WORDS}


def _status(play: Play, kept: Mapping[str, Any]) -> str:
    """The outcome by the ballots as they are kept."""
    words = {name: word for word in WORDS for name in kept[word]}
    if len(words) < kept["quorum"]:
        return "failed-quorum"
    index = kept["index"] or play.force.get("default_index", "")
    if not index:
        entrenched = is_entrenched(play.state.book, load_changes(kept["changes"]))
        return "adopted" if is_adopted(Tally(words, tuple(words)), play.force, entrenched) else "defeated"
    is_carried = is_enough(weight(play, kept["for"]), weight(play, kept["against"]), Fraction(index))
    return "adopted" if is_carried else "defeated"


def weight(play: Play, names: Iterable[str]) -> Fraction:
    """The summed strengths of those players' ballots."""
    return sum((strength(play.force, name) for name in names), Fraction(0))


def is_enough(in_favour: Fraction, against: Fraction, index: Fraction) -> bool:
    """Whether F and A adopt: F > 0, and A = 0 or F/A at least the index and above 1."""
    if in_favour == 0 or against == 0:
        return in_favour > 0
    return in_favour / against >= index and in_favour > against
