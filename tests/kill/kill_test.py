#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A crawl, an import and a restore that are killed at any moment and run again give the same articles as undisturbed
ones.

    kill_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import contextlib
import json
import os
import random
import shutil
import sqlite3
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
    """Every article by id, without the time when it was indexed."""
    rows = [json.loads(line) for line in run("export", "--data", data).stdout.splitlines()]
    return {row.pop("id"): {**row, "indexed": None} for row in rows}


def database(data):
    """The name of the database's folder."""
    return (data / "index/xapian").read_text().removeprefix("glass ").strip()


class Kill(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="trawl-kill-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def check_whole(self, data):
        checked = run("index", "check", "--data", data)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        if shutil.which("xapian-check"):
            done = subprocess.run(["xapian-check", data / "index/xapian"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual({path.name for path in (data / "index").iterdir()}, {"xapian", database(data)})

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

    def test_a_stopped_crawl_ends_cleanly_and_continues(self):
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
            for i in range(1200):  # a batch is 32 MB, or 10,000 rows
                out.write(json.dumps({"url": f"https://rows.example/{i}", "title": f"Row {i}", "text": words(f"row {i}", 90),
                                      "ballast": "x" * 60_000}) + "\n")
        catalogue = self.folder / "sources.json"
        catalogue.write_text(json.dumps(SOURCES))
        whole, data = self.folder / "whole", self.folder / "killed"
        self.assertEqual(run("import", rows, "--data", whole, "--sources", catalogue).returncode, 0)
        lines = rows.read_text().splitlines(keepends=True)
        for fed in (300, 900):
            # The import is killed while it waits for more input: some batches are committed, some rows are not.
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

    def state(self, data):
        """All that a restore replaces: the articles, the catalogue, and what the reader saved."""
        stored = articles(data)
        with contextlib.closing(sqlite3.connect(data / "reader.db")) as memory:
            return stored, (data / "sources.json").read_text(), memory.execute("SELECT name FROM search").fetchall()

    def test_a_killed_restore_leaves_all_that_was_there_or_all_that_it_restores(self):
        """A search afterwards finds the old articles or the new ones, or reports that there is no index."""
        old, new, data, backup = (self.folder / name for name in ("old", "new", "data", "backup"))
        for name, numbers in [(old, range(60)), (new, range(40, 130))]:
            rows = self.folder / f"{name.name}.jsonl"
            rows.write_text("".join(json.dumps({"url": f"https://rows.example/{i}", "title": f"Row {i} {name.name}",
                                                "text": words(f"row {i}", 90)}) + "\n" for i in numbers))
            self.assertEqual(run("import", rows, "--data", name).returncode, 0)
            (name / "sources.json").write_text(json.dumps(SOURCES) + "\n" * numbers[0])
            subprocess.run([BIN / "trawl", "save", name.name, "kernel", "--data", name], check=True, capture_output=True)
        self.assertEqual(run("index", "backup", backup, "--data", new).returncode, 0)
        before, after = self.state(old), self.state(new)
        restore = ["index", "restore", str(backup), "--data", str(data), "--yes"]
        there = lambda *names: all((data / name).exists() for name in names)

        def names_in(folder, beginning):
            try:
                return [name for name in os.listdir(data / folder) if name.startswith(beginning)]
            except FileNotFoundError:  # it has just been moved
                return []

        is_new = lambda: (data / "sources.json").read_text() == after[1]
        moments = {"unpacked": lambda: there("restoring/crawl.db"),
                   "indexed": lambda: there("restoring/index/xapian"),
                   "decided": lambda: there("restored"),
                   "no index": lambda: not there("index/xapian"),
                   "store moved": lambda: there("restored") and not there("restored/crawl.db"),
                   "reader waits": is_new,
                   "done": lambda: is_new() and not there("restored"),
                   "index moved": lambda: is_new() and there("restoring") and not names_in("restoring/index", "db-")}
        for name, has_come in moments.items():
            with self.subTest(killed=name):
                shutil.rmtree(data, ignore_errors=True)
                shutil.copytree(old, data)
                with contextlib.closing(sqlite3.connect(data / "reader.db")) as reader:
                    if name == "reader waits":
                        reader.execute("BEGIN IMMEDIATE")
                    process = subprocess.Popen([INDEXER, *restore], stderr=subprocess.DEVNULL)
                    while process.poll() is None and not has_come():
                        pass
                    process.kill()
                    process.wait(timeout=60)
                state = self.state(data)
                self.assertTrue(state in (before, after), state[1:])
                searched = subprocess.run([BIN / "trawl", "search", "-n", "all", "--format", "urls", "--data", data],
                                          capture_output=True, text=True, check=False)
                if searched.returncode == 0:
                    self.assertEqual(len(searched.stdout.splitlines()), len(state[0]))
                else:
                    self.assertEqual(searched.returncode, 3, searched.stderr)
                    self.assertIn("index rebuild", searched.stderr)
                self.assertEqual(run(*restore).returncode, 0)
                self.assertTrue(self.state(data) == after)
                self.check_whole(data)
                self.assertFalse(there("restoring") or there("restored"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
