# SPDX-License-Identifier: GPL-3.0-or-later
"""When nodes, disks and crawlers fail, nothing is lost, no answer is wrong, and unavailable parts are reported in
time."""
import json
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
KILLS = 50


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cluster.start()
        engines.forget(INDEX)
        cls.site = engines.DemoSite()
        cls.data = cls.site.data("data")
        cls.options = engines.cluster_options(INDEX)
        cls.crawl()
        cls.daemon = engines.Daemon(*cls.options)

    @classmethod
    def tearDownClass(cls):
        cls.daemon.close()
        cls.site.close()
        cluster.start()
        engines.forget(INDEX)
        engines.forget(OTHER)

    def setUp(self):
        cluster.start()
        self.until_ready()

    @classmethod
    def crawl(cls, data=None, expect=(0,), wait=60):
        """`wait`: shorter if the cluster will not come back."""
        options = engines.cluster_options(OTHER) if data else cls.options
        return engines.run(engines.BIN / "trawl", "crawl", "--data", data or cls.data, *options, *cls.site.crawl,
                           "--opensearch-wait", wait, expect=expect)

    def assert_complete(self, data):
        options = engines.cluster_options(INDEX if data == self.data else OTHER)
        checked = engines.run(engines.BIN / "trawl", "index", "check", "--data", data, *options)
        self.assertIn(f"the index is complete: {ARTICLES} articles", checked.stderr)
        status = engines.run(engines.BIN / "trawl", "index", "status", "--data", data, *options).stdout
        self.assertIn(f"{ARTICLES} articles of {ARTICLES} stored, up to date", status)

    def until_ready(self, seconds=120):
        """How long it took."""
        begin = time.monotonic()
        end = begin + seconds
        while self.daemon.get("/readyz")[0] != 200:
            self.assertLess(time.monotonic(), end, "it did not recover by itself")
            time.sleep(0.5)
        return time.monotonic() - begin

    def ask_for(self, seconds):
        """Searches continuously and counts the answers by status, the wrong ones, and the longest time."""
        statuses, wrong, longest = {}, [], 0.0
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            begin = time.monotonic()
            status, _, body = self.daemon.get("/v1/search?q=memory+OR+attention&facets=source&limit=100")
            longest = max(longest, time.monotonic() - begin)
            statuses[status] = statuses.get(status, 0) + 1
            if status == 200 and body["total"] != self.expected:
                wrong.append(body["total"])
        return statuses, wrong, longest

    def test_one_node_of_three_dies_while_it_is_searched(self):
        self.expected = self.daemon.search(q="memory OR attention")["total"]
        killer = threading.Timer(2, cluster.stop_node, (2, signal.SIGKILL))
        killer.start()
        statuses, wrong, longest = self.ask_for(25)
        killer.join()
        print(f"one node killed while searching: answers {statuses}, longest {longest:.2f} s")
        self.assertEqual(wrong, [])
        self.assertLessEqual(set(statuses), {200, 503})
        self.assertLess(longest, ANSWER_SECONDS)
        cluster.wait_for(2, status=None)
        self.until_ready()
        self.assertEqual(self.daemon.search(q="memory OR attention")["total"], self.expected)

    def test_one_node_of_three_dies_while_articles_are_written(self):
        writing = subprocess.Popen(
            [engines.BIN / "trawl", "index", "rebuild", "--data", self.data, *self.options, "-q"])
        cluster.stop_node(3, signal.SIGKILL)
        self.assertEqual(writing.wait(timeout=300), 0)
        self.until_ready()
        self.assert_complete(self.data)

    def nodes_of_a_shard(self):
        """The two nodes that have a shard: without them, the third lacks it."""
        shards = cluster.ask("GET", f"/_cat/shards/{INDEX}?format=json")
        return [int(one["node"].removeprefix("node-")) for one in shards if one["shard"] == "0"]

    def test_two_nodes_of_three_die_and_come_back(self):
        first, second = self.nodes_of_a_shard()
        cluster.stop_node(first, signal.SIGKILL)
        cluster.stop_node(second, signal.SIGKILL)
        killed = time.monotonic()
        end = killed + 60
        while True:
            begin = time.monotonic()
            status, _, body = self.daemon.get("/v1/search?q=memory")
            self.assertLess(time.monotonic() - begin, ANSWER_SECONDS)
            if status == 503:
                break
            self.assertLess(time.monotonic(), end, "a cluster without two of its three nodes answers")
        noticed = time.monotonic() - killed
        self.assertEqual(body["type"].rpartition("/")[2], "engine-away")
        self.assertEqual(self.daemon.get("/readyz")[0], 503)
        self.assertEqual(self.daemon.get("/healthz")[0], 200)
        later = self.site.data("later")
        crawled = self.crawl(later, expect=(4,), wait=5)  # into crawl.db
        self.assertIn("stored in crawl.db and sent later", crawled.stderr)
        cluster.start_node(first)
        cluster.start_node(second)
        cluster.wait_for(3, status="yellow")
        print(f"two nodes killed: 503 {noticed:.1f} s later, ready {self.until_ready():.1f} s after the nodes were back: "
              f"{body['detail']}")
        self.crawl(later)
        self.assert_complete(later)

    def test_a_full_disk_only_stops_the_sending(self):
        blocked = self.site.data("blocked")
        settings = f"/{OTHER}-*/_settings"
        engines.run(engines.BIN / "trawl", "import", "/dev/null", "--data", blocked, *engines.cluster_options(OTHER), "-q")
        # As the flood-stage watermark does. The cluster takes it back as soon as it notices that there is room.
        cluster.ask("PUT", settings, {"index.blocks.read_only_allow_delete": True})
        self.assertIn("stored in crawl.db and sent later", self.crawl(blocked, expect=(0, 4)).stderr)
        self.assertEqual(self.daemon.get("/v1/search?q=memory")[0], 200)
        cluster.ask("PUT", settings, {"index.blocks.read_only_allow_delete": None})
        self.crawl(blocked)
        self.assert_complete(blocked)

    def test_the_crawl_waits_for_disks_that_reached_their_watermark(self):
        data = self.site.data("watermark")
        engines.run(engines.BIN / "trawl", "import", "/dev/null", "--data", data, *engines.cluster_options(OTHER), "-q")
        self.set_watermarks("1000tb")
        self.until(lambda: "read_only_allow_delete" in json.dumps(cluster.ask("GET", f"/{OTHER}-*/_settings")),
                   "the cluster notices that its disks are full")
        begin = time.monotonic()
        crawled = self.crawl(data, expect=(4,), wait=5)
        print(f"watermark reached: the crawl ends after {time.monotonic() - begin:.0f} s with exit code 4, and nothing is lost")
        self.assertIn("stored in crawl.db and sent later", crawled.stderr)
        self.assertIn("cluster_block_exception", crawled.stderr)
        self.assertEqual(self.daemon.get("/v1/search?q=memory")[0], 200)
        self.set_watermarks(None)
        self.until(lambda: "read_only_allow_delete" not in json.dumps(cluster.ask("GET", f"/{OTHER}-*/_settings")),
                   "the cluster notices that there is room")
        self.crawl(data)
        self.assert_complete(data)

    def set_watermarks(self, free):
        names = ("low", "high", "flood_stage")
        settings = {f"cluster.routing.allocation.disk.watermark.{name}": free for name in names}
        cluster.ask("PUT", "/_cluster/settings", {"transient": settings})
        if free:
            self.addCleanup(self.set_watermarks, None)

    def until(self, holds, what, seconds=90):
        end = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.5)

    def test_nodes_that_hang_cost_no_more_than_the_time_limit(self):
        for node in (1, 2, 3):
            cluster.freeze(node)
            self.addCleanup(cluster.freeze, node, False)
        self.until(lambda: self.daemon.get("/readyz")[0] == 503, "the daemon notices")
        longest = 0.0
        for asked in ("/readyz", "/v1/search?q=memory&facets=source", "/v1/suggest?q=me", "/v1/stats"):
            begin = time.monotonic()
            status, _, body = self.daemon.get(asked)
            longest = max(longest, time.monotonic() - begin)
            self.assertLess(longest, ANSWER_SECONDS)
            self.assertEqual((status, body["detail"]), (503, "OpenSearch did not answer in time."), asked)
        for node in (1, 2, 3):
            cluster.freeze(node, False)
        print(f"all nodes frozen: 503 within {longest:.2f} s, ready {self.until_ready():.1f} s after they went on")

    def test_a_reader_goes_on_paging_with_a_new_daemon(self):
        daemon = engines.Daemon(*self.options, tries=20)
        words = {"q": "memory OR model OR attention", "limit": 2}
        whole = [hit["id"] for hit in daemon.search(**{**words, "limit": 100})["hits"]]
        page, seen, kills = daemon.search(**words), [], 0
        while True:
            seen += [hit["id"] for hit in page["hits"]]
            daemon.process.kill()
            daemon.close()
            kills += 1
            if not page["next"]:
                break
            daemon = engines.Daemon(*self.options, tries=20)
            page = daemon.search(**words, cursor=page["next"])
        self.assertEqual(seen, whole)
        print(f"daemon killed after each of {kills} pages: {len(seen)} hits in the order of one page")

    def test_a_crawl_that_is_killed_at_any_moment_loses_and_doubles_nothing(self):
        seed = random.randrange(1 << 30)
        print(f"seed {seed}")
        moments = random.Random(seed)
        data, killed, longest = self.site.data("killed"), 0, 0.8
        while killed < KILLS:
            begin = time.monotonic()
            crawl = subprocess.Popen([engines.BIN / "trawl-indexer", "crawl", "--data", data,
                                      *engines.cluster_options(OTHER), *self.site.crawl,
                                      "--recheck"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                crawl.wait(timeout=moments.uniform(0.02, longest))
                longest = max(0.1, time.monotonic() - begin)  # it was over before: sooner then
            except subprocess.TimeoutExpired:
                crawl.kill()
                crawl.wait()
                killed += 1
        self.crawl(data)
        self.assert_complete(data)
        print(f"a crawl killed {killed} times before its end: {ARTICLES} articles, each once")

    def test_a_reader_goes_on_paging_while_the_index_is_made_anew(self):
        daemon = engines.Daemon(*self.options, tries=20)
        self.addCleanup(daemon.close)
        whole = {hit["id"] for hit in daemon.search(q="memory OR model OR attention", limit=100)["hits"]}
        page = daemon.search(q="memory OR model OR attention", limit=2)
        seen = [hit["id"] for hit in page["hits"]]
        while page["next"]:
            engines.run(engines.BIN / "trawl", "index", "rebuild", "--data", self.data, *self.options, "-q")
            page = daemon.search(q="memory OR model OR attention", limit=2, cursor=page["next"])
            seen += [hit["id"] for hit in page["hits"]]
        self.assertEqual(len(seen), len(set(seen)))
        self.assertLessEqual(set(seen), whole)


if __name__ == "__main__":
    unittest.main()
