"""Orders in Portuguese and in Chinese, and what people write in them that must never act."""

import pytest

from referee.engine.orders import Order
from referee.engine.reply import read_reply
from referee.errors import OrderError
from referee.games.rithmomachia import GAME
from referee.games.rithmomachia.notation import read_cell, read_move
from referee.games.rithmomachia.reading import read
from referee.games.rithmomachia.saying import describe


def understood(line: str) -> str | None:
    """How the line is read as an order or a question; None when it is neither."""
    [reading] = GAME.read(read_reply(line), "")
    if not isinstance(reading, Order):
        return None
    try:
        return _asked(reading) if GAME.verbs[reading.verb].query else str(describe(read(reading)))
    except OrderError:
        return None


def _asked(order: Order) -> str | None:
    if order.verb == "preview":
        read_move(order.rest)
    elif order.verb in ("legal", "why"):
        read_cell(order.rest)
    elif order.rest:
        return None
    return f"{order.verb} {order.rest}".strip()


ORDERS = {
    "2b1-2b2": "move 2b1-2b2",
    "mover 2b1-2b2": "move 2b1-2b2",
    "mover 2b1 para 2b2": "move 2b1-2b2",
    "jogar 2b1-2b2": "move 2b1-2b2",
    "movo 2b1-2b2": "move 2b1-2b2",
    "jogo 2b1-2b2": "move 2b1-2b2",
    "eu jogo 2b1 para 2b2": "move 2b1-2b2",
    "mover de 2b1 para 2b2": "move 2b1-2b2",
    "2b1 para 2b2": "move 2b1-2b2",
    "lance 2b1-2b2": "move 2b1-2b2",
    "prever 2b1-2b2": "preview 2b1-2b2",
    "prévia 2b1-2b2": "preview 2b1-2b2",
    "lances 2b1": "legal 2b1",
    "legais 2b1": "legal 2b1",
    "mostrar": "show",
    "mostre": "show",
    "registro": "record",
    "por que 3c3": "why 3c3",
    "por que 3c3?": "why 3c3",
    "porque 3c3?": "why 3c3",
    "se 4b3-3b3 então 2b2-2b3": "if 4b3-3b3 then 2b2-2b3",
    "se 4b3-3b3 entao 2b2-2b3 se 4a1-3a1 então 1a1-2a1": "if 4b3-3b3 then 2b2-2b3 if 4a1-3a1 then 1a1-2a1",
    "esquecer condições": "drop all conditional moves",
    "esquecer condicionais": "drop all conditional moves",
    "colocar 12 em 1a2": "place 12 at 1a2",
    "coloco 12 em 1a2": "place 12 at 1a2",
    "arrumar D48E/9FAC/3506/712B": "arrange D48E/9FAC/3506/712B",
    "equações NOT XOR": "the equations NOT and XOR",
    "equações NOT e XOR": "the equations NOT and XOR",
    "oferecer empate": "offer a draw",
    "ofereço empate": "offer a draw",
    "oferecer fim": "offer to end the match and count the three victories",
    "oferecer voltar": "offer to take back",
    "propor empate": "offer a draw",
    "aceitar": "accept what is offered",
    "aceito": "accept what is offered",
    "aceito o empate": "accept what is offered",
    "recusar": "decline what is offered",
    "recuso": "decline what is offered",
    "reclamar tempo": "claim the match on time",
    "reclamar fim": "claim the end",
    "reivindicar o tempo": "claim the match on time",
    "移动 2b1-2b2": "move 2b1-2b2",
    "走 2b1-2b2": "move 2b1-2b2",
    "我走2b1-2b2": "move 2b1-2b2",
    "移动2b1到2b2": "move 2b1-2b2",
    "从2b1到2b2": "move 2b1-2b2",
    "把2b1移动到2b2": "move 2b1-2b2",
    "2b1到2b2": "move 2b1-2b2",
    "预览 2b1-2b2": "preview 2b1-2b2",
    "合法 2b1": "legal 2b1",
    "显示": "show",
    "记录": "record",
    "为什么 3c3": "why 3c3",
    "为什么 3c3？": "why 3c3",
    "如果 4b3-3b3 那么 2b2-2b3": "if 4b3-3b3 then 2b2-2b3",
    "如果4b3-3b3，则2b2-2b3": "if 4b3-3b3 then 2b2-2b3",
    "取消条件": "drop all conditional moves",
    "放弃条件": "drop all conditional moves",
    "放置 12 在 1a2": "place 12 at 1a2",
    "放置12在1a2": "place 12 at 1a2",
    "摆放 12 在 1a2": "place 12 at 1a2",
    "布置 D48E/9FAC/3506/712B": "arrange D48E/9FAC/3506/712B",
    "方程 NOT XOR": "the equations NOT and XOR",
    "方程 NOT 和 XOR": "the equations NOT and XOR",
    "提议 和棋": "offer a draw",
    "提出和棋": "offer a draw",
    "提议结束": "offer to end the match and count the three victories",
    "提议悔棋": "offer to take back",
    "请求悔棋": "offer to take back",
    "接受": "accept what is offered",
    "我接受。": "accept what is offered",
    "接受和棋": "accept what is offered",
    "拒绝": "decline what is offered",
    "拒绝悔棋": "decline what is offered",
    "要求 超时": "claim the match on time",
    "要求结束": "claim the end",
}
PROSE = """
Olá, boa sorte!
mover
mover 2b1
mover a torre
jogo difícil este
Jogo 2b1?
lance bonito
mover 2b1 para a esquerda
se eu pudesse, jogaria 2b1-2b2
se 4b3-3b3 eu choro
não mover 2b1-2b2
talvez 2b1 para 2b2
mover 2b1-2b2 ou 2b1-2b3
por que você fez isso
por que não
porque sim
lances de sorte
mostrar serviço
registro de imóveis
oferecer um café
ofereço paz
propor um brinde
proponho que descansemos
aceitar a vida
aceito críticas
recusar o convite
reclamar de tudo
reclamo do barulho
esquecer o passado
colocar tudo em ordem
coloco 12 em cima
arrumar a casa
equações são lindas
equações NOT
equações NOT NOT
prever o futuro
voltar
empate
tempo
大家好
祝你好运
移动
移动电话
走着瞧
走 2b1
下雨了
下 2b1
不要移动2b1到2b2
移动2b1到2b2吗
如果下雨就不玩
如果 4b3-3b3
若要人不知
从2b1到北京
把2b1推到2b2
预览一下
合法的棋
显示器坏了
记录下来
为什么呢
为什么不
提问
提议休息
请求帮助
接受现实
拒绝回答
要求退款
取消订单
放弃治疗
放心吧
放12个
布置房间
方程很美
方程 NOT
和棋
超时
"""


@pytest.mark.parametrize("line", ORDERS)
def test_an_order_is_understood_in_both_languages(line: str) -> None:
    assert understood(line) == ORDERS[line]


@pytest.mark.parametrize("line", PROSE.strip().splitlines())
def test_what_is_no_order_in_these_languages_never_acts(line: str) -> None:
    assert understood(line) is None
