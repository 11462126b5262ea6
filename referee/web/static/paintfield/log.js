// @ts-check
/** A match's log: read, played again, and checked against its bells, its seed and its commitment. */

import { HEADINGS, SIDE, counts, fieldText, openRound, tick, winner } from "./engine.js";

/**
 * @typedef {import("./engine.js").Round} Round
 * @typedef {{number: number, corners: number[], states: Round[], ending: any, events: any[]}} Played
 * @typedef {{match: any, rounds: Played[], seed: string | null}} Log
 */

/**
 * The whole log, every tick of it played again.
 * @param {string} text
 * @returns {Log}
 */
export function readLog(text) {
  const lines = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  if (!lines.length || lines[0].match !== "paintfield/1") throw new Error("This is no log of paintfield/1.");
  /** @type {Log} */
  const log = { match: lines[0], rounds: [], seed: null };
  for (let at = 1; at < lines.length; at += 1) {
    if ("seed" in lines[at]) log.seed = lines[at].seed;
    if ("round" in lines[at]) {
      const end = lines.findIndex((line, n) => n > at && ("bell" in line || "stopped" in line));
      if (end < 0) break;
      log.rounds.push(play(lines.slice(at, end + 1)));
      at = end;
    }
  }
  return log;
}

/**
 * @param {any[]} lines
 * @returns {Played}
 */
function play(lines) {
  const [first, ending] = [lines[0], lines[lines.length - 1]];
  /** @type {Map<number, Map<number, number>>} */
  const turns = new Map();
  /** @type {Map<number, number[]>} */
  const leaving = new Map();
  for (const line of lines) {
    if (line.turns) {
      const given = Object.entries(line.turns).map(([seat, way]) => [Number(seat), HEADINGS.indexOf(String(way))]);
      turns.set(line.k, new Map(/** @type {[number, number][]} */ (given)));
    }
    const left = line.resign ?? line.forfeit;
    if (left !== undefined) leaving.set(Math.max(line.k, 1), [...(leaving.get(Math.max(line.k, 1)) ?? []), left]);
  }
  const end = ending.bell ?? ending.stopped;
  const states = [openRound(first.corners, first.in)];
  for (let k = 1; k <= end; k += 1) {
    states.push(tick(states[k - 1], turns.get(k) ?? new Map(), leaving.get(k)));
  }
  for (const seat of leaving.get(end + 1) ?? []) states[end].painters[seat].isIn = false;
  return { number: first.round, corners: first.corners, states, ending, events: lines.slice(1, -1) };
}

/**
 * Every check of the log, in words.
 * @param {Log} log
 * @returns {Promise<{what: string, right: boolean}[]>}
 */
export async function verify(log) {
  const checks = [];
  for (const round of log.rounds) {
    const last = round.states[round.states.length - 1];
    const held = counts(last.field, last.painters.length);
    checks.push({ what: `Round ${round.number}: the counts`, right: same(held, round.ending.counts) });
    if ("bell" in round.ending) {
      checks.push({ what: `Round ${round.number}: the winner`, right: winner(last) === round.ending.winner });
      const right = (await sha256(fingerprint(last))) === round.ending.sha256;
      checks.push({ what: `Round ${round.number}: field and painters at the bell`, right });
    }
  }
  if (log.seed) checks.push(...(await checkSeed(log, fromHex(log.seed))));
  else checks.push({ what: "The seed is not published yet; it is when the match is over.", right: true });
  return checks;
}

/**
 * @param {Log} log @param {Uint8Array} seed
 */
async function checkSeed(log, seed) {
  const promised = new Uint8Array([...new TextEncoder().encode("paintfield/1/"), ...seed]);
  const checks = [
    { what: "The seed is the one committed to", right: hex(await digest(promised)) === log.match.commitment },
  ];
  for (const round of log.rounds) {
    const drawn = await corners(seed, round.number, log.match.seats.length);
    checks.push({ what: `Round ${round.number}: the seed gives its corners`, right: same(drawn, round.corners) });
  }
  return checks;
}

/**
 * Which corner each seat gets.
 * @param {Uint8Array} seed @param {number} number @param {number} players
 */
export async function corners(seed, number, players) {
  const order = [0, 1, 2, 3];
  const bytes = stream(seed, `paintfield/1/corners/${number}`);
  for (const i of [3, 2, 1]) {
    const n = i + 1;
    let byte = (await bytes.next()).value;
    while (byte >= 256 - (256 % n)) byte = (await bytes.next()).value;
    const j = byte % n;
    [order[i], order[j]] = [order[j], order[i]];
  }
  return players === 2 ? [order[0], (order[0] + 2) % 4] : order.slice(0, players);
}

/**
 * @param {Uint8Array} seed @param {string} label
 * @returns {AsyncGenerator<number, number>}
 */
async function* stream(seed, label) {
  const way = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", /** @type {BufferSource} */ (seed), way, false, ["sign"]);
  for (let counter = 0; ; counter += 1) {
    const block = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${label}/${counter}`));
    yield* new Uint8Array(block);
  }
}

/** @param {Round} round */
function fingerprint(round) {
  const stands = round.painters.map((painter) => {
    if (!painter.isIn) return "-";
    return `${painter.cell % SIDE},${Math.floor(painter.cell / SIDE)},${HEADINGS[painter.facing]}`;
  });
  return `${fieldText(round.field)}\n${stands.join(" ")}\n`;
}

/** @param {string} text */
async function sha256(text) {
  return hex(await digest(new TextEncoder().encode(text)));
}

/** @param {Uint8Array} bytes */
async function digest(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {number[]} a @param {number[]} b */
function same(a, b) {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}

/**
 * The log that a link holds behind its #: base64url of its zlib bytes.
 * @param {string} fragment
 */
export async function unpack(fragment) {
  const raw = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(raw, (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}
