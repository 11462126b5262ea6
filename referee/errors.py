"""Every error that the referee raises on purpose.

RefereeError
├── OrderError             a player's fault: one line of the receipt
│   ├── NotUnderstood      the line can't be read
│   ├── Ambiguous          the line can be read in several ways
│   ├── NotLegal           the rules don't allow it
│   ├── NotYourTurn        the rules allow it, but not to this seat now
│   └── OutOfDate          it was written for a position that is gone
├── CaseError              a bad case for `referee adjudicate`: one line, exit code 2
├── OptionError            a bad option of a match: one line
├── TakenAlready           somebody else has recorded that entry: nothing to do
├── BooksUnavailable       the database is locked, full or out of reach: nothing was done, try later
└── ConfigError            an operator's fault: stops the start, one line, exit code 2

What is raised otherwise is a bug: its letter is quarantined with the traceback.
"""


class RefereeError(Exception):
    """The root of all that is raised on purpose; its text is a full sentence for its reader."""


class OrderError(RefereeError):
    """A player's order that can't be carried out; the text says what would be accepted."""

    kind = "not-legal"


class NotUnderstood(OrderError):
    """The words of the order can't be read."""

    kind = "not-understood"


class Ambiguous(OrderError):
    """The order can be read in several ways; the text lists them."""

    kind = "ambiguous"


class NotLegal(OrderError):
    """The order was understood and the rules don't allow it."""

    kind = "not-legal"


class NotYourTurn(OrderError):
    """The order is somebody else's to give, or this seat's at another time."""

    kind = "not-your-turn"


class OutOfDate(OrderError):
    """The order was written for a position, a turn or an nday that is over."""

    kind = "out-of-date"


class CaseError(RefereeError):
    """A case for `referee adjudicate` is not of its game's format."""


class OptionError(RefereeError):
    """An option of a match is unknown or has a value that is not allowed."""


class TakenAlready(RefereeError):
    """The entry of that number has been recorded by another process."""


class BooksUnavailable(RefereeError):
    """The database can't be used now: locked, full or out of reach. Nothing was done; later it may work."""


class ConfigError(RefereeError):
    """The configuration can't be used; the text names file, key and what is allowed."""


def cause(error: OSError | UnicodeDecodeError) -> str:
    """What went wrong with a file, without its name, which the sentence around it has."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
