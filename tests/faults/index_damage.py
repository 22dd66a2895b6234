#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Damages the files of an index, one change at a time, and counts what notices it: opening, a query, `index check`, or nothing.

    index_damage.py BIN_DIR [--damages N] [--seed N]

A change is a flipped bit, a cut, a block of 8 KB in the place of another one of the same file, or in the place of a file that of
the commit before or another one. Wrong are a program that ends by a signal and an error without a sentence.
"""
import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

BLOCK = 8192
ASKED = [["search", "", "-n", "20"], ["search", "kernel", "--facet", "source,tag,author"], ["search", '"attention kernel"'], ["search", "quant*"],
         ["search", "title:notes", "--sort", "newest"], ["search", "attention NEAR week"], ["search", "is:gone"], ["suggest", "att"], ["stats"]]


def row(number):
    text = " ".join(f"Flash attention kernel was written in week {number * k % 53}; the quantization of model {number + k} took a night." for k in range(20))
    return {"url": f"https://blog{number % 3}.example/{number}", "title": f"A fused attention kernel, part {number}" if number % 4 else f"Notes {number}",
            "text": text, "source": f"source-{number % 3}", "tags": [f"tag-{n}" for n in range(5) if number % (n + 2) == 0],
            "authors": [f"Ada B{number % 4}"], "published": f"2026-{1 + number % 6:02}-1{number % 9}"}


class Trial:
    def __init__(self, programs, folder):
        self.programs, self.data = programs, folder / "data"
        self.load(range(1100))
        self.before = self.read()
        self.load([*range(1100, 1140), *range(3)], " Edited.")
        self.files = self.read()
        if self.files.keys() != self.before.keys():
            raise SystemExit("the second commit is not in the database of the first")
        self.whole = [self.ask(words) for words in ASKED]
        if self.check().returncode != 0 or any(done.returncode not in (0, 1) for done in self.whole):
            raise SystemExit("the index is not whole before it is damaged")

    def run(self, program, *words, text=None):
        return subprocess.run([self.programs / program, *words, "--data", self.data], input=text, capture_output=True, text=True, errors="replace",
                              timeout=120, check=False)

    def read(self):
        files = sorted((self.data / "index").rglob("*"))
        return {path: path.read_bytes() for path in files if path.is_file() and path.name != "flintlock"}

    def load(self, numbers, more=""):
        rows = "".join(json.dumps({**row(n), "text": row(n)["text"] + more}) + "\n" for n in numbers)
        if self.run("trawl-indexer", "import", "-q", "-", text=rows).returncode != 0:
            raise SystemExit("the import failed")

    def ask(self, words):
        for _ in range(9):  # on a busy machine, its time may run out
            done = self.run("trawl", *words, "--format", "json")
            if '"at_least"' not in done.stdout and '_cut"' not in done.stdout:
                break
        return done

    def check(self):
        return self.run("trawl-indexer", "index", "check", "-q")

    def restore(self):
        for path, content in self.files.items():
            path.write_bytes(content)


def change(dice, files, before):
    path = dice.choice(list(files))
    content = bytearray(files[path])
    kind = dice.choice(["flip", "flip", "flip", "cut", "block", "file"])
    if kind == "file":
        return kind, path, dice.choice([before[path], *(files[other] for other in files if other != path)])
    if kind == "block" and len(content) >= 2 * BLOCK:
        one, two = dice.sample(range(len(content) // BLOCK), 2)
        content[one * BLOCK:(one + 1) * BLOCK] = content[two * BLOCK:(two + 1) * BLOCK]
        return kind, path, bytes(content)
    if kind == "cut":
        return kind, path, bytes(content[:dice.randrange(len(content))])
    content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    return "flip", path, bytes(content)


def without_time(text):
    return [part for part in text.split(",") if '"took_ms"' not in part and '"next"' not in part]  # a cursor names the index


def notices(trial):
    """What notices first, and complaints."""
    asked = [trial.ask(words) for words in ASKED]
    checked = trial.check()
    wrong = [f"signal {-done.returncode}" for done in (*asked, checked) if done.returncode < 0]
    failed = [done.returncode not in (0, 1) for done in asked]
    for done in (*asked, checked):
        if done.returncode > 1 and len(done.stderr.strip()) < 20:
            wrong.append(f"no sentence: {done.returncode} {done.stderr!r}")
    differ = [not fails and without_time(done.stdout) != without_time(whole.stdout) and done.stderr == whole.stderr
              for done, whole, fails in zip(asked, trial.whole, failed, strict=True)]
    if all(failed):
        by = "opening"
    elif any(failed) or any(done.stderr != whole.stderr for done, whole in zip(asked, trial.whole, strict=True)):
        by = "a query"
    elif checked.returncode != 0:
        by = "index check, after another answer" if any(differ) else "index check"
    else:
        by = "nothing, another answer" if any(differ) else "nothing, no other answer"
    if by == "nothing, another answer":  # the files have no checksums
        other = next(number for number, differs in enumerate(differ) if differs)
        parts = zip(without_time(asked[other].stdout), without_time(trial.whole[other].stdout), strict=False)
        print(f"  silent: {' '.join(ASKED[other])}: {next(((is_, was) for is_, was in parts if is_ != was), 'longer or shorter')}", flush=True)
    return by, wrong


def main():
    options = argparse.ArgumentParser()
    options.add_argument("programs", type=Path)
    options.add_argument("--damages", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    dice, folder = random.Random(options.seed), Path(tempfile.mkdtemp(prefix="trawl-damage-"))
    counts, by_kind, wrongs = Counter(), Counter(), 0
    try:
        trial = Trial(options.programs.resolve(), folder)
        for number in range(options.damages):
            kind, path, content = change(dice, trial.files, trial.before)
            if content == trial.files[path]:
                continue
            path.write_bytes(content)
            print(f"{number}: {kind} of {path.relative_to(trial.data)}", flush=True)
            by, wrong = notices(trial)
            trial.restore()
            counts[by] += 1
            by_kind[f"{kind}: {by}"] += 1
            if wrong:
                wrongs += 1
                print(f"  WRONG: {sorted(set(wrong))}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for name, count in sorted(by_kind.items()):
        print(f"  {name} {count}")
    print(f"{sum(counts.values())} damages, noticed by: {', '.join(f'{by} {count}' for by, count in counts.most_common())}; {wrongs} went wrong")
    return 1 if wrongs or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
