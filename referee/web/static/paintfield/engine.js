// @ts-check
/** The rules of a tick, as the server has them: for the replay, and to draw one's own painter early. */

export const SIDE = 28;
export const CELLS = SIDE * SIDE;
export const HEADINGS = "NESW";
export const BARE = -1;
const STARTS = [3 * SIDE + 3, 3 * SIDE + 24, 24 * SIDE + 24, 24 * SIDE + 3];
const FACING = [1, 2, 3, 0];

/**
 * @typedef {{cell: number, facing: number, resting: boolean, isIn: boolean, outcome: string}} Painter
 * @typedef {{field: Int8Array, painters: Painter[], tick: number}} Round
 */

/**
 * The cell ahead, or -1 for the wall.
 * @param {number} cell @param {number} heading
 */
export function ahead(cell, heading) {
  const x = (cell % SIDE) + [0, 1, 0, -1][heading];
  const y = Math.floor(cell / SIDE) + [-1, 0, 1, 0][heading];
  return x >= 0 && x < SIDE && y >= 0 && y < SIDE ? y * SIDE + x : -1;
}

/**
 * A round before its first tick.
 * @param {number[]} corners @param {number[]} seats
 * @returns {Round}
 */
export function openRound(corners, seats) {
  const field = new Int8Array(CELLS).fill(BARE);
  const painters = corners.map((corner, seat) => {
    const isIn = seats.includes(seat);
    if (isIn) field[STARTS[corner]] = seat;
    return { cell: STARTS[corner], facing: FACING[corner], resting: false, isIn, outcome: "" };
  });
  return { field, painters, tick: 0 };
}

/**
 * The round one tick later, from the state before it.
 * @param {Round} before @param {Map<number, number>} turns @param {number[]} [leaving]
 * @returns {Round}
 */
export function tick(before, turns, leaving = []) {
  const painters = before.painters.map((painter, seat) => {
    const isIn = painter.isIn && !leaving.includes(seat);
    return { ...painter, isIn, facing: isIn ? (turns.get(seat) ?? painter.facing) : painter.facing };
  });
  const stood = new Set(painters.filter((p) => p.isIn).map((p) => p.cell));
  const wants = painters.map((painter) => {
    const cell = ahead(painter.cell, painter.facing);
    return !painter.isIn || painter.resting || stood.has(cell) ? -1 : cell;
  });
  const field = before.field.slice();
  painters.forEach((painter, seat) => {
    const want = wants[seat];
    painter.outcome = outcome(painter, want, wants, before.field, seat);
    painter.resting = painter.outcome === "S";
    if (painter.outcome === "M" || painter.outcome === "S") {
      painter.cell = want;
      field[want] = seat;
    }
  });
  return { field, painters, tick: before.tick + 1 };
}

/**
 * @param {Painter} painter @param {number} want @param {number[]} wants
 * @param {Int8Array} field @param {number} seat
 */
function outcome(painter, want, wants, field, seat) {
  if (!painter.isIn) return "x";
  if (painter.resting) return "R";
  if (want < 0 || wants.filter((cell) => cell === want).length > 1) return "B";
  return field[want] === BARE || field[want] === seat ? "M" : "S";
}

/**
 * How many cells each seat has.
 * @param {Int8Array} field @param {number} players
 */
export function counts(field, players) {
  const held = new Array(players).fill(0);
  for (const seat of field) if (seat >= 0) held[seat] += 1;
  return held;
}

/**
 * The seat with strictly most cells among those in, or null.
 * @param {Round} round
 */
export function winner(round) {
  const held = counts(round.field, round.painters.length);
  const active = round.painters.map((p, seat) => (p.isIn ? seat : -1)).filter((seat) => seat >= 0);
  const best = Math.max(...active.map((seat) => held[seat]));
  const top = active.filter((seat) => held[seat] === best);
  return top.length === 1 ? top[0] : null;
}

/**
 * The field as 784 signs.
 * @param {Int8Array} field
 */
export function fieldText(field) {
  return Array.from(field, (seat) => (seat < 0 ? "." : String(seat))).join("");
}

/**
 * The field from 784 signs.
 * @param {string} text
 */
export function fieldFrom(text) {
  return Int8Array.from(text, (sign) => (sign === "." ? BARE : Number(sign)));
}
