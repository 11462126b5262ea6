"""Pictures drawn in a process of their own, so that no live game waits for them."""

import asyncio
import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from referee.web.apart import settle
from referee.web.attachments import PICTURES, attached


class Studio:
    """Makes attachments; the process behind it starts with the first picture, and again if it ended."""

    def __init__(self) -> None:
        self._drawing = _opened()

    def __call__(self, name: str, text: str) -> tuple[str, bytes]:
        """MIME type and content of the attachment; the caller waits, other threads go on."""
        if not name.endswith(PICTURES):
            return attached(name, text)
        try:
            return self._begun(name, text).result()
        except BrokenProcessPool:
            return attached(name, text)

    async def drawn(self, name: str, text: str) -> tuple[str, bytes]:
        """The same for who can't wait in a thread."""
        try:
            return await asyncio.wrap_future(self._begun(name, text))
        except BrokenProcessPool:
            return await asyncio.to_thread(attached, name, text)

    def _begun(self, name: str, text: str) -> "Future[tuple[str, bytes]]":
        try:
            return self._drawing.submit(attached, name, text)
        except BrokenProcessPool:
            self._drawing = _opened()
            return self._drawing.submit(attached, name, text)

    def close(self) -> None:
        """Ends the process."""
        self._drawing.shutdown(cancel_futures=True)


def _opened() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), settle, (10,))
