"""The bots: what each level wants, that they come out ordered, that they don't stand bumping each other."""

import hashlib
from collections import Counter

from referee.games.paintfield.bots import heading
from referee.games.paintfield.draws import lapses
from referee.games.paintfield.field import FIRST, E, N, S, W, cell
from referee.games.paintfield.live import begin
from referee.games.paintfield.round import Painter, Round
from tests.games.paintfield.play import begun, bots_match, opened


def seed(*words: object) -> bytes:
    return hashlib.sha256(repr(words).encode()).digest()


def ground(
    *painters: Painter, rivals: tuple[int, ...] = (), own: tuple[int, ...] = (), tick: int = 0
) -> Round:
    field = bytearray(b"." * 784)
    for number in rivals:
        field[number] = FIRST + 1
    for number in own:
        field[number] = FIRST
    for seat, painter in enumerate(painters):
        field[painter.cell] = FIRST + seat
    return Round(bytes(field), painters, tick)


FAR = Painter(cell(20, 20), W)


def test_level_1_looks_one_cell_ahead_and_prefers_bare_ground() -> None:
    before = ground(Painter(cell(5, 5), E), FAR, own=(cell(6, 5),))
    assert heading(before, 0, 1, 480) == S


def test_level_1_would_rather_steal_than_drive_over_its_own() -> None:
    own = (cell(6, 5), cell(5, 4), cell(4, 5))
    before = ground(Painter(cell(5, 5), E), FAR, own=own, rivals=(cell(5, 6),))
    assert heading(before, 0, 1, 480) == S


def test_level_2_takes_the_direction_with_most_bare_ground_in_six() -> None:
    before = ground(Painter(cell(5, 5), E), FAR, own=tuple(cell(x, 5) for x in range(8, 12)))
    assert heading(before, 0, 2, 480) == S


def test_the_earlier_of_equal_headings_is_taken_straight_right_left_back() -> None:
    assert heading(ground(Painter(cell(12, 12), N), FAR), 0, 2, 480) == N
    assert heading(ground(Painter(cell(12, 0), N), FAR), 0, 2, 480) == E


def test_level_3_wants_the_leaders_ground_in_the_last_quarter_only() -> None:
    rivals = tuple(cell(x, 5) for x in range(6, 14))
    painter = Painter(cell(5, 5), N)
    assert heading(ground(painter, FAR, rivals=rivals), 0, 3, 480) == S
    assert heading(ground(painter, FAR, rivals=rivals, tick=360), 0, 3, 480) == E


def test_a_cell_that_refused_the_bot_on_the_tick_before_is_blocked_for_one_tick() -> None:
    refused = Painter(cell(5, 5), E, bumped=cell(6, 5))
    assert heading(ground(refused, FAR), 0, 2, 480) != E


def test_lapses_are_on_purpose_and_follow_from_the_seed() -> None:
    lapsed = lapses(bytes(range(32)), 1, 0, 480)
    assert lapsed == lapses(bytes(range(32)), 1, 0, 480)
    assert 20 < len(lapsed) < 120


def test_levels_come_out_ordered_over_300_matches(share: int) -> None:
    matches = 100 // share
    for weak, strong in ((1, 2), (2, 3), (1, 3)):
        wins: Counter[int] = Counter()
        for number in range(matches):
            levels = {0: weak, 1: strong} if number % 2 else {0: strong, 1: weak}
            state = bots_match(seed(weak, strong, number), 2, levels)
            assert state.ending is not None
            wins.update(levels[state.seat(name)] for name in state.ending.winners)
        assert wins[strong] > 1.5 * wins[weak] + 1


def test_bots_stand_bumping_each_other_for_two_seconds_in_no_more_than_3_of_100_rounds(share: int) -> None:
    stuck = sum(longest_standstill(number) >= 16 for number in range(100 // share))
    assert stuck <= 3 / share


def longest_standstill(number: int) -> int:
    """For how many ticks in a row at least two bots bumped, in a round of two to four."""
    players = 2 + number % 3
    live = begin(begun(opened(*("Ann", "Bob", "Cid", "Dee")[:players], seed=seed("bump", number))))
    for seat in range(players):
        live.cover(seat)
    runs, longest = [0] * players, 0
    while not live.is_over:
        runs = [run + 1 if letter == "B" else 0 for run, letter in zip(runs, live.step(), strict=True)]
        longest = max(longest, sorted(runs)[-2])
    return longest
