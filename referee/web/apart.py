"""Processes of the service's own, which work beside it and end with it."""

import multiprocessing
import os
import signal
import threading


def settle(niceness: int) -> None:
    """Comes first in such a process: it yields to live games, and ends when its parent does, however."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent ends us
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
