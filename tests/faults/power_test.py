#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The power fails while a command runs, and after it has ended: what was acknowledged is there, and the next run ends as if
nothing had happened.

    power_test.py BIN_DIR SOURCE_DIR SHIM [--points N] [--operation NAME]… [--seed N]

The shim journals what changes files and names, and what each sync finds in a file. From any beginning of this journal,
three disks are made: `synced` keeps only what was synced, contents and names alike, as POSIX allows; `names` keeps all
names but only synced contents, as a file system whose journal is ahead of its data; `mixed` keeps some of the unsynced names.
(tests/kill has the one that keeps everything.) The last lines are a table: moments tried and, after a slash, how many went wrong.
"""
import argparse
import random
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[2]) / "tests/support"))
from operations import OPERATIONS, Programs, Trial, content_of, prepare, verdict  # noqa: E402

DISKS = ("synced", "names", "mixed")
NAMES = ("import", "import more", "crawl", "rebuild", "compact", "backup", "restore")


class File:
    def __init__(self, synced=b""):
        self.synced = synced


class Folder:
    """`now` are the names as programs see them, `durable` those that survive."""

    def __init__(self):
        self.now, self.durable = {}, {}


def read_disk(path):
    """A folder as it is, all of it durable."""
    folder = Folder()
    for entry in path.iterdir():
        folder.now[entry.name] = read_disk(entry) if entry.is_dir() else File(entry.read_bytes())
    folder.durable = dict(folder.now)
    return folder


def read_journal(path):
    """[(what, path, other, content)]."""
    records, data, at = [], path.read_bytes(), 0
    while at < len(data):
        end = data.index(b"\n", at)
        what, size, names = data[at:end].decode(errors="surrogateescape").split(" ", 2)
        name, _, other = names.partition("\t")
        at = end + 1 + int(size)
        records.append((what, name, other, data[end + 1:at]))
    return records


class Disk:
    def __init__(self, root, folder):
        self.root, self.folder = root, folder

    def find(self, path):
        """The folder that a path is in, and its name there."""
        *parents, name = Path(path).relative_to(self.root).parts or ("",)
        folder = self.folder
        for parent in parents:
            folder = folder.now.get(parent)
            if not isinstance(folder, Folder):
                return None, name
        return folder, name

    def apply(self, what, path, other, content):
        if path == str(self.root):
            if what == "syncdir":
                self.folder.durable = dict(self.folder.now)
            return
        folder, name = self.find(path)
        if folder is None:
            return
        if what == "make":
            folder.now[name] = Folder()
        elif what == "create":
            folder.now[name] = File()
        elif what == "remove":
            folder.now.pop(name, None)
        elif what == "rename":
            moved = folder.now.pop(name, None)
            target, new_name = self.find(other)
            if moved is not None and target is not None:
                target.now[new_name] = moved
        elif what == "sync":
            folder.now.setdefault(name, File()).synced = content
        elif what == "syncdir" and isinstance(folder.now.get(name), Folder):
            folder.now[name].durable = dict(folder.now[name].now)

    def write(self, kind, to, dice):
        self.write_folder(self.folder, kind, to, dice)

    def write_folder(self, folder, kind, to, dice):
        to.mkdir(parents=True, exist_ok=True)
        names = folder.durable if kind == "synced" else folder.now
        if kind == "mixed":
            names = {n: e for n, e in {**folder.durable, **folder.now}.items()
                     if folder.durable.get(n) is folder.now.get(n) or dice.random() < 0.5}
            for name in set(folder.durable) - set(names):
                names[name] = folder.durable[name]
        for name, entry in names.items():
            if isinstance(entry, Folder):
                self.write_folder(entry, kind, to / name, dice)
            elif not name.endswith("-shm"):  # shared memory; SQLite makes it again
                (to / name).write_bytes(entry.synced)


def moments(records, count, dice):
    """Numbers of records before which the power fails. Around syncs and names, where states differ; the end always."""
    numbers = list(range(1, len(records) + 1))
    if count and len(numbers) > count:
        numbers = sorted({len(records), *dice.sample(numbers, count - 1)})
    return numbers


class Tester:
    def __init__(self, programs, folder, options):
        self.programs, self.folder, self.options = programs, folder, options
        self.dice = random.Random(options.seed)

    def run(self, operation):
        """{disk: (tried, wrong)}."""
        prepared = self.folder / "prepared"
        trial = Trial(self.programs, operation, prepared, self.folder / "run" / "work")
        start = read_disk(trial.work)
        journal = self.folder / "journal"
        journal.unlink(missing_ok=True)
        done = trial.run({"TRAWL_FAULT_JOURNAL": str(journal)})
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        after, before = trial.articles(), self.programs.articles(prepared / operation.start / "data")
        records = read_journal(journal)
        counts = {}
        for disk in DISKS:
            wrong, seen = 0, {}
            chosen = moments(records, self.options.points, self.dice)
            for moment in chosen:
                model = Disk(trial.work, self.copy(start))
                for record in records[:moment]:
                    model.apply(*record)
                shutil.rmtree(trial.work)
                model.write(disk, trial.work, self.dice)
                is_over = moment == len(records)
                state = (is_over, content_of(trial.work))  # most records leave the disk as it was
                if state not in seen:
                    seen[state] = self.look(trial, before, after, is_over)
                if complaint := seen[state]:
                    wrong += 1
                    what, path, *_ = records[moment - 1]
                    print(f"WRONG {operation.name}, {disk}: power failed after record {moment} of {len(records)}: {what} "
                          f"{path.replace(str(trial.work), '')}\n    {complaint}", flush=True)
            counts[disk] = (len(chosen), wrong)
            print(f"{operation.name}, {disk}: {len(chosen)} moments, {len(seen)} different disks, {wrong} wrong", flush=True)
        trial.close()
        return counts

    def copy(self, folder):
        made = Folder()
        made.now = {n: self.copy(e) if isinstance(e, Folder) else File(e.synced) for n, e in folder.now.items()}
        made.durable = dict(made.now)
        return made

    def look(self, trial, before, after, is_over):
        operation, data = trial.operation, trial.work / "data"
        if is_over and operation.name != "backup":
            found = self.programs.articles(data)
            if found != after:
                return f"the command had ended, but {len(found)} of {len(after)} articles are there"
        if operation.name == "backup":
            if (trial.work / "copy.backup").exists():
                restored = trial.work / "restored"
                self.programs.run(["trawl-indexer", "index", "restore", trial.work / "copy.backup", "--data", restored])
                if self.programs.articles(restored) != after:
                    return "the backup is not whole"
            elif is_over:
                return "the command had ended, but the backup is not there"
        if not operation.crawls and operation.name != "import":
            found = self.programs.articles(data)
            if operation.name == "restore" and found not in (before, after):
                return f"{len(found)} articles, neither the old nor the new ones"
            if operation.name != "restore" and not before.keys() <= found.keys():
                return f"{len(found)} articles; there were {len(before)} before"
        again = trial.run()
        if again.returncode != 0:
            return f"the next run fails with {again.returncode}: {again.stderr.strip()[-300:]}"
        if self.programs.articles(data) != after:
            return "the next run does not end in the same articles"
        if operation.name == "backup":
            return ""
        checked = self.programs.run(["trawl-indexer", "index", "check", "--data", data])
        return "" if checked.returncode == 0 else f"index check: {checked.stderr.strip()[-300:]}"


def main():
    options = argparse.ArgumentParser()
    for name in ("binaries", "source", "shim"):
        options.add_argument(name)
    options.add_argument("--points", type=int, default=6)
    options.add_argument("--operation", action="append")
    options.add_argument("--seed", type=int, default=20260601)
    options = options.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="trawl-power-"))
    rows = {}
    try:
        programs = Programs(Path(options.binaries).resolve(), Path(options.shim).resolve())
        prepare(programs, folder / "prepared")
        tester = Tester(programs, folder, options)
        for operation in OPERATIONS:
            if operation.name in (options.operation or NAMES):
                rows[operation.name] = tester.run(operation)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    disks = DISKS
    print(f"{'':12}" + "".join(f"{disk:>10}" for disk in disks))
    for name, counts in rows.items():
        print(f"{name:12}" + "".join(f"{'%d/%d' % counts[disk]:>10}" for disk in disks))
    wrong = sum(w for counts in rows.values() for _, w in counts.values())
    return verdict(sum(t for counts in rows.values() for t, _ in counts.values()), wrong)


if __name__ == "__main__":
    sys.exit(main())
