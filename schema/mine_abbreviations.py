#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds abbreviations that texts explain, as in "retrieval-augmented generation (RAG)".

usage: mine_abbreviations.py [--documents N] [--share S] [--plain P] FILE.jsonl … > found.txt

FILE holds one article per line, as JSON with a "text". Prints lines for schema/synonyms.txt: an abbreviation and its long
form. An abbreviation is printed if at least N articles explain it, if at least the share S of these give this long form, and
if it is not a plain word: at most the share P of the articles that hold it write it in small letters. Abbreviations of two
letters are too ambiguous. The long form is the words with these initials or, failing that, found as in Schwartz and Hearst,
"A simple algorithm for identifying abbreviation definitions in biomedical text" (2003). Forms that differ only in number,
hyphens or case count as one.
"""
import argparse
import collections
import json
import re
import sys

EXPLAINED = re.compile(r"\(([A-Za-z][A-Za-z0-9-]{2,7})\)")
WORD = re.compile(r"[^\W_]+")
LINKING = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"}


def singular(word):
    """The singular of a word, good enough to compare spellings of a name."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def by_initials(letters, words):
    """The last of `words` that begin with `letters`, linking words between them left alone; None if they do not."""
    at = len(words)
    for letter in reversed(letters):
        at -= 1
        while at >= 0 and words[at][0] != letter and words[at] in LINKING:
            at -= 1
        if at < 0 or words[at][0] != letter:
            return None
    return words[at:]


def by_letters(letters, before):
    """Schwartz and Hearst: the shortest end of `before` that holds `letters` in order, the first beginning a word."""
    at = len(before)
    for index in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= 0 and (before[at] != letters[index]
                           or (index == 0 and at > 0 and before[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return None
    words = WORD.findall(before[at:])
    return words if 2 <= len(words) <= min(len(letters) + 5, 2 * len(letters)) else None


def long_form(short, before):
    """The words at the end of `before` that `short` stands for, or None."""
    letters = [letter for letter in short.lower() if letter.isalnum()]
    before = re.sub(r"['\u2019]s\b", "", before.lower())
    words = by_initials(letters, WORD.findall(before)) or by_letters(letters, before)
    return " ".join(words[:-1] + [singular(words[-1])]) if words else None


def explained_in(text):
    """Each (abbreviation, long form) that `text` explains, once."""
    found = set()
    for match in EXPLAINED.finditer(text):
        short = match.group(1)
        if short[-1] == "s" and short[-2].isupper():
            short = short[:-1]
        if len(short) < 3 or sum(letter.isupper() for letter in short) < 2:
            continue
        before = re.split(r"[.;:!?()\[\]]", text[max(0, match.start() - 120):match.start()].rstrip())[-1]
        name = long_form(short, before)
        if name and short.lower() not in name.split():
            found.add((short.lower().replace("-", ""), name))
    return found


def texts_of(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                yield json.loads(line).get("text") or ""


def plain_shares(shorts, texts):
    """For each abbreviation the share of the texts holding it that write it in small letters."""
    small, all_texts = collections.Counter(), collections.Counter()
    for text in texts:
        words = {word for word in re.findall(r"[A-Za-z0-9]+", text) if word.lower() in shorts}
        all_texts.update({word.lower() for word in words})
        small.update(word for word in words if word.islower())
    return {short: small[short] / max(all_texts[short], 1) for short in shorts}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=20, metavar="N")
    parser.add_argument("--share", type=float, default=0.7, metavar="S")
    parser.add_argument("--plain", type=float, default=0.1, metavar="P")
    parser.add_argument("files", nargs="+", metavar="FILE.jsonl")
    options = parser.parse_args()
    meanings = collections.defaultdict(collections.Counter)
    for text in texts_of(options.files):
        for short, name in explained_in(text):
            meanings[short][name] += 1
    found = {}
    for short, names in meanings.items():
        name, count = names.most_common(1)[0]
        if count >= options.documents and count >= options.share * names.total():
            found[short] = name
    plain = plain_shares(found, texts_of(options.files))
    for short in sorted(found):
        if plain[short] <= options.plain:
            print(f"{short}|{found[short]}")


if __name__ == "__main__":
    sys.exit(main())
