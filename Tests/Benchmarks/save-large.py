#!/usr/bin/env python3
"""What a save of a document with one value of 100 MB costs, beside dd.

  save-large.py DAEMON [MEGABYTES] [ROUNDS]

The daemon starts from a file. In turn dd writes and syncs the bytes of the archive, and a save is made after an edit of
another value. Medians; and how much more memory the daemon had at most than before the saves. Exit code 1 if a save
takes over 1.3 times as long as dd, or memory rises by more than the archive's size.
"""
import os, plistlib, statistics, subprocess, sys, tempfile, time
from daemon import Daemon

LIMIT = 1.3


def archive(size):
    """A free document with one long value and a short one."""
    objects = ["$null", {"NS.keys": [plistlib.UID(2), plistlib.UID(3)], "NS.objects": [plistlib.UID(4), plistlib.UID(5)],
                         "$class": plistlib.UID(6)}, "long", "short", os.urandom(size), "",
               {"$classname": "NSMutableDictionary", "$classes": ["NSMutableDictionary", "NSDictionary", "NSObject"]}]
    return {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": plistlib.UID(1)}, "$objects": objects}


def peak(daemon):
    """Forgets the highest memory so far."""
    with open("/proc/%d/clear_refs" % daemon.process.pid, "w") as file:
        file.write("5")


def main():
    program = sys.argv[1]
    size = (int(sys.argv[2]) if len(sys.argv) > 2 else 100) << 20
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    folder = tempfile.mkdtemp(prefix="benchmark.", dir=os.environ.get("BENCHMARK_DIR"))
    os.mkdir(os.path.join(folder, "state"), 0o700)
    path = os.path.join(folder, "state", "dictionary.archive")
    with open(path, "wb") as file:
        plistlib.dump(archive(size), file, fmt=plistlib.FMT_BINARY, sort_keys=False)
    daemon = Daemon(program, "--model", "dictionary", folder=folder)
    client = daemon.client()
    client.expect(b":%d" % size, "STRLEN", "long")
    client.expect(b"+OK", "SET", "short", "begin")
    client.expect(b"+OK", "SAVE")
    peak(daemon)
    before = daemon.memory("VmRSS")
    copy = os.path.join(folder, "copy")
    times = ([], [])
    for round in range(rounds):
        source = os.path.join(folder, "source")
        if not os.path.exists(source):
            os.link(path, source)
        if os.path.exists(copy):
            os.unlink(copy)
        begun = time.perf_counter()
        subprocess.run(["dd", "if=" + source, "of=" + copy, "bs=1M", "conv=fsync", "status=none"], check=True)
        times[0].append(time.perf_counter() - begun)
        client.expect(b"+OK", "SET", "short", "round %d" % round)
        begun = time.perf_counter()
        client.expect(b"+OK", "SAVE")
        times[1].append(time.perf_counter() - begun)
    rise = daemon.memory("VmHWM") - before
    dd, save = (statistics.median(part) for part in times)
    total = os.path.getsize(path)
    print("archive of %d bytes: dd %.0f ms, a save %.0f ms: %.2f; memory before %d MB, at most %d MB more" % (
        total, dd * 1000, save * 1000, save / dd, before >> 20, rise >> 20))
    with open(path, "rb") as file:
        saved = plistlib.load(file)["$objects"]
    ok = save <= LIMIT * dd and rise <= total and any(value == "round %d" % (rounds - 1) for value in saved)
    code = daemon.end()
    return 0 if ok and code == 0 else 1


sys.exit(main())
