#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command on a disk that fills up in the middle of it: the exit code is 7, the sentence says what failed, where and what
to do, nothing that was stored is lost, search and the daemon go on meanwhile, and once there is room the same command succeeds
by itself and leaves nothing behind.

    full_disk_test.py BIN_DIR SOURCE_DIR SHIM [--points N] [--operation NAME]… [--way NAME]… [--disk tmpfs|ext4] [--articles FILE] [--seed N]

The disk is a small file system, so this needs root and is skipped otherwise. In each of these ways it has room for N different
parts of what the command needs (default: 2; 0: 40):
    bytes     only that many bytes are left
    names     only that many files can be made
    floor     that many bytes more than 200 MB are left, with the default --min-free
    far       the command reads from the small disk and writes to another one, or the other way round
    temporary only the folder of temporary files is full, so all must end well
With --articles, the rows are those of a file of JSON Lines. The last lines are a table: moments tried, how many of them ended
with exit code 7, and how many went wrong.
"""
import argparse
import contextlib
import json
import os
import random
import re
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[2]) / "tests/support"))
from operations import OPERATIONS, Operation, Programs, file_names, prepare, verdict  # noqa: E402
from serve_test import Daemon  # noqa: E402
from small_disk import KINDS, PAGE, CannotMount, Disk, Use, enter_own_mounts  # noqa: E402
from small_site import SOURCES, Site, feed  # noqa: E402

WAYS = ("bytes", "names", "floor", "far", "temporary")
FLOOR = 200_000_000  # of --min-free
SEARCH = ["search", "model OR kernel* OR tensor1", "--format", "json"]
ADDED = "http://third.example/feed"
# Operations beside those of the other tests.
MORE = [
    Operation("markdown", "base", ["trawl-indexer", "export", "--markdown", "WORK/notes", "--data", "DATA"]),
    Operation("save", "base", ["trawl", "save", "tensors", "tensor1", "--yes", "--data", "DATA"]),
    Operation("new", "base", ["trawl", "new", "kernels", "--past", "--data", "DATA"], again=False),
    Operation("add a source", "base", ["trawl-indexer", "sources", "add", ADDED], crawls=True, again=False),
]
# Where the files of an operation that are not its data are, if it has a second place: the other disk.
FAR = {"backup": "WORK/copy.backup", "restore": "WORK/base.backup", "import": "WORK/rows.jsonl", "markdown": "WORK/notes"}
HAS_FLOOR = ("import", "import more", "crawl", "rebuild", "compact", "restore")
CHANGES_ARTICLES = ("import", "import more", "crawl", "restore")
LEFTOVERS = (".building", ".part", ".new", "restoring", ".tmp")
OVERWRITTEN = "/v.tmp"  # by which Xapian replaces a database's revision: the next commit there writes over it
HINT = re.compile(r"; (free some space|choose)")


class Run:
    """One operation on a fresh copy of its folder, which is on the disk, or its data are."""

    def __init__(self, tester, operation, way):
        self.tester, self.operation, self.way = tester, operation, way
        self.prepared = tester.prepared / operation.start
        self.work = tester.disk(way).root / "work"
        shutil.rmtree(tester.elsewhere, ignore_errors=True)
        if way == "temporary":
            self.work = tester.elsewhere / "work"
        shutil.copytree(self.prepared, self.work)
        self.data = self.work / "data"
        self.site = Site(8).__enter__() if operation.crawls else None
        if self.site:
            self.site.pages[ADDED] = (200, "text/xml", feed("Third", [("One", "http://third.example/1", "", "x")]), {})
        self.words = operation.words(self.work, self.site)
        if way == "far":
            self.move_apart()
        if operation.name in HAS_FLOOR and way != "floor":
            self.words += ["--min-free", "0"]
        self.environment = {}
        if way == "temporary":
            self.environment["TMPDIR"] = str(tester.disk(way).root)

    def move_apart(self):
        """The file of the operation that is not in its data is on the full disk, and the data are not; import and restore, the other way round."""
        name = FAR[self.operation.name].replace("WORK", str(self.work))
        other = self.tester.elsewhere / "work"
        if self.operation.name in ("import", "restore"):
            other.mkdir(parents=True)
            shutil.move(name, other / Path(name).name)
            self.words = [str(other / Path(name).name) if word == name else word for word in self.words]
        else:
            shutil.copytree(self.prepared, other)
            self.data = other / "data"
            shutil.rmtree(self.work / "data")
            self.words = [str(self.data) if word == str(self.work / "data") else word for word in self.words]

    def close(self):
        if self.site:
            self.site.__exit__()

    def run(self):
        return self.tester.run(self.words, self.environment)

    def articles(self):
        return self.tester.programs.articles(self.data)

    def names(self):
        found = file_names(self.work)
        return found | ({"far/" + name for name in file_names(self.tester.elsewhere)} if self.way == "far" else set())

    def kept_files(self):
        """What is not in the store and may be either the old or the new, but whole."""
        paths = [self.work / "sources.json", self.data / "sources.json"]
        return [path.read_text() if path.exists() else "" for path in paths] + [remembered(self.data / "reader.db")]


def remembered(file):
    """The saved searches and what they have shown, as text, read from a copy that has room."""
    with tempfile.TemporaryDirectory() as folder:
        for part in ("", "-wal", "-journal"):
            if Path(f"{file}{part}").exists():
                shutil.copy(f"{file}{part}", folder)
        with contextlib.closing(sqlite3.connect(f"{folder}/{file.name}")) as memory:
            names = {name for name, in memory.execute("SELECT name FROM sqlite_master")}
            return str([memory.execute(f"SELECT name, {more} FROM {table} ORDER BY 1, 2").fetchall() if table in names else []
                        for table, more in (("search", "parameters"), ("shown", "id"))])


class Reference:
    """How the operation ends with room, and what it takes meanwhile."""

    def __init__(self, run):
        self.old_files, self.old_articles = run.kept_files(), run.articles()
        with Use(run.tester.disk(run.way)) as use:
            done = run.run()
        if done.returncode != 0:
            raise RuntimeError(f"{run.operation.name}: {done.stderr}")
        self.size, self.count = use.size, use.names
        self.articles, self.names, self.files = run.articles(), run.names(), run.kept_files()
        run.close()


class Tester:
    def __init__(self, programs, folder, options):
        self.programs, self.folder, self.options = programs, folder, options
        self.dice = random.Random(options.seed)
        self.prepared, self.elsewhere = folder / "prepared", folder / "large/disk/elsewhere"  # where syncs cost nothing
        self.disks, self.daemon = {}, None

    def disk(self, way):
        return self.disks["floor" if way == "floor" else "small"]

    def run(self, words, more=None):
        os.environ.update(more or {})
        done = self.programs.run(words)
        for name in more or {}:
            os.environ.pop(name)
        return done

    def rooms(self, reference, way):
        """How many bytes or names are left, from none to a little more than all that are needed."""
        count = self.options.points or 40
        if way == "temporary":
            return [0]
        unit, most = (1, reference.count) if way == "names" else (PAGE, reference.size)
        last = most // unit + 1
        if count > last:
            return [unit * n for n in range(last + 1)]
        return [unit * min(int((n + self.dice.random()) * last / count), last) for n in range(count)]

    def try_all(self, operation, way):
        """[moments, of these ended with 7, wrong]."""
        self.disk(way).clear()
        reference = Reference(Run(self, operation, way))
        cell = [0, 0, 0]
        for room in self.rooms(reference, way):
            self.disk(way).clear()
            run = Run(self, operation, way)
            try:
                code, wrong, said = self.look(run, reference, room)
            finally:
                run.close()
                if self.daemon:
                    self.daemon.stop()
                    self.daemon = None
            cell[0] += 1
            cell[1] += code == 7
            if wrong:
                cell[2] += 1
                print(f"WRONG {operation.name}, {way}: room for {room}: {wrong}\n    it said: {said}", flush=True)
        return cell

    def look(self, run, reference, room):
        """(exit code, what is wrong, what it said)."""
        disk = self.disk(run.way)
        if reference.old_articles and run.way in ("bytes", "names"):
            self.daemon = Daemon(self.programs, run.data, None)
        if run.way == "names":
            disk.leave_names(room)
        else:
            disk.leave(room + (FLOOR if run.way == "floor" else 0))
        done = run.run()
        said = done.stderr.strip().replace(str(self.folder), "")[-400:]
        wrong = self.wrong_end(run, done, reference, room) or self.wrong_meanwhile(run, reference)
        disk.make_room()
        return done.returncode, wrong or self.wrong_afterwards(run, done, reference), said

    def wrong_end(self, run, done, reference, room):
        if done.returncode == 0:
            if run.way == "floor" and run.operation.name == "restore" and room < (run.work / "base.backup/crawl.db").stat().st_size:
                return "it goes below the 200 MB that should stay free"
            lacking = sorted(reference.names - run.names())
            return f"it exits with 0 without {lacking}" if lacking else ""
        if run.way == "temporary" or done.returncode != 7:
            return f"exit code {done.returncode}"
        sentence = done.stderr.strip().rpartition("\n")[2]
        if not sentence.startswith(("trawl: ", "trawl-indexer: ")):
            return "it does not end with a sentence"
        if not any(cause in sentence for cause in ("No space left on device", "MB are free on the disk")):
            return "the sentence does not give the cause"
        if str(self.folder) not in sentence:
            return "the sentence does not say where"
        if not HINT.search(sentence):
            return "the sentence does not say what to do"
        left = sorted(name for name in run.names() - reference.names
                      if any(part in name for part in LEFTOVERS) and not name.endswith(OVERWRITTEN))
        return f"left behind: {left}" if left else ""

    def wrong_meanwhile(self, run, reference):
        """What is wrong with reading while the disk is still full."""
        for found, old, new in zip(run.kept_files(), reference.old_files, reference.files):
            if found not in (old, new):
                return "a file is neither the old nor the new one: " + found[:200]
        if wrong := self.lost(run, reference):
            return "on the full disk: " + wrong
        if not reference.old_articles:
            return ""
        least = 1 if run.operation.name == "restore" else len(reference.old_articles)
        counted = self.run(["trawl", "count", "", "--data", run.data])
        if counted.returncode != 0 or int(counted.stdout) < least:
            return f"count on the full disk: {counted.returncode}: {counted.stdout} {counted.stderr}"
        searched = self.run(["trawl", *SEARCH, "--data", run.data])
        if searched.returncode != 0:
            return f"search on the full disk: {searched.returncode}: {searched.stderr}"
        checked = self.run(["trawl-indexer", "index", "check", "--data", run.data])
        behind = ("the index lacks" in checked.stderr or "lacks the last changes" in checked.stderr) and run.operation.name in CHANGES_ARTICLES
        if checked.returncode != 0 and not behind and not self.lacks_room(checked):
            return f"check on the full disk: {checked.returncode}: {checked.stderr}"
        return self.wrong_daemon(least)

    @staticmethod
    def lacks_room(done):
        """Even to read, SQLite needs 32 KB for what it shares with other processes, unless they are there from before."""
        return done.returncode == 7 and "No space left on device" in done.stderr

    def lost(self, run, reference):
        """What is not there any more of what was stored before."""
        exported = self.run(["trawl-indexer", "export", "--data", run.data])
        if self.lacks_room(exported):
            return ""
        has_none = exported.returncode == 3 and "nothing has been crawled or imported yet" in exported.stderr
        if exported.returncode > 1 and not has_none:
            return f"export: {exported.returncode}: {exported.stderr}"
        found = {row.pop("id"): {**row, "indexed": None} for row in map(json.loads, exported.stdout.splitlines())}
        old = reference.old_articles
        is_kept = found in (old, reference.articles) if run.operation.name == "restore" else old.keys() <= found.keys()
        return "" if is_kept else f"{len(found)} articles; before there were {len(old)}"

    def wrong_daemon(self, least):
        if not self.daemon:
            return ""
        for path in ("/readyz", "/v1/search?q=kernel*&facets=source", "/v1/stats"):
            status, text = self.daemon.get(path)
            if status != 200:
                return f"the daemon on the full disk: {path}: {status} {text[-300:]}"
        return "" if json.loads(text)["documents"] >= least else f"the daemon has {text[:300]}"

    def wrong_afterwards(self, run, done, reference):
        if wrong := self.lost(run, reference):
            return "with room, before the next run: " + wrong
        if done.returncode != 0 or run.operation.again:
            again = run.run()
            if again.returncode != 0:
                return f"with room, it fails with {again.returncode}: {again.stderr[-300:]}"
        if run.articles() != reference.articles or run.kept_files() != reference.files:
            return "with room, it does not end in the same articles"
        checked = self.run(["trawl-indexer", "index", "check", "--data", run.data])
        if checked.returncode != 0:
            return "with room, index check: " + checked.stderr[-300:]
        if self.daemon and (wrong := self.wrong_daemon(1)):
            return "with room, " + wrong
        left = sorted(run.names() - reference.names)
        if left and not self.daemon:  # its generation is kept as long as it reads it
            return f"left behind: {left}"
        return ""


def main():
    options = argparse.ArgumentParser()
    for name in ("binaries", "source", "shim"):
        options.add_argument(name)
    options.add_argument("--points", type=int, default=2)
    options.add_argument("--operation", action="append")
    options.add_argument("--way", action="append", choices=WAYS)
    options.add_argument("--disk", choices=KINDS, default="tmpfs")
    options.add_argument("--articles", type=Path)
    options.add_argument("--seed", type=int, default=20260601)
    options = options.parse_args()
    try:
        enter_own_mounts()
        return try_operations(options)
    except CannotMount as reason:
        print(f"skipped: {reason}")
        return 77  # ctest's SKIP_RETURN_CODE


def try_operations(options):
    folder = Path(tempfile.mkdtemp(prefix="trawl-full-disk-"))
    operations = [o for o in OPERATIONS + MORE if o.writes and (not options.operation or o.name in options.operation)]
    table = {}
    programs = Programs(Path(options.binaries).resolve(), Path(options.shim).resolve())
    tester = Tester(programs, folder, options)
    try:
        more = options.articles.stat().st_size >> 20 if options.articles else 0
        with Disk(options.disk, folder / "small", 24 + 20 * more, 500 + 2000 * more) as small, \
                Disk("tmpfs", folder / "large", 240 + 50 * more, 1000 + 4000 * more) as large:
            tester.disks = {"small": small, "floor": large}
            prepare(programs, tester.prepared, options.articles)
            saved = tester.run(["trawl", "save", "kernels", "kernel*", "--data", tester.prepared / "base/data"])
            if saved.returncode != 0:
                raise RuntimeError(saved.stderr)
            for operation in operations:
                for way in WAYS:
                    if (not options.way or way in options.way) and (way != "floor" or operation.name in HAS_FLOOR) and (way != "far" or operation.name in FAR):
                        table[operation.name, way] = tester.try_all(operation, way)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{'':12}" + "".join(f"{way:>14}" for way in WAYS))
    for operation in operations:
        cells = ["%d/%d/%d" % tuple(table[operation.name, way]) if (operation.name, way) in table else "-" for way in WAYS]
        print(f"{operation.name:12}" + "".join(f"{cell:>14}" for cell in cells))
    tried, full, wrong = (sum(cell[i] for cell in table.values()) for i in range(3))
    return verdict(tried, wrong, f"{full} ended with 7, ")


if __name__ == "__main__":
    sys.exit(main())
