#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How an index ages on real pages: a mirror of blogs is crawled, a third of its articles is edited, a tenth moves and a
tenth goes; then it is crawled once a day for 30 days that faketime simulates.

    aging.py BIN_DIR WEB [DAYS [SEED...]]

WEB: a folder with the mirror and the program that serves it. Prints what each day cost, and in the end what is
shown of each kind of change, and whether the aged index orders articles as one that is rebuilt from the same store.
Each seed is another history. With TRAWL_ENGINE=opensearch and TRAWL_OPENSEARCH_URL, the index is in a cluster, such as that of
`./dev cluster start`; it is compared with the store after each day, and in the end counted beside an index of the same store here.
"""
import http.client
import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode, urlsplit

BIN, WEB = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
DAYS = int(sys.argv[3]) if len(sys.argv) > 3 else 30
SEEDS = [int(seed) for seed in sys.argv[4:]] or [1]
QUERIES = 200
TRIES = 20  # a cluster on a busy machine does not always answer in two seconds
IN_CLUSTER = os.environ.get("TRAWL_ENGINE") == "opensearch"
MARK = "This paragraph was added in a later edition of the article"


class Server:
    def __init__(self, folder):
        self.cache, self.log = folder / "cache", folder / "log.jsonl"
        self.program = [sys.executable, WEB / "serve_mirror.py", "--rewrite-https", "--cache", self.cache]
        self.log.touch()

    def __enter__(self):
        self.process = subprocess.Popen([*self.program, "--log", self.log], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def sources(self, path):
        path.write_text(subprocess.run([*self.program, "--print-sources"], capture_output=True, text=True, check=True).stdout,
                        encoding="utf-8")
        return path


def crawl(folder, server, day):
    """One crawl on a simulated day; returns its processor seconds and its last line."""
    words = ["faketime", "-f", f"+{day}d", BIN / "trawl", "crawl", "--sources", folder / "sources.json", "--proxy",
             f"http://{server.address}", "--allow-address", server.address, "--delay", "0", "--data", folder / "data"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False,
                          env={**os.environ, "FAKETIME_DONT_FAKE_MONOTONIC": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, (done.stderr.strip().splitlines() or [""])[-1]


def check(folder):
    """What the comparison of the index with the store says."""
    done = subprocess.run([BIN / "trawl", "index", "check", "--data", folder / "data"], capture_output=True, text=True, check=False)
    return done.stderr.strip().splitlines()[-1]


def shown(folder):
    """The articles that are shown, and those that are gone, by address."""
    done = subprocess.run([BIN / "trawl", "export", "--data", folder / "data"], capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return ({row["url"]: row for row in rows if "url" in row and not row.get("gone_since")},
            {row["url"]: row for row in rows if "url" in row and row.get("gone_since")})


def file_of(tree, url):
    parts = urlsplit(url)
    path = tree / parts.netloc / parts.path.strip("/")
    for file in (path / "index.html", path, path.with_name(path.name + ".html")):
        if file.is_file():
            return file
    return None


def change(tree, articles, seed):
    """Edits, moves and removes files, and the addresses in feeds, sitemaps and lists of what moved."""
    dice = random.Random(seed)
    kinds, moves = {}, {}
    for url in articles:
        lot, file = dice.random(), file_of(tree, url)
        if file is None:
            continue
        if lot < 1 / 3:
            page = file.read_text(encoding="utf-8", errors="surrogateescape")
            at = page.rfind("</p>")
            for _ in range(page.count("</p>") // 2):
                at = page.rfind("</p>", 0, at)
            if at < 0:
                continue
            file.write_text(page[:at] + f"</p><p>{MARK}, number {len(kinds)}.</p>" + page[at + 4:], encoding="utf-8",
                            errors="surrogateescape")
            kinds[url] = "edited"
        elif lot < 1 / 3 + 0.1:
            target = file.parent.with_name(file.parent.name + "-moved") / file.name if file.name == "index.html" else \
                file.with_name(file.stem + "-moved" + file.suffix)
            target.parent.mkdir(parents=True, exist_ok=True)
            file.rename(target)
            old = urlsplit(url).path
            moves[old.rstrip("/")] = kinds[url] = (old.rstrip("/").removesuffix(".html") + "-moved" +
                                                   (".html" if old.endswith(".html") else "/" if old.endswith("/") else ""))
        elif lot < 1 / 3 + 0.2:
            file.unlink()
            kinds[url] = "gone"
    for file in [*tree.rglob("*.xml"), *tree.rglob("index.html")]:
        text = file.read_text(encoding="utf-8", errors="surrogateescape")
        after = text
        for old, new in moves.items():
            if old in after:
                for end in ('"', "'", "<", "/\"", "/'", "/<"):
                    after = after.replace(old + end, new.rstrip("/") + end)
        if after != text:
            file.write_text(after, encoding="utf-8", errors="surrogateescape")
    return kinds


def report(folder, kinds):
    living, gone = shown(folder)
    counts = {}
    for url, kind in kinds.items():
        address = f"{urlsplit(url).scheme}://{urlsplit(url).netloc}{kind}" if kind.startswith("/") else url
        name = "moved" if kind.startswith("/") else kind
        if name == "edited":
            state = "new text" if MARK in living.get(url, {}).get("text", "") else "old text" if url in living else "not shown"
        elif name == "moved":
            state = "new address" if address in living else "old address" if url in living else "not shown"
        else:
            state = "still shown" if url in living else "gone" if url in gone else "not known"
        counts[name, state] = counts.get((name, state), 0) + 1
    for (name, state), count in sorted(counts.items()):
        print(f"  {name}: {state} {count}")
    kept = set(living) - set(kinds)
    print(f"  shown {len(living)}, of these unchanged {len(kept)}; withdrawn {len(gone)}")
    rows = sqlite3.connect(folder / "data" / "crawl.db").execute(
        "SELECT count(*), sum(length(kept)), (SELECT sum(length(body)) FROM inputs) FROM inputs WHERE length(kept) > 0").fetchone()
    print(f"  {rows[1]} bytes of former texts and facts are kept of {rows[0]}; stored pages: {rows[2]}")


class Daemon:
    def __init__(self, *options):
        self.process = subprocess.Popen([BIN / "trawl-searchd", *options, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
        line = next(line for line in self.process.stdout if "listening on" in line)
        self.connection = http.client.HTTPConnection(line.split("//")[1].strip().strip("/"))

    def search(self, **parameters):
        for _ in range(TRIES):
            self.connection.request("GET", "/v1/search?" + urlencode(parameters))
            answer = self.connection.getresponse()
            body = json.loads(answer.read())
            if answer.status == 200:
                return body
        raise AssertionError(f"{parameters}: {answer.status} {body}")

    def first_ten(self, query, meaning):
        return [(hit["id"], hit["score"]) for hit in self.search(q=query, limit=10, meaning=meaning)["hits"]]

    def counts(self, query):
        answer = self.search(q=query, limit=0, facets="all")
        return answer["total"], answer["facets"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def compare(folder, seed):
    """Whether the living index orders articles as one that is rebuilt from the same store; of a cluster, whether it counts them alike."""
    shutil.copytree(folder / "data", folder / "rebuilt")
    subprocess.run([BIN / "trawl", "index", "rebuild", "--quiet", "--engine", "xapian", "--data", folder / "rebuilt"], check=True)
    titles = [row["title"].split() for row in shown(folder)[0].values()]
    dice = random.Random(seed)
    queries = [" ".join(dice.sample(title, min(len(title), dice.randint(1, 3)))) for title in dice.choices(titles, k=QUERIES)]
    living_options = [] if IN_CLUSTER else ["--data", folder / "data"]
    with Daemon(*living_options) as living, Daemon("--engine", "xapian", "--data", folder / "rebuilt") as rebuilt:
        if IN_CLUSTER:
            other = sum(living.counts(query) != rebuilt.counts(query) for query in queries)
            print(f"  of {QUERIES} queries, totals or facets differ from those of the index here in {other}", flush=True)
            return
        for meaning in ("on", "off"):
            pairs = [(living.first_ten(query, meaning), rebuilt.first_ten(query, meaning)) for query in queries]
            other = sum([hit[0] for hit in one] != [hit[0] for hit in two] for one, two in pairs)
            first = sum([hit[0] for hit in one[:1]] != [hit[0] for hit in two[:1]] for one, two in pairs)
            scores = sum(any(abs(a[1] - b[1]) > 1e-4 * abs(b[1]) for a, b in zip(one, two)) for one, two in pairs)
            print(f"  meaning {meaning}: of {QUERIES} queries, the first ten differ from those of the rebuilt index in {other}, the "
                  f"first in {first}, scores in {scores}", flush=True)


def main():
    for seed in SEEDS:
        print("history", seed, flush=True)
        age(seed)


def age(seed):
    with tempfile.TemporaryDirectory(prefix="trawl aging ") as name:
        folder = Path(name)
        with Server(folder) as server:
            server.sources(folder / "sources.json")
            print("first crawl:", *crawl(folder, server, 0))
        articles = sorted(shown(folder)[0])
        tree = next(path for path in (folder / "cache").iterdir() if path.is_dir())
        kinds = change(tree, articles, seed)
        print(len(articles), "articles,", len(kinds), "changed")
        total = [0, 0, 0.0]
        for day in range(1, DAYS + 1):
            seen = len((folder / "log.jsonl").read_text(encoding="utf-8").splitlines())
            with Server(folder) as server:
                seconds, line = crawl(folder, server, day)
            requests = [json.loads(row) for row in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()[seen:]]
            pages = sum(1 for row in requests if not row["path"].endswith(("/robots.txt", ".xml", ".json")))
            size = sum(row.get("bytes", 0) for row in requests)
            total = [total[0] + len(requests), total[1] + size, total[2] + seconds]
            print(f"day {day}: {len(requests)} requests, {pages} of pages, {size / 1e6:.2f} MB, {seconds:.1f} s; {line}", flush=True)
            if IN_CLUSTER:
                print(f"  {check(folder)}", flush=True)
            if day in (1, 3, 7, 14, DAYS):
                report(folder, kinds)
        compare(folder, seed)
        print(f"a day: {total[0] / DAYS:.0f} requests, {total[1] / DAYS / 1e6:.2f} MB, {total[2] / DAYS:.1f} s")


if __name__ == "__main__":
    main()
