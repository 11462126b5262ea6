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
  return `${taken(seats, last)}: ${told}.`;
}

/**
 * Who takes the round.
 * @param {Seat[]} seats @param {any} last
 */
export function taken(seats, last) {
  return last.winner === null ? "Nobody takes the round" : `${seats[last.winner].name} takes the round`;
}

/**
 * The connection, in words.
 * @param {"open" | "lost" | "refused" | "silent" | "delay"} kind @param {number} delay
 */
export function connected(kind, delay) {
  if (kind === "delay") return `Connected, ${Math.round(delay)} ms.`;
  if (kind === "silent") return `The server has not answered for ${Math.round(delay / 1000)} seconds.`;
  return kind === "open" ? "Connected." : kind === "lost" ? "Not connected." : "";
}

/**
 * What a broken connection means.
 * @param {"lost" | "silent"} kind @param {any} state
 */
export function lost(kind, state) {
  const steers = state?.phase === "playing" && state.you !== null && !state.seats[state.you].gone;
  const bot = steers ? " A bot steers for you until it is back." : "";
  if (kind === "silent") return `The server does not answer.${bot}`;
  return `The connection is lost.${bot} Trying again …`;
}

/**
 * What the lobby waits for.
 * @param {any} state @param {number | null} you
 */
export function lobby(state, you) {
  /** @type {Seat[]} */
  const people = state.seats.filter(/** @param {Seat} seat */ (seat) => !seat.bot && !seat.gone);
  const missing = people.filter((seat) => !seat.ready).map((seat) => seat.name);
  const when = state.at && new Date(state.at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const at = when ? ` It starts at ${when} at the latest, with bots for who is missing.` : "";
  if (you !== null && !state.seats[you].ready) return `Say when you are ready; it starts when all are.${at}`;
  return missing.length ? `Waiting for ${list(missing)}.${at}` : "All are ready.";
}

/**
 * What is unusual about the match now: a clock that is stopped, a round that is played again.
 * @param {any} state
 */
export function notice(state) {
  if (state.phase === "over") return "";
  if (state.stopped && state.phase === "playing") {
    return "The moderator has stopped the clock. This round is played to its bell.";
  }
  if (state.stopped) return "The moderator has stopped the clock. No round begins until it runs again.";
  if (!state.again || state.phase !== "playing") return "";
  const [before, now] = [state.again.n, state.again.n + 1];
  if (state.again.why === "moderator") return `The moderator took round ${before} back; it is played again as round ${now}.`;
  return `Round ${before} was cut off when the referee was restarted; it is played again as round ${now}.`;
}

/**
 * What is waited for between two rounds.
 * @param {any} state
 */
export function waiting(state) {
  return state.stopped ? "" : "The next round begins when a player is there.";
}
