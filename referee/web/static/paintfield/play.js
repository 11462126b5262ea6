// @ts-check
/** The page of a live match: lobby, field, score, clock, and what to say about the connection. */

import { Board, scoreBar } from "./canvas.js";
import { listen } from "./controls.js";
import { BARE, CELLS } from "./engine.js";
import { Face, write } from "./face.js";
import { Game } from "./game.js";
import { Line } from "./line.js";
import { showSeats, wordsOf } from "./seats.js";
import { bell, connected, lead, lobby, lost, notice, taken, waiting } from "./words.js";
import { Sound } from "./sound.js";

/** @param {string} id */
const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const main = the("main");
const board = new Board(/** @type {HTMLCanvasElement} */ (the("field")));
const still = matchMedia("(prefers-reduced-motion: reduce)");
const sound = new Sound(the("sound"));
const face = new Face(the, () => sound.play("count"));
/** @type {any} */
let state = null;
let game = new Game(null);
let goesOn = 0;
let saidAt = Infinity;
/** A match that is over may be played on, if a moderator takes its end back: a closed page asks so often. */
const ASKS_EVERY = 30_000;
let asks = 0;
const bare = new Int8Array(CELLS).fill(BARE);
the("table").hidden = false;

const line = new Line(`/${main.dataset.match}/socket${main.dataset.you ? "" : "?watch"}`, {
  told(message) {
    if (message.t === "state") take(message);
    else if (message.t === "newer") replaced();
  },
  ticked(view) {
    const was = game.pending.length;
    if (!game.ticked(view)) {
      line.send(JSON.stringify({ t: "again" }));
      return;
    }
    main.dataset.tick = String(game.round?.tick);
    if (was && !game.pending.length) main.dataset.confirmed = String(game.sent);
    score();
  },
  changed(kind, delay) {
    if (kind === "delay" && delay !== undefined) game.delay = delay;
    if (kind === "left") left();
    else if (state?.phase !== "over") connection(kind, delay ?? 0);
  },
});

/** The line is closed, and nothing will come through it any more. */
function left() {
  main.dataset.connection = "left";
  asks ||= setInterval(askWhetherItGoesOn, ASKS_EVERY);
}

/** While the match is over its page leads elsewhere. */
async function askWhetherItGoesOn() {
  const answer = await fetch(location.href, { method: "HEAD", redirect: "manual" }).catch(() => null);
  if (answer?.ok) location.reload();
}

/** @param {"open" | "lost" | "refused" | "silent" | "delay"} kind @param {number} delay */
function connection(kind, delay) {
  main.dataset.connection = kind === "delay" ? "open" : kind;
  const trouble = kind === "lost" || kind === "silent";
  the("lost").hidden = !trouble;
  write(the("lost"), trouble ? lost(kind, state) : "");
  write(the("connection"), connected(kind, delay));
  the("refused").hidden = kind !== "refused";
  the("table").hidden = kind === "refused";
}

/** Another page of this seat plays; this one watches until it is told to play again. */
function replaced() {
  the("newer").hidden = false;
  line.onlyWatch();
}

/** @param {any} told */
function take(told) {
  const before = state;
  state = told;
  if (game.you !== told.you) {
    const delay = game.delay;
    game = new Game(told.you);
    game.delay = delay;
  }
  game.tickMs = told.tick_ms;
  const restarts = Boolean(told.round && before && game.isAnother(told.round));
  if (told.round) {
    game.take(told.round);
    game.startsAt = performance.now() + told.round.starts_in;
    if (before?.round?.n !== told.round.n || restarts) saidAt = Infinity;
  }
  main.dataset.phase = told.phase;
  line.rests = told.phase === "over";
  main.dataset.tick = String(game.round?.tick ?? 0);
  offer();
  const isNews = before?.phase !== told.phase || before?.stopped !== told.stopped || restarts;
  if (isNews || told.phase === "lobby") phase(before?.phase);
  score();
}

/** What this page may do now. */
function offer() {
  const own = state.you === null ? null : state.seats[state.you];
  the("ready").hidden = state.phase !== "lobby" || !own || own.ready;
  the("resign").hidden = !own || own.gone || state.phase === "over";
  the("padswitch").hidden = !own || state.phase === "over" || state.phase === "lobby";
  the("sound").hidden = state.phase === "over";
  main.classList.toggle("seated", Boolean(own));
  the("lobby").hidden = state.phase !== "lobby";
  the("over").hidden = state.phase !== "over";
  the("banner").hidden = state.phase !== "pause" || !state.last;
  write(the("banner"), state.last ? taken(state.seats, state.last) : "");
  write(the("told"), notice(state));
  the("told").hidden = !the("told").textContent;
}

/** @param {string | undefined} before */
function phase(before) {
  const bellSaid = state.last ? bell(state.seats, state.last) : "";
  if (state.phase === "lobby") say(lobby(state, state.you), `${notice(state)} ${lobby(state, state.you)}`);
  if (state.phase === "waiting") say(waiting(state), `${notice(state)} ${waiting(state)}`);
  if (state.phase === "playing" && state.round) {
    const start = state.round.tick ? `Round ${state.round.n}.` : `Round ${state.round.n}. Get ready.`;
    say(start, `${notice(state)} ${start}`);
  }
  if (state.phase === "pause") {
    say(bellSaid, `${bellSaid} ${state.stopped ? notice(state) : "The next round begins in a moment."}`);
    if (before === "playing") goesOn = performance.now() + state.pause_ms;
    if (state.stopped) goesOn = 0;
  }
  if (state.phase === "over") {
    const result = state.result?.text ?? "";
    say(result || bellSaid, `${bellSaid} ${result}`);
    write(the("connection"), "The match is over.");
  }
  if (before === "playing") sound.play("bell");
}

/** Names, words and cells of all seats, and the bar. */
function score() {
  const held = game.round ? game.held : null;
  showSeats(the("seats"), state.seats.map(/** @param {import("./words.js").Seat} seat @param {number} at */ (seat, at) => ({
    name: seat.name,
    words: wordsOf(seat, { phase: state.phase, isYou: at === state.you, isAway: Boolean(game.away[at]) }),
    cells: held ? held[at] : null,
    isYou: at === state.you,
    isGone: seat.gone,
  })));
  if (!held) return;
  scoreBar(the("bar"), held, state.seats.map(/** @param {{name: string}} seat */ (seat) => seat.name));
  if (state.phase === "playing" && game.round?.tick) write(the("status"), lead(state.seats, held, game.you));
}

/** For eyes and for screen readers, which need what eyes see elsewhere. @param {string} words */
function say(words, aloud = words) {
  write(the("status"), words);
  write(the("aloud"), aloud.trim());
}

/** Reads the clock aloud at few moments only. @param {number} left */
function announce(left) {
  const seconds = Math.ceil(left / 1000);
  for (const mark of [15, 30, 45]) {
    if (seconds <= mark && saidAt > mark && left < game.ticks * game.tickMs - 500) {
      saidAt = mark;
      write(the("aloud"), `${seconds} seconds left. ${lead(state.seats, game.held, game.you)}`);
      return;
    }
  }
}

/** @param {number} now */
function frame(now) {
  requestAnimationFrame(frame);
  board.fit();
  if (!game.round || !state) {
    board.draw(bare, []);
    return;
  }
  const expected = state.phase === "playing" ? game.expected(now) : null;
  const seat = game.you ?? 0;
  board.draw(game.round.field, marks(now, expected), (expected?.path ?? []).map((cell) => ({ cell, seat })));
  main.dataset.expected = expected ? String(expected.facing) : "";
  tell(now);
}

/**
 * Everybody on the field, one's own painter where it is expected.
 * @param {number} now @param {{cell: number, facing: number} | null} expected
 * @returns {import("./canvas.js").Mark[]}
 */
function marks(now, expected) {
  const round = /** @type {import("./engine.js").Round} */ (game.round);
  const moving = state.phase === "playing" && !still.matches;
  const waits = state.phase === "playing" && now < game.startsAt;
  return round.painters.flatMap((painter, seat) => {
    if (!painter.isIn) return [];
    const own = seat === game.you;
    const cell = own && expected ? expected.cell : painter.cell;
    const whole = { x: cell % 28, y: Math.floor(cell / 28) };
    const at = !moving ? whole : own ? game.glide(cell, now) : game.place(seat, now);
    const name = waits ? (own ? "You" : state.seats[seat].name) : "";
    const facing = own && expected ? expected.facing : painter.facing;
    return [{ ...at, facing, seat, away: game.away[seat], own, light: own && Boolean(expected), name }];
  });
}

/** @param {number} now */
function tell(now) {
  const tick = game.round?.tick ?? 0;
  const left = (game.ticks - tick) * game.tickMs;
  const wait = tick === 0 ? game.startsAt - now : 0;
  const next = Math.max(0, Math.ceil((goesOn - now) / 1000));
  face.show({
    phase: state.phase,
    round: state.phase === "pause" && next ? `Next round in ${next}` : `Round ${game.number}`,
    left,
    whole: game.ticks * game.tickMs,
    wait,
  });
  if (state.phase === "playing" && wait <= 0) announce(left);
}

const canSteer = () => state?.phase === "playing" && game.you !== null && main.dataset.connection === "open";

listen(the("field"), the("pad"), (heading) => {
  const turn = canSteer() ? game.steer(heading, performance.now()) : null;
  if (!turn) return;
  line.turn(turn.heading, turn.number, turn.earliest);
  main.dataset.steered = String(turn.number);
}, canSteer);

the("ready").addEventListener("click", () => line.send(JSON.stringify({ t: "ready" })));
the("here").addEventListener("click", () => location.reload());
const sure = /** @type {HTMLDialogElement} */ (the("sure"));
the("resign").addEventListener("click", () => sure.showModal());
sure.addEventListener("close", () => {
  if (sure.returnValue === "yes") line.send(JSON.stringify({ t: "resign" }));
});
the("padswitch").addEventListener("click", () => {
  const pad = the("pad");
  pad.hidden = !pad.hidden;
  the("padswitch").setAttribute("aria-pressed", String(!pad.hidden));
});
the("pad").hidden = !matchMedia("(pointer: coarse)").matches;
the("padswitch").setAttribute("aria-pressed", String(!the("pad").hidden));
requestAnimationFrame(frame);
main.dataset.loaded = "yes";
