#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Model Context Protocol as clients use it: over stdin and stdout of `trawl mcp`, and over HTTP at /mcp.

    mcp_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()


class Protocol(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="trawl mcp ")
        cls.data = Path(cls.folder.name, "data")
        port_file = Path(cls.folder.name, "port")
        with subprocess.Popen([sys.executable, SOURCE / "schema/demo/serve_demo.py", "--port-file", port_file]) as site:
            while not (port_file.exists() and port_file.read_text()):
                time.sleep(0.05)
            proxy = f"127.0.0.1:{port_file.read_text().strip()}"
            subprocess.run([BIN / "trawl", "crawl", "--data", cls.data, "--sources", SOURCE / "schema/demo/sources.json", "--proxy",
                            f"http://{proxy}", "--allow-address", proxy, "--delay", "0", "-q"], check=True, timeout=60)
            site.kill()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def talk(self, data, *messages, options=()):
        lines = "".join(json.dumps(message) + "\n" for message in messages)
        done = subprocess.run([BIN / "trawl", "mcp", *options, "--data", data], input=lines, capture_output=True, text=True, timeout=60,
                              check=True)
        self.assertEqual(done.stderr, "")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def call(self, tool, **arguments):
        answer, = self.talk(self.data, request("tools/call", name=tool, arguments=arguments))
        return answer["result"]["content"][0]["text"]

    def test_a_session_over_stdin_and_stdout(self):
        answers = self.talk(self.data, request("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={}),
                            {"jsonrpc": "2.0", "method": "notifications/initialized"}, request("tools/list"))
        self.assertEqual(len(answers), 2)                                    # a notification has no answer
        self.assertEqual(answers[0]["result"]["serverInfo"]["name"], "trawl")
        self.assertEqual([tool["name"] for tool in answers[1]["result"]["tools"]],
                         ["search", "read_article", "related_articles", "list_values", "list_sources"])

    def test_marks_are_kept_where_the_other_commands_see_them(self):
        url = "http://kernel-journal.example/2026/03/fused-attention-kernel"
        mark = request("tools/call", name="mark_article", arguments={"article": url, "marks": ["starred"], "note": "to cite"})
        refused, = self.talk(self.data, mark)
        self.assertIn("unknown tool", refused["error"]["message"])
        marked, found = self.talk(self.data, mark, request("tools/call", name="search", arguments={"query": "is:starred"}),
                                  options=["--marks"])
        self.assertEqual(marked["result"]["content"][0]["text"], "starred.\nNote: to cite\n")
        self.assertIn(url, found["result"]["content"][0]["text"])
        note = subprocess.run([BIN / "trawl", "note", url, "--data", self.data], capture_output=True, text=True, check=True)
        self.assertEqual(note.stdout, "to cite\n")

    def test_search_read_and_related_name_the_same_article(self):
        found = self.call("search", query="fused attention kernel", limit=1, source=["kernel-journal"])
        url = "http://kernel-journal.example/2026/03/fused-attention-kernel"
        self.assertIn(url, found)
        read = self.call("read_article", article=url)
        self.assertIn("# A fused attention kernel in two hundred lines", read)
        self.assertIn("title from ", read)
        self.assertIn("http", self.call("related_articles", article=url))
        self.assertNotIn(url, self.call("related_articles", article=url))

    def test_values_and_sources_are_counted(self):
        self.assertIn("kernel-journal (Kernel Journal): 5", self.call("list_values", field="source"))
        self.assertIn("kernel-journal (Kernel Journal): 5 articles", self.call("list_sources"))

    def test_without_an_index_the_tools_say_what_to_do(self):
        with tempfile.TemporaryDirectory() as empty:
            answer, = self.talk(empty, request("tools/call", name="search", arguments={}))
        self.assertTrue(answer["result"]["isError"])
        self.assertIn("trawl crawl", answer["result"]["content"][0]["text"])

    def test_http_gives_the_same_answers_if_it_is_enabled(self):
        for more, statuses in ((["--mcp"], (200, 202, 405, 403, 415)), ([], (404, 404, 404, 404, 404))):
            with subprocess.Popen([BIN / "trawl-searchd", "--data", self.data, "--listen", "127.0.0.1:0", *more],
                                  stdout=subprocess.PIPE, text=True) as daemon:
                url = daemon.stdout.readline().split()[-1] + "mcp"
                message = request("tools/call", name="list_values", arguments={"field": "tag"})
                status, body = post(url, message)
                self.assertEqual(status, statuses[0])
                if more:
                    self.assertEqual(json.loads(body), self.talk(self.data, message)[0])
                self.assertEqual(post(url, {"jsonrpc": "2.0", "method": "notifications/initialized"})[0], statuses[1])
                self.assertEqual(post(url, None, method="GET")[0], statuses[2])
                self.assertEqual(post(url, message, Origin="http://evil.example")[0], statuses[3])
                self.assertEqual(post(url, message, **{"Content-Type": "text/plain"})[0], statuses[4])
                daemon.terminate()


def request(method, **params):
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


def post(url, message, method="POST", **headers):
    body = None if message is None else json.dumps(message).encode()
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"} | headers
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
