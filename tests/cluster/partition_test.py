# SPDX-License-Identifier: GPL-3.0-or-later
"""Several crawlers, each with its part of the catalogue, write to one cluster; a part moves to another machine, as
docs/operations.md says."""
import unittest

import cluster
import engines

INDEX = "parts"
ARTICLES = 30
COPIES = 1  # two sources of different parts have the same article: it is folded only within a crawl.db


class Partitions(unittest.TestCase):
    def test_the_parts_have_each_article_once_and_move_to_other_machines(self):
        cluster.start()
        engines.forget(INDEX)
        self.addCleanup(engines.forget, INDEX)
        self.site = engines.DemoSite()
        self.addCleanup(self.site.close)
        first, moved = self.site.data("first"), self.site.data("moved")
        self.crawl(first, "1/2")
        self.crawl(self.site.data("second"), "2/2")
        daemon = engines.Daemon(*engines.cluster_options(INDEX), tries=20)
        self.addCleanup(daemon.close)
        before = daemon.search(q="", limit=100, sort="oldest")["hits"]
        self.assertEqual(len({hit["id"] for hit in before}), len(before))
        self.assertEqual(len(before), ARTICLES + COPIES)
        indices = self.indices()
        self.assertEqual(len(indices), 3)  # of each crawl.db, and of the state
        file = self.site.data("first.backup")
        self.trawl("index", "backup", file, "--data", first, "-q")
        self.trawl("index", "restore", file, "--data", moved, "-q")
        self.crawl(moved, "1/2")
        self.assertIn("up to date", self.trawl("index", "status", "--data", moved, *engines.cluster_options(INDEX)).stdout)
        self.assertEqual(self.indices(), indices)  # nothing was written anew
        self.assertEqual(daemon.search(q="", limit=100, sort="oldest")["hits"], before)

    def crawl(self, data, part):
        self.trawl("crawl", "--data", data, *engines.cluster_options(INDEX, partition=part), *self.site.crawl)

    @staticmethod
    def trawl(*words):
        return engines.run(engines.BIN / "trawl", *words)

    @staticmethod
    def indices():
        return sorted(one["index"] for one in cluster.ask("GET", f"/_cat/indices/{INDEX}-*?format=json"))


if __name__ == "__main__":
    unittest.main()
