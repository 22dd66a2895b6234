#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What two exports of the same web say differently: articles and ids that only one has, and each field that is another one, with what
the exports say of where it is from.

    compare_exports.py BEFORE.jsonl AFTER.jsonl
"""
import json
import sys

IGNORED = {"provenance", "indexed", "labels", "words", "reading_minutes", "structure"}


def read(path):
    with open(path, encoding="utf-8") as lines:
        return {row["url"] or row["id"]: row for row in map(json.loads, lines)}


def said_by(row, field):
    return "; ".join(said["from"] for said in row["provenance"] if said["field"] == field) or "-"


def short(value):
    return json.dumps(value, ensure_ascii=False)[:100]


def main():
    before, after = map(read, sys.argv[1:3])
    for name, some, others in (("only before", before, after), ("only after", after, before)):
        for url in sorted(some.keys() - others.keys()):
            print(f"{name}: {url} ({some[url]['source']})")
    differing = 0
    for url in sorted(before.keys() & after.keys()):
        was, now = before[url], after[url]
        fields = [field for field in sorted(was.keys() | now.keys()) if field not in IGNORED and was.get(field) != now.get(field)]
        differing += bool(fields)
        for field in fields:
            print(f"{url} {field}: {short(was.get(field))} ({said_by(was, field)}) -> {short(now.get(field))} ({said_by(now, field)})")
    same_ids = sum(before[url]["id"] == after[url]["id"] for url in before.keys() & after.keys())
    print(f"{len(before)} articles before, {len(after)} after, {same_ids} with the same id, {differing} with a field that differs")


if __name__ == "__main__":
    main()
