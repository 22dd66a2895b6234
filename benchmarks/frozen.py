#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps what one build of the programs answers, and compares another build with it.

    frozen.py record BIN_DIR DATA FROZEN [--requests 10000] [--seed 7]
    frozen.py compare BIN_DIR DATA FROZEN [--show 3] [--differences FILE.jsonl]

FROZEN is a folder: random requests made of DATA's own words, names and dates, what the daemon answered, and what `trawl export`
wrote. `compare` asks the same of the programs in BIN_DIR about DATA, which is a copy of the crawl.db that was recorded, with an
index made from it, and prints how many answers differ, in what, and some of each; the exit code is 1 if any does. The time of an
answer, cursors and the revision of the index are left out. The programs get the clock of the recording (Debian's faketime), so
answers that depend on the age of articles are the same on another day; what runs out of time does so by the real one, and is
counted apart.
"""
import argparse
import collections
import glob
import gzip
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

FIELDS = ["source", "tag", "category", "author", "language", "site", "date"]
CHANGING = {"took_ms", "next", "index"}
WORD = re.compile(r"[^\W\d_][\w.+-]*[^\W_]|[^\W\d_]")
CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2,}")
TIMED_OUT = {"proximity_cut", "spelling_cut"}


def environment(clock, home):
    """The clock stands still at `clock`; what is measured in intervals goes on."""
    library = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    if not library:
        sys.exit("frozen.py: Debian's package faketime is not installed; install it")
    return {"PATH": os.environ["PATH"], "HOME": home, "XDG_CONFIG_HOME": home, "COLUMNS": "100", "LANG": "C.UTF-8", "TZ": "UTC",
            "LD_PRELOAD": library[0], "FAKETIME": clock, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}


class Daemon:
    """`with Daemon(bin_dir, data, env) as daemon:` is a daemon on a free port."""

    def __init__(self, bin_dir, data, env):
        self.command, self.env = [bin_dir / "trawl-searchd", "--data", data, "--listen", "127.0.0.1:0", "--threads", "1"], env

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.env)
        line = self.process.stdout.readline()
        address = re.search(r"127\.0\.0\.1:\d+", line) or sys.exit(f"frozen.py: the daemon did not start: {line}")
        self.connection = http.client.HTTPConnection(address.group(), timeout=60)
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def get(self, path):
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        body = json.loads(answer.read())
        return {"status": answer.status, **(body if isinstance(body, dict) else {"list": body})}

    def ask(self, kind, path):
        """The answer, or those of four pages in turn; once more if something ran out of time."""
        for _ in range(5):
            pages = [self.get(path)]
            while kind == "pages" and len(pages) < 4 and pages[-1].get("next"):
                pages.append(self.get(f"{path}&{urlencode({'cursor': pages[-1]['next']})}"))
            if not any(is_timed_out(page) for page in pages):
                break
        for page in pages:
            for name in CHANGING & page.keys():
                del page[name]
        return pages[0] if kind != "pages" else {**pages[0], "hits": [hit for page in pages for hit in page.get("hits", [])]}


def is_timed_out(answer):
    return any(isinstance(one, dict) and one.get("code") in TIMED_OUT for one in answer.get("warnings") or [])


class Requests:
    """Random ones, made of the articles of an index."""

    def __init__(self, articles, seed):
        self.articles, self.random = articles, random.Random(seed)
        self.article = articles[0]

    def words(self, count, near=8, article=None):
        """Words of one article, at most `near` apart; of the query's own, if it has so many."""
        for attempt in range(50):
            article = article if article and attempt < 5 else self.random.choice(self.articles)
            text = article["title"] if self.random.random() < .4 else article["text"]
            if self.random.random() < .5 and (runs := CJK.findall(text)):
                run = self.random.choice(runs)
                pieces = [run[i:i + 2 + self.random.randrange(2)] for i in range(0, len(run), 3)][:count]
            else:
                pieces = WORD.findall(text[:20000])
                at = self.random.randrange(max(1, len(pieces) - count * near))
                pieces = [one for one in pieces[at:at + count * near] if len(one) > 2 or near == 1]
                if near > 1 and len(pieces) >= count:
                    pieces = [pieces[i] for i in sorted(self.random.sample(range(len(pieces)), count))]
            if len(pieces) == count:
                return pieces
        return ["learning"] * count

    def of_articles(self, name):
        """A value that some article has: as often as not the one that the words are from."""
        articles = [self.article] if self.random.random() < .5 else self.random.sample(self.articles, min(50, len(self.articles)))
        values = [one[name] for one in articles if one.get(name)]
        value = self.random.choice(values) if values else "none"
        return self.random.choice(value) if isinstance(value, list) else value

    def typo(self, word):
        at = self.random.randrange(len(word))
        return self.random.choice([word[:at] + word[at + 1:], word[:at] + self.random.choice("aeionrst") + word[at:],
                                   word[:at] + word[at:at + 2][::-1] + word[at + 2:]]) if len(word) > 4 else word + "x"

    def query(self, kind):
        self.article = self.random.choice(self.articles)
        one, two, three = self.words(3, article=self.article)
        side = " ".join(self.words(self.random.randint(2, 4), near=1, article=self.article))
        day = self.of_articles("published")[:10]
        return {
            "one": one, "two": f"{one} {two}", "three": f"{one} {two} {three}", "long": " ".join(self.words(self.random.randint(4, 9), article=self.article)),
            "of two": f"{one} {self.words(1)[0]}", "or": f"{one} OR {two} OR {self.words(1)[0]}", "mixed": f"({one} OR {two}) {three}",
            "phrase": f'"{side}"', "phrase and word": f'"{side}" {one}', "slop": f'"{one} {two}"~{self.random.randint(2, 9)}',
            "near": f"{one} NEAR/{self.random.randint(2, 12)} {two}", "minus": f"{one} -{two}", "minus phrase": f'{one} -"{side}"',
            "prefix": one[:self.random.randint(2, 4)] + "*", "prefix and word": f"{one[:4]}* {two}", "plus": f"+{one} {two}",
            "title": f"title:{one}", "title phrase": f'title:"{side}"', "whole title": self.of_articles("title"), "side": side,
            "author": f'author:"{self.of_articles("authors")}" {one}', "name": self.of_articles("authors"), "joined": f"{one}-{two}",
            "typo": f"{self.typo(one)} {two}", "question": f"what is the {one} of {two}", "pasted": f"Error: {side} in {one} ({two}): {three}",
            "source": f"source:{self.of_articles('source')} {one}", "tag": f'tag:"{self.of_articles("tags")}" {one}',
            "not source": f"-source:{self.of_articles('source')} {one} {two}", "date": f"date:{day[:7]} {one}", "since": f"date:>={day} {one}",
            "is": f"is:{self.random.choice(['long', 'undated', 'duplicate', 'gone'])} {one}", "pages": f"{one} {two}",
            "nothing": "", "broken": f'{one} "{two} ( NEAR {three}'}

    def parameters(self):
        """What else a request asks for: often nothing, sometimes much."""
        chance, pick = lambda part: self.random.random() < part, self.random.choice
        out = {"facets": ",".join(self.random.sample(FIELDS, self.random.randint(1, 7)))} if chance(.7) else {}
        dates = sorted([self.of_articles("published")[:10], self.of_articles("published")[:10]])
        for part, name, make in (
                (.3, "meaning", lambda: "off"), (.2, "match", lambda: pick(["all", "any"])), (.1, "as_typed", lambda: 1),
                (.25, "sort", lambda: pick(["newest", "oldest", "source", "relevance"])), (.05, "per_source", lambda: pick([1, 2, 3])),
                (.04, "group", lambda: "source"), (.3, "limit", lambda: pick([0, 1, 3, 20, 50, 100])), (.1, "offset", lambda: pick([1, 5, 10, 40, 200])),
                (.1, "source", lambda: ",".join(self.of_articles("source") for _ in range(2))), (.1, "tag", lambda: self.of_articles("tags")),
                (.03, "category", lambda: self.of_articles("category")), (.03, "author", lambda: self.of_articles("authors")),
                (.03, "language", lambda: self.of_articles("language")), (.03, "tag_all", lambda: f"{self.of_articles('tags')},{self.of_articles('tags')}"),
                (.1, "after", lambda: dates[0]), (.1, "before", lambda: dates[1]), (.02, "since", lambda: pick(["30d", "1y", "3m"])),
                (.1, "facet_limit", lambda: pick([1, 5, 1000])),
                (.3, "date_interval", lambda: pick(["day", "week", "month", "year"])), (.2, "snippets", lambda: pick([0, 2, 3])),
                (.1, "highlight", lambda: "none"), (.05, "explain", lambda: 1),
                (.05, "recency", lambda: pick([.3, 1])), (.1, "lang_boost", lambda: pick(["none", "en", "ko"]))):
            if chance(part):
                out[name] = make()
        return out

    def all(self, count):
        kinds = list(self.query(""))
        for number in range(count):
            kind = kinds[number % len(kinds)]
            q, other = self.query(kind)[kind], self.random.random()
            if kind == "pages":
                yield kind, "/v1/search?" + urlencode({"q": q, "match": "any", "limit": self.random.randint(3, 30), "facets": "source"})
            elif other < .03:
                yield "suggest", "/v1/suggest?" + urlencode({"q": " ".join(self.words(2))[:self.random.randint(2, 14)]})
            elif other < .05:
                yield "related", f"/v1/articles/{self.of_articles('id')}/related"
            elif other < .07:
                field = self.random.choice(FIELDS[:-1])
                yield "facet", f"/v1/facets/{field}?" + urlencode({"q": q, "prefix": self.of_articles(field)[:2], "facet_limit": 50})
            else:
                yield kind, "/v1/search?" + urlencode({"q": q, **self.parameters()})


def exported(bin_dir, data, env):
    return subprocess.run([bin_dir / "trawl", "export", "--data", data], capture_output=True, env=env, timeout=600, check=True).stdout


def write(path, lines):
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=3) as out:
        out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def record(options, home):
    options.frozen.mkdir(parents=True)
    clock = time.strftime("%Y-%m-%d %H:%M:00", time.gmtime(time.time() + 60))
    (options.frozen / "clock").write_text(clock, encoding="utf-8")
    env = environment(clock, home)
    lines = exported(options.bin_dir, options.data, env)
    (options.frozen / "export.jsonl.gz").write_bytes(gzip.compress(lines, 3))
    articles = [json.loads(line) for line in lines.splitlines()]
    print(f"{len(articles)} articles, clock {clock}")
    requests = list(Requests(articles, options.seed).all(options.requests))
    with Daemon(options.bin_dir, options.data, env) as daemon:
        write(options.frozen / "answers.gz", ([kind, path, daemon.ask(kind, path)] for kind, path in requests))
    answers = [answer for _, _, answer in read(options.frozen / "answers.gz")]
    print(f"{len(answers)} answers, status {dict(collections.Counter(answer['status'] for answer in answers))}, "
          f"{sum(map(is_timed_out, answers))} cut by time, {sum(answer.get('total', 0) > 0 for answer in answers)} found something")
    return 0


def parts_of(answer):
    """An answer by what can differ."""
    hits = answer.get("hits", [])
    named = {"status": answer["status"], "total": [answer.get(name) for name in ("total", "total_relation", "total_fewer_words")],
             "order": [hit.get("id") for hit in hits], "scores": [hit.get("score") for hit in hits],
             "notes": [answer.get(name) for name in ("warnings", "correction", "did_you_mean")], "query": answer.get("query"),
             "shown": {hit.get("id"): {name: value for name, value in hit.items() if name not in ("score", "explain")} for hit in hits},
             "explain": [hit.get("explain") for hit in hits]}
    for field, facet in (answer.get("facets") or {}).items():
        named[f"facet {field}"] = facet
    left = {"total", "total_relation", "total_fewer_words", "status", "hits", "facets", "warnings", "correction", "did_you_mean", "query"}
    return {**named, "rest": {name: value for name, value in answer.items() if name not in left}}


def scores_differ(before, after):
    return len(before) != len(after) or any(
        one != other and abs((one or 0) - (other or 0)) > 1e-4 * max(abs(one or 0), abs(other or 0)) for one, other in zip(before, after))


def differences(before, after):
    """What differs, each as (before, after). Hits that only one answer shows are a matter of the order."""
    before, after = parts_of(before), parts_of(after)
    common = before["shown"].keys() & after["shown"].keys()
    for parts in (before, after):
        parts["shown"] = {one: hit for one, hit in parts["shown"].items() if one in common}
    same_order = before["order"] == after["order"]
    out = {}
    for name in dict.fromkeys([*before, *after]):
        one, other = before.get(name), after.get(name)
        if name in ("scores", "explain") and not same_order:
            continue
        if scores_differ(one, other) if name == "scores" else one != other:
            out[name] = (one, other)
    if "order" in out and sorted(map(str, before["order"])) == sorted(map(str, after["order"])):
        out["order of the same hits"] = out.pop("order")
    return out


def first_difference(before, after):
    one, other = (json.dumps(value, ensure_ascii=False, sort_keys=True) for value in (before, after))
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return f"    was …{one[max(0, at - 40):at + 80]}\n    is  …{other[max(0, at - 40):at + 80]}"


def compare_answers(options, env, found):
    """Adds to `found` the examples of each difference, by name."""
    asked = cut = equal = 0
    by_kind, at_start = collections.Counter(), time.thread_time()
    with Daemon(options.bin_dir, options.data, env) as daemon:
        for kind, path, before in read(options.frozen / "answers.gz"):
            after = daemon.ask(kind, path)
            asked += 1
            differing = differences(before, after)
            if differing and (is_timed_out(before) or is_timed_out(after)):
                cut += 1
                continue
            equal += not differing
            by_kind[kind] += bool(differing)
            for name, (one, other) in differing.items():
                found["answers: " + name].append((f"{kind}: {path}", one, other))
    print(f"{asked} answers: {equal} equal, {asked - equal - cut} differ, {cut} differ and were cut by time "
          f"({time.thread_time() - at_start:.0f} s to compare)")
    print("  that differ by kind: " + ", ".join(f"{kind} {count}" for kind, count in by_kind.most_common() if count))


def compare_export(options, env, found):
    before, after = gzip.decompress((options.frozen / "export.jsonl.gz").read_bytes()).splitlines(), exported(options.bin_dir, options.data, env).splitlines()
    for number, (one, other) in enumerate(zip(before, after), 1):
        if one != other:
            found["export: lines"].append((f"line {number}", one.decode(), other.decode()))
    if len(before) != len(after):
        found["export: articles"].append(("count", len(before), len(after)))
    print(f"{len(after)} exported lines compared")


def compare(options, home):
    env = environment((options.frozen / "clock").read_text(encoding="utf-8"), home)
    found = collections.defaultdict(list)
    compare_answers(options, env, found)
    compare_export(options, env, found)
    for name, examples in sorted(found.items()):
        print(f"\n{name}: {len(examples)}")
        for what, one, other in examples[:options.show]:
            print(f"  {what}\n{first_difference(one, other)}")
    if options.differences:
        options.differences.write_text("".join(
            json.dumps({"what": name, "request": what, "was": one, "is": other}, ensure_ascii=False) + "\n"
            for name, examples in found.items() for what, one, other in examples), encoding="utf-8")
    return 1 if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["record", "compare"])
    for name in ("bin_dir", "data", "frozen"):
        parser.add_argument(name, type=lambda text: Path(text).resolve())
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--differences", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="trawl frozen ") as home:
        return {"record": record, "compare": compare}[options.what](options, home)


if __name__ == "__main__":
    sys.exit(main())
