"""The games: one folder each, found by scanning, and by the entry point group `referee.games`."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any

from referee.engine.game import Game


@cache
def games() -> Mapping[str, Game[Any, Any]]:
    """Every game by its key; a folder's package has it as `GAME`."""
    found: dict[str, Game[Any, Any]] = {}
    for module in pkgutil.iter_modules(__path__):
        package = importlib.import_module(f"{__name__}.{module.name}")
        if hasattr(package, "GAME"):
            found[package.GAME.key] = package.GAME
    for entry in entry_points(group="referee.games"):
        game = entry.load()
        found[game.key] = game
    return MappingProxyType(found)
