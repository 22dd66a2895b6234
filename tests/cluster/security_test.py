# SPDX-License-Identifier: GPL-3.0-or-later
"""Trawl and a cluster with TLS, logins and permissions: OpenSearch's own security plugin."""
import unittest

import engines
import secured

INDEX = "secured"
USERS = {"crawler": "a:long pass%word", "reader": "readers' own"}
ARTICLES = 30


class Security(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = secured.SecuredNode(USERS)
        cls.addClassCleanup(cls.node.close)
        cls.site = engines.DemoSite()
        cls.addClassCleanup(cls.site.close)
        cls.data = cls.site.data("data")
        cls.authority = cls.node.config / "node.pem"
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
    def options(cls, login, authority=None):
        settings = {"url": secured.URL, "replicas": 0, "ca": str(authority or cls.authority)}
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
        self.assertIn(f"{ARTICLES} articles of {ARTICLES} stored", self.status(self.options(self.writer), (0,)).stdout)
        daemon = self.daemon(*self.options(self.reader))
        self.assertEqual(daemon.search(q="", limit=0)["total"], ARTICLES)
        self.assertEqual(daemon.get("/v1/stats")[2].get("documents"), ARTICLES)
        self.assertEqual(len(daemon.pages(q="memory OR model OR attention", limit=3)),
                         daemon.search(q="memory OR model OR attention")["total"])

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


if __name__ == "__main__":
    unittest.main()
