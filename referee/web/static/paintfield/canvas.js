// @ts-check
/** Draws a field on a canvas: colours of Okabe and Ito, and a pattern per seat. */

import { SIDE } from "./engine.js";

export const COLOURS = ["#e69f00", "#56b4e9", "#009e73", "#cc79a7"];
const SHADES = ["#a86f00", "#1f7fb8", "#00684c", "#96487a"];
/** The fonts that pages are set in. */
const LETTERS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif";

/**
 * @typedef {{x: number, y: number, facing: number, seat: number}} Standing
 * @typedef {Standing & {away?: boolean, light?: boolean, own?: boolean, name?: string}} Mark
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
    this.grid = dark ? "#454b57" : "#cfccc2";
    this.ink = dark ? "#e6e8ec" : "#1c1e23";
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
    const dot = Math.max(1, Math.round(size / 12));
    for (let cell = 0; cell < field.length; cell += 1) {
      const [x, y] = [(cell % SIDE) * size, Math.floor(cell / SIDE) * size];
      if (field[cell] >= 0) pen.drawImage(this.tiles[field[cell]], x, y);
      else pen.fillRect(x + (size >> 1), y + (size >> 1), dot, dot);
    }
    pen.globalAlpha = 0.45;
    for (const { cell, seat } of ahead) {
      pen.drawImage(this.tiles[seat], (cell % SIDE) * size, Math.floor(cell / SIDE) * size);
    }
    pen.globalAlpha = 1;
    for (const mark of marks) this.painter(mark);
    for (const mark of marks) if (mark.name) this.name(mark, mark.name);
  }

  /** @param {Mark} mark */
  painter({ x, y, facing, seat, away, light, own }) {
    const { pen, size } = this;
    const r = size * (own ? 0.78 : 0.64);
    const reach = r + size / (own ? 4 : 8);
    const [cx, cy] = [inside(x, reach / size) * size, inside(y, reach / size) * size];
    pen.globalAlpha = light ? 0.6 : 1;
    if (own) this.disc(cx, cy, reach, "#18181b");
    this.disc(cx, cy, own ? reach - size / 12 : reach, "#ffffff");
    this.disc(cx, cy, r, "#18181b");
    pen.fillStyle = pen.strokeStyle = COLOURS[seat];
    pen.lineWidth = Math.max(1, size / 12);
    const turn = ((facing - 1) * Math.PI) / 2;
    pen.beginPath();
    for (const [far, angle] of [[0.9, 0], [0.82, 2.4], [0.82, -2.4]]) {
      pen.lineTo(cx + Math.cos(turn + angle) * r * far, cy + Math.sin(turn + angle) * r * far);
    }
    pen.closePath();
    if (away) pen.stroke();
    else pen.fill();
    pen.globalAlpha = 1;
  }

  /** @param {number} x @param {number} y @param {number} r @param {string} colour */
  disc(x, y, r, colour) {
    this.pen.fillStyle = colour;
    this.pen.beginPath();
    this.pen.arc(x, y, r, 0, 2 * Math.PI);
    this.pen.fill();
  }

  /** Who it is, below the painter. @param {Mark} mark @param {string} name */
  name({ x, y }, name) {
    const { pen, size } = this;
    const height = Math.max(size, 13 * (window.devicePixelRatio || 1));
    pen.font = `600 ${height}px ${LETTERS}`;
    pen.textAlign = "center";
    pen.textBaseline = "top";
    const half = Math.min(pen.measureText(name).width / 2, size * 13);
    const middle = Math.max(half + 4, Math.min((x + 0.5) * size, size * SIDE - half - 4));
    pen.lineWidth = height / 4;
    pen.lineJoin = "round";
    pen.strokeStyle = /** @type {string} */ (this.ground);
    pen.fillStyle = /** @type {string} */ (this.ink);
    pen.strokeText(name, middle, (y + 1.7) * size, 2 * half);
    pen.fillText(name, middle, (y + 1.7) * size, 2 * half);
  }
}

/**
 * The middle of a cell, or as near to it as a disc can be without being cut off by the wall.
 * @param {number} cell @param {number} reach
 */
function inside(cell, reach) {
  return Math.max(reach, Math.min(cell + 0.5, SIDE - reach));
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
 * @param {HTMLElement} bar @param {number[]} held @param {string[]} names
 */
export function scoreBar(bar, held, names) {
  while (bar.children.length < held.length) {
    const part = document.createElement("span");
    part.className = `part seat${bar.children.length}`;
    part.append(document.createElement("b"));
    bar.append(part);
  }
  held.forEach((count, seat) => {
    const part = /** @type {HTMLElement} */ (bar.children[seat]);
    part.style.flexGrow = String(count);
    /** @type {HTMLElement} */ (part.firstChild).textContent = String(count);
  });
  bar.setAttribute("aria-label", `Cells: ${held.map((count, seat) => `${names[seat]} ${count}`).join(", ")}`);
}
