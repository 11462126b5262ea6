"""What is promised about mail, sentence by sentence, and the tests that hold it.

A test is named `sentences/FOLDER` or `attacks/FOLDER` (letters on file), `letters/FILE` (a sample), or
`FILE::NAME` (the test without its `test_`); where several begin alike, their beginning stands for all.
"""

from functools import cache
from pathlib import Path

import pytest

from tests.on_file import comes_to_what_it_says

HERE = Path(__file__).parent
SENTENCES = sorted(path for path in (HERE / "sentences").iterdir() if path.is_dir())

PAGE = """
# Who is writing
every seat and moderator has a random token
    | test_simulate::tokens_and_seeds_follow_from_the_seed_as_specified
it travels in the Reply-To | sentences/a-token-in-the-address | test_compose::answers_go_to_the_address
the delimiter can be another, or none | test_compose::without_plus_addressing
    | test_identity::a_token_is_found_again
a tag line identifies, also quoted, and never acts | sentences/a-quoted-tag-line
a Message-ID of ours proves with the registered From | sentences/an-answer-proves
    | sentences/references-prove
and with nobody else's | attacks/message-id-of-ours-from-elsewhere | attacks/message-id-of-another
tokens are stripped from what is passed on | attacks/tokens-told-to-others
    | test_identity::secrets_are_stripped
the subject bears the match and no secret | test_identity_flow::the_subject_bears_the_match
a new address is held, confirmed at the seat, then known | sentences/a-new-address-is-held
resign, addresses and token renew are confirmed | sentences/resigning | sentences/adding
    | sentences/renewing
a renewed token makes the old one void | test_confirming::a_renewed_token
an address of another person is held for the seat | attacks/forwarded-display
    | attacks/plus-address-of-another
without a token a vouched From counts | sentences/a-vouched-registered-from
only by the topmost result, of our server, aligned, above Received | attacks/results-
the referee is named in To or Cc | sentences/the-referee-may-stand | sentences/a-letter-that-does-not-name
the Date is within three days | sentences/a-date-three-days-off | attacks/letter-of-last-week-again
there is exactly one From | attacks/two-from | test_identity::there_is_no_sender_unless
doctor probes with a forged one | test_doctor::a_server_that_lets_forged_proofs_through
otherwise the registered address is asked | attacks/forged-from
a closed network may trust From | test_identity_flow::a_closed_network_believes
confirm is the first line read | attacks/confirmation-in-a-quote
    | test_confirming::confirm_as_the_first_line
deny discards | sentences/deny-discards | attacks/denial-by-somebody-else
anything else does nothing | sentences/any-other-answer | attacks/confirmation-by-a-machine
each question has a single-use token of its own | attacks/confirmation-twice
    | attacks/confirmation-with-another
which ends with the deadline or after seven days | test_confirming::a_question_ends
    | test_confirming::a_question_without
a letter that is confirmed in time keeps its time | sentences/a-confirmed-letter-keeps-its-time
too late is too late | sentences/confirmed-too-late | test_turns::too_late_is_too_late
receipts go to registered addresses, never to a Reply-To | attacks/reply-to-elsewhere
    | attacks/reply-to-of-a-player
one mail a person, one recipient, no Cc | test_identity_flow::every_mail_has_one_recipient
nothing secret and no stranger's text is echoed | attacks/text-of-a-stranger
    | test_identity_flow::no_mail_bears
who may open stands in the configuration | sentences/only-who-may-open | attacks/forged-from-opens
a moderator's letter is proven | sentences/a-moderator-s-letter | attacks/moderators-token
    | attacks/player-as
what rewrites is confirmed besides | sentences/what-rewrites
    | attacks/moderators-token-without-a-confirmation
a list's address never becomes a player's | attacks/list-post
    | test_identity_flow::an_address_of_a_mailing_list
a proven stranger gets one answer a day | sentences/a-stranger-gets-one-answer
    | sentences/an-unproven-stranger
a hundred a day, one pending question an address | test_identity_flow::strangers_get
    | test_identity_flow::one_conf
never blocks for good, and so does ban | sentences/never-blocks | test_identity_flow::a_banned_address
nobody says never for somebody else | attacks/never-in-anothers-name
names and addresses that look alike are no proof | attacks/from-homograph | attacks/name-homograph

# What is read
the first text/plain, else text/html | attacks/mime-alternatives-differ | sentences/html-alone
    | letters/html-beside
subject and attachments never act | attacks/moderators-commands-in-the-subject | attacks/mime-text-attached
quotes, forwarded mails and signatures never act | attacks/moderators-commands | attacks/mime-message-inside
charsets: declared, UTF-8, cp1252; unknown ones lose nothing | sentences/an-unknown-charset
    | letters/charset-
flowed with DelSp and quoted-printable are read | sentences/quoted-printable-and-flowed
    | letters/flowed-delsp
marks and spaces are made plain | sentences/marks-and-spaces | letters/bom-and-nbsp
winmail.dat and encrypted mails get a how-to | sentences/winmail-alone | sentences/an-encrypted-letter
reading stops at a signature, end, attribution, forward marker | sentences/reading-stops-at-
attributions are found in any language | attacks/quote-of-another-language | test_reply::an_attribution_ends
end closes an open block first | test_orders::a_block_runs_to_end | test_reply::what_follows_an_end
marked lines are quoted wherever they stand | sentences/marked-lines-are-quoted
none of this inside delimiters | test_reply::nothing_stops_and_nothing_is_quoted_inside_a_block
a line below a quoted ballot line answers it | test_reply::a_line_directly_below | letters/interleaved
no elided line of the corpora acts | test_reply::nothing_elided_is_read
orders stand one to a line, in order | sentences/a-receipt-is-a-transcript
courtesies and capitals don't matter | sentences/courtesies-are-ignored
words left over make no order | sentences/words-left-over-are-no-order
block orders | test_orders::a_block_runs_to_a_blank_line | test_orders::a_line_of_a_delimited_block
prose is listed | sentences/prose-is-ignored
a slip is answered and not carried out | sentences/a-slip-is-answered
game words of three languages | sentences/orders-are-understood-in
mails in the player's language | sentences/anyone-can-say-language | test_languages::who_chooses_a_language

# Receipts
one a letter, a transcript, what was ignored, where reading stopped | sentences/a-receipt-is-a-transcript
its subject counts | test_render::the_subject_of_a_receipt_counts
it is threaded under the letter | test_intake::the_receipt_is_a_transcript_in_the_thread
after the fifth near-order none is tried | sentences/after-the-fifth-near-order
a failed order about authority stops the letter | test_intake::a_failed_order_about_authority
preview carries nothing out | sentences/preview-carries-nothing-out
sealed games say only that it was recorded | test_intake::an_accepted_order_says_only_recorded
second ones are refused with their reason | test_intake::a_second_declaration_is_refused

# Machines
every form of automatic letter is kept without effect | attacks/machine- | test_machines::a_machines_letter
except posts of a configured list | test_machines::a_post_of_a_configured_list
bounces are matched to the mail | test_bounces::a_report_is_read | attacks/report-
three permanent ones in a week suspend | test_bounces::the_third_mail
a temporary one changes nothing | test_bounces::a_temporary_report
ours say that they are a machine's | test_compose::a_mail_says_that
    | test_compose::a_broadcast_can_be_sorted
a letter has at most 1 MiB | test_bad_letters::a_letter_of_which_only_the_headers
    | test_letter::a_letter_that_is_too
200 lines and 50 orders | test_intake::no_more_than_200 | test_intake::no_more_than_fifty
letters an hour, receipts in ten minutes | test_identity_flow::letters_above
    | test_identity_flow::receipts_in_ten
unproven mail has its own budget | test_identity_flow::unproven_letters | test_limits::unproven_letters
sends a minute, delayed and never reordered | wire/test_sending::mails_go_out_so_many_a_minute
off in simulations | test_simulate::limits_are_off

# Ledger, time, faults
filed first, by place and Message-ID | test_intake::a_letter_at_the_same_place | attacks/letter-again
another text under the same Message-ID is held | test_intake::the_same_message_id_with_another_text
a list's copy is the same letter | test_intake::a_duplicate_with_a_lists_footer | attacks/list-copy
filing, effect and receipt commit together | test_crashes::whenever_it_is_killed
what raises is quarantined and can be retried | test_bad_letters::a_letter_that_fail
    | test_bad_letters::a_moderator_can
a letter's time is clamped | test_turns::a_letter_from_the_future | test_turns::a_letter_from_long_ago
a letter at the deadline waits | sentences/a-letter-at-the-deadline-waits
    | test_turns::a_letter_never_hastens
a deadline closes when the mailbox was read after it, or after grace | test_turns::a_deadline_waits
    | test_turns::with_the
outages ask the moderator | test_outage::nothing_is_closed_on_waking | test_outage::unanswered_for_a_day
simulations were never down | test_simulate::a_simulation_was_never_down
IDLE is a hint, polling the truth | wire/test_poller::without_idle | wire/test_poller::new_mail_is_read
letters move after the commit, oldest first | wire/test_poller::waiting_letters
    | wire/test_imap::a_letter_is_moved
reading marks nothing, in batches, oldest first | wire/test_imap::reading_marks
    | wire/test_imap::thousands_of_waiting
a silent server is left and met again | wire/test_imap::a_server_that_falls
    | wire/test_poller::a_connection_cut_in_idle
a durable outbox, back-off, the same Message-ID | wire/test_smtp::waits_double
    | test_crashes::at_most_one_parcel
one kept connection, TLS by default | wire/test_smtp::one_connection_is_kept
    | wire/test_smtp::a_server_without_starttls
what is refused for good is a bounce | wire/test_sending::three_refusals
at least once, and the README says so | test_readme::it_names_the_two_commands_and_says_how_mails_are_sent
the operator gets a summary and alerts | test_daily::the_operator_gets_one
    | wire/test_troubles::the_operator_is_told
letters are kept 400 days, and erased on demand | test_daily::letters_and_sent | test_store::who_is_erased

# What anyone can say
help, games, matches, status, display, history, rules | sentences/anyone-can-say-
join and observe | sentences/anyone-can-say-join-and-observe | attacks/observing-in-anothers-name
language, timezone, absent, say, addresses | sentences/anyone-can-say-
tell and ignore | test_intake::press_is_passed_on | test_intake::who_is_ignored
addresses only | test_absence::addresses_only
challenge, accept, decline | sentences/anyone-can-say-challenge | sentences/a-challenge
    | sentences/a-stranger-can-t
joining is confirmed, in a closed network at once | test_confirming::joining_is
    | test_confirming::a_closed_network
a match opens when full | test_confirming::a_full_match_starts
a vacant seat is announced and joined | test_vacancies::a_wanted_seat | test_vacancies::who_joins

# Overrides
open begins a letter, or moderate | test_moderating::a_listed_moderator_opens
    | test_moderating::only_the_moderator
a command on a running match needs a reason | sentences/a-command-needs-a-reason
the commands | test_overriding:: | test_seats:: | test_outage::
preview, confirm, fresh preview | attacks/confirmation-after-the-match | test_moderating::a_fresh_preview
announced, or by number only | test_overriding::secret_overrides | test_overriding::overrides_are_published
a seat can't moderate a sealed game | test_confirming::who_moderates_a_sealed_match

# Simulations
letters, order, output, exit codes | test_simulate::
"""


def promises() -> list[tuple[str, list[str]]]:
    """Each sentence with its tests; a line that begins with a space continues the one above."""
    whole = PAGE.replace("\n    |", " |").splitlines()
    lines = [line.split("|") for line in whole if line and not line.startswith("#")]
    return [(words[0].strip(), [word.strip() for word in words[1:]]) for words in lines]


@cache
def source_of(file: str) -> str:
    """The tests of a file as they are written."""
    return (HERE / f"{file}.py").read_text("utf-8")


def is_there(test: str) -> bool:
    """Whether there is such a test."""
    file, mark, name = test.partition("::")
    if mark:
        return f"def test_{name}" in source_of(file)
    folder, _, beginning = test.partition("/")
    return any(path.name.startswith(beginning) for path in (HERE / folder).iterdir())


@pytest.mark.parametrize(("sentence", "tests"), promises(), ids=lambda value: str(value)[:40])
def test_every_sentence_has_its_tests(sentence: str, tests: list[str]) -> None:
    assert tests, sentence
    assert [test for test in tests if not is_there(test)] == []


@pytest.mark.parametrize("folder", SENTENCES, ids=lambda path: path.name)
def test_letters_come_to_what_is_promised(folder: Path) -> None:
    comes_to_what_it_says(folder)


def test_every_folder_of_letters_stands_for_a_sentence() -> None:
    named = [
        test.partition("/")[2] for _, tests in promises() for test in tests if test.startswith("sentences/")
    ]
    assert [path.name for path in SENTENCES if not any(path.name.startswith(name) for name in named)] == []
