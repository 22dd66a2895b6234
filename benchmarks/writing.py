#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What writing costs: processor time beside stock Xapian's, and bytes written.

    writing.py import BIN_DIR ARTICLES.jsonl [--rows 10000] [--pairs 1]
        `trawl import` of the first rows, and the same rows by Xapian's TermGenerator with its default settings, by turns: the
        processor time of both (user and system; of stock Xapian without reading JSON), and how many times ours is of stock's.
    writing.py commits BIN_DIR ARTICLES.jsonl [--rows 14000] [--data DIR]
        imports the first rows (or takes a data directory that has them), then the next ten at once, then a day: the next
        hundred, two at a time, each by a program of its own. Prints bytes written (of /proc/self/io, the child's included),
        processor time and wall time. DIR is changed.

Needs Debian's python3-xapian for the first.
"""
import argparse
import itertools
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def written():
    """Bytes that this process and its ended children sent to the disk."""
    lines = dict(line.split(": ") for line in Path("/proc/self/io").read_text(encoding="ascii").splitlines())
    return int(lines["write_bytes"])


def processor_time(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def measured(command, **how):
    """Runs a program: its processor time and wall time in seconds, the bytes that it wrote, and what it printed."""
    before = processor_time(resource.RUSAGE_CHILDREN), time.monotonic(), written()
    done = subprocess.run(command, check=True, capture_output=True, **how)
    return (processor_time(resource.RUSAGE_CHILDREN) - before[0], time.monotonic() - before[1], written() - before[2], done.stdout)


def lines_of(path, first, count):
    with open(path, "rb") as lines:
        return list(itertools.islice(lines, first, first + count))


def trawl_import(bin_dir, data, lines, folder):
    rows = folder / "rows.jsonl"
    rows.write_bytes(b"".join(lines))
    return measured([bin_dir / "trawl", "import", "-q", rows, "--data", data])


def index_by_stock_xapian(path, database_path):
    """Prints the processor time that it takes, without reading JSON."""
    import xapian  # pylint: disable=import-outside-toplevel
    rows = [json.loads(line) for line in lines_of(path, 0, sys.maxsize)]
    before = processor_time(resource.RUSAGE_SELF)
    database = xapian.WritableDatabase(database_path, xapian.DB_CREATE_OR_OVERWRITE)
    generator = xapian.TermGenerator()
    generator.set_stemmer(xapian.Stem("en"))
    for row in rows:
        document = xapian.Document()
        generator.set_document(document)
        generator.index_text(row["title"], 1, "S")
        generator.index_text(row["title"])
        generator.increase_termpos()
        generator.index_text(row["text"])
        for term in [f"XS{row['source']}", *(f"K{tag}" for tag in row.get("tags") or [])]:
            document.add_boolean_term(term[:240])
        document.add_value(0, row["source"])
        document.add_value(1, row.get("published") or "")
        document.set_data("\n".join([row["url"], row["title"], row["text"]]))
        database.add_document(document)
    database.commit()
    database.close()
    print(processor_time(resource.RUSAGE_SELF) - before)


def compare_imports(options, folder):
    lines = lines_of(options.articles, 0, options.rows)
    ours, stock = [], []
    for _ in range(options.pairs):
        data = folder / "data"
        ours.append(trawl_import(options.bin_dir, data, lines, folder)[0])
        printed = measured(["/usr/bin/python3", __file__, "stock", folder / "rows.jsonl", folder / "stock"])[3]
        stock.append(float(printed))
        print(f"load {os.getloadavg()[0]:.0f}, {len(lines)} rows: trawl import {ours[-1]:.2f} s, TermGenerator {stock[-1]:.2f} s, "
              f"{ours[-1] / stock[-1]:.2f} times", flush=True)
        shutil.rmtree(data)
    if options.pairs > 1:
        print(f"least of each: {min(ours):.2f} s, {min(stock):.2f} s, {min(ours) / min(stock):.2f} times")
    return 0


def measure_commits(options, folder):
    data = options.data or folder / "data"
    if not options.data:
        spent, _, wrote, _ = trawl_import(options.bin_dir, data, lines_of(options.articles, 0, options.rows), folder)
        print(f"load {os.getloadavg()[0]:.0f}: {options.rows} articles: {spent:.1f} s of processor time, {wrote / 1e6:.0f} MB written", flush=True)
    ten = lines_of(options.articles, options.rows, 10)
    spent, wall, wrote, _ = trawl_import(options.bin_dir, data, ten, folder)
    print(f"ten new articles: {wrote / 1e6:.1f} MB written, {spent * 1e3:.0f} ms of processor time, {wall * 1e3:.0f} ms, the process included", flush=True)
    day = lines_of(options.articles, options.rows + len(ten), 100)
    runs = [trawl_import(options.bin_dir, data, day[at:at + 2], folder) for at in range(0, len(day), 2)]
    print(f"a day of {len(day)} articles in {len(runs)} runs: {sum(run[2] for run in runs) / 1e6:.0f} MB written "
          f"({min(run[2] for run in runs) / 1e6:.1f} to {max(run[2] for run in runs) / 1e6:.1f} each), "
          f"{sum(run[0] for run in runs) / len(runs) * 1e3:.0f} ms of processor time each; load {os.getloadavg()[0]:.0f}")
    return 0


def main():
    if sys.argv[1:2] == ["stock"]:
        return index_by_stock_xapian(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["import", "commits"])
    for name in ("bin_dir", "articles"):
        parser.add_argument(name, type=lambda text: Path(text).resolve())
    parser.add_argument("--rows", type=int)
    parser.add_argument("--pairs", type=int, default=1)
    parser.add_argument("--data", type=lambda text: Path(text).resolve())
    options = parser.parse_args()
    options.rows = options.rows or (10_000 if options.what == "import" else 14_000)
    with tempfile.TemporaryDirectory(prefix="trawl writing ", dir=options.articles.parent) as folder:
        return {"import": compare_imports, "commits": measure_commits}[options.what](options, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
