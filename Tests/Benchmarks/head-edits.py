#!/usr/bin/env python3
"""What an edit at the head of a long list costs, beside one of a list of four lines.

  head-edits.py DAEMON [LINES] [ROUNDS]

Two daemons, alternating in short runs, in each mode; medians of the runs, in microseconds an edit, and their ratio. With
50 clients at once it is counted that there are not more syncs than turns of the loop with edits. Exit code 1 if a ratio
is over 1.3 or there are more syncs.
"""
import statistics, sys, threading, time
from daemon import Daemon, fill, request

LIMIT = 1.3
EDITS = {
    "LSET": lambda number: [request("LSET", "list", 0, "set %d" % number)],
    "RPUSH": lambda number: [request("RPUSH", "list", "pushed %d" % number)],
    "LPOP": lambda number: [request("LPOP", "list")],
    "LINSERT": lambda number: [request("LINSERT", "list", "BEFORE", "mark", "inserted %d" % number)],
}


def measure(client, name, count):
    """Seconds an edit takes; the list is as long afterwards as it was before."""
    edit = EDITS[name]
    if name == "LPOP":
        client.pipeline([request("LPUSH", "list", "pushed %d" % n) for n in range(count)])
    if name == "LINSERT":
        client.call("LSET", "list", 0, "mark")
    elapsed = 0.0
    for number in range(count):
        words = edit(number)[0]
        begun = time.perf_counter()
        client.socket.sendall(words)
        reply = client.read()
        elapsed += time.perf_counter() - begun
        if reply[:1] == b"-":
            raise SystemExit("%s answers %r" % (name, reply))
        if name == "LINSERT":
            # Only the mark is at the head again.
            client.call("LPOP", "list")
    if name == "RPUSH":
        client.pipeline([request("RPOP", "list") for _ in range(count)])
    return elapsed / count


def crowd(daemon, count=50, rounds=40):
    """Syncs and turns while so many clients send pipelines."""
    before = daemon.client().information()

    def work(number):
        client = daemon.client()
        for round in range(rounds):
            if client.pipeline([request("LSET", "list", number % 4, "%d %d" % (number, round))] * 16):
                raise SystemExit("an edit was refused")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = daemon.client().information()
    return tuple(int(after[key]) - int(before[key]) for key in ("journal_syncs", "journal_turns"))


def main():
    program = sys.argv[1]
    lines = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    failures = 0
    for mode, count in (("always", 60), ("no", 300)):
        options = ("--model", "dictionary", "--journal-sync", mode)
        daemons = [Daemon(program, *options) for _ in range(2)]
        clients = [daemon.client() for daemon in daemons]
        for client, length in zip(clients, (4, lines)):
            fill(client, length)
            client.expect(b"+OK", "SAVE")
        for name in EDITS:
            times = ([], [])
            for round in range(rounds):
                for index in (0, 1) if round % 2 else (1, 0):
                    times[index].append(measure(clients[index], name, count) * 1e6)
            few, many = (statistics.median(part) for part in times)
            ratio = many / few
            failures += ratio > LIMIT
            print("%-6s %-7s 4 lines %7.1f µs, %d lines %7.1f µs: %.2f" % (mode, name, few, lines, many, ratio))
        if mode == "always":
            syncs, turns = crowd(daemons[0])
            failures += syncs > turns
            print("50 clients, 16 edits each at once: %d edits, %d syncs, %d turns with edits" % (50 * 40 * 16, syncs, turns))
        for daemon in daemons:
            daemon.end()
    return 1 if failures else 0


sys.exit(main())
