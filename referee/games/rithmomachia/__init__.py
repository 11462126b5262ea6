"""Boolean Rithmomachia: two players, 32 pieces worth 0 to 15, captured by equations of their bits."""

from referee.games.rithmomachia.game import Rithmomachia

GAME = Rithmomachia()
