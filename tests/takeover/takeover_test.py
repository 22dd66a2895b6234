#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nobody writes for another: small webs in which one blog tries to speak for another's articles, day after day, and what each
article, its id, its star and its note are afterwards. takeovers.py is the table of cases; here they are played by the programs.

    takeover_test.py BIN_DIR SOURCE_DIR CLOCK_SHIM [PART or other unittest arguments]
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BIN, SOURCE, CLOCK = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
sys.path.insert(0, str(SOURCE / "tests/support"))
from small_site import Site  # noqa: E402
from takeovers import CASES, PARTS, Attack, Crawl, Mark, Shows, Sources, Tells, Types  # noqa: E402
from world import id_of, text_of  # noqa: E402

FIRST_DAY = 1736496000  # 2025-01-10 08:00 UTC
DAY = 86400


def is_told_at(story, *addresses):
    return all(address.startswith(story.places) for address in addresses)


class Play:
    """One case, played in a data directory and a web of its own."""

    def __init__(self, test, stories, folder, site):
        self.test, self.stories = test, stories
        # In messages a text is what it is a text of.
        self.labels = {text_of(story): f"{story.title}, {len(story.paragraphs)} paragraphs" for story in stories}
        self.data, self.catalogue, self.site = folder / "data", folder / "sources.json", site
        self.now, self.web, self.marks, self.rows, self.history = FIRST_DAY, {}, {}, [], []
        self.catalogue.write_text('{"sources": []}')

    def run(self, program, *words, text="", codes=(0,)):
        shift = {"LD_PRELOAD": CLOCK, "TRAWL_CALENDAR_SHIFT": str(int(self.now - time.time())), "TRAWL_CONFIG": "/dev/null"}
        done = subprocess.run([BIN / program, *map(str, words), "--data", self.data], input=text, capture_output=True, text=True, timeout=120,
                              check=False, env=os.environ | shift)
        self.test.assertIn(done.returncode, codes, f"{program} {words}: {done.stdout} {done.stderr}")
        return done.stdout

    def ask_the_web(self, command, *words):
        proxy = f"127.0.0.1:{self.site.port}"
        return self.run("trawl-indexer", command, *words, "--sources", self.catalogue, "--delay", 0, "--proxy", f"http://{proxy}", "--allow-address",
                        proxy, codes=(0, 4, 6))

    def crawl(self, step):
        self.now += step.days * DAY + 3600
        self.web |= step.web
        self.site.pages = {name: row for name, row in self.web.items() if "://" in name}
        sources = [row for name, row in self.web.items() if "://" not in name and row]
        self.catalogue.write_text(json.dumps({"sources": sources}))
        if sources:
            self.ask_the_web("crawl", "--recheck")

    def type(self, step):
        self.now += 60
        if step.words[0] == "import":
            self.run("trawl-indexer", "import", "-", "--sources", self.catalogue, text=json.dumps(step.words[1]))
        elif step.words[0] == "sources":
            self.subscribe(step.words[1:])
        elif step.words[0] == "remove":
            self.run("trawl-indexer", *step.words)
        else:
            self.ask_the_web(*step.words)

    def subscribe(self, words):
        if words[0] == "import":
            self.run("trawl-indexer", "sources", "import", "-", "--sources", self.catalogue, text=words[1])
        else:
            self.ask_the_web("sources", *words)
        self.web |= {row["id"]: row for row in json.loads(self.catalogue.read_text())["sources"]}

    def told_by(self, story):
        return {"title": story.title, "text": self.labels[text_of(story)], "published": story.date,
                "authors": [story.author] if story.author else [], "image": story.picture}

    def told_in(self, row):
        return {"title": row["title"], "text": self.labels.get(row["text"], row["text"]), "published": row["published"] and row["published"][:10],
                "authors": row["authors"], "image": row["image"]}

    def living(self):
        return {row["url"]: row for row in self.rows if not row.get("gone_since")}

    def mark(self):
        """Stars every article and writes a note on it."""
        self.marks = {row["url"]: row["id"] for row in self.rows}
        if self.marks:
            self.run("trawl", "star", *self.marks.values())
        for url, marked in self.marks.items():
            self.run("trawl", "note", marked, f"about {url}")

    def check_words(self):
        """What is shown at an address was told at that place, in one piece; ids are of the same place."""
        self.rows = [json.loads(line) for line in self.run("trawl-indexer", "export", codes=(0, 1, 3)).splitlines()]  # 1: nothing left; 3: nothing yet
        self.note_history()
        ids = {id_of(address): address for address in self.web if "://" in address}
        for row in self.rows:
            stories = [story for story in self.stories if is_told_at(story, row["url"])]
            is_told = self.told_in(row) in map(self.told_by, stories)
            self.test.assertTrue(is_told, f"{row['url']} (source {row['source']}) says what was not told there: {self.told_in(row)}")
            copies = {copy["url"] for copy in row["copies"]}  # lead to what they copy, while they do
            for address in map(ids.get, [row["id"], *row["aliases"]]):
                is_own = address is None or any(is_told_at(story, address) for story in stories)
                self.test.assertTrue(is_own or (address in copies and address != ids.get(row["id"])), f"{row['url']} has the id of {address}")

    def check_shown(self, step):
        living, gone = self.living(), {row["url"] for row in self.rows if row.get("gone_since")}
        shown = {url: self.told_in(row) for url, row in living.items() if step.is_all or url in step.articles}
        self.test.assertEqual(shown, {url: self.told_by(story) for url, (_, story) in step.articles.items()})
        for url, (source, _) in step.articles.items():
            is_so = source in (None, living[url]["source"]) or (source.startswith("not ") and source != "not " + living[url]["source"])
            self.test.assertTrue(is_so, f"{url} is of {living[url]['source']}, and should be of {source}")
        self.test.assertEqual(gone, set(step.gone), "withdrawn")
        for row in self.rows:
            marked = self.marks.get(row["url"]) or self.marks.get(step.moved.get(row["url"]))
            self.test.assertEqual(row["id"], marked or id_of(row["url"]), f"the id of {row['url']}")
        self.check_marks()

    def check_marks(self):
        living = self.living()
        found = json.loads(self.run("trawl", "search", "is:starred", "--format", "json", "-n", "all", codes=(0, 1)))["hits"]
        self.test.assertEqual({hit["id"] for hit in found}, {row["id"] for row in living.values()} & set(self.marks.values()), "starred")
        for url, marked in self.marks.items():
            self.test.assertEqual(self.run("trawl", "note", marked).strip(), f"about {url}")
        for url, row in living.items():
            shown = json.loads(self.run("trawl", "show", url, "--format", "json"))
            self.test.assertEqual(shown["id"], row["id"], f"`trawl show {url}`")
            self.test.assertEqual({said["source"] for said in shown["provenance"]}, {row["source"]}, f"who says what of {url}")

    def note_history(self):
        """What a failure is told with."""
        self.history.append(f"day {(self.now - FIRST_DAY) // DAY}, {len(self.site.log)} requests")
        for row in self.rows:
            self.history.append(f"  {row['url']} id {row['id'][:4]} source {row['source']}{' gone' * bool(row.get('gone_since'))}: "
                                f"{self.told_in(row)['text'][:80]}; aliases {row['aliases']}, {len(row['copies'])} copies")

    def play(self, steps):
        for step in steps:
            if isinstance(step, Crawl):
                self.crawl(step)
            elif isinstance(step, Types):
                self.type(step)
            elif isinstance(step, Mark):
                self.mark()
            elif isinstance(step, Tells):
                self.test.assertIn(text_of(step.story), [row["text"] for row in self.living().values()])
            elif isinstance(step, Sources):
                listed = json.loads(self.run("trawl", "sources", "--format", "json"))["sources"]
                self.test.assertEqual({row["id"] for row in listed}, step.ids)
            else:
                self.check_shown(step)
            if isinstance(step, (Crawl, Types)):
                self.check_words()
        self.run("trawl-indexer", "index", "rebuild", "--sources", self.catalogue)
        self.check_words()
        self.check_shown([step for step in steps if isinstance(step, Shows)][-1])
        self.run("trawl-indexer", "index", "check")
        told = subprocess.run([BIN / "trawl_breaches", self.data], capture_output=True, text=True, timeout=120, check=True)
        self.test.assertEqual(told.stdout, "")


def test_of(case):
    def test(self):
        with tempfile.TemporaryDirectory(prefix="trawl takeover ") as folder, Site(0) as site:
            attack = Attack(**case.said)
            steps = [Crawl(step) if isinstance(step, dict) else step for step in case.steps(attack)]
            play = Play(self, attack.told, Path(folder), site)
            try:
                play.play(steps)
            except AssertionError as error:
                error.add_note("\n".join(play.history))
                raise
    return test


assert len({case.name for case in CASES}) == len(CASES)
assert " ".join(PARTS) in (SOURCE / "tests/takeover/tests.cmake").read_text(), "each part is a test there"
for name in PARTS:
    tests = {f"test {case.name}": test_of(case) for case in CASES if case.part == name}
    globals()[name] = type(name, (unittest.TestCase,), {"maxDiff": None, **tests})

if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
