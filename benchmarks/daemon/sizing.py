#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an index of a size takes: processor time and memory of import and rebuild, disk by part, memory and speed of the daemon.

    sizing.py BIN_DIR QUERIES.tsv FILE.jsonl… [--folder EMPTY_FOLDER] [--searches 500] [--seconds 10]

Each file holds the articles of one size, as `trawl import` reads them. QUERIES.tsv has a column named q. Prints a table in
Markdown with a column for each file. Processor time is that of the program, user and system; the requests a second are those of
wrk (a package of Debian) for different questions with facets, and say little on a busy machine.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote_plus

from serving import FACETS, Daemon, measure, read_queries

MB = 1_000_000


def run(*command):
    """Processor time in seconds and the most memory in MB that the program used."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(str(word) for word in command)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / MB


def size_mb(files):
    return sum(file.stat().st_size for file in files) / MB


def describe(file):
    """How many articles, and MB of their text."""
    articles = text = 0
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            articles += 1
            text += len(json.loads(line)["text"].encode())
    return articles, text / MB


def measure_file(file, data, queries, options):
    """The rows of the table for one file: name and value."""
    articles, text = describe(file)
    rows = {"articles": f"{articles:,}", "their text": f"{text:,.0f} MB"}
    cpu, memory = run(options.bin_dir / "trawl-indexer", "import", file, "--data", data, "-q")
    rows["import: processor time"] = f"{cpu:,.0f} s"
    rows["import: most memory"] = f"{memory:,.0f} MB"
    cpu, memory = run(options.bin_dir / "trawl-indexer", "index", "rebuild", "--data", data, "-q")
    rows["rebuild: processor time"] = f"{cpu:,.0f} s"
    rows["rebuild: most memory"] = f"{memory:,.0f} MB"
    rows["disk: crawl.db"] = f"{size_mb(data.glob('crawl.db*')):,.0f} MB"
    rows["disk: index"] = f"{size_mb(path for path in (data / 'index').rglob('*') if path.is_file()):,.0f} MB"
    with Daemon(options.bin_dir, data, 2) as daemon, tempfile.TemporaryDirectory() as folder:
        rows["daemon: memory at first"] = f"{daemon.memory_mb():,} MB"
        searches = [f"/v1/search?q={quote_plus(query)}&{FACETS}" for query in queries]
        before = daemon.cpu_seconds()
        for search in searches[:options.searches]:
            daemon.get(search)
        used = (daemon.cpu_seconds() - before) / options.searches
        own = daemon.own_memory_mb()
        rows[f"daemon: memory after {options.searches} searches"] = f"{daemon.memory_mb():,} MB, of which {own:,} MB are its own"
        rows["daemon: processor time a search"] = f"{used * 1000:.2f} ms"
        rows["daemon: searches"] = measure(daemon, Path(folder), searches, {}, options).split()[0]
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir", type=Path)
    parser.add_argument("queries", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--searches", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--connections", type=int, default=8)
    options = parser.parse_args()
    queries = read_queries(options.queries)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        columns = []
        for at, file in enumerate(options.files):
            columns.append(measure_file(file, Path(folder) / str(at), queries, options))
            print(file, columns[-1], file=sys.stderr, flush=True)  # large ones take hours: nothing is lost if it is stopped
    for name in columns[0]:
        print("| " + " | ".join([name] + [column[name] for column in columns]) + " |")
        if name == "articles":
            print("|---" * (len(columns) + 1) + "|")


if __name__ == "__main__":
    main()
