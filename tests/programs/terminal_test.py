#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`trawl` as a user meets it: on a terminal and in a pipe, its siblings, its daemon's start, and what all of them say when
something is wrong.

    terminal_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import os
import pty
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import fcntl
import termios
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
TRAWL = str(BIN / "trawl")


def environment(folder, **more):
    """Without what the user of this machine has set."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("TRAWL_", "XDG_", "LESS", "NO_COLOR", "PAGER"))}
    return {**plain, "HOME": str(folder), "TERM": "xterm-256color", **more}


def rows():
    for i in range(12):
        text = f"A kernel for attention, number {i}. " + " ".join(f"word{i}x{j}" for j in range(60))
        yield json.dumps({"url": f"https://rows.example/{i}", "title": f"Kernel {i} 漢字", "source": "rows", "text": text})


class Terminal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="trawl terminal "))
        cls.data = cls.folder / "data"
        done = subprocess.run([TRAWL, "import", "-", "--data", str(cls.data)], input="\n".join(rows()), text=True,
                              capture_output=True, env=environment(cls.folder), check=False, timeout=60)
        assert done.returncode == 0, done.stderr

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    def trawl(self, *words, data=True, **more):
        words = [*map(str, words), *(["--data", str(self.data)] if data else [])]
        return subprocess.run([TRAWL, *words], capture_output=True, text=True, check=False, timeout=60,
                              env=environment(self.folder, **more))

    def on_terminal(self, *words, columns=60, **more):
        """What a terminal of that width is sent, and the exit code."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([TRAWL, *map(str, words), "--data", str(self.data)], stdin=slave, stdout=slave, stderr=slave,
                                   env=environment(self.folder, TRAWL_PAGER="cat", **more))
        os.close(slave)
        sent = b""
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:
                break
            if not piece:
                break
            sent += piece
        os.close(master)
        return sent.decode().replace("\r\n", "\n"), process.wait(timeout=30)

    # the terminal

    def test_a_terminal_gets_colour_and_links_a_pipe_gets_text(self):
        shown, code = self.on_terminal("search", "kernel")
        self.assertEqual(code, 0)
        self.assertIn("\x1b[1m", shown)
        self.assertIn("\x1b]8;;https://rows.example/", shown)
        piped = self.trawl("search", "kernel").stdout
        self.assertNotIn("\x1b", piped)
        self.assertIn("\x1b[1m", self.trawl("search", "kernel", "--color", "always").stdout)

    def test_no_color_and_dumb_terminals_get_none(self):
        for setting in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertNotIn("\x1b", self.on_terminal("search", "kernel", **setting)[0], setting)
        self.assertNotIn("\x1b", self.on_terminal("search", "kernel", "--color", "never")[0])
        self.assertIn("\x1b", self.on_terminal("search", "kernel", "--color", "always", NO_COLOR="1")[0])

    def test_lines_keep_to_the_width_of_the_terminal(self):
        for columns in (40, 60, 100):
            shown, _ = self.on_terminal("search", "kernel", "--color", "never", "--facet", "source", columns=columns)
            for line in shown.splitlines():
                wide = sum(2 if "\u4e00" <= c <= "\u9fff" else 1 for c in line)
                if "https://" not in line:
                    self.assertLessEqual(wide, columns, line)

    def test_a_pager_is_started_on_a_terminal_only_and_not_for_programs(self):
        marker = self.folder / "paged"
        pager = self.folder / "pager"
        pager.write_text(f"#!/bin/sh\ntouch '{marker}'\ncat\n")
        pager.chmod(0o755)
        link = Path("/tmp") / f"trawl-pager-{os.getpid()}"  # a pager's command is split at blanks
        link.symlink_to(pager)
        self.addCleanup(link.unlink)
        cases = [(["search", "kernel"], True), (["search", "kernel", "--no-pager"], False), (["search", "kernel", "-f", "json"], False),
                 (["search", "kernel", "-f", "urls"], False), (["stats"], True)]
        for words, paged in cases:
            marker.unlink(missing_ok=True)
            master, slave = pty.openpty()
            done = subprocess.Popen([TRAWL, *words, "--data", str(self.data)], stdout=slave, stdin=slave, stderr=slave,
                                    env=environment(self.folder, TRAWL_PAGER=str(link)))
            os.close(slave)
            try:
                while os.read(master, 65536):
                    pass
            except OSError:
                pass
            done.wait(timeout=30)
            os.close(master)
            self.assertEqual(marker.exists(), paged, words)
        marker.unlink(missing_ok=True)
        self.trawl("search", "kernel", TRAWL_PAGER=str(link))
        self.assertFalse(marker.exists())

    def test_a_reader_that_stops_is_no_error(self):
        process = subprocess.Popen([TRAWL, "search", "kernel", "-n", "all", "-f", "jsonl", "--data", str(self.data)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(self.folder))
        process.stdout.close()
        self.assertEqual(process.wait(timeout=30), 0)
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()

    def test_output_that_finds_no_room_is_an_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([TRAWL, "search", "kernel", "--data", str(self.data)], stdout=full, stderr=subprocess.PIPE, text=True,
                                  check=False, env=environment(self.folder))
        self.assertEqual(done.returncode, 7)
        self.assertRegex(done.stderr, r"^trawl: standard output: cannot write: .*\n$")

    # siblings

    def test_nothing_that_is_printed_is_lost_without_a_word(self):
        catalogue = self.folder / "catalogue.json"
        catalogue.write_text(json.dumps({"sources": [{"id": "one", "label": "One", "homepage": "https://one.example/", "kind": "feed", "url": "https://one.example/feed"}]}))
        for words in (["--help"], ["--version"], ["sources", "list", "--sources", str(catalogue)], ["crawl", "--help"], ["serve", "--help"]):
            with self.subTest(words=words), open("/dev/full", "w", encoding="ascii") as full:
                done = subprocess.run([TRAWL, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
                                      env=environment(self.folder))
                self.assertEqual(done.returncode, 7, done.stderr)
                self.assertIn("standard output: cannot write: No space left on device", done.stderr)

    def test_messages_of_a_program_without_standard_files_get_into_none_of_its_own(self):
        for closed in ("2>&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            with self.subTest(closed=closed), tempfile.TemporaryDirectory() as data:
                words = f"'{TRAWL}' import - missing.jsonl --data '{data}/x' {closed}"
                done = subprocess.run(["sh", "-c", words], input="\n".join(rows()), text=True, check=False, timeout=60, env=environment(self.folder))
                self.assertEqual(done.returncode, 6)
                for path in Path(data).rglob("*"):
                    self.assertNotIn(b"missing.jsonl", path.read_bytes() if path.is_file() else b"", path)

    def test_a_limit_of_file_sizes_is_told_and_the_next_run_goes_on(self):
        with tempfile.TemporaryDirectory() as data:
            words = f"ulimit -f 20; '{TRAWL}' import - --data '{data}/x'"
            done = subprocess.run(["bash", "-c", words], input="\n".join(rows()), text=True, capture_output=True, check=False, timeout=60,
                                  env=environment(self.folder))
            self.assertEqual(done.returncode, 7, done.stderr)
            self.assertRegex(done.stderr, r"^trawl: .*(File too large|disk I/O error|full)")
            again = subprocess.run([TRAWL, "import", "-", "--data", data + "/x"], input="\n".join(rows()), text=True, capture_output=True,
                                   check=False, timeout=60, env=environment(self.folder))
            self.assertEqual(again.returncode, 0, again.stderr)

    def test_a_sibling_runs_under_the_same_words(self):
        self.assertIn("Index articles from files", self.trawl("import", "--help", data=False).stdout)
        self.assertIn("trawl-searchd", self.trawl("serve", "--help", data=False).stdout)
        self.assertEqual(len(self.trawl("export").stdout.splitlines()), 12)
        self.assertEqual(self.trawl("index", "check").returncode, 0)
        self.assertEqual(self.trawl("--data", self.data, "export", data=False).returncode, 0)
        self.assertEqual(self.trawl("crawl", "--no-such-flag").returncode, 2)
        files = self.folder / "markdown"
        self.assertEqual(self.trawl("export", "--markdown", files).returncode, 0)
        self.assertEqual(len(list(files.glob("*.md"))), 12)
        self.assertEqual(self.trawl("export", "--markdown", files / "ids", "--names", "ids").returncode, 0)
        for row in map(json.loads, self.trawl("export").stdout.splitlines()):
            named = files / "ids" / f"{row['source']}-{row['id']}.md"
            self.assertIn(row["title"], named.read_text())
            self.assertEqual([each.read_text() for each in files.glob(f"*{row['title']} ({row['source']}*).md")], [named.read_text()])

    def test_sources_without_more_words_asks_the_index_and_with_them_the_catalogue(self):
        catalogue = self.folder / "catalogue.json"
        catalogue.write_text(json.dumps({"sources": [{"id": "own", "label": "Own", "homepage": "https://own.example/", "kind": "feed",
                                                      "url": "https://own.example/feed"}]}))
        self.assertIn("rows", self.trawl("sources").stdout)
        listed = self.trawl("sources", "list", "--sources", catalogue).stdout
        self.assertIn("https://own.example/feed", listed)

    # messages: one line on standard error, with what to do, in the words of `trawl`

    def test_advice_can_be_typed(self):
        none = self.folder / "none"
        for words in (["search", "x"], ["stats"], ["export"], ["index", "check"], ["index", "backup", self.folder / "b"], ["sources", "status"]):
            done = subprocess.run([TRAWL, *map(str, words), "--data", str(none)], capture_output=True, text=True, check=False, env=environment(self.folder))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(str(none), done.stderr)
            advice = re.findall(r"[`']trawl[a-z-]* [a-z]+", done.stderr)
            self.assertTrue(advice, done.stderr)
            self.assertTrue(all(a[1:].startswith("trawl ") for a in advice), done.stderr)
            self.assertFalse(none.exists(), "reading makes no directory")

    def test_a_mistake_in_an_environment_variable_is_found(self):
        done = self.trawl("stats", data=False, TRAWL_DATA=str(self.data))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.trawl("stats", data=False, TRAWL_DATA=str(self.folder / "nosuch")).returncode, 3)
        self.assertEqual(self.trawl("stats", TRAWL_SERVER="http://127.0.0.1:9").returncode, 4)
        config = self.folder / "config.toml"
        config.write_text("[stats]\nformat=\"yaml\"\n")
        done = self.trawl("stats", TRAWL_CONFIG=str(config))
        self.assertEqual(done.returncode, 2)
        self.assertIn("yaml", done.stderr)

    # the daemon

    def test_a_daemon_that_cannot_start_says_why(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            address = "127.0.0.1:%d" % taken.getsockname()[1]
            done = self.trawl("serve", "--listen", address)
        self.assertEqual(done.returncode, 2)
        self.assertIn(address, done.stderr)
        self.assertIn("--listen", done.stderr)
        for words, named in ((["--listen", "example.org:80"], "--listen example.org:80"), (["--threads", "257"], "--threads 257"),
                             (["--cors-origin", "*"], "--cors-origin *"), (["--trusted-proxy", "proxy"], "--trusted-proxy proxy"),
                             (["--thread", "3"], "--threads")):
            done = self.trawl("serve", *words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(named, done.stderr)

    def test_a_daemon_without_an_index_starts_and_finds_it_later(self):
        data = self.folder / "later"
        daemon = subprocess.Popen([TRAWL, "serve", "--data", str(data), "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, env=environment(self.folder))
        try:
            server = None
            for line in daemon.stdout:
                if match := re.search(r"http://127\.0\.0\.1:\d+", line):
                    server = match[0]
                    break
            self.assertIsNotNone(server)
            done = self.trawl("stats", "--server", server, data=False)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn("trawl crawl", done.stderr)
            subprocess.run([TRAWL, "import", "-", "-q", "--data", str(data)], input="\n".join(rows()), text=True, check=True,
                           env=environment(self.folder))
            self.assertEqual(self.trawl("search", "kernel", "--server", server, data=False).returncode, 0)
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.communicate(timeout=30)
        self.assertEqual(daemon.returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
