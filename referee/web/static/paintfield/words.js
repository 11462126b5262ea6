// @ts-check
/** What the page says: phases, the clock, who leads, for eyes and for screen readers. */

/**
 * @typedef {{name: string, bot: boolean, gone: boolean, won: number, present: boolean, ready: boolean}} Seat
 */

/** @param {number} milliseconds */
export function clock(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * `Ann, Bob and Cid`.
 * @param {string[]} names
 */
export function list(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names.join("");
}

/**
 * Who leads, in a sentence.
 * @param {Seat[]} seats @param {number[]} held @param {number | null} you
 */
export function lead(seats, held, you) {
  const best = Math.max(...held);
  const top = seats.filter((_, seat) => held[seat] === best);
  if (top.length > 1) return `${list(top.map((seat) => seat.name))} are level with ${best}.`;
  const first = held.indexOf(best);
  if (first === you) return `You lead with ${best} cells.`;
  const own = you === null ? "" : ` You have ${held[you]}.`;
  return `${seats[first].name} leads with ${best} cells.${own}`;
}

/**
 * How the last round went.
 * @param {Seat[]} seats @param {any} last
 */
export function bell(seats, last) {
  const told = seats.map((seat, at) => `${seat.name} ${last.counts[at]}`).join(", ");
  const won = last.winner === null ? "Nobody takes the round" : `${seats[last.winner].name} takes the round`;
  return `${won}: ${told}.`;
}

/**
 * What the lobby waits for.
 * @param {any} state @param {number | null} you
 */
export function lobby(state, you) {
  /** @type {Seat[]} */
  const people = state.seats.filter(/** @param {Seat} seat */ (seat) => !seat.bot && !seat.gone);
  const missing = people.filter((seat) => !seat.ready).map((seat) => seat.name);
  const at = state.at ? ` At ${new Date(state.at).toLocaleString()} it starts in any case.` : "";
  if (you !== null && !state.seats[you].ready) return `Say when you are ready.${at}`;
  return `Waiting for ${list(missing)}.${at}`;
}
