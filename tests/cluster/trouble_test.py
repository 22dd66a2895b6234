# SPDX-License-Identifier: GPL-3.0-or-later
"""A cluster that is slow, busy, red or of another version, and nodes that are killed while thousands of articles are
written: checks what searches answer, and that every article arrives once."""
import collections
import http.client
import http.server
import itertools
import json
import random
import signal
import subprocess
import threading
import time
import unittest

import cluster
import engines

INDEX = "trouble"
ANSWER_SECONDS = 2.6  # two for the cluster, the rest for a busy machine
ARTICLES = 6_000


class Gateway:
    """A proxy for a node in one test: forwards requests after doing to them what the test wants."""

    def __init__(self, node=0):
        self.delay = 0.0
        self.root = None            # what the cluster says that it is; None: the truth
        self.busy = lambda path: 0  # the status to refuse a request with; 0: pass it on
        self.asked = collections.Counter()
        gateway = self
        to = cluster.URLS[node].removeprefix("http://")

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                kind = self.path.split("?")[0].rpartition("/")[2]
                gateway.asked[kind] += 1
                time.sleep(gateway.delay)
                refused = gateway.busy(kind)
                if refused:
                    self.reply(refused, b'{"error": {"type": "rejected_execution_exception", "reason": "the queue is full"}}')
                elif self.path == "/" and gateway.root is not None:
                    self.reply(200, json.dumps(gateway.root).encode())
                else:
                    onward = http.client.HTTPConnection(to, timeout=60)
                    onward.request(self.command, self.path, body, {"Content-Type": self.headers.get("Content-Type") or ""})
                    answer = onward.getresponse()
                    self.reply(answer.status, answer.read())
                    onward.close()

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = answer

            def reply(self, status, content):
                try:
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(content)))
                    self.end_headers()
                    if self.command != "HEAD":
                        self.wfile.write(content)
                except OSError:
                    pass  # nobody waited for it

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.options = ["--engine", "opensearch", "--opensearch-index", INDEX,
                        "--opensearch-url", f"http://127.0.0.1:{self.server.server_port}"]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Trouble(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cluster.start()
        engines.forget(INDEX)
        cls.site = engines.DemoSite()
        cls.addClassCleanup(cls.site.close)
        cls.addClassCleanup(lambda: (cluster.start(), engines.forget(INDEX)))

    def setUp(self):
        cluster.start()
        engines.forget(INDEX)
        self.gateway = Gateway()
        self.addCleanup(self.gateway.close)

    def trawl(self, *words, expect=(0,)):
        return engines.run(engines.BIN / "trawl", *words, expect=expect)

    def crawled(self, name, *options):
        data = self.site.data(f"{self.id()}-{name}")
        self.trawl("crawl", "--data", data, *self.gateway.options, *self.site.crawl, *options)
        return data

    def daemon(self, *options):
        daemon = engines.Daemon(*(options or self.gateway.options))
        self.addCleanup(daemon.close)
        return daemon

    def answer(self, daemon, path="/v1/search?q=memory&facets=source"):
        """Status, what it says, and the seconds it took, which must be within the limit."""
        begin = time.monotonic()
        status, _, body = daemon.get(path)
        taken = time.monotonic() - begin
        self.assertLess(taken, ANSWER_SECONDS, path)
        return status, body.get("detail", ""), taken

    def until(self, holds, what, seconds=120):
        end = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.2)

    def assert_complete(self, data, articles):
        checked = self.trawl("index", "check", "--data", data, *engines.cluster_options(INDEX))
        self.assertIn(f"the index is complete: {articles:,} articles".replace(",", ""), checked.stderr.replace(",", ""))
        self.assertEqual(cluster.ask("GET", f"/{INDEX}/_count")["count"], articles)

    def test_a_slow_cluster_is_waited_for_and_a_slower_one_is_reported(self):
        self.crawled("data")
        daemon = self.daemon()
        self.assertEqual(self.answer(daemon)[0], 200)
        self.gateway.delay = 0.2
        status, _, slow = self.answer(daemon, "/v1/search?q=attention&facets=source")
        self.assertEqual(status, 200)
        self.gateway.delay = 3
        for path in ("/v1/search?q=kernel", "/readyz", "/v1/stats", "/v1/suggest?q=me"):
            status, said, taken = self.answer(daemon, path)
            self.assertEqual((status, said), (503, "OpenSearch did not answer in time."), path)
        self.gateway.delay = 0
        self.assertEqual(self.answer(daemon)[0], 200)
        print(f"slow: with 0.2 s for each request an answer takes {slow:.1f} s; with 3 s it is 503 after {taken:.1f} s")

    def test_another_product_or_version_is_named_and_the_crawl_continues_without_it(self):
        daemon = None
        for version, said in (({"number": "8.17.0"}, "another product 8.17.0"),
                              ({"distribution": "opensearch", "number": "1.3.20"}, "opensearch 1.3.20")):
            self.gateway.root = {"version": version}
            daemon = self.daemon()
            for path in ("/v1/search?q=memory", "/readyz", "/v1/stats"):
                self.assertEqual(self.answer(daemon, path)[:2],
                                 (503, f"Trawl needs OpenSearch 2 or newer, but found {said}."))
        data = self.site.data("version")
        refused = self.trawl("crawl", "--data", data, *self.gateway.options, *self.site.crawl,
                             "--opensearch-wait", 5, expect=(4,))
        self.assertIn(said, refused.stderr)
        self.gateway.root = None
        self.trawl("crawl", "--data", data, *self.gateway.options, *self.site.crawl)
        self.assert_complete(data, 30)
        self.assertEqual(self.answer(daemon)[0], 200)

    def test_a_busy_cluster_gets_every_article_in_the_end(self):
        for status in (429, 503):
            with self.subTest(status):
                turn = itertools.count(1)
                self.gateway.busy = lambda kind, turn=turn, status=status: status if kind == "_bulk" and next(turn) % 3 else 0
                self.gateway.asked.clear()
                data = self.crawled(status)
                self.assertGreater(self.gateway.asked["_bulk"], 2)
                self.assert_complete(data, 30)
                engines.forget(INDEX)
        self.gateway.busy = lambda kind: 0

    def test_a_red_cluster_is_reported_at_once_and_ready_when_its_shard_is_back(self):
        self.crawled("data", "--opensearch-replicas", "0")
        direct = self.daemon(*engines.cluster_options(INDEX))
        self.assertEqual(self.answer(direct)[0], 200)
        shard = next(one for one in cluster.ask("GET", f"/_cat/shards/{INDEX}?format=json") if one["shard"] == "1")
        node = int(shard["node"].removeprefix("node-"))
        cluster.stop_node(node, signal.SIGKILL)
        self.until(lambda: self.answer(direct)[0] == 503, "the daemon answers without a shard")
        longest = 0.0
        for path in ("/v1/search?q=memory&facets=source", "/v1/search?q=", "/readyz", "/v1/facets/source"):
            self.until(lambda: cluster.ask("GET", "/_cluster/health")["status"] == "red", "the cluster is red")
            status, said, taken = self.answer(direct, path)
            self.assertEqual(status, 503, path)
            self.assertIn("shards", said)
            longest = max(longest, taken)
        self.assertEqual(direct.get("/healthz")[0], 200)
        cluster.start_node(node)
        self.until(lambda: self.answer(direct)[0] == 200, "it did not recover by itself")
        print(f"red: 503 within {longest:.2f} s: {said}")

    def rows(self):
        """Rows to import; of random words, so that each batch has much to write."""
        words = random.Random(5)
        path = self.site.data("rows.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for number in range(ARTICLES):
                text = " ".join(f"word{words.randrange(20_000)}" for _ in range(120))
                file.write(json.dumps({"url": f"https://rows.example/{number}", "title": f"Row {number}", "source": "rows",
                                       "text": text}) + "\n")
        return path

    def test_killing_nodes_while_thousands_are_written_loses_and_duplicates_nothing(self):
        data, options, rows = self.site.data("many"), engines.cluster_options(INDEX), self.rows()
        writing = subprocess.Popen([engines.BIN / "trawl", "import", rows, "--data", data, *options, "-q"],
                                   stderr=subprocess.PIPE, text=True)
        written = []
        for node in (1, 3):
            self.until(lambda: self.written() > (written[-1] if written else 0) or writing.poll() is not None, "nothing is written")
            written.append(self.written())
            if writing.poll() is None:
                cluster.stop_node(node, signal.SIGKILL)
                cluster.start_node(node)
                cluster.wait_for(3, status="yellow")
        said = writing.communicate(timeout=600)[1]
        self.assertIn(writing.returncode, (0, 4), said)
        print(f"nodes killed when {written} of {ARTICLES} were written: exit code {writing.returncode}")
        if writing.returncode == 4:
            self.trawl("import", "/dev/null", "--data", data, *options, "-q")
        self.assert_complete(data, ARTICLES)

    @staticmethod
    def written():
        try:
            return sum(int(one["docs.count"] or 0) for one in
                       cluster.ask("GET", f"/_cat/indices/{INDEX}-*?format=json") if "-state" not in one["index"])
        except RuntimeError:
            return 0


if __name__ == "__main__":
    unittest.main()
