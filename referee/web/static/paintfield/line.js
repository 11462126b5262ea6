// @ts-check
/** The line to the server: opens again by itself, acknowledges each tick at once, measures its delay. */

const PATIENCE = 6000;
const ASKS_EVERY = 1000;
const SILENT = 2500;
/** A line that has answered nothing for so long is given up. */
const DEAD = 20_000;

/**
 * @typedef {object} Hearers
 * @property {(message: any) => void} told
 * @property {(view: DataView) => void} ticked
 * @property {(kind: "open" | "lost" | "refused" | "silent" | "delay" | "left", delay?: number) => void} changed
 */

export class Line {
  /** @param {string} path @param {Hearers} hearers */
  constructor(path, hearers) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.hearers = hearers;
    this.wasOpen = false;
    this.tries = 0;
    /** Whether nothing more is expected: then a line that closes is left closed. */
    this.rests = false;
    /** When the oldest question was asked that has no answer; 0: none waits. */
    this.asked = 0;
    this.lookedAt = 0;
    this.open();
    setInterval(() => this.look(), ASKS_EVERY);
  }

  open() {
    let socket;
    try {
      socket = new WebSocket(this.url);
    } catch {
      this.hearers.changed("refused");
      return;
    }
    this.socket = socket;
    this.asked = 0;
    socket.binaryType = "arraybuffer";
    const late = setTimeout(() => socket.close(), PATIENCE);
    socket.onopen = () => {
      clearTimeout(late);
      this.wasOpen = true;
      this.tries = 0;
      this.hearers.changed("open");
      this.measure();
    };
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = () => {
      clearTimeout(late);
      this.closed();
    };
  }

  /** @param {string | ArrayBuffer} data */
  hear(data) {
    this.asked = 0;
    if (typeof data !== "string") {
      const view = new DataView(data);
      this.send(new Uint8Array([0, view.getUint8(0), view.getUint8(1)]));
      this.hearers.ticked(view);
      return;
    }
    const message = JSON.parse(data);
    if (message.t === "pong") this.hearers.changed("delay", performance.now() - message.n);
    else if (message.t === "moved" && String(message.to).startsWith("http")) {
      location.reload(); // this page knows where the match is, and takes the seat along
    } else this.hearers.told(message);
  }

  closed() {
    if (this.rests) {
      this.hearers.changed("left");
      return;
    }
    this.tries += 1;
    if (!this.wasOpen && this.tries > 1) this.hearers.changed("refused");
    else if (this.wasOpen) this.hearers.changed("lost");
    setTimeout(() => this.open(), Math.min(200 * 2 ** Math.min(this.tries, 5), 5000));
  }

  measure() {
    if (!this.isOpen) return;
    this.asked ||= performance.now();
    this.send(JSON.stringify({ t: "ping", n: performance.now() }));
  }

  /** A line may be dead without having been closed: then nothing answers. */
  look() {
    const now = performance.now();
    if (now - this.lookedAt > 5 * ASKS_EVERY && this.asked) this.asked = now; // this page itself was asleep
    this.lookedAt = now;
    const waits = this.isOpen && this.asked ? now - this.asked : 0;
    if (waits > DEAD) this.abandon();
    else if (waits > SILENT) this.hearers.changed("silent", waits);
    this.measure();
  }

  abandon() {
    const { socket } = this;
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.closed();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** From now on this page only watches: another one plays, and is not to be driven out by this one. */
  onlyWatch() {
    this.url = this.url.replace(/(\?watch)?$/, "?watch");
  }

  /** @param {string | Uint8Array<ArrayBuffer>} content */
  send(content) {
    if (this.isOpen) this.socket?.send(content);
  }

  /** @param {number} heading @param {number} number @param {number} earliest */
  turn(heading, number, earliest) {
    this.send(new Uint8Array([1, heading, number, (earliest >> 8) & 255, earliest & 255]));
  }
}
