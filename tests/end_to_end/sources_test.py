#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The catalogue and backups as users work with them: adding, testing and viewing sources, rules of a source, exit codes
without any data, backing everything up and restoring it.

    sources_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from small_site import SOURCES, Site, expected_count, page, words  # noqa: E402

INDEXER = str(BIN / "trawl-indexer")
FIRST, SECOND = "http://first.example/", "http://second.example/"


def run(*arguments, program=INDEXER, **more):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False, **more)


class Sources(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="trawl sources "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data, self.catalogue = self.folder / "data", self.folder / "sources.json"
        self.catalogue.write_text('{"sources": []}')

    def ends(self, done, code, *parts):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for part in parts:
            self.assertIn(part, done.stdout + done.stderr)
        return done

    def sources(self, site, *words):
        network = ["--proxy", f"http://127.0.0.1:{site.port}", "--allow-address", f"127.0.0.1:{site.port}"] if words[0] in ("add", "test") else []
        return run("sources", *words, "--data", self.data, "--sources", self.catalogue, *network)

    def exported(self, data=None):
        return sorted(run("export", "--data", data or self.data).stdout.splitlines())

    def test_inspect_reads_a_page_from_its_address(self):
        with Site(8) as site:
            site.pages[SECOND + "essay"] = (200, "text/html", page("An essay", "<p>Hello from the network, said at some length.</p>"), {})
            network = ["--proxy", f"http://127.0.0.1:{site.port}", "--allow-address", f"127.0.0.1:{site.port}"]
            found = self.ends(run("inspect", "article", SECOND + "essay", *network), 0, "Hello from the network", "An essay")
            self.assertEqual(json.loads(found.stdout)["id"], SECOND + "essay")
            self.ends(run("inspect", "article", SECOND + "none", *network, "--delay", 0), 4, "the server answered 404")
            self.ends(run("inspect", "article", FIRST + "posts/private/x/", *network, "--delay", 0), 4, "robots.txt forbids it")
            self.ends(run("inspect", "robots", FIRST + "robots.txt", FIRST + "posts/private/x/", *network), 0, '"allowed": false')
            self.assertNotIn(FIRST + "posts/private/x/", str(site.log))

    def test_add_says_what_it_chose_and_why(self):
        with Site(8) as site:
            front = '<link rel=alternate type="application/rss+xml" href=/none.xml><link rel=alternate type="application/rss+xml" href=/feed.xml>'
            site.pages[SECOND] = (200, "text/html", page("Second", "<p>hello</p>", front), {})
            site.pages[FIRST] = (200, "text/html", page("First", "<p>hello</p>"), {})
            self.ends(self.sources(site, "add", SECOND), 0, "/feed.xml, because the page declares it; it lists 10 URLs")
            self.ends(self.sources(site, "add", SECOND), 0, "is already in the catalogue, as second-example")
            robots = "User-agent: *\nDisallow: /posts/private/\nSitemap: http://first.example/map.xml\n"
            site.pages[FIRST + "robots.txt"] = (200, "text/plain", robots, {})
            site.pages[FIRST + "map.xml"] = site.pages.pop(FIRST + "sitemap.xml")
            self.ends(self.sources(site, "add", FIRST), 0, "first.example/map.xml, because the site has a sitemap but no feed", "first\\.example/posts/(?!\\d+/?$)[^/?#]+")
            self.ends(self.sources(site, "show", "second-example"), 0, '"url": "http://second.example/feed.xml"')
            self.ends(self.sources(site, "test", "second-example"), 0, "10 URLs, 10 of them articles", "title     The story of first 0")
            self.ends(self.sources(site, "test", SECOND), 0, "because the page declares it")
            self.assertFalse(self.data.exists(), "nothing is stored")
            self.ends(self.sources(site, "disable", "first-example"), 0)
            self.ends(self.sources(site, "list"), 0, "(disabled)")
            self.ends(self.sources(site, "show", "secnd-example"), 2, "did you mean second-example?")

    def add(self, site, *urls, program=INDEXER):
        self.catalogue.write_text(json.dumps(SOURCES))
        return run("add", *urls, "--data", self.data, "--sources", self.catalogue, "--delay", 0, "--proxy", f"http://127.0.0.1:{site.port}",
                   "--allow-address", f"127.0.0.1:{site.port}", program=program)

    def test_the_trouble_with_an_address_that_was_mended_is_forgotten(self):
        with Site(8) as site:
            network = ["--delay", 0, "--proxy", f"http://127.0.0.1:{site.port}", "--allow-address", f"127.0.0.1:{site.port}"]
            source = {"id": "second", "label": "Second", "homepage": SECOND, "kind": "feed", "url": SECOND + "old.xml"}
            for name, code in (("old.xml", 4), ("feed.xml", 0)):
                source["url"] = SECOND + name
                self.catalogue.write_text(json.dumps({"sources": [source]}))
                self.ends(run("crawl", "--data", self.data, "--sources", self.catalogue, *network), code)
            self.assertNotIn("old.xml", run("sources", "status", "--data", self.data, "--sources", self.catalogue).stdout)

    def test_one_page_is_added_without_asking_any_feed(self):
        with Site(8) as site:
            essay = "http://third.example/essay"
            site.pages[essay] = (200, "text/html", page("An essay", "<p>" + words("essay", 120) + "</p>"), {})
            site.pages["http://third.example/old"] = (301, "text/html", "", {"Location": "/essay"})
            done = self.ends(self.add(site, "http://third.example/old", FIRST + "posts/003/"), 0, "An essay", "The story of first 3")
            self.assertEqual(sorted(url for url, _ in site.log if "robots" not in url),
                             sorted([essay, "http://third.example/old", FIRST + "posts/003/"]))
            rows = {row["url"]: row for row in map(json.loads, self.exported())}
            self.assertEqual({url: row["source"] for url, row in rows.items()}, {essay: "third-example", FIRST + "posts/003/": "first"})
            self.assertIn(rows[essay]["id"], done.stdout)
            asked = len(site.log)
            self.ends(self.add(site, essay), 0, "An essay  (already here)")
            self.assertEqual(len(site.log), asked, "what is here is not fetched again")
            self.ends(run("index", "rebuild", "--data", self.data, "--sources", self.catalogue), 0)
            self.assertEqual({json.loads(row)["url"] for row in self.exported()}, set(rows), "a rebuild keeps it")

    def test_pages_of_sites_whose_names_read_alike_have_sources_of_their_own(self):
        with Site(8) as site:
            urls = ["http://x-co.uk/one", "http://x.co.uk/two", "http://x.co.uk/three"]
            for url in urls:
                site.pages[url] = (200, "text/html", page("An essay at " + url, "<p>" + words(url[-3:], 120) + "</p>"), {})
            self.ends(self.add(site, *urls), 0)
            rows = {row["url"]: row for row in map(json.loads, self.exported())}
            self.assertEqual([rows[url]["source"] for url in urls], ["x-co-uk", "x-co-uk-2", "x-co-uk-2"])

    def test_a_page_that_cannot_be_added_is_named_with_the_reason(self):
        with Site(8) as site:
            self.ends(self.add(site, FIRST + "posts/000/", FIRST + "posts/private/x/"), 6, "robots.txt")
            self.ends(self.add(site, FIRST + "posts/gone/"), 4, FIRST + "posts/gone/", "the server answered 404")
            self.ends(self.add(site, FIRST + "posts/hidden/"), 4, FIRST + "posts/hidden/: the page asks not to be indexed")
            self.ends(self.add(site, "http://nosuch.invalid/x"), 4, "nosuch.invalid")
            self.ends(self.add(site, "ftp://first.example/x"), 2, "not an http or https address")
            site.pages[FIRST + "posts/gone/"] = (200, "text/html", page("It is back", "<p>" + words("back", 120) + "</p>"), {})
            self.ends(self.add(site, FIRST + "posts/gone/"), 0, "It is back")

    def test_what_was_kept_elsewhere_is_fetched(self):
        with Site(8) as site:
            kept = self.folder / "kept.csv"
            kept.write_text(f"title,url,time_added,tags,status\nOne,{FIRST}posts/001/,1,,unread\nTwo,{FIRST}posts/002/,2,,archive\nFront,{FIRST},3,,\n")
            self.ends(self.add(site, "--from", kept), 0, "The story of first 1", "The story of first 2")
            self.assertEqual(len(self.exported()), 2)
            self.ends(self.add(site), 2, "--from")
            kept.write_text("nothing")
            self.ends(self.add(site, "--from", kept), 6, str(kept), "no address of an article")

    def test_an_address_that_cannot_be_added_does_not_undo_the_others(self):
        with Site(8) as site:
            site.pages[FIRST] = (200, "text/html", page("First", "<p>hello</p>"), {})
            self.ends(self.sources(site, "add", FIRST, "http://nosuch.example/"), 6, "nosuch.example")
            self.ends(self.sources(site, "list"), 0, "first-example")
            self.ends(self.sources(site, "add", "nosuch.example/blog"), 4, "https://nosuch.example/blog")

    def test_the_rules_of_a_source_apply_to_its_pages(self):
        with Site(3) as site:
            source = dict(SOURCES["sources"][0], rules={"title": "p", "remove": "p:hover"})
            self.catalogue.write_text(json.dumps({"sources": [source]}))
            self.ends(self.sources(site, "list"), 6, 'sources.json, source first, rule "remove": the selector "p:hover"', "at character 2")
            source["rules"] = {"title": "article p", "content": "article p"}
            self.catalogue.write_text(json.dumps({"sources": [source]}))
            self.ends(self.sources(site, "test", "first"), 0, "title from rule: title", "text from rule: content")

    def test_a_missing_or_empty_data_directory_is_reported_as_such(self):
        for words in (["index", "check"], ["export"], ["sources", "status"], ["index", "backup", self.folder / "x"]):
            self.ends(run(*words, "--data", self.data), 3, "nothing has been crawled or imported yet")
        file = self.folder / "file"
        file.write_text("x")
        for words in (["index", "check"], ["export"], ["sources", "status"], ["crawl"], ["index", "rebuild"]):
            self.ends(run(*words, "--data", file), 2, "is a file, not a ")
        self.catalogue.write_text('{"sources": []}')
        self.ends(run("crawl", "--data", self.data, "--sources", self.catalogue), 0, "there is no source to crawl; add one with `trawl sources add URL`")
        self.catalogue.write_text('{"sources": [')
        self.ends(run("crawl", "--data", self.data, "--sources", self.catalogue), 6, "is not valid JSON (byte")
        self.ends(run("crawl", "--data", self.data, "--sources", self.folder / "none"), 2, "No such file")

    def test_a_backup_is_restored_unchanged(self):
        backup, other = self.folder / "saved", self.folder / "other"
        with Site(8) as site:
            self.ends(run(*site.arguments(self.folder, self.data)), 0)
        before = self.exported()
        self.assertEqual(len(before), expected_count(8))
        self.ends(run("index", "backup", backup, "--data", self.data), 0, f"{len(before)} articles")
        self.ends(run("index", "restore", backup, "--data", other), 0, f"{len(before)} articles restored")
        self.assertEqual(self.exported(other), before)
        self.ends(run("index", "check", "--data", other), 0, "the index is complete")
        self.assertEqual(sorted(p.name for p in other.iterdir() if not p.name.startswith("crawl.db-")), ["crawl.db", "index", "lock", "sources.json"])
        self.ends(run("index", "restore", backup, "--data", other), 2, "use --yes to replace what is there")
        self.ends(run("index", "restore", backup, "--data", other, "--yes"), 0)
        self.ends(run("index", "check", "--data", other), 0)
        damaged = bytearray((backup / "crawl.db").read_bytes())
        damaged[5000:9000] = b"x" * 4000
        (backup / "crawl.db").write_bytes(damaged)
        self.ends(run("index", "restore", backup, "--data", other, "--yes"), 3, "damaged")
        self.ends(run("index", "restore", self.folder / "none", "--data", other, "--yes"), 2, "there is no backup here")
        self.assertEqual(self.exported(other), before, "a failed restore leaves all as it was")

    @unittest.skipUnless(os.getuid() == 0, "needs another user for whom the folder is closed")
    def test_a_folder_that_cannot_be_written_can_be_read(self):
        with Site(3) as site:
            self.ends(run(*site.arguments(self.folder, self.data)), 0)
        before = self.exported()
        program = shutil.copy(INDEXER, self.folder)             # the build may be in a folder that is closed to others
        for path in [self.folder, self.data, *self.data.rglob("*")]:
            os.chmod(path, 0o555 if path.is_dir() else 0o444)
        nobody = {"program": program, "cwd": "/", "user": 65534, "group": 65534, "extra_groups": []}
        done = self.ends(run("export", "--data", self.data, **nobody), 0)
        self.assertEqual(sorted(done.stdout.splitlines()), before)
        self.ends(run("index", "check", "--data", self.data, **nobody), 0, "the index is complete")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
