"""Opens and writes files, each in a process of its own, and holds what that took against the limits.

Every file is a typed error or a sound result, in under a second, and takes at most 8 times the file, 32 bytes an element
and a megabyte more than an empty file does; to write it again takes at most another megabyte.
"""

import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import hostile  # noqa: E402

probe = sys.argv[1]
environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")


def run(operation, path):
    start = time.monotonic()
    done = subprocess.run([probe, operation, path], capture_output=True, env=environment)
    took = time.monotonic() - start
    if done.returncode != 0:
        return None, took, 0, f"ended with {done.returncode}: {done.stderr.decode()[-200:]}"
    elements, peak, outcome = done.stdout.decode().split(" ", 2)
    return int(elements), took, int(peak) * 1024, outcome.strip()


def files(folder):
    with open(os.path.join(folder, "empty"), "wb"):
        pass
    yield "the empty file", os.path.join(folder, "empty")
    for index, (name, data) in enumerate(hostile.files()):
        path = os.path.join(folder, str(index))
        with open(path, "wb") as file:
            file.write(data)
        yield name, path
    for corpus in sys.argv[2:]:
        for place, _, names in sorted(os.walk(corpus)):
            for name in sorted(names):
                if not name.endswith(".tsv"):
                    path = os.path.join(place, name)
                    yield os.path.relpath(path, corpus), path


failures = 0
count = {"sound": 0, "refused": 0}
worst = []
with tempfile.TemporaryDirectory() as folder:
    everything = list(files(folder))
    for operation in ("open", "archive", "json", "xml", "plain"):
        baseline = max(run(operation, everything[0][1])[2] for _ in range(5))
        for name, path in everything:
            elements, took, peak, outcome = run(operation, path)
            if elements is None:
                print(f"{operation} {name}: {outcome}")
                failures += 1
                continue
            count[outcome.split(" ")[0]] += 1
            size = os.path.getsize(path)
            limit = 8 * size + 32 * elements + ((1 if operation == "open" else 2) << 20)
            used = peak - baseline
            # The system maps more or fewer pages of the program itself, by chance, with either file: of some runs the
            # least counts, of the empty file the most.
            for _ in range(4):
                if used <= limit:
                    break
                baseline = max(baseline, run(operation, everything[0][1])[2])
                peak = min(peak, run(operation, path)[2])
                used = peak - baseline
            worst.append((used / limit, operation, name, size, elements, used, took))
            # A busy machine may keep a process waiting: only the second time counts.
            if took >= 1:
                took = run(operation, path)[1]
            if used > limit or took >= 1:
                print(f"{operation} {name}: {size} bytes, {elements} elements: {used} of {limit} bytes, {took:.2f} s")
                failures += 1
all_runs = list(worst)
worst.sort(key=lambda each: (each[1] != "open", -each[0]))
worst = [each for each in worst if each[1] == "open"][:3] + [each for each in worst if each[1] != "open"][:3]
for share, operation, name, size, elements, used, took in worst:
    print(f"most memory: {share:.2f} of the limit: {operation} {name}: {size} bytes, {elements} elements, {used} bytes, {took:.2f} s")
slowest = max(all_runs, key=lambda each: each[-1])
print(f"slowest: {slowest[-1]:.2f} s: {slowest[1]} {slowest[2]}")
print(f"{len(everything)} files, each opened, and written in five forms: {count['sound']} sound, {count['refused']} refused, {failures} failures")
sys.exit(failures > 0)
