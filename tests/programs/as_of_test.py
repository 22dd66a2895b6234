#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers say when the index is not of this crawl.db: on the command line, over HTTP and on the page. `index status` says what it lacks.

    as_of_test.py BIN_DIR SOURCE_DIR
"""
import fcntl
import html
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
from pathlib import Path

BIN = Path(sys.argv[1])
FOREIGN = "made from another crawl.db"


def rows(numbers):
    return "".join(json.dumps({"url": f"https://a.example/{n}", "title": f"Kernel {n}", "text": f"Words about kernel {n}.", "source": "a"}) + "\n"
                   for n in numbers)


class AsOf(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="trawl-as-of-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = self.folder / "data"
        self.indexer("import", "-q", "-", text=rows(range(5)))

    def run_program(self, name, *words, text=None):
        return subprocess.run([BIN / name, *words, "--data", self.data], input=text, capture_output=True, text=True, timeout=120, check=False)

    def indexer(self, *words, text=None, code=0):
        done = self.run_program("trawl-indexer", *words, text=text)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def search(self):
        """The answer, and what stands on stderr for people."""
        done = self.run_program("trawl", "search", "kernel", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout), self.run_program("trawl", "search", "kernel").stderr

    def change(self, statement="UPDATE articles SET sequence = (SELECT max(sequence) + 1 FROM articles) WHERE sequence = (SELECT min(sequence) FROM articles)"):
        """What a writer leaves that was killed between store and index."""
        with sqlite3.connect(self.data / "crawl.db") as database:
            database.execute(statement)
        database.close()

    def serve(self):
        """The address of a daemon."""
        daemon = subprocess.Popen([BIN / "trawl-searchd", "--data", self.data, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(daemon.stdout.close)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.terminate)
        return daemon.stdout.readline().split()[-1]

    def status(self, code=0):
        """What `index status` says to people, and to programs."""
        for_programs = self.run_program("trawl-indexer", "index", "status", "--format", "json")
        self.assertEqual(for_programs.returncode, code, for_programs.stderr)
        status = json.loads(for_programs.stdout)
        return self.indexer("index", "status", code=code), (status["verdict"], status["changes"], status["has_writer"])

    def test_a_lag_is_said_by_index_status_until_a_writer_has_caught_up(self):
        self.assertRegex(self.search()[0]["index"]["store"], "^[0-9a-f]{12}$")
        said, told = self.status()
        self.assertIn("changes   up to date\n", said)
        self.assertEqual(told, ("current", 0, False))
        self.change()
        answer, said = self.search()
        self.assertEqual((answer["total"], answer["warnings"], said), (5, [], ""))
        said, told = self.status()
        self.assertIn("changes   1 change behind\n", said)
        self.assertEqual(told, ("behind", 1, False))
        with open(self.data / "lock", "r+b") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX)
            said, told = self.status()
            self.assertIn("changes   1 change behind, a crawl or import is running\n", said)
            self.assertEqual(told, ("behind", 1, True))
        self.indexer("import", "-q", "-", text=rows([9]))
        self.assertEqual(self.search()[0]["total"], 6)
        self.assertEqual(self.status()[1], ("current", 0, False))

    def test_an_index_that_is_ahead_or_whose_crawl_db_is_damaged_is_said_by_index_status(self):
        self.change("DELETE FROM articles WHERE sequence > (SELECT max(sequence) - 2 FROM articles)")
        said, told = self.status()
        self.assertIn("changes   2 changes ahead of crawl.db\n", said)
        self.assertEqual(told, ("ahead", 2, False))
        (self.data / "crawl.db").write_bytes(b"no database" * 500)
        self.assertIn("crawl.db", self.indexer("index", "status", code=3))
        self.assertEqual(self.search()[0]["total"], 5)

    def test_an_index_of_another_store_is_said_everywhere_and_made_again_on_request(self):
        self.change("UPDATE store SET id = '0123456789ab'")
        answer, said = self.search()
        self.assertEqual(answer["warnings"][0]["code"], "index_foreign")
        self.assertIn(FOREIGN, said)
        for words in (["sources"], ["stats"], ["suggest", "ker"], ["trending"], ["facets", "source"], ["show", answer["hits"][0]["id"]]):
            self.assertIn(FOREIGN, self.run_program("trawl", *words).stderr, words)
        said, told = self.status(code=3)
        self.assertIn("another crawl.db made this index", said)
        self.assertEqual(told, ("foreign", 5, False))
        address = self.serve()

        def get(path):
            with urllib.request.urlopen(address + path) as answer:
                return answer.read().decode()

        self.assertIn(FOREIGN, get("?q=kernel"))
        self.assertIn(FOREIGN, get(""))
        self.indexer("index", "rebuild", "-q")
        self.assertEqual(self.search()[1], "")
        self.assertNotIn(FOREIGN, get("?q=kernel") + get(""))

    def test_a_store_of_another_version_is_refused_by_every_program_and_not_touched(self):
        def files():
            return {path.name: path.read_bytes() for path in self.data.iterdir() if path.name != "reader.db"}

        shutil.rmtree(self.data / "index")
        backup, rows_file = self.folder / "backup", self.folder / "rows"
        backup.write_bytes(b"")
        rows_file.write_text(rows([9]))
        for version, said in ((26, "an older version of Trawl wrote this file; write its articles with that version"), (999, "a newer version")):
            self.change(f"PRAGMA user_version = {version}")
            with sqlite3.connect(self.data / "crawl.db") as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.close()
            before = files()
            for program, *words in (("trawl", "search", "kernel"), ("trawl", "new"), ("trawl", "sources"), ("trawl", "export"),
                                    ("trawl", "import", rows_file), ("trawl-indexer", "crawl"), ("trawl-indexer", "remove", "https://a.example/1"),
                                    ("trawl-indexer", "index", "rebuild"), ("trawl-indexer", "index", "check"), ("trawl-indexer", "index", "compact"),
                                    ("trawl-indexer", "index", "status"), ("trawl-indexer", "index", "backup", backup),
                                    ("trawl-indexer", "index", "restore", backup), ("trawl-indexer", "index", "restore", backup, "--yes")):
                done = self.run_program(program, *words)
                self.assertEqual((done.returncode, done.stdout), (3, ""), (words, done.stderr))
                self.assertIn(f"{self.data}/crawl.db: {said}", done.stderr, words)
            address = self.serve()
            for path in ("v1/search?q=kernel", "?q=kernel"):
                with self.assertRaises(urllib.error.HTTPError) as refused:
                    urllib.request.urlopen(address + path)
                detail = html.unescape(refused.exception.read().decode())
                self.assertEqual((refused.exception.code, "rebuild" in detail), (503, False), detail)
                for sentence in said.split("; "):
                    self.assertIn(sentence[1:], detail)                     # its first letter is a capital there
                self.assertNotIn(str(self.data), detail)
            self.assertEqual(files().keys(), before.keys())
            self.assertEqual(files(), before)

    def test_what_the_reader_did_in_another_version_is_refused_and_not_touched(self):
        self.run_program("trawl", "save", "mine", "kernel")
        with sqlite3.connect(self.data / "reader.db") as database:
            database.execute("PRAGMA user_version = 2")
        database.close()
        before = (self.data / "reader.db").read_bytes()
        for words in (["saved"], ["new"], ["star", "https://a.example/1"], ["save", "other", "kernel"], ["search", "is:starred"]):
            done = self.run_program("trawl", *words)
            self.assertEqual(done.returncode, 3, words)
            self.assertIn("reader.db: another version of Trawl wrote this file; update Trawl, or move the file away", done.stderr, words)
        self.assertEqual((self.data / "reader.db").read_bytes(), before)
        self.assertEqual(self.search()[0]["total"], 5)

    def test_a_missing_and_a_damaged_index_are_made_again_by_the_next_writer(self):
        stub = self.data / "index/xapian"
        for number, content in ((9, None), (10, "damage")):
            stub.unlink() if content is None else stub.write_text(content)
            self.assertEqual(self.run_program("trawl", "search", "kernel").returncode, 3)
            self.indexer("import", "-q", "-", text=rows([number]))
            self.assertEqual(self.search()[0]["total"], number - 3)

    def test_a_check_beside_a_writer_leaves_out_what_is_to_come(self):
        self.change()
        with open(self.data / "lock", "r+b") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX)
            self.assertIn("the index is complete: 4 articles, the same as in the store; 1 change not looked at", self.indexer("index", "check"))
        self.assertIn("the index is complete: 5 articles, the same as in the store\n", self.indexer("index", "check"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
