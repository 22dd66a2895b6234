#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of docs/xapian.md, in Python and C++, and Xapian's own search the index, and find and count what Trawl does.

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
from beside_xapian import BesideXapian, has_bindings  # noqa: E402

PAGE = (SOURCE / "docs/xapian.md").read_text(encoding="utf-8")


def row(number):
    """Articles with several tags and authors each."""
    return {"url": f"https://blog{number % 3}.example/{number}", "title": f"A fused attention kernel, part {number}" if number % 4 == 0 else f"Notes {number}",
            "text": f"Flash attention was written in week {number}. Quantization of the {number}th model, and Attention again."
                    if number % 2 else f"No kernel attention here, but words about number {number} and its model.",
            "source": f"source-{number % 3}", "tags": [f"tag-{n}" for n in range(5) if number % (n + 2) == 0],
            "authors": [f"Ada B{number % 4}", f"Grace H{number % 5}"], "published": f"2026-{1 + number % 6:02}-1{number % 9}"}


class Xapian(BesideXapian):
    programs, source = BIN, SOURCE

    def setUp(self):
        super().setUp()
        self.add(row(n) for n in range(60))

    def add(self, rows):
        self.run_program("trawl-indexer", "import", "-q", "-", text="".join(json.dumps(one) + "\n" for one in rows))

    @unittest.skipUnless(has_bindings(), "needs Debian's python3-xapian")
    def test_the_python_of_the_page_finds_and_counts(self):
        self.check_python(("model", "model"), ('"attention kernel"', '"attention kernel"'), ("title:kernel", "title:kernel"),
                          ("quant*", "quant*"), ("Attention NEAR week", "attention NEAR/10 week"),
                          ('title:"fused attention"', 'title:"fused attention"'), ("author:ada", "author:ada"),
                          ("date:20260201..20260228", "date:2026-02"), ("model tag:tag-1", "model tag:tag-1"),
                          ("model source:source-1", "model source:source-1"))

    @unittest.skipUnless(has_bindings(), "needs Debian's python3-xapian")
    def test_it_finds_and_counts_the_same_in_several_shards(self):
        self.add(row(n) for n in range(60, 1_100))
        self.assertEqual(self.database.read_text().count("\n"), 1)
        changed = [{**row(n), "text": "The kernel model was edited in another week.", "source": "source-9", "tags": ["tag-9"]} for n in range(5)]
        self.add([*(row(n) for n in range(1_100, 1_110)), *changed])
        self.assertEqual(self.database.read_text().count("\n"), 2)
        self.check_python(("model", "model"), ('"kernel model"', '"kernel model"'), ("edited", "edited"), ("quant*", "quant*"),
                          ("model tag:tag-9", "model tag:tag-9"), ("attention NEAR week", "attention NEAR/10 week"))
        self.tools()
        self.run_program("trawl-indexer", "index", "compact", "-q")
        self.assertEqual(self.database.read_text().count("\n"), 1)
        self.check_python(("model", "model"), ("edited", "edited"))

    @unittest.skipUnless(shutil.which("g++") and shutil.which("pkg-config"), "needs g++ and pkg-config")
    def test_the_cpp_of_the_page_compiles_finds_and_counts(self):
        source = self.folder / "search.cpp"
        source.write_text(re.search(r"```cpp\n(.*?)```", PAGE, re.DOTALL)[1], encoding="utf-8")
        flags = self.tool("pkg-config", "--cflags", "--libs", "xapian-core").split()
        subprocess.run(["g++", "-std=c++17", "-Wall", "-o", self.folder / "search", source, *flags], check=True)
        found = self.tool(self.folder / "search", self.data, '"attention kernel" source:source-0')
        answer = self.trawl('"attention kernel" source:source-0')
        self.assertEqual(int(found.split()[0]), answer["total"])
        self.assertIn(f"source-0 {answer['total']}\n", found)
        for one in answer["facets"]["tag"]["values"]:
            self.assertIn(f"\n{one['value']} {one['count']}\n", found)

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
        found = self.tool("quest", "-d", self.database, "-p", "title:S", "-m", "2000", 'title:"fused attention" AND NOT xylophone')
        self.assertEqual(found.count("\ntitle="), self.trawl('title:"fused attention"')["total"])

    @unittest.skipUnless(shutil.which("xapian-check"), "needs xapian-tools")
    def test_the_tools_of_xapian_read_it(self):
        self.tools()
        self.assertIn("title=A fused attention kernel", self.tool("quest", "-d", self.database, '"attention kernel"'))

    def test_a_check_finds_it_whole(self):
        self.run_program("trawl-indexer", "index", "check")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
