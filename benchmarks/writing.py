#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an import costs beside stock Xapian's TermGenerator.

    writing.py BIN_DIR ARTICLES.jsonl [--rows 10000] [--pairs 1]
        `trawl import` of the first rows, and the same rows by Xapian's TermGenerator with its default settings, by turns: the
        processor time of both (user and system; of stock Xapian without reading JSON), and how many times ours is of stock's.

Needs Debian's python3-xapian.
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
from pathlib import Path


def processor_time(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def measured(command):
    """Runs a program: its processor time in seconds, and what it printed."""
    before = processor_time(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True)
    return processor_time(resource.RUSAGE_CHILDREN) - before, done.stdout


def lines_of(path, count):
    with open(path, "rb") as lines:
        return list(itertools.islice(lines, count))


def trawl_import(bin_dir, data, lines, folder):
    rows = folder / "rows.jsonl"
    rows.write_bytes(b"".join(lines))
    return measured([bin_dir / "trawl", "import", "-q", rows, "--data", data])


def index_by_stock_xapian(path, database_path):
    """Prints the processor time that it takes, without reading JSON."""
    import xapian  # pylint: disable=import-outside-toplevel
    rows = [json.loads(line) for line in lines_of(path, sys.maxsize)]
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
    lines = lines_of(options.articles, options.rows)
    ours, stock = [], []
    for _ in range(options.pairs):
        data = folder / "data"
        ours.append(trawl_import(options.bin_dir, data, lines, folder)[0])
        printed = measured(["/usr/bin/python3", __file__, "stock", folder / "rows.jsonl", folder / "stock"])[1]
        stock.append(float(printed))
        print(f"load {os.getloadavg()[0]:.0f}, {len(lines)} rows: trawl import {ours[-1]:.2f} s, TermGenerator {stock[-1]:.2f} s, "
              f"{ours[-1] / stock[-1]:.2f} times", flush=True)
        shutil.rmtree(data)
    if options.pairs > 1:
        print(f"least of each: {min(ours):.2f} s, {min(stock):.2f} s, {min(ours) / min(stock):.2f} times")
    return 0


def main():
    if sys.argv[1:2] == ["stock"]:
        return index_by_stock_xapian(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("bin_dir", "articles"):
        parser.add_argument(name, type=lambda text: Path(text).resolve())
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="trawl writing ", dir=options.articles.parent) as folder:
        return compare_imports(options, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
