"""Names and addresses of people, compared as those see them who read them."""

import unicodedata

_ALIKE = (
    "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ҮY ԚQ ԜW аa еe ѕs іi јj кk оo рp сc уy хx һh ԁd ԛq ԝw "
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa ιi κk νv οo ρp υu ɑa ɡg ıi"
)
"""Letters of other scripts, each with the Latin one that it looks like."""

_LATIN = {ord(pair[0]): pair[1] for pair in _ALIKE.split()}


def lowered(address: str) -> str:
    """The address with its ASCII letters small: no other letter becomes one of them."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in address)


def spelled(address: str) -> str:
    """The address in ASCII, every other sign by its number, so that none passes for another."""
    return address.encode("ascii", "backslashreplace").decode("ascii")


def likeness(name: str) -> str:
    """What names have in common that look alike: `Ann` with a Cyrillic A has that of `Ann`."""
    return unicodedata.normalize("NFKC", name).translate(_LATIN).casefold()
