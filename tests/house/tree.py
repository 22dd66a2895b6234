# SPDX-License-Identifier: GPL-3.0-or-later
"""The source tree that the house rules look at: its files, their text, their includes, and the rule files."""
import os
import re
from functools import cached_property
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM_FOLDERS = ("shared", "indexer", "searchd", "cli")          # what the three programs are built of
CPP_FOLDERS = (*PROGRAM_FOLDERS, "tests", "benchmarks")
_NOT_OURS = {".git", "build", "__pycache__"}
_INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def rule_table(name):
    """The `key: words` lines of a rule file beside this one, without comments."""
    rows = {}
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if ":" in line:
            key, _, words = line.partition(":")
            rows[key.strip()] = words.strip()
    return rows


class Tree:
    def __init__(self, root):
        self.root = Path(root).resolve()
        self._texts = {}

    @cached_property
    def files(self):
        """The paths of all files from the root, sorted; without build/ and hidden folders other than .ci."""
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = [f for f in folders if f not in _NOT_OURS and (not f.startswith(".") or f == ".ci")]
            found += [(Path(folder) / name).relative_to(self.root).as_posix() for name in names]
        return sorted(found)

    def cpp_files(self, *tops):
        return [p for p in self.files if p.endswith((".h", ".cpp")) and p.split("/")[0] in (tops or CPP_FOLDERS)]

    def text(self, path):
        if path not in self._texts:
            self._texts[path] = (self.root / path).read_text(encoding="utf-8", errors="replace")
        return self._texts[path]

    def includes(self, path):
        """(line, quote, target) of each #include."""
        for number, line in enumerate(self.text(path).splitlines(), 1):
            if match := _INCLUDE.match(line):
                yield number, match[1], match[2]

    @cached_property
    def include_graph(self):
        return {p: [t for _, quote, t in self.includes(p) if quote == '"' and (self.root / t).is_file()]
                for p in self.cpp_files()}
