#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ctest runs each test case of the sources, by exactly its name. The sources are the same on every system, so the lists of
the systems are the same too, whatever their CMake and Catch2 make of a name.

    test_names_test.py BUILD_DIR      prints one line per difference; exit 1 if there is any
"""
import json
import subprocess
import sys
from pathlib import Path

from catch_rules import test_cases
from tree import HERE, Tree


def names_of_sources():
    tree = Tree(HERE.parent.parent)
    return {name for path in tree.cpp_files("tests") for _, name, is_run in test_cases(tree.text(path)) if is_run}


def names_of_ctest(build):
    """What each test that ctest would run asks its test program for."""
    done = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    commands = [test.get("command", [test["name"]]) for test in json.loads(done.stdout)["tests"]]
    return {command[-1].replace("\\,", ",") for command in commands if Path(command[0]).name.startswith("test_")}


def main():
    wanted, found = names_of_sources(), names_of_ctest(sys.argv[1])
    differences = [*(f"never run: {name}" for name in sorted(wanted - found)), *(f"in no source: {name}" for name in sorted(found - wanted))]
    print(*differences, f"{len(wanted)} test cases in the sources, {len(wanted & found)} of them run by ctest", sep="\n")
    return 1 if differences or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
