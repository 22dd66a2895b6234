# SPDX-License-Identifier: GPL-3.0-or-later
"""When nodes, disks and crawlers fail, nothing is lost, nothing is there twice, no answer is wrong, and what is unavailable
is reported in time. TRAWL_QUICK: a node that is lost, a full disk, and a crawler that is killed a few times."""
import json
import os
import random
import signal
import subprocess
import threading
import time
import unittest

import cluster
import engines

INDEX = "faults"
OTHER = "otherfaults"  # of crawls with a crawl.db of their own, which would be hits of their own
ARTICLES = 30
ANSWER_SECONDS = 2.6  # two for the cluster, the rest for a busy machine
IS_QUICK = bool(os.environ.get("TRAWL_QUICK"))
KILLS, ROWS = (4, 2_000) if IS_QUICK else (50, 6_000)
only_if_there_is_time = unittest.skipIf(IS_QUICK, "takes half a minute")


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cluster.start()
        for index in (INDEX, OTHER):
            engines.forget(index)
        cls.site = engines.DemoSite()
        cls.addClassCleanup(lambda: (cls.site.close(), cluster.start(), engines.forget(INDEX), engines.forget(OTHER)))
        cls.data, cls.options = cls.site.data("data"), engines.cluster_options(INDEX)
        cls.others = engines.cluster_options(OTHER, wait=5)
        cls.crawl(cls.data, cls.options)
        cls.daemon = engines.Daemon(*cls.options)
        cls.addClassCleanup(cls.daemon.close)

    def setUp(self):
        cluster.start()
        self.until_ready()
        self.addCleanup(engines.forget, OTHER)
        self.addCleanup(cluster.start)

    @classmethod
    def crawl(cls, data, options, *more, expect=(0,)):
        return engines.run(engines.BIN / "trawl", "crawl", "--data", data, *options, *cls.site.crawl, *more, expect=expect)

    def assert_complete(self, data, options, articles=ARTICLES):
        checked = engines.run(engines.BIN / "trawl", "index", "check", "--data", data, *options)
        self.assertIn(f"the index is complete: {articles:,} articles".replace(",", ""), checked.stderr.replace(",", ""))
        status = engines.run(engines.BIN / "trawl", "index", "status", "--data", data, *options).stdout
        self.assertIn("changes   up to date", status)

    def until(self, holds, what, seconds=120):
        """How long it took."""
        begin = time.monotonic()
        while not holds():
            self.assertLess(time.monotonic() - begin, seconds, what)
            time.sleep(0.3)
        return time.monotonic() - begin

    def until_ready(self):
        return self.until(lambda: self.daemon.get("/readyz")[0] == 200, "it did not recover by itself")

    def answer(self, path):
        """Status and body of an answer, which must come in time."""
        begin = time.monotonic()
        status, _, body = self.daemon.get(path)
        self.assertLess(time.monotonic() - begin, ANSWER_SECONDS, path)
        return status, body

    @only_if_there_is_time
    def test_one_node_of_three_dies_while_it_is_searched(self):
        asked = "/v1/search?q=memory+OR+attention&facets=source&limit=100"
        expected = self.answer(asked)[1]["total"]
        killer = threading.Timer(1, cluster.stop_node, (2, signal.SIGKILL))
        killer.start()
        statuses, end = {}, time.monotonic() + 15
        while time.monotonic() < end:
            status, body = self.answer(asked)
            statuses[status] = statuses.get(status, 0) + 1
            self.assertIn((status, body.get("total")), ((200, expected), (503, None)))
        killer.join()
        print(f"one node killed while searching: answers {statuses}")
        self.until_ready()
        self.assertEqual(self.answer(asked)[1]["total"], expected)

    @staticmethod
    def written():
        try:
            return cluster.ask("GET", f"/{OTHER}-*/_stats/indexing")["_all"]["primaries"]["indexing"]["index_total"]
        except (KeyError, RuntimeError):
            return 0

    def test_nodes_that_die_while_thousands_are_written_lose_and_double_nothing(self):
        words, rows, data = random.Random(5), self.site.data("rows.jsonl"), self.site.data("many")
        rows.write_text("".join(json.dumps({
            "url": f"https://rows.example/{number}", "title": f"Row {number}", "source": "rows",
            "text": " ".join(f"word{words.randrange(20_000)}" for _ in range(120))}) + "\n" for number in range(ROWS)))
        writing = subprocess.Popen([engines.BIN / "trawl", "import", rows, "--data", data, *self.others, "-q"],
                                   stderr=subprocess.PIPE, text=True)
        killed = []
        for node in (1, 3)[:1 if IS_QUICK else 2]:
            before = killed[-1] if killed else 1  # the state
            self.until(lambda: self.written() > before or writing.poll() is not None, "nothing is written")
            if writing.poll() is None:
                killed.append(self.written())
                cluster.stop_node(node, signal.SIGKILL)
                cluster.start_node(node)
                cluster.wait_for(3, status="yellow")
        said = writing.communicate(timeout=600)[1]
        self.assertIn(writing.returncode, (0, 4), said)
        print(f"nodes killed when {killed} of {ROWS} were written: exit code {writing.returncode}")
        if writing.returncode == 4:
            engines.run(engines.BIN / "trawl", "import", "/dev/null", "--data", data, *self.others, "-q")
        self.assert_complete(data, self.others, ROWS)
        self.assertEqual(cluster.ask("GET", f"/{OTHER}/_count")["count"], ROWS)

    def nodes_of_a_shard(self):
        """The two nodes that have a shard: without them, the third lacks it."""
        shards = cluster.ask("GET", f"/_cat/shards/{INDEX}?format=json")
        return [int(one["node"].removeprefix("node-")) for one in shards if one["shard"] == "0"]

    @only_if_there_is_time
    def test_two_nodes_of_three_die_and_come_back(self):
        both = self.nodes_of_a_shard()
        for node in both:
            cluster.stop_node(node, signal.SIGKILL)
        noticed = self.until(lambda: self.answer("/v1/search?q=memory")[0] == 503, "a cluster without two nodes answers")
        status, body = self.answer("/v1/search?q=memory&facets=source")
        self.assertEqual(body["type"].rpartition("/")[2], "engine-away")
        self.assertEqual([self.daemon.get(asked)[0] for asked in ("/readyz", "/healthz")], [503, 200])
        later = self.site.data("later")
        crawled = self.crawl(later, self.others, expect=(4,))  # into crawl.db
        self.assertIn("stored in crawl.db and sent later", crawled.stderr)
        for node in both:
            cluster.start_node(node)
        cluster.wait_for(3, status="yellow")
        print(f"two nodes killed: {status} {noticed:.1f} s later, ready {self.until_ready():.1f} s after the nodes were back: "
              f"{body['detail']}")
        self.crawl(later, self.others)
        self.assert_complete(later, self.others)

    def test_a_full_disk_only_stops_the_sending(self):
        blocked, settings = self.site.data("blocked"), f"/{OTHER}-*/_settings"
        engines.run(engines.BIN / "trawl", "import", "/dev/null", "--data", blocked, *self.others, "-q")
        # The block of the flood-stage watermark is taken back as soon as the cluster notices that there is room; this one is not.
        cluster.ask("PUT", settings, {"index.blocks.write": True})
        crawled = self.crawl(blocked, self.others, expect=(0, 4)).stderr
        self.assertIn("stored in crawl.db and sent later", crawled)
        self.assertIn("cluster_block_exception", crawled)
        self.assertEqual(self.answer("/v1/search?q=memory")[0], 200)
        cluster.ask("PUT", settings, {"index.blocks.write": None})
        self.crawl(blocked, self.others)
        self.assert_complete(blocked, self.others)

    @only_if_there_is_time
    def test_nodes_that_hang_cost_no_more_than_the_time_limit(self):
        for node in (1, 2, 3):
            cluster.freeze(node)
            self.addCleanup(cluster.freeze, node, False)
        self.until(lambda: self.daemon.get("/readyz")[0] == 503, "the daemon notices")
        for asked in ("/readyz", "/v1/search?q=memory&facets=source", "/v1/suggest?q=me", "/v1/stats"):
            status, body = self.answer(asked)
            self.assertEqual((status, body["detail"]), (503, "OpenSearch did not answer in time."), asked)
        for node in (1, 2, 3):
            cluster.freeze(node, False)
        print(f"all nodes frozen: ready {self.until_ready():.1f} s after they went on")

    def test_a_crawl_that_is_killed_at_any_moment_loses_and_doubles_nothing(self):
        seed = random.randrange(1 << 30)
        moments, data, killed, longest = random.Random(seed), self.site.data("killed"), 0, 0.8
        while killed < KILLS:
            begin = time.monotonic()
            crawl = subprocess.Popen([engines.BIN / "trawl-indexer", "crawl", "--data", data, *self.others,
                                      *self.site.crawl, "--recheck"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                crawl.wait(timeout=moments.uniform(0.02, longest))
                longest = max(0.1, time.monotonic() - begin)  # it was over before: sooner then
            except subprocess.TimeoutExpired:
                crawl.kill()
                crawl.wait()
                killed += 1
        self.crawl(data, self.others)
        self.assert_complete(data, self.others)
        print(f"a crawl killed {killed} times before its end (seed {seed}): {ARTICLES} articles, each once")


if __name__ == "__main__":
    unittest.main()
