"""Pictures of a painted field: PNG, an animated GIF, and lines of text. They know nothing of any rules."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw

SIDE = 28
BARE = "."
INK = 5
PALETTE = ((250, 250, 247), (230, 159, 0), (86, 180, 233), (0, 158, 115), (204, 121, 167), (24, 24, 27))
"""Bare ground, the seats (Okabe and Ito's colours), and ink."""
SHADES = ((232, 232, 226), (198, 134, 0), (46, 141, 199), (0, 118, 86), (171, 88, 134))
"""The darker tone of each, in which its pattern is drawn."""
COLOURS = (*PALETTE, *SHADES)
ARROWS = "^>v<"
MOST_BYTES = 300_000


@dataclass(frozen=True, slots=True)
class Scene:
    """A field as 784 signs (`.` or the seat's digit), and each seat's painter (x, y, heading) or None."""

    field: str
    painters: tuple[tuple[int, int, int] | None, ...]


def text(scene: Scene) -> str:
    """The field as 28 lines: `.` bare, a digit for each seat's cell, an arrow where a painter stands."""
    signs = list(scene.field)
    for painter in filter(None, scene.painters):
        signs[painter[1] * SIDE + painter[0]] = ARROWS[painter[2]]
    return "\n".join("".join(signs[at : at + SIDE]) for at in range(0, SIDE * SIDE, SIDE))


def png(scene: Scene, size: int = 16) -> bytes:
    """The field with the score bar above it."""
    out = io.BytesIO()
    drawn(scene, size).save(out, "PNG", optimize=True)
    return out.getvalue()


def gif(scenes: Sequence[Scene], last: Scene, size: int = 9, pause: int = 2500) -> bytes:
    """The scenes as an animation that shows the last one first; under 300 KB, by leaving scenes out."""
    step = 1
    while True:
        made = _animated(scenes[::step], last, size, pause, step)
        if len(made) < MOST_BYTES or len(scenes) <= 2 * step:
            return made
        step += 1 if step < 4 else step // 2


def _animated(scenes: Sequence[Scene], last: Scene, size: int, pause: int, step: int) -> bytes:
    film = Film(size)
    frames = [film.frame(scene) for scene in (last, *scenes, last)]
    times = [pause, *(min(90 * step, 500) for _ in scenes), pause]
    out = io.BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=times,
        loop=0,
        optimize=False,
        disposal=1,
    )
    return out.getvalue()


def drawn(scene: Scene, size: int) -> Image.Image:
    """The scene with so many pixels a cell."""
    return Film(size).frame(scene)


class Film:
    """Draws scenes one after another: only the cells that have changed are painted anew."""

    def __init__(self, size: int) -> None:
        self.size, self.bar = size, 2 * size
        self.field = "?" * SIDE * SIDE
        self.ground = Image.new("P", (SIDE * size, SIDE * size + self.bar), INK)
        self.ground.putpalette([tone for colour in COLOURS for tone in colour])

    def frame(self, scene: Scene) -> Image.Image:
        """The picture of the next scene."""
        for at, (old, sign) in enumerate(zip(self.field, scene.field, strict=True)):
            if old != sign:
                seat = -1 if sign == BARE else int(sign)
                place = (at % SIDE * self.size, at // SIDE * self.size + self.bar)
                self.ground.paste(tile(seat, self.size), place)
        self.field = scene.field
        picture = self.ground.copy()
        _score_bar(picture, scene, self.bar)
        pen = ImageDraw.Draw(picture)
        for seat, painter in enumerate(scene.painters):
            if painter is not None:
                _painter(pen, painter, seat, self.size, self.bar)
        return picture


def _score_bar(picture: Image.Image, scene: Scene, height: int) -> None:
    """A bar as wide as the field, in which each seat has its share of what is painted."""
    pen, width = ImageDraw.Draw(picture), picture.width
    counts = [scene.field.count(str(seat)) for seat in range(4)]
    total, held, left = max(sum(counts), 1), 0, 0
    for seat, count in enumerate(counts):
        held += count
        right = held * width // total
        if right > left:  # a single cell among hundreds is less than a pixel wide
            pen.rectangle((left, 0, right - 1, height - height // 4), fill=1 + seat)
        left = right


@cache
def tile(seat: int, size: int) -> Image.Image:
    """A cell: bare ground has a dot, each seat's colour its own pattern."""
    picture = Image.new("P", (size, size), 1 + seat)
    for x, y in _pattern(seat, size):
        picture.putpixel((x, y), 6 + 1 + seat)
    return picture


def _pattern(seat: int, size: int) -> Iterator[tuple[int, int]]:
    """Bare: a dot; then slanting lines, upright lines, dots, level lines."""
    step = max(3, size // 3)
    for y in range(size):
        for x in range(size):
            match seat:
                case -1:
                    is_dark = (x, y) == (size // 2, size // 2)
                case 0:
                    is_dark = (x + y) % step == 0
                case 1:
                    is_dark = x % step == 1
                case 2:
                    is_dark = x % step < 2 and y % step < 2
                case _:
                    is_dark = y % step == 1
            if is_dark:
                yield x, y


def _painter(pen: ImageDraw.ImageDraw, at: tuple[int, int, int], seat: int, size: int, top: int) -> None:
    """A dark disc with a wedge of the seat's colour that points where it faces."""
    x, y, heading = at[0] * size, at[1] * size + top, at[2]
    pen.ellipse((x, y, x + size - 1, y + size - 1), fill=INK)
    middle, far = size / 2 - 0.5, size / 2 - 1.5
    ahead = ((0, -1), (1, 0), (0, 1), (-1, 0))[heading]
    tip = (x + middle + ahead[0] * far, y + middle + ahead[1] * far)
    sides = [
        (x + middle - ahead[0] * far / 2 + s * ahead[1] * far * 0.7,
         y + middle - ahead[1] * far / 2 + s * ahead[0] * far * 0.7)
        for s in (-1, 1)
    ]  # fmt: skip
    pen.polygon([tip, *sides], fill=1 + seat)
