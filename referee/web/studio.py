"""Pictures drawn in a process of their own, so that no live game waits for them."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from referee.web.attachments import attached


class Studio:
    """Makes attachments; the process behind it starts with the first picture."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._drawing = ProcessPoolExecutor(max_workers=1, mp_context=context)

    def __call__(self, name: str, text: str) -> tuple[str, bytes]:
        """MIME type and content of the attachment; the caller waits, other threads go on."""
        if name.endswith((".png", ".gif")):
            return self._drawing.submit(attached, name, text).result()
        return attached(name, text)

    def close(self) -> None:
        """Ends the process."""
        self._drawing.shutdown(cancel_futures=True)
