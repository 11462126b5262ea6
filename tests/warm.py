"""Imported once by a server of child processes: plays a little, so that its children find all compiled."""

from tests.table import spring

with spring("Ann", "Bob", options="reminders = on", moderation={"confirm": "never"}) as _table:
    _table.write("Ann", "move n\nstatus\ndisplay", "1 12:00")
    _table.write("Bob", "move n", "1 12:00", vouched=False)
    _table.write("eve@example.com", "hello", "1 12:00")
    _table.write("Max", "moderate m1\nas Bob: move n because I test\nclose because I test", "1 12:01")
    _table.tick_to("2 00:01")
