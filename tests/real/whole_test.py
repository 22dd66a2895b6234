#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A first fill of sixteen mirrored blogs: every article that a feed, sitemap or list page names, those that only other
articles link to, and nothing that is no article; the same again from the store alone.

    whole_test.py BIN_DIR SOURCE_DIR
"""
import json
import lzma
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mirror import ServedMirror, documents, trawl
from real_data import collection

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
WEB = collection(SOURCE, "web")

# Of what no entrance names more may be missing: pages that nothing links to. One named page of a site may be a table of
# contents, which is no article.
LEAST_NAMED, LEAST_WHOLE = 0.95, 0.98


def key(url):
    """What two spellings of one address share."""
    parts = urlsplit(url)
    path = unquote(parts.path).removesuffix("index.html").rstrip("/").removesuffix(".html")
    return (parts.hostname or "").removeprefix("www.") + path


def named_by_entrances():
    """The articles of each site that stand in one of its feeds, its sitemap or its list page."""
    named = {}
    with lzma.open(WEB / "expected.jsonl.xz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["is_article"] and row["page_held"] and row["via"] != "page":
                named.setdefault(row["site"], set()).add(key(row["url"]))
    return named


class Whole(unittest.TestCase):
    def test_a_first_fill_gets_what_any_entrance_names_and_no_listing(self):
        with tempfile.TemporaryDirectory(prefix="trawl whole ") as name:
            folder = Path(name)
            with ServedMirror(WEB, folder) as served:
                done = trawl(BIN, folder, *served.crawl_words(), "--backfill")
                self.assertIn(done.returncode, (0, 6), done.stderr)
                found = documents(BIN, folder)
                self.check(folder, found)
                asked = len(served.requests())
                trawl(BIN, folder, *served.crawl_words(), "--backfill", "--recheck")
                again = [r["path"] for r in served.requests(since=asked) if r["status"] == 200]
                pages = [path for path in again if not path.endswith((".txt", ".xml"))]  # an index of sitemaps is asked without conditions
                self.assertEqual(pages, [], "the second fill fetched pages again")
                self.assertEqual(documents(BIN, folder), found, "the second fill changed documents")
            self.assertEqual(trawl(BIN, folder, "index", "rebuild").returncode, 0)
            self.assertEqual(documents(BIN, folder), found, "the rebuild changed documents")

    def check(self, folder, found):
        crawl = folder / "crawl.jsonl"
        crawl.write_text("\n".join(found), encoding="utf-8")
        done = subprocess.run([sys.executable, WEB / "check_crawl.py", crawl, "--whole", "--json"], capture_output=True, text=True, check=False)
        result = json.loads(done.stdout)
        listings = {site: row["listing"] for site, row in result["sites"].items() if row["listing"]}
        self.assertEqual(listings, {}, "pages that are no articles")
        self.assertGreaterEqual(result["total"]["recall"], LEAST_WHOLE, done.stdout)
        got = {key(json.loads(document)["url"]) for document in found}
        for site, named in named_by_entrances().items():
            self.assertLessEqual(len(named - got), max(1, (1 - LEAST_NAMED) * len(named)), f"{site}: {named - got}")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
