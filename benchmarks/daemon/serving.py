#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many requests a second the daemon answers on loopback, how long the slowest hundredth takes, and what one costs.

    serving.py BIN_DIR DATA QUERIES.tsv [--seconds 5] [--connections 8] [--threads 2] [--only NAME]
    serving.py BIN_DIR DATA QUERIES.tsv --commits 60
    serving.py BIN_DIR DATA QUERIES.tsv --closed 1,16,64,512
    serving.py BIN_DIR DATA QUERIES.tsv --dear

QUERIES.tsv has a column named q. The requests are sent by wrk (a package of Debian). CPU is that of the daemon's process per
request, user and system. With --commits, an article is imported into DATA every second, for that many seconds, and every answer
meanwhile is read and checked: its length, its JSON, that its counts belong to one state of the index, and that it is not
older than one that had come before it was asked for. With --closed, so many connections ask new questions, each as soon as it is
answered, and every answer's time counts; "bound" is eight times what a request takes, times the connections, by the threads. With
--dear, articles with code in every language that is coloured, and with formulas, made to be dear, are viewed four times, and once more by
two clients while another searches.
"""
import argparse
import csv
import http.client
import json
import multiprocessing
import os
import re
import selectors
import socket
import subprocess
import tempfile
import threading
import time
from html import escape
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

    def cpu_with_children(self):
        """Those of processes that have ended, too."""
        children = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        pids = [str(self.process.pid)] + [pid for file in children for pid in file.read_text(encoding="utf-8").split()]
        ticks = 0
        for pid in pids:
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
            ticks += sum(int(field) for field in fields[11:15])
        return ticks / os.sysconf("SC_CLK_TCK")

    def service(self):
        """Requests that were answered, and the seconds that they took in the workers."""
        text = self.get("/metrics")[1].decode()
        totals = (re.findall(rf"^trawl_http_request_duration_seconds_{name}.* (\S+)$", text, re.M) for name in ("count", "sum"))
        return [sum(float(value) for value in values) for values in totals]

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
            ("one question", [one], {}),
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


def closed_loop(daemon, paths, connections, seconds):
    """Seconds of each answer by status; 0: the connection ended."""
    poller, times, host = selectors.DefaultSelector(), {}, daemon.address.encode()
    address = ("127.0.0.1", int(daemon.address.rpartition(":")[2]))
    at, end = 0, time.monotonic() + seconds

    def ask(client):
        nonlocal at
        at += 1
        question = f"{paths[at * 7 % len(paths)]}+-zq{time.time_ns()}"  # that no cache has
        client.sendall(b"GET " + question.encode() + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n")
        return [time.monotonic(), b""]

    def connect():
        client = socket.create_connection(address, timeout=30)
        poller.register(client, selectors.EVENT_READ, ask(client))

    for _ in range(connections):
        connect()
    while time.monotonic() < end:
        for key, _ in poller.select(1):
            chunk = key.fileobj.recv(1 << 18)
            key.data[1] += chunk
            head, _, body = key.data[1].partition(b"\r\n\r\n")
            length = re.search(rb"Content-Length: (\d+)", head)
            if chunk and (not length or len(body) < int(length.group(1))):
                continue
            status = int(head[9:12] or 0)
            times.setdefault(status, []).append(time.monotonic() - key.data[0])
            if status == 200:
                key.data[:] = ask(key.fileobj)
                continue
            poller.unregister(key.fileobj)
            key.fileobj.close()
            connect()
    for key in list(poller.get_map().values()):
        key.fileobj.close()
    return times


def ask_for_health(address, seconds, results):
    """The longest time of a health check, each on a connection of its own; in a process of its own, which does not wait for the others."""
    longest, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        connection = http.client.HTTPConnection(address, timeout=30)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status != 200:
                longest = 99.0
        except OSError:
            longest = 99.0
        connection.close()
        longest = max(longest, time.monotonic() - began)
        time.sleep(0.05)
    results.put(longest)


def measure_closed(daemon, queries, options):
    paths = [f"/v1/search?facets=source,tag&q={quote_plus(query)}" for query in queries]
    closed_loop(daemon, paths, 2, 1)
    print(f"{'connections':>11} {'answers':>8} {'service ms':>10} {'p50':>7} {'p99':>7} {'longest':>8} {'bound':>8} {'health':>9}   others by status")
    for connections in map(int, options.closed.split(",")):
        before, results = daemon.service(), multiprocessing.Queue()
        health = multiprocessing.Process(target=ask_for_health, args=(daemon.address, options.seconds - 1, results))
        health.start()
        times = closed_loop(daemon, paths, connections, options.seconds)
        count, spent = (after - was for after, was in zip(daemon.service(), before))
        health.join()
        good, service = sorted(times.pop(200, [0.0])), 1000 * spent / count
        p50, p99, longest = (1000 * good[min(int(len(good) * share), len(good) - 1)] for share in (0.5, 0.99, 1))
        print(f"{connections:11} {len(good):8} {service:10.2f} {p50:7.1f} {p99:7.1f} {longest:8.1f} "
              f"{8 * service * connections / options.threads:8.1f} {1000 * results.get():9.1f}   {({status: len(all_of) for status, all_of in times.items()})}", flush=True)


# What is repeated in a piece of code: begins something that never ends, or is looked at again and again.
UNITS = ("<<a\n", "$(", "'\\", "(", "[", "{", " ", "a", "a.a", "/*", '"', "`", "\\", "<!--", 'r##"', "=/[", "--[[", "<a b=")
FORMULAS = {
    "text": lambda n: f"\\text{{{'x ' * (4_000 + n)}}}",
    "deep groups": lambda n: "{" * (4_000 + n) + "x" + "}" * (4_000 + n),
    "deep fractions": lambda n: "\\frac{1}{" * (700 + n) + "x" + "}" * (700 + n),
    "deep roots": lambda n: "\\sqrt{" * (900 + n) + "x" + "}" * (900 + n),
    "deep powers": lambda n: "x^{" * (2_000 + n) + "x" + "}" * (2_000 + n),
    "macros that double": lambda n: "".join(f"\\def\\m{a}{{\\m{b}\\m{b} }}" for a, b in zip("abcdefghijklmnopqrstuvwxy", "bcdefghijklmnopqrstuvwxyz"))
    + f"\\def\\mz{{x_{{{n}}}}}\\ma",
    "a macro of itself": lambda n: f"\\def\\a{{\\a\\a}}\\a x_{{{n}}}",
    "parentheses without end": lambda n: "\\left(" * (1_400 + n),
    "a matrix": lambda n: "\\begin{matrix}" + "a&" * (3_000 + n) + "\\end{matrix}",
    "letters": lambda n: "a" * (9_000 + n),
    "blanks": lambda n: " " * (9_000 + n) + "x",
    "accents": lambda n: "\\hat{a}" * (1_200 + n),
    "text in text": lambda n: "\\text{$" * (1_000 + n) + "x" + "$}" * (1_000 + n),
    "colours": lambda n: "\\color{red}x" * (700 + n),
}


def dear_parts():
    """What is dear in an article: code in every language that is coloured, then formulas."""
    names = Path(__file__, "../../../shared/content/code_language.cpp").resolve().read_text()
    parts = {f"code in {language}": "".join(f"<pre><code class='language-{language}'>{escape((unit * 20_000)[:20_000])}</code></pre>" for unit in UNITS)
             for language in re.findall(r'^    \{"([^ "]+)', names, re.MULTILINE)}
    for name, formula in FORMULAS.items():
        for half in (0, 1):
            parts[f"formulas: {name}, {half + 1}"] = "".join(
                f"<p>a <math><semantics><mi>x</mi><annotation encoding='application/x-tex'>{escape(formula(20 * half + i))}</annotation></semantics></math></p>"
                for i in range(20))
    return parts


def dear_row(number, name, part):
    html = f"<html><body><article><h1>{escape(name)}</h1>{'<p>Some words about dear code and its price. ' * 20}{part}</article></body></html>"
    return {"url": f"https://dear.example/{number}", "source": "dear", "title": name, "html": html}


def measure_dear(options):
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data")
        rows = [dear_row(number, *part) for number, part in enumerate(dear_parts().items())]
        subprocess.run([options.bin_dir / "trawl-indexer", "import", "-", "--data", data, "-q"], check=True, text=True,
                       input="".join(json.dumps(row) + "\n" for row in rows))
        with Daemon(options.bin_dir, data, options.threads) as daemon:
            hits = json.loads(daemon.get("/v1/search?limit=100&q=dear")[1])["hits"]
            views = [f"/?article={hit['id']}" for hit in hits]
            cpu, statuses = {view: [] for view in views}, {}
            for view in views * 4:
                before = daemon.cpu_with_children()
                status = daemon.get(view)[0].status
                cpu[view].append(1000 * (daemon.cpu_with_children() - before))
                statuses[status] = statuses.get(status, 0) + 1
            print(f"{len(views)} articles, statuses {statuses}\n{'CPU ms of the':40} {'first':>8} {'second':>8} {'fourth':>8} view")
            for view, hit in sorted(zip(views, hits), key=lambda row: -max(cpu[row[0]])):
                print(f"{hit['title']:40} {cpu[view][0]:8.0f} {cpu[view][1]:8.0f} {cpu[view][3]:8.0f}")
            for at, name in ((0, "first"), (1, "second"), (3, "fourth")):
                times = [row[at] for row in cpu.values()]
                print(f"{name} view: {sum(times) / len(times):.0f} ms CPU each, {max(times):.0f} at most", flush=True)
        with Daemon(options.bin_dir, data, options.threads) as daemon:
            viewers = [threading.Thread(target=lambda: [daemon.get(view) for view in views]) for _ in range(options.threads)]
            times, statuses, before = [], {}, daemon.cpu_with_children()
            for viewer in viewers:
                viewer.start()
            while any(viewer.is_alive() for viewer in viewers):
                for name, path in (("search", f"/v1/search?q=words+-zq{time.time_ns()}"), ("health", "/healthz")):
                    began = time.monotonic()
                    status = daemon.get(path)[0].status
                    times.append((time.monotonic() - began, name))
                    statuses[status] = statuses.get(status, 0) + 1
                time.sleep(0.02)
            for name in ("search", "health"):
                slowest = sorted(took for took, asked in times if asked == name)
                print(f"while {options.threads} clients view them first: {name} {1000 * slowest[len(slowest) // 2]:.1f} ms, longest {1000 * slowest[-1]:.1f}")
            print(f"statuses {statuses}, {daemon.cpu_with_children() - before:.1f} s CPU, {daemon.memory_mb()} MB")


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
        subprocess.run([bin_dir / "trawl-indexer", "import", "-", "--data", data, "-q"],
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
    parser.add_argument("--closed", default="")
    parser.add_argument("--dear", action="store_true")
    options = parser.parse_args()
    if options.dear:
        return measure_dear(options)
    queries = read_queries(options.queries)
    with Daemon(options.bin_dir, options.data, options.threads) as daemon, tempfile.TemporaryDirectory() as folder:
        if options.commits:
            return while_committing(daemon, options.bin_dir, options.data, queries, options)
        if options.closed:
            return measure_closed(daemon, queries, options)
        for name, paths, headers in cases(daemon, queries):
            if options.only in name:
                print(f"{name:20} {measure(daemon, Path(folder), paths, headers, options)}", flush=True)
        print(f"memory {daemon.memory_mb()} MB")
    return None


if __name__ == "__main__":
    main()
