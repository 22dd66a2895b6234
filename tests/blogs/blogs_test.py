#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blogs as they change: forty days of a blog, one crawl a day, and what a user sees of it each day, in good and in bad weather.
scenarios.py is the table of lives; here they are played by the programs and compared with what the blogs said (judge.py).

    blogs_test.py BIN_DIR CLOCK_SHIM [--all] [--jobs N] [-v] [PART OF A NAME...]

A line of the report: known is how many articles live at the end, of how many that are there; right have the title and text of today. Then the
worst day's count of what is wrong: titles, texts, addresses; lost (was shown, is there, is not shown), missing (is there, was never shown),
doubles, invented (nobody's article), ids that are dead (lead nowhere, or to another article) or hidden (lead to a withdrawn article that is
there). At the end: stale (what it said before), short (a part of what it says), old addresses, withdrawn ones that are shown, wrong dates.
late: days from a change, or from the end of the bad weather, until it is shown. held: share of the changes that the crawler was told and
that were not shown that day, and for how long. asks: pages a day in the second half.
"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from blog import DAY, FEED_SIZE, FIRST_DAY, at
from judge import Judge
from scenarios import DAYS, QUICK, SCENARIOS
from server import Certificate, Server
from weather import is_list

FIGURES = ("title", "text", "address", "lost", "missing", "doubles", "invented", "dead", "hidden")
AT_THE_END = {"withdrawn shown": "withdrawn, and shown", "date": "wrong dates", "old address": "at an old address"}
TOGETHER = 10  # scenarios that share a data directory, each with hosts of its own
ANY_CODE = range(256)


class Asked:
    def __init__(self):
        self.all = self.pages = 0


class Life:
    """A scenario: what its hosts answer each day, what they told, and what was seen of it."""

    def __init__(self, name, seed):
        self.name, self.scenario = name, SCENARIOS[name]("blog-" + hashlib.sha1(f"{name} {seed}".encode()).hexdigest()[:6])
        self.judge = Judge(self.scenario.blogs)
        self.hosts = {urlsplit(base).hostname for blog in self.scenario.blogs for _, base in blog.base}
        self.ids = {row["id"] for day in range(DAYS) for row in self.scenario.sources(day)}
        self.day, self.asked, self.served, self.asks = 0, {}, {}, [0] * DAYS
        self.statuses, self.starred, self.failures = {}, {}, []

    # what its hosts answer

    def dawn(self, day):
        self.day, self.asked = day, {}

    def answer(self, url):
        asked = self.asked.setdefault(urlsplit(url).hostname, Asked())
        asked.all += 1
        asked.pages += not is_list(url)
        self.asks[self.day] += not is_list(url)
        for weather, days in self.scenario.weather.items():
            answer = weather(url, self.day, asked) if self.day in days else None
            if answer:
                return answer
        for blog in self.scenario.blogs:
            answer = blog.answer(url, self.day)
            if answer:
                self.note(blog, url, answer)
                return answer
        return 404, "text/plain", "nothing here", {}

    def note(self, blog, url, answer):
        """Which version of which posts was told."""
        if answer[0] != 200:
            return
        told = [(blog, post) for post in blog.posts if post.day <= self.day and url == blog.address(post, self.day)]
        if url == blog.home(self.day) + "/feed.xml" and at(blog.full_text, self.day):
            told = blog.newest(self.day)[:FEED_SIZE]
        for teller, post in told:
            number = len(teller.history(post, self.day)) - 1
            if self.served.get(post.guid, (-1, 0))[0] != number:
                self.served[post.guid] = number, self.day

    # what a user sees

    def wants_status(self, day):
        """The day before the bad weather, and its fourth."""
        bad = self.scenario.bad
        return bool(bad) and day in (bad[0] - 1, bad[min(3, len(bad) - 1)])

    def what_status_says(self):
        """Its lines in the bad weather that it had not before."""
        days = sorted(self.statuses)
        if not days:
            return []
        plain = [re.sub(r"\d+", "#", self.statuses[day]) for day in days]
        before = plain[0].splitlines() if len(days) > 1 else []
        lines = [line for line, bare in zip(self.statuses[days[-1]].splitlines(), plain[-1].splitlines()) if bare not in before]
        return [line for line in lines if not re.search(r"  ok  .* 0 failures +0 withdrawn|^ +(never )?answered", line)]

    def judge_all(self):
        self.judge_days()
        self.judge_end()
        scenario = self.scenario
        measured = {"late": self.judge.most_late(scenario.healed or 0), "asks": self.asked_for()}
        for name, most in scenario.most.items():
            if measured[name] > most:
                self.failures.append(f"{name}: {measured[name]}, at most {most} wanted")
        if not scenario.bad and self.judge.longest_held() > 2:
            self.failures.append(f"held for {self.judge.longest_held()} days")
        if scenario.says and not self.what_status_says():
            self.failures.append("the status says nothing")

    def judge_days(self):
        scenario, figures = self.scenario, self.judge.figures
        until_back = {day + more for day in scenario.bad for more in (0, 1, 2)} if scenario.waits else set()
        for name in FIGURES:
            tolerated = set(scenario.tolerated.get(name, ())) | (until_back if name == "missing" else set())
            days = [day for day, count in enumerate(figures) if count[name] and day not in tolerated]
            if days:
                self.failures.append(f"{name}: {max(figures[day][name] for day in days)} (days {days[0]}-{days[-1]})")
        if scenario.healed and any(count["stale"] or count["short"] for count in figures[scenario.healed + 2:]):
            self.failures.append("not all is back two days after the bad weather")

    def judge_end(self):
        last = self.judge.figures[-1]
        for name, what in AT_THE_END.items():
            if last[name]:
                self.failures.append(f"{what} at the end: {last[name]}")
        for name in ("stale", "short"):
            if last[name] and DAYS - 1 not in self.scenario.bad:
                self.failures.append(f"{name} at the end: {last[name]}")

    def judge_stars(self, hits):
        there = {post.guid for _, post in self.judge.there(DAYS - 1)}
        wanted = Counter(guid for guid in self.starred.values() if guid in there)
        found = Counter(self.judge.ids.get(hit["id"]) for hit in hits)
        if wanted - found:
            self.failures.append(f"{(wanted - found).total()} of {wanted.total()} stars are lost")

    def asked_for(self):
        return round(sum(self.asks[DAYS // 2:]) / (DAYS - DAYS // 2), 1)

    def report(self):
        judge, last = self.judge, self.judge.figures[-1]
        worst = " ".join(f"{figure} {judge.worst(figure)}" for figure in FIGURES if judge.worst(figure))
        ends = " ".join(f"{figure} {last[figure]}" for figure in ("stale", "short", "old address", "withdrawn shown", "date") if last[figure])
        held = f"held {100 * judge.share_held():.0f} % ≤ {judge.longest_held()} d" if judge.seen else ""
        figures = [f"known {last['living']}/{last['there']}", f"right {last['right']}", worst or "nothing wrong",
                   f"at the end {ends}" if ends else "", f"late {judge.most_late(self.scenario.healed or 0)}", held, f"asks {self.asked_for()}"]
        lines = [f"{'FAIL' if self.failures else 'ok  '} {self.name}: " + ", ".join(part for part in figures if part)]
        lines += ["       " + failure for failure in self.failures]
        return "\n".join(lines + ["       status: " + line[:180] for line in self.what_status_says()[:4]])


class Play:
    """Some lives beside each other in one data directory."""

    def __init__(self, names, folder, arguments):
        self.lives, self.folder, self.arguments = [Life(name, arguments.seed) for name in names], folder, arguments
        self.data, self.catalogue, self.words = folder / "data", folder / "sources.json", []
        self.by_host = {host: life for life in self.lives for host in life.hosts}
        self.day, self.now, self.rows = 0, FIRST_DAY, []

    def environment(self):
        shift = int(self.now - time.time())
        return os.environ | {"LD_PRELOAD": self.arguments.clock, "TRAWL_CALENDAR_SHIFT": str(shift), "TRAWL_CONFIG": "/dev/null"}

    def run(self, *words, codes=(0,)):
        done = subprocess.run([self.arguments.bin / "trawl", *map(str, words), "--data", self.data], capture_output=True, text=True, timeout=600,
                              check=False, env=self.environment())
        if done.returncode not in codes:
            raise RuntimeError(f"day {self.day}: trawl {' '.join(map(str, words))} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return done.stdout

    def play(self):
        with Server(lambda url: self.by_host[urlsplit(url).hostname.removeprefix("consent-")].answer(url)) as server:
            self.words = ["--proxy", f"http://127.0.0.1:{server.port}", "--allow-address", f"127.0.0.1:{server.port}"]
            if any("https:" in base for life in self.lives for blog in life.scenario.blogs for _, base in blog.base):
                server.certificate = Certificate(self.folder, self.by_host, self.environment())
                self.words += ["--ca-file", server.certificate.file]
            for self.day in range(DAYS):
                self.crawl(server)
                self.look()
        self.look_at_end()

    def crawl(self, server):
        scenario = self.lives[0].scenario
        for life in self.lives:
            life.dawn(self.day)
        day = FIRST_DAY + self.day * (DAY + 60)
        self.now = server.now = scenario.clocks.get(self.day, day)
        self.catalogue.write_text(json.dumps({"sources": [row for life in self.lives for row in life.scenario.sources(self.day)]}))
        backfill = ["--backfill"] if self.day in scenario.backfills else []
        self.run("crawl", "--sources", self.catalogue, "--delay", 0, "--quiet", *self.words, *backfill, codes=(0, 4, 6))
        self.now = server.now = day + 30

    def look(self):
        self.rows = [json.loads(line) for line in self.run("export", codes=(0, 1, 3)).splitlines()]
        for life in self.lives:
            life.judge.look([row for row in self.rows if row["source"] in life.ids], self.day, life.served)
            if self.arguments.verbose:
                bad = "!" if self.day in life.scenario.bad else " "
                print(f"  {life.name}, day {self.day:2}{bad} {life.asks[self.day]} pages asked, {dict(+life.judge.figures[-1])}", flush=True)
            if life.wants_status(self.day):
                life.statuses[self.day] = self.run("sources", "status", *life.ids & {row["id"] for row in life.scenario.sources(self.day)})
        if self.day == 10:
            self.star()

    def star(self):
        for life in self.lives:
            living = sorted((row for row in self.rows if not row.get("gone_since") and row["id"] in life.judge.ids), key=lambda row: row["published"])
            life.starred = {row["id"]: life.judge.ids[row["id"]] for row in living[::10]}
        starred = [one for life in self.lives for one in life.starred]
        if starred:
            self.run("star", *starred)

    def look_at_end(self):
        """Ids are asked of the program itself, and stars lead to what was starred."""
        ids = {row["id"] for row in self.rows}
        hits = json.loads(self.run("search", "is:starred", "--format", "json", "-n", "all", codes=(0, 1)))["hits"]
        for life in self.lives:
            dead = [one for one in life.judge.ids.keys() - ids if not self.run("show", one, "--format", "json", codes=ANY_CODE)]
            if dead:
                life.failures.append(f"`trawl show` shows nothing for {len(dead)} ids")
            life.judge_stars(hits)
            life.judge_all()
        self.rebuild()

    def rebuild(self):
        """What is shown must follow from what is stored."""
        before = {row["id"]: self.told(row) for row in self.rows}
        self.run("index", "rebuild", "--sources", self.catalogue)
        self.rows = [json.loads(line) for line in self.run("export").splitlines()]
        after = {row["id"]: self.told(row) for row in self.rows}
        changed = Counter(self.by_host.get(urlsplit((after.get(one) or before[one])[0]).hostname) for one in before.keys() | after.keys()
                          if before.get(one) != after.get(one))
        for life, count in changed.items():
            life.failures.append(f"a rebuild changes {count} articles")

    @staticmethod
    def told(row):
        return [row[name] for name in ("url", "title", "text", "published")] + [bool(row.get("gone_since"))]


def play(names, arguments):
    """The reports of these lives."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="trawl blogs ", dir=memory if os.access(memory, os.W_OK) else None) as folder:
        one = Play(names, Path(folder), arguments)
        try:
            one.play()
        except RuntimeError as error:
            return [(name, False, f"FAIL {name}: {error}") for name in names]
        if arguments.keep:
            subprocess.run(["cp", "-r", folder, arguments.keep / str(list(SCENARIOS).index(names[0]))], check=True)
        return [(life.name, not life.failures, life.report()) for life in one.lives]


def together(names, arguments):
    """Groups that can share a data directory: with crawls of the same kind and calendar."""
    kinds = {}
    for name in names:
        made = SCENARIOS[name]("x")
        kinds.setdefault((made.backfills, tuple(made.clocks)), []).append(name)
    most = 1 if arguments.alone else TOGETHER
    return [several[i:i + most] for several in kinds.values() for i in range(0, len(several), most)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bin", type=Path)
    parser.add_argument("clock")
    parser.add_argument("names", nargs="*", help="parts of names of scenarios")
    parser.add_argument("--all", action="store_true", help="not only the quick ones")
    parser.add_argument("--alone", action="store_true", help="each in a data directory of its own")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="", help="for other texts")
    parser.add_argument("--keep", type=Path, help="copy the data directories here")
    parser.add_argument("-v", "--verbose", action="store_true", help="day by day")
    arguments = parser.parse_intermixed_args()
    names = [name for name in SCENARIOS if any(part in name for part in arguments.names)] if arguments.names else list(
        SCENARIOS if arguments.all else QUICK)
    groups, results = together(names, arguments), {}
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for reports in pool.map(play, groups, [arguments] * len(groups)):
            for name, is_right, text in reports:
                print(text, flush=True)
                results[name] = is_right
    print(f"{sum(results.values())} of {len(results)} as they should be")
    sys.exit(not results or not all(results.values()))


if __name__ == "__main__":
    main()
