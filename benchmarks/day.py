#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a day of crawling costs: made blogs are crawled whole, and then once a day for days that faketime simulates.

    day.py BIN_DIR [SOURCES [ARTICLES [DAYS]]]      by default 48 sources of 300 articles, three days

Each blog has a feed of its 20 newest articles, a home page with the same ones and a sitemap of all, which its robots.txt names. A
day later one in a hundred articles is edited and each blog has a new one. Prints requests, bytes and processor time of each day.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from small_site import Site, article, feed, page, paragraphs, sitemap

BIN = Path(sys.argv[1]).resolve()
SOURCES, ARTICLES, DAYS = (int(word) for word in (*sys.argv[2:], "48", "300", "3")[:3])
IN_FEED = 20
HTML, XML = "text/html; charset=utf-8", "application/xml"


class Blog:
    def __init__(self, number):
        self.number, self.host, self.count, self.edits = number, f"http://blog{number}.example", 0, Counter()
        for _ in range(ARTICLES):
            self.publish()

    def publish(self):
        self.count += 1

    def edit(self, day):
        for story in range(self.number % 100, ARTICLES, 100):
            self.edits[(story + day) % ARTICLES] += 1

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
            body = article(self.name(one)).replace("</article>", paragraphs(f"edit {self.edits[one]}") + "</article>")
            found[self.url(one)] = (200, HTML, body, {})
        return found

    def source(self):
        return {"id": f"blog{self.number}", "label": f"Blog {self.number}", "homepage": self.host + "/", "kind": "feed",
                "url": self.host + "/feed.xml", "fallback": {"kind": "sitemap", "url": self.host + "/sitemap.xml"}}


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def crawl(site, folder, day):
    words = ["faketime", "-f", f"+{day}d", BIN / "trawl", "crawl", "--sources", folder / "sources.json", "--data", folder / "data",
             "--delay", "0", "--proxy", f"http://127.0.0.1:{site.port}", "--allow-address", f"127.0.0.1:{site.port}"]
    before, since = processor_time(), len(site.log)
    ran = subprocess.run([*words, *(["--backfill"] if day == 0 else [])], capture_output=True, text=True, check=False,
                         env={**os.environ, "FAKETIME_DONT_FAKE_MONOTONIC": "1"})
    asked = site.log[since:]
    kinds = Counter("pages" if "/posts/" in url else "robots.txt" if url.endswith("robots.txt") else "lists" for url, _ in asked)
    sent = sum(len(site.pages[url][2]) for url, status in asked if status == 200)
    print(f"day {day + 1}: {len(asked)} requests ({', '.join(f'{n} {kind}' for kind, n in sorted(kinds.items()))}; "
          f"{sum(status == 304 for _, status in asked)} not modified), {sent / 1e6:.1f} MB, {processor_time() - before:.1f} s of "
          f"processor time; {(ran.stderr.strip().splitlines() or ['no report'])[-1]}", flush=True)
    return ran.returncode


def main():
    blogs = [Blog(number) for number in range(SOURCES)]
    with tempfile.TemporaryDirectory() as name, Site() as site:
        folder = Path(name)
        (folder / "sources.json").write_text(json.dumps({"sources": [blog.source() for blog in blogs]}))
        for day in range(DAYS):
            if day > 0:
                for blog in blogs:
                    blog.publish()
                    blog.edit(day)
            site.pages = {url: answer for blog in blogs for url, answer in blog.pages().items()}
            if crawl(site, folder, day) != 0:
                sys.exit(1)


if __name__ == "__main__":
    main()
