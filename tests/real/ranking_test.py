#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judged queries and questions (benchmarks/relevance) on a crawl of sixteen mirrored blogs, as readers would type them.
mirror_test.py has crawled them.

    ranking_test.py BIN_DIR SOURCE_DIR
"""
import json
import math
import sys
import unittest
from pathlib import Path

from mirror import crawled, trawl
from real_data import collection

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
collection(SOURCE, "web")
JUDGED = SOURCE / "benchmarks/relevance"
# Somewhat below the figures of benchmarks/relevance/README.md.
NDCG_OF_QUERIES, QUESTIONS_IN_FIVE = 0.835, 51


def judgements(folder):
    """The queries of a set, each with the grades of URLs."""
    grades = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, url, grade = line.split("\t")
        grades.setdefault(query, {})[url] = int(grade)
    for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines():
        query = json.loads(line)
        yield query["text"], grades[query["_id"]]


def ndcg(urls, grades):
    def gain(values):
        return sum(value / math.log2(rank + 2) for rank, value in enumerate(values[:10]))
    return gain([grades.get(url, 0) for url in urls]) / gain(sorted(grades.values(), reverse=True))


class Ranking(unittest.TestCase):
    def first_ten(self, text):
        found = json.loads(trawl(BIN, crawled(BIN), "search", text, "-n", "10", "--format", "json").stdout)
        return [hit["url"] for hit in found["hits"]]

    def test_the_articles_that_readers_would_choose_come_first(self):
        values = [ndcg(self.first_ten(text), grades) for text, grades in judgements(JUDGED / "mirror")]
        self.assertEqual(len(values), 50)
        self.assertGreaterEqual(sum(values) / len(values), NDCG_OF_QUERIES)

    def test_a_question_is_answered_among_the_first_five(self):
        best = [(text, {url for url, grade in grades.items() if grade == max(grades.values())})
                for text, grades in judgements(JUDGED / "questions")]
        missed = [text for text, urls in best if not urls & set(self.first_ten(text)[:5])]
        self.assertEqual(len(best), 60)
        self.assertLessEqual(len(missed), 60 - QUESTIONS_IN_FIVE, missed)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
