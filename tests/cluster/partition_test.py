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
    def setUp(self):
        cluster.start()
        engines.forget(INDEX)
        self.addCleanup(engines.forget, INDEX)
        self.site = engines.DemoSite()
        self.addCleanup(self.site.close)
        self.options = engines.cluster_options(INDEX)
        self.first, self.second = self.site.data("first"), self.site.data("second")
        for number, data in ((1, self.first), (2, self.second)):
            self.crawl(data, f"{number}/2")
        self.daemon = engines.Daemon(*self.options, tries=20)
        self.addCleanup(self.daemon.close)
        self.before = self.all_hits()

    def crawl(self, data, part):
        self.trawl("crawl", "--data", data, *self.options, *self.site.crawl, "--partition", part)

    def trawl(self, *words):
        return engines.run(engines.BIN / "trawl", *words)

    def all_hits(self):
        return self.daemon.search(q="", limit=100, sort="oldest")["hits"]

    def indices(self):
        return sorted(one["index"] for one in cluster.ask("GET", f"/_cat/indices/{INDEX}-*?format=json"))

    def position(self, data):
        return self.trawl("index", "status", "--data", data, *self.options).stdout

    def test_the_parts_have_each_article_once(self):
        self.assertEqual(len({hit["id"] for hit in self.before}), len(self.before))
        self.assertEqual(len(self.before), ARTICLES + COPIES)
        whole = self.site.data("whole")
        self.trawl("crawl", "--data", whole, *self.site.crawl)
        local = engines.Daemon("--data", whole)
        self.addCleanup(local.close)
        ids = {hit["id"] for hit in local.search(q="", limit=100)["hits"]}
        self.assertEqual(len(ids), ARTICLES)
        self.assertLess(ids, {hit["id"] for hit in self.before})
        self.assertEqual(len(self.indices()), 3)  # of each crawl.db, and of the state

    def test_a_part_moves_to_another_machine_and_continues(self):
        indices, position = self.indices(), self.position(self.first)
        file, moved = self.site.data("first.backup"), self.site.data("moved")
        self.trawl("index", "backup", file, "--data", self.first, "-q")
        self.trawl("index", "restore", file, "--data", moved, "-q")
        self.assertEqual(self.position(moved), position)
        self.crawl(moved, "1/2")
        self.assertIn("up to date", self.position(moved))
        self.assertEqual(self.indices(), indices)  # nothing was written anew
        self.assertEqual(self.all_hits(), self.before)

    def test_an_old_backup_of_a_part_replaces_newer_articles(self):
        file, moved = self.site.data("early.backup"), self.site.data("early")
        self.trawl("index", "backup", file, "--data", self.first, "-q")
        self.trawl("import", self.one_more(), "--data", self.first, *self.options, "-q")
        self.assertEqual(len(self.all_hits()), len(self.before) + 1)
        self.trawl("index", "restore", file, "--data", moved, "-q")
        self.crawl(moved, "1/2")
        self.assertEqual(self.all_hits(), self.before)
        self.trawl("index", "check", "--data", moved, *self.options)

    def one_more(self):
        rows = self.site.data("more.jsonl")
        rows.write_text('{"url": "https://later.example/one", "title": "Later", "source": "later", "text": "One more."}\n')
        return rows

    def test_two_parts_become_one(self):
        rows = self.site.data("first.jsonl")
        rows.write_text(self.trawl("export", "--data", self.first).stdout)
        gone = self.position(self.first).split("index     ")[1].split(":")[0]
        cluster.ask("DELETE", "/" + gone)
        cluster.ask("DELETE", f"/{INDEX}-state/_doc/store-{gone.split('-')[1]}?refresh=true")
        self.trawl("import", rows, "--data", self.second, *self.options, "-q")
        self.crawl(self.second, "1/1")
        ids = {hit["id"] for hit in self.all_hits()}
        self.assertLess(ids, {hit["id"] for hit in self.before})
        self.assertEqual(len(ids), ARTICLES)  # the copy is folded now
        self.assertEqual(len(self.indices()), 2)


if __name__ == "__main__":
    unittest.main()
