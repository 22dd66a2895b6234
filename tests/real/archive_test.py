#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two saved archive pages of a real blog, imported and searched for difficult words of this field.

    archive_test.py BIN_DIR SOURCE_DIR

The expected results are computed from the files by plain substring search, not written down here.
"""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from real_data import collection

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
SEEDS = collection(SOURCE, "seeds")
FILES = sorted(f for f in SEEDS.glob("*.txt") if f.read_text(encoding="utf-8").count("\nRead More") >= 9)

# Written as a user types it: the text it stands for, if that is another.
HARD_WORDS = {
    "torch.compile": None, "_IMPL_REGISTRY": None, "IMPL_REGISTRY": "_IMPL_REGISTRY", "_device_daemon.py": None,
    "_aten_impl.py": None, "run_op": None, "DeepSeek-V3": None, "deepseek v3": "DeepSeek-V3", "TorchAO": None,
    "索家坟": None, "家坟": None, "坟": None, "C++": None, "float8": None,
    "torch.nn.functional.scaled_dot_product_attention": None, "rowwise_with_gw_hp": None, "gw_hp": None,
    "8xH200": None, "128×128": None, "128x128": "128×128", "Intel Core Ultra": "Intel® Core™ Ultra", "PyTorch 2.7": None,
    "AOTInuctor": None, "Lllama3": None, "01.AI": None, "Crusoe.AI": None, "\"call for proposals\"": "call for proposals",
}


def rows():
    """(title, text) of every row, by the plainest reading of the files."""
    for file in FILES:
        for row in re.split(r"^Read More$", file.read_text(encoding="utf-8"), flags=re.M):
            lines = [line for line in row.splitlines() if line.strip()]
            if lines:
                yield lines[0].strip(), "\n".join(lines)


def holds(text, needle):
    """Whether the text contains the words, not inside a longer word."""
    return re.search(r"(?<![A-Za-z0-9])" + re.escape(needle.casefold()) + r"(?![A-Za-z0-9])", text.casefold()) is not None or (
        not needle.isascii() and needle in text)


class Archive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="trawl archive ")
        cls.first = cls.trawl("import", *FILES, "--source", "pytorch")
        cls.articles = {title: text for title, text in rows()}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def trawl(cls, *words):
        words = list(map(str, words))
        end = words.index("--") if "--" in words else len(words)                     # options go before it
        words[end:end] = ["--data", cls.folder.name]
        return subprocess.run([BIN / "trawl", *words], capture_output=True, text=True, timeout=120, check=False)

    def hits(self, query, *more):
        done = self.trawl("search", "--format", "json", "-n", "50", *more, "--", query)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)["hits"]

    def test_a_byline_at_the_beginning_of_the_text_is_found_by_author(self):
        for author in ("Driss Guessous", "Ethan Petersen"):
            self.assertEqual([hit["title"][:35] for hit in self.hits(f'author:"{author}"')],
                             ["Accelerating Large Scale Training a"])

    def test_twenty_rows_are_thirteen_articles(self):
        self.assertEqual(len(FILES), 2)
        self.assertEqual((len(list(rows())), len(self.articles)), (20, 13))
        self.assertEqual(self.first.returncode, 0, self.first.stderr)
        self.assertEqual({hit["title"] for hit in self.hits("")}, set(self.articles))

    def test_no_body_holds_two_articles(self):
        for hit in self.hits(""):
            text = json.loads(self.trawl("show", hit["id"], "--format", "json").stdout)["text"]
            self.assertNotIn("Read More", text.splitlines())
            others = [title for title in self.articles if title != hit["title"] and title in text.splitlines()]
            self.assertEqual(others, [], hit["title"])

    def test_importing_again_changes_nothing(self):
        before = self.trawl("search", "-n", "all", "--format", "jsonl").stdout
        self.trawl("import", *FILES, "--source", "pytorch")
        self.assertEqual(self.trawl("search", "-n", "all", "--format", "jsonl").stdout, before)

    def test_a_rebuild_brings_everything_back(self):
        before = self.trawl("search", "-n", "all", "--format", "jsonl").stdout
        self.assertEqual(self.trawl("index", "rebuild").returncode, 0)
        self.assertEqual(self.trawl("search", "-n", "all", "--format", "jsonl").stdout, before)

    def test_every_difficult_word_is_found_where_it_occurs(self):
        for query, written in HARD_WORDS.items():
            with self.subTest(query=query):
                due = {title for title, text in self.articles.items() if holds(text, written or query)}
                self.assertTrue(due, "the files should hold this word")
                found = [hit["title"] for hit in self.hits(query)]
                self.assertEqual(due - set(found), set(), "not found")
                self.assertIn(found[0], due, "the first hit does not hold it")

    def test_an_exact_word_does_not_match_inside_another(self):
        mxfp8_only = {t for t, x in self.articles.items() if "mxfp8" in x.casefold() and not holds(x, "fp8")}
        self.assertFalse(mxfp8_only & {hit["title"] for hit in self.hits("+fp8")})
        c_only = {t for t, x in self.articles.items() if "c++" not in x.casefold()}
        self.assertFalse(c_only & {hit["title"] for hit in self.hits("C++", "--match", "all")})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
