# SPDX-License-Identifier: GPL-3.0-or-later
"""Two crawlers, each with its part of a mirror of sixteen blogs, write to one cluster at the same time: the same articles
as one crawler finds, and no host is asked more often. Skipped where the mirror is not."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import cluster
import engines

sys.path.insert(0, str(cluster.ROOT / "tests/real"))
import mirror  # noqa: E402
import request_log  # noqa: E402

INDEX = "mirror"
WEB = pathlib.Path(os.environ.get("TRAWL_SHARED") or cluster.ROOT.parent / "shared") / "web"
DELAY = 0.1
OF_ENGINE = ("score", "snippets", "section", "indexed")


@unittest.skipUnless(WEB.exists(), f"there is no {WEB}; set TRAWL_SHARED to the collections of real pages")
class Mirror(unittest.TestCase):
    def setUp(self):
        cluster.start()
        engines.forget(INDEX)
        self.addCleanup(engines.forget, INDEX)
        folder = tempfile.TemporaryDirectory(prefix="trawl-mirror-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def crawl(self, name, *options):
        """Starts a crawl of the mirror from the data directory `name`."""
        return subprocess.Popen([engines.BIN / "trawl", *map(str, self.served.crawl_words(DELAY)), "--data", self.folder / name,
                                 "-q", *options], stdout=subprocess.DEVNULL)

    def finish(self, *crawls):
        for crawl in crawls:
            self.assertIn(crawl.wait(timeout=mirror.LIMIT_SECONDS), (0, 6))  # 6: some pages of the blogs are gone

    def hits(self, *options):
        daemon = engines.Daemon(*options, tries=20)
        self.addCleanup(daemon.close)
        hits = daemon.pages(q="", sort="oldest", limit=100)
        return {hit["id"]: {name: value for name, value in hit.items() if name not in OF_ENGINE} for hit in hits}, len(hits)

    def test_two_crawlers_find_what_one_finds_and_are_as_polite(self):
        options = engines.cluster_options(INDEX)
        with mirror.ServedMirror(WEB, self.folder) as self.served:
            self.finish(self.crawl("one"))
            alone = self.served.requests()
            self.finish(self.crawl("first", *options, "--partition", "1/2"), self.crawl("second", *options, "--partition", "2/2"))
            shared = self.served.requests(since=len(alone))
        one, _ = self.hits("--data", self.folder / "one")
        both, shown = self.hits(*options)
        print(f"articles of one crawler {len(one)}, of two {shown}; requests {len(alone)} and {len(shared)} to "
              f"{len(request_log.by_host(shared))} hosts; shortest pause "
              f"{min(min(request_log.pauses(asked)) for asked in request_log.by_host(shared).values()):.3f} s of {DELAY}")
        self.assertGreater(len(one), 500)
        self.assertEqual(shown, len(both), "an article was shown twice")
        self.assertEqual(one.keys() ^ both.keys(), set())
        self.assertEqual({key: (one[key], both[key]) for key in one if one[key] != both[key]}, {})
        self.assertEqual(list(request_log.impolite(shared, DELAY)), [])
        self.assertEqual(list(request_log.asked_twice(shared)), [])
        self.assertEqual(sorted((r["host"], r["path"], r["query"]) for r in shared),
                         sorted((r["host"], r["path"], r["query"]) for r in alone))


if __name__ == "__main__":
    unittest.main()
