#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a crawler was a good guest, by the request log of the server it visited.

    request_log.py LOG.jsonl [--delay SECONDS]

The log has one JSON object per request: start and end (seconds of one clock), host, path, query, status (0: the
connection was reset), fault (true: the server failed on purpose). Prints a line per host and what was wrong.
Exit status 1 if anything was.
"""
import argparse
import json
import sys
from collections import Counter, defaultdict

# The server notes an answer's end a moment after its last byte was readable at the other side.
CLOCK_SLACK = 0.03


def by_host(requests):
    hosts = defaultdict(list)
    for request in sorted(requests, key=lambda r: r["start"]):
        hosts[request["host"]].append(request)
    return hosts


def pauses(requests):
    """Seconds between each answer's end and the next request, of one host; negative: two at once."""
    return [after["start"] - before["end"] for before, after in zip(requests, requests[1:])]


def impolite(requests, delay):
    """Sentences: two requests to a host at once, a pause shorter than `delay`, robots.txt not asked for first."""
    for host, asked in by_host(requests).items():
        if asked[0]["path"] != "/robots.txt":
            yield f"{host}: {asked[0]['path']} was asked for before robots.txt"
        for pause, request in zip(pauses(asked), asked[1:]):
            if pause < -CLOCK_SLACK:
                yield f"{host}: {request['path']} was asked for {-pause:.3f} s before the answer before it had ended"
            elif pause < delay - CLOCK_SLACK:
                yield f"{host}: {request['path']} was asked for {pause:.3f} s after the answer before it"


def asked_twice(requests):
    """Sentences: what was asked for again although an answer had come."""
    answered = Counter((r["host"], r["path"], r["query"]) for r in requests if not r["fault"])
    for (host, path, query), times in answered.items():
        if times > 1:
            yield f"{host}: {path}{'?' + query if query else ''} was answered {times} times"


def unconditional(requests):
    """Sentences: what was asked for without the validators of an earlier answer, or was not as before."""
    for request in requests:
        if request["path"] != "/robots.txt" and not (request["conditional"] and request["status"] == 304):
            yield f"{request['host']}: {request['path']} conditional {request['conditional']}, answered {request['status']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log")
    parser.add_argument("--delay", type=float, default=0.0)
    arguments = parser.parse_args()
    with open(arguments.log, encoding="utf-8") as lines:
        requests = [json.loads(line) for line in lines]
    for host, asked in sorted(by_host(requests).items()):
        gaps = sorted(pauses(asked)) or [float("nan")]
        statuses = dict(sorted(Counter(r["status"] for r in asked).items()))
        print(f"{host:28}{len(asked):5} requests  pause least {gaps[0]:7.3f} s, median {gaps[len(gaps) // 2]:7.3f} s  {statuses}")
    wrong = [*impolite(requests, arguments.delay), *asked_twice(requests)]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
