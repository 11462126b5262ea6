// @ts-check
/** A match's log: read, played again, and checked against its bells, its seed and its commitment. */

import { HEADINGS, SIDE, counts, fieldText, openRound, tick, winner } from "./engine.js";

/**
 * @typedef {import("./engine.js").Round} Round
 * @typedef {{number: number, corners: number[], states: Round[], ending: any, events: any[],
 *   first: any, gone: number[], idle: boolean, inAtEnd: number}} Played
 * @typedef {{match: any, rounds: Played[], seed: string | null}} Log
 */

/** What stands on each kind of line, in order of the alphabet; there are no others. */
const KINDS = [
  "bots,commitment,countdown_ms,match,pause_ms,rounds,seats,tick_ms,ticks", "corners,in,round", "again,corners,in,round",
  "k,turns", "away,k", "back,k", "k,resign", "forfeit,k", "bell,counts,sha256,winner", "counts,stopped", "seed",
];

/**
 * The whole log, every tick of it played again.
 * @param {string} text
 * @returns {Log}
 */
export function readLog(text) {
  const lines = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  if (!lines.length || lines[0].match !== "paintfield/1") throw new Error("This is no log of paintfield/1.");
  const strange = lines.findIndex((line, n) => !KINDS.includes(Object.keys(line).sort().join()) || ("match" in line) !== (n === 0));
  if (strange >= 0) throw new Error(`Line ${strange + 1} is of no kind that a log has there.`);
  /** @type {Log} */
  const log = { match: lines[0], rounds: [], seed: null };
  /** @type {number[]} */
  let gone = [];
  for (let at = 1; at < lines.length; at += 1) {
    if (log.seed !== null) throw new Error("The log goes on after its seed.");
    if ("seed" in lines[at]) {
      if (!/^[0-9a-f]{64}$/.test(lines[at].seed)) throw new Error("The seed is not 64 hex digits.");
      log.seed = lines[at].seed;
    } else if ("round" in lines[at]) {
      const end = lines.findIndex((line, n) => n > at && ("bell" in line || "stopped" in line || "round" in line));
      if (end < 0 && log.rounds.length) break;
      if (end < 0 || "round" in lines[end]) throw new Error(`Round ${lines[at].round} has no end.`);
      log.rounds.push(play(lines.slice(at, end + 1), log.match.ticks, [...gone]));
      gone = [...gone, ...log.rounds[log.rounds.length - 1].events.map(leaver).filter((seat) => seat !== undefined)];
      at = end;
    } else if (leaver(lines[at]) !== undefined && lines[at].k === 0) gone.push(leaver(lines[at]));
    else throw new Error(`Line ${at + 1} stands outside of any round.`);
  }
  return log;
}

/** @param {any} line */
function leaver(line) {
  return line.resign ?? line.forfeit;
}

/**
 * @param {any[]} lines @param {number} ticks @param {number[]} gone
 * @returns {Played}
 */
function play(lines, ticks, gone) {
  const [first, ending] = [lines[0], lines[lines.length - 1]];
  const end = ending.bell ?? ending.stopped;
  if (!Number.isInteger(end) || end < 0 || end > ticks || ticks > 4800) throw new Error(`Round ${first.round} can't be read.`);
  /** @type {Map<number, Map<number, number>>} */
  const turns = new Map();
  /** @type {Map<number, number[]>} */
  const leaving = new Map();
  let now = 1;
  const inside = new Set(first.in);
  const away = new Set();
  for (const line of lines.slice(1, -1)) {
    const most = line.turns ? end : end + 1;
    if (!Number.isInteger(line.k) || line.k < now || line.k > most) throw new Error(`Round ${first.round} is out of order.`);
    now = line.turns ? line.k + 1 : line.k;
    if (line.turns) turns.set(line.k, new Map(Object.entries(line.turns).map(([seat, way]) => [Number(seat), heading(way)])));
    const who = line.away ?? line.back ?? leaver(line);
    if (!line.turns && (!inside.has(who) || (leaver(line) === undefined && ("back" in line) !== away.has(who)))) {
      throw new Error(`Round ${first.round} tells of a seat that was not there.`);
    }
    if ("away" in line) away.add(who);
    if ("back" in line) away.delete(who);
    if (leaver(line) !== undefined) inside.delete(who);
    if (leaver(line) !== undefined) leaving.set(line.k, [...(leaving.get(line.k) ?? []), leaver(line)]);
  }
  const states = [openRound(first.corners, first.in)];
  let idle = false;
  for (let k = 1; k <= end; k += 1) {
    const [before, given] = [states[k - 1], turns.get(k) ?? new Map()];
    states.push(tick(before, given, leaving.get(k)));
    for (const [seat, way] of given) idle ||= !states[k].painters[seat]?.isIn || before.painters[seat].facing === way;
  }
  const inAtEnd = states[end].painters.filter((painter) => painter.isIn).length;
  for (const seat of leaving.get(end + 1) ?? []) states[end].painters[seat].isIn = false;
  return { number: first.round, corners: first.corners, states, ending, events: lines.slice(1, -1), first, gone, idle, inAtEnd };
}

/** @param {any} way */
function heading(way) {
  const found = [...HEADINGS].indexOf(way);
  if (found < 0) throw new Error(`${way} is no heading.`);
  return found;
}

/**
 * Every check of the log, in words.
 * @param {Log} log
 * @returns {Promise<{what: string, right: boolean}[]>}
 */
export async function verify(log) {
  const checks = [];
  /** @type {number[]} */
  const won = log.match.seats.map(() => 0);
  let before = 0;
  for (const round of log.rounds) {
    const seats = won.map((_, seat) => seat).filter((seat) => !round.gone.includes(seat));
    const isNext = round.first.again ? round.number >= before + 2 : round.number === before + 1;
    const isOpen = seats.length > 1 && seats.every((seat) => won[seat] < 2);
    const follows = isNext && isOpen && same(round.first.in, seats);
    checks.push({ what: `Round ${round.number}: it follows from what was before it`, right: follows });
    checks.push({ what: `Round ${round.number}: every turn of it changed a heading`, right: !round.idle });
    before = round.number;
    const last = round.states[round.states.length - 1];
    const held = counts(last.field, last.painters.length);
    checks.push({ what: `Round ${round.number}: the counts`, right: same(held, round.ending.counts) });
    if ("bell" in round.ending) {
      checks.push({ what: `Round ${round.number}: the winner`, right: winner(last) === round.ending.winner });
      checks.push({ what: `Round ${round.number}: its bell is at the last tick`, right: last.tick === log.match.ticks });
      if (round.ending.winner !== null) won[round.ending.winner] += 1;
      const right = (await sha256(fingerprint(last))) === round.ending.sha256;
      checks.push({ what: `Round ${round.number}: field and painters at the bell`, right });
    } else {
      const alone = round.inAtEnd > 1 && last.painters.filter((painter) => painter.isIn).length < 2;
      checks.push({ what: `Round ${round.number}: it stopped because one was left`, right: alone });
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
