#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A backfill of sixteen mirrored blogs that mirror_test.py has crawled: finds every article that a feed, sitemap or list page
lists and those that only other articles link to, and nothing else; a rebuild from the store gives the same.

    whole_test.py BIN_DIR SOURCE_DIR
"""
import json
import lzma
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mirror import ServedMirror, crawled, documents, trawl
from real_data import collection

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
WEB = collection(SOURCE, "web")

# Articles that no seed lists may be missing if nothing links to them. One listed page of a site may be a table of
# contents instead of an article.
LEAST_LISTED, LEAST_WHOLE = 0.95, 0.98
# Of the categories that are stated; where nothing points to one, none is.
LEAST_RIGHT_CATEGORIES, LEAST_STATED_CATEGORIES = 0.85, 0.65


def key(url):
    """Equal for different spellings of one URL."""
    parts = urlsplit(url)
    path = unquote(parts.path).removesuffix("index.html").rstrip("/").removesuffix(".html")
    return (parts.hostname or "").removeprefix("www.") + path


def listed_by_seeds():
    """The articles of each site that its feeds, sitemap or list page list."""
    listed = {}
    with lzma.open(WEB / "expected.jsonl.xz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["is_article"] and row["page_held"] and row["via"] != "page":
                listed.setdefault(row["site"], set()).add(key(row["url"]))
    return listed


def judgements(part):
    """The categories that are right for articles of one part of the sample, by id."""
    rows = [line.split("\t") for line in (SOURCE / "tests/data/enrich/categories.tsv").read_text(encoding="utf-8").splitlines()
            if not line.startswith("#")]
    return {id: set(categories.split(",")) for id, its_part, categories in rows if its_part == part}


class Whole(unittest.TestCase):
    def test_a_backfill_finds_everything_that_seeds_list_and_no_listings(self):
        with tempfile.TemporaryDirectory(prefix="trawl whole ") as name:
            folder = Path(name)
            shutil.copytree(crawled(BIN) / "data", folder / "data")
            with ServedMirror(WEB, folder) as served:
                done = trawl(BIN, folder, *served.crawl_words(), "--backfill")
                self.assertIn(done.returncode, (0, 6), done.stderr)
                found = documents(BIN, folder)
                self.check(folder, found)
                asked = len(served.requests())
                trawl(BIN, folder, *served.crawl_words(), "--backfill", "--recheck")
                again = [r["path"] for r in served.requests(since=asked) if r["status"] == 200]
                pages = [path for path in again if not path.endswith((".txt", ".xml"))]  # a sitemap index is requested unconditionally
                self.assertEqual(pages, [], "the second backfill fetched pages again")
                self.assertEqual(documents(BIN, folder), found, "the second backfill changed documents")
            self.assertEqual(trawl(BIN, folder, "index", "rebuild").returncode, 0)
            self.assertEqual(documents(BIN, folder), found, "the rebuild changed documents")

    def check(self, folder, found):
        crawl = folder / "crawl.jsonl"
        crawl.write_text("\n".join(found), encoding="utf-8")
        done = subprocess.run([sys.executable, WEB / "check_crawl.py", crawl, "--whole", "--json"], capture_output=True, text=True, check=False)
        result = json.loads(done.stdout)
        listings = {site: row["listing"] for site, row in result["sites"].items() if row["listing"]}
        self.assertEqual(listings, {}, "pages that are not articles")
        self.assertGreaterEqual(result["total"]["recall"], LEAST_WHOLE, done.stdout)
        self.check_categories([json.loads(document) for document in found])
        got = {key(json.loads(document)["url"]) for document in found}
        for site, listed in listed_by_seeds().items():
            self.assertLessEqual(len(listed - got), max(1, (1 - LEAST_LISTED) * len(listed)), f"{site}: {listed - got}")

    def check_categories(self, articles):
        given = {article["id"]: article["category"] for article in articles if article["category"] is not None}
        for part in ("kept", "seen", "drawn"):
            judged = judgements(part)
            stated = {id: right for id, right in judged.items() if id in given}
            self.assertGreaterEqual(len(stated), LEAST_STATED_CATEGORIES * len(judged), part)
            right = sum(given[id] in categories for id, categories in stated.items())
            self.assertGreaterEqual(right, LEAST_RIGHT_CATEGORIES * len(stated), part)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
