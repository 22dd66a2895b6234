#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`crawl --watch` on two blogs that keep publishing: how soon a new article can be found, how much memory it takes, and
that it obeys SIGHUP and SIGTERM, waits for another writer, and goes on while its catalogue is being edited.

    watch_test.py BIN_DIR SOURCE_DIR [--seconds 12] [--interval 2]

Prints samples of the memory, and how long each article took from publication to being found. Exit status 1 if one took
longer than an interval plus the time of a crawl, or if the memory grew.
"""
import argparse
import fcntl
import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SLACK_SECONDS = 8.0      # to fetch, to commit the index within five seconds, and to ask this machine for the answer
GROWTH_MB = 12.0         # of the second half over the middle; what the allocator and SQLite's cache may still take
REST_SECONDS = 4.0       # at the end nothing is published, so that all can be found
OTHER_SECONDS = 1.5      # in which another command writes as the first round begins
EDIT_SECONDS = 2.0       # in which the catalogue is half written
BACKFILLS = 3            # at the beginning, and when the catalogue is read again


class Watched:
    """A crawl that keeps running while the site's feed changes."""

    def __init__(self, bin_dir, site, folder, interval):
        self.bin, self.site, self.folder, self.data = bin_dir, site, folder, folder / "data"
        self.published, self.found, self.samples = {}, {}, []
        self.data.mkdir(mode=0o700)
        self.other = (self.data / "lock").open("w")
        fcntl.lockf(self.other, fcntl.LOCK_EX)
        words = [*site.arguments(folder, self.data), "--watch", "--backfill", "--min-interval", interval, "--max-interval", interval]
        self.crawl = subprocess.Popen([bin_dir / "trawl-indexer", *map(str, words)], stderr=subprocess.PIPE, text=True)

    def publish(self, feed, article):
        """Adds an article to the feed, which has the newest ten."""
        number = len(self.published)
        url = f"http://second.example/news/new-{number}.html"
        self.site.pages[url] = (200, "text/html; charset=utf-8", article(f"new {number}"), {})
        self.published[url] = time.monotonic()
        items = [(f"The story of new {i}", f"http://second.example/news/new-{i}.html", "", "A teaser.") for i in range(max(0, number - 9), number + 1)]
        self.site.pages["http://second.example/feed.xml"] = (200, "application/xml", feed("Second", items), {})

    def look(self):
        """The articles that a search finds now."""
        done = subprocess.run([self.bin / "trawl", "search", "--data", self.data, "-n", "all", "--format", "urls", "--no-pager"],
                              capture_output=True, text=True, check=False)
        for url in done.stdout.split():
            if url in self.published and url not in self.found:
                self.found[url] = time.monotonic()

    def sample(self, begin):
        for line in Path(f"/proc/{self.crawl.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                self.samples.append((time.monotonic() - begin, int(line.split()[1]) / 1024))

    def delays(self):
        return {url: self.found.get(url, float("inf")) - at for url, at in self.published.items()}


def begin_edit(folder):
    """Leaves half of the catalogue, as an editor may."""
    text = (folder / "sources.json").read_text()
    (folder / "sources.json").write_text(text[:len(text) // 2])
    return text


def add_source(site, folder, text):
    """Adds a third blog to the catalogue, which a reload must read."""
    from small_site import article, feed
    url = "http://third.example/one.html"
    site.pages[url] = (200, "text/html; charset=utf-8", article("third"), {})
    site.pages["http://third.example/feed.xml"] = (200, "application/xml", feed("Third", [("Third", url, "", "x")]), {})
    catalogue = json.loads(text)
    catalogue["sources"].append({"id": "third", "label": "Third", "homepage": "http://third.example/", "kind": "feed",
                                 "url": "http://third.example/feed.xml"})
    (folder / "sources.json").write_text(json.dumps(catalogue))
    return url


def watch(watched, seconds, interval, site, folder):
    from small_site import article, feed
    begin = time.monotonic()
    next_article, next_sample, text, third = begin + 2, begin + min(5.0, seconds / 4), None, None
    while (now := time.monotonic()) < begin + seconds:
        if now >= next_article and now < begin + seconds - REST_SECONDS - interval - SLACK_SECONDS / 2:
            watched.publish(feed, article)
            next_article = now + max(interval / 2, 0.7)
        if now >= next_sample:
            watched.sample(begin)
            next_sample = now + max(seconds / 40, 1.0)
        if now > begin + OTHER_SECONDS:
            watched.other.close()
        if text is None and now > begin + seconds / 3:
            text = begin_edit(folder)
            watched.crawl.send_signal(signal.SIGHUP)
        if third is None and now > begin + seconds / 3 + EDIT_SECONDS:
            third = add_source(site, folder, text)
            watched.published[third] = now
            watched.crawl.send_signal(signal.SIGHUP)
        watched.look()
        time.sleep(0.3 if seconds < 60 else 1.0)


def complaints(watched, interval):
    late = {url: delay for url, delay in watched.delays().items() if delay > interval + SLACK_SECONDS}
    yield from (f"{url} could be found after {delay:.1f} s" for url, delay in late.items())
    for host in ("first.example", "second.example"):
        asked = sum(one[:2] == (host, "/") for one in watched.site.asked())
        if asked > BACKFILLS:
            yield f"in its backfill it asked {host} for its home page {asked} times"
    memory = [megabytes for _, megabytes in watched.samples]
    middle, end = memory[len(memory) // 2], max(memory[len(memory) // 2:])
    if end - middle > GROWTH_MB:
        yield f"memory grew from {middle:.1f} to {end:.1f} MB"
    watched.crawl.send_signal(signal.SIGTERM)
    said = watched.crawl.communicate(timeout=60)[1]
    if watched.crawl.returncode != 143:
        yield f"after SIGTERM it ended with {watched.crawl.returncode}: {said[-500:]}"
    for told in ("reading the catalogue again", "waiting for another process that writes", "going on with the sources of before"):
        if told not in said:
            yield f"it did not say that it is {told}: {said[-500:]}"
    checked = subprocess.run([watched.bin / "trawl-indexer", "index", "check", "--data", watched.data], capture_output=True, text=True, check=False)
    if checked.returncode != 0:
        yield f"the index is not whole: {checked.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin_dir", type=Path)
    parser.add_argument("source_dir", type=Path)
    parser.add_argument("--seconds", type=float, default=16)
    parser.add_argument("--interval", type=int, default=1)
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.source_dir / "tests/support"))
    from small_site import Site
    with tempfile.TemporaryDirectory(prefix="trawl watch ") as name, Site(20) as site:
        folder = Path(name)
        watched = Watched(arguments.bin_dir, site, folder, arguments.interval)
        try:
            watch(watched, arguments.seconds, arguments.interval, site, folder)
            wrong = list(complaints(watched, arguments.interval))
        finally:
            watched.crawl.kill()
            watched.crawl.wait()
    delays = sorted(watched.delays().values())
    print(f"{len(delays)} articles published, found after {delays[len(delays) // 2]:.1f} s at the median, {delays[-1]:.1f} s at most")
    print("memory: " + ", ".join(f"{megabytes:.1f} MB at {at:.0f} s" for at, megabytes in watched.samples))
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
