"""Nomic: a game in which changing the rules is a move."""

from referee.games.nomic.game import Nomic

GAME = Nomic()
