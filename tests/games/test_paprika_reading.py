"""Orders in the forms that people use, and lines that must never act."""

import pytest

from referee.engine.orders import Near, Order, read_line
from referee.errors import Ambiguous, NotUnderstood, OrderError
from referee.games.paprika import GAME
from referee.games.paprika.reading import read

NAMES = ("Ann", "Bob", "Cid", "Dee", "Will", "小明")


def understood(line: str) -> str | None:
    """The strict form of what the line declares; None when it declares nothing."""
    order = read_line(line, GAME.verbs)
    if not isinstance(order, Order):
        return None
    try:
        declaration = read(order, NAMES, 7)
    except OrderError:
        return None
    prefix = "" if declaration.nday is None else f"nday {declaration.nday}: "
    return prefix + declaration.text


ORDERS = {
    "move n": "move n",
    "Move NE": "move ne",
    "MOVE SW": "move sw",
    "move n.": "move n",
    "  move   n  ": "move n",
    "I move forward": "move n",
    "I move back": "move s",
    "I move backwards.": "move s",
    "move up": "move n",
    "move down": "move s",
    "move left": "move w",
    "move right": "move e",
    "move to the right": "move e",
    "move to my left": "move w",
    "move up-left": "move nw",
    "move up left": "move nw",
    "move left up": "move nw",
    "move upleft": "move nw",
    "move forward right": "move ne",
    "move forward-right": "move ne",
    "move right forward": "move ne",
    "move back left": "move sw",
    "move north": "move n",
    "move north-east": "move ne",
    "move northeast": "move ne",
    "move north east": "move ne",
    "move South-West": "move sw",
    "move n e": "move ne",
    "move s-e": "move se",
    "move northwards": "move n",
    "move toward the north": "move n",
    "move towards north": "move n",
    "move in the direction of north": "move n",
    "move in direction n": "move n",
    "move, direction up": "move n",
    "move: up": "move n",
    "move ↗": "move ne",
    "move ->": "move e",
    "↗": "move ne",
    "↑": "move n",
    "⬆️": "move n",
    "➡️": "move e",
    "I ↙": "move sw",
    "move one square north": "move n",
    "move 1 square to the west": "move w",
    "move north one square": "move n",
    "move my avatar to the left": "move w",
    "move me north": "move n",
    "my avatar moves north": "move n",
    "I hereby move north": "move n",
    "I hereby declare that I move north.": "move n",
    "I declare that my avatar moves north": "move n",
    "I would like to move north, please": "move n",
    "I'd like to move north": "move n",
    "I’ll move north": "move n",
    "I'm moving north": "move n",
    "I want to move north, thanks!": "move n",
    "I am going to move north": "move n",
    "Please move north": "move n",
    "ok, move north": "move n",
    "My action is: move north": "move n",
    "Action: move north": "move n",
    "MOVE NORTH!!!": "move n",
    "Move north... please": "move n",
    "leapfrog n": "leapfrog n",
    "I leapfrog to the right": "leapfrog e",
    "leap-frog up": "leapfrog n",
    "leap frog up": "leapfrog n",
    "leapfrog over the avatar to the north": "leapfrog n",
    "cut the line": "cut the line",
    "Cut in line": "cut the line",
    "I cut in the line.": "cut the line",
    "cut the queue": "cut the line",
    "cut to the front of the line": "cut the line",
    "cut to the top of the priority list": "cut the line",
    "I cut": "cut the line",
    "clear e": "clear e",
    "clear the hole to the north": "clear n",
    "I clear the wall on my left": "clear w",
    "clear the object to the south-east": "clear se",
    "clear north": "clear n",
    "dig w": "dig w",
    "I dig north": "dig n",
    "dig a hole to the north": "dig n",
    "dig to the north of me": "dig n",
    "dig on my right side": "dig e",
    "dig north a hole": "dig n",
    "dig↑": "dig n",
    "build se": "build se",
    "build a wall to my left": "build w",
    "I build a wall in the north": "build n",
    "build wall north": "build n",
    "build in the square to the north": "build n",
    "I'm building to the east": "build e",
    "push n": "push n",
    "push n Bob": "push n Bob",
    "push bob n": "push n Bob",
    "push to the right": "push e",
    "push Bob north": "push n Bob",
    "I push Bob to the north": "push n Bob",
    "push right, Dee": "push e Dee",
    "push Dee, up left!": "push nw Dee",
    "push the avatar to the north": "push n",
    "push ↗ Cid": "push ne Cid",
    "push Will north": "push n Will",
    "I will push Will north": "push n Will",
    "shove Bob to my left": "push w Bob",
    "push player Bob north": "push n Bob",
    "push up 小明": "push n 小明",
    "freeze n": "freeze n",
    "freeze, direction up": "freeze n",
    "freeze direction: sw": "freeze sw",
    "freeze everyone to the north": "freeze n",
    "I freeze to the right": "freeze e",
    "duck": "duck",
    "Duck!": "duck",
    "I duck": "duck",
    "my avatar ducks": "duck",
    "tilt s": "tilt s",
    "tilt the field to the east": "tilt e",
    "I tilt the board down": "tilt s",
    "focus": "focus",
    "I focus.": "focus",
    "nday 7: move n": "nday 7: move n",
    "nday 7 move n": "nday 7: move n",
    "Nday 7, I push Bob north": "nday 7: push n Bob",
    "nday 12: ↗": "nday 12: move ne",
    "day 7: duck": "nday 7: duck",
    "on nday 7 I focus": "nday 7: focus",
    "nday 7: withdraw": "nday 7: withdraw",
    "withdraw": "withdraw",
    "I withdraw my action": "withdraw",
    "withdraw my declaration.": "withdraw",
    "mover norte": "move n",
    "eu movo para a esquerda": "move w",
    "movo para trás": "move s",
    "mover para o nordeste": "move ne",
    "empurrar o Bob para o norte": "push n Bob",
    "empurro para a direita": "push e",
    "cavar um buraco ao norte": "dig n",
    "construir um muro à direita": "build e",
    "limpar o buraco ao sul": "clear s",
    "pular para cima": "leapfrog n",
    "furar a fila": "cut the line",
    "congelar na direção norte": "freeze n",
    "agachar": "duck",
    "inclinar o campo para o sul": "tilt s",
    "focar": "focus",
    "dia 7: mover norte, por favor": "nday 7: move n",
    "移动 北": "move n",
    "移动北": "move n",
    "移动到左上": "move nw",
    "移动 ↗": "move ne",
    "向北移动": "move n",
    "我向左上移动": "move nw",
    "请往前走一格。": "move n",
    "推 北 Bob": "push n Bob",
    "推Bob向北": "push n Bob",
    "把Bob向北推": "push n Bob",
    "推小明向右": "push e 小明",
    "向北挖洞": "dig n",
    "在北边挖一个洞": "dig n",
    "在左边建一堵墙": "build w",
    "清除东北": "clear ne",
    "冻结右边": "freeze e",
    "跳过 上": "leapfrog n",
    "倾斜 南": "tilt s",
    "插队": "cut the line",
    "蹲下": "duck",
    "聚焦": "focus",
    "第7日：移动北": "nday 7: move n",
    "撤回": "withdraw",
}

NO_ORDERS = """
Focus on your own field, Bob!
Focus on the goal
focus north
focus Bob
focus now
I like to focus
move along
Move along, nothing to see here
move on
move
move it
move out of the way
move to c5
move up to Bob
move Bob north
move n n
move north north
move north or south
move north and south
move north, east
move north, then dig south
move north; dig south
move north unless Bob is there
move north if you can
Move north. Good luck!
move right now
move right away
move in the right direction
move back to start
move left or stay
move two squares north
move 2 north
move north 2
move around
move not north
not move north
don't move north
don’t move north
do not move north
never move north
I won't move north
I can't move north
I might move north
maybe move north
perhaps I move north
move north?
move north ?
Shall I move north?
I think I will move north
I thought I would move north
We should move north
Ann moves north
Bob: move north
let Bob move north
if Bob moves, push n
If you push north I will freeze you
unless he ducks, tilt n
I moved north
I have moved north
moved north
movement north
mvoe north
moove north
"move north"
> move north
- move north
* move north
go north
go ahead
step back
north
forward
up
n
the right
push comes to shove
push
push Bob
push Zed north
push n Zed
push my avatar north
push Bob Cid north
push n Bob Cid
push Bob and Cid north
push back on this
push the button
pushing my luck
leapfrog
leapfrog Bob
leapfrog over Bob to the north
cut the tree
cut the line north
cut it out
cut the crap
clear
clear as mud
clear the table
clear north and south
dig
dig in
dig deeper
I dig it
dig for victory
build
build castles in the air
build Rome
freeze
freeze Bob
freeze!
freeze frame
duck down
duck and cover
duck soup
ducks are nice
tilt
tilt at windmills
tilt the head
nday 7
nday 7:
nday: move n
nday seven: move n
nday 7: move
nday 7: nday 7: move n
nday 7: not move n
nday 7: mvoe n
nday 7 was hard
nday 7: move n or s
day by day
withdraw from the game
withdraw money
não mover norte
mover norte ou sul
mover se chover
mover devagar
se Bob mover, empurrar norte
talvez mover norte
empurrar com a barriga
不移动北
移动北吗
如果Bob移动，推北
我们走吧
移动电话
推
Hi all, tough one this week
Hello referee
Good luck everyone
Thanks for running this
Luck was on my side
Did you dig my move?
See you in nday 8
say hello
status
Best regards, Ann
"""


@pytest.mark.parametrize("line", ORDERS)
def test_a_line_of_which_every_word_is_understood_is_an_order(line: str) -> None:
    assert understood(line) == ORDERS[line]


@pytest.mark.parametrize("line", NO_ORDERS.strip().splitlines())
def test_a_line_with_words_left_over_or_doubt_never_acts(line: str) -> None:
    assert understood(line) is None


def test_the_tables_are_long_enough() -> None:
    assert len(ORDERS) >= 120
    assert len(NO_ORDERS.strip().splitlines()) >= 80


def refusal(line: str) -> str:
    order = read_line(line, GAME.verbs)
    assert isinstance(order, Order)
    with pytest.raises((NotUnderstood, Ambiguous)) as refused:
        read(order, ("Ann", "Bob"), 7)
    return str(refused.value)


def test_a_missing_direction_is_named_and_the_forms_are_shown() -> None:
    assert "Build needs a direction: n ne e se s sw w nw" in refusal("build a wall")
    assert "The form is “build DIR”, for example “nday 7: build n”." in refusal("build a wall")


def test_a_misspelt_direction_is_guessed_and_does_not_act() -> None:
    assert "Did you mean “north”?" in refusal("move noth")


def test_an_unknown_player_is_told_who_plays() -> None:
    assert refusal("push Zed north") == "There is no player “Zed”; there are Ann, Bob."


def test_several_directions_are_ambiguous() -> None:
    assert "several directions: north, south" in refusal("move north or south")


def test_words_left_over_are_named() -> None:
    assert "“now” is not understood there" in refusal("move right now")


def test_a_misspelt_verb_is_a_near_order() -> None:
    assert read_line("mvoe north", GAME.verbs) == Near("mvoe north", "move north")


def test_a_doubtful_line_is_a_near_order_without_its_doubt() -> None:
    assert read_line("don't move north", GAME.verbs) == Near("don't move north", "move north")
    assert read_line("move north?", GAME.verbs) == Near("move north?", "move north")


def test_an_enormous_line_is_refused_at_once() -> None:
    assert "too long" in refusal("push " + "north " * 20_000)
    assert understood("nday 7: move " + "e" * 100_000) is None


@pytest.mark.parametrize("name", ["Ann", "bob-2", "C_d", "A", "X9", "João", "小明", "abcdefghijklmnop"])
def test_a_name_begins_with_a_letter_and_has_at_most_16_signs(name: str) -> None:
    assert GAME.is_name_allowed(name)


SHAPELESS = ("", "9lives", "_Ann", "Ann Lee", "Ann.", "abcdefghijklmnopq", "½a", "Ⅷ", "A²", "Ａnn")
READ_AS_WORDS = ("true", "TRUE", "n", "SW", "north", "Up", "left", "north-east", "move", "Cut", "focus")
READ_AS_MORE_WORDS = ("withdraw", "nday", "norte", "北", "avatar", "the")


@pytest.mark.parametrize("name", [*SHAPELESS, *READ_AS_WORDS, *READ_AS_MORE_WORDS])
def test_no_name_is_a_direction_or_an_order_word(name: str) -> None:
    assert not GAME.is_name_allowed(name)
