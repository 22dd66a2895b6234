#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Completion as people use it: keys typed into bash, zsh and fish in a terminal (tmux), and what the terminal then shows.

    completion_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BIN = Path(sys.argv[1]).resolve()
PROMPT = "ready> "
# What starts a shell without the settings of this machine, and what it reads first.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile"], ["PS1='ready> '; bind 'set bell-style none'", 'eval "$(trawl completion bash)"']),
    "zsh": (["zsh", "-f"], ["PS1='ready> '; unsetopt beep", "autoload -Uz compinit && compinit -u -D", 'eval "$(trawl completion zsh)"']),
    "fish": (["fish", "--no-config"], ["function fish_prompt; echo -n 'ready> '; end; function fish_greeting; end",
                                       "set -g fish_autosuggestion_enabled 0; trawl completion fish | source"]),
}
# What is typed before Tab, and how the line then ends.
CASES = [
    ("trawl ind", "trawl index"),
    ("trawl index resto", "trawl index restore"),
    ("trawl help serv", "trawl help serve"),
    ("trawl crawl --wat", "trawl crawl --watch"),
    ("trawl --per-s", "trawl --per-source"),
    ("trawl --format tsv --source ro", "trawl --format tsv --source rows"),
    ("trawl --tag gp", "trawl --tag gpu"),
    ("trawl --tag -gp", "trawl --tag -gpu"),
    ("trawl --tag gpu,atten", "trawl --tag gpu,attention"),
    ("trawl facets langu", "trawl facets language"),
    ("trawl completion fi", "trawl completion fish"),
    ("trawl new morn", "trawl new morning"),
    ("trawl import arch", "trawl import archive.jsonl"),
]


def environment(home):
    """Where nothing of the user who runs the tests is found, and nothing of theirs is changed."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("TRAWL_", "XDG_", "TMUX"))}
    # A shell that is ended writes its history when the folder is being removed.
    return {**plain, "HOME": str(home), "HISTFILE": "/dev/null", "PATH": f"{BIN}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}


class Shell:
    """A shell in a terminal of its own server, with keys to type and a screen to read."""

    def __init__(self, name, folder, columns):
        self.socket = f"trawl-{os.getpid()}-{name}-{columns}"
        command, start = SHELLS[name]
        self.environment = environment(folder)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", "50", "-c", str(folder), *command)
        for line in start:
            self.type(line, "Enter")
        self.wait_for(lambda: self.last_line() == PROMPT.strip())

    def tmux(self, *words):
        return subprocess.run(["tmux", "-L", self.socket, *words], capture_output=True, text=True, check=True, timeout=20,
                              env=self.environment).stdout

    def type(self, text, *keys):
        self.tmux("send-keys", "-l", text)
        for key in keys:
            self.tmux("send-keys", key)

    def screen(self):
        return self.tmux("capture-pane", "-p", "-J")

    def last_line(self):
        lines = [line for line in self.screen().splitlines() if line.strip()]
        return lines[-1].strip() if lines else ""

    def wait_for(self, is_so):
        until = time.monotonic() + 20
        while time.monotonic() < until:
            if is_so():
                return True
            time.sleep(0.05)  # a terminal tells nobody that it has changed
        return False

    def completed(self, typed, wanted):
        """What the screen shows after Tab: the line that was wanted, or whatever is there in the end."""
        self.tmux("send-keys", "C-l")
        self.type(typed, "Tab")
        self.wait_for(lambda: wanted in self.screen())
        shown = self.screen()
        self.tmux("send-keys", "C-c")
        self.wait_for(lambda: self.last_line() == PROMPT.strip())
        return shown

    def close(self):
        self.tmux("kill-server")


@unittest.skipUnless(shutil.which("tmux"), "needs tmux")
class Completion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="trawl completion "))
        rows = [{"url": f"https://rows.example/{i}", "title": f"Kernel {i}", "source": source, "tags": tags,
                 "text": f"A kernel for attention, number {i}. " + " ".join(f"word{i}x{j}" for j in range(60))}
                for i, (source, tags) in enumerate([("rows", ["gpu"]), ("columns", ["attention"])])]
        archive = cls.folder / "archive.jsonl"
        archive.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
        for words in (["import", str(archive)], ["save", "morning", "kernel"]):
            subprocess.run([BIN / "trawl", *words], check=True, capture_output=True, env=environment(cls.folder), timeout=60)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def complete(self, name, columns, cases):
        if not shutil.which(name):
            self.skipTest(f"needs {name}")
        shell = Shell(name, self.folder, columns)
        self.addCleanup(shell.close)
        for typed, wanted in cases:
            with self.subTest(shell=name, typed=typed):
                self.assertIn(wanted, shell.completed(typed, wanted))

    def test_bash(self):
        self.complete("bash", 120, CASES)

    def test_zsh(self):
        self.complete("zsh", 120, CASES)

    def test_fish(self):
        # A word that begins with a dash is an option to fish, unless it stands behind an equals sign.
        apart = ("trawl --tag -gp", "trawl --tag -gpu")
        joined = ("trawl --tag=-gp", "trawl --tag=-gpu")
        self.complete("fish", 120, [joined if case == apart else case for case in CASES])

    def test_bash_in_a_narrow_terminal(self):
        self.complete("bash", 40, CASES[:5])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
