#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many requests a second the daemon answers on loopback, how long the slowest hundredth takes, and what one costs.

    serving.py BIN_DIR DATA QUERIES.tsv [--seconds 5] [--connections 8] [--threads 2] [--only NAME]
    serving.py BIN_DIR DATA QUERIES.tsv --commits 60

QUERIES.tsv has a column named q. The requests are sent by wrk (a package of Debian). CPU is that of the daemon's process per
request, user and system. With --commits, an article is imported into DATA every second, for that many seconds, and every answer
meanwhile is read and checked: its length, its JSON, that its counts belong to one state of the index, and that it is not
older than one that had come before it was asked for.
"""
import argparse
import csv
import http.client
import json
import os
import re
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote_plus

LUA = """
local paths, headers, at = {}, {}, 0
for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = line end
local value = os.getenv("HEADERS")
for name, text in value:gmatch("([^:\\n]+): ([^\\n]+)") do headers[name] = text end
function init() at = math.random(#paths) end
function request()
  at = at % #paths + 1
  return wrk.format("GET", paths[at], headers)
end
"""
FACETS = "facets=source,tag,category,date"
BROWSER = {"Accept": "text/html", "Accept-Encoding": "gzip, br"}
PROBE = "zqprobeword"


class Daemon:
    """`with Daemon(bin_dir, data, threads) as daemon:` is a daemon on a free port."""

    def __init__(self, bin_dir, data, threads):
        self.command = [bin_dir / "trawl-searchd", "--data", data, "--listen", "127.0.0.1:0", "--threads", str(threads)]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.address = re.search(r"127\.0\.0\.1:\d+", self.process.stdout.readline()).group()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) // 1024

    def own_memory_mb(self):
        """Without the pages of mapped files, which the system takes back when it needs them."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"RssAnon:\s+(\d+)", status).group(1)) // 1024

    def get(self, path, headers=None):
        connection = http.client.HTTPConnection(self.address, timeout=30)
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body


def read_queries(path):
    with path.open(encoding="utf-8") as lines:
        return [row["q"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]


def measure(daemon, folder, paths, headers, options):
    """One line: requests a second, the time of the slowest hundredth, CPU of a request, failures."""
    (folder / "paths").write_text("\n".join(paths) + "\n", encoding="utf-8")
    (folder / "script.lua").write_text(LUA, encoding="utf-8")
    environment = {**os.environ, "PATHS": str(folder / "paths"),
                   "HEADERS": "".join(f"{name}: {value}\n" for name, value in headers.items())}
    command = ["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", "--latency", "-s", folder / "script.lua",
               f"http://{daemon.address}"]
    before = daemon.cpu_seconds()
    text = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    cpu = daemon.cpu_seconds() - before
    requests = int(re.search(r"(\d+) requests in", text).group(1))
    bad = re.findall(r"(Non-2xx or 3xx responses: \d+|Socket errors: .*)", text)
    slowest = re.search(r"99%\s+(\S+)", text).group(1)
    per_second = float(re.search(r"Requests/sec:\s+(\S+)", text).group(1))
    return f"{per_second:10.0f}/s   99 % within {slowest:>9}   {cpu / requests * 1e6:8.1f} µs CPU   {'; '.join(bad)}"


def find_one(daemon, searches):
    """The first search that finds something, and the id of an article that it finds."""
    for search in searches:
        answer, body = daemon.get(search)
        if answer.status != 200:
            raise SystemExit(f"the daemon answers {answer.status}: {body.decode()}")
        if hits := json.loads(body)["hits"]:
            return search, hits[0]["id"]
    raise SystemExit("none of the queries finds anything in this index")


def cases(daemon, queries):
    """Name, paths and headers of each case."""
    searches = [f"/v1/search?q={quote_plus(query)}&{FACETS}" for query in queries]
    one, article = find_one(daemon, searches)
    tag = {"If-None-Match": daemon.get(one)[0].getheader("ETag")}
    home_tag = {"If-None-Match": daemon.get("/", BROWSER)[0].getheader("ETag")}
    return [("different questions", searches, {}),
            ("one question again", [one], {}),
            ("the same, coded", [one], {"Accept-Encoding": "br"}),
            ("the same, 304", [one], tag),
            ("page of results", ["/?" + one.partition("?")[2].partition("&")[0]], BROWSER),
            ("home page", ["/"], BROWSER),
            ("home page, 304", ["/"], {**BROWSER, **home_tag}),
            ("an article", [f"/?article={article}"], BROWSER)]


def check(daemon, path, known, wrong):
    """Asks once. `known` is how many probes an answer that has come had; none that is asked for later may have fewer."""
    least = known[0]
    try:
        answer, body = daemon.get(path)
        if answer.status != 200 or int(answer.getheader("Content-Length")) != len(body):
            return wrong.append(f"{path}: {answer.status}, {len(body)} bytes")
        found = json.loads(body)
        facet = found["facets"]["language"]  # an article has one, or none
        total = sum(value["count"] for value in facet["values"]) + facet["other"] + facet["missing"]
        shown = min(10, found["total"] + found["total_fewer_words"])
        if total != found["total"] or len(found["hits"]) != shown:
            wrong.append(f"{path}: {found['total']} articles, {total} counted, {len(found['hits'])} shown")
        if PROBE in path:
            if found["total"] < least:
                wrong.append(f"{path}: {found['total']} after {least}")
            known[0] = max(known[0], found["total"])
    except (OSError, ValueError, KeyError, http.client.HTTPException) as error:
        wrong.append(f"{path}: {error!r}")
    return None


def while_committing(daemon, bin_dir, data, queries, options):
    searches = [f"/v1/search?q={quote_plus(query)}&facets=language" for query in queries]
    known, times, wrong, stop = [0], [], [], threading.Event()

    def ask(first):
        at = first
        while not stop.is_set():
            path = searches[at * 7 % len(searches)] if at % 3 else f"/v1/search?q={PROBE}&facets=language"
            began = time.monotonic()
            check(daemon, path, known, wrong)
            times.append(time.monotonic() - began)
            at += options.connections

    threads = [threading.Thread(target=ask, args=(first,)) for first in range(options.connections)]
    for thread in threads:
        thread.start()
    run, commits, end = time.time_ns(), 0, time.monotonic() + options.commits
    while time.monotonic() < end:
        began = time.monotonic()
        row = {"url": f"https://probe.example/{run}/{commits}", "source": f"probe-{commits % 5}", "title": f"Probe {run} {commits}",
               "text": f"{PROBE} number {commits} of run {run}. " * 20}
        subprocess.run([bin_dir / "trawl-indexer", "import", "-", "--data", data, "-q", "--xapian", "off"],
                       input=json.dumps(row) + "\n", text=True, check=True)
        commits += 1
        time.sleep(max(0.0, began + 1 - time.monotonic()))
    stop.set()
    for thread in threads:
        thread.join()
    print(f"{commits} commits, {len(times)} answers checked, {len(wrong)} wrong; the last found {known[0]} of them")
    slowest = sorted(times)
    print(", ".join(f"{share} % within {slowest[len(times) * share // 100] * 1000:.1f} ms" for share in (50, 90, 99)))
    print("\n".join(wrong[:20]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("queries", type=Path)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--commits", type=int, default=0)
    options = parser.parse_args()
    queries = read_queries(options.queries)
    with Daemon(options.bin_dir, options.data, options.threads) as daemon, tempfile.TemporaryDirectory() as folder:
        if options.commits:
            return while_committing(daemon, options.bin_dir, options.data, queries, options)
        for name, paths, headers in cases(daemon, queries):
            if options.only in name:
                print(f"{name:20} {measure(daemon, Path(folder), paths, headers, options)}", flush=True)
        print(f"memory {daemon.memory_mb()} MB")
    return None


if __name__ == "__main__":
    main()
