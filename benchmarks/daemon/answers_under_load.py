#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a busy machine changes answers silently: an answer that lacks something because time ran out must say so.

    answers_under_load.py BIN_DIR DATA QUERIES.tsv [--queries 200] [--burners 8] [--seconds 120]

A daemon answers all requests on a quiet machine. Then a fresh one answers them in any order, to twelve clients, while burners
take the processors. Each answer must be the same, or say that time ran out and have no ETag. The last line counts them.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import quote_plus

from serving import Daemon, read_queries

CLIENTS = 12


def requests_of(query):
    """Whole pages, pages of other lengths, and the calls that match and correct words, too."""
    words = query.replace('"', " ").split()
    forms = {query, f'"{" ".join(words[:2])}"', " NEAR/8 ".join(words[:2]), f"{words[0][:4]}* {words[-1]}"} if words else set()
    for form in sorted(forms):
        q = quote_plus(form)
        yield f"/v1/search?q={q}&facets=source,tag"
        yield f"/v1/search?q={q}&limit=30&match=all"
        yield f"/v1/suggest?q={q}"
        yield f"/v1/facets/tag?q={q}"


def answer_of(daemon, path):
    """The answer without the time it took, and its ETag; None if the daemon refuses the request because it is busy."""
    answer, body = daemon.get(path)
    if answer.status in (429, 503):
        return None, None
    value = json.loads(body)
    value.pop("took_ms", None)
    return value, answer.headers["ETag"]


def is_cut(answer):
    inexact = "at_least" in (answer.get("total_relation"), answer.get("counts_relation"))
    return inexact or any(warning["code"].endswith("_cut") for warning in answer.get("warnings", []))


def compare_under_load(daemon, whole, seconds):
    """How many answers were equal, cut, refused, late (none within 30 seconds) and wrong."""
    counts, lock, end = dict.fromkeys(("equal", "cut", "refused", "late", "wrong"), 0), threading.Lock(), time.monotonic() + seconds

    def ask(paths):
        for path in paths:
            if time.monotonic() > end:
                return
            try:
                answer, tag = answer_of(daemon, path)
            except OSError:
                result = "late"
            else:
                if answer is None:
                    result = "refused"
                elif is_cut(answer):
                    result = "wrong" if tag else "cut"
                else:
                    result = "equal" if answer == whole[path] else "wrong"
            with lock:
                counts[result] += 1
                if result == "wrong":
                    print(f"wrong: {path}\n  {json.dumps(answer)[:300]}\n  {json.dumps(whole[path])[:300]}", flush=True)

    clients = [threading.Thread(target=ask, args=(random.sample(sorted(whole), len(whole)),)) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin_dir", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("queries_file", type=Path, metavar="QUERIES.tsv")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--burners", type=int, default=8)
    parser.add_argument("--seconds", type=int, default=120)
    options = parser.parse_args()
    random.seed(1)
    queries = read_queries(options.queries_file)
    paths = [path for query in random.sample(queries, min(options.queries, len(queries))) for path in requests_of(query)]
    with Daemon(options.bin_dir, options.data, 2) as daemon:
        whole = {path: answer_of(daemon, path)[0] for path in paths}
    whole = {path: answer for path, answer in whole.items() if answer is not None and not is_cut(answer)}
    # In a child, so that only the burners go before the daemon; without the right to do so, they are its equals.
    command = [sys.executable, "-c", "import os\ntry: os.nice(-10)\nexcept OSError: pass\nwhile True: pass"]
    burners = [subprocess.Popen(command) for _ in range(options.burners)]
    try:
        with Daemon(options.bin_dir, options.data, 2) as daemon:
            counts = compare_under_load(daemon, whole, options.seconds)
    finally:
        for burner in burners:
            burner.kill()
    print(f"{len(whole)} requests, load {os.getloadavg()[0]:.0f}: " + ", ".join(f"{n} {name}" for name, n in counts.items()))
    raise SystemExit(1 if counts["wrong"] else 0)


if __name__ == "__main__":
    main()
