"""`python -m tests.soak.running CLOCK ARGUMENTS…`: the program `referee`, by another clock."""

import sys
from pathlib import Path

from referee import clock
from tests.soak.clock import FastClock

if __name__ == "__main__":
    clock.now = FastClock(Path(sys.argv.pop(1)))
    from referee.cli import main

    main()
