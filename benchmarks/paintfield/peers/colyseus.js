/** The same room on Colyseus: its rooms, its transport, its byte messages. */

import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { createServer } from "node:http";
import { Round, reportAtEnd } from "./game.js";

const [ticks, tickMs] = process.argv.slice(2).map(Number);
const [lateness, drifts] = [[], []];

class Paintfield extends Room {
  maxClients = 4;

  onCreate() {
    this.seats = new Map();
    this.round = new Round(ticks, tickMs);
    this.readyCount = 0;
    this.setPatchRate(null);
    this.onMessageBytes?.("b", (client, data) => this.round.hear(this.seats.get(client.sessionId), data));
    this.onMessage("b", (client, data) => this.round.hear(this.seats.get(client.sessionId), data));
    this.onMessage("ready", () => {
      if ((this.readyCount += 1) === 4) this.begin();
    });
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.seats.size);
  }

  begin() {
    this.round.run(
      (bytes) => this.clients.forEach((client) => client.sendBytes("t", bytes)),
      lateness,
      (drift) => {
        drifts.push(drift);
        this.disconnect();
      },
    );
  }
}

const http = createServer();
const server = new Server({
  greet: false,
  transport: new WebSocketTransport({ server: http, perMessageDeflate: false, pingInterval: 0 }),
});
server.define("paintfield", Paintfield);
await server.listen(0, "127.0.0.1");
console.log(JSON.stringify({ port: http.address().port }));
reportAtEnd(lateness, drifts);
