#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a day of crawling costs: made blogs are crawled whole, and then for days that faketime simulates.

    day.py BIN_DIR [--sources 48] [--articles 300] [--days 3] [--rounds 1] [--texts ROWS.jsonl]

Each blog has a feed of its 20 newest articles, a home page with the same ones and a sitemap of all, which its robots.txt names. A
day later one in a hundred articles is edited and each blog has a new one. `--rounds`: so often a day there is a crawl, each with its
share of the news, as `trawl crawl --watch` meets it. `--texts`: what the articles say, in turn; made words unless given. Prints
requests, bytes fetched and written to disk, processor time, and how long a search takes that is the first one after a crawl.
"""
import argparse
import html
import http.client
import json
import os
import resource
import subprocess
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from small_site import Site, article, feed, page, paragraphs, sitemap

parser = argparse.ArgumentParser()
parser.add_argument("bin", type=Path)
for name, value in {"sources": 48, "articles": 300, "days": 3, "rounds": 1}.items():
    parser.add_argument(f"--{name}", type=int, default=value)
parser.add_argument("--texts", type=Path)
ARGUMENTS = parser.parse_args()
BIN = ARGUMENTS.bin.resolve()
TEXTS = [json.loads(row)["text"] for row in ARGUMENTS.texts.open()] if ARGUMENTS.texts else []
IN_FEED = 20
HTML, XML = "text/html; charset=utf-8", "application/xml"


class Blog:
    def __init__(self, number):
        self.number, self.host, self.count, self.edits = number, f"http://blog{number}.example", 0, Counter()
        for _ in range(ARGUMENTS.articles):
            self.publish()

    def publish(self):
        self.count += 1

    def edit(self, day):
        for story in range(self.number % 100, ARGUMENTS.articles, 100):
            self.edits[(story + day) % ARGUMENTS.articles] += 1

    def article(self, story):
        if not TEXTS:
            return article(self.name(story))
        text = html.escape(TEXTS[(self.number * ARGUMENTS.articles + story) % len(TEXTS)])
        return page(f"The story of {self.name(story)}", "".join(f"<p>{one}</p>" for one in text.split("\n\n")))

    def url(self, story):
        return f"{self.host}/posts/{story:05}/"

    def name(self, story):
        return f"blog {self.number} {story}"

    def pages(self):
        newest = range(self.count - 1, max(self.count - 1 - IN_FEED, -1), -1)
        links = "".join(f"<li><a href='{self.url(one)}'>The story of {self.name(one)}</a>" for one in newest)
        items = [(f"The story of {self.name(one)}", self.url(one), "Mon, 01 Jun 2026 10:00:00 GMT", "A teaser.") for one in newest]
        found = {self.host + "/": (200, HTML, page("Home", f"<ul>{links}</ul>"), {}),
                 self.host + "/robots.txt": (200, "text/plain", f"Sitemap: {self.host}/sitemap.xml\n", {}),
                 self.host + "/feed.xml": (200, XML, feed(f"Blog {self.number}", items), {}),
                 self.host + "/sitemap.xml": (200, XML, sitemap(map(self.url, range(self.count))), {})}
        for one in range(self.count):
            body = self.article(one).replace("</article>", paragraphs(f"edit {self.edits[one]}") + "</article>")
            found[self.url(one)] = (200, HTML, body, {})
        return found

    def source(self):
        return {"id": f"blog{self.number}", "label": f"Blog {self.number}", "homepage": self.host + "/", "kind": "feed",
                "url": self.host + "/feed.xml", "fallback": {"kind": "sitemap", "url": self.host + "/sitemap.xml"}}


def used():
    """Seconds of processor time, and bytes written to disk."""
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return of_children.ru_utime + of_children.ru_stime, of_children.ru_oublock * 512


def crawl(site, folder, hours):
    words = ["faketime", "-f", f"+{hours}h", BIN / "trawl", "crawl", "--sources", folder / "sources.json", "--data", folder / "data",
             "--delay", "0", "--proxy", f"http://127.0.0.1:{site.port}", "--allow-address", f"127.0.0.1:{site.port}"]
    ran = subprocess.run([*words, *(["--backfill"] if hours == 0 else [])], capture_output=True, text=True, check=False,
                         env={**os.environ, "FAKETIME_DONT_FAKE_MONOTONIC": "1"})
    if ran.returncode != 0:
        sys.exit(ran.stderr)
    return (ran.stderr.strip().splitlines() or ["no report"])[-1]


class Daemon:
    """Answers while the crawls commit."""

    def __init__(self, folder):
        self.program = subprocess.Popen([BIN / "trawl-searchd", "--data", folder / "data", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                                        text=True)
        line = self.program.stdout.readline()
        self.port = int(line.rstrip("/\n").rsplit(":", 1)[1])

    def seconds(self, query):
        """Of a search, the whole request."""
        since = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", f"/v1/search?q={query}&facets=source,tag")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        return time.monotonic() - since

    def stop(self):
        self.program.terminate()
        self.program.wait()


def main():
    blogs = [Blog(number) for number in range(ARGUMENTS.sources)]
    with tempfile.TemporaryDirectory() as name, Site() as site:
        folder, daemon = Path(name), None
        (folder / "sources.json").write_text(json.dumps({"sources": [blog.source() for blog in blogs]}))
        for day in range(ARGUMENTS.days):
            (before, written), since, firsts, others, report = used(), len(site.log), [], [], ""
            rounds = ARGUMENTS.rounds if day > 0 else 1
            for one in range(rounds):
                for blog in blogs[one * len(blogs) // rounds:(one + 1) * len(blogs) // rounds] if day > 0 else []:
                    blog.publish()
                    blog.edit(day)
                site.pages = {url: answer for blog in blogs for url, answer in blog.pages().items()}
                report = crawl(site, folder, day * 24 + one * 24 // rounds)
                daemon = daemon or Daemon(folder)
                firsts.append(daemon.seconds(f"story+{one}"))
                others.append(daemon.seconds(f"story+{one + 1}"))
            asked, (after, written_after) = site.log[since:], used()
            kinds = Counter("pages" if "/posts/" in url else "robots.txt" if url.endswith("robots.txt") else "lists" for url, _ in asked)
            sent = sum(len(site.pages[url][2]) for url, status in asked if status == 200)
            print(f"day {day + 1}: {len(asked)} requests ({', '.join(f'{n} {kind}' for kind, n in sorted(kinds.items()))}; "
                  f"{sum(status == 304 for _, status in asked)} not modified), {sent / 1e6:.1f} MB, {after - before:.1f} s of processor "
                  f"time, {(written_after - written) / 1e6:.0f} MB written; a first answer "
                  f"{1e3 * statistics.median(firsts):.1f} ms (at most {1e3 * max(firsts):.1f}), the next "
                  f"{1e3 * statistics.median(others):.1f} ms; {report}", flush=True)
        daemon.stop()


if __name__ == "__main__":
    main()
