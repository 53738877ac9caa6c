"""Measures two servers on Unix sockets side by side; see `footprint`."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from daemon import Client, memory


def start(command, path):
    """Starts a server and waits for its first reply; answers the process and the seconds from exec to the reply."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        try:
            client = Client(path)
            answer = client.call("PING")
            seconds = time.perf_counter() - began
            client.close()
            if answer != b"+PONG":
                sys.exit(f"{command[0]} answers {answer}")
            return process, seconds
        except OSError:
            if process.poll() is not None:
                sys.exit(f"{command[0]} ended with {process.returncode}")
        if time.perf_counter() - began > 20:
            sys.exit(f"{command[0]} does not answer")


def measure(command, path):
    process, seconds = start(command, path)
    try:
        return {
            "first reply, ms": seconds * 1000,
            "RssAnon, kB": memory(process.pid, "RssAnon") // 1024,
            "VmRSS, kB": memory(process.pid, "VmRSS") // 1024,
        }
    finally:
        process.terminate()
        process.wait()


def main():
    daemon, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    redis = shutil.which("redis-server")
    folder = tempfile.mkdtemp(prefix="fl-")
    try:
        contenders = {"fourlinesd": (lambda path: [daemon, "--state-dir", path + ".state", "--socket", path])}
        sizes = {"fourlinesd": os.path.getsize(daemon)}
        if redis:
            options = ["--port", "0", "--save", "", "--appendonly", "no", "--dir", folder]
            contenders["redis-server"] = lambda path: [redis, "--unixsocket", path] + options
            sizes["redis-server"] = os.path.getsize(os.path.realpath(redis))
        elif os.environ.get("CI") == "true":
            sys.exit("redis-server is not installed")
        results = {name: [] for name in contenders}
        for number in range(rounds):
            for name, command in contenders.items():
                path = f"{folder}/{name}-{number}"
                results[name].append(measure(command(path), path))
        medians = {
            name: {"size, kB": sizes[name] / 1000}
            | {key: statistics.median(run[key] for run in runs) for key in runs[0]}
            for name, runs in results.items()
        }
        print(f"{'medians of ' + str(rounds):20}" + "".join(f"{name:>16}" for name in medians) + f"{'ratio':>10}")
        for key in medians["fourlinesd"]:
            figures = [values[key] for values in medians.values()]
            ratio = f"{figures[0] / figures[1]:10.2f}" if len(figures) > 1 else ""
            print(f"{key:20}" + "".join(f"{figure:16.2f}" for figure in figures) + ratio)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
