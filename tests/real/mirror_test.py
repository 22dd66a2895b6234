#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A crawl of sixteen mirrored blogs, held against what their feeds, sitemaps and pages say; then the same crawl again,
and a rebuild with the mirror gone.

    mirror_test.py BIN_DIR SOURCE_DIR
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from real_data import collection

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
WEB = collection(SOURCE, "web")


def trawl(folder, *words):
    return subprocess.run([BIN / "trawl", *map(str, words), "--data", folder / "data"], capture_output=True, text=True,
                          timeout=900, check=False)


def listing(folder):
    """Every hit, without what may differ between runs."""
    return sorted(trawl(folder, "search", "-n", "all", "--format", "jsonl").stdout.splitlines())


class Mirror(unittest.TestCase):
    def test_a_crawl_gets_what_is_due_and_a_second_one_asks_little(self):
        with tempfile.TemporaryDirectory(prefix="trawl mirror ") as name:
            folder = Path(name)
            log = folder / "log.jsonl"
            with open(folder / "sources.json", "w", encoding="utf-8") as sources:
                subprocess.run([sys.executable, WEB / "serve_mirror.py", "--rewrite-https", "--print-sources"], stdout=sources, check=True)
            mirror = subprocess.Popen([sys.executable, WEB / "serve_mirror.py", "--rewrite-https", "--log", log],
                                      stdout=subprocess.PIPE, text=True)
            try:
                address = mirror.stdout.readline().split()[-1]
                crawl = ["crawl", "--sources", folder / "sources.json", "--proxy", f"http://{address}", "--allow-address", address,
                         "--delay", "0"]
                first = trawl(folder, *crawl)
                self.assertIn(first.returncode, (0, 6), first.stderr)
                documents = listing(folder)
                self.check(folder, documents)
                asked = len(log.read_text().splitlines())
                trawl(folder, *crawl, "--recheck")
                again = [json.loads(line) for line in log.read_text().splitlines()[asked:]]
                self.assertEqual({r["status"] for r in again if not r["path"].endswith("/robots.txt")} - {304}, set())
                self.assertEqual(listing(folder), documents, "the second crawl changed documents")
            finally:
                mirror.terminate()
                mirror.wait()
                mirror.stdout.close()
            self.assertEqual(trawl(folder, "index", "rebuild").returncode, 0)
            self.assertEqual(listing(folder), documents, "the rebuild changed documents")

    def check(self, folder, documents):
        crawl = folder / "crawl.jsonl"
        crawl.write_text("\n".join(documents), encoding="utf-8")
        limits = ["--min-recall", "0.98", "--max-wrong-titles", "14", "--max-wrong-dates", "0", "--max-listings", "0"]
        done = subprocess.run([sys.executable, WEB / "check_crawl.py", crawl, *limits], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
