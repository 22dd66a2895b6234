#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One query has one answer: the formats of the command line, count, facets, the API, the page, feeds and the tools of language models
give the same hits in the same order, the same total, the same counts and the same notes.

    doors_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import csv
import html
import io
import json
import re
import sys
import unittest
import urllib.parse
import urllib.request

from demo_world import BIN, DemoWorld, notes_of, run

FIELDS = ("source", "tag", "category", "author", "language", "site")
# A query, and filters by their names in the API.
QUERIES = [
    ("", {}), ("attention", {}), ("attention kernel", {}), ('"speculative decoding"', {}), ('"attention memory"~6', {}), ("torch.compile", {}),
    ("agents OR quantization", {}), ("(agents OR memory) -framework", {}), ("inference -speculative", {}), ("-model", {}), ("quant*", {}),
    ("title:agents", {}), ('author:"Priya Raman"', {}), ("+attention", {}), ("model NEAR/5 tokens", {}), ("fine-tuning", {}), ("GPU memory", {}),
    ("MXFP8", {}), ("嵌入", {}), ("Feinabstmmung", {}), ("what does a reward model see", {}), ("the", {}), ("source:kernel-journal model", {}),
    ("tag:agents,rag", {}), ("lang:de", {}), ("date:2026-04", {}), ("after:2026-03-01 before:2026-05-01 model", {}), ("is:undated", {}),
    ("is:unheard", {}), ("nosuchwordanywhere", {}), ("atention kernle", {}), ("tag:llmm kernel", {}), ("source:kernl-journal", {}),
    ("foo:bar attention", {}), ('unbalanced "quote', {}), ("((((", {}), ("???", {}), ("model", {"source": "-latent-notes"}),
    ("model", {"tag": "fine-tuning,agents", "language": "en"}), ("", {"category": "agents", "after": "2026-03-01"}),
    ("training", {"author": "raman", "before": "2027"}), ("model", {"site": "latent-notes.example"}), ("model", {"source": "nosuch"}),
]


def counts_of(rows):
    return {row["value"]: row["count"] for row in rows}


class Doors(DemoWorld):
    def test_programs_get_what_was_typed(self):
        self.assertGreaterEqual(len(QUERIES), 40)
        for query, filters in QUERIES:
            with self.subTest(query=query, filters=filters):
                api = self.api("search", q=query, **filters, as_typed=1, limit=100, facets="all")
                words = [*([query] if query else []), *(f"--{name}={value}" for name, value in filters.items())]
                self.check_formats(words, api)
                self.check_counts(words, query, filters, api)
                self.check_feeds(words, query, filters, api)

    def test_people_get_corrections_and_are_told(self):
        for query, filters in QUERIES:
            with self.subTest(query=query, filters=filters):
                words = [*([query] if query else []), *(f"--{name}={value}" for name, value in filters.items())]
                api = self.api("search", q=query, **filters, limit=20)
                typed = json.loads(self.trawl("search", *words, "-n", "20", "--format", "json").stdout)
                self.assertEqual({**typed, "took_ms": 0}, {**api, "took_ms": 0})
                self.check_terminal(words, api)
                if query or filters:
                    self.check_page(query, filters, api)
                self.check_model(query, filters, api)

    def test_several_searches_in_a_request_are_answered_as_alone(self):
        for begin in range(0, len(QUERIES), 10):
            searches = [{"q": query, **filters} for query, filters in QUERIES[begin:begin + 10]]
            request = urllib.request.Request(self.server + "/v1/multi-search", json.dumps({"searches": searches}).encode(),
                                             {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=60) as answer:
                answers = json.loads(answer.read())["answers"]
            alone = [self.api("search", **search) for search in searches]
            self.assertEqual([(one["status"], {**one["answer"], "took_ms": 0}, one["problem"]) for one in answers],
                             [(200, {**one, "took_ms": 0}, None) for one in alone])

    def test_articles_by_their_ids_are_those_of_the_hits(self):
        ids = [hit["id"] for hit in self.api("search", q="model", limit=5)["hits"]]
        several = self.api("articles", ids=",".join([*reversed(ids), "0123456789abcdef"]))
        self.assertEqual(several["articles"], [self.api("articles/" + one) for one in reversed(ids)])
        self.assertEqual([one["id"] for one in several["missing"]], ["0123456789abcdef"])

    def check_formats(self, words, api):
        ids, notes = [hit["id"] for hit in api["hits"]], notes_of(api)
        for form, ids_in in (("tsv", lambda out: [line.split("\t")[0] for line in out.splitlines()]),
                             ("csv", lambda out: [row["id"] for row in csv.DictReader(io.StringIO(out))]),
                             ("jsonl", lambda out: [json.loads(line)["id"] for line in out.splitlines()])):
            done = self.trawl("search", *words, "--format", form, "-n", "100")
            self.assertEqual((ids_in(done.stdout), done.stderr.splitlines()), (ids, notes), form)
        done = self.trawl("search", *words, "--format", "urls", "-n", "all")
        self.assertEqual((done.stdout.split(), done.stderr.splitlines()), ([hit["url"] for hit in api["hits"]], notes))
        there = run(BIN / "trawl", "search", *words, "--format", "urls", "-n", "all", "--server", self.server)
        self.assertEqual((there.stdout, there.stderr), (done.stdout, done.stderr))

    def check_counts(self, words, query, filters, api):
        done = self.trawl("count", *words)
        self.assertEqual((done.stdout, done.stderr.splitlines()), (f"{api['total']}\n", notes_of(api)))
        done = self.trawl("facets", ",".join([*FIELDS, "date"]), *words, "--format", "tsv", "-n", "all")
        self.assertEqual(done.stderr.splitlines(), notes_of(api))
        rows = [line.split("\t") for line in done.stdout.splitlines()]
        for field in (*FIELDS, "date"):
            counts = counts_of(api["facets"][field]["values"])
            self.assertEqual({value: int(count) for name, value, _, count in rows if name == field}, counts, field)
            self.assertEqual(counts_of(self.api("facets/" + field, q=query, **filters)["values"]), counts, field)
        values = self.model("list_values", field="source", query=query, limit=100, **filters)
        self.assertEqual({value: int(count) for value, count in re.findall(r"(?m)^- ([a-z-]+).*: (\d+)$", values)},
                         counts_of(api["facets"]["source"]["values"]))

    def check_feeds(self, words, query, filters, api):
        newest = [hit["id"] for hit in self.api("search", q=query, **filters, as_typed=1, limit=100, sort="newest")["hits"]]
        done = self.trawl("search", *words, "--format", "rss", "-n", "100")
        self.assertEqual(done.stderr.splitlines(), notes_of(api))
        asked = urllib.parse.urlencode({"q": query, **filters, "limit": 100})
        for feed in (done.stdout, self.get("/v1/search.rss?" + asked)):
            self.assertEqual(re.findall(r"urn:trawl:([0-9a-f]{16})", feed), newest)
            for warning in api["warnings"]:
                self.assertIn(warning["message"].replace('"', ""), html.unescape(feed).replace('\\"', "").replace('"', ""))

    def check_terminal(self, words, api):
        done = self.trawl("search", *words, "-n", "20")
        self.assertEqual(done.stderr.splitlines(), notes_of({**api, "correction": None}))
        if correction := api["correction"]:  # is the first line that people read
            self.assertTrue(done.stdout.startswith(f"These are results for '{correction['q']}'; "), done.stdout[:200])
        for number, hit in enumerate(api["hits"], 1):
            self.assertIn(f"{number:2}  " + hit["title"].split()[0], done.stdout)
        self.assertEqual(len(re.findall(r"(?m)^ ?\d+  ", done.stdout)), len(api["hits"]))
        if api["total"]:
            self.assertRegex(done.stdout, rf"(?m)^{api['total']} article")

    def check_page(self, query, filters, api):
        page = html.unescape(self.get("/?" + urllib.parse.urlencode({"q": query, **filters})))
        links = dict.fromkeys(re.findall(r"[?&]article=([0-9a-f]{16})", page))
        self.assertEqual([one for one in links if one in {hit["id"] for hit in api["hits"]}], [hit["id"] for hit in api["hits"]])
        for warning in api["warnings"]:
            self.assertIn(warning["message"], page)
        if api["correction"]:
            self.assertIn("Showing results for", page)
        if api["total"]:
            self.assertRegex(page, rf"<strong>{api['total']}</strong> article")

    def check_model(self, query, filters, api):
        text = self.model("search", query=query, limit=20, **filters)
        self.assertTrue(text.startswith(f"{api['total']} article"), text[:60])
        shown = [one for one in dict.fromkeys(re.findall(r"\b[0-9a-f]{16}\b", text)) if one in {hit["id"] for hit in api["hits"]}]
        self.assertEqual(shown, [hit["id"] for hit in api["hits"]])
        for warning in api["warnings"]:
            self.assertIn(warning["message"], text)
        if api["correction"]:
            self.assertIn(f"These are results for \"{api['correction']['q']}\"", text)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
