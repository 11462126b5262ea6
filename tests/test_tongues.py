"""The general words are understood in Portuguese and Chinese; prose that only begins like them is prose."""

from collections.abc import Iterator

import pytest

from referee.app.joining import requested
from referee.app.observing import requested as observed
from referee.app.tongues import SYNONYMS, is_meant, is_preview, span_in_english, word_of_answer
from referee.app.verbs import GENERAL
from referee.engine.orders import Order, read_line
from referee.games import games
from tests.table import Table, spring

ORDERS = [
    ("ajuda", "help"),
    ("Ajuda, por favor.", "help"),
    ("ajuda move", "help"),
    ("jogos", "games"),
    ("partidas", "matches"),
    ("estado", "status"),
    ("Situação.", "status"),
    ("exibir", "display"),
    ("histórico", "history"),
    ("historico 3", "history"),
    ("regras", "rules"),
    ("endereços", "addresses"),
    ("endereços adicionar ann2@example.net", "addresses"),
    ("renovar token", "token renew"),
    ("fuso horário America/Sao_Paulo", "timezone"),
    ("fuso UTC", "timezone"),
    ("idioma português", "language"),
    ("língua pt", "language"),
    ("ausente de 2026-12-24 a 2027-01-02", "absent"),
    ("ausente de 24 de dezembro a 2 de janeiro", "absent"),
    ("dizer Bom dia a todos!", "say"),
    ("diga a todos que volto amanhã", "say"),
    ("dizer a Bob vi você lá", "tell"),
    ("Diga ao Bob: vi você lá.", "tell"),
    ("ignorar Bob", "ignore"),
    ("observar m2", "observe"),
    ("desafiar Bob para paprika", "challenge"),
    ("revanche", "rematch"),
    ("desistir", "resign"),
    ("Eu desisto.", "resign"),
    ("帮助", "help"),
    ("请帮助。", "help"),
    ("帮助 move", "help"),
    ("游戏", "games"),
    ("比赛", "matches"),
    ("状态", "status"),
    ("显示", "display"),
    ("历史", "history"),
    ("历史 3", "history"),
    ("规则。", "rules"),
    ("地址", "addresses"),
    ("地址 添加 ann2@example.net", "addresses"),
    ("更换令牌", "token renew"),
    ("时区 Asia/Shanghai", "timezone"),
    ("语言 中文", "language"),
    ("语言英语", "language"),
    ("缺席 从2026-12-24到2027-01-02", "absent"),
    ("请假从12月24日到1月2日", "absent"),
    ("说：大家好！", "say"),
    ("告诉大家：明天见", "say"),
    ("告诉 Bob 我看见你了", "tell"),
    ("告诉Bob：我看见你了", "tell"),
    ("忽略 Bob", "ignore"),
    ("观战 m2", "observe"),
    ("挑战 Bob 玩 paprika", "challenge"),
    ("再来一局", "rematch"),
    ("认输", "resign"),
    ("我认输", "resign"),
]
PROSE = [
    "Ajuda muito jogar em equipe.",
    "Jogos são divertidos",
    "Partidas assim são raras",
    "Estado das coisas: tudo bem",
    "Histórico de derrotas, o meu",
    "Regras são regras",
    "Endereços não faltam",
    "Fuso horário complicado, o seu",
    "Língua afiada, a sua",
    "Ausente está o Bob",
    "Dizer a verdade faz bem",
    "Ignorar isso seria um erro",
    "Observar os outros é divertido",
    "Desafio grande, este jogo",
    "Revanche virá um dia",
    "Desisto de entender esta partida",
    "Não desisto",
    "Se eu perder, desisto",
    "状态不错",
    "规则很复杂",
    "历史悠久的游戏",
    "游戏真好玩",
    "帮助我们理解一下局势",
    "比赛很精彩",
    "语言是一门艺术",
    "说实话，我觉得很难",
    "说得好",
    "告诉你一个秘密",
    "忽略这些细节吧",
    "显示器坏了",
    "认输的人是小狗",
    "不认输",
    "挑战很大",
    "地址在哪里？",
]


@pytest.fixture(name="table", scope="module")
def running() -> Iterator[Table]:
    with spring("Ann", "Bob") as table:
        yield table


def preview(table: Table, line: str, at: str) -> str:
    """What the receipt of a preview says about the line."""
    assert table.write("Ann", f"preview\n{line}", at) == "done"
    return table.last("Ann", "receipt").text


@pytest.mark.parametrize(("line", "verb"), ORDERS, ids=[line for line, _ in ORDERS])
def test_a_general_word_is_understood_in_portuguese_and_chinese(table: Table, line: str, verb: str) -> None:
    order = read_line(line, GENERAL)
    assert isinstance(order, Order)
    assert order.verb == verb
    text = preview(table, line, "1 11:00")
    assert f"> {line}" in text
    assert "Not read as orders" not in text


@pytest.mark.parametrize("line", PROSE)
def test_prose_that_begins_like_an_order_is_none(table: Table, line: str) -> None:
    text = preview(table, line, "1 11:00")
    assert f"> {line}" not in text or "Did you mean" in text
    assert "Not carried out. Write" not in text


FORMS = [(form, key) for key, languages in SYNONYMS.items() for forms in languages.values() for form in forms]


@pytest.mark.parametrize(("form", "verb"), FORMS, ids=[form for form, _ in FORMS])
def test_no_shorter_form_hides_a_longer_one(form: str, verb: str) -> None:
    for written in (form, form.capitalize(), f"Eu {form}"):
        order = read_line(f"{written} Europe/Lisbon", GENERAL)
        assert isinstance(order, Order)
        assert (order.verb, order.rest) == (verb, "Europe/Lisbon")


def meant(line: str) -> str:
    """The verb that the line is carried out as at a table of Ann and Bob, or that it is prose."""
    order = read_line(line, GENERAL)
    assert isinstance(order, Order)
    return order.verb if is_meant(order, ("Ann", "Bob"), bool, bool) else "prose"


TO = ["a", "ao", "à", "para", "para o", "para a", "pro", "pra", "A", "Para o"]


@pytest.mark.parametrize("to", TO)
@pytest.mark.parametrize("verb", ["dizer", "Dizer", "diga", "Diga"])
def test_what_is_for_one_player_is_never_said_to_all(verb: str, to: str) -> None:
    assert meant(f"{verb} {to} Bob vi você lá") == "tell"
    assert meant(f"{verb} {to} Bob: vi você lá") == "tell"


@pytest.mark.parametrize("to", [*TO, "aos", "às", "pros", "somente a", "só para"])
@pytest.mark.parametrize("name", ["Bobb", "meu amigo", "Bobb:"])
def test_what_may_be_for_one_player_is_not_said_to_all_either(to: str, name: str) -> None:
    assert meant(f"dizer {to} {name} vi você lá") == "prose"
    assert meant(f"dizer a todos {to} {name} vi você lá") == "say"


@pytest.mark.parametrize("zone", ["Europe/Lisbon", "europe/lisbon", "EUROPE/LISBON", "Utc"])
@pytest.mark.parametrize("word", ["timezone", "fuso horário", "Fuso horario", "fuso", "时区"])
def test_a_time_zone_is_understood_however_its_letters_are_written(
    table: Table, word: str, zone: str
) -> None:
    known = {"europe/lisbon": "Europe/Lisbon", "utc": "UTC"}[zone.casefold()]
    assert f"timezone {known}" in preview(table, f"{word} {zone}", "1 11:00")


def test_every_general_word_has_its_words_in_both_languages() -> None:
    assert set(SYNONYMS) == set(GENERAL)
    assert all({"pt", "zh"} <= set(forms) for forms in SYNONYMS.values())


def test_no_word_stands_for_two_orders() -> None:
    forms = [form for verb in GENERAL.values() for group in verb.synonyms.values() for form in group]
    assert len(forms) == len(set(forms))
    for game in games().values():
        own = {form for verb in game.verbs.values() for group in verb.synonyms.values() for form in group}
        assert own & set(forms) <= {"mostrar", "显示", "顯示"}  # Rithmomachia shows its field by them


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("entrar em m1 como Ann", ("m1", "Ann")),
        ("Entrar m1", ("m1", "Cid")),
        ("加入 m1 名为 Ann", ("m1", "Ann")),
        ("加入m1，名字：Ann。", ("m1", "Ann")),
        ("加入 m1", ("m1", "Cid")),
        ("Entrar em campo como Ann", None),
        ("加入我们吧", None),
    ],
)
def test_a_seat_is_asked_for_in_any_of_the_languages(line: str, wish: tuple[str, str] | None) -> None:
    assert requested(line, "Cid Mota") == wish


def test_a_match_is_observed_in_any_of_the_languages() -> None:
    assert [observed(line) for line in ("observar m3", "assistir a m3", "观战m3", "旁观 m3。")] == ["m3"] * 4
    assert observed("观看电影") is None


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("de 2026-12-24 a 2027-01-02", "from 2026-12-24 to 2027-01-02"),
        ("desde 24 de dezembro até 2 de janeiro", "from 24 december to 2 january"),
        ("de 24 dez a 2 jan", "from 24 december to 2 january"),
        ("从12月24日到1月2日", "from 24 december to 2 january"),
        ("从2026年12月24日至2027年1月2日", "from 2026-12-24 to 2027-01-02"),
        ("voltei", "off"),
        ("结束", "off"),
    ],
)
def test_days_are_understood_in_any_of_the_languages(said: str, english: str) -> None:
    assert span_in_english(tuple(said.split())) == tuple(english.split())


def test_a_question_is_answered_and_a_preview_asked_for_in_any_of_the_languages() -> None:
    assert [word_of_answer(word) for word in ("Confirmo!", "确认。", "Nego", "拒绝", "aceito", "接受")] == [
        "confirm",
        "confirm",
        "deny",
        "deny",
        "accept",
        "accept",
    ]
    assert word_of_answer("Confirmo que fui eu") == "confirmo que fui eu"
    assert all(map(is_preview, ("preview", "Prévia:", "预览：")))
    assert not is_preview("Previamente")


def test_press_and_absence_act_in_any_of_the_languages() -> None:
    with spring("Ann", "Bob") as table:
        table.write("Ann", "dizer Bom dia!\n说：大家好", "1 11:00")
        assert [
            mail.text.count("Bom dia!") + mail.text.count("大家好") for mail in table.mails("Bob", "say")
        ] == [
            1,
            1,
        ]
        table.write("Ann", "ausente de 24 de dezembro a 2 de janeiro", "1 11:10")
        with table.desk.books() as book:
            person = book.person_at("ann@example.net")
        assert person is not None
        assert person.absent_from is not None
        table.write("Ann", "desistir", "1 11:20")
        assert table.answer(table.last("Ann", "confirm"), "confirmo", "1 11:30") == "done"
        assert "resigned Ann: Ann resigned" in table.texts()
