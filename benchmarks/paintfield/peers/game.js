/** What both peers share: the same rules as the referee's pages, and the same bytes a tick. */

import { openRound, tick } from "../../../referee/web/static/paintfield/engine.js";

/** Rooms don't all tick in the same millisecond, as they don't with us. */
let phase = 0;

export class Round {
  /** @param {number} ticks @param {number} tickMs */
  constructor(ticks, tickMs) {
    [this.ticks, this.tickMs] = [ticks, tickMs];
    this.state = openRound([0, 1, 2, 3], [0, 1, 2, 3]);
    this.turns = new Map();
    this.applied = [0, 0, 0, 0];
    this.heard = [0, 0, 0, 0];
    this.held = [1, 1, 1, 1];
  }

  hear(seat, data) {
    if (data[0] === 0) this.heard[seat] = (data[1] << 8) | data[2];
    else if (data[0] === 1) {
      this.turns.set(seat, data[1]);
      this.applied[seat] = data[2];
    }
  }

  step() {
    const before = this.state;
    this.state = tick(before, this.turns);
    this.turns.clear();
    this.state.painters.forEach((painter, seat) => {
      if (painter.outcome === "M" || painter.outcome === "S") {
        const owner = before.field[painter.cell];
        if (owner !== seat) this.held[seat] += 1;
        if (owner >= 0 && owner !== seat) this.held[owner] -= 1;
      }
    });
  }

  bytes() {
    const out = Buffer.alloc(2 + 6 * 4);
    out.writeUInt16BE(this.state.tick, 0);
    this.state.painters.forEach((painter, seat) => {
      const at = 2 + 6 * seat;
      out.writeUInt16BE(painter.cell, at);
      out[at + 2] = painter.facing | (painter.resting ? 4 : 0) | 8;
      out.writeUInt16BE(this.held[seat], at + 3);
      out[at + 5] = this.applied[seat];
    });
    return out;
  }

  /** Plays on an absolute schedule, as the referee does: `send` after each tick, `lateness` in ms. */
  run(send, lateness, done) {
    phase = (phase + 0.618) % 1;
    const start = performance.now() + 200 + phase * this.tickMs;
    const next = () => {
      const due = start + (this.state.tick + 1) * this.tickMs;
      setTimeout(() => {
        lateness.push(performance.now() - due);
        this.step();
        send(this.bytes());
        if (this.state.tick < this.ticks) next();
        else done(performance.now() - start - this.ticks * this.tickMs);
      }, Math.max(0, due - performance.now()));
    };
    next();
  }
}

/** Prints what was measured, when the driver closes our input. */
export function reportAtEnd(lateness, drifts) {
  process.stdin.on("data", () => {});
  process.stdin.on("end", () => {
    const sorted = Float64Array.from(lateness).sort();
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
    console.log(JSON.stringify({
      ticks: sorted.length, p50: at(0.5), p99: at(0.99), worst: at(1), drift: Math.max(...drifts.map(Math.abs)),
      cpu: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    }));
    process.exit(0);
  });
}
