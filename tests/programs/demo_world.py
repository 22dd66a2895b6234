# SPDX-License-Identifier: GPL-3.0-or-later
"""The built programs with the articles of the demo site, and a daemon that serves them: what tests of several files begin with.
Their first arguments are BIN_DIR and SOURCE_DIR."""
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
import urllib.request
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])


def run(*words, check=True, **more):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=120, check=False, **more)
    if check and done.returncode not in (0, 1):
        raise AssertionError(f"{words}: exit {done.returncode}\n{done.stderr}")
    return done


def notes_of(answer):
    """The keys of an answer that are notes, as every other form says them on stderr."""
    def hits(count):
        return f"{count} hit" + ("" if count == 1 else "s")
    notes = []
    if correction := answer["correction"]:
        notes.append(f"these are results for '{correction['q']}'; '{answer['query']['q']}' has {hits(correction['typed_total'])}: --as-typed")
    if guess := answer["did_you_mean"]:
        notes.append(f"did you mean '{guess['q']}' ({hits(guess['total'])})?")
    return ["note: " + note for note in [*notes, *(warning["message"] for warning in answer["warnings"])]]


class DemoWorld(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="trawl end to end ")          # a blank in the path, on purpose
        cls.data = Path(cls.folder.name) / "data"
        port_file = Path(cls.folder.name) / "port"
        cls.site = subprocess.Popen([sys.executable, SOURCE / "schema/demo/serve_demo.py", "--port-file", port_file])
        while not (port_file.exists() and port_file.read_text()):
            time.sleep(0.05)
        port = port_file.read_text().strip()
        cls.crawl_words = ["crawl", "--data", cls.data, "--sources", SOURCE / "schema/demo/sources.json", "--proxy",
                           f"http://127.0.0.1:{port}", "--allow-address", f"127.0.0.1:{port}", "--delay", "0"]
        cls.crawl = run(BIN / "trawl", *cls.crawl_words)
        cls.daemon = subprocess.Popen([BIN / "trawl-searchd", "--data", cls.data, "--listen", "127.0.0.1:0"],
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in cls.daemon.stdout:
            if match := re.search(r"http://127\.0\.0\.1:\d+", line):
                cls.server = match[0]
                break

    @classmethod
    def tearDownClass(cls):
        cls.daemon.send_signal(signal.SIGTERM)
        cls.daemon.communicate(timeout=30)
        cls.site.terminate()
        cls.site.wait()
        cls.folder.cleanup()

    def get(self, path):
        with urllib.request.urlopen(self.server + path, timeout=30) as answer:
            return answer.read().decode()

    def trawl(self, *words, **more):
        return run(BIN / "trawl", *words, "--data", self.data, **more)

    def search(self, query, *flags):
        return json.loads(self.trawl("search", *([query] if query else []), *flags, "--format", "json").stdout)

    def api(self, path, **parameters):
        return json.loads(self.get(f"/v1/{path}?" + urllib.parse.urlencode(parameters)))

    def model(self, tool, **arguments):
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        answer = json.loads(run(BIN / "trawl", "mcp", "--data", self.data, input=json.dumps(message) + "\n").stdout)
        return answer["result"]["content"][0]["text"]
