"""What the suite does on the booted machine: as its root, or as the user whose daemon is tried."""

import os
import pwd
import re
import subprocess
import sys
import time

SHARED, USER = sys.argv[1], sys.argv[2]
ENTRY = pwd.getpwnam(USER)
UID, HOME = ENTRY.pw_uid, ENTRY.pw_dir
RUNTIME = f"/run/user/{UID}"
BIN = HOME + "/.local/bin"
UNITS = HOME + "/.local/share/systemd/user"
SERVICE = "fourlinesd.service"
SOCKET = "fourlinesd.socket"

AS_USER = ["setpriv", f"--reuid={UID}", f"--regid={ENTRY.pw_gid}", "--init-groups", "--inh-caps=-all", "--reset-env",
           "env", f"PATH={BIN}:/usr/bin:/bin", "LANG=C.UTF-8", "TERM=dumb", "SYSTEMD_PAGER="]
LOGIN = [f"XDG_RUNTIME_DIR={RUNTIME}", f"DBUS_SESSION_BUS_ADDRESS=unix:path={RUNTIME}/bus"]


class Result:
    """How a command ended."""

    def __init__(self, run):
        self.code, self.out, self.err = run.returncode, run.stdout, run.stderr

    def __repr__(self):
        return f"exit {self.code}, output {self.out!r}, errors {self.err!r}"


def user(*words, runtime=True, timeout=120):
    """Runs a command as the user after a login."""
    return Result(subprocess.run([*AS_USER, *(LOGIN if runtime else []), *words], cwd=HOME, text=True, stdin=subprocess.DEVNULL,
                                 capture_output=True, timeout=timeout))


def done(*words, **options):
    """Runs a command that has to succeed, and answers its output."""
    result = user(*words, **options)
    assert result.code == 0, f"{' '.join(words)}: {result}"
    return result.out.rstrip("\n")


def systemctl(*words):
    return done("systemctl", "--user", *words)


def show(unit, name):
    return systemctl("show", f"--property={name}", "--value", unit)


def client(*words):
    return done("fourlines", *words)


def start(*words, **streams):
    """Starts a command as the user, and does not wait for its end."""
    return subprocess.Popen([*AS_USER, *LOGIN, *words], cwd=HOME, text=True,
                            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                               **streams})


def eventually(condition, what, seconds=20):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if answer := condition():
            return answer
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} s: {what}")


def write(path, text):
    """Writes a file as the user's."""
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        done("mkdir", "-p", folder)
    with open(path, "w") as file:
        file.write(text)
    os.chown(path, UID, ENTRY.pw_gid)


def drop_in(unit, text):
    """Adds the administrator's settings to a unit, as “systemctl --user edit” does."""
    write(f"{HOME}/.config/systemd/user/{unit}.d/override.conf", text)
    systemctl("daemon-reload")


def journal(unit, *words):
    return subprocess.run(["journalctl", "--no-pager", "--output=cat", f"_SYSTEMD_USER_UNIT={unit}", *words],
                          capture_output=True, text=True).stdout


def reset():
    """Takes everything of the program away from the machine."""
    for unit in re.findall(r"^\S*?(fourlinesd\S*)", user(
            "systemctl", "--user", "list-units", "--all", "--plain", "--no-legend", "fourlinesd*").out, re.M):
        if unit.endswith(".socket"):
            user("systemctl", "--user", "disable", "--now", unit)
    user("systemctl", "--user", "stop", "fourlinesd.socket", "fourlinesd.service")
    for path in (".local", ".config", "Sync", ".cache"):
        subprocess.run(["rm", "-rf", f"{HOME}/{path}"], check=True)
    user("systemctl", "--user", "daemon-reload")
    user("systemctl", "--user", "reset-failed")


def install(*words, folder=SHARED, **options):
    return done(f"{folder}/fourlines", "install", *words, **options)


def ask(*words):
    """Sends a request to the default document's socket and answers the first line of the reply."""
    return done("python3", SHARED + "/ask.py", RUNTIME + "/fourlines/socket", *words)
