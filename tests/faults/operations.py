# SPDX-License-Identifier: GPL-3.0-or-later
"""What is done while a call fails: commands on small data directories, and what they must end in."""
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

from small_site import SOURCES, Site, words

TURNS = 8  # of waiting for a program that hardly runs
ROWS, MORE_ROWS, PAGES = 60, 20, 8


def rows(numbers, word):
    return "".join(json.dumps({"url": f"https://rows.example/{i}", "title": f"Row {i} {word}", "text": words(f"row {i}", 60)}) + "\n"
                   for i in numbers)


def processor_seconds(process):
    """What it has used; 0 if it has just ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Programs:
    def __init__(self, binaries, shim):
        self.binaries, self.shim = Path(binaries), shim
        if shim is not None and not Path(shim).is_file():  # the dynamic linker would go on without it
            raise SystemExit(f"{shim} is not there, so nothing would fail; build trawl_fault_shim first")

    def run(self, words_, faults=None, timeout=60, memory=0, **more):
        """Runs a program; `faults` are the variables of the shim, `memory` the most bytes of its address space."""
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TRAWL_CONFIG": "/dev/null"}
        if faults is not None:
            environment.update({**faults, "LD_PRELOAD": str(self.shim)})
        limit = ["prlimit", f"--as={memory}"] if memory else []
        words_ = [*limit, str(self.binaries / words_[0]), *map(str, words_[1:])]
        with subprocess.Popen(words_, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                              errors="replace", env=environment, **more) as process:
            for turn in range(1, TURNS + 1):
                try:
                    out, err = process.communicate(timeout=timeout)
                    break
                except subprocess.TimeoutExpired:
                    if turn < TURNS and processor_seconds(process.pid) < timeout / 4:
                        continue  # on a busy machine it has hardly run
                    process.send_signal(signal.SIGSEGV)  # the shim then says where it is
                    try:
                        err = process.communicate(timeout=20)[1]
                    finally:
                        process.kill()
                    raise RuntimeError(f"no end within {turn * timeout} s: {err[-3000:]}") from None
        return subprocess.CompletedProcess(words_, process.returncode, out, err)

    def articles(self, data):
        """Every article by id, without the time when it was indexed."""
        done = self.run(["trawl-indexer", "export", "--data", data])
        found = [json.loads(line) for line in done.stdout.splitlines()]
        return {row.pop("id"): {**row, "indexed": None} for row in found}


def verdict(tried, wrong, more=""):
    """Says how a test ended; its exit code. One that tried nothing has shown nothing, so it fails."""
    print(f"{tried} moments tried, {more}{wrong} went wrong")
    if not tried:
        print("no moment was tried: the test shows nothing")
    return 1 if wrong or not tried else 0


class Operation:
    """One command on a copy of a prepared folder. In its words, DATA is the data directory, WORK the folder around it."""

    def __init__(self, name, start, command, writes=True, crawls=False, again=True):
        self.name, self.start, self.command = name, start, command
        self.writes, self.crawls, self.again = writes, crawls, again

    def words(self, work, site):
        replaced = [str(word).replace("DATA", str(work / "data")).replace("WORK", str(work)) for word in self.command]
        if self.crawls:
            replaced += site.arguments(work, work / "data")[1:]
        return replaced


OPERATIONS = [
    Operation("import", "empty", ["trawl-indexer", "import", "WORK/rows.jsonl", "--data", "DATA"]),
    Operation("import more", "base", ["trawl-indexer", "import", "WORK/more.jsonl", "--data", "DATA"]),
    Operation("crawl", "empty", ["trawl-indexer", "crawl"], crawls=True),
    Operation("rebuild", "base", ["trawl-indexer", "index", "rebuild", "--data", "DATA"]),
    Operation("compact", "base", ["trawl-indexer", "index", "compact", "--data", "DATA"]),
    Operation("backup", "base", ["trawl-indexer", "index", "backup", "WORK/copy.backup", "--data", "DATA"], again=False),
    Operation("restore", "other", ["trawl-indexer", "index", "restore", "WORK/base.backup", "--yes", "--data", "DATA"]),
    Operation("check", "base", ["trawl-indexer", "index", "check", "--data", "DATA"], writes=False),
    Operation("export", "base", ["trawl-indexer", "export", "--data", "DATA"], writes=False),
    Operation("search", "base", ["trawl", "search", "kernel* OR tensor1", "--format", "json", "--facet", "source", "--data", "DATA"], writes=False),
    Operation("show", "base", ["trawl", "show", "https://rows.example/7", "--format", "json", "--data", "DATA"], writes=False),
]


def prepare(programs, folder, articles=None):
    """The folders that operations start from: `empty`, `base` (rows), `other` (other rows). `articles`: a file of rows to use
    instead of made-up ones."""
    first, more = rows(range(ROWS), "first"), rows(range(ROWS - 10, ROWS + MORE_ROWS), "more")
    if articles:
        lines = articles.read_text().splitlines(keepends=True)
        part = len(lines) // 4
        first = "".join(lines[part:])
        more = "".join(lines[:part]) + "".join(line.replace(" the ", " a ") for line in lines[part:2 * part])
    for name in ("empty", "base", "other"):
        (folder / name).mkdir(parents=True)
        (folder / name / "rows.jsonl").write_text(first)
        (folder / name / "more.jsonl").write_text(more)
    base, other = folder / "base", folder / "other"
    (base / "data").mkdir(mode=0o700)
    (base / "data/sources.json").write_text(json.dumps(SOURCES))
    steps = [["import", base / "rows.jsonl", "--data", base / "data"],
             ["index", "backup", other / "base.backup", "--data", base / "data"],
             ["import", other / "more.jsonl", "--data", other / "data"]]
    for step in steps:
        done = programs.run(["trawl-indexer", *step])
        if done.returncode != 0:
            raise RuntimeError(done.stderr)


def file_names(work):
    """The files of a folder, without the number that grows: that of the database which the index's stub names."""
    stub = work / "data/index/xapian"
    live = stub.read_text().removeprefix("glass ").strip() if stub.is_file() else "none"
    def plain(path):
        text = str(path.relative_to(work))
        return re.sub(r"crawl\.db-(wal|shm)$", "crawl.db", text.replace(f"data/index/{live}", "data/index/db-N"))
    return {plain(path) for path in work.rglob("*")}


def content_of(work):
    """A digest of all files, but not of what is written anew: shared memory, and the number of the process in `lock`."""
    digest = hashlib.sha256()
    for path in sorted(work.rglob("*")):
        is_read = path.is_file() and path.name != "lock" and not path.name.endswith("-shm")
        digest.update(f"{path.relative_to(work)}\0{path.stat().st_size if is_read else ''}\0".encode())
        digest.update(path.read_bytes() if is_read else b"")
    return digest.hexdigest()


class Trial:
    """A fresh copy of the folder that an operation starts from."""

    def __init__(self, programs, operation, prepared, folder):
        self.programs, self.operation, self.work = programs, operation, Path(folder)
        self.prepared = prepared / operation.start
        shutil.copytree(self.prepared, self.work)
        self.site = Site(PAGES).__enter__() if operation.crawls else None
        self.report_file = self.work.with_name(self.work.name + ".report")

    def restart(self):
        shutil.rmtree(self.work)
        shutil.copytree(self.prepared, self.work)

    def close(self):
        if self.site:
            self.site.__exit__()
        shutil.rmtree(self.work, ignore_errors=True)
        self.report_file.unlink(missing_ok=True)

    def run(self, faults=None, memory=0, under=""):
        if self.operation.name == "backup":  # which replaces nothing
            shutil.rmtree(self.work / "copy.backup", ignore_errors=True)
        if faults is not None:
            faults = {**faults, "TRAWL_FAULT_UNDER": str(self.work / under), "TRAWL_FAULT_REPORT": str(self.report_file)}
            self.report_file.unlink(missing_ok=True)
        return self.programs.run(self.operation.words(self.work, self.site), faults, memory=memory)

    def report(self):
        return self.report_file.read_text(errors="replace") if self.report_file.exists() else ""

    def articles(self):
        return self.programs.articles(self.work / "data")
