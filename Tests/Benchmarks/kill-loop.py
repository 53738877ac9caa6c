#!/usr/bin/env python3
"""Kills a daemon under load with SIGKILL, again and again, and looks for what was acknowledged.

  kill-loop.py DAEMON [COUNT] [MODE] [SEED]

A client sets lines, takes edits back and makes them again in pipelines, and saves at random. After each kill the daemon
starts on the same folder: its revision must be one that was acknowledged or sent behind that, and its lines those of
that revision. Prints figures; exit code 1 if something was lost.
"""
import os, random, shutil, signal, subprocess, sys, tempfile, threading, time
from daemon import Client, request


class Expectation:
    """The document after each edit that was sent, by its revision."""

    def __init__(self):
        self.lines = (b"",) * 4
        self.revision = 0
        self.undo = []
        self.redo = []
        self.acknowledged = 0
        self.states = {0: self.state()}

    def state(self):
        return self.lines, tuple(self.undo), tuple(self.redo)

    def take(self, revision):
        """What a start has found: what was sent behind it was not done."""
        lines, undo, redo = self.states[revision]
        self.lines, self.undo, self.redo = lines, list(undo), list(redo)
        self.revision = self.acknowledged = revision
        self.states = {revision: self.states[revision]}

    def edit(self, text):
        """The next edit, as a request."""
        kind = random.random()
        words = ("LSET", "lines", random.randrange(4), text)
        if kind < 0.15 and self.undo:
            words = ("UNDO",)
            self.redo.append(self.lines)
            self.lines = self.undo.pop()
        elif kind < 0.25 and self.redo:
            words = ("REDO",)
            self.undo.append(self.lines)
            self.lines = self.redo.pop()
        else:
            self.undo = (self.undo + [self.lines])[-100:]
            self.redo = []
            lines = list(self.lines)
            lines[words[2]] = text
            self.lines = tuple(lines)
        self.revision += 1
        self.states[self.revision] = self.state()
        return words[0], request(*words)


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
            return process, Client(path, timeout=10)
        except OSError:
            time.sleep(0.005)
    raise SystemExit("the daemon does not answer: see " + folder)


def load(client, expected, counts):
    """Edits and saves until the daemon is gone."""
    number = 0
    while True:
        batch = [expected.edit(b"%d %d" % (expected.revision, number + n)) for n in range(random.choice([1, 1, 4, 16]))]
        number += len(batch)
        first = expected.revision - len(batch) + 1
        client.socket.sendall(b"".join(words for _, words in batch))
        for revision, (name, _) in enumerate(batch, first):
            answer = client.read()
            if isinstance(answer, bytes) and answer[:1] == b"-":
                raise SystemExit("%s is refused: %r" % (name, answer))
            expected.acknowledged = revision
            counts[name] = counts.get(name, 0) + 1
        if random.random() < 0.05:
            client.expect(b"+OK", "SAVE")
            counts["SAVE"] = counts.get("SAVE", 0) + 1


def main():
    daemon = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    mode = sys.argv[3] if len(sys.argv) > 3 else "always"
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    random.seed(seed)
    folder = tempfile.mkdtemp(prefix="kill-loop.")
    lost = 0
    expected = Expectation()
    counts = {}
    begun = time.monotonic()
    for round in range(count + 1):
        process, client = start(daemon, folder, mode)
        lines = tuple(client.call("LRANGE", "lines", 0, -1))
        revision = int(client.call("REVISION").rsplit(b"-", 1)[1])
        known = expected.states.get(revision)
        if revision < expected.acknowledged or known is None or known[0] != lines:
            lost += 1
            print("round %d: revision %d is %r; acknowledged was %d, sent %d, and that revision was %r" % (
                round, revision, lines, expected.acknowledged, expected.revision, known and known[0]))
            break
        expected.take(revision)
        if round == count:
            break
        killer = threading.Timer(random.uniform(0.0, 0.12), process.send_signal, [signal.SIGKILL])
        killer.start()
        try:
            load(client, expected, counts)
        except OSError:
            pass
        killer.join()
        process.wait()
    process.send_signal(signal.SIGTERM)
    code = process.wait()
    with open(os.path.join(folder, "log"), "rb") as log:
        damaged = sum(1 for line in log if b"damaged" in line or b"lacks revision" in line or b"somebody" in line)
    print("mode %s, seed %d: %d kills, acknowledged %s; %d lost, %d damaged starts, last exit %d, %.0f s" % (
        mode, seed, round, ", ".join("%d %s" % (counts[name], name) for name in sorted(counts)), lost, damaged, code,
        time.monotonic() - begun))
    if lost or damaged or code:
        print("see " + folder)
        return 1
    shutil.rmtree(folder)
    return 0


sys.exit(main())
