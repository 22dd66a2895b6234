#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a crawl of sixteen mirrored blogs is polite, judged by the server's log: pauses, conditional
requests and retries after faults.

    guest_test.py BIN_DIR SOURCE_DIR [unittest arguments, e.g. Guest.test_faults_cost_no_article_within_three_rounds]
"""
import json
import sys
import tempfile
import unittest
from pathlib import Path

from mirror import ServedMirror, documents, trawl
from real_data import collection
from request_log import asked_twice, by_host, impolite, unconditional

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
WEB = collection(SOURCE, "web")
SMALL = ["kubeflow", "keras", "colah", "flaml", "novasky", "gorilla", "iclr-blogposts", "leijue", "lukesalamone"]
MIDDLING = ["hamel", "lilianweng", "openseq2seq", "pytorch-kr", "qwen"]  # the two largest would only take longer


class Guest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="trawl guest ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def crawl(self, mirror, *words, delay=0, days=0):
        done = trawl(BIN, self.folder, *mirror.crawl_words(delay), *words, days=days)
        self.assertIn(done.returncode, (0, 6), done.stderr)
        return done

    def test_a_host_gets_one_request_at_a_time_and_none_twice(self):
        with ServedMirror(WEB, self.folder, "--only", *SMALL) as mirror:
            self.crawl(mirror, delay=0.25)
            first = mirror.requests()
            self.assertEqual(len(by_host(first)), len(SMALL))
            self.assertEqual(list(impolite(first, delay=0.25)), [])
            self.assertEqual(list(asked_twice(first)), [])
            self.crawl(mirror, "--recheck", delay=0.25)
            second = mirror.requests(since=len(first))
            self.assertEqual(list(unconditional(second)), [])
            self.assertEqual(len(second), len(SMALL), "each feed, list or sitemap once, and no robots.txt within a day")

    def test_faults_cost_no_article_within_three_rounds(self):
        sites = ["--only", *SMALL, *MIDDLING]
        with ServedMirror(WEB, self.folder, *sites) as mirror:
            self.crawl(mirror)
            due = {json.loads(line)["url"] for line in documents(BIN, self.folder)}
        self.assertGreater(len(due), 250)
        faulty = self.folder / "faulty"
        faulty.mkdir()
        with ServedMirror(WEB, faulty, *sites, "--fail-rate", "0.3", "--seed", "7") as mirror:
            for _ in range(3):
                trawl(BIN, faulty, *mirror.crawl_words(), "--recheck")
            self.assertGreater(sum(r["fault"] for r in mirror.requests()), 100)
            self.assertEqual(list(asked_twice([r for r in mirror.requests() if r["status"] == 200 and not is_listing(r)])), [])
        self.assertEqual(due - {json.loads(line)["url"] for line in documents(BIN, faulty)}, set())

    def test_a_permanently_moved_feed_is_requested_at_its_new_address_after_three_days(self):
        aliases = json.loads((WEB / "aliases.json").read_text(encoding="utf-8"))
        old_of = {new: old for old, new in aliases.items()}
        with ServedMirror(WEB, self.folder, "--only", "colah", "keras", "pytorch-kr") as mirror:
            catalogue = json.loads(mirror.sources.read_text(encoding="utf-8"))
            for source in catalogue["sources"]:
                host = source["url"].split("/")[2]
                source["url"] = source["url"].replace(host, old_of[host], 1)
            mirror.sources.write_text(json.dumps(catalogue), encoding="utf-8")
            for day in range(5):
                self.crawl(mirror, "--recheck", days=day)
            feeds = [r for r in mirror.requests() if r["host"] in aliases and r["path"] != "/robots.txt"]
        self.assertEqual({r["status"] for r in feeds}, {301})
        self.assertEqual(sorted(len(asked) for asked in by_host(feeds).values()), [3, 3, 3])


def is_listing(request):
    """Feeds, sitemaps and list pages are requested in each round, with or without validators."""
    return request["path"].endswith((".xml", "/robots.txt")) or request["conditional"]


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
