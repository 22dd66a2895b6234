# SPDX-License-Identifier: GPL-3.0-or-later
"""The mirror of blogs, served for the time of a test."""
import json
import subprocess
import sys


class Mirrored:
    """The mirror on a port of its own, and a data directory beside it in `folder`."""

    def __init__(self, web, folder):
        self.folder, self.script, self.log_file = folder, web / "serve_mirror.py", folder / "log.jsonl"

    def __enter__(self):
        sources = self.folder / "sources.json"
        with open(sources, "w", encoding="utf-8") as out:
            subprocess.run([sys.executable, self.script, "--rewrite-https", "--print-sources"], stdout=out, check=True)
        self.server = subprocess.Popen([sys.executable, self.script, "--rewrite-https", "--log", self.log_file], stdout=subprocess.PIPE, text=True)
        address = self.server.stdout.readline().split()[-1]
        self.network_options = ["--proxy", f"http://{address}", "--allow-address", address, "--delay", "0"]
        self.crawl_options = ["--sources", sources, *self.network_options]
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()
        self.server.stdout.close()

    def trawl(self, binaries, *words):
        return subprocess.run([binaries / "trawl", *map(str, words), "--data", self.folder / "data"], capture_output=True, text=True,
                              timeout=900, check=False)

    def documents(self, binaries):
        """Every hit, without what may differ between runs."""
        return sorted(self.trawl(binaries, "search", "-n", "all", "--format", "jsonl").stdout.splitlines())

    def log(self):
        return [json.loads(line) for line in self.log_file.read_text(encoding="utf-8").splitlines()]
