# SPDX-License-Identifier: GPL-3.0-or-later
"""A loopback port that serves a web as an HTTP proxy, also of https, with a calendar of its own."""
import email.utils
import hashlib
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SUBJECT = ["-subj", "/CN=blogs.example"]


class Certificate:
    """Of these hosts."""

    def __init__(self, folder, hosts, environment):
        """`environment`: of a program to whose clock it is valid."""
        self.file, key = folder / "certificate.pem", folder / "key.pem"
        names = ",".join(f"DNS:{host}" for host in hosts)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", self.file, "-days", "36500", *SUBJECT,
                        "-addext", f"subjectAltName={names}"], check=True, capture_output=True, env=environment)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.file, key)


class Server:
    """`with Server(answer) as server:` serves; `answer(url)` gives status, type, body and headers; `log` has what was asked: (url, status).
    `now`: seconds since 1970 of its clock."""

    def __init__(self, answer):
        self.answer, self.certificate, self.now, self.log, self.lock = answer, None, 0, [], threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # head and body in one packet

            def do_GET(self):
                outer.serve(self)

            def do_CONNECT(self):
                self.send_response_only(200)
                self.end_headers()
                self.wfile.flush()
                inner = outer.certificate.context.wrap_socket(self.connection, server_side=True)
                self.secure, self.connection = self.path.removesuffix(":443"), inner
                self.rfile, self.wfile = inner.makefile("rb"), inner.makefile("wb")
                self.close_connection = False

            def date_time_string(self, timestamp=None):
                return email.utils.formatdate(outer.now if timestamp is None else timestamp, usegmt=True)

            def log_message(self, *_):
                pass

        class Listener(ThreadingHTTPServer):
            request_queue_size = 128
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self.listener = Listener(("127.0.0.1", 0), Handler)
        self.port = self.listener.server_address[1]

    def serve(self, handler):
        secure = getattr(handler, "secure", None)
        url = f"https://{secure}{handler.path}" if secure else handler.path
        with self.lock:
            status, kind, body, headers = self.answer(url)
            data = body if isinstance(body, bytes) else body.encode()
            tag = '"' + hashlib.sha1(data).hexdigest()[:12] + '"'
            validators = {} if "Cache-Control" in headers else {"ETag": tag}
            if status == 200 and validators and handler.headers.get("If-None-Match") == tag:
                status, data = 304, b""
            self.log.append((url, status))
        try:
            handler.send_response(status)
            for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **validators, **headers}.items():
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(data)
            handler.wfile.flush()
        except OSError:  # the crawl has ended
            pass

    def __enter__(self):
        threading.Thread(target=self.listener.serve_forever, args=(.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown()
        self.listener.server_close()
