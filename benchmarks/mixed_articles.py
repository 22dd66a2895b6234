#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""More articles than there are: mixed_articles.py ARTICLES.jsonl COUNT > MORE.jsonl

The articles of the file, then new ones made from them: the first half of one title with the second half of another, and the
shuffled sentences of three texts, so that none is a near copy of another.
"""
import json
import random
import re
import sys


def sentences(text):
    return [part for part in re.split(r"(?<=[.!?])\s+", text) if part]


def mixed(rows, texts, orders, copy):
    """One article for each of the rows."""
    for i, j, k in zip(*orders):
        first, second = rows[i]["title"].split(), rows[j]["title"].split()
        parts = texts[i][::2] + texts[j][1::2] + texts[k][:2]
        random.shuffle(parts)
        yield {**rows[i], "url": f"https://example.org/{copy}/{i}", "authors": rows[j].get("authors", []),
               "tags": rows[k].get("tags", []), "text": " ".join(parts),
               "title": " ".join(first[:max(2, len(first) // 2)] + second[len(second) // 2:])}


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    random.seed(5)
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    texts, made, copy, batch = [sentences(row["text"]) for row in rows], 0, 0, rows
    while made < count:
        for row in batch:
            if made < count:
                print(json.dumps(row, ensure_ascii=False))
                made += 1
        copy += 1
        batch = mixed(rows, texts, [random.sample(range(len(rows)), len(rows)) for _ in range(3)], copy)


if __name__ == "__main__":
    main()
