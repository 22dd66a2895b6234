# SPDX-License-Identifier: GPL-3.0-or-later
"""The mirror of sixteen blogs as a running server, and `trawl` commands that crawl it."""
import json
import os
import subprocess
import sys

LIMIT_SECONDS = 900


def trawl(bin_dir, folder, *words, days=0):
    """One `trawl` command over the data directory in `folder`, so many days from now."""
    clock = {"LD_PRELOAD": bin_dir / "trawl_clock_shim.so", "TRAWL_CALENDAR_SHIFT": str(days * 86400)} if days else {}
    return subprocess.run([bin_dir / "trawl", *map(str, words), "--data", folder / "data"], capture_output=True, text=True,
                          timeout=LIMIT_SECONDS, check=False, env=os.environ | clock)


def crawled(bin_dir):
    """The folder whose data directory mirror_test.py crawls, for the tests that read it or go on from a copy."""
    return bin_dir.parent / "real-mirror"


def documents(bin_dir, folder):
    """Every hit as a line of JSON, in an order that is the same in every run."""
    return sorted(trawl(bin_dir, folder, "search", "-n", "all", "--format", "jsonl").stdout.splitlines())


class ServedMirror:
    """`with ServedMirror(web, folder, "--fail-rate", "0.3") as mirror:` serves; `mirror.requests()` is its log so far."""

    def __init__(self, web, folder, *options):
        self.program = [sys.executable, web / "serve_mirror.py", "--rewrite-https", *map(str, options)]
        self.log, self.sources = folder / "log.jsonl", folder / "sources.json"

    def __enter__(self):
        listed = subprocess.run([*self.program, "--print-sources"], capture_output=True, text=True, check=True).stdout
        self.sources.write_text(listed, encoding="utf-8")
        self.log.write_text("")
        self.server = subprocess.Popen([*self.program, "--log", self.log], stdout=subprocess.PIPE, text=True)
        self.address = self.server.stdout.readline().split()[-1]
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()
        self.server.stdout.close()

    def crawl_words(self, delay=0):
        return ["crawl", "--sources", self.sources, "--proxy", f"http://{self.address}", "--allow-address", self.address,
                "--delay", delay]

    def requests(self, since=0):
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()[since:]]
