"""Runs the README's commands in a fresh clone with an empty home; see `run`."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def blocks(text, heading):
    """The lines of the `sh` blocks below a heading; the empty heading is the beginning."""
    part = text.split("\n## ")[0] if not heading else next(
        part for part in text.split("\n## ") if part.startswith(heading))
    return [line for block in re.findall(r"```sh\n(.*?)```", part, re.S) for line in block.splitlines()]


class Daemon:
    """The first terminal, in which the README's first command runs until Ctrl-C."""

    def __init__(self, line, clone, environment, log):
        self.log = log
        self.process = subprocess.Popen(
            ["sh", "-c", line], cwd=clone, env=environment, stdin=subprocess.DEVNULL, stdout=open(log, "w"),
            stderr=subprocess.STDOUT, start_new_session=True)
        deadline = time.monotonic() + 900
        while "in another terminal" not in self.text():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop(signal.SIGKILL)
                sys.exit(f"the daemon does not serve:\n{self.text()}")
            time.sleep(0.1)

    def text(self):
        with open(self.log) as log:
            return log.read()

    def stop(self, number):
        """Ctrl-C, or another signal, for all that runs in this terminal."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
            self.process.wait(30)


def tour(lines, clone, environment):
    """The second terminal: one shell, line by line; `# TEXT` behind a line is what it prints."""
    script, expectations = "set -eu\n", []
    for line in lines:
        command, _, expected = line.partition("  # ")
        expectations.append((command.strip(), expected.strip()))
        script += f"{command}\nprintf '\\036'\n"
    run = subprocess.run(["sh"], input=script, cwd=clone, env=environment, text=True, capture_output=True, timeout=120)
    print(run.stdout.replace("\036", ""), run.stderr, sep="")
    if run.returncode != 0:
        sys.exit(f"the tour ends with {run.returncode}")
    for (command, expected), output in zip(expectations, run.stdout.split("\036")):
        if expected and output.rstrip("\n") != expected:
            sys.exit(f"“{command}” prints “{output}” instead of “{expected}”")


def main():
    place = tempfile.mkdtemp(prefix="fl-")
    clone, home = source if "--here" in sys.argv else place + "/fourlinesd", place + "/home"
    daemon = None
    try:
        if clone != source:
            subprocess.run(["git", "clone", "-q", source, clone], check=True)
        os.mkdir(home)
        environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        with open(clone + "/README.md") as file:
            text = file.read()
        start, test = blocks(text, "")
        daemon = Daemon(start, clone, environment, place + "/log")
        print("".join(line for line in daemon.text().splitlines(True) if line.startswith("fourlinesd:")))
        tour(blocks(text, "Tour"), clone, environment)
        before = subprocess.run(
            [clone + "/.build/debug/fourlines"], env=environment, check=True, capture_output=True).stdout
        daemon.stop(signal.SIGINT)
        if "SIGINT" not in daemon.text():
            sys.exit(f"Ctrl-C did not end the daemon:\n{daemon.text()}")
        daemon = Daemon(start, clone, environment, place + "/log")
        after = subprocess.run(
            [clone + "/.build/debug/fourlines"], env=environment, check=True, capture_output=True).stdout
        if before != after:
            sys.exit(f"another start shows {after} instead of {before}")
        if "--whole" in sys.argv:
            subprocess.run(["sh", "-c", test], cwd=clone, env=environment, stdin=subprocess.DEVNULL, check=True)
        print("the README's first command and its tour do what it says")
    finally:
        if daemon:
            daemon.stop(signal.SIGTERM)
        shutil.rmtree(place, ignore_errors=True)


main()
