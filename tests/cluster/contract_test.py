# SPDX-License-Identifier: GPL-3.0-or-later
"""One contract, two engines: every request is sent to a daemon with the local index and to one with the cluster, which
have the same crawl.db. Each check says what may differ; docs/operations.md lists the differences."""
import json
import pathlib
import unittest
import urllib.parse

import cluster
import engines

INDEX = "contract"
LONG_ARTICLE = {"url": "https://long.example/1", "source": "long", "title": "A long article",
                "text": "A prologue. " + "Nothing is said in this sentence. " * 4_000 + "An epilogue."}


def path(**parameters):
    return "/v1/search?" + urllib.parse.urlencode(parameters)


# Articles, order and everything but scores and passages must be equal.
EQUAL = [
    path(q="", facets="all", limit=30), path(q="", sort="oldest", limit=30), path(q="", sort="source", limit=30),
    path(q="memory", sort="newest", limit=3, offset=2), path(q="", limit=0, facets="source"),
    path(q="", facets="category", facet_limit=2), path(q="", facets="author", facet_limit=3),
    path(q="", after="2026-03-01", facets="date", date_interval="day"),
    path(q="", facets="date", date_interval="week"), path(q="", facets="date", date_interval="year"),
    path(q="", facets="date"), path(q="date:2026-01..2026-02", facets="date", limit=30),
    path(q="date:2026-03", limit=30), path(q="before:2026-02", limit=30), path(q="-date:2026-03", limit=30),
    path(q="is:undated"), path(q="is:duplicate"), path(q="is:long"), path(q="-is:duplicate", limit=30),
    path(q="", source="kernel-journal", facets="source,tag"), path(q="", tag="gpu", facets="tag,source"),
    path(q="", tag="-gpu", facets="tag"), path(q="", tag_all="gpu,transformers", facets="tag"),
    path(q="tag:gpu,quantization", facets="tag,source"), path(q="source:\"Kernel Journal\""),
    path(q="source:kernel-jurnal"), path(q="source:nosuch"), path(q="author:mira", limit=30),
    path(q="author:\"Mira Halvorsen\"", limit=30), path(q="author:MIRA", facets="author"), path(q="lang:de"),
    path(q="category:hardware", facets="category"), path(q="site:kernel-journal.example"), path(q="???"),
    path(q="", per_source=1, limit=30), path(q="", group="source", limit=30), path(q="", group="source", per_source=2),
    path(q="source:"), path(q="(memory"), path(q="", limit=1000), path(q="", facets="nosuch"),
    path(q="", cursor="garbage"), path(q="memory", cursor="MDYyYjA3NjVbMiwwXQ"),
    "/v1/facets/author", "/v1/facets/tag?prefix=q", "/v1/facets/source?q=memory", "/v1/facets/nosuch",
    "/v1/suggest?q=mira", "/v1/suggest?q=x", "/v1/sources", "/v1/sources/kernel-journal", "/v1/sources/nosuch",
    "/v1/articles/0000000000000000", "/v1/articles/xyz", "/v1/nosuch",
]

# The articles and everything else are the same; only their order depends on the engine.
EQUAL_BUT_ORDER = [path(limit=100, **more) for more in [
    {"q": "attention kernel", "facets": "all"}, {"q": "quant*"}, {"q": '"speculative decoding"'},
    {"q": "attention OR memory"}, {"q": "memory -attention"}, {"q": "+kernels"}, {"q": "title:attention"},
    {"q": "title:\"fused attention\""}, {"q": "memory NEAR/5 kernel"}, {"q": '"memory kernel"~8'},
    {"q": "atention kernel"}, {"q": "kernl"}, {"q": "Feinabstimmung"}, {"q": "feinabstimmungen"}, {"q": "模型"},
    {"q": "fine-tuning"}, {"q": "finetuning"}, {"q": "k-means-x foo"}, {"q": "large language model"}, {"q": "llm"},
    {"q": "flashattention"}, {"q": "the of"}, {"q": "a b c d e f memory kernel", "match": "any"},
    {"q": "memory kernel attention model training"}, {"q": "memory kernel attention", "match": "all"},
    {"q": "\"no such phrase here\""}, {"q": "(memory OR kernel) attention"}, {"q": "NOT memory"},
    {"q": "memory source:kernel-journal", "facets": "source"}, {"q": "memory", "group": "source"},
    {"q": "kernel-journal"}, {"q": "mira halvorsen"}, {"q": "\"Mira Halvorsen\""}, {"q": "torch.compile"}, {"q": "8xh200"},
    {"q": "memory", "lang_boost": "de"}, {"q": "memory", "recency": 1}, {"q": "state-space models"}]]


def comparable(body):
    """An answer without the parts that differ by engine: times, scores, passages, revisions and cursors."""
    if not isinstance(body, dict):
        return body
    body = {key: value for key, value in body.items() if key not in ("took_ms", "index", "next")}
    for hit in body.get("hits") or []:
        for key in ("score", "snippets", "section"):
            hit.pop(key, None)
    return body


class Contract:
    """What holds for every engine: `local` and `other` answer alike."""
    maxDiff = 4_000

    @classmethod
    def tearDownClass(cls):
        print(f"{cls.__name__}: {cls.checks} requests to both engines")
        cls.local.close()
        cls.other.close()
        cls.site.close()

    def both(self, asked):
        type(self).checks += 1
        return [daemon.get(asked) for daemon in (self.local, self.other)]

    def test_answers_are_equal(self):
        for asked in EQUAL:
            with self.subTest(asked=urllib.parse.unquote_plus(asked)):
                (status, _, body), (other_status, _, other) = self.both(asked)
                self.assertEqual(status, other_status)
                self.assertEqual(comparable(body), comparable(other))

    def test_words_find_the_same_articles(self):
        for asked in EQUAL_BUT_ORDER:
            with self.subTest(asked=urllib.parse.unquote_plus(asked)):
                (status, _, body), (other_status, _, other) = self.both(asked)
                self.assertEqual((status, other_status), (200, 200))
                for answer in (body, other):
                    answer["hits"].sort(key=lambda hit: hit["id"])
                self.assertEqual(comparable(body), comparable(other))

    def test_an_article_is_whole(self):
        for hit in self.local.search(q="", limit=100)["hits"]:
            for suffix in ("", ".md"):
                with self.subTest(id=hit["id"] + suffix):
                    (_, _, body), (_, _, other) = self.both(f"/v1/articles/{hit['id']}{suffix}")
                    self.assertEqual(body, other)

    def test_passages_show_the_words(self):
        for daemon in (self.local, self.other):
            for hit in daemon.search(q="memory", limit=100)["hits"]:
                self.assertIn("<mark>", hit["title_html"] + "".join(one["html"] for one in hit["snippets"]))

    def test_pages_by_cursor_have_each_article_once(self):
        for parameters in ({"q": "memory OR model OR attention"}, {"q": "", "sort": "oldest"}, {"q": "", "sort": "source"},
                           {"q": "memory OR model", "per_source": "2"}, {"q": "memory OR model", "group": "source"}):
            for daemon in (self.local, self.other):
                with self.subTest(parameters=parameters, server=daemon.server):
                    whole = [hit["id"] for hit in daemon.search(**parameters, limit=100)["hits"]]
                    self.assertEqual([hit["id"] for hit in daemon.pages(**parameters, limit=3)], whole)

    def test_the_parts_of_a_score_add_up(self):
        for daemon in (self.local, self.other):
            for hit in daemon.search(q="attention kernel memory", explain=1)["hits"]:
                self.assertAlmostEqual(sum(part["weight"] for part in hit["explain"]), hit["score"], delta=0.01)

    def test_the_title_that_was_typed_comes_first(self):
        for daemon in (self.local, self.other):
            for hit in daemon.search(q="", limit=100)["hits"]:
                self.assertEqual(daemon.search(q=hit["title"], limit=1)["hits"][0]["title"], hit["title"])

    def test_an_etag_holds_until_the_next_commit(self):
        for daemon in (self.local, self.other):
            _, headers, _ = daemon.get("/v1/search?q=memory")
            status, _, _ = daemon.get("/v1/search?q=memory", {"If-None-Match": headers["ETag"]})
            self.assertEqual(status, 304)

    def test_related_articles_never_include_the_article(self):
        for daemon in (self.local, self.other):
            for hit in daemon.search(q="", limit=100)["hits"]:
                status, _, body = daemon.get(f"/v1/articles/{hit['id']}/related?limit=4")
                self.assertEqual(status, 200)
                self.assertNotIn(hit["id"], [one["id"] for one in body["hits" if "hits" in body else "related"]])

    def test_completions_continue_the_typed_text(self):
        for daemon in (self.local, self.other):
            for typed in ("att", "kern", "spec", "memory ke"):
                status, _, body = daemon.get("/v1/suggest?" + urllib.parse.urlencode({"q": typed}))
                self.assertEqual(status, 200)
                self.assertTrue(body["suggestions"], typed)

    def test_statistics_count_the_same_articles(self):
        (_, _, body), (_, _, other) = self.both("/v1/stats")
        for key in ("documents", "newest"):
            self.assertEqual(body[key], other[key])


class ClusterContract(Contract, unittest.TestCase):
    checks = 0

    @classmethod
    def setUpClass(cls):
        cluster.start()
        engines.forget(INDEX)
        cls.site = engines.DemoSite()
        cls.data = cls.site.data("data")
        engines.run(engines.BIN / "trawl", "crawl", "--data", cls.data, *engines.cluster_options(INDEX), *cls.site.crawl)
        rows = pathlib.Path(cls.data, "long.jsonl")
        rows.write_text(json.dumps(LONG_ARTICLE), encoding="utf-8")
        engines.run(engines.BIN / "trawl", "import", rows, "--data", cls.data, *engines.cluster_options(INDEX))
        engines.run(engines.BIN / "trawl", "index", "rebuild", "--data", cls.data, "-q")
        cls.local = engines.Daemon("--data", cls.data)
        cls.other = engines.Daemon(*engines.cluster_options(INDEX), tries=20)

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        engines.forget(INDEX)

    def test_a_word_is_shown_wherever_it_is_in_a_long_text(self):
        for word in ("prologue", "epilogue"):
            for daemon in (self.local, self.other):
                self.assertIn(f"<mark>{word}</mark>", daemon.search(q=word)["hits"][0]["snippets"][0]["html"])

    def test_the_index_is_complete_and_can_be_rebuilt(self):
        trawl, options = engines.BIN / "trawl", engines.cluster_options(INDEX)
        before = self.other.search(q="", limit=100)
        checked = engines.run(trawl, "index", "check", "--data", self.data, *options)
        self.assertIn("the index is complete: 31 articles", checked.stderr)
        engines.run(trawl, "index", "rebuild", "--data", self.data, *options, "-q")
        after = self.other.search(q="", limit=100)
        self.assertEqual(comparable(before)["hits"], comparable(after)["hits"])
        self.assertGreater(after["index"]["generation"], before["index"]["generation"])
        status = engines.run(trawl, "index", "status", "--data", self.data, *options).stdout
        self.assertIn("31 articles of 31 stored, up to date", status)

    def test_a_removed_article_is_reported_as_gone(self):
        hit = self.other.search(q="", limit=1, sort="oldest")["hits"][0]
        document = cluster.ask("GET", f"/{INDEX}/_search?q=id:{hit['id']}")["hits"]["hits"][0]
        cluster.ask("PUT", f"/{INDEX}-state/_doc/removed-{hit['id']}?refresh=true", {"kind": "removed"})
        cluster.ask("DELETE", f"/{document['_index']}/_doc/{hit['id']}?refresh=true")
        self.assertEqual(self.other.get("/v1/articles/" + hit["id"])[0], 410)
        engines.run(engines.BIN / "trawl", "index", "check", "--data", self.data, *engines.cluster_options(INDEX),
                    expect=(3,))
        engines.run(engines.BIN / "trawl", "index", "rebuild", "--data", self.data, *engines.cluster_options(INDEX), "-q")
        self.assertEqual(self.other.get("/v1/articles/" + hit["id"])[0], 200)

    def test_an_unreachable_cluster_is_reported_in_time(self):
        nowhere = engines.Daemon("--engine", "opensearch", "--opensearch-url", "http://127.0.0.1:9")
        self.addCleanup(nowhere.close)
        for asked in ("/readyz", "/v1/search?q=x", "/v1/stats", "/v1/suggest?q=me"):
            status, _, body = nowhere.get(asked)
            self.assertEqual((status, body["status"]), (503, 503), asked)
            self.assertIn("OpenSearch cannot be reached", body["detail"])

if __name__ == "__main__":
    unittest.main()
