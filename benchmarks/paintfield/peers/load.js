/** The load: rooms of four pages that acknowledge every tick at once and turn about twice a second. */

import WebSocket from "ws";

const [kind, port, seatsFile, whole] = process.argv.slice(2);
const { readFileSync } = await import("node:fs");
/** @type {{match: string, token: string}[]} one for each page */
const seats = JSON.parse(readFileSync(seatsFile, "utf-8"));
let [bytes, ticks, open, over] = [0, 0, 0, 0];
const ready = [];

function page(send) {
  let number = 0;
  return (data) => {
    bytes += data.length;
    ticks += 1;
    send(Uint8Array.of(0, data[0], data[1]));
    if (Math.random() < 0.25) {
      number = (number % 255) + 1;
      send(Uint8Array.of(1, Math.floor(Math.random() * 4), number, 0, 0));
    }
  };
}

function finish() {
  over += 1;
  if (over === seats.length) {
    console.log(JSON.stringify({ bytes: bytes / Math.max(1, ticks), ticks }));
    process.exit(0);
  }
}

async function plain({ match, token }) {
  const url = `ws://127.0.0.1:${port}/${match}/socket`;
  const headers = { Cookie: `seat-${match}=${token}`, Origin: `http://127.0.0.1:${port}` };
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  const heard = page((content) => socket.send(content));
  let ended = false;
  const end = () => { if (!ended) { ended = true; finish(); } };
  socket.on("message", (data, isBinary) => {
    if (isBinary) heard(data);
    else if (data.includes('"phase":"over"') || (!whole && data.includes('"phase":"pause"'))) end();
  });
  socket.on("close", end);
  await new Promise((done, fail) => { socket.on("open", done); socket.on("error", fail); });
  open += 1;
  ready.push(() => socket.send('{"t":"ready"}'));
}

async function colyseus() {
  const { Client } = await import("@colyseus/sdk");
  const client = new Client(`ws://127.0.0.1:${port}`);
  const room = await client.joinOrCreate("paintfield");
  const heard = page((content) => room.sendBytes("b", content));
  room.onMessage("t", heard);
  room.onMessage("*", () => {});
  room.onLeave(finish);
  open += 1;
  ready.push(() => room.send("ready"));
}

for (const seat of seats) await (kind === "colyseus" ? colyseus() : plain(seat));
console.error(`${open} pages are open`);
for (const say of ready) say();
