#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is counted is listed: for three hundred queries of every kind, each door counts and lists exactly the articles that a naive
search of the exported text finds (oracle.py), none twice: `trawl count`, `trawl search`, the API's pages by offset and by cursor in
all orders, the HTML page, the values of facets and the bars of dates and what is behind them, trends.

    listed_test.py BIN_DIR SOURCE_DIR demo|mirror [unittest arguments]

demo: the demo site and some two hundred articles made of its sentences, with addresses like those of translations, copies, edits,
marks and names of every kind. mirror: sixteen blogs, as tests/real/mirror_test.py has crawled them.

The naive search models: words in every inflection, also in the language of the article; two words as one and identifiers as their
parts; synonyms; words in names, tags and ids; phrases, NEAR, +word, prefixes, fields, dates, properties, operators and match. Queries
that docs/query-language.md leaves open are not asked (oracle.py: Reading), nor are corrections: all is searched for as typed.
"""
import collections
import datetime
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SKIPPED, PYTHON = 77, "/usr/bin/python3"  # the one that Debian's python3-xapian is for
try:
    import xapian  # noqa: F401
except ImportError:
    if sys.executable != PYTHON and Path(PYTHON).exists() and subprocess.run([PYTHON, "-c", "import xapian"], capture_output=True, check=False).returncode == 0:
        os.execv(PYTHON, [PYTHON, *sys.argv])
    print("skipped: needs Debian's python3-xapian")
    sys.exit(SKIPPED)

BIN, SOURCE, WORLD = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
sys.path[:0] = [str(SOURCE / "tests/real"), str(SOURCE / "tests/support")]
from doors import Check, Doors, differences  # noqa: E402
from oracle import World  # noqa: E402
from queries import Drawer  # noqa: E402

if WORLD == "mirror":
    from mirror import crawled
    from real_data import collection
    collection(SOURCE, "web")
QUERIES = 300
SHOWN = 40  # differences that are printed


class Run:
    """A data directory, its daemon, and its articles as exported."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="trawl listed ")
        self.data = Path(self.folder.name) / "data"
        {"demo": self.crawl_demo, "mirror": self.copy_mirror}[WORLD]()
        self.daemon = subprocess.Popen([BIN / "trawl-searchd", "--data", self.data, "--listen", "127.0.0.1:0"],
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        address = next(match[0] for line in self.daemon.stdout if (match := re.search(r"http://127\.0\.0\.1:\d+", line)))
        self.doors = Doors(BIN / "trawl", self.data, address)
        rows = self.rows()
        self.add_image_texts(rows)
        marks = self.mark([row["id"] for row in rows if not row.get("gone_since")])
        self.world = World([{**row, "marks": marks[row["id"]]} for row in rows], SOURCE)

    def close(self):
        self.daemon.send_signal(signal.SIGTERM)
        self.daemon.communicate(timeout=30)
        self.folder.cleanup()

    def trawl(self, *words, **more):
        done = subprocess.run([BIN / "trawl", *words, "--data", self.data], capture_output=True, text=True, timeout=300, check=False, **more)
        if done.returncode != 0:
            raise AssertionError(f"{words}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def rows(self):
        return [json.loads(line) for line in self.trawl("export").splitlines()]

    def add_image_texts(self, rows):
        """Searched, too, and in an export part of the structure."""
        for at in range(0, len(rows), 10):
            several = {row["id"]: row for row in rows[at:at + 10]}
            for article in self.doors.api("articles", {"ids": ",".join(several)})["articles"]:
                several[article["id"]]["image_texts"] = article["image_texts"]

    def mark(self, ids):
        """Some articles as a reader would; what was done with each."""
        marks = collections.defaultdict(set)
        for command, mark, chosen in (("star", "starred", ids[::5]), ("read", "read", ids[1::4]), ("later", "later", ids[2::7])):
            self.trawl(command, *chosen[:100])
            for one in chosen[:100]:
                marks[one].add(mark)
        self.trawl("note", ids[3], "worth another look")
        marks[ids[3]].add("noted")
        return marks

    def copy_mirror(self):
        shutil.copytree(crawled(BIN) / "data", self.data)

    def crawl_demo(self):
        port_file = Path(self.folder.name) / "port"
        site = subprocess.Popen([sys.executable, SOURCE / "schema/demo/serve_demo.py", "--port-file", port_file])
        while not (port_file.exists() and port_file.read_text()):
            time.sleep(0.05)
        port = port_file.read_text().strip()
        self.trawl("crawl", "--sources", SOURCE / "schema/demo/sources.json", "--proxy", f"http://127.0.0.1:{port}",
                   "--allow-address", f"127.0.0.1:{port}", "--delay", "0")
        site.terminate()
        site.wait()
        made = list(made_rows(self.rows(), random.Random(7)))
        self.trawl("import", "-", input="".join(json.dumps(row) + "\n" for row in made))
        edited = [{**row, "text": row["text"] + " A later edit added a sentence about calibration."} for row in made[::9]]
        self.trawl("import", "-", input="".join(json.dumps(row) + "\n" for row in edited))


def made_rows(rows, dice):
    """Articles of the sentences of others. Many are at addresses that differ in the name of a language only, as translations are."""
    by_language = collections.defaultdict(list)
    for row in rows:
        by_language[row["language"]] += [one for one in re.split(r"(?<=[.!?。！？])\s*", row["text"]) if len(one) > 8]
    names = ["FlexAttention", "GPT-5.5", "torch.compile", "Llama 3", "Llama-3.2", "k-means", "load_state", "MXFP8", "RAG", "LLMs", "naïve", "fine-tuning",
             "finetuning", "fine tuning", "retrieval augmented generation", "C++", "8xH200", "Q&A", "state-of-the-art"]
    authors = ["Zoë Salamone", "Mei Lin", "Jörg Learned-Miller", "Ana Sofia Ruiz", "Priya Raman", "Attention Lab", "Li, Ziyang"]
    tags = ["nlp", "gpu", "fine-tuning", "information retrieval", "training", "agents", "speech"]
    for number in range(200):
        language = "en" if number % 2 == 0 else dice.choice(["en", "zh", "zh", "de"])
        sentences = dice.sample(by_language[language], dice.randint(4, 14))
        for _ in range(dice.randint(0, 3)):
            sentences.insert(dice.randrange(len(sentences)), f"We tried {dice.choice(names)} with {dice.choice(names)} here.")
        text = "\n\n".join(" ".join(sentences[at:at + 3]) for at in range(0, len(sentences), 3))
        if number % 40 == 0:
            text = "\n\n".join([text, *(" ".join(dice.sample(by_language["en"], 40)) for _ in range(4))])
        day = datetime.date(2019, 1, 1) + datetime.timedelta(days=dice.randrange(2800))
        twin, folder = number // 2, {"zh": "/zh", "de": "/de"}.get(language, "" if number % 2 == 0 else "/more")
        yield {"url": f"http://pairs{twin % 5}.example{folder}/blog/{twin}", "title": " ".join(sentences[0].split()[:8]).strip(".,。"),
               "text": text, "source": f"pairs-{twin % 5}", "tags": dice.sample(tags, dice.randint(0, 3)), "authors": dice.sample(authors, dice.randint(0, 2)),
               "published": None if number % 11 == 0 else f"{day}T{dice.randrange(24):02}:30:00{dice.choice(['Z', '+09:00', '-08:00'])}", "language": language}


class Hiding(Doors):
    """What a list would be if some of its articles were folded into others."""

    def __init__(self, doors, hidden):
        super().__init__(doors.program, doors.data, "http://" + doors.address)
        self.hidden = hidden

    def get(self, path):
        body = super().get(path)
        if not path.startswith("/v1/"):
            return re.sub(rf'data-id="({"|".join(self.hidden)})"', 'data-id=""', body)
        answer = json.loads(body)
        answer["hits"] = [hit for hit in answer.get("hits", []) if hit["id"] not in self.hidden]
        return json.dumps(answer)

    def by_command(self, query):
        return [one for one in super().by_command(query) if one not in self.hidden]


class Listed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.run_of = Run()
        cls.doors, cls.world = cls.run_of.doors, cls.run_of.world

    @classmethod
    def tearDownClass(cls):
        cls.run_of.close()

    def test_what_is_counted_is_listed_at_every_door(self):
        drawer, dice = Drawer(self.world), random.Random(3)
        lines, comparisons, asked, empty = [], 0, 0, 0
        began = time.monotonic()
        for number, query in enumerate(drawer.queries(QUERIES)):
            check = Check(self.doors, query)
            is_whole = number % 25 == 0 or not query.text  # every value, bar and link
            few = lambda rows: rows if is_whole else dice.sample(rows, min(len(rows), 1))  # noqa: E731
            check.all([1, 7, 100] if len(check.listed) <= 12 or is_whole else [7, 100], few, ["year", "month"] if is_whole else ["year"], is_whole)
            lines += check.lines
            comparisons += check.comparisons
            asked += 1
            empty += not check.listed
        print(f"{len(self.world.articles)} articles, {asked} queries ({empty} find nothing, {drawer.unclear} more were unclear), {comparisons} comparisons, "
              f"{self.doors.requests} requests, {time.monotonic() - began:.0f} s: {len(lines)} differences", file=sys.stderr)
        self.assertEqual(asked, QUERIES)
        self.assertFalse(lines, "\n".join([f"{len(lines)} differences", *lines[:SHOWN]]))

    def test_all_articles_are_exported_counted_and_listed(self):
        self.assertEqual(int(self.doors.trawl("count")), len(self.world.all))
        self.assertEqual(self.doors.api("stats", {})["documents"], len(self.world.all))
        listed = [json.loads(line)["id"] for line in self.doors.trawl("search", "-n", "all", "--format", "jsonl").splitlines()]
        self.assertEqual(differences(self.world.all, listed), [])

    def test_the_naive_search_reads_words_as_the_page_says(self):
        table = (SOURCE / "docs/query-language.md").read_text(encoding="utf-8").split("## How text becomes tokens")[1]
        rows = re.findall(r"\| `(.*?)` \| `(.*?)` \|", table)
        self.assertGreater(len(rows), 40)
        for text, tokens in rows:
            found = [token.text for token in self.world.analysis.tokens(text)]
            self.assertEqual(list(dict.fromkeys(found)), list(dict.fromkeys(tokens.split())), text)

    def test_a_fold_is_noticed_at_every_list(self):
        query = Drawer(self.world).query(lambda: [Drawer(self.world).word(-1)], wants=lambda found: len(found) > 15)
        ids = sorted(query.found()[0])
        check = Check(Hiding(self.doors, ids[3:4]), query)
        check.lists([7, 100])
        places = {line.removeprefix(str(query)).split(":")[0] for line in check.lines}
        walks = (("relevance", 7), ("relevance", 100), ("newest", 100), ("oldest", 100), ("source", 100))
        lists = {" search -n all", " page", *(f" {order}, {limit} at a time, by {way}" for order, limit in walks for way in ("offset", "cursor"))}
        self.assertEqual(lists - places, set())
        self.assertTrue(differences(frozenset(ids), ids + ids[:1]))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
