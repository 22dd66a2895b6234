#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A crawl and an import that are killed at any moment, and run again, end in the same articles as undisturbed ones.

    kill_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from small_site import SOURCES, Site, expected_count, words  # noqa: E402

INDEXER = str(BIN / "trawl-indexer")


def run(*arguments):
    return subprocess.run([INDEXER, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False)


def articles(data):
    """Every article by id, without the time at which it became searchable."""
    rows = [json.loads(line) for line in run("export", "--data", data).stdout.splitlines()]
    return {row.pop("id"): {**row, "indexed": None} for row in rows}


class Kill(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="trawl-kill-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def check_whole(self, data):
        checked = run("index", "check", "--data", data)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        if shutil.which("xapian-check"):
            for generation in (data / "index").glob("gen-*"):
                done = subprocess.run(["xapian-check", generation], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_killed_crawl_ends_the_same(self):
        dice = random.Random(20260601)
        with Site(60) as site:
            whole = run(*site.arguments(self.folder, self.folder / "whole"))
            self.assertEqual(whole.returncode, 0, whole.stderr)
            undisturbed = articles(self.folder / "whole")
            self.assertEqual(len(undisturbed), expected_count(60))
            data = self.folder / "killed"
            for _ in range(6):
                crawl = subprocess.Popen([INDEXER, *site.arguments(self.folder, data)], stderr=subprocess.DEVNULL)
                site.call_at(dice.randrange(1, 25), crawl.kill)
                crawl.wait(timeout=60)
            last = run(*site.arguments(self.folder, data))
            self.assertEqual(last.returncode, 0, last.stderr)
            self.assertEqual(articles(data), undisturbed)
            self.check_whole(data)

    def test_a_stopped_crawl_ends_cleanly_and_goes_on(self):
        with Site(60) as site:
            data = self.folder / "stopped"
            crawl = subprocess.Popen([INDEXER, *site.arguments(self.folder, data)], stderr=subprocess.DEVNULL)
            site.call_at(20, crawl.terminate)
            self.assertEqual(crawl.wait(timeout=60), 143)
            self.check_whole(data)
            self.assertEqual(run(*site.arguments(self.folder, data)).returncode, 0)
            self.assertEqual(len(articles(data)), expected_count(60))

    def test_a_killed_import_ends_the_same(self):
        rows = self.folder / "rows.jsonl"
        with rows.open("w") as out:
            for i in range(3000):
                out.write(json.dumps({"url": f"https://rows.example/{i}", "title": f"Row {i}", "text": words(f"row {i}", 90)}) + "\n")
        catalogue = self.folder / "sources.json"
        catalogue.write_text(json.dumps(SOURCES))
        whole, data = self.folder / "whole", self.folder / "killed"
        self.assertEqual(run("import", rows, "--data", whole, "--sources", catalogue).returncode, 0)
        lines = rows.read_text().splitlines(keepends=True)
        for fed in (700, 1900):
            # The reader is killed while it waits for more: some batches are committed, some rows are not.
            reader = subprocess.Popen([INDEXER, "import", "-", "--data", str(data), "--sources", str(catalogue)],
                                      stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            reader.stdin.write("".join(lines[:fed]))
            reader.stdin.flush()
            reader.kill()
            reader.wait(timeout=60)
            reader.stdin.close()
        self.assertEqual(run("import", rows, "--data", data, "--sources", catalogue).returncode, 0)
        self.assertEqual(articles(data), articles(whole))
        self.check_whole(data)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
