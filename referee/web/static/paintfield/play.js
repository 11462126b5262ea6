// @ts-check
/** The page of a live match: lobby, field, score, clock, and what to say about the connection. */

import { Board, scoreBar } from "./canvas.js";
import { listen } from "./controls.js";
import { BARE, CELLS } from "./engine.js";
import { Game } from "./game.js";
import { Line } from "./line.js";
import { bell, clock, lead, lobby } from "./words.js";
import { Sound } from "./sound.js";

/** @param {string} id */
const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const main = the("main");
const board = new Board(/** @type {HTMLCanvasElement} */ (the("field")));
const still = matchMedia("(prefers-reduced-motion: reduce)");
const sound = new Sound(the("sound"));
/** @type {any} */
let state = null;
let game = new Game(null);
let startsAt = 0;
let saidAt = Infinity;
const bare = new Int8Array(CELLS).fill(BARE);

const line = new Line(`/${main.dataset.match}/socket${main.dataset.you ? "" : "?watch"}`, {
  told(message) {
    if (message.t === "state") take(message);
    else if (message.t === "newer") say("You have opened this match elsewhere; this page watches now.");
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
    connection(kind, delay);
  },
});

/** @param {"open" | "lost" | "refused" | "delay"} kind @param {number} [delay] */
function connection(kind, delay) {
  const words = {
    open: "Connected.",
    delay: `Connected, ${Math.round(delay ?? 0)} ms.`,
    lost: "The connection is lost; a bot steers for you until it is back. Trying again …",
    refused: "",
  };
  the("connection").textContent = words[kind];
  the("refused").hidden = kind !== "refused";
  the("table").hidden = kind === "refused";
  main.dataset.connection = kind === "delay" ? "open" : kind;
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
  if (told.round) {
    game.take(told.round);
    startsAt = performance.now() + told.round.starts_in;
    saidAt = Infinity;
  }
  main.dataset.phase = told.phase;
  main.dataset.tick = String(game.round?.tick ?? 0);
  if (before?.phase !== told.phase || told.phase === "lobby") phase(before?.phase);
  seats();
  score();
}

/** @param {string | undefined} before */
function phase(before) {
  const playing = state.phase === "playing";
  the("ready").hidden = state.phase !== "lobby" || state.you === null || state.seats[state.you].ready;
  the("resign").hidden = state.you === null || state.phase === "over" || state.seats[state.you].gone;
  the("over").hidden = state.phase !== "over";
  document.body.classList.toggle("playing", playing);
  if (state.phase === "lobby") say(lobby(state, state.you));
  if (state.phase === "waiting") say("The next round begins when a player is there.");
  if (playing) say(`Round ${state.round.n}. Get ready.`);
  if (state.phase === "pause" && state.last) say(`${bell(state.seats, state.last)} The next round is near.`);
  if (state.phase === "over") {
    say(`${state.last ? bell(state.seats, state.last) : ""} ${state.result?.text ?? ""}`.trim());
    line.end();
    the("connection").textContent = "The match is over.";
  }
  if (before === "playing") sound.play("bell");
}

function seats() {
  const list = the("seats");
  list.replaceChildren(...state.seats.map(/** @param {any} seat @param {number} at */ (seat, at) => {
    const item = document.createElement("li");
    item.className = `seat${at}${at === state.you ? " you" : ""}${seat.gone ? " gone" : ""}`;
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = seat.name;
    const told = document.createElement("span");
    told.className = "quiet";
    const there = seat.present ? (state.phase === "lobby" && seat.ready ? "ready" : "") : "not here";
    const kind = seat.gone ? "has left" : seat.bot ? "bot" : at === state.you ? "you" : there;
    told.textContent = ` ${[kind, "●".repeat(seat.won)].filter(Boolean).join(" ")}`;
    if (seat.won) told.setAttribute("aria-label", `${kind} ${seat.won} rounds`);
    item.append(name, told);
    return item;
  }));
}

function score() {
  if (game.round) scoreBar(the("bar"), game.held);
}

/** @param {string} words */
function say(words) {
  if (the("status").textContent !== words) the("status").textContent = words;
}

/** Reads the clock aloud at few moments only. @param {number} left */
function announce(left) {
  const seconds = Math.ceil(left / 1000);
  for (const mark of [45, 30, 15]) {
    if (seconds <= mark && saidAt > mark && left < game.ticks * game.tickMs - 500) {
      saidAt = mark;
      say(`${mark} seconds left. ${lead(state.seats, game.held, game.you)}`);
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
  const round = game.round;
  const moving = state.phase === "playing" && !still.matches;
  const expected = state.phase === "playing" ? game.expected() : null;
  const marks = round.painters.flatMap((painter, seat) => {
    /** @type {import("./canvas.js").Mark[]} */
    const none = [];
    if (!painter.isIn) return none;
    if (expected && seat === game.you) {
      const [x, y] = [expected.cell % 28, Math.floor(expected.cell / 28)];
      return [{ x, y, facing: expected.facing, seat, light: true, own: true }];
    }
    const at = moving ? game.place(seat, now) : { x: painter.cell % 28, y: Math.floor(painter.cell / 28) };
    return [{ ...at, facing: painter.facing, seat, away: game.away[seat], own: seat === game.you }];
  });
  const seat = game.you ?? 0;
  board.draw(round.field, marks, (expected?.path ?? []).map((cell) => ({ cell, seat })));
  main.dataset.expected = expected ? String(expected.facing) : "";
  clockFace(now);
}

/** @param {number} now */
function clockFace(now) {
  const face = the("clock");
  const round = game.round;
  if (state.phase !== "playing" || !round) {
    face.textContent = state.phase === "pause" ? "Bell" : "";
    the("countdown").textContent = "";
    the("late").hidden = true;
    face.classList.remove("late");
    return;
  }
  const wait = round.tick === 0 ? startsAt - now : 0;
  const count = wait > 0 ? String(Math.ceil(wait / 1000)) : "";
  if (the("countdown").textContent !== count) {
    the("countdown").textContent = count;
    if (count) sound.play("count");
  }
  const left = (game.ticks - round.tick) * game.tickMs;
  face.textContent = clock(left);
  const late = round.tick * 4 > game.ticks * 3;
  face.classList.toggle("late", late);
  the("late").hidden = !late;
  if (!wait) announce(left);
}

listen(the("field"), the("pad"), (heading) => {
  const turn = state?.phase === "playing" ? game.steer(heading) : null;
  if (!turn) return;
  line.turn(turn.heading, turn.number, turn.earliest);
  main.dataset.steered = String(turn.number);
}, () => state?.phase === "playing" && game.you !== null);

the("ready").addEventListener("click", () => line.send(JSON.stringify({ t: "ready" })));
the("resign").addEventListener("click", () => {
  const sure = /** @type {HTMLDialogElement} */ (the("sure"));
  sure.showModal();
});
the("sure").addEventListener("close", () => {
  const sure = /** @type {HTMLDialogElement} */ (the("sure"));
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
