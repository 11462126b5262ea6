// @ts-check
/** The line above the field: clock, last seconds, bell, round; and the countdown on the field. */

import { clock } from "./words.js";

/**
 * What the clock knows: `left` milliseconds of `whole`, and how long to `wait` for the first tick.
 * @typedef {{phase: string, round: string, left: number, whole: number, wait: number}} Time
 */

/** @type {Record<string, string>} */
const WORDS = { pause: "Bell", over: "Over" };

export class Face {
  /** @param {(id: string) => HTMLElement} the @param {() => void} counted called with each second counted down */
  constructor(the, counted) {
    this.clock = the("clock");
    this.mark = the("late");
    this.number = the("number");
    this.countdown = the("countdown");
    this.counted = counted;
  }

  /** @param {Time} time */
  show(time) {
    const playing = time.phase === "playing";
    const late = playing && time.left * 4 <= time.whole;
    write(this.clock, playing ? clock(time.left) : (WORDS[time.phase] ?? ""));
    write(this.mark, late ? lastSeconds(time.whole) : "");
    write(this.number, time.phase === "lobby" ? "" : time.round);
    this.mark.hidden = !late;
    document.body.classList.toggle("late", late);
    const count = playing && time.wait > 0 ? String(Math.ceil(time.wait / 1000)) : "";
    if (write(this.countdown, count) && count) this.counted();
  }
}

/** @param {number} whole */
function lastSeconds(whole) {
  return `Last ${Math.max(1, Math.round(whole / 4000))} seconds`;
}

/**
 * Changes the words only where they differ; gives whether they did.
 * @param {HTMLElement} place @param {string} words
 */
export function write(place, words) {
  if (place.textContent === words) return false;
  place.textContent = words;
  return true;
}
