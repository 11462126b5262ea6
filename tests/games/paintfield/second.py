"""The second referee judges a case; it shares no code with the first."""

from typing import Any

from tests.games.paintfield.letters import plans_of
from tests.games.paintfield.oracle import SIDE, Field, bot, draw_corners


def oracle(case: dict[str, Any]) -> dict[str, Any]:
    """What the case comes to."""
    ticks = case.get("ticks", 480)
    seeded = "seed" in case
    corners = (
        draw_corners(bytes.fromhex(case["seed"]), case.get("round", 1), case["players"])
        if seeded
        else case["corners"]
    )
    field = Field(corners, ticks)
    bots = {int(seat): level for seat, level in case.get("bots", {}).items()}
    plans = plans_of(case)
    for tick in range(1, ticks + 1):
        for seat in case.get("leave", {}).get(str(tick), []):
            field.out[seat] = True
        turns = {int(seat): way for seat, way in case.get("turns", {}).get(str(tick), {}).items()}
        for seat, level in bots.items():
            turns[seat] = bot(field, seat, level, tick)
        for seat, plan in plans.items():
            turns[seat] = plan.wish(field, seat, tick)
        field.one_tick(turns)
        for seat, plan in plans.items():
            plan.went(field.letters[seat][-1])
    return answer(field)


def answer(field: Field) -> dict[str, Any]:
    inn = [seat for seat in field.seats if not field.out[seat]]
    counts = [field.count(seat) for seat in field.seats]
    top = [seat for seat in inn if counts[seat] == max(counts[other] for other in inn)]
    rows = ((field.paint.get((x, y)) for x in range(SIDE)) for y in range(SIDE))
    return {
        "counts": counts,
        "positions": [list(place) for place in field.at],
        "facing": field.facing,
        "winner": inn[0] if len(inn) == 1 else top[0] if len(top) == 1 else None,
        "field": "".join("." if colour is None else str(colour) for row in rows for colour in row),
        "outcomes": field.letters,
    }
