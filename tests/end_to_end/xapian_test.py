#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of docs/xapian.md, in Python and C++, Xapian's own and Omega search the index, and find and count what Trawl does.

    xapian_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from beside_xapian import OMEGA, BesideXapian, has_bindings  # noqa: E402

PAGE = (SOURCE / "docs/xapian.md").read_text(encoding="utf-8")


def row(number):
    """Articles with several tags and authors each."""
    return {"url": f"https://blog{number % 3}.example/{number}", "title": f"A fused attention kernel, part {number}" if number % 4 == 0 else f"Notes {number}",
            "text": f"Flash attention was written in week {number}. Quantization of the {number}th model, and Attention again."
                    if number % 2 else f"No kernel attention here, but words about number {number} and its model.",
            "source": f"source-{number % 3}", "tags": [f"tag-{n}" for n in range(5) if number % (n + 2) == 0],
            "authors": [f"Ada B{number % 4}", f"Grace H{number % 5}"], "published": f"2026-{1 + number % 6:02}-1{number % 9}"}


QUERIES = (("model", "model"), ("models AND kernels", "models kernels"), ('"attention kernel"', '"attention kernel"'),
           ('"attentions kernels"', '"attentions kernels"'), ("title:kernel", "title:kernel"), ("quant*", "quant*"), ("title:note*", "title:note*"),
           ("Attention NEAR week", "attention NEAR/10 week"), ('title:"fused attention"', 'title:"fused attention"'),
           ("date:20260201..20260228", "date:2026-02"), ("model tag:tag-1", "model tag:tag-1"), ("model source:source-1", "model source:source-1"))


class Xapian(BesideXapian):
    programs, source = BIN, SOURCE

    def setUp(self):
        super().setUp()
        self.add(row(n) for n in range(60))

    def add(self, rows):
        self.run_program("trawl-indexer", "import", "-q", "-", text="".join(json.dumps(one) + "\n" for one in rows))

    @unittest.skipUnless(has_bindings(), "needs Debian's python3-xapian")
    def test_the_python_of_the_page_finds_and_counts(self):
        self.check_python(*QUERIES, ("author:ada", "author:ada"))

    @unittest.skipUnless(has_bindings(), "needs Debian's python3-xapian")
    def test_xapians_parser_finds_the_same_articles_and_its_spies_count_the_same(self):
        self.check_parser(*QUERIES, ("author:ada", "author:ada"), ("", ""))

    @unittest.skipUnless(OMEGA.exists(), "needs Debian's xapian-omega, or its program in $OMEGA")
    def test_omega_finds_the_same_articles(self):
        self.check_omega(*((query, words) for query, words in QUERIES if "date:" not in query))

    def test_its_folder_has_only_xapians_files_and_a_stub_however_it_was_written(self):
        self.check_folder()
        self.add(row(n) for n in range(60, 90))
        self.check_folder()
        self.add(row(n) for n in range(90, 1_200))
        self.check_folder()
        self.run_program("trawl-indexer", "remove", "https://blog1.example/1")
        for step in ("compact", "rebuild"):
            self.run_program("trawl-indexer", "index", step, "-q")
            self.check_folder()

    @unittest.skipUnless(has_bindings(), "needs Debian's python3-xapian")
    def test_what_was_edited_or_removed_is_found_by_none(self):
        self.add(row(n) for n in range(60, 1_100))  # more than one commit takes
        changed = [{**row(n), "text": "The kernel model was edited in another week.", "source": "source-9", "tags": ["tag-9"]} for n in range(5)]
        self.add([*(row(n) for n in range(1_100, 1_110)), *changed])
        self.run_program("trawl-indexer", "remove", "https://blog1.example/7")
        queries = (("model", "model"), ('"kernel model"', '"kernel model"'), ("edited", "edited"), ("quant*", "quant*"), ("7th", "7th"),
                   ("model tag:tag-9", "model tag:tag-9"), ("attention NEAR week", "attention NEAR/10 week"), ("", ""))
        for step in ("as it is", "compacted"):
            with self.subTest(step):
                self.check_parser(*(one for one in queries if one[0] != "7th"))
                self.assertEqual(self.ids("7th"), [])
                self.check_python(*queries[:3])
                self.tools()
            self.run_program("trawl-indexer", "index", "compact", "-q")

    @unittest.skipUnless(shutil.which("g++") and shutil.which("pkg-config"), "needs g++ and pkg-config")
    def test_the_cpp_of_the_page_compiles_and_finds(self):
        source = self.folder / "search.cpp"
        source.write_text(re.search(r"```cpp\n(.*?)```", PAGE, re.DOTALL)[1], encoding="utf-8")
        flags = self.tool("pkg-config", "--cflags", "--libs", "xapian-core").split()
        subprocess.run(["g++", "-std=c++17", "-Wall", "-o", self.folder / "search", source, *flags], check=True)
        found = self.tool(self.folder / "search", self.data, '"attention kernel" source:source-0')
        answer = self.trawl('"attention kernel" source:source-0')
        self.assertEqual(int(found.split()[0]), answer["total"])
        self.assertGreater(answer["total"], 0)
        self.assertEqual(sorted(re.findall("^id=(.*)", found, re.MULTILINE)), self.ids('"attention kernel" source:source-0'))

    def tools(self):
        self.tool("xapian-check", self.database)
        listed = self.tool("xapian-delve", self.database)
        self.assertIn(f"number of documents = {self.trawl('')['total']}\n", listed)
        self.assertIn("has positional information = true", listed)
        for term, words in (("Zmodel", "model"), ("ZSkernel", "title:kernel"), ("Ktag-1", "tag:tag-1"), ("XSOURCE:source-2", "source:source-2"),
                            ("M202602", "date:2026-02"), ("XAUTHOR:ada b1", 'author:"ada b1"')):
            with self.subTest(term):
                documents = self.tool("xapian-delve", "-1", "-t", term, self.database).splitlines()
                self.assertEqual(len(documents) - 1, self.trawl(words)["total"])
        for query, words in (("kernels AND model", "kernels model"), ("title:kernel AND NOT xylophone", "title:kernel"), ("model AND tag:tag-1", "model tag:tag-1")):
            found = self.tool("quest", "-d", self.database, "-p", "title:S", "-b", "tag:K", "-m", "2000", query)
            self.assertEqual(found.count("\ntitle="), self.trawl(words)["total"], query)
        self.assertEqual(self.quest_phrase(["kernel", "attention"]), self.trawl('"kernel attention"')["total"])
        self.assertEqual(self.quest_phrase(["fused", "attention"], "S"), self.trawl('title:"fused attention"')["total"])
        self.assertEqual(self.quest_phrase(["attention", "week"], operator="NEAR"), self.trawl("attention NEAR/10 week")["total"])

    @unittest.skipUnless(shutil.which("xapian-check"), "needs xapian-tools")
    def test_the_tools_of_xapian_read_it(self):
        self.tools()
        self.assertIn("title=A fused attention kernel", self.tool("quest", "-d", self.database, "attention kernel"))

    def test_a_check_finds_it_whole(self):
        self.run_program("trawl-indexer", "index", "check")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
