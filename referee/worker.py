"""How whoever works in the loop gets at the books, which may be used in one thread only."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

Answer = TypeVar("Answer")


class InWorker(Protocol):
    """Runs work on the books in their one thread."""

    def __call__(self, work: Callable[[], Answer]) -> Awaitable[Answer]: ...
