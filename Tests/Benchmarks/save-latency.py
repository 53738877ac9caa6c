#!/usr/bin/env python3
"""How long replies take behind their sync while a long document is saved.

  save-latency.py DAEMON [LINES] [EDITS]

The daemon's own histograms, which are reset between the parts: without a save, then with one after the other, for at
least so many edits each. The syncs are reported beside the replies. Exit code 1 if the 99.9th percentile of the replies
is 5 ms or more.
"""
import sys, threading, time
from daemon import Daemon, fill

LIMIT = 5000


def edit(daemon, count, stop):
    """Edits from four clients until there were so many, and `stop` says so."""
    done = [0] * 4

    def work(number):
        client = daemon.client()
        while done[number] < count / 4 or not stop():
            client.expect(b"+OK", "LSET", "list", number, "edit %d" % done[number])
            done[number] += 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done)


def report(words, daemon, edits):
    information = daemon.client().information()
    figures = {key: int(information[key]) for key in (
        "sync_microseconds_p50", "sync_microseconds_p999", "reply_microseconds_p50", "reply_microseconds_p999")}
    print("%-28s %6d edits; replies behind the sync: p50 %5d µs, p99.9 %6d µs; syncs: p50 %5d µs, p99.9 %6d µs" % (
        words, edits, figures["reply_microseconds_p50"], figures["reply_microseconds_p999"],
        figures["sync_microseconds_p50"], figures["sync_microseconds_p999"]))
    return figures["reply_microseconds_p999"]


def main():
    program = sys.argv[1]
    lines = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    failed = False
    for mode in ("always", "no"):
        daemon = Daemon(program, "--model", "dictionary", "--journal-sync", mode)
        client = daemon.client()
        fill(client, lines)
        client.expect(b"+OK", "SAVE")
        client.expect(b"+OK", "CONFIG", "RESETSTAT")
        report("%s, no save:" % mode, daemon, edit(daemon, count, lambda: True))
        client.expect(b"+OK", "CONFIG", "RESETSTAT")
        saves, stopping = [0], [False]

        def save():
            saver = daemon.client()
            while not stopping[0]:
                saver.expect(b"+OK", "SAVE")
                saves[0] += 1

        thread = threading.Thread(target=save)
        thread.start()
        begun = time.monotonic()
        edits = edit(daemon, count, lambda: saves[0] >= 3)
        worst = report("%s, %d saves of %d lines:" % (mode, saves[0], lines), daemon, edits)
        stopping[0] = True
        thread.join()
        print("    %.1f s a save" % ((time.monotonic() - begun) / max(1, saves[0])))
        failed = failed or worst >= LIMIT
        daemon.end()
    return 1 if failed else 0


sys.exit(main())
