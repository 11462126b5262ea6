"""What the sender of a mail wrote: above quotes, signatures and forwarded mails, in any language."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.reply import MAX_LINES, ReplyText, is_end, made_plain, read_reply

CORPORA = Path(os.environ.get("REFEREE_CORPORA") or Path(__file__).parents[2] / "shared" / "corpora")
LETTERS = CORPORA / "reply-trimmer"
ORDER = "move n"
OTHER = "vote against 301"


def written(reply: ReplyText) -> list[str]:
    """The lines that may act, without blank ones."""
    return [line.strip() for line in reply.unquoted if line.strip()]


def below(*lines: str) -> ReplyText:
    """A reply of one order, a blank line, these lines, and an order of somebody else."""
    return read_reply("\n".join((ORDER, "", *lines, "", OTHER, "")))


ATTRIBUTIONS = {
    "gmail en": "On Mon, Dec 7, 2026 at 10:00 AM Referee <referee@example.org> wrote:",
    "gmail, wrapped": "On Mon, Dec 7, 2026 at 10:00 AM Referee of the League <\nreferee@example.org> wrote:",
    "gmail en, in three": "On Mon, Dec 7, 2026 at 10:00 AM\nThe Referee\n<referee@example.org> wrote:",
    "gmail pt": "Em seg., 7 de dez. de 2026 às 10:00, Referee <referee@example.org> escreveu:",
    "gmail de": "Am Mo., 7. Dez. 2026 um 10:00 Uhr schrieb Referee <referee@example.org>:",
    "gmail fr": "Le lun. 7 déc. 2026 à 10:00, Referee <referee@example.org> a écrit :",
    "gmail es": "El lun, 7 dic 2026 a las 10:00, Referee (<referee@example.org>) escribió:",
    "gmail es, wrapped": "El lun, 7 dic 2026 a las 10:00, Referee (<referee@example.org>)\nescribió:",
    "gmail it": "Il giorno lun 7 dic 2026 alle ore 10:00 Referee <referee@example.org> ha scritto:",
    "gmail pl": "pon., 7 gru 2026 o 10:00 Referee <referee@example.org> napisał(a):",
    "gmail ru": "пн, 7 дек. 2026 г. в 10:00, Referee <referee@example.org>:",
    "gmail nl": "Op ma 7 dec 2026 om 10:00 schreef Referee <referee@example.org>:",
    "gmail sv": "Den mån 7 dec. 2026 kl 10:00 skrev Referee <referee@example.org>:",
    "gmail da": "Den man. 7. dec. 2026 kl. 10.00 skrev Referee <referee@example.org>:",
    "gmail fi": "ma 7. jouluk. 2026 klo 10.00 Referee (referee@example.org) kirjoitti:",
    "gmail cs": "po 7. 12. 2026 v 10:00 odesílatel Referee <referee@example.org> napsal:",
    "gmail tr": "Referee <referee@example.org>, 7 Ara 2026 Pzt, 10:00 tarihinde şunu yazdı:",
    "gmail hu": "Referee <referee@example.org> ezt írta (időpont: 2026. dec. 7., H, 10:00):",
    "gmail ro": "În lun., 7 dec. 2026 la 10:00, Referee <referee@example.org> a scris:",
    "gmail uk": "пн, 7 груд. 2026 р. о 10:00 Referee <referee@example.org> пише:",
    "gmail el": "Στις Δευ 7 Δεκ 2026 στις 10:00 π.μ., ο χρήστης Referee <referee@example.org> έγραψε:",
    "gmail he": "‫בתאריך יום ב׳, 7 בדצמ׳ 2026 ב-10:00 מאת ‪Referee‬‏ <‪referee@example.org‬‏>:‬",
    "gmail ar": "في الاثنين، 7 ديسمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة ‪Referee‬‏ <‪referee@example.org‬‏>:‬",
    "gmail zh": "Referee <referee@example.org> 于2026年12月7日周一 10:00写道：",
    "gmail tw": "Referee <referee@example.org> 於 2026年12月7日 週一 上午10:00寫道：",
    "gmail ja": "2026年12月7日(月) 10:00 Referee <referee@example.org>:",
    "gmail ko": "2026년 12월 7일 (월) 오전 10:00, Referee <referee@example.org>님이 작성:",
    "gmail vi": "Vào Th 2, 7 thg 12, 2026 vào lúc 10:00 Referee <referee@example.org> đã viết:",
    "gmail th": "เมื่อ จ. 7 ธ.ค. 2026 เวลา 10:00 Referee <referee@example.org> เขียนว่า:",
    "gmail id": "Pada Sen, 7 Des 2026 pukul 10.00 Referee <referee@example.org> menulis:",
    "gmail hi": "सोम, 7 दिस॰ 2026 को 10:00 am बजे को Referee <referee@example.org> ने लिखा:",
    "persian digits": "در تاریخ ۱۶ آذر ۱۴۰۵، ساعت ۱۰:۰۰، داور نوشت:",
    "apple en": "On 7 Dec 2026, at 10:00, Referee <referee@example.org> wrote:",
    "apple de": "Am 07.12.2026 um 10:00 schrieb Referee <referee@example.org>:",
    "apple zh": "在 2026年12月7日，10:00，Referee <referee@example.org> 写道：",
    "apple ja": "2026/12/07 10:00、Referee <referee@example.org>のメール:",
    "apple pt": "No dia 7 de dez. de 2026, às 10:00, Referee <referee@example.org> escreveu:",
    "thunderbird en": "On 07/12/2026 10:00, Referee wrote:",
    "thunderbird fr": "Le 07/12/2026 à 10:00, Referee a écrit :",
    "thunderbird ru": "07.12.2026 10:00, Referee пишет:",
    "thunderbird ja": "On 2026/12/07 10:00, Referee wrote:",
    "yahoo": "On Monday, December 7, 2026 at 10:00:00 AM GMT+1, Referee <referee@example.org> wrote:",
    "yahoo es": "En lunes, 7 de diciembre de 2026, 10:00:00 CET, Referee <referee@example.org> escribió:",
    "proton": "On Monday, December 7th, 2026 at 10:00 AM, Referee <referee@example.org> wrote:",
    "163": 'At 2026-12-07 10:00:00, "Referee" <referee@example.org> wrote:',
    "163 zh": '在 2026-12-07 10:00:00，"Referee" <referee@example.org> 写道：',
    "k-9": "Referee <referee@example.org> schrieb:",
    "k-9, dated": "Am 7. Dezember 2026 10:00:00 MEZ schrieb Referee <referee@example.org>:",
    "evolution": "On Mon, 2026-12-07 at 10:00 +0100, Referee wrote:",
    "mutt": "On Mon, Dec 07, 2026 at 10:00:00AM +0100, Referee wrote:",
    "gnus": "Referee <referee@example.org> writes:",
    "gnus, no address": "The Referee writes:",
    "no colon": "2026-12-07 10:00 GMT+01:00 The Referee",
    "no colon, address": "On Mon, 7 Dec 2026, 10:00 The Referee, <referee@example.org>",
    "only an address": "referee@example.org:",
    "only a date": "7.12.2026:",
    "bold": "*On 7 Dec 2026, at 10:00, Referee wrote:*",
    "unknown tongue": "Zul 7 blorp 2026 quaz 10:00, Referee frobni:",
    "the name on its own line": "Am Montag, 7. Dezember 2026, 10:00\nschrieb The Referee:",
}


@pytest.mark.parametrize("lines", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
@pytest.mark.parametrize("above", [(), ("",)], ids=["directly below", "after a blank line"])
def test_an_attribution_ends_what_was_written(lines: str, above: tuple[str, ...]) -> None:
    reply = read_reply("\n".join((ORDER, *above, *lines.split("\n"), "", OTHER)))
    assert written(reply) == [ORDER]
    assert reply.reason == "attribution"
    assert reply.stop == made_plain(lines.split("\n")[0])


HEADERS = {
    "outlook en": "From: Referee <referee@example.org>\nSent: Monday, December 7, 2026 10:00\nSubject: x",
    "outlook de": "Von: Referee <referee@example.org>\nGesendet: Montag, 7. Dezember 2026 10:00\nAn: Ann",
    "outlook fr": "De : Referee <referee@example.org>\nEnvoyé : lundi 7 décembre 2026 10:00\nObjet : x",
    "outlook pt": "De: Referee <referee@example.org>\nEnviado: segunda-feira, 7 de dezembro de 2026 10:00",
    "outlook es": "De: Referee\nEnviado el: lunes, 7 de diciembre de 2026 10:00\nPara: Ann\nAsunto: x",
    "outlook it": "Da: Referee <referee@example.org>\nInviato: lunedì 7 dicembre 2026 10:00\nA: Ann",
    "outlook nl": "Van: Referee <referee@example.org>\nVerzonden: maandag 7 december 2026 10:00\nAan: Ann",
    "outlook pl": "Od: Referee <referee@example.org>\nWysłano: poniedziałek, 7 grudnia 2026 10:00\nDo: Ann",
    "outlook ru": "От: Referee <referee@example.org>\nОтправлено: 7 декабря 2026 г. 10:00\nКому: Ann",
    "outlook sv": "Från: Referee\nSkickat: den 7 december 2026 10:00\nTill: Ann\nÄmne: x",
    "outlook ja": "差出人: Referee <referee@example.org>\n送信日時: 2026年12月7日 10:00\n宛先: Ann",
    "outlook zh": "发件人: Referee <referee@example.org>\n发送时间: 2026年12月7日 10:00\n收件人: Ann",
    "outlook tw": "寄件者：Referee\n寄件日期：2026年12月7日 10:00\n收件者：Ann",
    "outlook ko": "보낸 사람: Referee <referee@example.org>\n보낸 날짜: 2026년 12월 7일\n받는 사람: Ann",
    "bold": "*From:* Referee\n*Sent:* 2026-12-07\n*To:* ann@example.org\n*Subject:* x",
    "starred": "*From*: Referee\n*Date*: 2026-12-07",
    "another order": "Subject: x\nDate: Mon, 7 Dec 2026 10:00:00 +0000\nFrom: Referee",
    "lotus": "To: Ann\nFrom: Referee\nDate: 12/07/2026 10:00 AM",
    "known names without a date": "From: Referee\nSubject: x",
    "one line": "From: Referee <referee@example.org>",
    "mailto": "Från: Referee [mailto:referee@example.org]",
    "unknown tongue": "Vrom: Referee <referee@example.org>\nZent: 7 dek 2026 10:00\nDo: Ann",
    "blank lines between": "From: Referee\n\nSent: 2026-12-07 10:00\n\nTo: Ann",
    "folded": "From: Referee\nTo: Ann, Bob,\n  Cid\nDate: 2026-12-07",
}


@pytest.mark.parametrize("lines", HEADERS.values(), ids=HEADERS)
def test_header_like_lines_in_any_order_end_what_was_written(lines: str) -> None:
    reply = below(*lines.split("\n"))
    assert written(reply) == [ORDER]
    assert reply.reason == "attribution"
    assert reply.stop == lines.split("\n")[0]


SEPARATORS = (
    "-----Original Message-----",
    "*-------- Original Message --------*",
    "-------- Mensagem original --------",
    "-------- Ursprüngliche Nachricht --------",
    "------ Message d'origine ------",
    "----- Mensaje original -----",
    "------------------ 原始邮件 ------------------",
    "---Original---",
    "________________________________",
    " ------------------------------",
    "======================",
    "---- On Mon, 07 Dec 2026 10:00:00 +0100 Referee <referee@example.org> wrote ----",
    "## Please answer above this line ##",
    "-- Reply above this line --",
    "Original message",
    "Mensagem original:",
    "元のメッセージ",
    "* * *",
    "~~~~",
    "\u2014",
    "\u2014\u2014\u2014\u2014",
    "────────────────",
    "ᐧ",
)


@pytest.mark.parametrize("line", SEPARATORS)
def test_a_drawn_line_ends_what_was_written(line: str) -> None:
    reply = below(line)
    assert written(reply) == [ORDER]
    assert reply.reason in ("separator", "signature")
    assert reply.stop == made_plain(line)


SIGNATURES = (
    "-- ",
    "--",
    "-- Ann",
    "\u2014\u2014 Ann",
    "Get Outlook for iOS",
    "Get Outlook for Android<https://aka.ms/ghei36>",
    "Obter o Outlook para iOS",
    "Outlook für iOS beziehen",
    "获取 Outlook for iOS",
    "Sent from my iPhone",
    "Sent from my Samsung Galaxy smartphone.",
    "Sent from Yahoo Mail for iPhone",
    "Sent from Mail for Windows",
    "Sent with Proton Mail secure email.",
    "Sent via mobile",
    "(sent from a touchscreen)",
    "Please excuse my brevity, sent from my phone",
    "Bob from mobile",
    "From my iPhone",
    "Enviado do meu iPhone",
    "Enviado desde mi iPad",
    "Envoyé de mon iPhone",
    "Envoyé depuis mon téléphone Orange",
    "Von meinem iPhone gesendet",
    "Gesendet mit der GMX Mail App",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Inviato da iPhone",
    "Verstuurd vanaf mijn iPhone",
    "Verzonden met Outlook voor Android",
    "Skickat från min iPhone",
    "Sendt fra min iPad",
    "Lähetetty iPhonesta",
    "Wysłane z iPhone'a",
    "Отправлено с iPhone",
    "Odesláno z iPhonu",
    "iPhone'umdan gönderildi",
    "iPhoneから送信",
    "发自我的 iPhone",
    "从我的 iPhone 发送",
    "從我的 iPhone 傳送",
    "나의 iPhone에서 보냄",
)


@pytest.mark.parametrize("line", SIGNATURES)
def test_a_signature_ends_what_was_written(line: str) -> None:
    reply = below(line)
    assert written(reply) == [ORDER]
    assert reply.reason == "signature"


FORWARDS = (
    "---------- Forwarded message ---------",
    "Begin forwarded message:",
    "-------- Weitergeleitete Nachricht --------",
    "Anfang der weitergeleiteten Nachricht:",
    "Début du message réexpédié :",
    "---------- Mensagem encaminhada ---------",
    "Início da mensagem encaminhada:",
    "Inicio del mensaje reenviado:",
    "Inizio messaggio inoltrato:",
    "---------- Doorgestuurd bericht ---------",
    "-------- Пересылаемое сообщение --------",
    "---------- 转发的邮件 ---------",
    "下面是被转发的邮件：",
    "転送されたメッセージ:",
)


@pytest.mark.parametrize("line", FORWARDS)
def test_a_forwarded_mail_ends_what_was_written(line: str) -> None:
    reply = below(line)
    assert written(reply) == [ORDER]
    assert reply.reason == "forwarded"


UNHARMED = (
    "nday 7: move n",
    "301: FOR",
    "tell Bob: meet me at 10:00",
    "as Ann: move n",
    "vote FOR 301, 302 and AGAINST 303",
    "absent from 2026-12-01 to 2026-12-05",
    "challenge Bob to paintfield at 2026-12-01 18:00 with bots",
    "challenge Bob <bob@example.net> to paintfield at 2026-12-01 18:00",
    "seat Ann ann@example.org",
    "addresses add ann@example.net",
    "moderators = Max <max@example.org>",
    "I propose to amend rule 206 to read:",
    "propose to enact a new rule:",
    "and to amend rule 301 to read:",
    "Title: A day of rest",
    "Author: Ann",
    "AI: 2.0",
    "Settings: debate_least = 0 hours",
    "Settings:",
    "Effect:",
    "CFJ: does 12:00 UTC end the debate?",
    "I judge 1: yes, since the vote of 2026-12-01 was open",
    "extend 24h because Bob's line was cut at 23:10",
    "2b1-2b2",
    "2b2-2b3>3b4",
    "E12 S6",
    "-1",
    "+1",
    "↗",
    "- move n",
    "**move n**",
    "Hi all, tough one this week",
    "Don't wait for me on Friday, I'm away.",
    "I sent you a mail yesterday.",
    "This is not a ---------- delimiter.",
    "as I wrote",
    "c5 hole",
    "vote a favor 301",
    "201年",
)


@pytest.mark.parametrize("line", UNHARMED)
def test_orders_and_prose_are_read(line: str) -> None:
    assert written(read_reply(f"{line}\n{ORDER}\n")) == [line, ORDER]


def test_lines_of_options_and_seats_are_read() -> None:
    lines = (
        'open paprika "Spring"',
        "moderators = Max <max@example.org>",
        "seat Ann ann@example.org",
        "start",
    )
    assert written(read_reply("\n".join(lines))) == list(lines)


def test_a_proposal_with_header_lines_is_read() -> None:
    lines = ("I submit the following proposal:", "Title: Rest", "Author: Ann <ann@example.org>", "AI: 2.0")
    assert written(read_reply("\n".join(lines))) == list(lines)


@pytest.mark.parametrize("mark", [">", "> ", ">> ", " > ", "|", "| ", "&gt; ", "Ann> ", "C>"])
def test_a_marked_line_is_quoted_wherever_it_stands(mark: str) -> None:
    reply = read_reply(f"{mark}{OTHER}\n{ORDER}\n\n{mark}{OTHER}\n{ORDER}")
    assert written(reply) == [ORDER, ORDER]
    assert [line.quoted for line in reply.lines] == [True, False, False, True, False]


@pytest.mark.parametrize(
    "quote",
    [
        "> On 7 Dec 2026, at 10:00, Referee <referee@example.org> wrote:\n>\n> Nday 7",
        "> Il 7 dicembre 2026 alle 10.00 Referee <referee@example.org> ha\n> scritto:\n> Nday 7",
        "> Begin forwarded message:\n>\n> From: Bob <bob@example.net>",
        "| From: Bob <bob@example.net>\n| Date: 7 Dec 2026\n|\n| Hello",
    ],
)
def test_a_quote_that_begins_with_its_attribution_ends_what_was_written(quote: str) -> None:
    reply = below(*quote.split("\n"))
    assert written(reply) == [ORDER]
    assert reply.reason in ("attribution", "forwarded")


@pytest.mark.parametrize(
    "quote",
    [
        "> Next Turn: 2026-12-08 00:00 UTC\n> Priority: Ann, Bob",
        "> Proposal 301, open until 2026-12-08 00:00:",
        "> Your move, Ann:",
    ],
)
def test_a_quote_that_was_cut_out_by_hand_ends_nothing(quote: str) -> None:
    assert written(read_reply(f"{quote}\n{ORDER}\n\n{quote}\n{ORDER}")) == [ORDER, ORDER]


def test_an_attribution_inside_a_quote_ends_nothing() -> None:
    assert written(read_reply(f"> Nday 7\n> On 7 Dec 2026, Bob wrote:\n>> hello\n\n{ORDER}")) == [ORDER]


@pytest.mark.parametrize("word", ["end", "stop", "End", "STOP", " end ", "end."])
def test_the_word_end_or_stop_alone_ends_the_letter(word: str) -> None:
    reply = below(word)
    assert written(reply) == [ORDER]
    assert (reply.stop, reply.reason) == (word, "end")


@pytest.mark.parametrize("line", ["end no winner", "the end", "stop the clock", "> end"])
def test_end_among_other_words_ends_nothing(line: str) -> None:
    assert read_reply(f"{line}\n{ORDER}").stop is None


def test_what_follows_an_end_is_kept_for_an_open_block() -> None:
    reply = read_reply("map\nc5 hole\nend\nstart\nend\nHello\n-- \nMax")
    assert written(reply) == ["map", "c5 hole"]
    assert [line.text for line in reply.beyond] == ["end", "start", "end", "Hello"]
    assert is_end(reply.beyond[0].text)


def test_an_end_below_a_signature_is_nothing() -> None:
    reply = below("-- ", "end")
    assert (reply.reason, reply.beyond) == ("signature", ())


BLOCKS = [("{{{", "}}}"), ("{", "}"), ("***", "***"), ("```", "```")]


@pytest.mark.parametrize(("opening", "closing"), BLOCKS)
def test_nothing_stops_and_nothing_is_quoted_inside_a_block(opening: str, closing: str) -> None:
    inside = (
        "end",
        "--",
        "> quoted",
        "| table",
        "On 7 Dec 2026 at 10:00, Ann wrote:",
        "----",
        "From: x@y.org",
    )
    header = "I propose to enact a new rule:"
    reply = read_reply("\n".join((header, opening, *inside, closing, "open the vote", "-- ", "Ann")))
    assert written(reply) == [header, "open the vote"]
    assert [line.text for line in reply.lines if line.block] == [opening, *inside, closing]
    assert not any(line.quoted for line in reply.lines)
    assert reply.reason == "signature"


def test_another_blocks_delimiter_closes_nothing() -> None:
    reply = read_reply("Proposal: x\n{{{\n}\n```\n***\n}}}\nmove n")
    assert written(reply) == ["Proposal: x", "move n"]


def test_nothing_acts_below_a_block_that_is_never_closed() -> None:
    reply = read_reply(f"propose to enact a new rule:\n{{{{{{\ntext\n\nOn 7 Dec 2026, Ann wrote:\n{OTHER}")
    assert written(reply) == ["propose to enact a new rule:"]


def test_stars_without_a_header_above_or_a_pair_below_are_a_drawn_line() -> None:
    assert written(read_reply(f"{ORDER}\n***\n{OTHER}\n***\n{OTHER}")) == [ORDER]
    assert written(read_reply(f"propose this:\n***\n{OTHER}")) == ["propose this:"]


def test_a_line_directly_below_a_quoted_one_is_an_interleaved_answer() -> None:
    reply = read_reply("> 301 A day of rest\nfor\n\n> 302 No rest\nagainst\n>> 303\nfor\n> 304\n\nfor\n")
    assert reply.interleaved == (("301 A day of rest", "for"), ("302 No rest", "against"))


def test_interleaved_answers_stand_below_the_attribution_too() -> None:
    lines = "On 7 Dec 2026, Referee wrote:\n\n> 301 A day of rest\nfor\n> 302\nagainst\n-- \n> 303\nfor"
    reply = read_reply(lines)
    assert written(reply) == []
    assert reply.interleaved == (("301 A day of rest", "for"), ("302", "against"))


def test_an_end_ends_the_interleaved_answers_too() -> None:
    assert read_reply("> 301\nfor\nend\n> 302\nfor").interleaved == (("301", "for"),)
    assert read_reply("end\n\nOn 7 Dec 2026, Referee wrote:\n> 302\nfor").interleaved == ()


@pytest.mark.parametrize(
    "lines",
    [
        "-----Original Message-----\n> 301\nfor",
        "From: Bob <bob@example.net>\nSent: 2026-12-07\n\nHello\n> 301\nfor",
        "On 7 Dec 2026, Bob wrote:\n\nHello Ann,\n> 301\nfor",
        "On 7 Dec 2026, Bob wrote:\n> On 6 Dec 2026, Ann wrote:\n>> 301\n> for",
        "---------- Forwarded message ---------\n> 301\nfor",
    ],
)
def test_somebody_elses_interleaved_answers_are_nobodys(lines: str) -> None:
    assert read_reply(lines).interleaved == ()


def test_spaces_quotes_dashes_and_invisible_characters_are_made_plain() -> None:
    text = "\ufeffmove\u00a0n\r\nvote \u201cfor\u201d 301\u200b\rdon\u2019t\u2028a\u2013b \u2212 1"
    text += "\u2197\ufe0f\x00"
    assert made_plain(text) == 'move n\nvote "for" 301\ndon\'t\na-b - 1\u2197'


def test_made_plain_twice_is_made_plain_once() -> None:
    once = made_plain("\u2014 \u00a0\r\r\n\u201c")
    assert made_plain(once) == once


def test_what_stands_below_very_many_lines_is_not_read() -> None:
    reply = read_reply("\n".join((ORDER, *["x"] * MAX_LINES, OTHER)))
    assert (reply.reason, reply.stop) == ("length", "x")
    assert len(reply.lines) == MAX_LINES


HUGE = {
    "on": "On " * 170_000,
    "on lines": "On\n" * 170_000,
    "marks": ">" * 500_000,
    "parentheses": "(" * 500_000,
    "colons": "a: 10:00\n" * 50_000,
    "unfinished attributions": "Ann <a@b.c\n" * 50_000,
    "blocks": "{\n}\n" * 125_000,
    "ends": "end\n" * 125_000,
    "blank": "\n" * 500_000,
    "spaces": " " * 500_000,
    "addresses": "a@" * 250_000,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_reading_takes_time_in_proportion_to_the_letter(text: str) -> None:
    assert len(read_reply(text).lines) <= MAX_LINES


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("On 7:.@<>-_|{}*`\nendwrote:：年"), max_size=300))
def test_every_line_is_read_once_or_not_at_all(text: str) -> None:
    reply = read_reply(text)
    lines = made_plain(text).split("\n")
    assert [line.text for line in reply.lines] == lines[: len(reply.lines)]
    assert (reply.stop is None) == (len(reply.lines) == len(lines))
    assert reply.stop is None or reply.stop == lines[len(reply.lines)]


@settings(deadline=None)
@given(st.text(max_size=200), st.text(max_size=200))
def test_what_stands_below_a_stop_changes_nothing_above_it(above: str, after: str) -> None:
    reply = read_reply(f"{above}\n\n-- \n{after}")
    assert reply.unquoted == read_reply(f"{above}\n\n-- \n").unquoted


def corpus() -> list[str]:
    return sorted(path.name for path in (LETTERS / "emails").glob("*.txt")) if LETTERS.is_dir() else []


def part(kind: str, name: str) -> str:
    return (LETTERS / kind / name).read_text("utf-8")


def instead(line: str) -> str:
    """An order in place of the line's words, with the marks of a quote kept; a blank line stays blank."""
    if not line.strip():
        return line
    marks = line[: len(line) - len(line.lstrip("> "))]
    return f"{marks}{OTHER}" if ">" in marks else OTHER


@pytest.mark.parametrize(
    "option",
    [
        "at = 2026-12-04T20:00Z",
        "at = 2026-12-04 20:00 UTC",
        "at=2026-12-04T20:00Z",
        'title = "Friday, 4 December 2026, 20:00"',
        "deadline = Fri 4 Dec 2026 20:00 Max",
        "leg = 24h",
        "contact = <ann@example.net>",
    ],
)
def test_an_option_is_no_attribution_whatever_date_or_address_it_holds(option: str) -> None:
    letter = f"open paintfield\n{option}\nseat Bob bob@example.net\nseat Cid cid@example.net\nstart"
    assert written(read_reply(letter)) == letter.split("\n")


@pytest.mark.parametrize("quote", ["> at = 2026-12-04T20:00Z", "On 2026-12-04 at 20:00, Max = Moritz wrote:"])
def test_an_equals_sign_in_a_quote_or_a_name_stops_nothing_from_being_one(quote: str) -> None:
    assert written(read_reply(f"vote for 301\n\n{quote}\n> vote against 301")) == ["vote for 301"]


needs_corpus = pytest.mark.skipif(not LETTERS.is_dir(), reason="the corpora are not here")


@needs_corpus
def test_the_corpus_is_whole() -> None:
    assert len(corpus()) == 32


@needs_corpus
@pytest.mark.parametrize("name", corpus())
def test_nothing_elided_is_read(name: str) -> None:
    assert written(read_reply(part("elided", name))) == []


@needs_corpus
@pytest.mark.parametrize("name", corpus())
def test_no_order_among_or_in_place_of_elided_lines_acts(name: str) -> None:
    first, *rest = part("elided", name).split("\n")
    among = [text for line in (first, *rest) for text in (line, instead(line))] if first else []
    for elided in (among, [first, *map(instead, rest)]):
        reply = read_reply("\n".join((ORDER, "", *(elided if first else ()))))
        assert OTHER not in written(reply)
        assert written(reply)[0] == ORDER


@needs_corpus
@pytest.mark.parametrize("name", corpus())
@pytest.mark.parametrize("between", ["", "\n"], ids=["directly above", "a blank line between"])
def test_every_trimmed_line_in_front_acts(name: str, between: str) -> None:
    orders = [
        f"vote for {301 + at}" for at, line in enumerate(part("trimmed", name).split("\n")) if line.strip()
    ]
    for rest in (part("elided", name), part("emails", name)):
        acting = written(read_reply("\n".join(orders) + "\n" + between + rest))
        assert acting[: len(orders)] == orders
        assert not any(line in acting for line in part("elided", name).split("\n") if line.strip())
