#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every mutation still applies: its file is there, and each text that it replaces is in it once.

    mutations_test.py SOURCE_DIR
"""
import sys
from pathlib import Path

from mutations import MUTATIONS


def mistakes(source):
    names = set()
    for name, _, _, file, changes in MUTATIONS:
        if name in names:
            yield f"{name}: there are two of this name"
        names.add(name)
        if not (source / file).is_file():
            yield f"{name}: there is no {file}"
            continue
        text = (source / file).read_text(encoding="utf-8")
        for old, new in changes:
            if text.count(old) != 1:
                yield f"{name}: {file} has this {text.count(old)} times: {old}"
            text = text.replace(old, new)


if __name__ == "__main__":
    found = list(mistakes(Path(sys.argv[1])))
    print(*found, f"{len(MUTATIONS)} mutations, {len(found)} do not apply", sep="\n")
    sys.exit(1 if found else 0)
