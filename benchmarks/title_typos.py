#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often a typo in a query of two or three words is corrected, and whether correct queries are left alone.

    title_typos.py BIN_DIR DATA [QUERIES [SEED]]

Takes 500 pieces of two or three neighbouring words from the titles of the data directory, misspells one word of four letters or
more of each by one random edit (a letter missing, added, wrong, or two swapped), and searches for them with `trawl`. A
correction is right if it is the piece as it was, apart from capitals, whether it was applied or offered. Edits that give another
word of the index count too. Then the pieces are searched for as they were: none may be corrected.
"""
import json
import random
import re
import subprocess
import sys
from pathlib import Path

LETTERS = "abcdefghijklmnopqrstuvwxyz"
EDITS = ("missing", "added", "wrong", "swapped")


def search_lines(bin_dir, data, *words):
    command = [Path(bin_dir) / "trawl", "search", "--data", data, *words]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode > 1:
        sys.exit(run.stderr)
    return run.stdout


def search(bin_dir, data, query):
    return json.loads(search_lines(bin_dir, data, "--format", "json", "-n", "1", "--", query))


def titles(bin_dir, data):
    lines = search_lines(bin_dir, data, "--format", "jsonl", "-n", "all").splitlines()
    return sorted({json.loads(line)["title"] for line in lines})


def pieces_of(all_titles, count, rng):
    """`count` different pieces of plain words with one that can be misspelt."""
    pieces = set()
    for _ in range(200 * count):
        words = rng.choice(all_titles).split()
        length = rng.choice((2, 3))
        if len(words) < length:
            continue
        begin = rng.randrange(len(words) - length + 1)
        piece = words[begin:begin + length]
        if all(re.fullmatch(r"[A-Za-z]+", word) for word in piece) and any(len(word) >= 4 for word in piece):
            pieces.add(" ".join(piece).lower())  # AND, OR and NOT are words here
        if len(pieces) == count:
            break
    return sorted(pieces)


def misspelt(word, rng):
    while True:
        kind, at, letter = rng.choice(EDITS), rng.randrange(len(word)), rng.choice(LETTERS)
        if kind == "missing":
            typo = word[:at] + word[at + 1:]
        elif kind == "added":
            typo = word[:at] + letter + word[at:]
        elif kind == "wrong":
            typo = word[:at] + letter + word[at + 1:]
        else:
            typo = word[:at] + word[at + 1:at + 2] + word[at] + word[at + 2:]
        if typo != word:
            return typo


def typo_of(piece, rng):
    words = piece.split()
    at = rng.choice([i for i, word in enumerate(words) if len(word) >= 4])
    words[at] = misspelt(words[at], rng)
    return " ".join(words)


def main():
    bin_dir, data = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 17)
    pieces = pieces_of(titles(bin_dir, data), count, rng)
    counts = dict.fromkeys(("applied", "offered", "other", "none"), 0)
    for piece in pieces:
        typo = typo_of(piece, rng)
        answer = search(bin_dir, data, typo)
        correction, offer = answer["correction"], answer["did_you_mean"]
        found = correction or offer
        result = "none" if not found else "other" if found["q"].lower() != piece else "applied" if correction else "offered"
        counts[result] += 1
        if result in ("other", "none"):
            print(f"{result}\t{typo}\t{piece}\t{found['q'] if found else ''}\t{answer['total']}", file=sys.stderr)
    right = (counts["applied"] + counts["offered"]) / max(1, len(pieces))
    print("typos\t" + "\t".join(counts) + "\tright")
    print(f"{len(pieces)}\t" + "\t".join(map(str, counts.values())) + f"\t{right:.3f}")

    corrected = offered = 0
    for piece in pieces:
        answer = search(bin_dir, data, piece)
        corrected += answer["correction"] is not None
        offered += answer["did_you_mean"] is not None
        if answer["correction"] or answer["did_you_mean"]:
            print(f"wrong\t{piece}\t{answer['correction'] or answer['did_you_mean']}", file=sys.stderr)
    print(f"correct queries\tcorrected\toffered another\n{len(pieces)}\t{corrected}\t{offered}")


if __name__ == "__main__":
    main()
