"""Orders in Portuguese and in Chinese, in any letter; and what people write in them that must never act."""

from functools import cache

import pytest

from referee.display.languages import Language
from referee.display.render import packaged
from referee.games.paprika.actions import FORMS, UNDIRECTED, Action
from referee.games.paprika.field import DIRECTIONS
from tests.games.test_paprika_reading import understood

PORTUGUESE = {
    "mover frente": "move n",
    "mover para frente": "move n",
    "mover para a frente": "move n",
    "mover pra frente": "move n",
    "movo-me para a frente": "move n",
    "me movo para cima": "move n",
    "eu me movo para a direita": "move e",
    "mova para baixo": "move s",
    "mover para trás": "move s",
    "mover atrás": "move s",
    "mover-se para a esquerda": "move w",
    "andar para o norte": "move n",
    "ando um passo para o norte": "move n",
    "ando uma casa à esquerda": "move w",
    "avanço para a frente": "move n",
    "vou mover para o norte": "move n",
    "quero mover para o norte": "move n",
    "eu quero me mover para o sul": "move s",
    "mover noroeste": "move nw",
    "mover para sudeste": "move se",
    "mover para o sudoeste": "move sw",
    "mover NE": "move ne",
    "mover para cima e à direita": "move ne",
    "mover para cima à direita": "move ne",
    "mover frente-direita": "move ne",
    "mover frente direita": "move ne",
    "mover para a frente e para a direita": "move ne",
    "mover cima-esquerda": "move nw",
    "mover acima": "move n",
    "mover na direção norte": "move n",
    "mover em direção ao norte": "move n",
    "mover direção: nordeste": "move ne",
    "mover ↗": "move ne",
    "mover L": "move e",
    "mover O": "move w",
    "mover SO": "move sw",
    "movo meu avatar para o norte": "move n",
    "saltar para o norte": "leapfrog n",
    "pular sobre o avatar ao norte": "leapfrog n",
    "pulo por cima do avatar ao norte": "leapfrog n",
    "salto para a direita": "leapfrog e",
    "furo a fila": "cut the line",
    "cortar a fila": "cut the line",
    "corto fila": "cut the line",
    "furar fila": "cut the line",
    "limpar norte": "clear n",
    "remover o objeto ao norte": "clear n",
    "remover o muro à direita": "clear e",
    "limpo o buraco à esquerda": "clear w",
    "limpar a parede à direita": "clear e",
    "cavo um buraco à minha direita": "dig e",
    "cavar ao norte": "dig n",
    "cave um buraco ao sul": "dig s",
    "escavar um buraco para o leste": "dig e",
    "abrir um buraco ao norte": "dig n",
    "construo um muro ao norte": "build n",
    "construa uma parede à esquerda": "build w",
    "construir muro nordeste": "build ne",
    "construir uma parede acima": "build n",
    "erguer um muro ao norte": "build n",
    "empurrar Bob para cima": "push n Bob",
    "empurro Bob ao norte": "push n Bob",
    "empurrar o jogador Bob para o norte": "push n Bob",
    "empurrar norte Bob": "push n Bob",
    "empurrar o avatar ao norte": "push n",
    "empurrar Bob para trás": "push s Bob",
    "congelar para a direita": "freeze e",
    "congelo o norte": "freeze n",
    "congelar todos ao norte": "freeze n",
    "congelar todos para cima": "freeze n",
    "congelar direção cima": "freeze n",
    "agacho": "duck",
    "me agacho": "duck",
    "agachar-se": "duck",
    "abaixar-me": "duck",
    "abaixo-me": "duck",
    "eu me abaixo": "duck",
    "esquivar": "duck",
    "inclinar para o leste": "tilt e",
    "inclino o tabuleiro para a direita": "tilt e",
    "inclinar o campo para baixo": "tilt s",
    "focar": "focus",
    "foco": "focus",
    "concentrar": "focus",
    "concentrar-me": "focus",
    "me concentro": "focus",
    "eu me concentro.": "focus",
    "nday 7: mover para o norte": "nday 7: move n",
    "dia 7: agachar": "nday 7: duck",
    "no dia 7: focar": "nday 7: focus",
    "dia 7, empurrar Bob para o norte": "nday 7: push n Bob",
    "n-dia 7: mover norte": "nday 7: move n",
    "ndia 7: mover norte": "nday 7: move n",
    "retirar": "withdraw",
    "retiro minha ação": "withdraw",
    "retirar a minha ação": "withdraw",
    "cancelar minha ação": "withdraw",
    "por favor, mover para o norte": "move n",
    "mover para o norte, obrigado": "move n",
    "Minha ação: mover para o norte": "move n",
    "Ação: mover para o norte": "move n",
    "Declaro que movo para o norte.": "move n",
    "Gostaria de mover para o norte": "move n",
    "eu gostaria de mover para o norte": "move n",
    "cortar a linha": "cut the line",
    "EMPURRAR O BOB PARA O NORTE": "push n Bob",
    "Mover para NO.": "move nw",
    "avance para a direita": "move e",
    "andar SO": "move sw",
    "dia 12: ↗": "nday 12: move ne",
    "em dia 7: furo a fila": "nday 7: cut the line",
    "eu gostaria de empurrar o Bob para baixo": "push s Bob",
    "Movo para trás e para a esquerda.": "move sw",
    "Vou cavar um buraco abaixo": "dig s",
    "incline o campo para o norte": "tilt n",
    "cave um buraco à esquerda": "dig w",
    "construo um muro em cima": "build n",
}
CHINESE = {
    "向前移动": "move n",
    "向后移动": "move s",
    "向左移动": "move w",
    "向右移动": "move e",
    "向上移动": "move n",
    "向下移动": "move s",
    "移动 前": "move n",
    "往北走": "move n",
    "往东北走": "move ne",
    "走东北": "move ne",
    "走 西南": "move sw",
    "移动到北边": "move n",
    "向左前方移动": "move nw",
    "向右前移动": "move ne",
    "往左上走一格": "move nw",
    "我移动向北": "move n",
    "我往前走": "move n",
    "我要往前走一步": "move n",
    "我想向北移动": "move n",
    "向東移動": "move e",
    "往西南走一格": "move sw",
    "移动方向北": "move n",
    "移动：北": "move n",
    "移动，方向：东北": "move ne",
    "移动 n": "move n",
    "移动 NE": "move ne",
    "移动↑": "move n",
    "跳过北": "leapfrog n",
    "向北跳过": "leapfrog n",
    "向北跳": "leapfrog n",
    "跳过北边的玩家": "leapfrog n",
    "跳向右边": "leapfrog e",
    "蛙跳 北": "leapfrog n",
    "向北蛙跳": "leapfrog n",
    "我插队": "cut the line",
    "插队到最前面": "cut the line",
    "清除北": "clear n",
    "清除北边的墙": "clear n",
    "清除东边的洞": "clear e",
    "把北边的墙清除": "clear n",
    "把左边的障碍清除": "clear w",
    "向北清除": "clear n",
    "清除左边的物体": "clear w",
    "移除北边的墙": "clear n",
    "挖洞 北": "dig n",
    "向东挖洞": "dig e",
    "向东挖": "dig e",
    "挖 北": "dig n",
    "往左边挖一个坑": "dig w",
    "在右边挖坑": "dig e",
    "在北方挖一个洞": "dig n",
    "在前面挖一个洞": "dig n",
    "建墙 北": "build n",
    "建造 北": "build n",
    "向北建墙": "build n",
    "在右上建墙": "build ne",
    "在东边建造一堵墙": "build e",
    "在前面建一道墙": "build n",
    "建一堵墙在北边": "build n",
    "推Bob 北": "push n Bob",
    "推Bob往北": "push n Bob",
    "推Bob向右": "push e Bob",
    "向北推Bob": "push n Bob",
    "向北推": "push n",
    "推 北": "push n",
    "推北": "push n",
    "把Bob往北推": "push n Bob",
    "将Bob向左推": "push w Bob",
    "推玩家Bob向北": "push n Bob",
    "冻结 北": "freeze n",
    "向北冻结": "freeze n",
    "冻结北边的所有人": "freeze n",
    "冻结前方": "freeze n",
    "冰冻 东北": "freeze ne",
    "冻结方向上": "freeze n",
    "蹲下": "duck",
    "我蹲下": "duck",
    "躲避": "duck",
    "闪避": "duck",
    "闪躲": "duck",
    "倾斜 北": "tilt n",
    "向南倾斜": "tilt s",
    "把场地向南倾斜": "tilt s",
    "将棋盘向东倾斜": "tilt e",
    "倾斜场地向右": "tilt e",
    "专注": "focus",
    "聚焦": "focus",
    "我聚焦。": "focus",
    "集中": "focus",
    "集中精神": "focus",
    "第7日：向北移动": "nday 7: move n",
    "第7天：向北移动": "nday 7: move n",
    "第7日 蹲下": "nday 7: duck",
    "第 7 日，推Bob向北": "nday 7: push n Bob",
    "第七日：移动北": "nday 7: move n",
    "nday 7：移动北": "nday 7: move n",
    "nday 7: 向北移动": "nday 7: move n",
    "撤回": "withdraw",
    "撤回我的行动": "withdraw",
    "撤销": "withdraw",
    "取消行动": "withdraw",
    "请向北移动，谢谢": "move n",
    "我宣布：向北移动": "move n",
    "我的行动：向北移动": "move n",
    "行动：聚焦": "focus",
    "请移动到右下": "move se",
    "我移动右上": "move ne",
    "往前方移动一格": "move n",
    "第十二日：向南移动": "nday 12: move s",
    "第二十天 插队": "nday 20: cut the line",
    "第七回合：聚焦": "nday 7: focus",
    "第3日：撤回": "nday 3: withdraw",
    "請向東移動。": "move e",
    "凍結 左": "freeze w",
    "在左下築一道牆": "build sw",
    "推小明 上": "push n 小明",
    "把小明向左推": "push w 小明",
    "我会向下移动": "move s",
    "移动西北": "move nw",
    "移动东南": "move se",
    "跳过 左下": "leapfrog sw",
    "清除 下": "clear s",
    "在后面挖一个洞": "dig s",
}
PORTUGUESE_PROSE = """
Olá a todos, que rodada difícil
Boa sorte a todos!
Obrigado pela partida
Mover é preciso
mover
mover devagar
mover o
mover para
mover a montanha para o norte
mover duas casas para o norte
mover norte ou leste
mover norte e leste
mover para o norte e depois cavar
mover para o norte se puder
mover para o norte?
não vou mover para o norte
nunca mover para o norte
talvez eu mova para o norte
se Bob mover para o norte, eu empurro
acho que vou mover para o norte
O Bob vai mover para o norte
movi para o norte ontem
ir para o norte
em frente!
para a frente
direita
norte
andar na linha
ando cansado
caminho sem volta
avançar sempre
salto alto
pulo do gato
pular fora
cortar gastos
corte o papo
corto o cabelo ao norte
furar o pneu
limpar a mesa
limpo e seco
remover o Bob
cavar fundo
cave um túnel
abrir um vinho
abrir um buraco
construir castelos no ar
construo um muro
erguer a cabeça
empurrar com a barriga
empurrar Zeca para o norte
empurrar Bob
EMPURRAR O BOB
congelar o saldo
congelo de frio
agachar e levantar
esquivar do assunto
foco no objetivo
foco norte
foco!!! gente
concentrar é difícil
inclinar a cabeça
nem mover para o norte
dia 7
dia 7 foi difícil
dia de mover
no dia 7 eu estava cansado
retirar dinheiro
cancelar a partida
minha ação foi mover para o norte
A ação de mover para o norte falhou
Gostaria de saber quem está acordado
vou viajar amanhã
quero ganhar
Abraços, Ana
"""
CHINESE_PROSE = """
大家好
祝大家好运
谢谢你
这一回合很难
移动
移动电话
移动两格向北
移动北或东
移动北和东
不要移动北
别向北移动
请勿向北移动
我没有向北移动
向北移动吗
向北移动？
可能向北移动
也许我会向北移动
如果小明向北移动，我就推
我们走吧
走
走着瞧
走北京路
北
前面
前进
往前看
向北看
从北京来
跳
跳舞
跳过这一段
挖
挖苦我
挖洞
挖金子
建
建议你休息
建墙
建国门在北边
推
推荐一本书
推Bob
推小红向北
推迟到明天
冻结
冻死了
冻结账户
清除
清除缓存
清理房间
躲避现实
集中营
集中注意力在北边
聚焦新闻
专注工作
倾斜
倾斜的屋顶
将来向北移动
把酒问青天
把门向北推
在北京建一堵墙
在家建模型
插队的人真讨厌
撤回消息
取消比赛
取消订单
第7日
第7日：
第七日很难
第七日：移动
第日：移动北
我的行动失败了
行动起来
我想知道谁醒着
我会赢
小明向北移动
昨天我向北移动了
"""
TABLES = {"Portuguese": (PORTUGUESE, PORTUGUESE_PROSE), "Chinese": (CHINESE, CHINESE_PROSE)}


@pytest.mark.parametrize(("line", "meant"), [*PORTUGUESE.items(), *CHINESE.items()])
def test_an_order_is_understood_in_both_languages(line: str, meant: str) -> None:
    assert understood(line) == meant


@pytest.mark.parametrize(
    "line", [*PORTUGUESE_PROSE.strip().splitlines(), *CHINESE_PROSE.strip().splitlines()]
)
def test_what_is_no_order_in_these_languages_never_acts(line: str) -> None:
    assert understood(line) is None


@pytest.mark.parametrize("language", TABLES)
def test_the_tables_are_long_enough(language: str) -> None:
    orders, prose = TABLES[language]
    verbs = {meant.removeprefix("nday 7: ").split()[0] for meant in orders.values()}
    assert len(orders) >= 60
    assert len(prose.strip().splitlines()) >= 60
    assert len(verbs) >= 12


ACTIONS = [Action(verb, "" if verb in UNDIRECTED else to) for verb in FORMS for to in DIRECTIONS]


@cache
def language(code: str) -> Language:
    return Language(code, [packaged() / "locale" / f"{code}.po"])


def in_language(code: str, sentence: str) -> str:
    return str(language(code).told(sentence))


@pytest.mark.parametrize("code", ["pt_BR", "zh_CN"])
def test_what_the_mails_say_of_an_action_is_understood_as_that_action(code: str) -> None:
    named = [Action("push", to, "Bob") for to in DIRECTIONS]
    told = {in_language(code, action.words): action.text for action in [*ACTIONS, *named]}
    assert {line: understood(line) for line in told} == told


@pytest.mark.parametrize("code", ["pt_BR", "zh_CN"])
def test_the_forms_that_the_mails_show_are_understood_with_a_direction_in_place(code: str) -> None:
    for verb, form in FORMS.items():
        shown = in_language(code, form).partition("，")[0].partition(" [")[0]
        meant = Action(verb, "" if verb in UNDIRECTED else "ne").text
        assert understood(shown.replace("DIR", "ne")) == meant
