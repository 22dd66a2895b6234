#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Helps compare.sh.

compare_table.py lines < ARTICLES.jsonl        lines as LuceneQueries.java reads them
compare_table.py table NAME ROWS < TIMES.tsv   prints the table NAME
compare_table.py modes NAME ROWS < TIMES.tsv   the same with the table of modes: "ENGINE: MODE" in the first column
"""
import datetime
import json
import os
import sys

ENGINES = ["Lucene", "Tantivy", "trawl", "trawl, most words", "trawl, with passages"]
KINDS = ["one", "two", "three", "phrase", "filter", "or", "long", "all"]


def print_lines():
    def one_line(text):
        return " ".join(text.split())

    for line in sys.stdin:
        article = json.loads(line)
        cells = [article["url"], article["title"], article["source"], article.get("published") or "",
                 "|".join(article.get("tags", [])), article.get("category") or "", article["text"]]
        print("\t".join(one_line(cell) for cell in cells))


def table_of(rows):
    """Mean / median / 99th percentile by kind and engine, and the sum of the totals."""
    cells, totals = {}, {}
    for row in rows:
        if len(row) == 8 and row[0] in ENGINES:
            cells[row[0], row[1]] = " / ".join(f"{int(number):,}" for number in row[3:6])
            totals[row[0], row[1]] = int(row[7])
    engines = [engine for engine in ENGINES if (engine, "all") in cells]
    lines = ["| kind | " + " | ".join(engines) + " |", "| --- |" + " --- |" * len(engines)]
    for kind in KINDS:
        lines.append(f"| {kind} | " + " | ".join(cells.get((engine, kind), "") for engine in engines) + " |")
    sums = [f"{totals[engine, 'all']:,}" for engine in engines]
    return "\n".join(lines + ["| sum of totals | " + " | ".join(sums) + " |"])


def modes_of(rows):
    """Mean / median / 99th percentile by mode and engine. What an engine has only once, because it remembers nothing
    from one query for another, stands in both places."""
    cells = {}
    for row in rows:
        engine, is_mode, mode = row[0].partition(": ")
        if is_mode:
            cells[engine, mode] = " / ".join(f"{int(number):,}" for number in row[3:6])
    engines = list(dict.fromkeys(engine for engine, _ in cells))
    # Lucene's passages are made in two ways.
    modes = list(dict.fromkeys(mode for engine, mode in cells
                               if engine not in ("Lucene", "Tantivy") or mode.startswith("a reader's request")))
    lines = ["| mode | " + " | ".join(engines) + " |", "| --- |" + " --- |" * len(engines)]
    for mode in modes:
        of_query = mode.partition(", ")[2]
        lines.append(f"| {mode} | " + " | ".join(
            cells.get((engine, mode), cells.get((engine, of_query), "") if mode.startswith(("rem", "new")) else "")
            for engine in engines) + " |")
    return "\n".join(lines)


def print_table(name, articles, make):
    table = make([line.rstrip("\n").split("\t") for line in sys.stdin])
    day = datetime.date.today().isoformat()
    load = round(os.getloadavg()[2])  # of the last fifteen minutes
    print(f"{name}: {day}, load {load}, {int(articles):,} articles. CPU time in µs: mean / median / 99th percentile.\n\n{table}\n")


if __name__ == "__main__":
    if sys.argv[1] == "lines":
        print_lines()
    else:
        print_table(sys.argv[2], sys.argv[3], {"table": table_of, "modes": modes_of}[sys.argv[1]])
