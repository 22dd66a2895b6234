#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every command that reports prints with --format json: one object, with the members that its help lists.

    reports_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
COUNTS = {"found", "added", "changed", "unchanged", "folded", "skipped", "failed", "gone", "moved", "missing", "postponed"}
ROW = json.dumps({"url": "https://rows.example/1", "title": "A row", "text": "words of a row " * 20, "date": "2026-02-30"})
OPML = '<opml version="2.0"><body><outline text="A feed" type="rss" xmlUrl="https://a.example/feed"/></body></opml>'


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name)
        port_file = cls.root / "port"
        cls.site = subprocess.Popen([sys.executable, SOURCE / "schema/demo/serve_demo.py", "--port-file", port_file])
        while not (port_file.exists() and port_file.read_text()):
            time.sleep(0.05)
        address = f"127.0.0.1:{port_file.read_text().strip()}"
        cls.network = ["--proxy", f"http://{address}", "--allow-address", address, "--delay", "0"]
        cls.help = json.loads(subprocess.run([BIN / "trawl-indexer", "--describe"], capture_output=True, check=True).stdout)

    @classmethod
    def tearDownClass(cls):
        cls.site.terminate()
        cls.site.wait()
        cls.folder.cleanup()

    def help_of_format(self, words):
        command = self.help
        for word in words:
            command = next((one for one in command["commands"] if one["name"] == word), command)
        return next(option for option in command["options"] if "--format" in option["flags"])["description"]

    def report(self, *words, members, code=0):
        """The object that the command prints; its help must list the members."""
        done = subprocess.run([BIN / "trawl", *words, "--format", "json", "--data", self.root / self.id()], capture_output=True,
                              text=True, check=False, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout.count("\n"), 1, done.stdout)
        report = json.loads(done.stdout)
        self.assertEqual(set(report), members)
        listed = set(re.findall(r"\w+", self.help_of_format(words)))
        items = {key for value in report.values() if isinstance(value, list) for item in value if isinstance(item, dict) for key in item}
        self.assertLessEqual(members, listed, words)
        if words[:2] != ("sources", "list") and words[:2] != ("sources", "add"):        # they are of the catalogue
            self.assertLessEqual(items - COUNTS, listed, words)
        return report

    def test_every_command_that_reports(self):
        crawl = ["crawl", *self.network, "--sources", SOURCE / "schema/demo/sources.json"]
        whole = self.report(*crawl, members=COUNTS | {"requests", "bytes", "interrupted", "sources"})
        self.assertEqual((whole["interrupted"], len(whole["sources"])), (False, 6))
        for name in COUNTS:
            self.assertEqual(sum(source[name] for source in whole["sources"]), whole[name], name)
        self.assertGreaterEqual(whole["added"], 30)                 # one more if a copy of an article is read first

        (self.root / "rows.jsonl").write_text(ROW + "\n[]\n", encoding="utf-8")
        rows = self.report("import", self.root / "rows.jsonl", code=6, members={
            "rows", "added", "replaced", "duplicates", "rejected", "rejections", "untaken_values", "untaken", "files_not_read"})
        self.assertEqual((rows["rows"], rows["added"], rows["rejected"], rows["untaken_values"]), (2, 1, 1, 1))

        page = "http://kernel-journal.example/2026/05/nothing-is-here"
        added = self.report("add", page, *self.network, code=4, members={"articles", "failures"})
        self.assertEqual(added["failures"][0]["where"], page)
        removed = self.report("remove", "https://rows.example/1", "0123456789abcdef", code=6, members={"articles", "failures"})
        self.assertEqual((removed["articles"][0]["title"], removed["failures"][0]["where"]), ("A row", "0123456789abcdef"))
        back = self.report("remove", "--undo", "https://rows.example/1", members={"articles", "failures"})
        self.assertEqual(len(back["articles"]), 1)

        status = self.report("index", "status", members={"engine", "articles", "stored", "verdict", "changes", "has_writer", "committed",
                                                         "generation", "revision"})
        self.assertEqual((status["articles"], status["stored"], status["verdict"], status["changes"]), (31, 31, "current", 0))
        check = self.report("index", "check", members={"complete", "articles", "withdrawn", "to_come", "missing", "different", "surplus", "damage"})
        self.assertEqual((check["complete"], check["articles"], check["damage"]), (True, 31, None))
        saved = self.report("index", "backup", self.root / "backup", members={"folder", "articles", "bytes"})
        self.assertEqual((saved["articles"], saved["bytes"]), (31, (self.root / "backup/crawl.db").stat().st_size))
        self.assertEqual(self.report("index", "compact", members={"articles"}), {"articles": 31})
        self.assertEqual(self.report("index", "rebuild", members={"inputs", "articles", "changed", "dropped"})["articles"], 31)
        self.assertEqual(self.report("index", "restore", self.root / "backup", "--yes", members={"articles"}), {"articles": 31})
        for postings in (self.root / self.id() / "index").glob("db-*/postlist.glass"):
            postings.write_bytes(bytes(postings.stat().st_size))
        damaged = self.report("index", "check", code=3, members={"complete", "articles", "withdrawn", "to_come", "missing", "different", "surplus", "damage"})
        self.assertEqual(damaged["complete"], False)
        self.assertTrue(damaged["damage"])

    def test_every_command_on_sources(self):
        own = self.root / "sources.json"
        own.write_bytes((SOURCE / "schema/demo/sources.json").read_bytes())
        at = ("--sources", own)
        self.assertEqual(len(self.report("sources", "list", *at, members={"sources"})["sources"]), 6)
        self.assertEqual(self.report("sources", "disable", "latent-notes", *at, members={"disabled"}), {"disabled": ["latent-notes"]})
        self.assertEqual(self.report("sources", "enable", "latent-notes", *at, members={"enabled"}), {"enabled": ["latent-notes"]})
        tested = self.report("sources", "test", "kernel-journal", *at, *self.network, members={"sources"})["sources"][0]
        self.assertEqual((tested["articles"], tested["error"], tested["example"]["language"]), (5, None, "en"))
        (self.root / "feeds.opml").write_text(OPML, encoding="utf-8")
        self.assertEqual(self.report("sources", "import", self.root / "feeds.opml", *at, members={"added", "known", "without_feed"}),
                         {"added": 1, "known": 0, "without_feed": []})
        self.assertEqual(self.report("sources", "remove", "a-feed", "--yes", *at, members={"removed"}), {"removed": ["a-feed"]})
        self.report("sources", "remove", "kernel-journal", "--yes", *at, members={"removed"})
        site = "http://kernel-journal.example/"
        added = self.report("sources", "add", site, *at, *self.network, members={"sources", "known", "failures"})
        self.assertEqual((added["sources"][0]["homepage"], added["known"]), (site, []))
        again = self.report("sources", "add", site, *at, *self.network, members={"sources", "known", "failures"})
        self.assertEqual((again["sources"], again["known"]), ([], [added["sources"][0]["id"]]))
        subprocess.run([BIN / "trawl", "crawl", "latent-notes", *self.network, *at, "--data", self.root / self.id()], capture_output=True, check=True)
        status = self.report("sources", "status", "latent-notes", *at, members={"sources"})["sources"][0]
        self.assertEqual((status["failed_pages"], status["failures"]), (0, []))
        self.assertTrue(status["last_success"].startswith("20"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
