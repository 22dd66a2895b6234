# SPDX-License-Identifier: GPL-3.0-or-later
"""A test case that asks the same index through Trawl and through the programs of others that know Xapian."""
import ast
import collections
import json
import os
import re
import shutil
import subprocess
import tempfile
import unicodedata
import unittest
from pathlib import Path
from urllib.parse import urlencode

PYTHON = "/usr/bin/python3"  # the one that Debian's python3-xapian is for
FACETS = ("source", "tag", "author")
OMEGA = Path(os.environ.get("OMEGA", "/usr/lib/cgi-bin/omega/omega"))
OMEGA_TEMPLATE = """$setmap{prefix,title,S,author,A}$setmap{boolprefix,source,XSOURCE:,tag,K,lang,L}$set{stemmer,en}$set{stem_strategy,all_z}$msize
$hitlist{$field{id}
}"""
ASK = Path(__file__).with_name("ask_xapian.py")
DAY_SLOT, FIRST_FIELD = 1, 6  # of the values; the fields are in the order of their columns
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

    def run_program(self, name, *arguments, text=None, codes=(0,)):
        done = subprocess.run([self.programs / name, *arguments, "--data", self.data], input=text, capture_output=True, text=True, timeout=120, check=False)
        self.assertIn(done.returncode, codes, done.stderr)
        return done.stdout + done.stderr

    def tool(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120, check=False)  # a document's data is not all text
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def trawl(self, *arguments, facets=FACETS):
        wanted = [word for name in facets for word in ("--facet", name)]
        return json.loads(self.run_program("trawl", "search", *arguments, "--format", "json", "--match", "all", "--as-typed",
                                           "--facet-limit", str(MOST_VALUES), "--histogram", "month", *wanted))

    def check_folder(self):
        """The index is a stub and what Xapian makes of one database; nothing else is in its folder."""
        name = re.fullmatch(r"glass (db-\d+)\n", self.database.read_text())[1]
        files = {str(path.relative_to(self.data / "index")) for path in (self.data / "index").rglob("*")}
        tables = {"docdata.glass", "iamglass", "position.glass", "postlist.glass", "termlist.glass"}
        self.assertEqual(files - {f"{name}/flintlock"}, {"xapian", name, *(f"{name}/{table}" for table in tables)})

    def ids(self, *arguments):
        """Of all hits, sorted."""
        lines = self.run_program("trawl", "search", *arguments, "-n", "all", "--format", "jsonl", "--match", "all", "--as-typed", codes=(0, 1))
        return sorted(json.loads(line)["id"] for line in lines.splitlines() if line.startswith("{"))

    @staticmethod
    def counted(values):
        """What a spy counted as whole values, as a facet of Trawl's: each of several values of an article by itself."""
        out = collections.Counter()
        for whole, count in values.items():
            for value in filter(None, whole.split("\n")):
                out[value] += count
        return folded(out)

    def check_parser(self, *queries):
        """Each query of Xapian's parser and the words of the same one of Trawl's: the same articles, and equal counts of every
        field and month, without any code of ours."""
        fields = json.loads((self.source / "schema/fields.json").read_text(encoding="utf-8"))["fields"]
        slots = {field["filter"]: FIRST_FIELD + field["column"] - 1 for field in fields if "column" in field}
        asked = "".join(query + "\n" for query, _ in queries)
        done = subprocess.run([PYTHON, ASK, self.database], input=asked, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for (query, words), line in zip(queries, done.stdout.splitlines(), strict=True):
            with self.subTest(query):
                found = json.loads(line)
                self.assertEqual(found["ids"], self.ids(words))
                answer = self.trawl(words, facets=[*slots])
                self.assertEqual(len(found["ids"]), answer["total"])
                self.assertGreater(answer["total"], 0)
                for name, slot in slots.items():
                    if f"{name}:" in query:
                        continue  # Trawl counts a filtered facet as if it were not filtered
                    self.same_counts(self.counted(found["values"][str(slot)]), answer["facets"][name]["values"])
                if "date:" not in query:
                    months = collections.Counter()
                    for day, count in found["values"][str(DAY_SLOT)].items():
                        months[f"{day[:4]}-{day[4:6]}"] += count
                    self.assertEqual(months, {one["value"]: one["count"] for one in answer["facets"]["date"]["values"] if one["count"]})

    def stems(self, words):
        """As quest says them."""
        parsed = self.tool("quest", "-d", self.database, "-o", "and", " ".join(words)).splitlines()[0]
        stems = re.findall(r"Z([^@() ]+)@", parsed)
        self.assertEqual(len(stems), len(words), parsed)
        return stems

    def quest_phrase(self, words, before="", operator=None):
        """How many articles quest finds with words side by side, or with an operator between them. Its own parser looks for the
        words of a phrase as they are written, and only their stems have positions: it is given these."""
        stems = self.stems(words)
        query = f" {operator} ".join(f"stem:{stem}" for stem in stems) if operator else f'stem:"{" ".join(stems)}"'
        found = self.tool("quest", "-d", self.database, "-s", "none", "-p", f"stem:Z{before}", "-m", "5000", query)
        return found.count("\ntitle=")

    def omega(self, query, *filters):
        """Total and ids, in order."""
        parameters = [("DB", "xapian"), ("FMT", "ids"), ("HITSPERPAGE", "5000"), ("DEFAULTOP", "and"), ("P", query), *(("B", one) for one in filters)]
        config = self.folder / "omega.conf"
        config.write_text(f"database_dir {self.data}/index\ntemplate_dir {self.folder}\nlog_dir {self.folder}\ncdb_dir {self.folder}\n")
        (self.folder / "ids").write_text(OMEGA_TEMPLATE)
        variables = {"REQUEST_METHOD": "GET", "QUERY_STRING": urlencode(parameters), "OMEGA_CONFIG_FILE": str(config)}
        done = subprocess.run([OMEGA], env=variables, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        body = done.stdout.split("\n\n", 1)[1].split()
        return int(body[0]), sorted(body[1:])

    def check_omega(self, *queries):
        """As check_parser; wildcards left out, for which Omega's parser needs a flag."""
        for query, words in queries:
            if "*" in query:
                continue
            with self.subTest(omega=query):
                ids = self.ids(words)
                self.assertEqual(self.omega(query), (len(ids), ids))

    def same_counts(self, found, values):
        """What Xapian counted, folded, and the values that Trawl lists."""
        listed = folded({one["value"]: one["count"] for one in values})
        if len(values) >= MOST_VALUES:  # there may be more
            found = {value: count for value, count in found.items() if value in listed}
        self.assertEqual(found, listed)

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
                    self.same_counts(folded(counts[name]), answer["facets"][name]["values"])
                if "date:" not in query:
                    months = {one["value"].replace("-", ""): one["count"] for one in answer["facets"]["date"]["values"] if one["count"]}
                    self.assertEqual(counts["month"], months)
