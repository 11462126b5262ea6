"""Pictures and texts of a match, made from its log."""

import contextlib
import io
import random

from PIL import Image

from referee.display.painting import Scene, drawn, png
from referee.errors import CaseError
from referee.games.paintfield.verifying import verify
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


def test_the_first_picture_of_the_animation_is_the_last_field_of_the_log() -> None:
    last = pictures.scene(pictures.rounds(LOG)[-1].last)
    with Image.open(io.BytesIO(pictures.log_gif(LOG))) as animation:
        assert animation.convert("RGB").tobytes() == drawn(last, 9).convert("RGB").tobytes()
    before = pictures.scene(pictures.rounds(LOG)[0].last)
    assert drawn(before, 9).tobytes() != drawn(last, 9).tobytes()


def test_even_the_longest_match_makes_a_small_animation() -> None:
    state = opened("Ann", "Bob", "Cid", "Dee")
    while state.ending is None and len(state.rounds) < 5:
        state = played_round(state, covered=(0, 1, 2, 3) if len(state.rounds) % 2 else (0, 1))
    assert len(pictures.log_gif("\n".join(state.log))) < 300_000


def test_who_left_at_once_and_holds_one_cell_of_hundreds_spoils_no_picture() -> None:
    state = played_round(opened("Ann", "Bob", "Cid", seed=b"\x08" * 32), covered=(1, 2), leave={0: 1})
    log = "\n".join(state.log)
    assert state.rounds[0].counts[0] == 1
    assert sum(state.rounds[0].counts) > 28 * 16
    assert Image.open(io.BytesIO(pictures.log_png(log))).size == (28 * 16, 30 * 16)
    assert getattr(Image.open(io.BytesIO(pictures.log_gif(log))), "n_frames", 0) > 60


def test_no_field_spoils_a_picture_however_it_is_painted() -> None:
    for few in range(1, 8):
        for seat in "0123":
            others = "0123".replace(seat, "") * 270
            field = (seat * few + others)[: 28 * 28]
            scene = Scene(field, ((0, 0, 0), (27, 0, 1), (27, 27, 2), None))
            assert all(Image.open(io.BytesIO(png(scene, size))) for size in (3, 9, 16))


def test_the_text_has_28_lines_of_28_signs() -> None:
    lines = pictures.log_text(LOG).splitlines()
    assert [len(line) for line in lines] == [28] * 28
    assert set("".join(lines)) <= set(".0123^>v<")


def spoilt(rng: random.Random) -> str:
    """The log, cut off, or with a few signs or lines changed."""
    text = LOG if rng.random() < 0.8 else LOG[: rng.randrange(len(LOG))]
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(text) + 1)
        text = (
            text[:at]
            + rng.choice(['"', "0", "9" * 12, "-1", "{", "]", "null", "\n", "[]", "é"])
            + text[at + 1 :]
        )
    lines = text.splitlines()
    if lines and rng.random() < 0.5:
        lines.insert(rng.randrange(len(lines)), rng.choice(STRANGE))
        del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


STRANGE = (
    '{"match":"paintfield/1","seats":["A","B","C","D","E"],"ticks":"x"}',
    '{"round":1,"corners":[0,2,1,3],"in":[0,1,2,9]}',
    '{"round":null,"corners":[0,0,1,3],"in":[0,1]}',
    '{"k":1e9,"turns":{"0":"E"}}',
    '{"k":3,"turns":["E"]}',
    '{"resign":"Ann"}',
    '{"forfeit":null,"k":[]}',
    '{"stopped":7}',
    '{"bell":480}',
    '{"seed":12}',
    "[]",
)


def test_a_spoilt_log_is_refused_in_a_sentence_or_read_and_never_breaks_anything(share: int) -> None:
    rng = random.Random(12)
    for _ in range(600 // share):
        text = spoilt(rng)
        with contextlib.suppress(CaseError):
            if pictures.rounds(text):
                assert len(pictures.log_text(text).splitlines()) >= 28
        with contextlib.suppress(CaseError):
            assert verify(text)
