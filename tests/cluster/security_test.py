# SPDX-License-Identifier: GPL-3.0-or-later
"""Trawl and a cluster with TLS, logins and permissions: OpenSearch's own security plugin, and servers that pretend to be it."""
import pathlib
import socket
import ssl
import subprocess
import threading
import unittest

import engines
import secured

INDEX = "secured"
USERS = {"crawler": "a:long pass%word", "reader": "readers' own"}
ARTICLES = 30


class Impostor:
    """A server on loopback with a certificate of its own, which says nothing once a client trusts it."""

    def __init__(self, certificate):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, certificate.with_suffix(".key"))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://127.0.0.1:{self.listener.getsockname()[1]}"
        self.received = b""
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                with self.context.wrap_socket(client, server_side=True) as secure:
                    self.received += secure.recv(65_536)
            except OSError:
                pass  # the client did not trust it

    def close(self):
        self.listener.close()


class Security(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = secured.SecuredNode(USERS)
        cls.addClassCleanup(cls.node.close)
        cls.site = engines.DemoSite()
        cls.addClassCleanup(cls.site.close)
        cls.data = cls.site.data("data")
        cls.authority = cls.node.config / "authority.pem"
        cls.writer = cls.login("writer", "crawler:" + USERS["crawler"])
        cls.reader = cls.login("reader", "reader:" + USERS["reader"])
        cls.node.wait("crawler", USERS["crawler"])
        cls.crawl(cls.data, cls.options(cls.writer))

    @classmethod
    def login(cls, name, content, mode=0o600):
        file = cls.site.data(name)
        file.write_text(content + "\n")
        file.chmod(mode)
        return file

    @classmethod
    def options(cls, login, url=secured.URL, authority=None):
        settings = {"url": url, "replicas": 0, "ca": str(authority or cls.authority)}
        return engines.cluster_options(INDEX, **settings, **({"auth": str(login)} if login else {}))

    @classmethod
    def crawl(cls, data, options, expect=(0,)):
        return engines.run(engines.BIN / "trawl", "crawl", "--data", data, *options, *cls.site.crawl, expect=expect)

    def daemon(self, *options):
        daemon = engines.Daemon(*options, tries=20)
        self.addCleanup(daemon.close)
        return daemon

    def status(self, options, expect):
        return engines.run(engines.BIN / "trawl", "index", "status", "--data", self.data, *options, expect=expect)

    def assert_told(self, options, sentence):
        """The message of a command and of a daemon: 503 in time, and ready as soon as the problem is over."""
        done = self.status(options, expect=(3, 4))
        self.assertIn(sentence, done.stderr)
        daemon = self.daemon(*options)
        for asked in ("/readyz", "/v1/search?q=memory", "/v1/stats"):
            status, _, body = daemon.get(asked)
            self.assertEqual((status, body["type"].rpartition("/")[2]), (503, "engine-away"), body)
            self.assertIn(sentence, body["detail"])
        self.assertEqual(daemon.get("/healthz")[0], 200)
        for password in USERS.values():
            self.assertNotIn(password, done.stderr)

    def test_a_crawl_writes_and_a_daemon_reads_with_passwords(self):
        self.assertIn(f"{ARTICLES} articles of {ARTICLES} stored, up to date",
                      self.status(self.options(self.writer), (0,)).stdout)
        daemon = self.daemon(*self.options(self.reader))
        self.assertEqual(daemon.search(q="", limit=0)["total"], ARTICLES)
        self.assertEqual(len(daemon.pages(q="memory OR model OR attention", limit=3)),
                         daemon.search(q="memory OR model OR attention")["total"])

    def test_a_token_is_a_login(self):
        bearer = self.login("token", "Bearer " + secured.token("token-reader"))
        self.assertEqual(self.daemon(*self.options(bearer)).search(q="", limit=0)["total"], ARTICLES)
        late = self.login("late", "Bearer " + secured.token("token-reader", lives=-600))
        self.assert_told(self.options(late), "OpenSearch rejected the login (401)")

    def test_a_wrong_password_and_a_missing_login_are_reported(self):
        self.assert_told(self.options(self.login("wrong", "crawler:wrong")), "OpenSearch rejected the login (401)")
        self.assert_told(self.options(None), "OpenSearch rejected the login (401)")

    def test_a_missing_permission_is_reported(self):
        data = self.site.data("unwritable")
        refused = self.crawl(data, self.options(self.reader), expect=(3, 4, 6))
        self.assertIn("the login lacks a permission in OpenSearch (403)", refused.stderr)

    def test_a_certificate_of_another_authority_is_rejected(self):
        self.assert_told(self.options(self.reader, authority=self.node.config / "stranger.pem"),
                         "OpenSearch is not trusted: SSL certificate problem")

    def test_impostors_are_rejected_before_they_learn_the_password(self):
        for name, sentence in (("expired", "certificate has expired"), ("elsewhere", "no alternative certificate subject name matches"),
                               ("stranger", "OpenSearch is not trusted: SSL certificate problem")):
            with self.subTest(name):
                impostor = Impostor(pathlib.Path(self.node.config / f"{name}.pem"))
                self.addCleanup(impostor.close)
                self.assert_told(self.options(self.reader, url=impostor.url), sentence)
                self.assertEqual(impostor.received, b"")


if __name__ == "__main__":
    unittest.main()
