"""The command line. Every command imports what it needs when it runs, so that `--help` is quick."""

from referee.cli.app import app, main
from referee.cli.judging import adjudicate, perft, simulate, verify
from referee.cli.keeping import backup, ban, erase, letters_app, match_app, outbox, restore, revive
from referee.cli.moving import export, import_game, ruleset_app
from referee.cli.painting import paintfield_app
from referee.cli.serving import db_app, demo, run, tick
from referee.cli.setup import doctor, init

__all__ = ["app", "main"]

for command in (
    init,
    doctor,
    run,
    tick,
    demo,
    simulate,
    adjudicate,
    verify,
    outbox,
    revive,
    backup,
    restore,
    ban,
    erase,
    perft,
    export,
):
    app.command()(command)
app.command(name="import")(import_game)
app.add_typer(match_app, name="match")
app.add_typer(letters_app, name="letters")
app.add_typer(db_app, name="db")
app.add_typer(ruleset_app, name="ruleset")
app.add_typer(paintfield_app, name="paintfield")
