"""The end of a letter: what it did is recorded, its receipt posted, then what it set in motion."""

from referee.app.hand import Hand
from referee.app.posting import (
    Occasion,
    post_notices,
    post_to_address,
    post_to_member,
    tell_moderators,
)
from referee.app.questions import ask_writer
from referee.app.senders import Sender
from referee.engine.said import said


def finish(hand: Hand, sender: Sender) -> None:
    """Records what the letter did, and posts the receipt before what it set in motion."""
    sitting, book, desk = hand.sitting, hand.book, hand.desk
    if sitting is not None and not hand.transcript.is_preview:
        sitting.save(book, hand.letter)
    _receipt(hand, sender)
    for line in hand.confirming:
        ask_writer(hand, line)
    for member in hand.displays if sitting is not None else ():
        assert sitting is not None
        post_to_member(
            desk, book, sitting.match, member, f"{sitting.match.game.key}/display", {}, Occasion(hand.at)
        )
    if sitting is not None:
        if hand.late is not None and any(a.kind == "out-of-date" for a in hand.transcript.lines):
            who = hand.member.name if hand.member else sender.address
            text = said(
                "A letter of {who} was seen only after the deadline that it was in time for had been closed.",
                who=who,
            )
            tell_moderators(desk, book, sitting.match, text, hand.at)
        post_notices(desk, book, sitting, hand.at)


def _receipt(hand: Hand, sender: Sender) -> None:
    if hand.is_silent and not any(answered.ok is False for answered in hand.transcript.lines):
        return
    template = "mail/unreadable" if hand.problem else "mail/receipt"
    data = {"problem": hand.problem, "until": None} if hand.problem else hand.transcript.data
    when = Occasion(hand.at, hand.answers)
    if hand.member is not None and hand.sitting is not None:
        post_to_member(hand.desk, hand.book, hand.sitting.match, hand.member, template, data, when)
    elif hand.person is not None:
        to = (hand.person.address, hand.person.name)
        post_to_address(hand.desk, hand.book, to, template, data, when)
