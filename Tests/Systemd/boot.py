"""Boots a throw-away machine with a user manager for an unprivileged user, and runs the suite on it.

The machine is a container of its own namespaces: systemd is process 1 of a process namespace, on an overlay of a root
file system whose changes lie in memory, without a network, in a control group of its own. To be started in a private
mount namespace, so that every mount made here goes with the last process of it.
"""

import os
import signal
import subprocess
import sys
import time

USER = "tester"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# What a distribution starts at boot and a container has no use for, or what would change the machine around it.
MASKED = """
    systemd-sysctl.service systemd-modules-load.service systemd-binfmt.service systemd-journald-audit.socket
    systemd-timesyncd.service systemd-pstore.service systemd-tmpfiles-clean.timer systemd-udevd.service
    systemd-udev-trigger.service systemd-networkd.service systemd-resolved.service
    proc-sys-fs-binfmt_misc.automount sys-kernel-debug.mount sys-kernel-tracing.mount sys-kernel-config.mount
    sys-fs-fuse-connections.mount dev-hugepages.mount modprobe@.service apt-daily.timer apt-daily-upgrade.timer
    dpkg-db-backup.timer e2scrub_all.timer fstrim.timer man-db.timer
""".split()

TARGET = """[Unit]
Description=What a user manager needs
Requires=basic.target
After=basic.target
Wants=dbus.socket systemd-logind.service systemd-user-sessions.service
"""


def command(*words, **options):
    return subprocess.run(words, check=True, **options)


def mount(kind, source, target, options=None):
    command("mount", "-t", kind, *(["-o", options] if options else []), source, target)


def bind(source, target):
    command("mount", "--rbind", source, target)


def wait(what, condition, seconds=60):
    """Waits until a condition answers something that counts as true, and answers that."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if answer := condition():
            return answer
        time.sleep(0.02)
    raise SystemExit(f"the machine does not come up: {what}")


def write(path, text=""):
    with open(path, "w") as file:
        file.write(text)


# Inside, as process 1.


def build(root, shared, work):
    """Makes the machine's file system below `work`, and answers where its root is."""
    machine = work + "/root"
    for name in ("upper", "overlay", "root"):
        os.mkdir(f"{work}/{name}")
    mount("overlay", "overlay", machine, f"lowerdir={root},upperdir={work}/upper,workdir={work}/overlay")
    mount("proc", "proc", machine + "/proc", "nosuid,nodev,noexec")
    for name in ("sys", "sysrq-trigger", "irq", "bus"):
        # These are not the container's own.
        path = f"{machine}/proc/{name}"
        if os.path.exists(path):
            command("mount", "--bind", path, path)
            command("mount", "-o", "remount,bind,ro,nosuid,nodev,noexec", path)
    mount("sysfs", "sysfs", machine + "/sys", "ro,nosuid,nodev,noexec")
    mount("cgroup2", "cgroup2", machine + "/sys/fs/cgroup", "nosuid,nodev,noexec")
    mount("tmpfs", "devices", machine + "/dev", "mode=755,nosuid")
    for name in ("null", "zero", "full", "random", "urandom", "tty"):
        write(f"{machine}/dev/{name}")
        command("mount", "--bind", f"/dev/{name}", f"{machine}/dev/{name}")
    for name in ("pts", "shm", "mqueue"):
        os.mkdir(f"{machine}/dev/{name}")
    mount("devpts", "devpts", machine + "/dev/pts", "newinstance,ptmxmode=0666,mode=620")
    mount("tmpfs", "shm", machine + "/dev/shm", "mode=1777,nosuid,nodev")
    for name, target in (("ptmx", "pts/ptmx"), ("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"),
                         ("stderr", "fd/2")):
        os.symlink(target, f"{machine}/dev/{name}")
    mount("tmpfs", "run", machine + "/run", "mode=755,nosuid,nodev")
    mount("tmpfs", "tmp", machine + "/tmp", "mode=1777,nosuid,nodev")
    os.makedirs(machine + shared)
    bind(shared, machine + shared)
    for path in ("/run/lock", "/run/systemd/system", "/var/log/journal", "/var/lib/systemd/linger"):
        os.makedirs(machine + path, exist_ok=True)
    if subprocess.run(["chroot", machine, "id", USER], capture_output=True).returncode:
        command("chroot", machine, "useradd", "-m", "-s", "/bin/bash", USER, stderr=subprocess.DEVNULL)
    # As “loginctl enable-linger” does it: the user manager comes up at boot.
    write(f"{machine}/var/lib/systemd/linger/{USER}")
    write(f"{machine}/run/systemd/system/suite.target", TARGET)
    for unit in MASKED:
        os.symlink("/dev/null", f"{machine}/run/systemd/system/{unit}")
    return machine


def become_machine(root, shared, work):
    machine = build(root, shared, work)
    os.mkdir(machine + "/run/outside")
    os.chdir(machine)
    command("pivot_root", ".", "run/outside")
    os.chdir("/")
    command("umount", "--lazy", "/run/outside")
    os.rmdir("/run/outside")
    # All capabilities stay: without some of them units would seem to work that fail on a real machine.
    os.execve("/lib/systemd/systemd", ["systemd", "--system", "--unit=suite.target"],
              {"container": "fourlines", "LANG": "C.UTF-8", "PATH": PATH})


# Outside.


class Group:
    """A control group of our own."""

    def __init__(self, mounted):
        self.path = f"{mounted}/fourlines-systemd-{os.getpid()}"
        os.mkdir(self.path)

    def enter(self):
        write(self.path + "/cgroup.procs", str(os.getpid()))

    def end(self):
        if os.path.exists(self.path + "/cgroup.kill"):
            write(self.path + "/cgroup.kill", "1")
        for _ in range(100):
            subprocess.run(["find", self.path, "-depth", "-type", "d", "-exec", "rmdir", "{}", "+"],
                           stderr=subprocess.DEVNULL)
            if not os.path.exists(self.path):
                return
            time.sleep(0.05)
        print(f"the control group {self.path} is left", file=sys.stderr)


def first_child(process):
    try:
        with open(f"/proc/{process}/task/{process}/children") as file:
            child = (file.read().split() or [None])[0]
        with open(f"/proc/{child}/comm") as file:
            return child if file.read().strip() == "systemd" else None
    except OSError:
        return None


def drive(root, shared):
    work = shared + ".machine"
    os.mkdir(work, 0o700)
    mount("tmpfs", "machine", work, "mode=755,size=2g")
    os.mkdir(work + "/groups")
    mount("cgroup2", "cgroup2", work + "/groups")
    group = Group(work + "/groups")
    machine = subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup",
         "--fork", "--kill-child", "--", sys.executable, os.path.abspath(__file__), root, shared, work],
        stdin=subprocess.DEVNULL, stdout=open(work + "/boot.log", "w"), stderr=subprocess.STDOUT,
        preexec_fn=group.enter)
    try:
        first = wait("its first process", lambda: first_child(machine.pid) or machine.poll() is not None)
        if first is True:
            raise SystemExit(open(work + "/boot.log").read())
        inside = ["nsenter", "-t", first, "-a", "env", "-i", "container=fourlines", "HOME=/root", "LANG=C.UTF-8",
                  "TERM=dumb", "SYSTEMD_PAGER=", "PATH=" + PATH, "ONLY=" + os.environ.get("ONLY", "")]
        wait("its system manager", lambda: os.path.exists(f"/proc/{first}/root/run/systemd/private"))
        subprocess.run([*inside, "systemctl", "is-system-running", "--wait"], stdout=subprocess.DEVNULL)
        user = subprocess.run([*inside, "id", "-u", USER], capture_output=True, text=True).stdout.strip()
        wait("its user manager", lambda: os.path.exists(f"/proc/{first}/root/run/user/{user}/systemd/private"))
        return subprocess.run([*inside, "python3", "-u", shared + "/suite.py", shared, USER]).returncode
    finally:
        if machine.poll() is None:
            # The end of a process namespace's first process is the end of all in it.
            child = first_child(machine.pid)
            if child:
                os.kill(int(child), signal.SIGKILL)
            machine.kill()
        machine.wait()
        group.end()
        command("umount", "--lazy", work + "/groups")
        command("umount", "--lazy", work)
        os.rmdir(work)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        become_machine(*sys.argv[1:])
    sys.exit(drive(*sys.argv[1:]))
