"""Options of a match, and all that is drawn from its seed at the start."""

import hashlib
import hmac
from fractions import Fraction
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from referee.games.paprika import GAME
from referee.games.paprika.options import Options
from tests.games.paprika.session import Session

SEED = bytes(range(32))
NAMES = ("Ann", "Bob", "Cid", "Dee")


def drawn(label: str) -> int:
    """A draw as anybody can check it."""
    return int.from_bytes(hmac.new(SEED, label.encode(), hashlib.sha256).digest(), "big")


def started(*names: str, **options: Any) -> Session:
    return Session.start(*(names or NAMES), seed=SEED, **options)


def test_the_commitment_is_the_hash_of_the_seeds_hex_digits() -> None:
    expected = hashlib.sha256(SEED.hex().encode("ascii")).hexdigest()
    assert started().view(None)["commitment"] == expected


def test_the_priority_list_is_ordered_by_draw() -> None:
    assert started().truth["priority"] == sorted(NAMES, key=lambda name: drawn(f"priority/{name}"))


def test_players_in_drawn_order_take_columns_in_drawn_order() -> None:
    players = sorted(NAMES, key=lambda name: drawn(f"start/{name}"))
    columns = sorted("abcdefgh", key=lambda letter: drawn(f"column/{letter}"))
    homes = started().view(None)["opening"]["homes"]
    assert homes == {name: f"{columns[at]}1" for at, name in enumerate(players)}


def test_more_players_than_columns_share_as_evenly_as_can_be() -> None:
    names = tuple(f"P{number}" for number in range(11))
    homes = started(*names, columns=4, rows=12).view(None)["opening"]["homes"]
    shared = sorted(list(homes.values()).count(f"{letter}1") for letter in "abcd")
    assert shared == [2, 3, 3, 3]


def test_squares_between_the_rows_take_holes_springboards_and_walls_in_drawn_order() -> None:
    squares = sorted(
        (f"{letter}{row}" for letter in "abcdefgh" for row in range(2, 12)),
        key=lambda square: drawn(f"place/{square}"),
    )
    kinds = ["hole"] * 6 + ["springboard"] * 4 + ["wall"] * 10
    assert started().truth["objects"] == dict(zip(squares, kinds, strict=False))


@pytest.mark.parametrize("chance", ["0", "1", "1/3", "0.25", "9999/10000"])
def test_waking_is_drawn_exactly_by_its_chance(chance: str) -> None:
    exact = Fraction(chance)
    session = started(waking_chance=chance)
    for nday in (1, 2, 3):
        expected = [
            name
            for name in NAMES
            if drawn(f"waking/{nday}/{name}") * exact.denominator < exact.numerator * 2**256
        ]
        assert list(session.state.waking) == expected
        session = session.turn()


def test_objects_may_be_given_instead() -> None:
    assert started(map="c5 hole\nD6 springboard\n\n wall e7\nend").truth["objects"] == {
        "c5": "hole",
        "d6": "springboard",
        "e7": "wall",
    }
    assert started(map="").truth["objects"] == {}


GIVEN = [
    ("columns", "2", 2),
    ("columns", 26, 26),
    ("rows", " 6 ", 6),
    ("objects", "{hole = 1, springboard = 2, wall = 3}", {"hole": 1, "springboard": 2, "wall": 3}),
    ("objects", "hole = 1", {"hole": 1, "springboard": 0, "wall": 0}),
    ("objects", "{}", {"hole": 0, "springboard": 0, "wall": 0}),
    ("objects", {"wall": 4}, {"hole": 0, "springboard": 0, "wall": 4}),
    ("map", ["c5 hole", "d6 wall"], {"c5": "hole", "d6": "wall"}),
    ("map", {"c5": "hole"}, {"c5": "hole"}),
    ("dreams_reach", "Sleeping", "sleeping"),
    ("waking_chance", "1/2", Fraction(1, 2)),
    ("waking_chance", "0.1", Fraction(1, 10)),
    ("waking_chance", 0.1, Fraction(1, 10)),
    ("waking_chance", ".5", Fraction(1, 2)),
    ("waking_chance", "1", Fraction(1)),
    ("waking_chance", 0, Fraction(0)),
    ("revisable", "on", True),
    ("revisable", "No", False),
    ("practice", "yes", True),
    ("practice", True, True),
    ("press", "private", "private"),
    ("reminders", "off", False),
    ("seats", "12", 12),
    ("max_ndays", "30", 30),
    ("max_ndays", "none", None),
]


@pytest.mark.parametrize(("name", "raw", "value"), GIVEN)
def test_an_option_is_read_from_words_and_from_values(name: str, raw: object, value: object) -> None:
    assert getattr(Options.model_validate({name: raw}), name) == value


BAD = [
    ({"columns": "1"}, "columns = 1 is not allowed; it is a whole number from 2 to 26."),
    ({"columns": "27"}, "from 2 to 26"),
    ({"columns": "eight"}, "columns = eight is not allowed"),
    ({"columns": "8.5"}, "columns = 8.5 is not allowed"),
    ({"columns": True}, "columns = True is not allowed"),
    ({"columns": "9" * 5000}, "is not allowed"),
    ({"rows": "5"}, "rows = 5 is not allowed; it is a whole number from 6 to 26."),
    ({"objects": "{pit = 3}"}, "there is no object 'pit'"),
    ({"objects": "six holes"}, "written like {hole = 6"),
    ({"objects": "{hole = -1}"}, "written like"),
    ({"objects": "{hole = 1, hole = 2}"}, "written like"),
    ({"objects": 7}, "written like"),
    ({"objects": "{wall = 49}"}, "takes at most 48 objects and 49 are to be drawn"),
    ({"columns": "3", "rows": "6", "objects": "{wall = 10}"}, "takes at most 9 objects and 10 are to be"),
    ({"map": "c5 pit"}, "what is 'c5 pit'"),
    ({"map": "c5"}, "what is 'c5'"),
    ({"map": "c5 hole\nc5 wall"}, "c5 stands there twice"),
    ({"map": "z5 hole"}, "The map has z5, which is not on the field."),
    ({"map": "c1 hole"}, "none may stand on row 1 or the top row"),
    ({"map": "c12 hole"}, "none may stand on row 1 or the top row"),
    ({"map": "c5 hole", "objects": "{hole = 1}"}, "not both"),
    ({"map": 7}, "map = 7 is not allowed"),
    ({"dreams_reach": "all"}, "it is waking or sleeping"),
    ({"waking_chance": "2"}, "a fraction or decimal from 0 to 1"),
    ({"waking_chance": "3/2"}, "a fraction or decimal from 0 to 1"),
    ({"waking_chance": "-1/2"}, "a fraction or decimal from 0 to 1"),
    ({"waking_chance": "1/0"}, "a fraction or decimal from 0 to 1"),
    ({"waking_chance": "1e-999999999"}, "a fraction or decimal from 0 to 1"),
    ({"waking_chance": "nan"}, "a fraction or decimal from 0 to 1"),
    ({"revisable": "sometimes"}, "revisable = sometimes is not allowed; it is on or off."),
    ({"press": "loud"}, "it is public, private or none"),
    ({"seats": "1"}, "a whole number from 2 to 12"),
    ({"seats": "13"}, "a whole number from 2 to 12"),
    ({"max_ndays": "0"}, "a whole number from 1 to 9999, or none"),
    ({"colour": "red"}, "There is no option 'colour'; the options are columns, rows, objects"),
]


@pytest.mark.parametrize(("raw", "words"), BAD)
def test_a_bad_option_is_told_in_one_sentence(raw: dict[str, object], words: str) -> None:
    with pytest.raises(ValidationError) as told:
        Options.model_validate(raw)
    (error,) = told.value.errors()
    assert words in error["msg"]
    assert "\n" not in error["msg"]
    assert len(error["msg"]) < 250


def test_on_a_small_field_the_default_leaves_out_what_exceeds_half_of_the_squares() -> None:
    small = Options.model_validate({"columns": "3", "rows": "6"})
    assert small.objects == {"hole": 6, "springboard": 3, "wall": 0}
    assert Options.model_validate({}).objects == {"hole": 6, "springboard": 4, "wall": 10}


def test_every_option_has_a_description_of_one_line() -> None:
    for name, option in Options.model_fields.items():
        assert option.description, name
        assert "\n" not in option.description


def test_options_survive_being_kept() -> None:
    adapter = TypeAdapter(Options)
    for raw in ({}, {"map": "c5 hole"}, {"objects": "{wall = 3}", "waking_chance": "1/3", "max_ndays": "9"}):
        options = Options.model_validate(raw)
        assert adapter.validate_json(adapter.dump_json(options)) == options


def test_a_player_is_asked_for_two_to_twelve() -> None:
    assert (min(GAME.seats), max(GAME.seats)) == (2, 12)
