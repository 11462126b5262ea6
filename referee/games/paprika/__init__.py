"""Paprika Field Match: hidden simultaneous moves on a field that each player perceives differently."""

from referee.games.paprika.rules import Paprika

GAME = Paprika()
