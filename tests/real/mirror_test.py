#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A crawl of sixteen mirrored blogs, compared with what their feeds, sitemaps and pages contain; then the same crawl
again, and a rebuild without the mirror.

    mirror_test.py BIN_DIR SOURCE_DIR
"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import mirror
from mirror import ServedMirror
from real_data import collection

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
WEB = collection(SOURCE, "web")


def trawl(folder, *words):
    return mirror.trawl(BIN, folder, *words)


class Mirror(unittest.TestCase):
    def test_a_crawl_fetches_everything_due_and_a_second_one_little(self):
        with tempfile.TemporaryDirectory(prefix="trawl mirror ") as name:
            folder = Path(name)
            with ServedMirror(WEB, folder) as served:
                first = trawl(folder, *served.crawl_words())
                self.assertIn(first.returncode, (0, 6), first.stderr)
                documents = mirror.documents(BIN, folder)
                self.check(folder, documents)
                asked = len(served.requests())
                trawl(folder, *served.crawl_words(), "--recheck")
                again = served.requests(since=asked)
                self.assertEqual({r["status"] for r in again if not r["path"].endswith("/robots.txt")} - {304}, set())
                self.assertEqual(mirror.documents(BIN, folder), documents, "the second crawl changed documents")
            self.assertEqual(trawl(folder, "index", "rebuild").returncode, 0)
            self.assertEqual(mirror.documents(BIN, folder), documents, "the rebuild changed documents")

    def check(self, folder, documents):
        crawl = folder / "crawl.jsonl"
        crawl.write_text("\n".join(documents), encoding="utf-8")
        limits = ["--min-recall", "0.98", "--max-wrong-titles", "14", "--max-wrong-dates", "0", "--max-listings", "0"]
        done = subprocess.run([sys.executable, WEB / "check_crawl.py", crawl, *limits], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
