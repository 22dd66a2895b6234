#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs clang-tidy over the programs and clang over everything else, as configured by the preset "clang".

    static_analysis.py BUILD_DIR JOBS      prints what was found; exit 1 if there is anything

The sources of a folder are analysed together, as they are compiled: their common headers are read once.
"""
import json
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

BUILD, JOBS = Path(sys.argv[1]).resolve(), int(sys.argv[2])
NOT_PROGRAMS = re.compile(r"/(?:tests|benchmarks|generated/test_[^/]*)/")
EMBEDDED = re.compile(r"/generated/[^/]*$")  # pages, as arrays of bytes


def analyse(entry):
    """The reports of clang for a file; clang-tidy also reports the compiler's warnings."""
    file = entry["file"]
    if NOT_PROGRAMS.search(file):
        words = shlex.split(entry["command"])
        command = [*words[:words.index("-o")], "-fsyntax-only", file]
    else:
        command = ["clang-tidy-19", "-p", str(BUILD), "--quiet", file]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                          cwd=entry["directory"], check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def main():
    commands = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    commands = [entry for entry in commands if not EMBEDDED.search(entry["file"])]
    found = {}
    with ThreadPoolExecutor(JOBS) as pool:
        running = {pool.submit(analyse, entry): entry["file"] for entry in commands}
        for number, job in enumerate(as_completed(running), 1):
            if sys.stderr.isatty():
                print(f"\r\033[K[{number}/{len(running)}] {running[job][-90:]}", end="", file=sys.stderr, flush=True)
            elif number % 20 == 0:
                print(f"[{number}/{len(running)}]", file=sys.stderr, flush=True)
            for report in re.split(r"\n(?=/\S+:\d+:\d+: (?:error|warning))", job.result()):
                found.setdefault(report.partition("\n")[0], report)          # a header is reported by each of its users
    found.pop("", None)
    print("\n".join(("", *found.values())))
    print(f"static analysis: {len(running)} files, {len(found)} reports")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
