#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tantivy_queries.py INDEX QUERIES.tsv ARTICLES.tsv: what LuceneQueries.java asks of Lucene, asked of Tantivy, from its
Python package: ten hits, the exact total, and, in a second search, the twenty most frequent sources and tags; all with
and without these and a passage of each hit; and what a reader asks: four facets, the dates among them, and passages. The index is
made if it is not there, from lines of url, title, source, day, tags (separated by |), category, text. CPU time of the thread, the best of three passes after one to warm up. A call from
Python costs some 5 µs.
"""
import datetime
import math
import pathlib
import sys
import time

import tantivy

FACETS = {name: {"terms": {"field": name, "size": 20}} for name in ("source", "tag")}
READERS_FACETS = {**FACETS, "category": {"terms": {"field": "category", "size": 20}},
                  "date": {"date_histogram": {"field": "day", "fixed_interval": "30d", "min_doc_count": 1}}}
HITS = 10


def schema():
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", tokenizer_name="en_stem", stored=True)
    for name in ("source", "tag", "category"):
        builder.add_text_field(name, tokenizer_name="raw", fast=True, index_option="basic")
    builder.add_date_field("day", indexed=True, fast=True)
    return builder.build()


def moment(day):
    return datetime.datetime.strptime(day, "%Y-%m-%d")


def make(path, articles):
    path.mkdir(parents=True)
    index = tantivy.Index(schema(), path=str(path))
    writer = index.writer(heap_size=256 << 20, num_threads=1)
    with open(articles, encoding="utf-8") as lines:
        for line in lines:
            _, title, source, day, tags, category, text = line.rstrip("\n").split("\t")
            document = tantivy.Document(body=[title, text], source=[source], tag=[tag for tag in tags.split("|") if tag],
                                        category=[category] if category else [])
            if day:
                document.add_date("day", moment(day))
            writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()


class Asker:
    def __init__(self, index):
        index.reload()
        self.schema, self.searcher = index.schema, index.searcher()
        self.analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(
            tantivy.Filter.lowercase()).filter(tantivy.Filter.stemmer("english")).build()

    def term(self, field, value):
        return tantivy.Query.term_query(self.schema, field, value)

    def parse(self, cells):
        """As compare.sh defines the kinds."""
        _, kind, _, words, source, tag, after, before = cells
        terms = self.analyzer.analyze(words)
        if kind == "phrase" and len(terms) > 1:
            return tantivy.Query.phrase_query(self.schema, "body", list(terms))
        occur = tantivy.Occur.Should if kind in ("or", "long") else tantivy.Occur.Must
        parts = [(occur, self.term("body", term)) for term in terms]
        for field, value in (("source", source), ("tag", tag)):
            if value:
                parts.append((tantivy.Occur.Must, tantivy.Query.const_score_query(self.term(field, value), 0.0)))
        if after:
            days = tantivy.Query.range_query(self.schema, "day", tantivy.FieldType.Date, moment(after), moment(before),
                                             True, False)
            parts.append((tantivy.Occur.Must, tantivy.Query.const_score_query(days, 0.0)))
        return tantivy.Query.boolean_query(parts)

    def ask(self, cells, facets=None, passages=False):
        query = self.parse(cells)
        found = self.searcher.search(query, HITS, count=True)
        if facets and found.count:
            self.searcher.aggregate(query, facets)
        if passages and found.hits:
            maker = tantivy.SnippetGenerator.create(self.searcher, query, self.schema, "body")
            for _, address in found.hits:
                maker.snippet_from_doc(self.searcher.doc(address))
        return found.count


def measure(asker, queries, **how):
    best, totals = [math.inf] * len(queries), [0] * len(queries)
    for is_timed in (False, True, True, True):
        for i, cells in enumerate(queries):
            before = time.thread_time_ns()
            totals[i] = asker.ask(cells, **how)
            if is_timed:
                best[i] = min(best[i], (time.thread_time_ns() - before) / 1e3)
    return best, totals


def print_rows(name, kinds, queries, best, totals):
    for kind in kinds:
        chosen = [i for i, cells in enumerate(queries) if kind in ("all", cells[1])]
        times = sorted(best[i] for i in chosen)
        last = len(times) - 1
        numbers = [sum(times) / len(times), times[int(0.5 * last)], times[int(0.99 * last)], times[last]]
        print("\t".join([name, kind, str(len(times)), *(f"{one:.0f}" for one in numbers),
                         str(sum(totals[i] for i in chosen))]))


def main():
    path = pathlib.Path(sys.argv[1])
    if not path.exists():
        make(path, sys.argv[3])
    with open(sys.argv[2], encoding="utf-8") as lines:
        rows = [(line.rstrip("\n").split("\t") + [""] * 8)[:8] for line in lines]
    queries = [cells for cells in rows if cells[0] != "id"]
    asker = Asker(tantivy.Index.open(str(path)))
    print_rows("Tantivy", [*dict.fromkeys(cells[1] for cells in queries), "all"], queries,
               *measure(asker, queries, facets=FACETS))
    for facets in (FACETS, None):
        for passages in (False, True):
            mode = ", ".join(name for name, is_on in (("facets", facets), ("passages", passages)) if is_on)
            print_rows(f"Tantivy: {mode}", ["all"], queries, *measure(asker, queries, facets=facets, passages=passages))
    print_rows("Tantivy: a reader's request", ["all"], queries, *measure(asker, queries, facets=READERS_FACETS, passages=True))


if __name__ == "__main__":
    main()
