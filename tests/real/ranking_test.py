#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fifty judged queries (benchmarks/relevance/mirror) on a crawl of sixteen mirrored blogs, as readers would type them.

    ranking_test.py BIN_DIR SOURCE_DIR
"""
import json
import math
import sys
import tempfile
import unittest
from pathlib import Path

from mirror import ServedMirror, trawl
from real_data import collection

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
WEB = collection(SOURCE, "web")
JUDGED = SOURCE / "benchmarks/relevance/mirror"
FLOOR = 0.84  # nDCG@10; benchmarks/relevance/README.md has the figure


def judgements():
    grades = {}
    for line in (JUDGED / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, url, grade = line.split("\t")
        grades.setdefault(query, {})[url] = int(grade)
    return grades


def ndcg(urls, grades):
    def gain(values):
        return sum(value / math.log2(rank + 2) for rank, value in enumerate(values[:10]))
    return gain([grades.get(url, 0) for url in urls]) / gain(sorted(grades.values(), reverse=True))


class Ranking(unittest.TestCase):
    def test_the_articles_that_readers_would_choose_come_first(self):
        with tempfile.TemporaryDirectory(prefix="trawl ranking ") as name:
            folder = Path(name)
            with ServedMirror(WEB, folder) as served:
                crawled = trawl(BIN, folder, *served.crawl_words())
            self.assertIn(crawled.returncode, (0, 6), crawled.stderr)
            grades, values = judgements(), []
            for line in (JUDGED / "queries.jsonl").read_text(encoding="utf-8").splitlines():
                query = json.loads(line)
                found = trawl(BIN, folder, "search", query["text"], "-n", "10", "--format", "urls")
                values.append(ndcg(found.stdout.split(), grades[query["_id"]]))
            self.assertEqual(len(values), 50)
            self.assertGreaterEqual(sum(values) / len(values), FLOOR)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
