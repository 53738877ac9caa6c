"""The daemon as a user's service: each test begins in a home without it."""

import json
import os
import signal
import subprocess
import sys
import time
import traceback

from machine import *

STATE = HOME + "/.local/state/fourlines"
DEFAULT = RUNTIME + "/fourlines/socket"


def main_process(unit=SERVICE):
    return int(show(unit, "MainPID"))


def is_active(unit):
    return user("systemctl", "--user", "is-active", unit).out.strip() == "active"


def test_install_then_first_edit_starts_the_daemon():
    said = install()
    assert f"wrote {BIN}/fourlinesd" in said and f"wrote {UNITS}/{SERVICE}" in said, said
    assert is_active(SOCKET) and not is_active(SERVICE), "the socket waits, the daemon does not run yet"
    client("set", "1", "x")
    assert is_active(SERVICE)
    assert client("get", "1") == "x"
    assert oct(os.stat(DEFAULT).st_mode & 0o777) == "0o600"
    process = main_process()
    again = install()
    assert "wrote" not in again, f"a second time changes nothing: {again}"
    assert main_process() == process, "nor does it start the daemon again"


def test_dry_run_changes_nothing():
    said = install("--dry-run")
    assert f"would write {BIN}/fourlinesd" in said, said
    assert not os.path.exists(HOME + "/.local"), "nothing is there"


def test_uninstall_leaves_the_state():
    install()
    client("set", "1", "kept")
    client("uninstall")
    assert not os.path.exists(f"{UNITS}/{SERVICE}") and not os.path.exists(f"{BIN}/fourlinesd")
    assert not os.path.exists(DEFAULT), "the socket is gone with its unit"
    assert os.path.exists(STATE + "/data.archive")
    assert os.path.exists(HOME + "/.config/fourlines/fourlinesd.conf")
    install()
    assert client("get", "1") == "kept"


def test_install_without_a_service_manager():
    said = install(runtime=False)
    assert "No service manager" in said, said
    assert os.path.exists(f"{UNITS}/{SERVICE}")


def test_lines_survive():
    """rule 9, start, edit, stop, start: the edit is there, whichever way the daemon came to an end."""
    install()
    drop_in(SERVICE, "[Service]\nWatchdogSec=2\n")
    client("set", "1", "started")
    assert client("get", "1") == "started"

    def edit(text):
        client("set", "1", text)
        client("set", "2", text + " too")

    def check(text):
        assert (client("get", "1"), client("get", "2")) == (text, text + " too"), f"after {text}"

    edit("stop and start")
    systemctl("stop", SERVICE)
    with open(STATE + "/data.archive", "rb") as file:
        assert b"stop and start too" in file.read(), "the archive alone has it"
    systemctl("start", SERVICE)
    check("stop and start")

    edit("stop and a client")
    systemctl("stop", SERVICE)
    check("stop and a client")

    edit("restart")
    systemctl("restart", SERVICE)
    check("restart")

    edit("reload")
    process = main_process()
    systemctl("reload", SERVICE)
    eventually(lambda: show(SERVICE, "SubState") == "running", "the reload is done")
    assert main_process() == process
    check("reload")

    edit("kill -9")
    process = main_process()
    os.kill(process, signal.SIGKILL)
    eventually(lambda: main_process() not in (0, process), "it is started again")
    check("kill -9")

    edit("a hang")
    process = main_process()
    os.kill(process, signal.SIGSTOP)
    eventually(lambda: main_process() not in (0, process), "the watchdog ends it")
    assert "watchdog" in journal("init.scope", f"USER_UNIT={SERVICE}").lower() or int(show(SERVICE, "NRestarts")) == 2
    check("a hang")

    edit("the end of the session")
    process = main_process()
    subprocess.run(["systemctl", "restart", f"user@{UID}.service"], check=True)
    assert not os.path.exists(f"/proc/{process}")
    with open(STATE + "/data.archive", "rb") as file:
        assert b"the end of the session too" in file.read(), "the archive alone has it"
    eventually(lambda: user("systemctl", "--user", "is-system-running").out.strip() == "running", "the next session")
    check("the end of the session")


def test_slow_restore_and_save():
    """Both take longer than the time-outs of the manager, and longer than one extension of them."""
    install()
    client("set", "1", "slow")
    systemctl("stop", SERVICE)
    # Its sandbox hides what lies in /tmp.
    done("cp", SHARED + "/TestDaemon", BIN)
    drop_in(SERVICE, f"""[Service]
ExecStart=
ExecStart={BIN}/TestDaemon
Environment=TEST_RESTORE_SECONDS=12 TEST_SAVE_SECONDS=12
TimeoutStartSec=1
TimeoutStopSec=1
""")
    begin = time.monotonic()
    systemctl("start", SERVICE)
    assert time.monotonic() - begin > 11, "the start lasts until the document is restored"
    assert is_active(SERVICE) and show(SERVICE, "NRestarts") == "0"
    assert client("get", "1") == "slow"
    client("set", "1", "slower")
    begin = time.monotonic()
    systemctl("stop", SERVICE)
    assert time.monotonic() - begin > 11, "the stop lasts until the document is saved"
    assert show(SERVICE, "Result") == "success", show(SERVICE, "Result")
    os.remove(f"{HOME}/.config/systemd/user/{SERVICE}.d/override.conf")
    systemctl("daemon-reload")
    assert client("get", "1") == "slower"


def test_units_are_sound():
    install()
    install("--name", "work")
    units = [f"{UNITS}/{name}" for name in os.listdir(UNITS) if name.endswith((".service", ".socket"))]
    assert len(units) == 4, units
    result = user("systemd-analyze", "verify", "--user", "--man=no", *units)
    assert (result.code, result.out, result.err) == (0, "", ""), result
    for unit in ("fourlinesd.service", "fourlinesd@.service"):
        result = user("systemd-analyze", "security", "--user", "--offline=true", "--no-pager", "--threshold=10",
                      f"{SHARED}/units/{unit}")
        assert result.code == 0, result.out.splitlines()[-1]


def test_sandbox_is_real():
    install()
    client("set", "1", "x")
    process = main_process()
    with open(f"/proc/{process}/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    for capabilities in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(status[capabilities], 16) == 0, (capabilities, status[capabilities])
    assert status["Seccomp"] == "2" and status["NoNewPrivs"] == "1", status
    with open(f"/proc/{process}/limits") as file:
        limit = next(line for line in file if line.startswith("Max core file size"))
        assert limit.split()[4:6] == ["0", "0"], limit
    for kind in ("user", "mnt", "net", "ipc"):
        assert os.readlink(f"/proc/{process}/ns/{kind}") != os.readlink(f"/proc/self/ns/{kind}"), kind
    inside = ["nsenter", f"--target={process}", "--user", "--preserve-credentials", "--mount", "--"]

    def touch(path):
        return user(*inside, "touch", path)

    for folder in (STATE, RUNTIME + "/fourlines"):
        result = touch(folder + "/written")
        assert result.code == 0, f"{folder} has to be writable: {result}"
    for folder in (HOME, HOME + "/.config", HOME + "/.local", BIN, UNITS, HOME + "/.local/state", RUNTIME, "/dev/shm",
                   "/run", "/var", "/etc", "/usr"):
        result = touch(folder + "/written")
        assert "Read-only file system" in result.err or "Permission denied" in result.err, f"{folder}: {result}"
        # What the user may write to anyway, only the sandbox can have refused.
        if folder.startswith(HOME) or folder == RUNTIME:
            assert "Read-only file system" in result.err, f"{folder}: {result}"
    touch("/tmp/written")
    assert not os.path.exists("/tmp/written"), "its temporary files are its own"
    assert "NOTIFY_SOCKET" not in journal(SERVICE)


def test_linked_archive():
    done("mkdir", "-p", HOME + "/Sync", STATE)
    install()
    client("set", "1", "here")
    client("uninstall")
    os.rename(STATE + "/data.archive", HOME + "/Sync/data.archive")
    done("ln", "-s", HOME + "/Sync/data.archive", STATE + "/data.archive")
    install()
    assert client("get", "1") == "here"
    client("set", "1", "there")
    client("save")
    assert os.path.islink(STATE + "/data.archive")
    with open(HOME + "/Sync/data.archive", "rb") as file:
        assert b"there" in file.read()
    systemctl("restart", SERVICE)
    assert client("get", "1") == "there"


def test_link_to_nothing_is_refused():
    done("mkdir", "-p", STATE)
    done("ln", "-s", HOME + "/Sync/data.archive", STATE + "/data.archive")
    result = user(f"{SHARED}/fourlines", "install")
    assert result.code == 4 and "symlink to nothing" in result.err, result
    assert not os.path.exists(BIN), "nothing was installed"


def test_documents_side_by_side():
    install()
    install("--name", "work")
    client("set", "1", "mine")
    client("--name", "work", "set", "1", "the firm's")
    assert client("get", "1") == "mine"
    assert client("--name", "work", "get", "1") == "the firm's"
    assert main_process() != main_process("fourlinesd@work.service")
    client("uninstall", "--name", "work")
    assert client("get", "1") == "mine", "the other one is left alone"
    assert not os.path.exists(f"{UNITS}/fourlinesd@.service")


def test_doctor_and_documents_look_and_start_nothing():
    def problems():
        # The machine writes to memory, which is said for good reasons.
        findings = json.loads(user("fourlines", "doctor", "--json").out)["findings"]
        return [found for found in findings if found["level"] == "problem" and "in memory" not in found["text"]]

    install()
    assert problems() == []
    assert "starts with the first client" in client("documents")
    assert not is_active(SERVICE), "the daemon was not started by looking"
    client("set", "1", "x")
    assert problems() == []
    assert f"running, process {main_process()} " in client("documents")
    systemctl("stop", SOCKET, SERVICE)
    found = problems()
    assert len(found) == 1 and f"{SOCKET} is not active" in found[0]["text"], found
    done("sh", "-c", found[0]["remedy"])
    assert problems() == []
    systemctl("disable", SOCKET)
    assert [found["text"] for found in problems()] == [f"{SOCKET} is not enabled, so it is gone after the next login"]


def test_second_daemon_is_refused():
    install()
    client("set", "1", "x")
    second = user("fourlinesd")
    assert second.code == 75 and str(main_process()) in second.err, second
    assert client("get", "1") == "x"


def refuses(text, times):
    """Has so many clients ask, each after the reply to the one before."""
    for _ in range(times):
        said = ask("PING")
        assert said.startswith("-ERR not started: ") and text in said, said
    assert is_active(SOCKET), "the socket still listens"
    result = user("fourlines", "get", "1")
    assert result.code == 3 and text in result.err, result


def test_refused_start_is_answered():
    install()
    configuration = HOME + "/.config/fourlines/fourlinesd.conf"
    with open(configuration) as file:
        sound = file.read()
    assert "\nModel=\n" in sound, sound
    write(configuration, sound.replace("\nModel=\n", "\nModel=nothing\n"))
    refuses("nothing: there is none of this name", times=100)
    assert "Not started" in show(SERVICE, "StatusText"), show(SERVICE, "StatusText")
    write(configuration, sound)
    # The daemon that refuses may answer for the rest of its second.
    eventually(lambda: user("fourlines", "set", "1", "at last").code == 0, "it starts")
    systemctl("stop", SERVICE)
    write(configuration, sound.replace("\nModel=\n", "\nModel=staff\n").replace("Archive=", "Archive=data.archive"))
    refuses("data.archive", times=3)
    write(configuration, sound)
    eventually(lambda: user("fourlines", "get", "1").out == "at last\n", "nothing was touched")
    assert "there is none of this name" in journal(SERVICE, "--priority=err"), "a refusal is an error in the journal"
    assert "serving the model" not in journal(SERVICE, "--priority=err")


def test_daemon_by_hand_is_named_and_replaced():
    done("mkdir", "-p", BIN)
    daemon = start(f"{SHARED}/fourlinesd")
    eventually(lambda: os.path.exists(DEFAULT), "it listens")
    done(f"{SHARED}/fourlines", "set", "1", "by hand")
    held = user("cat", STATE + "/fourlines.lock").out.split()[1]
    result = user(f"{SHARED}/fourlines", "install")
    assert result.code == 4 and held in result.err and "--replace" in result.err, result
    assert not os.path.exists(UNITS)
    install("--replace")
    assert daemon.wait(10) == 0
    assert client("get", "1") == "by hand"
    assert main_process() != int(held)


def test_reload_of_the_configuration():
    install()
    client("set", "1", "x")
    process = main_process()
    configuration = HOME + "/.config/fourlines/fourlinesd.conf"
    with open(configuration) as file:
        sound = file.read()
    write(configuration, sound.replace("Level=information", "Level=warning").replace("Archive=", "Archive=b.archive"))
    systemctl("reload", SERVICE)
    said = eventually(lambda: "Archive=b.archive takes effect" in journal(SERVICE) and journal(SERVICE), "it is said")
    assert "Level=warning, it was information" in said, said
    write(configuration, sound + "\nNonsense=1\n")
    systemctl("reload", SERVICE)
    line = sound.count("\n") + 2
    eventually(lambda: f"line {line}, [Log] Nonsense" in journal(SERVICE), "the fault is said with its line")
    eventually(lambda: is_active(SERVICE), "it goes on")
    assert main_process() == process and client("get", "1") == "x"


def test_upgrade_under_load():
    install()
    newer = SHARED + ".newer"
    os.makedirs(newer)
    for program in ("fourlines", "fourlinesd"):
        with open(f"{SHARED}/{program}", "rb") as file, open(f"{newer}/{program}", "wb") as copy:
            # A program with something behind its end is another file with the same behaviour.
            copy.write(file.read() + b"newer")
        os.chmod(f"{newer}/{program}", 0o755)
    os.chmod(newer, 0o755)
    editor = start("python3", SHARED + "/ask.py", DEFAULT, stdin=subprocess.PIPE)
    assert editor.stdout.readline() == "editing\n", editor.communicate()
    process = main_process()
    said = install(folder=newer)
    assert f"wrote {BIN}/fourlinesd" in said, said
    assert main_process() not in (0, process), "the daemon was started again"
    time.sleep(1)
    out, errors = editor.communicate("enough")
    assert editor.returncode == 0, errors
    sent, acknowledged, lost = map(int, out.split())
    kept = int(client("get", "1"))
    assert acknowledged <= kept <= sent, (kept, out)
    print(f"        {acknowledged} edits, {lost} without an answer")


def run():
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    wanted = os.environ.get("ONLY", "")
    failed = 0
    manager = subprocess.run(["systemctl", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    print(manager)
    for name, test in tests:
        if wanted not in name:
            continue
        reset()
        begin = time.monotonic()
        try:
            test()
            print(f"ok      {name} ({time.monotonic() - begin:.1f} s)")
        except Exception:
            failed += 1
            print(f"FAILED  {name} ({time.monotonic() - begin:.1f} s)")
            traceback.print_exc()
            print(journal(SERVICE, "--lines=20"))
    print(f"{failed} failed")
    sys.exit(1 if failed else 0)


run()
