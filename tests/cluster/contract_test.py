# SPDX-License-Identifier: GPL-3.0-or-later
"""What a cluster promises: the language, filters, parameters and JSON of one machine; exact totals and facets where all
words must occur. So each request is sent to a daemon with the local index and to one with the cluster, which have the
same crawl.db. The order is OpenSearch's BM25, and so is what is relaxed, suggested, related or trending."""
import json
import pathlib
import unittest
import urllib.parse

import cluster
import engines

INDEX, PARTS = "contract", "parts"
LONG_ARTICLE = {"url": "https://long.example/1", "source": "long", "title": "A long article",
                "text": "A prologue. " + "Nothing is said in this sentence. " * 4_000 + "An epilogue."}
OF_ENGINE = ("took_ms", "next", "score", "snippets", "section")


def path(**parameters):
    return "/v1/search?" + urllib.parse.urlencode(parameters)


# Articles, order and everything else but OF_ENGINE are equal.
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
    path(q="", source="kernel-journal", tag="gpu,quantization", facets="all"),
    path(q="tag:gpu,quantization", facets="tag,source"), path(q="source:\"Kernel Journal\""),
    path(q="source:nosuch"), path(q="author:mira", limit=30),
    path(q="author:\"Mira Halvorsen\"", limit=30), path(q="author:MIRA", facets="author"), path(q="lang:de"),
    path(q="category:hardware", facets="category"), path(q="site:kernel-journal.example"), path(q="???"),
    path(q="", per_source=1, limit=30), path(q="", group="source", limit=30), path(q="", group="source", per_source=2),
    path(q="source:"), path(q="", limit=1000), path(q="", facets="nosuch"),
    path(q="", cursor="garbage"), path(q="memory", cursor="MDYyYjA3NjVbMiwwXQ"),
    "/v1/facets/author", "/v1/facets/tag?prefix=q", "/v1/facets/source?q=memory", "/v1/facets/date",
    "/v1/facets/nosuch", "/v1/suggest?q=x", "/v1/sources", "/v1/sources/kernel-journal", "/v1/sources/nosuch",
    "/v1/trends?q=gpu", "/v1/articles/0000000000000000", "/v1/articles/xyz", "/v1/nosuch",
]

# The articles, totals and facets are the same; their order depends on the engine.
EQUAL_BUT_ORDER = [path(limit=100, **more) for more in [
    {"q": "attention kernel", "facets": "all"}, {"q": "quant*"}, {"q": '"speculative decoding"'}, {"q": "(memory"},
    {"q": "attention OR memory"}, {"q": "memory -attention"}, {"q": "+kernels"}, {"q": "title:attention"},
    {"q": "title:\"fused attention\""}, {"q": "memory NEAR/5 kernel"}, {"q": '"memory kernel"~8'},
    {"q": "atention kernel"}, {"q": "kernl"}, {"q": "Feinabstimmung"}, {"q": "feinabstimmungen"}, {"q": "模型"},
    {"q": "fine-tuning"}, {"q": "finetuning"}, {"q": "k-means-x foo"}, {"q": "large language model"}, {"q": "llm"},
    {"q": "flashattention"}, {"q": "the of"}, {"q": "a b c d e f memory kernel", "match": "any"},
    {"q": "memory kernel attention model training"}, {"q": "memory kernel attention", "match": "all", "facets": "all"},
    {"q": "\"no such phrase here\""}, {"q": "\"whole score matrix to global memory\""}, {"q": "\"whole matrix score to global memory\""}, {"q": "(memory OR kernel) attention"},
    {"q": "NOT memory"},
    {"q": "memory source:kernel-journal", "facets": "source"}, {"q": "memory", "group": "source"},
    {"q": "kernel-journal"}, {"q": "mira halvorsen"}, {"q": "\"Mira Halvorsen\""}, {"q": "torch.compile"}, {"q": "8xh200"},
    {"q": "memory", "lang_boost": "de"}, {"q": "memory", "recency": 1}, {"q": "state-space models"}]]

# Every other route: what it shows is OpenSearch's own, or the same page for any index.
OTHER_ROUTES = ["/v1/search.rss?q=memory", "/v1/sources.opml", "/v1/trending?window=30d", "/v1/suggest?q=mem", "/v1/stats", "/v1/saved",
                "/v1/suggest?q=mem&format=opensearch", "/healthz", "/readyz", "/metrics", "/opensearch.xml", "/llms.txt",
                "/robots.txt", "/openapi.json", "/", "/?q=memory", "/trends", "/sources", path(q="memory", explain=1)]


def comparable(value):
    """An answer without the parts that differ by engine; the state of an index is the changes of crawl.db that it has."""
    if isinstance(value, list):
        return [comparable(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "generation" in value and "documents" not in value:
        return {name: value[name] for name in ("store", "sequence")}
    return {name: comparable(one) for name, one in value.items() if name not in OF_ENGINE}


def shape(value):
    """The names in a JSON value, and what kinds of values they have; of a list, of its first value."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    return [shape(one) for one in value[:1]] if isinstance(value, list) else type(value) is str


class Contract(unittest.TestCase):
    maxDiff = 4_000

    @classmethod
    def setUpClass(cls):
        cluster.start()
        for index in (INDEX, PARTS):
            engines.forget(index)
        cls.site = engines.DemoSite()
        cls.addClassCleanup(cls.site.close)
        cls.addClassCleanup(engines.forget, INDEX)
        cls.data, cls.options = cls.site.data("data"), engines.cluster_options(INDEX)
        cls.trawl("crawl", *cls.options, *cls.site.crawl)
        cls.import_rows(LONG_ARTICLE)
        cls.trawl("index", "rebuild", "-q")
        cls.local, cls.other = engines.Daemon("--data", cls.data), engines.Daemon(*cls.options, tries=20)
        cls.addClassCleanup(cls.local.close)
        cls.addClassCleanup(cls.other.close)

    @classmethod
    def trawl(cls, *words, expect=(0,)):
        return engines.run(engines.BIN / "trawl", *words, "--data", cls.data, expect=expect)

    @classmethod
    def import_rows(cls, *rows):
        file = pathlib.Path(cls.data, "rows.jsonl")
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        cls.trawl("import", file, *cls.options, "-q")

    def all_ids(self):
        return [hit["id"] for hit in self.local.search(q="", limit=100)["hits"]]

    def test_answers_are_equal(self):
        for asked in EQUAL:
            with self.subTest(asked=urllib.parse.unquote_plus(asked)):
                (status, _, body), (other_status, _, other) = self.local.get(asked), self.other.get(asked)
                self.assertEqual(status, other_status)
                self.assertEqual(comparable(body), comparable(other))

    def test_words_find_the_same_articles(self):
        for asked in EQUAL_BUT_ORDER:
            with self.subTest(asked=urllib.parse.unquote_plus(asked)):
                bodies = []
                for daemon in (self.local, self.other):
                    status, _, body = daemon.get(asked)
                    self.assertEqual(status, 200)
                    body["hits"].sort(key=lambda hit: hit["id"])
                    bodies.append(comparable(body))
                self.assertEqual(*bodies)

    def test_every_other_route_answers_in_the_same_shape(self):
        first = self.all_ids()[0]
        for asked in [*OTHER_ROUTES, f"/v1/articles/{first}/related", f"/v1/articles?ids={first}", f"/?id={first}"]:
            with self.subTest(asked=asked):
                (status, headers, body), (other_status, other_headers, other) = self.local.get(asked), self.other.get(asked)
                self.assertEqual((status, headers["Content-Type"]), (other_status, other_headers["Content-Type"]))
                if isinstance(body, dict):
                    self.assertEqual(shape(body).keys(), shape(other).keys())
        hits = [daemon.search(q="attention kernel", explain=1)["hits"][0] for daemon in (self.local, self.other)]
        self.assertEqual(*[{name: kind for name, kind in shape(hit).items() if name != "section"} for hit in hits])

    def test_an_article_is_whole(self):
        for article in self.all_ids():
            for named in (article, article + ".md", article[:8], article[:2]):
                with self.subTest(id=named):
                    answers = [daemon.get(f"/v1/articles/{named}") for daemon in (self.local, self.other)]
                    self.assertEqual(*[comparable(body) for _, _, body in answers])

    def test_passages_show_the_words_wherever_they_are(self):
        for daemon in (self.local, self.other):
            for hit in daemon.search(q="memory", limit=100)["hits"]:
                self.assertIn("<mark>", hit["title_html"] + "".join(one["html"] for one in hit["snippets"]))
            for word in ("prologue", "epilogue"):
                self.assertIn(f"<mark>{word}</mark>", daemon.search(q=word)["hits"][0]["snippets"][0]["html"])

    def test_pages_by_cursor_have_each_article_once_through_commits(self):
        for number, parameters in enumerate([{"q": "memory OR model OR attention"}, {"q": "", "sort": "oldest"},
                                             {"q": "", "sort": "source"}, {"q": "memory OR model", "per_source": "2"},
                                             {"q": "memory OR model", "group": "source"}]):
            with self.subTest(parameters=parameters):
                whole = [hit["id"] for hit in self.other.search(**parameters, limit=100)["hits"]]
                self.assertEqual([hit["id"] for hit in self.other.pages(**parameters, limit=3)], whole)
                page = self.other.search(**parameters, limit=3)
                self.import_rows({"url": f"https://late.example/{number}", "source": "late", "title": "Memory, model, attention",
                                  "published": "2025-12-01", "text": "Memory and attention of a model. " * 9})
                seen = [hit["id"] for hit in page["hits"]]
                while page["next"]:
                    page = self.other.search(**parameters, limit=3, cursor=page["next"])
                    seen += [hit["id"] for hit in page["hits"]]
                self.assertEqual(len(seen), len(set(seen)), "an article was shown twice")
                self.assertLessEqual(set(whole), set(seen))
        # In the order of relevance, the pages are those of the point in time of the first.
        self.trawl("index", "rebuild", "-q")

    def test_articles_with_all_words_come_before_those_with_fewer_and_the_typed_title_before_all(self):
        for words in ("attention kernel", "memory kernel attention"):
            found = self.other.search(q=words, limit=100)
            both = {hit["id"] for hit in self.other.search(q=words, match="all", limit=100)["hits"]}
            self.assertEqual({hit["id"] for hit in found["hits"][:found["total"]]}, both)
        for hit in self.other.search(q="", limit=100)["hits"]:
            self.assertEqual(self.other.search(q=hit["title"], limit=1)["hits"][0]["title"], hit["title"])

    def test_articles_in_the_preferred_language_gain_a_share_of_their_score(self):
        asked = {"q": "model OR memory OR GPU", "limit": 100}
        plain, english, german = ({hit["id"]: hit for hit in self.other.search(**asked, lang_boost=language)["hits"]}
                                for language in ("none", "auto", "de"))
        for name, hit in plain.items():
            if hit["score"] > 0:
                for found, language in ((english, "en"), (german, "de")):
                    share = 1.15 if hit["language"] == language else 1
                    self.assertAlmostEqual(found[name]["score"] / hit["score"], share, delta=0.01)

    def test_an_etag_holds_until_the_next_commit(self):
        asked = "/v1/search?q=memory"
        tag = {"If-None-Match": self.other.get(asked)[1]["ETag"]}
        self.assertEqual(self.other.get(asked, tag)[0], 304)
        self.import_rows(LONG_ARTICLE | {"text": "Changed."})
        self.import_rows(LONG_ARTICLE)
        self.assertEqual(self.other.get(asked, tag)[0], 200)
        self.trawl("index", "rebuild", "-q")

    def test_related_articles_are_others(self):
        found = 0
        for article in self.all_ids():
            status, _, body = self.other.get(f"/v1/articles/{article}/related?limit=4")
            self.assertEqual(status, 200)
            self.assertNotIn(article, [one["id"] for one in body["related"]])
            found += len(body["related"])
        self.assertGreater(found, 0)

    def test_completions_continue_the_typed_text(self):
        for typed, kinds in (("att", {"phrase"}), ("kern", {"source", "phrase"}), ("mira", {"author"}), ("gp", {"tag"}),
                             ("memory ke", {"phrase"}), ("source:kernel-journal att", {"phrase"})):
            status, _, body = self.other.get("/v1/suggest?" + urllib.parse.urlencode({"q": typed}))
            self.assertEqual(status, 200)
            self.assertLessEqual(kinds, {one["kind"] for one in body["suggestions"]}, typed)

    def test_statistics_count_the_same_articles(self):
        (_, _, body), (_, _, other) = self.local.get("/v1/stats"), self.other.get("/v1/stats")
        self.assertEqual([body[name] for name in ("documents", "newest")], [other[name] for name in ("documents", "newest")])

    def test_the_index_is_complete_and_can_be_made_anew(self):
        before = self.other.search(q="", limit=100)
        self.assertIn("the index is complete: ", self.trawl("index", "check", *self.options).stderr)
        self.trawl("index", "rebuild", *self.options, "-q")
        after = self.other.search(q="", limit=100)
        self.assertEqual(comparable(before)["hits"], comparable(after)["hits"])
        self.assertGreater(after["index"]["generation"], before["index"]["generation"])
        self.assertIn("up to date", self.trawl("index", "status", *self.options).stdout)

    def test_a_removed_article_is_gone_and_comes_back(self):
        article = self.other.search(q="", limit=1, sort="oldest")["hits"][0]["id"]
        self.trawl("remove", article, *self.options)
        self.assertEqual(self.other.get("/v1/articles/" + article)[0], 410)
        self.trawl("remove", "--undo", article, *self.options)
        self.assertEqual(self.other.get("/v1/articles/" + article)[0], 200)
        document = cluster.ask("GET", f"/{INDEX}/_search?q=id:{article}")["hits"]["hits"][0]
        cluster.ask("DELETE", f"/{document['_index']}/_doc/{article}?refresh=true")
        self.trawl("index", "check", *self.options, expect=(3,))
        self.trawl("index", "rebuild", *self.options, "-q")
        self.trawl("index", "rebuild", "-q")
        self.assertEqual(self.other.get("/v1/articles/" + article)[0], 200)

    def test_the_parts_of_several_crawlers_have_each_article_once_and_move_to_other_machines(self):
        options = engines.cluster_options(PARTS)
        self.addCleanup(engines.forget, PARTS)
        first, moved, file = (self.site.data(name) for name in ("first", "moved", "first.backup"))
        for data, part in ((first, "1/2"), (self.site.data("second"), "2/2")):
            self.crawl_part(data, part)
        daemon = engines.Daemon(*options, tries=20)
        self.addCleanup(daemon.close)
        before = daemon.search(q="", limit=100, sort="oldest")["hits"]
        self.assertEqual(len({hit["id"] for hit in before}), len(before))
        self.assertEqual(len(before), 31)  # one is in both parts: it is folded only within a crawl.db
        engines.run(engines.BIN / "trawl", "index", "backup", file, "--data", first, "-q")
        engines.run(engines.BIN / "trawl", "index", "restore", file, "--data", moved, "-q")
        indices = [one["index"] for one in cluster.ask("GET", f"/_cat/indices/{PARTS}-*?format=json&s=index")]
        self.crawl_part(moved, "1/2")
        now = [one["index"] for one in cluster.ask("GET", f"/_cat/indices/{PARTS}-*?format=json&s=index")]
        self.assertEqual((indices, len(now)), (now, 2))  # of each crawl.db: nothing was written anew
        self.assertEqual(daemon.search(q="", limit=100, sort="oldest")["hits"], before)

    def crawl_part(self, data, part):
        engines.run(engines.BIN / "trawl", "crawl", "--data", data, *engines.cluster_options(PARTS, partition=part), *self.site.crawl)


if __name__ == "__main__":
    unittest.main()
