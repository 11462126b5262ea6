// @ts-check
/** The list of players: colour and pattern, name, what is to be said of each, and the cells that each holds. */

/**
 * @typedef {{name: string, words: string, cells: number | null, isYou?: boolean, isGone?: boolean}} Row
 */

/**
 * Shows the rows; only what has changed is touched, so that nothing is read aloud twice.
 * @param {HTMLElement} list @param {Row[]} rows
 */
export function showSeats(list, rows) {
  while (list.children.length > rows.length) list.lastElementChild?.remove();
  while (list.children.length < rows.length) list.append(document.createElement("li"));
  rows.forEach((row, seat) => show(/** @type {HTMLElement} */ (list.children[seat]), row, seat));
}

/** @param {HTMLElement} item @param {Row} row @param {number} seat */
function show(item, row, seat) {
  item.className = `seat${seat}${row.isYou ? " you" : ""}${row.isGone ? " gone" : ""}`;
  const told = { name: row.name, cells: row.cells === null ? "" : String(row.cells), words: row.words };
  for (const [part, text] of Object.entries(told)) {
    let span = /** @type {HTMLElement | null} */ (item.querySelector(`.${part}`));
    if (!span) {
      span = document.createElement("span");
      span.className = part;
      item.append(span);
    }
    if (span.textContent !== text) span.textContent = text;
  }
}

/**
 * What is to be said of a seat.
 * @param {import("./words.js").Seat} seat
 * @param {{phase: string, isYou: boolean, isAway: boolean}} now
 */
export function wordsOf(seat, { phase, isYou, isAway }) {
  const words = [];
  if (seat.gone) words.push("has left");
  else if (seat.bot) words.push("bot");
  else {
    if (isYou) words.push("you");
    if (phase === "lobby") words.push(seat.ready ? "ready" : seat.present ? "not ready" : "not here");
    else if (phase === "playing" && isAway) words.push("bot steers");
    else if (phase !== "over" && !seat.present) words.push("not here");
  }
  if (seat.won) words.push(seat.won === 1 ? "1 round won" : `${seat.won} rounds won`);
  return words.join(", ");
}
