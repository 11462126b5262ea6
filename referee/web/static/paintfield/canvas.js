// @ts-check
/** Draws a field on a canvas: colours of Okabe and Ito, and a pattern per seat. */

import { SIDE } from "./engine.js";

export const COLOURS = ["#e69f00", "#56b4e9", "#009e73", "#cc79a7"];
const SHADES = ["#a86f00", "#1f7fb8", "#00684c", "#96487a"];
export const NAMES = ["orange", "blue", "green", "purple"];

/**
 * @typedef {{x: number, y: number, facing: number, seat: number, away?: boolean, light?: boolean, own?: boolean}} Mark
 */

export class Board {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    const pen = canvas.getContext("2d", { alpha: false });
    if (!pen) throw new Error("This browser can't draw.");
    this.pen = pen;
    this.size = 0;
    this.dark = false;
    /** @type {HTMLCanvasElement[]} */
    this.tiles = [];
    this.fit();
  }

  /** Takes as many pixels a cell as the screen has room for. */
  fit() {
    const wide = this.canvas.clientWidth * (window.devicePixelRatio || 1);
    const size = Math.max(8, Math.floor(wide / SIDE));
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    if (size === this.size && dark === this.dark) return;
    this.size = size;
    this.dark = dark;
    this.canvas.width = this.canvas.height = size * SIDE;
    this.ground = dark ? "#1d2026" : "#faf9f5";
    this.grid = dark ? "#343943" : "#dcdad2";
    this.tiles = COLOURS.map((_, seat) => tile(seat, size));
  }

  /**
   * @param {Int8Array} field @param {Mark[]} marks
   * @param {{cell: number, seat: number}[]} [ahead] cells that are only expected, drawn lighter
   */
  draw(field, marks, ahead = []) {
    const { pen, size } = this;
    pen.fillStyle = /** @type {string} */ (this.ground);
    pen.fillRect(0, 0, size * SIDE, size * SIDE);
    pen.fillStyle = /** @type {string} */ (this.grid);
    for (let cell = 0; cell < field.length; cell += 1) {
      const [x, y] = [(cell % SIDE) * size, Math.floor(cell / SIDE) * size];
      if (field[cell] >= 0) pen.drawImage(this.tiles[field[cell]], x, y);
      else pen.fillRect(x + (size >> 1), y + (size >> 1), 1, 1);
    }
    pen.globalAlpha = 0.45;
    for (const { cell, seat } of ahead) {
      pen.drawImage(this.tiles[seat], (cell % SIDE) * size, Math.floor(cell / SIDE) * size);
    }
    pen.globalAlpha = 1;
    for (const mark of marks) this.painter(mark);
  }

  /** @param {Mark} mark */
  painter({ x, y, facing, seat, away, light, own }) {
    const { pen, size } = this;
    const [cx, cy, r] = [(x + 0.5) * size, (y + 0.5) * size, size * (own ? 0.72 : 0.6)];
    pen.globalAlpha = light ? 0.6 : 1;
    pen.fillStyle = "#18181b";
    pen.strokeStyle = "#ffffff";
    pen.lineWidth = Math.max(1, size / 12);
    pen.beginPath();
    pen.arc(cx, cy, r, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    if (own) {
      pen.strokeStyle = "#18181b";
      pen.beginPath();
      pen.arc(cx, cy, r + 1.5 * pen.lineWidth, 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.fillStyle = away ? "#b8bcc6" : COLOURS[seat];
    const turn = ((facing - 1) * Math.PI) / 2;
    pen.beginPath();
    for (const [reach, angle] of [[0.85, 0], [0.7, 2.4], [0.7, -2.4]]) {
      pen.lineTo(cx + Math.cos(turn + angle) * r * reach, cy + Math.sin(turn + angle) * r * reach);
    }
    pen.fill();
    pen.globalAlpha = 1;
  }
}

/**
 * One cell of a seat's colour in its pattern: slanting lines, upright lines, dots, level lines.
 * @param {number} seat @param {number} size
 */
function tile(seat, size) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = COLOURS[seat];
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = pen.fillStyle = SHADES[seat];
  pen.lineWidth = Math.max(1, size / 10);
  pen.beginPath();
  if (seat === 0) {
    for (const shift of [-0.5, 0, 0.5]) {
      pen.moveTo(size * shift, size);
      pen.lineTo(size * (shift + 1), 0);
    }
  } else if (seat === 1) {
    for (const at of [0.25, 0.75]) pen.rect(size * at - pen.lineWidth / 2, 0, 0.01, size);
  } else if (seat === 2) {
    for (const [x, y] of [[0.25, 0.25], [0.75, 0.75]]) {
      pen.moveTo(size * x, size * y);
      pen.arc(size * x, size * y, size / 9, 0, 2 * Math.PI);
    }
    pen.fill();
  } else {
    for (const at of [0.25, 0.75]) pen.rect(0, size * at - pen.lineWidth / 2, size, 0.01);
  }
  if (seat !== 2) pen.stroke();
  return canvas;
}

/**
 * The score bar: each seat's share of what is painted.
 * @param {HTMLElement} bar @param {number[]} held
 */
export function scoreBar(bar, held) {
  while (bar.children.length < held.length) {
    const part = document.createElement("span");
    part.className = `part seat${bar.children.length}`;
    bar.append(part);
  }
  held.forEach((count, seat) => {
    const part = /** @type {HTMLElement} */ (bar.children[seat]);
    part.style.flexGrow = String(count);
    part.textContent = String(count);
  });
}
