// @ts-check
/** The replay: any tick of any round, steals and leads along the time, and the checks. */

import { Board, COLOURS, scoreBar } from "./canvas.js";
import { SIDE, counts } from "./engine.js";
import { readLog, unpack, verify } from "./log.js";
import { showSeats } from "./seats.js";
import { clock } from "./words.js";

/** @param {string} id */
const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const main = the("main");
const board = new Board(/** @type {HTMLCanvasElement} */ (the("field")));
const slider = /** @type {HTMLInputElement} */ (the("tick"));
const chosen = /** @type {HTMLSelectElement} */ (the("round"));
const speed = /** @type {HTMLSelectElement} */ (the("speed"));
/** @type {import("./log.js").Log | null} */
let log = null;
let isRunning = false;
let shown = 0;

async function load() {
  const fragment = location.hash.match(/^#z=([\w-]+)$/)?.[1];
  const text = fragment ? await unpack(fragment) : await (await fetch(`/${main.dataset.match}/log.jsonl`)).text();
  log = readLog(text);
  if (!log.rounds.length) {
    the("told").textContent = "No round was played to its bell yet.";
    return;
  }
  log.rounds.forEach((round, at) => chosen.append(new Option(`Round ${round.number}`, String(at))));
  const asked = new URLSearchParams(location.search);
  const at = log.rounds.findIndex((round) => String(round.number) === asked.get("round"));
  chosen.value = String(at < 0 ? log.rounds.length - 1 : at);
  the("player").hidden = false;
  open(asked.get("tick"));
}

function round() {
  return /** @type {import("./log.js").Log} */ (log).rounds[Number(chosen.value)];
}

/** Shows the chosen round at that tick, or at its end. @param {string | null} tick */
function open(tick = null) {
  const last = String(round().states.length - 1);
  slider.max = last;
  slider.value = /^\d+$/.test(tick ?? "") ? String(tick) : last;
  marks();
  show();
}

function show() {
  const at = Number(slider.value);
  const state = round().states[at];
  const held = counts(state.field, state.painters.length);
  board.fit();
  board.draw(state.field, state.painters.flatMap((painter, seat) => (painter.isIn
    ? [{ x: painter.cell % SIDE, y: Math.floor(painter.cell / SIDE), facing: painter.facing, seat }] : [])));
  const { seats, bots, tick_ms: length } = /** @type {import("./log.js").Log} */ (log).match;
  scoreBar(the("bar"), held, seats);
  showSeats(the("seats"), seats.map(/** @param {string} name @param {number} seat */ (name, seat) => ({
    name,
    words: !state.painters[seat].isIn ? "has left" : bots.includes(seat) ? "bot" : "",
    cells: held[seat],
    isGone: !state.painters[seat].isIn,
  })));
  const left = (round().states.length - 1 - at) * length;
  the("told").textContent = `Tick ${at} of ${round().states.length - 1}, ${clock(left)} to the bell.`;
  const counts_ = seats.map(/** @param {string} name @param {number} seat */ (name, seat) => `${name} ${held[seat]}`);
  slider.setAttribute("aria-valuetext", `Tick ${at}: ${counts_.join(", ")}`);
  main.dataset.tick = String(at);
}

/** Steals as short strokes in the thief's colour, the lead as a band below. */
function marks() {
  const track = /** @type {HTMLCanvasElement} */ (the("marks"));
  const pen = /** @type {CanvasRenderingContext2D} */ (track.getContext("2d"));
  const states = round().states;
  track.width = Math.max(states.length, 480);
  track.height = 36;
  pen.clearRect(0, 0, track.width, track.height);
  const step = track.width / states.length;
  states.forEach((state, at) => {
    state.painters.forEach((painter, seat) => {
      if (at && painter.outcome === "S") {
        pen.fillStyle = COLOURS[seat];
        pen.fillRect(at * step, 1 + seat * 6, Math.max(1, step), 5);
      }
    });
    const held = counts(state.field, state.painters.length);
    const best = Math.max(...held);
    if (held.filter((count) => count === best).length === 1) {
      pen.fillStyle = COLOURS[held.indexOf(best)];
      pen.fillRect(at * step, 27, Math.max(1, step) + 0.5, 8);
    }
  });
}

/** @param {number} now */
function run(now) {
  if (!isRunning) return;
  const each = /** @type {import("./log.js").Log} */ (log).match.tick_ms / Number(speed.value);
  if (now - shown >= each) {
    const steps = Math.floor((now - shown) / each);
    shown += steps * each;
    slider.value = String(Math.min(Number(slider.max), Number(slider.value) + steps));
    show();
    if (slider.value === slider.max) start(false);
  }
  requestAnimationFrame(run);
}

/** @param {boolean} on */
function start(on) {
  isRunning = on;
  the("run").textContent = on ? "Pause" : "Play";
  if (on && slider.value === slider.max) slider.value = "0";
  shown = performance.now();
  if (on) requestAnimationFrame(run);
}

async function check() {
  const list = the("checks");
  if (!crypto.subtle) {
    the("verdict").textContent = "This page can check only over https; the command “referee paintfield verify” can always.";
    return;
  }
  const checks = await verify(/** @type {import("./log.js").Log} */ (log));
  list.replaceChildren(...checks.map(({ what, right }) => {
    const item = document.createElement("li");
    item.textContent = `${right ? "✓" : "✗"} ${what}`;
    item.className = right ? "right" : "wrong";
    return item;
  }));
  const right = checks.every((one) => one.right);
  the("verdict").textContent = right ? "All of it is right." : "Something in this log is wrong.";
  main.dataset.verified = right ? "right" : "wrong";
}

async function share() {
  const canvas = /** @type {HTMLCanvasElement} */ (the("field"));
  const blob = /** @type {Blob} */ (await new Promise((done) => canvas.toBlob(/** @type {BlobCallback} */ (done), "image/png")));
  const file = new File([blob], "paintfield.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: document.title }).catch(() => {});
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
}

chosen.addEventListener("change", () => { start(false); open(); });
slider.addEventListener("input", () => { start(false); show(); });
the("run").addEventListener("click", () => start(!isRunning));
the("verify").addEventListener("click", () => void check());
the("share").addEventListener("click", () => void share());
window.addEventListener("resize", () => { if (log?.rounds.length) show(); });
load().then(() => { main.dataset.loaded = "yes"; }, (wrong) => {
  the("told").textContent = `The log can't be read: ${wrong.message}`;
});
