#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The built programs together, in an empty directory: crawl the demo site, search it by command line and over HTTP.

    programs_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import unittest
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from demo_world import BIN, SOURCE, DemoWorld, run

# The API's parameters, and the same in the words of the command line.
QUESTIONS = [
    ("", []), ("attention", []), ("attention kernel", []), ('"speculative decoding"', []), ("torch.compile", []),
    ("agents OR quantization", []), ("inference -speculative", []), ("quant*", []), ("title:agents", []),
    ("author:\"Priya Raman\"", []), ("嵌入", []), ("Feinabstimmung", []), ("fine-tuning", []), ("GPU memory", []),
    ("nosuchwordanywhere", []), ("model NEAR/5 tokens", []), ("(agents OR memory) -framework", []), ("MXFP8", []),
    ("training", ["source=latent-notes"]), ("training", ["source=-latent-notes"]), ("", ["tag=gpu"]),
    ("", ["language=de"]), ("", ["language=zh", "sort=oldest"]), ("model", ["sort=newest"]), ("model", ["sort=source"]),
    ("model", ["limit=3", "offset=2"]), ("model", ["after=2026-04-01"]), ("model", ["before=2026-03-01"]),
    ("model", ["facets=source,tag,category", "facet_limit=3"]), ("", ["facets=date", "date_interval=month"]),
    ("agents", ["facets=source", "source=agent-workshop"]), ("model", ["per_source=1"]), ("model", ["group=source"]),
    ("model", ["explain=1"]), ("model", ["match=all"]), ("what does a reward model see", ["match=any"]),
    ("atention", []), ("kernle", []), ("gpu", ["snippets=2"]), ("date:2026-04", []), ("date:>=2026-05-01", []),
    ("is:undated", []), ("-model", []), ("source:kernel-journal", []), ("lang:de", []), ("+attention", []),
    ("unbalanced \"quote", []), ("((((", []), ("site:latent-notes.example", []), ("tag:agents,rag", []),
]
FLAGS = {"facets": "--facet", "date_interval": "--histogram"}


def flags_of(parameters):
    """source=x as --source=x; switches without their 1."""
    for parameter in parameters:
        name, value = parameter.split("=", 1)
        if name == "facets":
            for field in value.split(","):
                if field != "date":
                    yield from ("--facet", field)
        elif name == "explain":
            yield "--explain"
        elif name == "group":
            yield "--group"
        else:
            yield from (FLAGS.get(name, "--" + name.replace("_", "-")), value)


def without_times(body):
    body = re.sub(r'"took_ms":\s?[0-9.e+-]+', '"took_ms":0', body)
    return re.sub(r"(?m) · [0-9.]+ ms$", "", body).rstrip("\n")


class Programs(DemoWorld):
    def test_a_crawl_of_the_demo_says_what_it_brought(self):
        self.assertIn("\n30 new, 0 changed", self.crawl.stderr)
        self.assertNotIn("100 words", run(BIN / "trawl", "sources", "status", "--data", self.data).stdout)

    def test_an_empty_index_says_so_instead_of_asking_for_other_words(self):
        data = Path(self.folder.name) / "empty"
        crawl = run(BIN / "trawl", "crawl", "--data", data, "--sources", SOURCE / "schema/demo/sources.json", check=False)
        self.assertEqual(crawl.returncode, 4)
        self.assertIn("unset TRAWL_DATA", crawl.stderr)
        search = run(BIN / "trawl", "attention", "--data", data)
        self.assertTrue(search.stdout.startswith("Nothing found.\n"), search.stdout)
        self.assertIn("no articles yet", search.stderr.lower())

    def test_every_article_of_the_demo_site_is_there(self):
        self.assertEqual(self.search("")["total"], 30)
        counts = {v["value"]: v["count"] for v in self.search("", "--facet", "source")["facets"]["source"]["values"]}
        self.assertEqual(counts, {"kernel-journal": 5, "latent-notes": 5, "agent-workshop": 5, "paper-lantern": 6,
                                  "modellwerkstatt": 5, "moxing-zhoukan": 5})

    def test_two_machines_with_one_partition_each_crawl_what_one_machine_crawls(self):
        def urls(data):
            return [json.loads(line)["url"] for line in run(BIN / "trawl", "export", "--data", data).stdout.splitlines()]
        parts = []
        for number in (1, 2):
            data = Path(self.folder.name) / f"part {number}"
            settings = Path(self.folder.name) / f"part {number}.toml"
            settings.write_text(f'[crawl]\npartition = "{number}/2"\n')
            run(BIN / "trawl", "crawl", "--data", data, *self.crawl_words[3:], "--config", settings)
            parts.append(set(urls(data)))
        self.assertTrue(parts[0] and parts[1])
        # The article that two blogs of different partitions published is in both.
        copies = {copy["url"] for hit in self.search("", "-n", "all")["hits"] for copy in hit["copies"]}
        self.assertEqual((parts[0] | parts[1]) - copies, set(urls(self.data)))

    def test_the_same_article_in_two_feeds_is_one_hit_that_lists_both(self):
        hit = self.search('"Speculative decoding on a budget"')["hits"][0]
        self.assertEqual(hit["source"]["id"], "latent-notes")
        self.assertEqual([c["source"] for c in hit["copies"]], ["paper-lantern"])

    def test_articles_are_whole(self):
        hit = self.search("Feinabstimmung mit dreihundert Beispielen")["hits"][0]
        article = json.loads(self.trawl("show", hit["id"], "--format", "json").stdout)
        self.assertEqual(article["title"], "Feinabstimmung mit dreihundert Beispielen")
        self.assertEqual(article["authors"], ["Käthe Öztürk"])
        self.assertEqual(article["language"], "de")
        self.assertTrue(article["published"].startswith("2026-04-22"))
        self.assertTrue(article["text"].startswith("Dreihundert gute Beispiele"), article["text"][:80])
        self.assertTrue(article["text"].endswith("mit dem alten Stand."), article["text"][-80:])
        for command in ("show", "related"):
            by_address, by_id = self.trawl(command, hit["url"]), self.trawl(command, hit["id"])
            self.assertEqual((by_address.returncode, by_address.stdout), (0, by_id.stdout))

    def test_command_line_daemon_and_remote_command_line_give_the_same_bytes(self):
        self.assertEqual(len(QUESTIONS), 50)
        for query, parameters in QUESTIONS:
            with self.subTest(query=query, parameters=parameters):
                words = ["search", *([query] if query else []), *flags_of(parameters), "--format", "json"]
                pairs = [("q", query), *(p.split("=", 1) for p in parameters)]
                over_http = without_times(self.get("/v1/search?" + urllib.parse.urlencode(pairs)))
                local = without_times(self.trawl(*words).stdout)
                remote = without_times(run(BIN / "trawl", *words, "--server", self.server).stdout)
                self.assertEqual(local, over_http)
                self.assertEqual(remote, over_http)

    def test_every_command_prints_the_same_locally_and_over_a_daemon(self):
        hit = self.search("agents")["hits"][0]
        commands = [
            ["trending", "--window", "90d"], ["trending", "--window", "nonsense"], ["trends"],
            ["trends", "agents", "two, words", "--by", "source"], ["trends", "x", "--by", "tag"], ["sources"], ["stats"],
            ["suggest", "agen"], ["suggest", "zzzz"], ["facets", "tag"], ["facets", "source", "agents"],
            ["facets", "nosuch"], ["facets", "tag", "agents", "-n", "2"], ["facets", "tag", "-n", "5000"],
            ["show", hit["id"]], ["show", hit["url"]], ["show", "xyz"], ["show", "a b/c"], ["show", "0123456789abcdef"],
            ["related", hit["id"], "-n", "3"], ["related", hit["id"], "-n", "99"], ["related", "xyz"],
            ["search", "a AND"], ["search", '"open'], ["search", "since:7d"],
            ["search", "--since", "12h"], ["search", "--since", "7x"], ["search", "-n", "101"],
            ["search", "--offset", "20000"], ["search", "--source", "nosuch"], ["search", "caf\udce9"],
            ["search", "agents", "-n", "all"], ["search", "agents", "--show", "1"], ["search", "agents", "--show", "99"],
        ]
        said = lambda done: (done.returncode, without_times(done.stdout), done.stderr)
        for words in commands:
            for form in ("json", "human"):
                with self.subTest(words=words, form=form):
                    words_of_form = [*words, "--format", form]
                    here = self.trawl(*words_of_form, check=False)
                    there = run(BIN / "trawl", *words_of_form, "--server", self.server, check=False)
                    self.assertEqual(said(here), said(there))

    def test_exit_codes(self):
        none = Path(self.folder.name) / "none"
        cases = [(0, ["search", "attention"]), (1, ["search", "nosuchwordanywhere"]), (2, ["search", "--limt", "3"]),
                 (2, ["search", "x", "--after", "yesterdayish"]), (1, ["show", "0123456789abcdef"]),
                 (2, ["facets", "nosuch"]), (2, ["search", "x", "-n", "all", "--format", "rss"]), (1, ["trending", "--window", "1h"])]
        for code, words in cases:
            done = self.trawl(*words, check=False)
            self.assertEqual(done.returncode, code, f"{words}: {done.stderr}")
            self.assertLessEqual(done.stderr.count("\n"), 1)
        done = run(BIN / "trawl", "search", "x", "--data", none, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertFalse(none.exists(), "a search must not make a data directory")
        done = run(BIN / "trawl", "search", "x", "--server", "http://127.0.0.1:9", check=False)
        self.assertEqual(done.returncode, 4, done.stderr)

    def test_a_second_crawl_changes_nothing(self):
        before = self.trawl("search", "-n", "all", "--format", "jsonl").stdout
        run(BIN / "trawl", *self.crawl_words)
        self.assertEqual(self.trawl("search", "-n", "all", "--format", "jsonl").stdout, before)

    def test_a_rebuild_gives_the_same_index_while_the_daemon_serves(self):
        hits = lambda: json.loads(self.get("/v1/search?limit=100&sort=oldest"))["hits"]
        before, generation = hits(), json.loads(self.get("/v1/stats"))["generation"]
        self.trawl("index", "rebuild")
        self.assertEqual(hits(), before)
        self.assertGreater(json.loads(self.get("/v1/stats"))["generation"], generation)

    def test_a_cursor_reaches_every_hit_once(self):
        seen, path = [], "/v1/search?limit=7&sort=newest"
        while True:
            page = json.loads(self.get(path))
            seen += [hit["id"] for hit in page["hits"]]
            if not page["next"]:
                break
            path = "/v1/search?limit=7&sort=newest&cursor=" + urllib.parse.quote(page["next"])
        self.assertEqual(len(seen), 30)
        self.assertEqual(len(set(seen)), 30)

    def test_what_the_reader_of_a_pipe_did_not_take_stays_new(self):
        self.trawl("save", "piped", "")
        command = [str(BIN / "trawl"), "new", "piped", "--past", "--format", "urls", "--data", str(self.data)]
        seen = subprocess.run(["bash", "-c", '"$@" | head -1', "-", *command], capture_output=True, text=True).stdout.split()
        self.assertEqual(len(seen), 1)
        rest = subprocess.run(command, capture_output=True, text=True).stdout.split()
        self.assertEqual(len(rest), 29)
        self.assertNotIn(seen[0], rest)
        self.assertEqual(self.trawl("forget", "piped").returncode, 0)

    def test_results_as_a_feed_are_those_of_the_daemon(self):
        query = ["agents", "--format", "rss"]
        here = self.trawl("search", *query).stdout
        there = run(BIN / "trawl", "search", *query, "--server", self.server).stdout
        self.assertEqual(here, there.replace(self.server, "http://127.0.0.1:7700"))
        self.assertRegex(here, r"<link>http://127\.0\.0\.1:7700/\?q=agents</link>")

    def test_a_hangup_leaves_the_daemon_serving(self):
        self.daemon.send_signal(signal.SIGHUP)
        self.assertIn("ok", self.get("/healthz"))

    def test_a_daemon_whose_socket_of_systemd_others_can_reach_remembers_nothing(self):
        for address, status in ("127.0.0.1", 200), ("0.0.0.0", 404):
            with socket.create_server((address, 0)) as listening:
                words = ["sh", "-c", f'exec 3<&{listening.fileno()}; LISTEN_PID=$$; LISTEN_FDS=1; '
                         'export LISTEN_PID LISTEN_FDS; exec "$@"', "sh", BIN / "trawl-searchd", "--data", self.data]
                daemon = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, pass_fds=[listening.fileno()])
                daemon.stdout.readline()
                try:
                    saved = f"http://127.0.0.1:{listening.getsockname()[1]}/v1/saved"
                    with urllib.request.urlopen(saved, timeout=30) as answer:
                        self.assertEqual(answer.status, status)
                except urllib.error.HTTPError as refused:
                    self.assertEqual(refused.code, status)
                finally:
                    daemon.terminate()
                    daemon.communicate(timeout=30)

    def test_the_daemon_answers_its_other_routes(self):
        for path in ("/healthz", "/readyz", "/v1/stats", "/v1/sources", "/v1/facets/tag", "/v1/suggest?q=agen",
                     "/v1/trending?window=90d", "/openapi.json", "/metrics", "/llms.txt", "/opensearch.xml", "/"):
            self.assertTrue(self.get(path), path)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.get("/v1/search?sort=newst")
        problem = json.loads(refused.exception.read())
        self.assertEqual((refused.exception.code, problem["errors"][0]["suggestion"]), (400, "newest"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
