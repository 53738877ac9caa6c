"""A daemon for the benchmarks, and a client that speaks its protocol."""
import os, shutil, signal, socket, subprocess, tempfile, time


def request(*words):
    """A request in the form that programs send."""
    parts = [b"*%d\r\n" % len(words)]
    for word in words:
        word = word if isinstance(word, bytes) else str(word).encode()
        parts.append(b"$%d\r\n%s\r\n" % (len(word), word))
    return b"".join(parts)


def memory(process, field):
    """A figure of /proc/ID/status, in bytes."""
    with open("/proc/%d/status" % process) as status:
        for line in status:
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024
    return 0


class Client:
    """A connection; replies are bytes, integers' and status lines with their first character."""

    def __init__(self, path, timeout=120):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        try:
            self.socket.connect(path)
        except OSError:
            self.socket.close()
            raise
        self.file = self.socket.makefile("rb")

    def close(self):
        self.file.close()
        self.socket.close()

    def read(self):
        line = self.file.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionError("closed")
        kind, rest = line[:1], line[1:-2]
        if kind in b"+-:":
            return kind + rest
        if kind == b"$":
            count = int(rest)
            return None if count < 0 else self.file.read(count + 2)[:-2]
        return [self.read() for _ in range(int(rest))]

    def call(self, *words):
        self.socket.sendall(request(*words))
        return self.read()

    def expect(self, reply, *words):
        answer = self.call(*words)
        if answer != reply:
            raise SystemExit("%r answers %r" % (words[:3], answer))

    def information(self):
        """What INFO says, as a dictionary of text."""
        lines = self.call("INFO").decode().split("\r\n")
        return dict(line.split(":", 1) for line in lines if ":" in line)

    def pipeline(self, requests, batch=1000):
        """Sends requests in batches, and answers how many were refused."""
        refused = 0
        for start in range(0, len(requests), batch):
            part = requests[start:start + batch]
            self.socket.sendall(b"".join(part))
            refused += sum(1 for _ in part if self.read()[:1] == b"-")
        return refused


class Daemon:
    """A daemon in a folder of its own."""

    def __init__(self, program, *options, folder=None, wait=60):
        self.folder = folder or tempfile.mkdtemp(prefix="benchmark.", dir=os.environ.get("BENCHMARK_DIR"))
        self.program, self.options = program, options
        self.start(wait)

    def start(self, wait=60):
        self.path = os.path.join(self.folder, "socket")
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "--state-dir", os.path.join(self.folder, "state"), "--socket", self.path, *self.options],
                stderr=log, env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
        deadline = time.monotonic() + wait
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise SystemExit("the daemon ended with %d: see %s" % (self.process.returncode, self.folder))
            try:
                return Client(self.path).close()
            except OSError:
                time.sleep(0.005)
        raise SystemExit("the daemon does not answer: see " + self.folder)

    def client(self):
        return Client(self.path)

    def state(self, name):
        return os.path.join(self.folder, "state", name)

    def memory(self, field):
        """A figure of /proc/ID/status, in bytes."""
        return memory(self.process.pid, field)

    def end(self, remove=True):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait()
        if remove:
            shutil.rmtree(self.folder)
        return code


def fill(client, count):
    """Makes `list` of the free document a list of so many short lines."""
    made = 0
    while made < count:
        part = min(2000, count - made)
        client.expect(b":%d" % (made + part), "RPUSH", "list", *["line %d" % (made + n) for n in range(part)])
        made += part
