#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sixty feeds whose publishers print dates around midnight, each by the clock of another zone: articles are ordered, and `since` counts,
by the moment; the printed day is shown, filtered by and counted. Python's datetime is the witness. And fourteen mornings of a reader,
to whom publishers from UTC-12 to UTC+14 are new exactly once.

    zones_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from small_site import Site, feed, words  # noqa: E402

MINUTES = [*range(-720, 841, 30), 345, 525, 765, -210, -570, 14, 839]  # from UTC, with quarters and odd ones
CLOCKS = [timezone(timedelta(minutes=minutes)) for minutes in MINUTES]
NOW = datetime.now(timezone.utc).replace(microsecond=0)
# Around midnight, and at the end of a month.
PRINTED = [(2026, 3, 31, 23, 59, 59), (2026, 4, 1, 0, 0, 0), (2026, 4, 1, 0, 0, 1)]


def atom(title, items):
    entries = "".join(f"<entry><title>{t}</title><id>{u}</id><link href='{u}'/><published>{d}</published><summary>{s}</summary></entry>"
                      for t, u, d, s in items)
    return f"<feed xmlns='http://www.w3.org/2005/Atom'><title>{title}</title>{entries}</feed>"


def json_feed(title, items):
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": title, "items": [
        {"id": u, "url": u, "title": t, "date_published": d, "content_text": s} for t, u, d, s in items]})


FORMS = [(feed, "application/rss+xml", format_datetime), (atom, "application/atom+xml", datetime.isoformat),
         (json_feed, "application/feed+json", datetime.isoformat)]


class Zones(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="trawl zones ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.data = self.folder / "data"

    def run_program(self, *arguments):
        return subprocess.run([BIN / arguments[0], *map(str, arguments[1:]), "--data", self.data], capture_output=True, text=True,
                              timeout=120, check=False)

    def ask(self, *arguments):
        done = self.run_program("trawl", "search", *arguments, "--format", "json", "-n", "all")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)

    def crawl(self, moments):
        """`moments` by title, of one feed for each clock in one of three forms."""
        with Site(0) as site:
            site.pages.clear()
            sources = []
            for number, titles in enumerate(moments):
                make, kind, write = FORMS[number % len(FORMS)]
                home = f"http://z{number}.example"
                items = [(title, f"{home}/{at}", write(moment), words(title, 120)) for at, (title, moment) in enumerate(titles.items())]
                site.pages[home + "/feed"] = (200, kind, make(home, items), {})
                sources.append({"id": f"z{number}", "label": f"Z{number}", "homepage": home + "/", "kind": "feed", "url": home + "/feed",
                                "fetch_pages": False})
            done = self.crawl_of(site, sources)
            self.assertEqual(done.returncode, 0, done.stderr)

    def crawl_of(self, site, sources):
        arguments = site.arguments(self.folder, self.data)
        (self.folder / "sources.json").write_text(json.dumps({"sources": sources}))
        return subprocess.run([BIN / "trawl-indexer", *arguments], capture_output=True, text=True, timeout=120, check=False)

    def test_sixty_clocks_around_midnight(self):
        self.assertGreaterEqual(len(CLOCKS), 60)
        moments = [{f"Zone {number} print {at}": datetime(*printed, tzinfo=clock) for at, printed in enumerate(PRINTED)}
                   for number, clock in enumerate(CLOCKS)]
        self.crawl(moments)
        wanted = {title: moment for titles in moments for title, moment in titles.items()}
        found = self.ask("", "--sort", "oldest", "--histogram", "month")
        self.assertEqual(found["total"], len(wanted))
        for hit in found["hits"]:
            printed = wanted[hit["title"]]
            self.assertEqual(datetime.fromisoformat(hit["published"]), printed, hit["title"])
            self.assertEqual(hit["published_day"], printed.date().isoformat(), hit["title"])
        order = [wanted[hit["title"]] for hit in found["hits"]]
        self.assertEqual(order, sorted(order), "the order is that of the moments")
        months = Counter(moment.strftime("%Y-%m") for moment in wanted.values())
        self.assertEqual({bar["value"]: bar["count"] for bar in found["facets"]["date"]["values"]}, dict(months))
        days = Counter(moment.date().isoformat() for moment in wanted.values())
        for day, count in days.items():
            self.assertEqual(self.ask(f"date:{day}")["total"], count, day)
            self.assertEqual(self.ask("", "--after", day)["total"], sum(n for d, n in days.items() if d >= day), day)
        moment = datetime(2026, 4, 1, tzinfo=timezone.utc)
        self.assertEqual(self.ask("", "--after", moment.isoformat())["total"], sum(m >= moment for m in wanted.values()))
        exported = self.run_program("trawl-indexer", "export")
        rows = {row["title"]: row for row in map(json.loads, exported.stdout.splitlines())}
        for title, printed in wanted.items():
            self.assertEqual(datetime.fromisoformat(rows[title]["published"]), printed)

    def test_an_article_is_as_old_as_its_moment(self):
        """Fourteen hours old, whatever the day is where it was printed."""
        ages = [timedelta(hours=14, minutes=30), timedelta(hours=1, minutes=30)]
        self.crawl([{f"Zone {number} age {at}": (NOW - age).astimezone(clock) for at, age in enumerate(ages)}
                    for number, clock in enumerate(CLOCKS)])
        for hours, count in ((1, 0), (3, 1), (13, 1), (16, 2), (24, 2)):
            self.assertEqual(self.ask("", "--since", f"{hours}h")["total"], count * len(CLOCKS), f"--since {hours}h")

    def test_fourteen_mornings(self):
        """Each morning every third clock has published, around its midnight; `trawl new` shows each article once."""
        arrived, shown = [], []
        for morning in range(14):
            rows = []
            for number, clock in list(enumerate(CLOCKS))[morning % 3::3]:
                midnight = (NOW - timedelta(hours=12)).astimezone(clock).replace(hour=0, minute=0, second=0)
                moment = min(midnight + timedelta(seconds=morning - 7), NOW)
                rows.append({"url": f"https://z{number}.example/{morning}", "source": f"z{number}", "title": f"Zone {number} of {morning}",
                             "text": words(f"{number} {morning}", 90), "published": format_datetime(moment.astimezone(clock))})
            file = self.folder / "rows.jsonl"
            file.write_text("".join(json.dumps(row) + "\n" for row in rows))
            self.assertEqual(self.run_program("trawl-indexer", "import", file, "-q").returncode, 0)
            hits = json.loads(self.run_program("trawl", "new", "--format", "json").stdout)["hits"]
            self.assertEqual(sorted(hit["title"] for hit in hits), sorted(row["title"] for row in rows), f"morning {morning}")
            moments = [datetime.fromisoformat(hit["published"]) for hit in hits]
            self.assertEqual(moments, sorted(moments, reverse=True), f"the newest first, morning {morning}")
            arrived += [row["title"] for row in rows]
            shown += [hit["title"] for hit in hits]
        self.assertEqual(sorted(shown), sorted(arrived))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
