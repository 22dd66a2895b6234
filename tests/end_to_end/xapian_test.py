#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of docs/xapian.md, in Python and C++, search the database that an import leaves, and count what Trawl does.

    xapian_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
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
        self.run_program("trawl-indexer", "import", "-q", "-", text="".join(json.dumps(row(n)) + "\n" for n in range(60)))

    def run_program(self, name, *arguments, text=None, code=0):
        done = subprocess.run([BIN / name, *arguments, "--data", self.data], input=text, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def trawl(self, *arguments):
        wanted = [word for name in FACETS for word in ("--facet", name)]
        return json.loads(self.run_program("trawl", "search", *arguments, "--format", "json", "--match", "all", "--as-typed",
                                           "--facet-limit", "1000", "--histogram", "month", *wanted))


    @unittest.skipUnless(has_bindings(), "needs Debian's python3-xapian")
    def test_the_python_of_the_page_finds_and_counts(self):
        program = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1].replace("[:5])", ")")
        (self.folder / "search.py").write_text(program, encoding="utf-8")

        def search(query):
            done = subprocess.run([PYTHON, self.folder / "search.py", self.data, query], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = done.stdout.splitlines()
            counts = {line.split(" ", 1)[0]: dict(eval(line.split(" ", 1)[1])) for line in lines[-4:]}  # pylint: disable=eval-used
            return int(lines[0].split()[0]), counts

        for query, words in (("model", ["model"]), ('"attention kernel"', ['"attention kernel"']), ("title:kernel", ["title:kernel"]),
                             ("quant*", ["quant*"]), ("Attention NEAR week", ["attention NEAR/10 week"]), ('title:"fused attention"', ['title:"fused attention"']),
                             ("date:20260201..20260228", ["date:2026-02"]), ("model tag:tag-1", ["model tag:tag-1"])):
            with self.subTest(query):
                total, counts = search(query)
                answer = self.trawl(*words)
                self.assertEqual(total, answer["total"])
                self.assertGreater(total, 0)
                for name in FACETS:
                    if f"{name}:" in query:
                        continue  # Trawl counts a filtered facet as if it were not filtered
                    values = {one["value"]: one["count"] for one in answer["facets"][name]["values"]}
                    self.assertEqual(counts[name], values)
                if "date:" not in query:
                    months = {one["value"].replace("-", ""): one["count"] for one in answer["facets"]["date"]["values"] if one["count"]}
                    self.assertEqual(counts["month"], months)

    @unittest.skipUnless(shutil.which("g++") and shutil.which("pkg-config"), "needs g++ and pkg-config")
    def test_the_cpp_of_the_page_compiles_finds_and_counts(self):
        source = self.folder / "search.cpp"
        source.write_text(re.search(r"```cpp\n(.*?)```", PAGE, re.DOTALL)[1], encoding="utf-8")
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "xapian-core"], capture_output=True, text=True, check=True).stdout.split()
        subprocess.run(["g++", "-std=c++17", "-Wall", "-o", self.folder / "search", source, *flags], check=True)
        done = subprocess.run([self.folder / "search", self.data, '"attention kernel" source:source-0'], capture_output=True, text=True, check=True)
        answer = self.trawl('"attention kernel" source:source-0')
        self.assertEqual(int(done.stdout.split()[0]), answer["total"])
        self.assertIn(f"source-0 {answer['total']}\n", done.stdout)
        for one in answer["facets"]["tag"]["values"]:
            self.assertIn(f"\n{one['value']} {one['count']}\n", done.stdout)

    @unittest.skipUnless(shutil.which("xapian-check"), "needs xapian-tools")
    def test_the_tools_of_xapian_read_it(self):
        database = self.data / "index/xapian"
        checked = subprocess.run(["xapian-check", database], capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        listed = subprocess.run(["xapian-delve", database], capture_output=True, text=True, check=True).stdout
        self.assertIn("number of documents = 60", listed)
        self.assertIn("has positional information = true", listed)
        found = subprocess.run(["quest", "-d", database, '"attention kernel"'], capture_output=True, text=True, check=True).stdout
        self.assertIn("title=A fused attention kernel", found)

    def test_status_and_check_say_how_far_it_is(self):
        self.assertIn("xapian    60 articles, up to date", self.run_program("trawl-indexer", "index", "status"))
        self.run_program("trawl-indexer", "index", "check")

    def test_turned_off_it_is_removed_and_turned_on_it_is_made_again(self):
        self.run_program("trawl-indexer", "import", "-q", "--xapian", "off", "-", text=json.dumps(row(60)))
        self.assertEqual([path.name for path in (self.data / "index").glob("xapian*")], [])
        self.assertIn("xapian    off", self.run_program("trawl-indexer", "index", "status"))
        self.run_program("trawl-indexer", "index", "compact", "-q")
        self.assertIn("xapian    61 articles, up to date", self.run_program("trawl-indexer", "index", "status"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
