#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks from the request log of the server whether a crawler was polite.

    request_log.py LOG.jsonl [--delay SECONDS]

The log has one JSON object per request: start and end (seconds of one clock), host, path, query, status (0: the
connection was reset), fault (true: the server failed on purpose). Prints a line per host and every fault.
Exit status 1 if there is one.
"""
import argparse
import json
import sys
from collections import Counter, defaultdict

# The server logs the end of a response a moment after the client could read its last byte.
CLOCK_SLACK = 0.03


def by_host(requests):
    hosts = defaultdict(list)
    for request in sorted(requests, key=lambda r: r["start"]):
        hosts[request["host"]].append(request)
    return hosts


def pauses(requests):
    """Seconds from the end of each response to the next request to the same host; negative if they overlap."""
    return [after["start"] - before["end"] for before, after in zip(requests, requests[1:])]


def impolite(requests, delay):
    """Faults: two requests to a host at once, a pause shorter than `delay`, robots.txt not requested first."""
    for host, asked in by_host(requests).items():
        if asked[0]["path"] != "/robots.txt":
            yield f"{host}: {asked[0]['path']} was requested before robots.txt"
        for pause, request in zip(pauses(asked), asked[1:]):
            if pause < -CLOCK_SLACK:
                yield f"{host}: {request['path']} was asked for {-pause:.3f} s before the end of the previous answer"
            elif pause < delay - CLOCK_SLACK:
                yield f"{host}: {request['path']} was asked for {pause:.3f} s after the previous answer"


def asked_twice(requests):
    """Faults: URLs that were requested again although they had been answered."""
    answered = Counter((r["host"], r["path"], r["query"]) for r in requests if not r["fault"])
    for (host, path, query), times in answered.items():
        if times > 1:
            yield f"{host}: {path}{'?' + query if query else ''} was answered {times} times"


def unconditional(requests):
    """Faults: URLs that were requested without the validators of an earlier response, or that had changed."""
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
