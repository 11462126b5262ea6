// @ts-check
/** The round as this page knows it: what the server said, and one's own painter a little ahead of it. */

import { SIDE, counts, fieldFrom, tick } from "./engine.js";

/**
 * @typedef {import("./engine.js").Round} Round
 * A turn that is under way: not before tick `earliest`, and likely to act on tick `due`.
 * @typedef {{heading: number, number: number, earliest: number, due: number}} Turn
 * @typedef {{x: number, y: number}} Place
 */

const MOST_AHEAD = 3;
const LEAP = 4;

export class Game {
  /** @param {number | null} you */
  constructor(you) {
    this.you = you;
    /** @type {Round | null} */
    this.round = null;
    /** @type {Round | null} */
    this.before = null;
    this.number = 0;
    this.ticks = 480;
    this.heardAt = 0;
    this.tickMs = 125;
    /** @type {boolean[]} */
    this.away = [];
    /** @type {Turn[]} */
    this.pending = [];
    this.sent = 0;
    this.delay = 0;
    /** @type {Place | null} */
    this.drawn = null;
    this.drawnAt = 0;
    /** Nobody moves before. */
    this.startsAt = 0;
  }

  /**
   * Whether it is another round than the one in hand, or that one from its beginning.
   * @param {any} told
   */
  isAnother(told) {
    return told.n !== this.number || told.tick < (this.round?.tick ?? 0);
  }

  /**
   * The whole field, as the server tells it to who comes in.
   * @param {any} told
   */
  take(told) {
    const isNew = this.isAnother(told);
    if (isNew) [this.pending, this.drawn] = [[], null];
    if (this.you !== null && !this.pending.length) this.sent = told.painters[this.you][2];
    this.number = told.n;
    this.ticks = told.ticks;
    const painters = told.painters.map(/** @param {[number, number, number]} p */ (p) => painter(p[0], p[1]));
    this.away = told.painters.map(/** @param {[number, number, number]} p */ (p) => Boolean(p[1] & 16));
    const isOn = !isNew && this.round?.tick === told.tick;
    this.round = { field: fieldFrom(told.field), painters, tick: told.tick };
    if (isOn) return;
    this.before = null;
    this.heardAt = performance.now();
  }

  /**
   * One tick; gives false when ticks are missing, so that the whole field is needed.
   * @param {DataView} view
   */
  ticked(view) {
    const number = view.getUint16(0);
    if (!this.round || number !== this.round.tick + 1) return Boolean(this.round && number <= this.round.tick);
    const field = this.round.field.slice();
    const painters = this.round.painters.map((_, seat) => {
      const at = 2 + 6 * seat;
      const now = painter(view.getUint16(at), view.getUint8(at + 2));
      this.away[seat] = Boolean(view.getUint8(at + 2) & 16);
      if (now.isIn) field[now.cell] = seat;
      if (seat === this.you) this.confirm(view.getUint8(at + 5));
      return now;
    });
    this.before = this.round;
    this.round = { field, painters, tick: number };
    this.heardAt = performance.now();
    return true;
  }

  /** @param {number} applied */
  confirm(applied) {
    const at = this.pending.findIndex((turn) => turn.number === applied);
    if (at >= 0) this.pending = this.pending.slice(at + 1);
    const now = this.round?.tick ?? 0;
    this.pending = this.pending.filter((turn) => turn.earliest + 8 > now);
  }

  /**
   * A key was pressed: two quick ones are for two ticks.
   * @param {number} heading @param {number} now
   * @returns {Turn | null}
   */
  steer(heading, now) {
    if (!this.round || this.you === null || !this.round.painters[this.you].isIn) return null;
    const last = this.pending[this.pending.length - 1];
    if (last ? last.heading === heading : this.round.painters[this.you].facing === heading) return null;
    this.sent = (this.sent % 255) + 1;
    const next = this.round.tick + 1;
    const earliest = last && last.due >= next ? last.due + 1 : next;
    const under = this.round.tick ? Math.floor((this.delay + now - this.heardAt) / this.tickMs) : 0;
    const due = Math.max(earliest, next + Math.min(under, MOST_AHEAD));
    const turn = { heading, number: this.sent, earliest, due };
    this.pending = [...this.pending.slice(0, 1), turn];
    return turn;
  }

  /**
   * One's own painter with the turns that are under way, at most three ticks ahead, and its path.
   * @param {number} now
   * @returns {{cell: number, facing: number, path: number[]} | null}
   */
  expected(now) {
    const you = this.you;
    if (!this.round || you === null || !this.pending.length) return null;
    const facing = this.pending[this.pending.length - 1].heading;
    if (now < this.startsAt) return { cell: this.round.painters[you].cell, facing, path: [] };
    const next = this.round.tick + 1;
    const last = Math.min(this.pending[this.pending.length - 1].due, this.round.tick + MOST_AHEAD, this.ticks);
    let state = this.round;
    const path = [];
    while (state.tick < Math.max(next, last) && state.tick < this.ticks) {
      const due = this.pending.filter((turn) => Math.min(turn.due, last) <= state.tick + 1);
      const turns = new Map(due.length ? [[you, due[due.length - 1].heading]] : []);
      state = tick(state, turns);
      path.push(state.painters[you].cell);
    }
    return { cell: state.painters[you].cell, facing, path };
  }

  /** Where a painter is between two ticks. @param {number} seat @param {number} now */
  place(seat, now) {
    const round = /** @type {Round} */ (this.round);
    const to = round.painters[seat].cell;
    const from = this.before ? this.before.painters[seat].cell : to;
    const part = Math.min(1, (now - this.heardAt) / this.tickMs);
    return {
      x: (from % SIDE) + ((to % SIDE) - (from % SIDE)) * part,
      y: Math.floor(from / SIDE) + (Math.floor(to / SIDE) - Math.floor(from / SIDE)) * part,
    };
  }

  /**
   * One's own painter on its way to a cell: it glides there in a straight line and never jumps back.
   * @param {number} cell @param {number} now
   * @returns {Place}
   */
  glide(cell, now) {
    const [x, y] = [cell % SIDE, Math.floor(cell / SIDE)];
    const from = this.drawn ?? { x, y };
    const far = Math.hypot(x - from.x, y - from.y);
    const step = ((now - this.drawnAt) / this.tickMs) * Math.max(1, far);
    const part = far > LEAP || far <= step ? 1 : step / far;
    this.drawn = { x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part };
    this.drawnAt = now;
    return this.drawn;
  }

  get held() {
    return this.round ? counts(this.round.field, this.round.painters.length) : [];
  }
}

/** @param {number} cell @param {number} flags */
function painter(cell, flags) {
  const outcome = flags & 32 ? "B" : flags & 64 ? "S" : "";
  return { cell, facing: flags & 3, resting: Boolean(flags & 4), isIn: Boolean(flags & 8), outcome };
}
