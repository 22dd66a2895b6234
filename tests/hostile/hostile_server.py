# SPDX-License-Identifier: GPL-3.0-or-later
"""Many malicious servers on one loopback port, distinguished by their host names, which answer with exactly given bytes.

A site is a table from path to an answer; an answer is bytes, or a function that is given the connection and the
request and writes what it likes. A path that is not in the table is looked up as "*", else answered 404.
"""
import socket
import ssl
import struct
import threading
import time
from collections import Counter, namedtuple
from socketserver import BaseRequestHandler, ThreadingTCPServer

Request = namedtuple("Request", "host path headers count")  # count: how often this was asked, from 1

LONGEST = 60  # seconds; no endless answer keeps a client busy longer than that


def answer(body="", kind="text/html; charset=utf-8", status=200, **headers):
    """A complete answer. Header names have _ instead of -."""
    body = body.encode() if isinstance(body, str) else body
    fields = {"Content-Type": kind, "Content-Length": len(body), "Connection": "close",
              **{name.replace("_", "-"): value for name, value in headers.items()}}
    head = f"HTTP/1.1 {status} X\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
    return head.encode() + b"\r\n" + body


def xml(body):
    return answer(body, "application/xml")


def moved(to, status=302):
    return answer("", status=status, Location=to)


def without_end(head, piece, pause=0.0):
    """Sends `head`, then `piece` repeatedly."""
    def write(connection, _):
        connection.sendall(head)
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            connection.sendall(piece)
            time.sleep(pause)
    return write


def silence(connection, _):
    """Sends nothing until the client gives up."""
    connection.settimeout(LONGEST)
    connection.recv(1)


def then_silence(head):
    def write(connection, request):
        connection.sendall(head)
        silence(connection, request)
    return write


def then_reset(head=b""):
    """Sends `head`, then resets the connection."""
    def write(connection, _):
        connection.sendall(head)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return write


def at_first(count, first, later):
    """`first` to the first `count` requests, `later` to the others."""
    def write(connection, request):
        say(connection, first if request.count <= count else later, request)
    return write


def say(connection, what, request):
    if callable(what):
        what(connection, request)
    else:
        connection.sendall(what)


class HostileServer:
    """`with HostileServer({host: {path: answer}}) as server:`; `server.port`; `server.asked`: (host, path) → count.

    It listens on every local address, IPv6 ones too; `server.hits` counts connections by the address that was called.
    """

    def __init__(self, sites, tls=None):
        """`tls`: files of a certificate and its key, for https."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH) if tls else None
        if context:
            context.load_cert_chain(*tls)
        self.sites, self.asked, self.hits, self.lock = sites, Counter(), Counter(), threading.Lock()
        outer = self

        class Handler(BaseRequestHandler):
            def handle(self):
                try:
                    if context:
                        self.request = context.wrap_socket(self.request, server_side=True)
                    outer.handle(self.request)
                except OSError:  # the crawler has given up
                    pass

            def finish(self):
                self.request.close()

        class Server(ThreadingTCPServer):
            address_family = socket.AF_INET6
            daemon_threads, allow_reuse_address, request_queue_size = True, True, 128
            block_on_close = False

            def server_bind(self):
                self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
                super().server_bind()

        self.server = Server(("::", 0), Handler)
        self.port = self.server.server_address[1]

    def handle(self, connection):
        called = connection.getsockname()[0]
        connection.settimeout(LONGEST)
        head = b""
        while b"\r\n\r\n" not in head:
            piece = connection.recv(65536)
            if not piece:
                break
            head += piece
            if head.startswith(b"\x16"):  # the client starts with TLS
                connection.sendall(answer("plain HTTP was sent to the wrong port", status=400))
                return
        with self.lock:
            self.hits[called.removeprefix("::ffff:")] += 1
        if not head:
            return
        lines = head.decode("latin-1").split("\r\n")
        path = lines[0].split(" ")[1]
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)}
        host = headers.get("host", "").rsplit(":", 1)[0]
        with self.lock:
            self.asked[host, path] += 1
            count = self.asked[host, path]
        site = self.sites.get(host, {})
        say(connection, site.get(path, site.get("*", answer("nothing here", status=404))), Request(host, path, headers, count))

    def url(self, host, path="/"):
        return f"http://{host}:{self.port}{path}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
