#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The mirror of sixteen blogs as mirror_test.py has crawled it, searched by Trawl, by Xapian's query parser in Python, by its
tools and by Omega's CGI: equal documents, totals and facets. And the files that a serving daemon has open.

    beside_xapian_test.py BIN_DIR SOURCE_DIR

$OMEGA: its program; by default that of Debian's xapian-omega.
"""
import itertools
import json
import random
import re
import shutil
import subprocess
import sys
import unittest
import urllib.request
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from beside_xapian import OMEGA, BesideXapian, has_bindings  # noqa: E402
from mirror import crawled  # noqa: E402
from real_data import collection  # noqa: E402

collection(SOURCE, "web")


class Mirror(BesideXapian):
    programs, source = BIN, SOURCE

    @classmethod
    def setUpClass(cls):
        cls.copied = cls("test_the_tools_read_it")
        BesideXapian.setUp(cls.copied)
        shutil.copytree(crawled(BIN) / "data", cls.copied.data)
        rows = cls.copied.run_program("trawl", "search", "-n", "all", "--format", "jsonl").splitlines()
        cls.hits = [json.loads(row) for row in rows]

    @classmethod
    def tearDownClass(cls):
        cls.copied.doCleanups()

    def setUp(self):
        self.folder, self.data, self.database = self.copied.folder, self.copied.data, self.copied.database

    def is_only_in_texts(self, word):
        """Trawl also finds a word in names and tags, and its other spellings ("fine-tuned")."""
        documents = self.tool("xapian-delve", "-1", "-t", "Z" + self.stems([word])[0], self.database).splitlines()
        return self.trawl(word)["total"] == len(documents) - 1

    def pairs(self, count):
        """Plain English words that stand side by side in titles; stop words are left out of a query."""
        stop_words = set((SOURCE / "schema/stopwords/english.txt").read_text(encoding="utf-8").split())
        runs = [re.findall(r"(?<![\w'-])[a-z]{5,12} [a-z]{5,12}(?![\w'-])", hit["title"].lower()) for hit in self.hits]
        runs = sorted({run for found in runs for run in found})
        random.Random(1).shuffle(runs)
        good = (run.split() for run in runs if not stop_words & set(run.split()) and all(map(self.is_only_in_texts, run.split())))
        return list(itertools.islice(good, count))

    def queries(self):
        for one, two in self.pairs(20):
            yield one, one
            yield f"{one} {two}", f"{one} {two}"
            yield f'"{one} {two}"', f'"{one} {two}"'
            yield f"{one} NEAR {two}", f"{one} NEAR/10 {two}"
            yield f"title:{one[:4]}*", f"title:{one[:4]}*"  # without a field, Trawl looks in names, tags and ids, too
            yield f"title:{one}", f"title:{one}"
            yield f'title:"{one} {two}"', f'title:"{one} {two}"'

    @unittest.skipUnless(has_bindings(), "needs Debian's python3-xapian")
    def test_the_query_parser_finds_and_counts_the_same(self):
        queries = list(self.queries())
        self.check_parser(*queries, ("", ""))
        self.check_python(*queries)
        print(f"{len(queries)} queries of Xapian's parser, each with all facets and months", file=sys.stderr)

    def facet(self, field):
        """Of all articles."""
        answer = json.loads(self.run_program("trawl", "search", "", "-n", "0", "--facet", field, "--facet-limit", "1000", "--format", "json"))
        return {one["value"]: one["count"] for one in answer["facets"][field]["values"]}

    @unittest.skipUnless(shutil.which("xapian-check"), "needs xapian-tools")
    def test_the_tools_read_it(self):
        self.tool("xapian-check", self.database)
        listed = self.tool("xapian-delve", self.database)
        self.assertIn(f"number of documents = {sum(self.facet('source').values())}\n", listed)
        terms = {"source": "XSOURCE:", "tag": "K"}
        checked = 0
        for field, prefix in terms.items():
            for value, count in self.facet(field).items():
                term = prefix + value
                if not re.fullmatch(r"[ -~]{1,100}", term) or value != value.lower():
                    continue
                documents = self.tool("xapian-delve", "-1", "-t", term, self.database).splitlines()
                self.assertEqual(len(documents) - 1, count, term)
                checked += 1
        asked = 0
        for pair in self.pairs(20):
            phrase = f'"{" ".join(pair)}"'
            self.assertEqual(self.quest_phrase(pair), self.trawl(phrase)["total"], phrase)
            asked += 1
        print(f"xapian-delve: {checked} values; quest: {asked} phrases", file=sys.stderr)

    @unittest.skipUnless(OMEGA.exists(), "needs Debian's xapian-omega, or its program in $OMEGA")
    def test_omega_finds_the_same_articles(self):
        queries, sources = list(self.queries()), self.facet("source")
        self.check_omega(*queries)
        for source, articles in sources.items():
            self.assertEqual(self.omega("", f"XSOURCE:{source}")[0], articles, source)
        print(f"{len(queries) + len(sources)} requests of Omega's", file=sys.stderr)

    @unittest.skipUnless(shutil.which("lsof"), "needs lsof")
    def test_a_serving_daemon_has_xapians_files_open(self):
        daemon = subprocess.Popen([BIN / "trawl-searchd", "--data", self.data, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(daemon.stdout.close)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.terminate)
        address = daemon.stdout.readline().split()[-1]
        for path in ("", "v1/search?q=attention&facets=source", "v1/suggest?q=att", "v1/stats"):
            urllib.request.urlopen(address + path).read()
        listed = subprocess.run(["lsof", "-p", str(daemon.pid), "-Fn"], capture_output=True, text=True, check=False).stdout
        files = sorted(line[1:].removeprefix(str(self.data) + "/") for line in listed.splitlines() if line.startswith(f"n{self.data}/"))
        others = [name for name in set(files) if not re.fullmatch(r"index/db-\d+/(\w+\.glass|iamglass)", name)]
        self.assertEqual([name for name in others if name not in ("reader.db", "reader.db-wal", "reader.db-shm")], [])
        self.check_folder()
        self.assertTrue(any(name.endswith("postlist.glass") for name in files), files)
        print(f"files of a daemon: {sorted(set(files))}", file=sys.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
