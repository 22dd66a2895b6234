#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A site, a catalogue and files whose names contain control sequences: none of them reaches the terminal in any
command, and feeds of such titles are well-formed.

    output_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import os
import pty
import random
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.request
import xml.parsers.expat
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from hostile_server import HostileServer, answer  # noqa: E402
from small_site import paragraphs  # noqa: E402

# ESC, BEL, C1's CSI, overrides and isolates of direction, invisible characters, tags, noncharacters.
EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066\u2069\u200b\u2028\ufeff\u061c\U000e0041\ufffe\U0001ffff"
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
                    "\ufffe\uffff\U000e0000-\U000e0fff]")
# What Trawl itself writes: colours, its links, the erasing of its progress line.
OWN = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;[ -~]*\x1b\\|\r\x1b\[K|\r+(?=\n)")


def on_terminal(*words, **more):
    """The output of the command if stdout and stderr are a terminal."""
    main, other = pty.openpty()
    process = subprocess.Popen([str(w) if isinstance(w, (str, Path)) else w for w in words], stdin=subprocess.DEVNULL, stdout=other,
                               stderr=other, env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "TRAWL_PAGER": "cat", "PAGER": "cat",
                                                  "TRAWL_CONFIG": "/dev/null"}, **more)
    os.close(other)
    out = b""
    while True:
        try:
            piece = os.read(main, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    os.close(main)
    process.wait(timeout=60)
    return out.decode(errors="replace")


class Output(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="trawl output ")
        root = Path(cls.folder.name)
        cls.data, cls.catalogue = root / "data", root / f"sources{EVIL[:4]}.json"
        cls.server = HostileServer({}).__enter__()
        here = cls.server.url("evil.localhost", "")
        title = "A &#27;]0;owned&#7; title &#x9b;31m &#x202e;reversed &#x2066; &#xfffe; &#xe0041; end"
        page = (f"<!doctype html><html lang=en><head><title>{title}</title><meta name=author content='Eve &#27;[2J &#x202e;'></head>"
                f"<body><article><h1>{title}</h1><pre>code \x1b[2J \x9b31m \u202e</pre>{paragraphs('evil')}</article></body></html>")
        items = "".join(f"<item><title>\x9b31m\u202eItem {i}</title><link>{here}/{i}\u202e</link><author>\u2066Eve</author></item>" for i in range(3))
        feed = f"<?xml version='1.0'?><rss version='2.0'><channel><title>\u202eFeed \x9b</title>{items}</channel></rss>"
        cls.server.sites["evil.localhost"] = {"/feed": answer(feed, "application/xml"), "/gone\x9b": answer("x", status=404),
                                              "/robots.txt": answer("", "text/plain"), "*": answer(page)}
        cls.catalogue.write_text(json.dumps({"sources": [
            {"id": "evil", "label": f"Label {EVIL}", "homepage": f"{here}/", "kind": "feed", "url": f"{here}/feed"},
            {"id": "dead", "label": f"Dead {EVIL}", "homepage": f"{here}/x", "kind": "feed", "url": f"{here}/none{EVIL}"}]}))
        cls.rows = root / f"rows{EVIL.replace(chr(0), '')[:6]}.jsonl"
        cls.rows.write_text("".join(json.dumps(row) + "\n" for row in [
            {"url": "https://a.example/1", "title": f"Row {EVIL} title", "text": f"kernel {EVIL} words " * 30, "authors": [f"Ann {EVIL}"],
             "tags": [f"t{EVIL}"], "source": "rows", "labels": {"rows": f"Rows {EVIL}"}},
            {"url": f"ftp://{EVIL}/", "text": "x"}, {"title": EVIL}]))
        cls.common = ["--data", cls.data]
        network = ["--sources", cls.catalogue, "--delay", "0", "--allow-address", f"127.0.0.1:{cls.server.port}"]
        cls.crawling = on_terminal(BIN / "trawl", "crawl", *cls.common, *network)
        cls.importing = on_terminal(BIN / "trawl", "import", cls.rows, *cls.common)
        cls.network = network

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        cls.folder.cleanup()

    def check_safe(self, name, shown):
        with self.subTest(command=name):
            left = UNSAFE.findall(OWN.sub("", shown))
            self.assertEqual(left, [], repr(shown[:1500]))
            self.assertNotIn("\x1b]0;", shown)

    def test_no_command_lets_a_control_character_through(self):
        self.check_safe("crawl", self.crawling)
        self.check_safe("import", self.importing)
        found = json.loads(subprocess.run([BIN / "trawl", "search", "--format", "json", "-n", "all", *map(str, self.common)], capture_output=True,
                                          check=True).stdout)
        ids = [hit["id"] for hit in found["hits"]]
        self.assertGreaterEqual(len(ids), 2)
        words = [["search", "kernel"], ["search"], ["search", "--explain", "kernel"], ["search", f"kernel {EVIL[1:]}"], ["stats"],
                 ["trending"], ["sources"], ["suggest", "ke"], ["facets", "author"], ["facets", "tag"], ["facets", "source"], ["facets", f"x{EVIL[1:]}"],
                 [f"--{EVIL[1:]}"], ["search", "--source", EVIL[1:]], ["show", EVIL[1:]], ["saved"], ["count", "kernel"]]
        words += [["search", "--format", f, "kernel"] for f in ("json", "jsonl", "tsv", "csv", "urls", "rss")]
        words += [[c, i] for i in ids for c in ("show", "related")]
        words += [["show", i, "--format", f] for i in ids for f in ("text", "json", "markdown")]
        words += [["sources", "list"], ["sources", "status"], ["sources", "status", "evil", "dead"], ["sources", "show", "evil"],
                  ["sources", "export"], ["sources", "export", "--opml"], ["export"], ["index", "check"], ["index", f"check{EVIL[1:]}"],
                  ["index", "backup", self.catalogue], ["index", "restore", f"{self.catalogue}"], ["import", self.rows.parent / f"no{EVIL[:5]}"]]
        for command in words:
            more = ["--sources", self.catalogue] if command[0] == "sources" and len(command) > 1 else []
            self.check_safe(command, on_terminal(BIN / "trawl", *command, *self.common, *more))
        self.check_safe("sources test", on_terminal(BIN / "trawl", "sources", "test", "evil", *self.common, *self.network))
        page = self.rows.with_name("page.html")
        page.write_text(f"<title>{EVIL[2:]}</title><article><h1>x \u202e</h1>{paragraphs('x')}</article>")
        self.check_safe("inspect", on_terminal(BIN / "trawl", "inspect", "article", page, "--url", "https://a.example/"))

    def test_feeds_of_any_titles_are_well_formed(self):
        dice = random.Random(20260601)
        data, rows = Path(self.folder.name) / "fuzzed", Path(self.folder.name) / "fuzzed.jsonl"
        ranges = [(0, 0x20), (0x20, 0x7f), (0x7f, 0xa0), (0xd7f0, 0xd7ff), (0xe000, 0xe010), (0xfdc0, 0xfdf0), (0xfff0, 0xffff),
                  (0x1fff0, 0x1ffff), (0x10fff0, 0x10ffff), (0x2000, 0x2070)]
        def text():
            return "".join(chr(dice.randint(*dice.choice(ranges))) for _ in range(30)) + dice.choice(["]]>", "<![CDATA[", "&amp;", "<x", ""])
        rows.write_text("".join(json.dumps({"url": f"https://a.example/{i}", "title": f"kernel {text()}", "text": f"kernel {text()} " * 20,
                                            "authors": [text()], "tags": [text()], "source": f"s{i % 5}", "labels": {f"s{i % 5}": text()}}) + "\n"
                                for i in range(200)))
        subprocess.run([BIN / "trawl", "import", rows, "--data", data, "-q"], check=False, capture_output=True)
        daemon = subprocess.Popen([BIN / "trawl-searchd", "--data", data, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        try:
            port = daemon.stdout.readline().rsplit(":", 1)[1].strip("/\n")
            for path in ("search.rss?q=kernel&limit=100", "sources.opml"):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/{path}") as answered:
                    got = answered.read()
                xml.parsers.expat.ParserCreate().Parse(got, True)
                strange = [c for c in got.decode() if (ord(c) & 0xfffe) == 0xfffe or 0xfdd0 <= ord(c) <= 0xfdef]
                self.assertEqual(strange, [], path)
                self.assertGreater(len(got), 500)
        finally:
            daemon.terminate()
            daemon.communicate(timeout=30)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
