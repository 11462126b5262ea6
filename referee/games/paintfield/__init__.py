"""Paintfield: two to four painters share one field, live in the browser or by letter."""

from referee.games.paintfield.rules import Paintfield

GAME = Paintfield()
