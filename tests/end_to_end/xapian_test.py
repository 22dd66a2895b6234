#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of docs/xapian.md, in Python and C++, and Xapian's own search the index, and find and count what Trawl does.

    xapian_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import ast
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
PYTHON = "/usr/bin/python3"  # the one that Debian's python3-xapian is for
PAGE = (SOURCE / "docs/xapian.md").read_text(encoding="utf-8")
FACETS = ("source", "tag", "author")


def has_bindings():
    return Path(PYTHON).exists() and subprocess.run([PYTHON, "-c", "import xapian"], capture_output=True, check=False).returncode == 0


def row(number):
    """Articles with several tags and authors each."""
    return {"url": f"https://blog{number % 3}.example/{number}", "title": f"A fused attention kernel, part {number}" if number % 4 == 0 else f"Notes {number}",
            "text": f"Flash attention was written in week {number}. Quantization of the {number}th model, and Attention again."
                    if number % 2 else f"No kernel attention here, but words about number {number} and its model.",
            "source": f"source-{number % 3}", "tags": [f"tag-{n}" for n in range(5) if number % (n + 2) == 0],
            "authors": [f"Ada B{number % 4}", f"Grace H{number % 5}"], "published": f"2026-{1 + number % 6:02}-1{number % 9}"}


class Xapian(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="trawl-xapian-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = self.folder / "data"
        self.database = self.data / "index/xapian"
        self.add(row(n) for n in range(60))

    def add(self, rows):
        self.run_program("trawl-indexer", "import", "-q", "-", text="".join(json.dumps(one) + "\n" for one in rows))

    def run_program(self, name, *arguments, text=None, code=0):
        done = subprocess.run([BIN / name, *arguments, "--data", self.data], input=text, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def tool(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def trawl(self, *arguments):
        wanted = [word for name in FACETS for word in ("--facet", name)]
        return json.loads(self.run_program("trawl", "search", *arguments, "--format", "json", "--match", "all", "--as-typed",
                                           "--facet-limit", "1000", "--histogram", "month", *wanted))

    def check_python(self, *queries):
        """Each query of Xapian's parser and the words of the same one of Trawl's: equal totals and counts."""
        program = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1].replace("[:5])", ")")
        (self.folder / "search.py").write_text(program, encoding="utf-8")
        for query, words in queries:
            with self.subTest(query):
                lines = self.tool(PYTHON, self.folder / "search.py", self.data, query).splitlines()
                counts = {line.split(" ", 1)[0]: dict(ast.literal_eval(line.split(" ", 1)[1])) for line in lines[-4:]}
                answer = self.trawl(words)
                self.assertEqual(int(lines[0].split()[0]), answer["total"])
                self.assertGreater(answer["total"], 0)
                for name in FACETS:
                    if f"{name}:" in query:
                        continue  # Trawl counts a filtered facet as if it were not filtered
                    values = {one["value"]: one["count"] for one in answer["facets"][name]["values"]}
                    self.assertEqual(counts[name], values)
                if "date:" not in query:
                    months = {one["value"].replace("-", ""): one["count"] for one in answer["facets"]["date"]["values"] if one["count"]}
                    self.assertEqual(counts["month"], months)

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
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
