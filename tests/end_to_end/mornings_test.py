#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fourteen mornings of one reader: each day some articles arrive, then the digest, `trawl new` and the home page are read. Nothing that
is new is missed, nothing is shown twice.

    mornings_test.py BIN_DIR SOURCE_DIR [unittest arguments]
    mornings_test.py BIN_DIR SOURCE_DIR --rows EXPORT    the newest articles of an export instead, and a table of what each morning shows
"""
import json
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone
from html import unescape
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from small_site import words  # noqa: E402

MORNINGS = 14
TODAY = datetime.now(timezone.utc)


def day_of(morning):
    """Two mornings a day: the first look of a digest goes back a week."""
    return (TODAY - timedelta(days=(MORNINGS - 1 - morning) // 2)).date()


def made_up():
    """Per morning: several articles, of which some are undated, late by a week, in another language, or a list; on some days none."""
    for morning in range(MORNINGS):
        rows, day = [], day_of(morning)
        for number in range(morning % 5):
            name = f"{morning}-{number}"
            row = {"url": f"https://s{number}.example/{name}", "source": f"s{number}", "title": f"Story {name}", "text": words(name, 90),
                   "published": day.isoformat(), "language": "en"}
            if number == 1:
                del row["published"]
            if number == 2:
                row["published"] = (day - timedelta(days=7)).isoformat()
            if number == 3:
                row.update(language="de", title=f"Liste {morning}")
            rows.append(row)
        yield rows


def of_export(path):
    """The newest articles of an export, as if they had been published on those days, in their order."""
    with open(path, encoding="utf-8") as lines:
        rows = sorted(filter(lambda row: row.get("published"), map(json.loads, lines)), key=lambda row: row["published"])[-5 * MORNINGS:]
    for morning in range(MORNINGS):
        day = day_of(morning).isoformat()
        yield [{key: row[key] for key in ("url", "source", "title", "text", "language", "tags") if row.get(key)} | {"published": day}
               for row in rows[morning * 5:morning * 5 + 5]]


class Reader:
    """Each way of reading has a data directory, and so a memory, of its own."""

    def __init__(self, folder, name):
        self.data = folder / name

    def run(self, *arguments, program="trawl"):
        return subprocess.run([BIN / program, *map(str, arguments), "--data", self.data], capture_output=True, text=True, timeout=120, check=False)

    def take(self, rows):
        if not rows:
            return
        file = self.data.with_suffix(".jsonl")
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        done = self.run("import", file, "-q", program="trawl-indexer")
        assert done.returncode == 0, done.stderr


def titles_of_home(data):
    """The titles on the home page, in order; then all are marked as read. Articles of a source beyond two are behind its links."""
    daemon = subprocess.Popen([BIN / "trawl-searchd", "--data", data, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    try:
        base = re.search(r"http://[^/]*", daemon.stdout.readline()).group()
        with urllib.request.urlopen(urllib.request.Request(base + "/", headers={"Accept-Language": "en"})) as answer:
            html = answer.read().decode()
        form = urllib.request.Request(base + "/reader", urllib.parse.urlencode({"read_all": ""}).encode(),
                                      {"Origin": base, "Sec-Fetch-Site": "same-origin"})
        urllib.request.urlopen(form).close()
        with urllib.request.urlopen(base + "/") as answer:
            assert "You have read everything." in answer.read().decode()
        return [unescape(re.sub("<[^>]*>", "", title)) for title in re.findall(r'<a class="title"[^>]*>(.*?)</a>', html)]
    finally:
        daemon.kill()
        daemon.wait()
        daemon.stdout.close()


class Mornings(unittest.TestCase):
    days = staticmethod(made_up)
    is_table = False

    def test_nothing_new_is_missed_or_shown_twice(self):
        with tempfile.TemporaryDirectory(prefix="trawl mornings ") as folder:
            new, digest, home = (Reader(Path(folder), name) for name in ("new", "digest", "home"))
            seen_new, seen_digest, seen_home, arrived = [], [], [], []
            for morning, rows in enumerate(self.days()):
                for reader in (new, digest, home):
                    reader.take(rows)
                if not rows and not arrived:
                    continue
                titles = [row["title"] for row in rows]
                arrived += titles
                fresh = json.loads(new.run("new", "--format", "json", "--past").stdout or '{"hits": []}')["hits"]
                text = digest.run("digest", "--format", "markdown").stdout
                page = titles_of_home(home.data)
                listed = [title for title in titles if title in re.sub(r"\\(.)", r"\1", text)]
                if self.is_table:
                    print(f"| {morning + 1} | {len(rows)} | {len(fresh)} | {len(listed)} | {len(page)} | {'; '.join(titles)} |")
                self.assertEqual(sorted(hit["title"] for hit in fresh), sorted(titles), f"trawl new, morning {morning}")
                self.assertEqual(sorted(listed), sorted(titles), f"digest, morning {morning}")
                self.assertEqual(len(page), len(set(page)), f"home shows a title twice, morning {morning}")
                self.assertLessEqual(set(page), set(titles), f"home shows what was read, morning {morning}")
                self.assertEqual(new.run("new", "--past").returncode, 1, "the second look of a morning is empty")
                seen_new += [hit["title"] for hit in fresh]
                seen_digest += listed
                seen_home += page
            self.assertEqual(sorted(seen_new), sorted(arrived))
            self.assertEqual(sorted(seen_digest), sorted(arrived))
            if not self.is_table:
                self.assertEqual(sorted(seen_home), sorted(arrived))

    def test_what_is_new_stays_so_with_keep(self):
        with tempfile.TemporaryDirectory(prefix="trawl mornings ") as folder:
            reader = Reader(Path(folder), "kept")
            row = {"url": "https://a.example/1", "title": "One", "text": words("one", 90), "published": TODAY.date().isoformat()}
            reader.take([row])
            self.assertIn("One", reader.run("new").stdout)
            self.assertEqual(reader.run("new").returncode, 1)
            self.assertEqual(reader.run("new", "--keep").returncode, 1)
            reader.take([row | {"url": "https://a.example/2", "title": "Two", "text": words("two", 90)}])
            self.assertIn("Two", reader.run("new", "--keep").stdout)
            self.assertIn("Two", reader.run("new").stdout)


if __name__ == "__main__":
    if "--rows" in sys.argv:
        at = sys.argv.index("--rows")
        rows_file = sys.argv[at + 1]
        Mornings.days = staticmethod(lambda: of_export(rows_file))
        Mornings.is_table = True
        del sys.argv[at:at + 2]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=0 if Mornings.is_table else 2)
