#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cluster of `./dev cluster start` beside the local index, through the API, in the same run.

    cluster.py speed ARTICLES.jsonl QUERIES.tsv WORK [--queries N] [--facets source,tag,date] [--limit N]
    cluster.py readers ARTICLES.jsonl QUERIES.tsv WORK [--readers N] [--at-once N]
    cluster.py relevance SETS RUNS WORK [--set NAME]...

speed: imports the articles into both engines (once: WORK keeps them) and asks each query of both in turns. Prints what
filling took and how large it is; then processor time, times, equal totals, equal facets and common hits among the first ten,
by kind of query; QUERIES.tsv has columns kind and q.
readers: each asks one query of the cluster and turns two pages, so many at a time; who is told to wait does as told.
relevance: judged sets in BEIR's layout, as of benchmarks/relevance.cpp. Writes RUNS/local, RUNS/cluster and RUNS/plain
in TREC's layout; plain: OpenSearch's multi_match over title and text with its English analyzer. Programs are those of
build/release.
"""
import argparse
import collections
import concurrent.futures
import csv
import http.client
import json
import os
import resource
import sys
import time
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("TRAWL_BIN", str(ROOT / "build/release/bin"))
sys.path.insert(0, str(ROOT / "tests/cluster"))
import cluster  # noqa: E402
import engines  # noqa: E402

ADDRESS = "https://judged.test/"
DEPTH = 100
TRIES = 20  # a busy machine needs more than two seconds for a query of sixty words


class Connection:
    """A daemon, asked over one connection."""

    def __init__(self, *options):
        self.daemon = engines.Daemon(*options)
        self.pid = self.daemon.process.pid
        self.http = http.client.HTTPConnection(self.daemon.server.removeprefix("http://"))

    def search(self, **parameters):
        """Status, answer, milliseconds."""
        begin = time.perf_counter()
        self.http.request("GET", "/v1/search?" + urllib.parse.urlencode(parameters))
        answer = self.http.getresponse()
        body = answer.read()
        return answer.status, json.loads(body), (time.perf_counter() - begin) * 1e3

    def close(self):
        self.http.close()
        self.daemon.close()


def processor_seconds(pids):
    """What these processes have used so far."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def node_pids():
    return [cluster.pid_of(node) for node in range(1, cluster.NODES + 1)]


class Spent:
    """Prints what a step took: seconds, and processor seconds of the commands that ran in it and of the nodes."""

    def __init__(self, step):
        self.step = step

    @staticmethod
    def now():
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return [time.monotonic(), children.ru_utime + children.ru_stime, processor_seconds(node_pids())]

    def __enter__(self):
        self.begin = self.now()

    def __exit__(self, *_):
        taken = [after - before for before, after in zip(self.begin, self.now())]
        print(f"{self.step}: {taken[0]:.0f} s; processor time: command {taken[1]:.0f} s, nodes {taken[2]:.0f} s", flush=True)


def print_sizes(data, index):
    """The local index, crawl.db, and the cluster's index without its replicas."""
    cluster.ask("POST", f"/{index}/_flush")
    time.sleep(11)  # a node counts every ten seconds
    local = sum(path.stat().st_size for path in (data / "index").rglob("*") if path.is_file())
    stats = cluster.ask("GET", f"/{index}/_stats/store,docs")["_all"]
    print(f"MB: crawl.db {(data / 'crawl.db').stat().st_size / 1e6:.0f}, local index {local / 1e6:.0f}, "
          f"cluster {stats['primaries']['store']['size_in_bytes'] / 1e6:.0f}, "
          f"with replicas {stats['total']['store']['size_in_bytes'] / 1e6:.0f}; {stats['primaries']['docs']['count']} articles",
          flush=True)


def prepared(rows, work, index):
    """The options of a daemon over the local index and of one over the cluster, with these articles in both."""
    options = engines.cluster_options(index)
    data = work / index
    if not (data / "complete").exists():
        trawl = engines.BIN / "trawl"
        engines.forget(index)
        with Spent("import into crawl.db and the cluster"):
            engines.run(trawl, "import", rows, "--data", data, *options, "-q", seconds=3600)
        with Spent("the cluster's index anew"):
            engines.run(trawl, "index", "rebuild", "--data", data, *options, "-q", seconds=3600)
        with Spent("the local index anew"):
            engines.run(trawl, "index", "rebuild", "--data", data, "-q", seconds=3600)
        print_sizes(data, index)
        (data / "complete").touch()
    return ["--data", data, "--threads", "1"], [*options, "--threads", "1"]


def at_share(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def facts_of(status, body):
    if status != 200:
        return {"failed": body.get("detail")}
    return {"total": body["total"], "ids": [hit["id"] for hit in body["hits"]], "corrected": body.get("correction"),
            "facets": [body["facets"], body.get("dates")]}


def print_kind(kind, rows):
    whole = [row for row in rows if "total" in row["local"] and "total" in row["cluster"]]
    otherwise = [row for row in whole if row["local"]["corrected"] != row["cluster"]["corrected"]]
    same = [row for row in whole if row["local"]["total"] == row["cluster"]["total"]]
    counted = [row for row in same if row["local"]["facets"] == row["cluster"]["facets"]]
    common = [len(set(row["local"]["ids"]) & set(row["cluster"]["ids"])) / len(row["local"]["ids"])
              for row in whole if row["local"]["ids"]]
    times = "  ".join(f"{name} {at_share([row[name]['ms'] for row in rows], 0.5):6.1f} "
                      f"{at_share([row[name]['ms'] for row in rows], 0.99):7.1f}" for name in ("local", "cluster"))
    print(f"{kind:8} {len(rows):5} answered {len(whole):5} totals {len(same):5} facets {len(counted):5} "
          f"other spelling {len(otherwise):3} "
          f"common {10 * sum(common) / max(1, len(common)):5.2f}  ms half, 99 of 100: {times}", flush=True)


def queries_of(arguments):
    with open(arguments.queries_file, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def speed(arguments):
    local, other = prepared(arguments.articles, arguments.work, "bulk")
    engines_by_name = {"local": Connection(*local), "cluster": Connection(*other)}
    queries = queries_of(arguments)
    queries = queries[::max(1, len(queries) // arguments.queries)]
    rows = []
    processes = {"local": [engines_by_name["local"].pid], "cluster": [engines_by_name["cluster"].pid], "nodes": node_pids()}
    before = {name: processor_seconds(pids) for name, pids in processes.items()}
    for number, query in enumerate(queries):
        row = {"kind": query["kind"], "q": query["q"]}
        for name in sorted(engines_by_name, reverse=number % 2 == 0):
            status, body, taken = engines_by_name[name].search(q=query["q"], facets=arguments.facets, limit=arguments.limit)
            row[name] = {"ms": taken, **facts_of(status, body)}
        rows.append(row)
    spent = {name: 1e3 * (processor_seconds(pids) - before[name]) / len(rows) for name, pids in processes.items()}
    print("processor ms for each search: " + ", ".join(f"{name} {taken:.1f}" for name, taken in spent.items()))
    (arguments.work / "speed.json").write_text(json.dumps(rows))
    print(f"load {os.getloadavg()[0]:.1f} {os.getloadavg()[1]:.1f}, facets {arguments.facets}")
    for kind in ["all", *sorted({row["kind"] for row in rows})]:
        print_kind(kind, [row for row in rows if kind in ("all", row["kind"])])
    for connection in engines_by_name.values():
        connection.close()


def open_points():
    nodes = cluster.ask("GET", "/_nodes/stats/indices/search")["nodes"].values()
    return sum(node["indices"]["search"].get("point_in_time_current", 0) for node in nodes)


def read_pages(server, query):
    """Statuses of all answers, and the ids on three pages, or fewer if there are no more."""
    connection = http.client.HTTPConnection(server.removeprefix("http://"), timeout=60)
    statuses, ids, cursor = [], [], ""
    for _ in range(3):
        for _ in range(TRIES):
            try:
                connection.request("GET", "/v1/search?" + urllib.parse.urlencode({"q": query, "cursor": cursor}))
                answer = connection.getresponse()
                body = json.loads(answer.read())
            except TimeoutError:
                return statuses + ["none in a minute"], None
            statuses.append(answer.status)
            if answer.status == 200:
                break
            time.sleep(float(answer.headers.get("Retry-After", 0)))
        else:
            return statuses, None
        ids += [hit["id"] for hit in body["hits"]]
        cursor = body["next"]
        if not cursor:
            break
    connection.close()
    return statuses, ids


def readers(arguments):
    _, options = prepared(arguments.articles, arguments.work, "bulk")
    daemon = engines.Daemon(*options[:-2])
    queries = [row["q"] for row in queries_of(arguments)]
    begin, points = time.monotonic(), 0
    with concurrent.futures.ThreadPoolExecutor(arguments.at_once) as pool:
        read = [pool.submit(read_pages, daemon.server, queries[i % len(queries)]) for i in range(arguments.readers)]
        while not all(one.done() for one in read):
            points = max(points, open_points())
            time.sleep(1)
    statuses, pages = zip(*(one.result() for one in read))
    counts = collections.Counter(status for of_reader in statuses for status in of_reader)
    print(f"{len(pages)} readers in {time.monotonic() - begin:.0f} s, {pages.count(None)} gave up, "
          f"{sum(ids is not None and len(ids) != len(set(ids)) for ids in pages)} saw an article twice; "
          f"most points in time {points}; answers {dict(counts)}; load {os.getloadavg()[0]:.1f}")
    daemon.close()


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def write_run(path, ranked):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        for query, hits in ranked.items():
            for place, (name, score) in enumerate(hits, 1):
                file.write(f"{query} Q0 {name} {place} {score:.9g} x\n")


def through_api(options, queries):
    connection = Connection(*options)
    ranked = {}
    for query in queries:
        # Nothing is corrected: the words as they are, as in benchmarks/relevance.cpp.
        for _ in range(TRIES):
            status, body, _ = connection.search(q=query["text"][:4_000], limit=DEPTH, snippets=0, as_typed=1)
            if status == 200:
                break
            print(f"  {query['_id']}: {status} {body.get('detail')}", file=sys.stderr)
        ranked[query["_id"]] = [(bytes.fromhex(hit["url"].removeprefix(ADDRESS)).decode(), hit["score"])
                                for hit in body.get("hits", [])]
    connection.close()
    return ranked


def plain(corpus, queries):
    """OpenSearch as whoever knows no better uses it."""
    index = "plain-judged"
    text = {"type": "text", "analyzer": "english"}
    cluster.ask("DELETE", f"/{index}?ignore_unavailable=true")
    cluster.ask("PUT", "/" + index, {"settings": {"number_of_shards": 3, "number_of_replicas": 0},
                                     "mappings": {"properties": {"title": text, "text": text}}})
    for begin in range(0, len(corpus), 1_000):
        body = ""
        for row in corpus[begin:begin + 1_000]:
            body += json.dumps({"index": {"_id": row["_id"]}}) + "\n"
            body += json.dumps({"title": row.get("title", ""), "text": row.get("text", "")}) + "\n"
        cluster.send("POST", f"/{index}/_bulk", body.encode(), "application/x-ndjson")
    cluster.ask("POST", f"/{index}/_refresh")
    ranked = {}
    for query in queries:
        body = {"size": DEPTH, "_source": False,
                "query": {"multi_match": {"query": query["text"], "fields": ["title", "text"]}}}
        answer = cluster.ask("POST", f"/{index}/_search?search_type=dfs_query_then_fetch", body)
        ranked[query["_id"]] = [(hit["_id"], hit["_score"]) for hit in answer["hits"]["hits"]]
    cluster.ask("DELETE", "/" + index)
    return ranked


def relevance(arguments):
    arguments.work.mkdir(parents=True, exist_ok=True)
    for folder in sorted(path for path in arguments.sets.iterdir() if (path / "corpus.jsonl").exists()):
        name = folder.name
        if arguments.set and name not in arguments.set:
            continue
        corpus, queries = lines(folder / "corpus.jsonl"), lines(folder / "queries.jsonl")
        articles = arguments.work / f"{name}.jsonl"
        with open(articles, "w", encoding="utf-8") as file:
            for row in corpus:
                file.write(json.dumps({"url": ADDRESS + row["_id"].encode().hex(), "title": row.get("title", ""),
                                       "text": row.get("text") or ".", "source": "judged"}) + "\n")
        local, other = prepared(articles, arguments.work, f"judged-{name}")
        for system, options in (("local", local), ("cluster", other)):
            write_run(arguments.runs / system / f"{name}.run", through_api(options, queries))
        write_run(arguments.runs / "plain" / f"{name}.run", plain(corpus, queries))
        print(name, len(corpus), "articles,", len(queries), "queries", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("speed")
    one.add_argument("articles", type=Path)
    one.add_argument("queries_file", type=Path)
    one.add_argument("work", type=Path)
    one.add_argument("--queries", type=int, default=1_000_000)
    one.add_argument("--facets", default="source,tag,date")
    one.add_argument("--limit", type=int, default=10)
    one.set_defaults(run=speed)
    one = commands.add_parser("readers")
    one.add_argument("articles", type=Path)
    one.add_argument("queries_file", type=Path)
    one.add_argument("work", type=Path)
    one.add_argument("--readers", type=int, default=1_000)
    one.add_argument("--at-once", type=int, default=64)
    one.set_defaults(run=readers)
    one = commands.add_parser("relevance")
    one.add_argument("sets", type=Path)
    one.add_argument("runs", type=Path)
    one.add_argument("work", type=Path)
    one.add_argument("--set", action="append")
    one.set_defaults(run=relevance)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
