#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""trawl-indexer as users run it, in an empty directory: its output, its exit code, and the files it leaves.

    indexer_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import fcntl
import json
import lzma
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from small_site import SOURCES, Site, article, expected_count, feed, words  # noqa: E402

INDEXER = str(BIN / "trawl-indexer")


def run(*arguments, text="", **more):
    return subprocess.run([INDEXER, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=120, check=False, **more)


def rows(count, seed="row"):
    return "".join(json.dumps({"url": f"https://rows.example/{seed}/{i}", "title": f"Row {i}",
                               "text": words(f"{seed} {i}", 90)}) + "\n" for i in range(count))


class Indexer(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="trawl indexer "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = self.folder / "data"
        self.catalogue = self.folder / "sources.json"
        self.catalogue.write_text(json.dumps(SOURCES))

    def importing(self, *files, text="", data=None):
        return run("import", "--data", data or self.data, "--sources", self.catalogue, *files, text=text)

    def articles(self):
        return {row["id"]: row for row in map(json.loads, run("export", "--data", self.data).stdout.splitlines())}

    def ends(self, done, code, *parts):
        self.assertEqual(done.returncode, code, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    # crawling

    def test_a_second_crawl_asks_only_for_what_is_due(self):
        with Site(20) as site:
            crawl = site.arguments(self.folder, self.data)
            self.ends(run(*crawl), 0)
            first, before = self.articles(), len(site.log)
            self.assertEqual(len(first), expected_count(20))
            self.assertIn("robots.txt", str(site.asked()))
            self.assertNotIn("/posts/private/x/", str(site.asked()))
            self.ends(run(*crawl), 0)
            again = site.asked(before)
            self.assertEqual({status for _, _, status in again}, {304})
            self.assertEqual({path for _, path, _ in again}, {"/sitemap.xml", "/feed.xml"})
            self.assertEqual(self.articles(), first)
            self.ends(run("index", "check", "--data", self.data), 0)

    def test_a_changed_article_keeps_its_name_and_time(self):
        with Site(3) as site:
            crawl = site.arguments(self.folder, self.data)
            self.ends(run(*crawl), 0)
            first = self.articles()
            url = "http://second.example/news/7.html"
            site.pages[url] = (200, "text/html", article("second 7, corrected"), {})
            status, kind, body, headers = site.pages["http://second.example/feed.xml"]
            site.pages["http://second.example/feed.xml"] = (status, kind, body.replace("A teaser.", "Corrected."), headers)
            self.ends(run(*crawl), 0)
            second = self.articles()
            self.assertEqual(second.keys(), first.keys())
            changed = [a for a in second.values() if a["url"] == url]
            self.assertEqual(len(changed), 1)
            self.assertNotEqual(changed[0]["text"], first[changed[0]["id"]]["text"])
            self.assertEqual(changed[0]["indexed"], first[changed[0]["id"]]["indexed"])

    def test_a_source_that_fails_is_reported_and_the_others_are_crawled(self):
        with Site(3) as site:
            crawl = site.arguments(self.folder, self.data)
            site.pages["http://second.example/feed.xml"] = (200, "text/html", article("no feed at all"), {})
            self.ends(run(*crawl), 6, "second")
            site.pages["http://second.example/feed.xml"] = (200, "application/xml", feed("Second", []), {})
            self.ends(run(*crawl, "--recheck"), 6, "lists no articles")
            self.assertEqual(len(self.articles()), 3)
        self.ends(run(*crawl, "--recheck"), 4, "first", "second")

    def test_rebuild_needs_no_network_and_changes_nothing(self):
        with Site(10) as site:
            self.ends(run(*site.arguments(self.folder, self.data)), 0)
        first = self.articles()
        shutil.rmtree(self.data / "index")
        self.ends(run("index", "rebuild", "--data", self.data, "--sources", self.catalogue), 0)
        self.assertEqual(self.articles(), first)
        self.ends(run("index", "check", "--data", self.data), 0, f"{len(first)} articles")
        self.ends(run("index", "compact", "--data", self.data), 0)
        self.ends(run("index", "check", "--data", self.data), 0)

    def test_a_source_keeps_its_name_without_the_catalogue_it_was_crawled_by(self):
        with Site(1) as site:
            self.ends(run(*site.arguments(self.folder, self.data)), 0)
        self.ends(run("index", "rebuild", "--data", self.data), 0)
        listed = subprocess.run([BIN / "trawl", "sources", "--data", self.data], capture_output=True, text=True, check=True).stdout
        self.assertTrue("First" in listed and "Second" in listed, listed)

    def test_a_rebuild_reads_by_the_catalogue_as_it_is_now(self):
        with Site(1) as site:
            self.ends(run(*site.arguments(self.folder, self.data)), 0)
        sources = json.loads((self.data / "sources.json").read_text())
        sources["sources"][1]["rules"] = {"title": "p"}
        (self.data / "sources.json").write_text(json.dumps(sources))
        self.ends(run("index", "rebuild", "--data", self.data), 0, "10 changed")
        self.assertEqual({row["title"].startswith("The story of") for row in self.articles().values() if "second" in row["url"]}, {False})

    def test_an_export_to_a_full_disk_is_an_error(self):
        self.ends(self.importing("-", text=rows(3)), 0)
        with open("/dev/full", "w") as full:
            done = subprocess.run([INDEXER, "export", "--data", self.data], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.ends(done, 7, "cannot write")

    # importing

    def test_rows_come_from_files_and_from_standard_input_and_what_is_compressed_is_refused_with_a_sentence(self):
        plain, packed = self.folder / "a.jsonl", self.folder / "c.jsonl.xz"
        plain.write_text(rows(5, "a"))
        packed.write_bytes(lzma.compress(rows(5, "c").encode()))
        self.ends(self.importing(packed), 2, "c.jsonl.xz", "xzcat FILE | trawl import -")
        self.ends(self.importing(plain, "-", text=lzma.decompress(packed.read_bytes()).decode()), 0, "10 rows: 10 new")
        self.ends(self.importing(plain), 0, "5 rows: 0 new, 0 replaced, 5 duplicates")
        self.assertEqual(len(self.articles()), 10)

    def test_a_bad_row_is_reported_with_its_line_and_stops_nothing(self):
        text = rows(1, "a") + "no json\n" + '{"url": "ftp://x/", "text": "t"}\n' + rows(1, "b")
        self.ends(self.importing("-", text=text), 6, "-, line 2: ", "-, line 3: ", "2 new", "2 rejected")
        self.ends(self.importing(self.folder / "missing.jsonl"), 2, "missing.jsonl")

    def test_a_row_that_changed_replaces_the_old_one(self):
        row = {"url": "https://rows.example/1", "title": "One", "text": words("first", 90)}
        self.importing("-", text=json.dumps(row))
        self.ends(self.importing("-", text=json.dumps({**row, "title": "Uno"})), 0, "1 replaced")
        self.assertEqual([a["title"] for a in self.articles().values()], ["Uno"])

    def test_a_page_is_imported_under_its_own_address(self):
        page, nameless = self.folder / "page.html", self.folder / "nameless.html"
        page.write_text(article("page", '<link rel=canonical href="https://pages.example/one">'))
        nameless.write_text(article("nameless"))
        self.ends(self.importing(page, nameless), 6, "nameless.html", "--url")
        self.assertEqual([a["url"] for a in self.articles().values()], ["https://pages.example/one"])

    # mistakes and trouble

    def test_wrong_usage_is_two(self):
        self.assertEqual(run("crawl", "--no-such-flag").returncode, 2)
        self.assertEqual(run().returncode, 2)
        self.ends(run("crawl", "frist", "--data", self.data, "--sources", self.catalogue), 2, "did you mean first?")
        for words in (["--max-pages", "-1"], ["--delay", "nan"], ["--timeout", "0"]):
            self.assertEqual(run("crawl", *words, "--data", self.data, "--sources", self.catalogue).returncode, 2, words)
        self.assertEqual(run("--help").returncode, 0)
        self.assertIn("Examples", run("import", "--help").stdout)

    def test_a_second_writer_is_rejected_and_told_who_writes(self):
        self.importing("-", text=rows(1))
        with (self.data / "lock").open("r+") as held:
            fcntl.lockf(held, fcntl.LOCK_EX)
            self.ends(self.importing("-", text=rows(1)), 5, "another process is writing here")

    def test_what_works_on_stored_articles_says_where_there_are_none_and_makes_nothing(self):
        for command in (["export"], ["remove", "https://a.example/1"], ["index", "rebuild"], ["index", "compact"], ["index", "check"]):
            self.ends(run(*command, "--data", self.data), 3, f"{self.data}: nothing has been crawled or imported yet")
            self.assertFalse(self.data.exists(), command)

    def test_a_configuration_that_others_can_change_is_refused_whichever_way_it_came(self):
        config = self.folder / "config.toml"
        config.write_text("quiet = true\n")
        for program, *words in (["trawl", "stats"], ["trawl", "export"], ["trawl-indexer", "export"], ["trawl-searchd", "--listen", "127.0.0.1:0"]):
            for mode, owner in ((0o666, os.geteuid()), *([(0o600, 65534)] if os.geteuid() == 0 else [])):
                os.chown(config, owner, -1)
                config.chmod(mode)
                for options, named in ((["--config", config], "/dev/null"), ([f"--config={config}"], "/dev/null"), ([], config)):
                    done = subprocess.run([BIN / program, *words, "--data", self.data, *options], capture_output=True, text=True, timeout=60,
                                          check=False, env={**os.environ, "TRAWL_CONFIG": str(named)})
                    self.ends(done, 2, f"{config}: ", "other users can change" if mode == 0o666 else "belongs to another user")

    def test_a_file_in_the_place_of_the_data_directory_is_called_one(self):
        self.data.write_text("")
        for program, *words in (["trawl", "kernel"], ["trawl", "stats"], ["trawl-indexer", "import", self.catalogue], ["trawl-indexer", "crawl"],
                                ["trawl-searchd", "--listen", "127.0.0.1:0"]):
            done = subprocess.run([BIN / program, *words, "--data", self.data], capture_output=True, text=True, timeout=60, check=False)
            self.ends(done, 2, f"{self.data}: is a file, not a directory; choose another directory")

    def test_a_configuration_that_is_a_pipe_is_not_waited_for(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for program, *words in (["trawl", "stats"], ["trawl", "export"], ["trawl-indexer", "export"], ["trawl-searchd", "--listen", "127.0.0.1:0"]):
            for options, named in ((["--config", pipe], "/dev/null"), ([f"--config={pipe}"], "/dev/null"), ([], pipe)):
                done = subprocess.run([BIN / program, *words, "--data", self.data, *options], capture_output=True, text=True, timeout=60,
                                      check=False, env={**os.environ, "TRAWL_CONFIG": str(named)})
                self.ends(done, 2, f"{pipe}: this is a pipe")
        self.assertEqual(list(self.data.rglob("*")), [])

    def test_what_a_pipe_brings_is_imported(self):
        (self.folder / "rows.jsonl").write_text(rows(1), encoding="utf-8")
        os.mkfifo(self.folder / "pipe")
        for number, words in enumerate(("trawl-indexer import <(cat rows.jsonl)", "cat rows.jsonl > pipe & trawl-indexer import pipe",
                                        "cat rows.jsonl | trawl-indexer import -", "trawl-indexer import <(true) rows.jsonl")):
            done = subprocess.run(["bash", "-c", f"{words} --data {number}"], cwd=self.folder, capture_output=True, text=True, timeout=60,
                                  check=False, env={**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"})
            self.ends(done, 0, "1 row: 1 new")

    def test_a_catalogue_of_brackets_and_a_store_that_is_a_pipe_are_refused(self):
        self.data.mkdir()
        catalogue = self.data / "sources.json"
        for size, said in ((30, "larger than"), (10, "is not valid JSON")):
            catalogue.write_text("[" * (size << 20))
            done = run("sources", "list", "--data", self.data, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (400 << 20,) * 2))
            self.assertIn(said, done.stderr)
            self.assertNotEqual(done.returncode, 0)
        catalogue.unlink()
        os.mkfifo(self.data / "crawl.db")
        for command in (["export"], ["import", "-"], ["index", "rebuild"], ["index", "status"]):
            self.ends(run(*command, "--data", self.data), 3, "is not a plain file")

    def test_a_command_that_brought_nothing_leaves_nothing(self):
        for command, code in ((["import", self.folder / "nonexist"], 2), (["import", "-"], 6), (["import", "-", "--min-free", 1_000_000_000], 7),
                              (["add", "http://127.0.0.1:1/x", "--allow-address", "127.0.0.1:1"], 4), (["index", "restore", self.folder / "nonexist"], 2),
                              (["index", "restore", SOURCE / "schema"], 2)):
            self.ends(run(*command, "--data", self.data, text="no row\n"), code)
            self.assertFalse(self.data.exists(), command)
        self.data.symlink_to(self.folder / "a disk that is not mounted")
        run("import", "-", "--data", self.data, text="no row\n")
        run("export", "--data", self.data)
        self.assertTrue(self.data.is_symlink())
        self.data.unlink()
        unreachable = ["--proxy", "http://127.0.0.1:1", "--sources", self.catalogue]
        run("crawl", "--data", self.data, *unreachable)  # when each source is tried again is worth keeping
        self.ends(run("import", self.folder / "nonexist", "--data", self.data), 2)
        self.assertIn("failing", run("sources", "status", "--data", self.data, "--sources", self.catalogue).stdout)

    def test_a_damaged_store_is_reported(self):
        self.data.mkdir()
        (self.data / "crawl.db").write_bytes(b"x" * 5000)
        self.ends(self.importing("-", text=rows(1)), 3, "crawl.db")

    def test_everything_in_the_data_directory_is_its_owners_alone(self):
        self.data.parent.mkdir(exist_ok=True)
        self.ends(run("import", "--data", self.data, "-", text=rows(3), umask=0), 0)
        with sqlite3.connect(self.data / "crawl.db") as held:  # so that its other files are there
            held.execute("SELECT count(*) FROM sqlite_master")
            for path in [self.data, *self.data.rglob("*")]:
                self.assertEqual(path.stat().st_mode & 0o777, 0o700 if path.is_dir() else 0o600, path)
        self.assertIn("crawl.db", {path.name for path in self.data.iterdir()})
        self.assertIn("lock", {path.name for path in self.data.iterdir()})

    @unittest.skipUnless(os.geteuid() == 0, "only root can give a directory away")
    def test_a_directory_of_another_user_is_not_written_to(self):
        self.ends(self.importing("-", text=rows(3)), 0)
        os.chown(self.data, 65534, 65534)
        before = {path: path.stat().st_mtime_ns for path in self.data.rglob("*")}
        known = json.loads((SOURCE / "schema/sources.json").read_text())["sources"][0]["id"]
        for command in (["import", "-"], ["index", "rebuild"], ["index", "compact"], ["sources", "disable", known]):
            self.ends(run(*command, "--data", self.data), 3, "belongs to the user nobody")
        self.assertEqual(before, {path: path.stat().st_mtime_ns for path in self.data.rglob("*")})

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_read_only_directory_is_reported(self):
        self.data.mkdir(mode=0o500)
        self.ends(self.importing("-", text=rows(1)), 3, str(self.data))

    def test_a_full_disk_loses_nothing_that_was_committed(self):
        self.data.mkdir()
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(self.data)], check=False, capture_output=True).returncode != 0:
            self.skipTest("needs permission to mount a small file system")
        try:
            self.ends(self.importing("-", "--min-free", "0", text=rows(500, "kept")), 0)
            full = self.importing("-", "-q", "--min-free", "0", text=rows(20000, "lost"))  # without progress
            self.assertEqual(full.returncode, 7, full.stderr)
            self.assertEqual(len(full.stderr.strip().splitlines()), 1, full.stderr)
            kept = [a for a in self.articles().values() if "/kept/" in a["url"]]
            self.assertEqual(len(kept), 500)
        finally:
            subprocess.run(["umount", str(self.data)], check=True)

    # the catalogue

    def test_sources_are_added_disabled_and_removed(self):
        with Site(3) as site:
            site.pages["http://third.example/"] = (200, "text/html", '<html><head><link rel=alternate type="application/rss+xml" href="/feed" title="Third"></head></html>', {})
            site.pages["http://third.example/feed"] = (200, "application/rss+xml", feed("Third", [("One", "http://third.example/1", "", "x")]), {})
            network = ["--proxy", f"http://127.0.0.1:{site.port}", "--allow-address", f"127.0.0.1:{site.port}", "--delay", "0"]
            catalogue = ["--sources", self.catalogue]
            self.ends(run("sources", "add", "http://third.example/", *catalogue, *network), 0, "third-example")
            listed = run("sources", "list", *catalogue).stdout
            self.assertIn("http://third.example/feed", listed)
            self.assertEqual(run("sources", "test", "third-example", *catalogue, *network).returncode, 0)
        self.ends(run("sources", "disable", "third-example", *catalogue), 0)
        self.assertIn("(disabled)", run("sources", "list", *catalogue).stdout)
        self.ends(run("sources", "remove", "third-example", *catalogue), 2, "--yes")
        self.ends(run("sources", "remove", "third-example", "--yes", *catalogue), 0)
        self.assertNotIn("third", run("sources", "list", *catalogue).stdout)

    def test_opml_is_exported_and_imported(self):
        opml = run("sources", "export", "--opml", "--sources", self.catalogue).stdout
        self.assertIn("http://second.example/feed.xml", opml)
        empty = self.folder / "empty.json"
        empty.write_text('{"sources": []}')
        self.ends(run("sources", "import", "-", "--sources", empty, text=opml), 0, "1 source added")
        self.ends(run("sources", "import", "-", "--sources", empty, text=opml), 0, "0 sources added")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
