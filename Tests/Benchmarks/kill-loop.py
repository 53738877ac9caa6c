#!/usr/bin/env python3
"""Kills a daemon under load with SIGKILL, again and again, and looks for what was acknowledged.

  kill-loop.py DAEMON [COUNT] [MODE] [SEED]

A client sets the lines in turn to growing numbers, and saves at random. After each kill the daemon starts on the same
folder; of each line it must have the number that was acknowledged last, or one that was sent and not answered. Prints
figures; exit code 1 if something was lost.
"""
import os, random, shutil, signal, subprocess, sys, tempfile, threading, time
from daemon import Client, request


def start(daemon, folder, mode):
    path = os.path.join(folder, "socket")
    log = open(os.path.join(folder, "log"), "ab")
    process = subprocess.Popen(
        [daemon, "--state-dir", os.path.join(folder, "state"), "--socket", path, "--journal-sync", mode],
        stderr=log, env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
    for _ in range(2000):
        if process.poll() is not None:
            raise SystemExit("the daemon ended with %d: see %s" % (process.returncode, folder))
        try:
            return process, Client(path, timeout=10), path
        except OSError:
            time.sleep(0.005)
    raise SystemExit("the daemon does not answer: see " + folder)


def main():
    daemon = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    mode = sys.argv[3] if len(sys.argv) > 3 else "always"
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    random.seed(seed)
    folder = tempfile.mkdtemp(prefix="kill-loop.")
    lost = damaged = acknowledged = saves = 0
    allowed = [{b""} for _ in range(4)]
    number = 0
    begun = time.monotonic()
    for round in range(count):
        process, client, path = start(daemon, folder, mode)
        lines = client.call("LRANGE", "lines", 0, -1)
        for index in range(4):
            if lines[index] not in allowed[index]:
                lost += 1
                print("round %d: line %d is %r, not %r" % (round, index, lines[index], sorted(allowed[index])[:4]))
            allowed[index] = {lines[index]}
        killer = threading.Timer(random.uniform(0.0, 0.12), process.send_signal, [signal.SIGKILL])
        killer.start()
        try:
            while True:
                batch = random.choice([1, 1, 4, 16])
                sent = b""
                for _ in range(batch):
                    number += 1
                    line = number % 4
                    allowed[line].add(b"%d" % number)
                    sent += request("LSET", "lines", line, number)
                client.socket.sendall(sent)
                for position in range(batch):
                    value = number - batch + 1 + position
                    if client.read() == b"+OK":
                        acknowledged += 1
                        allowed[value % 4] = {b"%d" % other for other in range(value, number + 1) if other % 4 == value % 4}
                if random.random() < 0.05:
                    client.socket.sendall(request("SAVE"))
                    if client.read() == b"+OK":
                        saves += 1
        except (ConnectionError, OSError, ValueError):
            pass
        killer.join()
        process.wait()
    process, client, path = start(daemon, folder, mode)
    process.send_signal(signal.SIGTERM)
    code = process.wait()
    with open(os.path.join(folder, "log"), "rb") as log:
        damaged = sum(1 for line in log if b"damaged" in line or b"lacks revision" in line or b"somebody" in line)
    print("mode %s, seed %d: %d kills, %d edits acknowledged, %d saves, %d lost, %d damaged starts, last exit %d, %.0f s" % (
        mode, seed, count, acknowledged, saves, lost, damaged, code, time.monotonic() - begun))
    if lost or damaged or code:
        print("see " + folder)
        return 1
    shutil.rmtree(folder)
    return 0


sys.exit(main())
