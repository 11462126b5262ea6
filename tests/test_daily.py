"""Once a day the operator is told how things stand, and old raw mails are thrown away."""

from sqlalchemy import select

from referee.store.tables import letters, outbox
from tests.table import Mail, Table, moment, open_table, spring

OPERATOR = "operator@example.org"
NO_OUTAGE = {"outage": "0s"}


def summaries(table: Table) -> list[Mail]:
    return table.mails(OPERATOR, "summary")


def text_of(mail: Mail) -> str:
    return " ".join(mail.text.split())


def test_the_operator_gets_one_summary_a_day() -> None:
    with spring(time=NO_OUTAGE) as table:
        table.tick_to("1 12:00")
        assert summaries(table) == []
        for at in ("2 00:01", "2 00:02", "2 23:59"):
            table.tick_to(at)
        assert [mail.posted_at for mail in summaries(table)] == [moment("2 00:01")]
        table.tick_to("3 00:00")
        assert len(summaries(table)) == 2


def test_the_summary_tells_what_happened_and_what_waits() -> None:
    with spring(time=NO_OUTAGE) as table:
        table.tick_to("1 10:00")
        table.write("Ann", "move n", "1 11:00")
        table.write("Bob", "move n", "1 11:00", vouched=False)
        with table.desk.books() as book:
            book.suspend("bob@example.net", moment("1 12:00"))
            book.commit()
        table.tick_to("2 00:01")
        told = text_of(summaries(table)[0])
        assert "done 1" in told.replace(":", "")
        assert "held 1" in told.replace(":", "")
        assert "running 1" in told.replace(":", "")
        assert "Letters that are held: 1." in told
        assert "Mails to bob@example.net came back" in told
        assert "The mailbox was last read" in told


def test_without_an_operator_nobody_gets_a_summary() -> None:
    with spring(time=NO_OUTAGE, operator={"address": ""}) as table:
        for at in ("1 12:00", "2 00:01", "3 00:01"):
            table.tick_to(at)
        assert table.mails(kind="summary") == []


def test_a_simulation_makes_no_summary() -> None:
    with spring() as table:
        for at in ("1 12:00", "2 00:01", "3 00:01"):
            table.tick(at, is_read=True)
        assert table.mails(kind="summary") == []


def raws(table: Table) -> tuple[list[bytes], list[bytes]]:
    """The raw letters and the raw mails as they are kept."""
    with table.engine.connect() as connection:
        received = connection.execute(select(letters.c.raw).order_by(letters.c.id)).scalars()
        return list(received), list(connection.execute(select(outbox.c.raw).order_by(outbox.c.id)).scalars())


def test_letters_and_sent_mails_are_emptied_after_keep_letters() -> None:
    with spring(time={**NO_OUTAGE, "keep_letters": "2 days"}) as table:
        table.write("Ann", "move n", "3 09:00", now="3 09:00")
        with table.desk.books() as book:
            for parcel in book.claim_parcels(moment("1 11:00"))[:2]:
                book.note_sent(parcel.id, moment("1 11:00"))
            book.commit()
        for at in ("2 12:00", "3 12:00"):
            table.tick_to(at)
        received, sent = raws(table)
        assert [raw == b"" for raw in received] == [True, False]
        assert [raw == b"" for raw in sent[:3]] == [True, True, False]
        assert table.letter(1).status == "done"
        assert table.state() is not None


def test_a_clock_that_leaps_ahead_throws_nothing_away() -> None:
    with open_table() as table:
        table.write("Max", 'open paprika "Spring"', "1 11:00")
        table.tick_to("1 12:00")
        table.tick_to("500 12:00")
        assert b"" not in raws(table)[0]


def test_a_clock_that_is_put_back_counts_its_days_on_from_there() -> None:
    with open_table() as table:
        for at in ("2 00:01", "500 00:01", "3 00:01", "4 00:01"):
            table.tick_to(at)
        assert [mail.posted_at for mail in summaries(table)] == [moment("500 00:01"), moment("4 00:01")]
