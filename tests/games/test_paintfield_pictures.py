"""Pictures and texts of a match, made from its log."""

import io

from PIL import Image

from referee.web.paintfield import pictures
from tests.games.paintfield.play import SEED, bots_match, opened, played_round

LOG = "\n".join(bots_match(SEED, 4).log)


def test_the_picture_shows_the_last_field() -> None:
    picture = Image.open(io.BytesIO(pictures.log_png(LOG)))
    assert picture.size == (28 * 16, 30 * 16)


def test_the_animation_begins_with_the_last_field_and_is_small() -> None:
    made = pictures.log_gif(LOG)
    with Image.open(io.BytesIO(made)) as animation:
        assert getattr(animation, "n_frames", 0) > 60
        first = animation.convert("RGB").tobytes()
        animation.seek(getattr(animation, "n_frames", 1) - 1)
        assert animation.convert("RGB").tobytes() == first
    assert len(made) < 300_000


def test_even_the_longest_match_makes_a_small_animation() -> None:
    state = opened("Ann", "Bob", "Cid", "Dee")
    while state.ending is None and len(state.rounds) < 5:
        state = played_round(state, covered=(0, 1, 2, 3) if len(state.rounds) % 2 else (0, 1))
    assert len(pictures.log_gif("\n".join(state.log))) < 300_000


def test_the_text_has_28_lines_of_28_signs() -> None:
    lines = pictures.log_text(LOG).splitlines()
    assert [len(line) for line in lines] == [28] * 28
    assert set("".join(lines)) <= set(".0123^>v<")
