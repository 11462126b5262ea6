/** A room server on Node's `ws`: rooms of four by the path, no compression. */

import { WebSocketServer } from "ws";
import { Round, reportAtEnd } from "./game.js";

const [ticks, tickMs] = process.argv.slice(2).map(Number);
const [rooms, lateness, drifts] = [new Map(), [], []];
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("listening", () => console.log(JSON.stringify({ port: server.address().port })));
server.on("connection", (socket, request) => {
  socket._socket.setNoDelay(true);
  const id = request.url;
  if (!rooms.has(id)) rooms.set(id, { sockets: [], round: new Round(ticks, tickMs), ready: 0 });
  const room = rooms.get(id);
  const seat = room.sockets.push(socket) - 1;
  socket.on("message", (data, isBinary) => {
    if (isBinary) room.round.hear(seat, data);
    else if ((room.ready += 1) === 4) {
      room.round.run((bytes) => room.sockets.forEach((one) => one.send(bytes)), lateness, (drift) => {
        drifts.push(drift);
        room.sockets.forEach((one) => one.close());
      });
    }
  });
});
reportAtEnd(lateness, drifts);
