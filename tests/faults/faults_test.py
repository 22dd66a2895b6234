#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command, with each system call in turn failing: the exit code is right, the sentence names what failed and where,
nothing that was acknowledged is lost, the next run succeeds by itself, and nothing is left behind.

    faults_test.py BIN_DIR SOURCE_DIR SHIM [--points N] [--operation NAME]… [--kind NAME]… [--seed N] [--jobs N] [--at N] [--most N] [--stacks N] [--from NAME] [--shard I/N]

Each kind of call is tried at up to N moments of each operation (default: 4; 0: at all); with --most, only that many
of all these, chosen by the seed. A moment counts as tried if the call was made and failed. Millions of calls ask for memory: with --stacks, those tried are the first and the last one of
each different chain of N callers; with --from libcrypto, only those of libraries with that in their name. --shard 2/3 tries the second third of the points. The last lines are a table:
moments tried and, after a slash, how many of them went wrong.
"""
import argparse
import errno
import json
import os
import random
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[2]) / "tests/support"))
from operations import OPERATIONS, Programs, Trial, content_of, file_names, prepare, verdict  # noqa: E402

# What a call of each kind fails with; "short": it does half of what was asked.
KINDS = {
    "open": ["EACCES", "EMFILE", "ENOSPC", "EIO"],
    "read": ["EIO", "EINTR", "short"],
    "write": ["ENOSPC", "EIO", "EINTR", "short"],
    "sync": ["EIO", "ENOSPC"],
    "rename": ["EACCES", "ENOSPC", "EIO"],
    "mmap": ["ENOMEM"],
    "malloc": ["ENOMEM"],
    "memory": ["ENOMEM"],  # not a call: the address space is limited to N MB
    "socket": ["EMFILE", "ENOMEM"],
    "truncate": ["EIO"],
    "unlink": ["EACCES", "EIO"],
    "mkdir": ["ENOSPC", "EACCES"],
    "stat": ["EACCES", "EIO"],
    "lock": ["ENOLCK"],
}
# Exit codes: 3 not readable or not allowed, 7 disk or memory or files exhausted, 4 and 6 the network failed.
SMALLEST_MB = 40  # with less, the dynamic linker fails
CODES = {"EACCES": {3}, "EMFILE": {7}, "ENFILE": {7}, "ENOMEM": {7}, "ENOSPC": {7}, "EIO": {3, 7}, "ENOLCK": {7}, "EINTR": set(), "short": set()}
NETWORK_CODES = {4, 6}
NEVER_DAMAGE = {"EACCES", "EMFILE", "ENFILE", "ENOMEM", "ENOSPC", "ENOLCK", "EIO"}


def words_of(with_):
    return {"ENOMEM": ["Cannot allocate memory", "out of memory", "Resource temporarily unavailable"], "EIO": ["Input/output error", "disk I/O error"]}.get(with_, [os.strerror(getattr(errno, with_))] if with_ != "short" else [])


# Moments that once went wrong, by the file of the call: always tried, as their numbers change from build to build.
KNOWN = [
    ("import", "lock", "ENOLCK", "data/index/xapian.new"),
    ("import", "stat", "EIO", "data/index/xapian.new"),
    ("check", "stat", "EACCES", "data/index/db-2/postlist.glass"),
    ("restore", "stat", "EIO", "data/restoring/sources.json"),
    # Xapian takes a table that it cannot open for one that was never needed.
    *((name, "open", with_, f"data/index/db-{number}/{table}.glass")
      for name, number in (("search", 2), ("show", 2), ("compact", 2), ("rebuild", 3), ("import", 1)) for with_ in ("EACCES", "EMFILE")
      for table in ("docdata", "position", "termlist")),
]

# The last requests for memory, with which these operations tidy up: always tried.
KNOWN_LAST = {"restore": 12}


def stable_answer(answer):
    """Without its time and its cursor, and with no lag where it says that this is not known: only crawl.db could not be read."""
    answer = {name: value for name, value in answer.items() if name not in ("took_ms", "next")}
    known = [one for one in answer.get("warnings", []) if one["code"] != "index_unknown"]
    if known != answer.get("warnings", []):
        answer |= {"warnings": known, "index": {**answer["index"], "behind": answer["index"]["behind"] or 0}}
    return answer


class Reference:
    """How an operation ends undisturbed, and how many calls of each kind it makes."""

    def __init__(self, programs, operation, prepared, folder, kinds, stacks=0):
        trial = Trial(programs, operation, prepared, folder / f"count-{operation.name.replace(' ', '-')}")
        done = trial.run({"TRAWL_FAULT_STACKS": str(stacks)} if stacks else {})
        if done.returncode != 0:
            raise RuntimeError(f"{operation.name}: {done.stderr}")
        self.stdout, self.names, self.articles = self.stable(done.stdout), file_names(trial.work), trial.articles()
        counted = [line.split() for line in trial.report().splitlines() if line.startswith("counted ")]
        self.counts = {kind: int(number) for _, kind, number in counted}
        self.stacks = sorted({int(at) for line in trial.report().splitlines() if line.startswith("stack ") for at in line.split()[1:]})
        self.afterwards = {}  # for each content of the folder after a disturbed run: what was wrong with the next one
        trial.restart()
        self.counts["memory"] = self.megabytes(trial) if "memory" in kinds else 0
        trial.close()

    @staticmethod
    def megabytes(trial):
        """An address space that is enough, to within a tenth."""
        size = 64
        while trial.run(memory=size << 20).returncode != 0:
            size += size // 10
            trial.restart()
        return size

    @staticmethod
    def stable(text):
        return [stable_answer(json.loads(line)) if line.startswith("{") else line for line in text.splitlines() if not line.startswith("took")]


class Point:
    def __init__(self, operation, kind, with_, lasting, at, under=""):
        self.operation, self.kind, self.with_, self.lasting, self.at, self.under = operation, kind, with_, lasting, at, under

    def __str__(self):
        if self.kind == "memory":
            return f"{self.operation.name}: memory number {self.at} fails with MB"
        place = f" on {self.under}" if self.under else ""
        return f"{self.operation.name}: {self.kind} number {self.at}{place}{' and all later ones' if self.lasting else ''} fails with {self.with_}"

    def variables(self):
        with_ = self.with_ if self.with_ == "short" else str(getattr(errno, self.with_))
        lasting = {"TRAWL_FAULT_LASTING": "1"} if self.lasting else {}
        return {"TRAWL_FAULT_KIND": self.kind, "TRAWL_FAULT_AT": str(self.at), "TRAWL_FAULT_WITH": with_, **lasting}


def wrong_end(point, done, reference):
    """What is wrong with how the disturbed run ended, if anything."""
    code, said = done.returncode, done.stderr
    if code < 0:
        return f"killed by signal {-code}"
    if code == 0:
        if not point.operation.writes and reference.stable(done.stdout) != reference.stdout:
            return "it exits with 0 though its output is not complete"
        return ""
    allowed = CODES[point.with_] | (NETWORK_CODES if point.kind == "socket" else set())
    if not point.operation.writes:
        allowed = allowed | {3}  # the index cannot be read
    if point.operation.crawls:
        allowed = allowed | NETWORK_CODES
    if point.operation.name.startswith("import"):
        allowed = allowed | {6}  # the file to import is refused
    if code == 3 and not point.lasting and any(words in said for words in ("unable to open database", "readonly database")):
        return ""  # SQLite tries again in another way, which fails for another reason
    if code not in allowed:
        return f"exit code {code}, not {sorted(allowed | {0})}"
    sentences = [line for line in said.splitlines() if line.startswith(("trawl: ", "trawl-indexer: ", "trawl-searchd: "))]
    if code in NETWORK_CODES:
        return ""
    if not sentences:
        return "no sentence says what failed"
    if not any(word.lower() in said.lower() for word in words_of(point.with_)):
        return "the sentence does not give the cause"
    if point.with_ in NEVER_DAMAGE and (re.search(r"(?<!/)damaged", said) or "index rebuild" in said):  # one file has that name
        return "called damage"
    return ""


def lacks(done, work, reference):
    """What a run that reports success did not make."""
    lacking = sorted(reference.names - file_names(work)) if done.returncode == 0 else []
    return f"it exits with 0 without {lacking}" if lacking else ""


def leftovers(work, reference, point, said):
    if point.kind in ("unlink", "open") or (point.lasting and point.kind in ("read", "stat")):
        return ""  # it cannot tidy up; the next run does
    if point.kind in ("malloc", "memory") and "ended at once" in said:
        return ""  # where no exception may pass; the next run tidies up, which is looked at afterwards
    left = sorted(n for n in file_names(work) - reference.names
                  if ".building" in n or ".part" in n or "restoring" in n or n.startswith("data/index/xapian."))
    return f"left behind: {left}" if left else ""


def try_point(programs, prepared, folder, point, reference):
    """Whether the call failed as planned, what went wrong, where, and what the program said."""
    trial = Trial(programs, point.operation, prepared, folder / f"{os.getpid()}-{id(point)}")
    try:
        return try_on(trial, point, reference)
    except Exception as broken:  # pylint: disable=broad-except
        return True, f"{type(broken).__name__}: {broken}", "", ""
    finally:
        trial.close()


def try_on(trial, point, reference):
    done = trial.run(memory=point.at << 20) if point.kind == "memory" else trial.run(point.variables(), under=point.under)
    if "error while loading shared libraries" in done.stderr:
        return False, "", "", ""
    said = trial.report().strip().splitlines()
    where = said[0].replace(str(trial.work), "") if said else ""
    evidence = (where, done.stderr.strip()[-400:].replace(str(trial.work), ""))
    wrong = wrong_end(point, done, reference) or lacks(done, trial.work, reference) or leftovers(trial.work, reference, point, said)
    if not wrong:
        state = (done.returncode == 0, point.kind == "unlink", content_of(trial.work))
        if state not in reference.afterwards:
            reference.afterwards[state] = wrong_afterwards(trial, point, done, reference)
        wrong = reference.afterwards[state]
    return (point.kind == "memory" or where.startswith("failed "), wrong, *evidence)


def wrong_afterwards(trial, point, done, reference):
    """What is wrong with the next run, which depends only on what the disturbed one left."""
    if not trial.operation.writes:
        again = trial.run()
        is_right = again.returncode == 0 and reference.stable(again.stdout) == reference.stdout
        return "" if is_right else "afterwards it does not give its answer: " + again.stderr[-300:]
    if done.returncode != 0 or trial.operation.again:
        again = trial.run()
        if again.returncode != 0:
            return f"the next run fails with {again.returncode}: {again.stderr[-300:]}"
    if trial.articles() != reference.articles:
        return "the next run does not end in the same articles"
    checked = trial.programs.run(["trawl-indexer", "index", "check", "--data", trial.work / "data"])
    if checked.returncode != 0:
        return "index check: " + checked.stderr[-300:]
    left = sorted(file_names(trial.work) - reference.names)
    return f"left behind after the next run: {left}" if left and point.kind != "unlink" else ""


def points_of(operation, kind, reference, count, dice, at):
    total = reference.counts.get(kind, 0)
    for with_ in KINDS[kind]:
        for lasting in ((False, True) if kind not in ("malloc", "memory") and with_ in ("ENOSPC", "EIO", "EACCES", "EMFILE", "ENOMEM") else (False,)):
            numbers = range(SMALLEST_MB if kind == "memory" else 1, total + 1)
            if at:
                numbers = [at]
            elif kind == "malloc" and reference.stacks:
                numbers = reference.stacks
            elif count and len(numbers) > count:
                numbers = sorted({numbers[0], numbers[-1], *(dice.choice(numbers) for _ in range(count - 2))})
            for number in numbers:
                yield Point(operation, kind, with_, lasting, number)


def main():
    options = argparse.ArgumentParser()
    for name in ("binaries", "source", "shim"):
        options.add_argument(name)
    options.add_argument("--points", type=int, default=4)
    options.add_argument("--operation", action="append")
    options.add_argument("--kind", action="append")
    options.add_argument("--seed", type=int, default=20260601)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--at", type=int, default=0)
    options.add_argument("--most", type=int, default=0)
    options.add_argument("--stacks", type=int, default=0)
    options.add_argument("--from", dest="caller")
    options.add_argument("--shard", default="1/1", type=lambda text: tuple(map(int, text.split("/"))))
    options = options.parse_args()
    if options.caller:
        os.environ["TRAWL_FAULT_FROM"] = options.caller
    programs, dice = Programs(options.binaries, options.shim), random.Random(options.seed)
    folder = Path(tempfile.mkdtemp(prefix="trawl-faults-"))
    operations = [o for o in OPERATIONS if not options.operation or o.name in options.operation]
    kinds = [k for k in KINDS if not options.kind or k in options.kind]
    table, failures = {}, 0
    try:
        prepare(programs, folder / "prepared")
        with ThreadPoolExecutor(options.jobs) as pool:
            for operation in operations:
                reference = Reference(programs, operation, folder / "prepared", folder, kinds, options.stacks)
                points = [p for kind in kinds for p in points_of(operation, kind, reference, options.points, dice, options.at)]
                points = points[options.shard[0] - 1::options.shard[1]]
                if options.most:
                    points = dice.sample(points, min(len(points), options.most // len(operations)))
                if not options.at and options.shard[0] == 1:
                    last = reference.counts.get("malloc", 0)
                    points += [Point(operation, "malloc", "ENOMEM", False, at) for at in range(last - KNOWN_LAST.get(operation.name, 0) + 1, last + 1)
                               if "malloc" in kinds]
                    points += [Point(operation, kind, with_, False, at, file) for name, kind, with_, file in KNOWN
                               for at in (1, 2, 3) if name == operation.name and kind in kinds]
                tried = pool.map(lambda p, r=reference: try_point(programs, folder / "prepared", folder, p, r), points)
                for point, (has_failed, wrong, where, said) in zip(points, tried):
                    cell = table.setdefault((operation.name, point.kind), [0, 0])
                    cell[0] += has_failed or bool(wrong)
                    if wrong:
                        cell[1] += 1
                        failures += 1
                        print(f"WRONG {point}\n    {where}\n    {wrong}\n    it said: {said}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{'':12}" + "".join(f"{kind:>10}" for kind in kinds))
    for operation in operations:
        cells = [table.get((operation.name, kind), [0, 0]) for kind in kinds]
        print(f"{operation.name:12}" + "".join(f"{f'{tried}/{wrong}' if tried else '-':>10}" for tried, wrong in cells))
    return verdict(sum(c[0] for c in table.values()), failures)


if __name__ == "__main__":
    sys.exit(main())
