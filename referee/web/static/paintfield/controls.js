// @ts-check
/** Steering: arrow keys and WASD by their place, swipes on the field, an optional pad. */

/** @type {Record<string, number>} */
const KEYS = {
  ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3, KeyW: 0, KeyD: 1, KeyS: 2, KeyA: 3,
};
const SWIPE = 24;

/**
 * Calls `turn` with a heading whenever the player steers.
 * @param {HTMLElement} field @param {HTMLElement} pad @param {(heading: number) => void} turn
 * @param {() => boolean} isPlaying
 */
export function listen(field, pad, turn, isPlaying) {
  window.addEventListener("keydown", (event) => {
    const heading = KEYS[event.code];
    if (heading === undefined || event.ctrlKey || event.altKey || event.metaKey || !isPlaying()) return;
    event.preventDefault();
    if (!event.repeat) turn(heading);
  });
  swipes(field, turn);
  pad.addEventListener("pointerdown", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button?.dataset.heading) turn(Number(button.dataset.heading));
  });
  pad.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button?.dataset.heading && event.detail === 0) turn(Number(button.dataset.heading)); // by keyboard
  });
}

/**
 * The dominant axis of every 24 pixels, again and again within one drag.
 * @param {HTMLElement} field @param {(heading: number) => void} turn
 */
function swipes(field, turn) {
  let [x, y, pointer] = [0, 0, -1];
  field.addEventListener("pointerdown", (event) => {
    [x, y, pointer] = [event.clientX, event.clientY, event.pointerId];
    try {
      field.setPointerCapture(pointer);
    } catch {
      // the pointer has gone already
    }
  });
  field.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
    [x, y] = [event.clientX, event.clientY];
    turn(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : dy > 0 ? 2 : 0);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    field.addEventListener(end, () => { pointer = -1; });
  }
}
