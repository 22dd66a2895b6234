#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether what is typed is what is found: names with hyphens or dots, titles and authors as queries.

    words.py BIN_DIR DATA [names|people|titles|parts|authors]...

Takes its queries and the truth from the articles of the data directory, as `trawl export` writes them.

names    150 names with hyphens or dots, drawn at random from the texts and captions (seed 5), each in 2 to 200 articles. An
         article *has it as written* if the name stands there between characters that are not letters, digits or '_'; it *has the name* if it
         has it so, or its two parts as one word, or its parts one directly after another. Asked: do those that have it as
         written come first, and is the total the number of those that have the name?
people   200 pairs of capitalised words, a quarter of them with an initial in between, drawn at random from the texts
         (seed 7). Asked: does the first hit have the name? With or without what the initial stands for is the same.
titles   Every title as a query. Asked: is an article with this title the first hit?
parts    200 times three or four neighbouring words of a title (seed 11). Asked: has the first hit them in its title?
authors  Every author as a query. Asked: are the author's articles the first hits, all of them?
"""
import json
import random
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

# A character that continues a word. Chinese, Japanese and Korean ones do not continue a Latin word.
LETTER = r"[^\W\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
NAME = re.compile(r"(?<![\w.\-/])[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)+(?![\w\-/]|\.\w)")
DASHES = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2019": "'"})


def run(bin_dir, *words):
    done = subprocess.run([Path(bin_dir) / "trawl", *words], capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(done.stderr)
    return done.stdout


def articles(bin_dir, data):
    return [json.loads(line) for line in run(bin_dir, "export", "--data", data).splitlines()]


def folded(text):
    text = unicodedata.normalize("NFKC", text).casefold().translate(DASHES)
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def searched_text(article):
    """Title and text, the captions of figures, and the titles of copies."""
    parts = [article["title"], article["text"], *(article.get("captions") or []),
             *(copy.get("title") or "" for copy in article.get("copies") or [])]
    return folded("\n\n".join(parts))


def search(bin_dir, data, query, limit="all", *options):
    lines = run(bin_dir, "search", "--data", data, "--format", "jsonl", "-n", str(limit),
                *options, "--", query).splitlines()
    return [json.loads(line) for line in lines]


def as_written(name):
    return re.compile(rf"(?<!{LETTER}){re.escape(name)}(?!{LETTER}|\.\d)")


def in_any_form(name):
    parts = re.split(r"-|(?<!\d)\.|\.(?!\d)", name)
    forms = [r"[^\w]+".join(map(re.escape, parts))]
    if len(parts) == 2 and "-" in name:
        forms.append("".join(map(re.escape, parts)))
    return re.compile(rf"(?<!{LETTER})(?:{'|'.join(forms)})(?!{LETTER}|\.\d)")


def sample_of_names(texts, count, rng):
    found = {}
    for i, text in enumerate(texts):
        for name in set(NAME.findall(text)):
            if re.search("[a-z]", name) and len(name) > 3 and not re.search(r"\.(com|org|io|net|html?)$", name):
                found.setdefault(name, set()).add(i)
    names = sorted(name for name, where in found.items() if 2 <= len(where) <= 200)
    return sorted(rng.sample(names, min(count, len(names))))


def check_names(bin_dir, data, everything):
    texts = [searched_text(one) for one in everything]
    by_id = {one["id"]: text for one, text in zip(everything, texts)}
    names = sample_of_names(texts, 150, random.Random(5))
    first = exact = 0
    for name in names:
        written, anyhow = as_written(name), in_any_form(name)
        expected = sum(1 for text in texts if written.search(text))
        total = sum(1 for text in texts if anyhow.search(text))
        hits = [one["id"] for one in search(bin_dir, data, name)]
        good_first = all(written.search(by_id[one]) for one in hits[:expected]) and len(hits) >= expected
        first += good_first
        exact += len(hits) == total
        if not good_first or len(hits) != total:
            print(f"name\t{name}\tas written {expected}\tin any form {total}\thits {len(hits)}\t"
                  f"{'' if good_first else 'not first'}", file=sys.stderr)
    print(f"names\t{len(names)}\tas written first\t{first}\ttotal exact\t{exact}")


def check_people(bin_dir, data, everything):
    texts = {one["id"]: " ".join([searched_text(one), *(folded(a) for a in one.get("authors") or [])])
             for one in everything}
    written = " ".join(one["text"] for one in everything)
    rng, right = random.Random(7), 0
    plain = sorted(set(re.findall(r"(?<![\w.] )\b[A-Z][a-z]{2,} [A-Z][a-z]{2,}\b", written)))
    with_initial = sorted(set(re.findall(r"\b[A-Z][a-z]{2,} [A-Z]\. [A-Z][a-z]{2,}\b", written)))
    with_initial = rng.sample(with_initial, min(50, len(with_initial)))
    names = with_initial + rng.sample(plain, min(200 - len(with_initial), len(plain)))
    for name in names:
        first, last = folded(name).split()[0], folded(name).split()[-1]
        between = r"[\s-]+(?:\w+\.?[\s-]+)?" if "." in name else r"[\s-]+"
        pattern = re.compile(rf"\b{first}{between}{last}\b")
        hits = search(bin_dir, data, name, 1)
        has_it = bool(hits and pattern.search(texts[hits[0]["id"]]))
        right += has_it
        if not has_it:
            print(f"person\t{name}\tfirst: {hits[0]['title'] if hits else ''}", file=sys.stderr)
    print(f"people\t{len(names)}\tfirst hit has the name\t{right}")


def check_parts(bin_dir, data, everything):
    rng, right = random.Random(11), 0
    titles = [one["title"] for one in everything if len(one["title"].split()) >= 4]
    parts = []
    for title in rng.sample(sorted(set(titles)), min(200, len(set(titles)))):
        words, count = title.split(), rng.choice([3, 4])
        begin = rng.randrange(len(words) - count + 1)
        parts.append(" ".join(words[begin:begin + count]))
    for part in parts:
        hits = search(bin_dir, data, part, 1)
        is_right = bool(hits and folded(part) in folded(hits[0]["title"]))
        right += is_right
        if not is_right:
            print(f"part\t{part}\tfirst: {hits[0]['title'] if hits else ''}", file=sys.stderr)
    print(f"parts\t{len(parts)}\tfirst\t{right}")


def check_titles(bin_dir, data, everything):
    titles = sorted({one["title"] for one in everything})
    right = 0
    for title in titles:
        hits = search(bin_dir, data, title, 5)
        place = next((i for i, hit in enumerate(hits) if folded(hit["title"]) == folded(title)), -1)
        right += place == 0
        if place != 0:
            print(f"title\t{title}\tplace {place + 1}\tfirst: {hits[0]['title'] if hits else ''}", file=sys.stderr)
    print(f"titles\t{len(titles)}\tfirst\t{right}\t{right / len(titles):.4f}")


def check_authors(bin_dir, data, everything):
    by_author = {}
    for one in everything:
        for author in one.get("authors") or []:
            by_author.setdefault(" ".join(folded(author).split()), (author, set()))[1].add(one["id"])
    right = 0
    for author, ids in by_author.values():
        hits = {hit["id"] for hit in search(bin_dir, data, author)[:len(ids)]}
        right += ids <= hits
        if not ids <= hits:
            print(f"author\t{author}\t{len(ids & hits)} of {len(ids)}", file=sys.stderr)
    print(f"authors\t{len(by_author)}\tall articles first\t{right}\t{right / max(1, len(by_author)):.4f}")


CHECKS = {"names": check_names, "people": check_people, "titles": check_titles, "parts": check_parts,
          "authors": check_authors}


def main():
    bin_dir, data = sys.argv[1:3]
    everything = articles(bin_dir, data)
    for check in sys.argv[3:] or CHECKS:
        CHECKS[check](bin_dir, data, everything)


if __name__ == "__main__":
    main()
