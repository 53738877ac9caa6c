"""Speaks with a daemon, as the user who runs this.

    ask.py SOCKET WORD...     sends one request and prints the first line of the reply
    ask.py SOCKET             edits on a connection of its own each time until the input ends, and prints how many
                              edits were sent, acknowledged and left without an answer
"""

import select
import socket
import sys


def answer(path, *words):
    """The first line of the reply, None at an early end."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(30)
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


def edit(path):
    sent = acknowledged = lost = 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        sent += 1
        said = answer(path, "SET", "lines.0", str(sent))
        if said == "+OK":
            acknowledged = sent
        elif said is None:
            lost += 1
        else:
            sys.exit(said)
        if sent == 100:
            print("editing", flush=True)
    print(sent, acknowledged, lost)


if len(sys.argv) > 2:
    print(answer(*sys.argv[1:]))
else:
    edit(sys.argv[1])
