"""How many rooms of four each server keeps with p99 tick lateness under 10 ms: ours, Node `ws`, Colyseus."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PEERS = HERE / "peers"
LIMIT = 10.0
"""Milliseconds."""
SERVERS = ("ours", "node_ws", "colyseus")


@dataclass(frozen=True, slots=True)
class Run:
    """What was measured with so many rooms."""

    server: str
    rooms: int
    told: dict[str, Any]

    @property
    def is_kept(self) -> bool:
        """Whether every tick was played, the 99th of a hundred in time."""
        return self.told.get("p99") is not None and self.told["p99"] < LIMIT and self.told["is_whole"]

    @property
    def line(self) -> str:
        """The run as a row."""
        told = self.told
        numbers = (told.get("p50"), told.get("p99"), told.get("worst"), told.get("drift"))
        shown = "  ".join("     –" if n is None else f"{n:6.2f}" for n in numbers)
        return f"{self.server:10} {self.rooms:5}  {shown}  {told.get('cpu', 0):6.1f}  {told['bytes']:5.1f}"


def measured(server: str, rooms: int, ticks: int, tick_ms: int, extra: tuple[str, ...] = ()) -> Run:
    """One run: the server in a process of its own, the load in another."""
    whole = ["whole"] if "whole" in extra else []
    with tempfile.TemporaryDirectory() as folder:
        seats = Path(folder) / "seats.json"
        seats.write_text(json.dumps([{"match": f"m{n // 4}", "token": ""} for n in range(4 * rooms)]))
        process = _started(server, rooms, ticks, tick_ms, seats, extra)
        try:
            assert process.stdout is not None
            port = json.loads(process.stdout.readline())["port"]
            patience = 300 + 6 * ticks * tick_ms / 1000
            load = subprocess.run(
                ["node", str(PEERS / "load.js"), server, str(port), str(seats), *whole],
                cwd=PEERS, capture_output=True, text=True, check=False, timeout=patience,
            )  # fmt: skip
            if load.returncode:
                raise SystemExit(load.stderr)
            output, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    told = {**json.loads(output.strip().splitlines()[-1]), **json.loads(load.stdout.strip().splitlines()[-1])}
    told["is_whole"] = told["ticks"] >= 4 * rooms * ticks * 0.999
    return Run(server, rooms, told)


def _started(
    server: str, rooms: int, ticks: int, tick_ms: int, seats: Path, extra: tuple[str, ...]
) -> "subprocess.Popen[str]":
    numbers = [str(ticks), str(tick_ms)]
    if server == "ours":
        command = [
            sys.executable,
            "-m",
            "benchmarks.paintfield.ours",
            str(rooms),
            *numbers,
            str(seats),
            *extra,
        ]
        cwd = HERE.parents[1]
    else:
        command, cwd = ["node", f"{server}.js", *numbers], PEERS
    return subprocess.Popen(
        command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ}
    )


def main() -> None:
    """Prints a table of all runs, and what each server keeps."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--rooms", type=int, nargs="+", default=[25, 50, 100, 200, 300, 400])
    wanted.add_argument("--ticks", type=int, default=96)
    wanted.add_argument("--tick-ms", type=int, default=125)
    wanted.add_argument("--servers", nargs="+", default=SERVERS, choices=SERVERS)
    wanted.add_argument("--letters", action="store_true", help="ours also handles a letter a second")
    wanted.add_argument("--elsewhere", action="store_true", help="another process handles a letter a second")
    wanted.add_argument("--whole", action="store_true", help="ours plays whole matches, not one round")
    chosen = wanted.parse_args()
    extra = tuple(name for name in ("whole", "letters", "elsewhere") if getattr(chosen, name))
    if not (PEERS / "node_modules").is_dir():
        subprocess.run(
            ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund"], cwd=PEERS, check=True
        )
    print("server     rooms     p50     p99   worst   drift     cpu  bytes   (ms, ms, ms, ms, s, a tick)")
    kept: dict[str, int] = {}
    for server in chosen.servers:
        for rooms in chosen.rooms:
            run = measured(server, rooms, chosen.ticks, chosen.tick_ms, extra if server == "ours" else ())
            print(run.line, flush=True)
            if not run.is_kept:
                break
            kept[server] = rooms
    print("; ".join(f"{server} keeps {kept.get(server, 0)} rooms" for server in chosen.servers))


if __name__ == "__main__":
    main()
