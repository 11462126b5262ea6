"""What the onlooker of a demonstration sees on the terminal."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.text import Text

from referee.demo.letters import Mail
from referee.demo.story import Cue, Shown

INDENT = " " * 9
LINES = 6
"""How much is told of a mail that is neither a question nor a receipt."""
HOW = {"quoting": ", above the quoted mail", "twice": ", and the letter goes out twice"}


class Teller:
    """Prints who wrote what, what came back, and each Turn."""

    def __init__(self, console: Console, gist: Callable[[str], str]) -> None:
        self._console, self._gist = console, gist

    def heading(self, words: str) -> None:
        """What follows is something else."""
        self._console.rule(f"[bold]{escape(words)}[/]", align="left")

    def say(self, words: str) -> None:
        """Something that helps to understand the rest."""
        self._console.print(Text(words, style="italic"))

    def letter(self, at: datetime, cue: Cue) -> None:
        """Somebody has written."""
        how = f", below the quoted line “{cue.under}”" if cue.under else HOW.get(cue.how, "")
        self._console.print(f"[cyan]{at:%H:%M:%S}[/] [bold]{cue.who}[/] writes{how}:")
        self._lines(cue.text.strip().splitlines(), "yellow")

    def turn(self, at: datetime, secret: str) -> None:
        """A deadline was closed; what only the referee knows."""
        self._console.print(f"[cyan]{at:%H:%M:%S}[/] [bold magenta]The Turn[/]")
        self._lines([secret], "magenta")

    def mails(self, mails: Sequence[tuple[str, Mail]]) -> None:
        """What people have got; the same words to several are told once."""
        told: dict[tuple[str, str], list[str]] = {}
        for name, mail in mails:
            said = self._gist(mail.text) or excerpt(mail.text)
            told.setdefault((mail.subject, said), []).append(name)
        for (subject, said), names in told.items():
            self._console.print(f"{INDENT}[green]→ {', '.join(names)}[/] [bold]{escape(subject)}[/]")
            self._lines(said.splitlines(), "default")

    def whole(self, mail: Mail, shown: Shown) -> None:
        """A mail as its reader sees it, up to where it gets long."""
        text, _, rest = mail.text.partition(shown.until)
        title = f"{shown.who} reads: {escape(mail.subject)}"
        more = "…" if rest else ""
        self._console.print(
            Panel(Text(text.strip() + f"\n{more}"), title=title, title_align="left", width=78)
        )

    def lines(self, lines: Iterable[str]) -> None:
        """Plain lines, as they are."""
        for line in lines:
            self._console.print(Text(line), soft_wrap=True)

    def table(self, *columns: Sequence[str]) -> None:
        """Columns side by side."""
        rows = list(zip(*columns, strict=True))
        widths = [max(map(len, column)) for column in columns]
        self.lines(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
        )

    def _lines(self, lines: Iterable[str], style: str) -> None:
        for line in lines:
            self._console.print(Text(f"{INDENT}  {line}", style=style), soft_wrap=True)


def excerpt(text: str) -> str:
    """What matters of a mail: what a question is about, a receipt's transcript, or else its beginning."""
    body = text.partition("\n\n")[2].lstrip("\n")
    if "Your answer\n" in body:
        asked = body.partition("Your answer\n")[0]
        return "\n".join(line for line in asked.splitlines() if line.strip())
    said = body.partition("To answer, reply")[0]
    answered = [each for each in said.split("\n\n") if each.startswith("> ")]
    lines = [line for line in said.splitlines() if line.strip()]
    return "\n".join(answered or lines[:LINES])
