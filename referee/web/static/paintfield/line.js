// @ts-check
/** The line to the server: opens again by itself, acknowledges each tick at once, measures its delay. */

const PATIENCE = 6000;

/**
 * @typedef {object} Hearers
 * @property {(message: any) => void} told
 * @property {(view: DataView) => void} ticked
 * @property {(kind: "open" | "lost" | "refused" | "delay", delay?: number) => void} changed
 */

export class Line {
  /** @param {string} path @param {Hearers} hearers */
  constructor(path, hearers) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.hearers = hearers;
    this.wasOpen = false;
    this.tries = 0;
    this.ended = false;
    this.ping = 0;
    this.open();
    setInterval(() => this.measure(), 2000);
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
    if (this.ended) return;
    this.tries += 1;
    if (!this.wasOpen && this.tries > 1) this.hearers.changed("refused");
    else if (this.wasOpen) this.hearers.changed("lost");
    setTimeout(() => this.open(), Math.min(200 * 2 ** Math.min(this.tries, 5), 5000));
  }

  measure() {
    this.send(JSON.stringify({ t: "ping", n: performance.now() }));
  }

  /** @param {string | Uint8Array<ArrayBuffer>} content */
  send(content) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(content);
  }

  /** @param {number} heading @param {number} number @param {number} earliest */
  turn(heading, number, earliest) {
    this.send(new Uint8Array([1, heading, number, (earliest >> 8) & 255, earliest & 255]));
  }

  end() {
    this.ended = true;
    this.socket?.close();
  }
}
