# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs with either engine, for the tests in this folder: the demo site, daemons, and the cluster."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import cluster

BIN = pathlib.Path(os.environ.get("TRAWL_BIN", cluster.ROOT / "build/release/bin"))
DEMO = cluster.ROOT / "schema/demo"
URLS = ",".join(cluster.URLS)
SETTINGS = tempfile.TemporaryDirectory(prefix="trawl-settings-")


def cluster_options(index, partition="", **settings):
    """The options for an index of this name; `settings`: wait=5 is opensearch-wait."""
    settings = {"url": URLS, "index": index, **settings}
    file = pathlib.Path(SETTINGS.name) / f"{len(os.listdir(SETTINGS.name))}.toml"
    file.write_text("".join(f"opensearch-{name} = {json.dumps(value)}\n" for name, value in settings.items()) +
                    (f'[crawl]\npartition = "{partition}"\n' if partition else ""), encoding="utf-8")
    return ["--engine", "opensearch", "--config", file]


def run(*words, expect=(0,), seconds=600):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=seconds)
    if done.returncode not in expect:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done


def forget(index):
    """Deletes everything that a test wrote to the cluster."""
    for name in cluster.ask("GET", f"/_cat/indices/{index}-*?format=json&expand_wildcards=all"):
        cluster.ask("DELETE", "/" + name["index"])


class DemoSite:
    """The demo site behind a proxy, and the arguments for crawling it."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="trawl-cluster-")
        port_file = pathlib.Path(self.folder.name) / "port"
        self.process = subprocess.Popen([sys.executable, DEMO / "serve_demo.py", "--port-file", port_file],
                                        stderr=subprocess.DEVNULL)  # crawls that are killed leave it complaining
        while not (port_file.exists() and port_file.read_text()):
            time.sleep(0.05)
        address = f"127.0.0.1:{port_file.read_text().strip()}"
        self.crawl = ["--sources", DEMO / "sources.json", "--proxy", "http://" + address, "--allow-address", address,
                      "--delay", "0", "-q"]

    def data(self, name):
        return pathlib.Path(self.folder.name) / name

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


class Daemon:
    """`tries`: the number of attempts if the cluster is too slow, as on a busy machine."""

    def __init__(self, *options, tries=1):
        self.tries = tries
        self.process = subprocess.Popen([BIN / "trawl-searchd", *options, "--listen", "127.0.0.1:0"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.server = re.search(r"http://127\.0\.0\.1:\d+", self.process.stdout.readline())[0]

    def get(self, path, headers=None):
        """Status, headers and body of an answer; the body as a value if it is JSON."""
        for _ in range(self.tries):
            answer = self.get_once(path, headers)
            if answer[0] != 503 or "in time" not in str(answer[2]):
                break
        return answer

    def get_once(self, path, headers):
        request = urllib.request.Request(self.server + path, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                status, fields, body = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refused:
            status, fields, body = refused.code, refused.headers, refused.read()
        try:
            return status, fields, json.loads(body)
        except ValueError:
            return status, fields, body.decode()

    def search(self, **parameters):
        status, _, body = self.get("/v1/search?" + urllib.parse.urlencode(parameters))
        if status != 200:
            raise AssertionError(f"{parameters}: {status} {body}")
        return body

    def pages(self, **parameters):
        """All hits, page by page."""
        hits = []
        page = self.search(**parameters)
        while True:
            hits += page["hits"]
            if not page["next"]:
                return hits
            page = self.search(**parameters, cursor=page["next"])

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)
        self.process.stdout.close()
