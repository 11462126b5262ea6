"""Which process this is, and whether another one of this machine is still there."""

import os
import secrets
import socket
from pathlib import Path


def own_name() -> str:
    """A name that no other process has or will have."""
    return f"{_machine()}/{os.getpid()}/{secrets.token_hex(4)}"


def is_gone(name: str) -> bool:
    """Whether the process of that name has certainly ended; of other machines nothing is known."""
    machine, _, rest = name.rpartition("/")[0].rpartition("/")
    if machine != _machine() or not rest.isdecimal():
        return False
    if int(rest) == os.getpid():  # our number, but not our name: it had it before us
        return True
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _machine() -> str:
    """The host, and where processes are numbered: two containers may have one host's name."""
    numbering = Path("/proc/self/ns/pid")
    return f"{socket.gethostname()}.{numbering.stat().st_ino if numbering.exists() else 0}"
