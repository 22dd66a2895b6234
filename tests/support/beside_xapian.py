# SPDX-License-Identifier: GPL-3.0-or-later
"""A test case that asks the same index through Trawl and through the programs of others that know Xapian."""
import ast
import collections
import json
import re
import shutil
import subprocess
import tempfile
import unicodedata
import unittest
from pathlib import Path

PYTHON = "/usr/bin/python3"  # the one that Debian's python3-xapian is for
FACETS = ("source", "tag", "author")
MOST_VALUES = 1000  # of a facet that Trawl lists


def folded(counts):
    """The counts with the spellings of a name as one, as Trawl counts them: upper case and accents do not matter."""
    out = collections.Counter()
    for value, count in counts.items():
        out["".join(c for c in unicodedata.normalize("NFKD", value.casefold()) if not unicodedata.combining(c))] += count
    return out


def has_bindings():
    return Path(PYTHON).exists() and subprocess.run([PYTHON, "-c", "import xapian"], capture_output=True, check=False).returncode == 0


class BesideXapian(unittest.TestCase):
    """`programs`: the folder of Trawl's; `source`: the source tree."""

    programs = source = None

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="trawl-xapian-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = self.folder / "data"
        self.database = self.data / "index/xapian"

    def run_program(self, name, *arguments, text=None, code=0):
        done = subprocess.run([self.programs / name, *arguments, "--data", self.data], input=text, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def tool(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def trawl(self, *arguments):
        wanted = [word for name in FACETS for word in ("--facet", name)]
        return json.loads(self.run_program("trawl", "search", *arguments, "--format", "json", "--match", "all", "--as-typed",
                                           "--facet-limit", str(MOST_VALUES), "--histogram", "month", *wanted))

    def check_python(self, *queries):
        """Each query of Xapian's parser and the words of the same one of Trawl's: equal totals and counts. Runs the program that
        docs/xapian.md shows: its first line is the total, its last four are the values of the facets and of "month", here all of them."""
        page = (self.source / "docs/xapian.md").read_text(encoding="utf-8")
        program = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1].replace("[:5])", ")")
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
                    values = folded({one["value"]: one["count"] for one in answer["facets"][name]["values"]})
                    found = folded(counts[name])
                    if len(values) == MOST_VALUES:  # there may be more
                        found = {value: count for value, count in found.items() if value in values}
                    self.assertEqual(found, values)
                if "date:" not in query:
                    months = {one["value"].replace("-", ""): one["count"] for one in answer["facets"]["date"]["values"] if one["count"]}
                    self.assertEqual(counts["month"], months)
