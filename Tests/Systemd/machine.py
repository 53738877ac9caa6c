"""What the suite does on the booted machine: as its root, or as the user whose daemon is tried."""

import os
import pwd
import re
import socket
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
           "env", f"PATH={BIN}:/usr/bin:/bin", f"DBUS_SESSION_BUS_ADDRESS=unix:path={RUNTIME}/bus", "LANG=C.UTF-8",
           "TERM=dumb", "SYSTEMD_PAGER="]


class Result:
    """How a command ended."""

    def __init__(self, run):
        self.code, self.out, self.err = run.returncode, run.stdout, run.stderr

    def __repr__(self):
        return f"exit {self.code}, output {self.out!r}, errors {self.err!r}"


def user(*words, runtime=True, variables=(), timeout=120):
    """Runs a command as the user after a login."""
    environment = [*variables, *([f"XDG_RUNTIME_DIR={RUNTIME}"] if runtime else [])]
    return Result(subprocess.run([*AS_USER, *environment, *words], cwd=HOME, text=True, stdin=subprocess.DEVNULL,
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


def start_by_hand(*words, **variables):
    """Starts a daemon from a shell, as it were."""
    process = subprocess.Popen([*AS_USER, f"XDG_RUNTIME_DIR={RUNTIME}", *(f"{k}={v}" for k, v in variables.items()),
                                *words], cwd=HOME, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return process


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


def answer(path, *words, timeout=30):
    """Sends one request on a connection of its own and answers the first line of the reply, None at an early end."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(timeout)
        connection.connect(path)
        request = f"*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words)
        try:
            connection.sendall(request.encode())
        except BrokenPipeError:
            pass
        reply = b""
        while not reply.endswith(b"\n"):
            try:
                part = connection.recv(4096)
            except ConnectionResetError:
                return None
            if not part:
                return None
            reply += part
        return reply.decode().split("\r\n")[0]
