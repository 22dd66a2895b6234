#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A crawl of malicious sites, each with a different attack: each gives an error that describes it, and a good source
among them loses nothing.

    hostile_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from attacks import CALENDAR, INSIDE, attacks, calendar  # noqa: E402
from hostile_server import HostileServer, answer, xml  # noqa: E402
from small_site import article, feed  # noqa: E402

INDEXER = str(BIN / "trawl-indexer")
GOOD = 10           # articles of the good source
MEMORY_MB = 400     # for the whole crawl
PATIENT = 250       # seconds that no answer takes, however busy the machine is
IMPATIENT = 3       # for those that never answer
OURS = "zwiebelkrone-4711"  # the content of a file of this machine, which occurs nowhere else


def run(*arguments, **more):
    return subprocess.run([INDEXER, *map(str, arguments)], capture_output=True, text=True, errors="surrogateescape", timeout=280,
                          check=False, **more)


def source(name, url, kind="feed"):
    return {"id": name, "label": name, "homepage": url.rsplit("/", 1)[0] + "/", "kind": kind, "url": url}


def good_site(server):
    pages = {f"/{i}": answer(article(f"good {i}")) for i in range(GOOD)}
    items = [(f"The story of good {i}", server.url("good.localhost", f"/{i}"), "", "") for i in range(GOOD)]
    return {**pages, "/feed": xml(feed("Good", items))}


class Folder:
    """A data directory, a catalogue, and commands that use them."""

    def __init__(self, server, sources, folder):
        self.server, self.data, self.catalogue = server, folder / "data", folder / "sources.json"
        self.catalogue.write_text(json.dumps({"sources": sources}))

    def crawl(self, *words, timeout=PATIENT, **more):
        return run("crawl", "--data", self.data, "--sources", self.catalogue, "--delay", "0", "--timeout", timeout, "--allow-address",
                   f"127.0.0.1:{self.server.port}", *words, **more)

    def status(self, name, *options):
        return run("sources", "status", name, *options, "--data", self.data, "--sources", self.catalogue).stdout

    def articles(self):
        return [json.loads(line) for line in run("export", "--data", self.data).stdout.splitlines()]


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="trawl hostile ")
        cls.server = HostileServer({}).__enter__()
        ours = Path(cls.folder.name, "ours.txt")
        ours.write_text(OURS, encoding="utf-8")
        cls.attacks = list(attacks(cls.server.url, SOURCE / "tests/data/fetch", ours.as_uri()))
        cls.server.sites.update({f"{attack.name}.localhost": attack.site for attack in cls.attacks})
        cls.server.sites["good.localhost"] = good_site(cls.server)
        sources = [source(a.name, cls.server.url(f"{a.name}.localhost", "/feed"), a.kind) for a in cls.attacks]
        sources.append(source("good", cls.server.url("good.localhost", "/feed")))
        cls.crawled = Folder(cls.server, sources, Path(cls.folder.name))
        proxies = {name: f"http://{INSIDE}:{cls.server.port}" for name in ("http_proxy", "HTTP_PROXY", "all_proxy")}
        silent = [attack.name for attack in cls.attacks if attack.never_answers]
        cls.done = cls.crawled.crawl(*(one["id"] for one in sources if one["id"] not in silent), env={**os.environ, **proxies})
        cls.report = cls.done.stderr + cls.crawled.crawl(*silent, timeout=IMPATIENT).stderr
        cls.peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
        cls.found = cls.crawled.articles()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        cls.folder.cleanup()

    def urls(self, name):
        return sorted(a["url"] for a in self.found if a["source"] == name)

    def test_each_attack_gives_its_error(self):
        for attack in self.attacks:
            with self.subTest(attack=attack.name):
                status = self.crawled.status(attack.name)
                if attack.code is None:
                    self.assertIn("0 failures", status)
                else:
                    rows = [line for line in status.splitlines()[1:] if line.strip().startswith(attack.code + " ")]
                    self.assertTrue(rows, status)
                    self.assertIn(attack.sentence, rows[0])
                self.assertEqual(len(self.urls(attack.name)), attack.articles)

    def test_a_seed_that_fails_is_in_the_report_of_the_crawl(self):
        self.assertEqual(self.done.returncode, 6, self.done.stderr)
        for name, sentence in [("silent", "no answer in time"), ("bomb-gzip", "decodes to more than 100 times"), ("robots-500", "robots.txt")]:
            line = next(line for line in self.report.splitlines() if line.startswith(name + " "))
            self.assertIn(sentence, line)

    def test_the_good_source_loses_nothing(self):
        self.assertEqual(self.urls("good"), sorted(self.server.url("good.localhost", f"/{i}") for i in range(GOOD)))
        self.assertIn("good                 10 found, 10 new, 0 changed, 0 failed\n", self.done.stderr)
        self.assertTrue(all("stolen" not in a["text"] for a in self.found if a["source"] == "good"))

    def test_no_private_address_was_reached_in_any_spelling(self):
        self.assertEqual(set(self.server.hits), {"127.0.0.1"})
        source = json.loads(self.crawled.status("spellings", "--format", "json"))["sources"][0]
        self.assertGreaterEqual(source["failed_pages"], 15)
        self.assertEqual({failure["code"] for failure in source["failures"]}, {"address_refused"})

    def test_no_file_of_ours_is_in_an_article(self):
        answers = json.dumps(self.found, ensure_ascii=False)
        self.assertNotIn(OURS, answers)
        self.assertNotIn("lollol", answers)
        self.assertNotIn("\\u001b", json.dumps(self.found))

    def test_memory_stays_small(self):
        print(f"peak memory among {len(self.attacks)} hostile sites: {self.peak_mb:.0f} MB", file=sys.stderr)
        self.assertLess(self.peak_mb, MEMORY_MB)

    def test_the_crawl_leaves_traps(self):
        self.assertLess(sum(count for (host, _), count in self.server.asked.items() if host == "sitemaps.localhost"), 600)
        self.assertLessEqual(self.server.asked["silent.localhost", "/feed"], 3)


class Alone(unittest.TestCase):
    """Attacks that need a separate crawl."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="trawl hostile ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_crawl_leaves_an_endless_calendar(self):
        with HostileServer({}) as server:
            server.sites["calendar.localhost"] = calendar(server.url)
            folder = Folder(server, [source("calendar", server.url("calendar.localhost", CALENDAR), "page_list")], self.folder)
            done = folder.crawl("--backfill", "--max-pages", "300")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLess(sum(server.asked.values()), 900)

    def test_a_source_that_is_a_file_is_rejected(self):
        with HostileServer({}) as server:
            folder = Folder(server, [source("file", "file:///etc/hostname")], self.folder)
            done = folder.crawl()
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("http", done.stderr)

    def test_broken_tls_is_an_error(self):
        key, certificate = self.folder / "key", self.folder / "certificate"
        made = subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                               "-keyout", key, "-out", certificate, "-subj", "/CN=other.localhost", "-addext",
                               "subjectAltName=DNS:other.localhost"], capture_output=True, check=False)
        self.assertEqual(made.returncode, 0, made.stderr)
        story = lambda name: {"/feed": xml(feed(name, [])), "*": answer("", status=404)}
        with HostileServer({n: story(n) for n in ("wrong.localhost", "other.localhost")}, tls=(certificate, key)) as server:
            secure = lambda name: server.url(name, "/feed").replace("http:", "https:")
            sources = [source("wrong-name", secure("wrong.localhost")), source("self-signed", secure("other.localhost"))]
            folder = Folder(server, sources, self.folder)
            for name, words in [("self-signed", []), ("wrong-name", ["--ca-file", certificate])]:
                folder.crawl("--recheck", *words)
                self.assertIn("TLS failed", folder.status(name))
            self.assertIn("it lists no articles", folder.status("self-signed"))
        with HostileServer({}) as plain:
            folder = Folder(plain, [source("no-tls", plain.url("no-tls.localhost", "/feed").replace("http:", "https:"))], self.folder)
            folder.crawl()
            self.assertIn("TLS failed", folder.status("no-tls"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
