#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the sizes and ratios of a tree, and what is worth a look: these numbers are reasons to look, not limits.

    metrics.py [ROOT]

A header with one user is fine if it hides an invariant or is a seam for tests; otherwise it belongs into its user.
"""
import subprocess
import sys
from collections import defaultdict
from statistics import median

import dead_code_rules
import include_rules
import mention_rules
import size_rules
from cpp_source import comments
from tree import HERE, PROGRAM_FOLDERS, Tree


def main():
    tree = Tree(sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent)
    for name, value in (*sizes(tree), *class_sizes(tree), *folder_sizes(tree), *ratios(tree), *faults(tree)):
        print(f"{name:<52} {value}")
    for title, lines in (("neighbouring folders that include each other", both_ways(tree)),
                         ("headers with one user", one_user(tree)), ("worth a look", size_rules.worth_a_look(tree))):
        print(f"\n{title}:", *lines, sep="\n  ")


def both_ways(tree):
    return [f"{a} and {b}" for a, b in include_rules.pairs_both_ways(tree)]


def one_user(tree):
    """Each header of the programs that only one unit of the programs includes; a header and its source are one unit."""
    users = defaultdict(set)
    for path in tree.cpp_files(*PROGRAM_FOLDERS):
        for target in tree.include_graph[path]:
            if path.rpartition(".")[0] != target.rpartition(".")[0]:
                users[target].add(path.rpartition(".")[0])
    return [f"{header} <- {min(units)}" for header, units in sorted(users.items()) if len(units) == 1]


def spread(numbers):
    ordered = sorted(numbers)
    return f"median {median(ordered):g}, p95 {ordered[int(len(ordered) * 0.95)]}, longest {ordered[-1]}"


def sizes(tree):
    files = tree.cpp_files(*PROGRAM_FOLDERS)
    lengths = [tree.text(path).count("\n") for path in files]
    functions = [f for path in files for f in tree.source(path).functions]
    yield "files of the programs", len(files)
    yield "lines of the programs", sum(lengths)
    yield "lines of ./dev", tree.text("dev").count("\n")
    yield "headers", sum(path.endswith(".h") for path in files)
    yield "headers with one user", len(one_user(tree))
    yield "neighbouring folders that include each other", len(both_ways(tree))
    yield "lines of a file", spread(lengths)
    yield "functions", len(functions)
    yield "lines of a function", spread(f.lines for f in functions)
    yield "functions over 40 lines", sum(f.lines > 40 for f in functions)
    yield "functions over 80 lines", sum(f.lines > size_rules.MAX_FUNCTION_LINES for f in functions)


def class_sizes(tree):
    found = [(cls.name, len(cls.public_functions), len(cls.data_members), lines)
             for _, cls, lines in size_rules.classes(tree, *PROGRAM_FOLDERS) if not cls.is_record]
    yield "classes, not counting plain records", len(found)
    for column, what in ((1, "public functions"), (2, "data members"), (3, "lines with their functions")):
        largest = sorted(found, key=lambda row: -row[column])[:4]
        yield f"classes with the most {what}", ", ".join(f"{row[0]} {row[column]}" for row in largest)


def folder_sizes(tree):
    units = {folder: len(names) for folder, names in size_rules.folder_units(tree).items()}
    largest = sorted(units.items(), key=lambda row: -row[1])[:4]
    yield "folders of code", len(units)
    yield "folders with the most units", ", ".join(f"{folder} {number}" for folder, number in largest)


def ratios(tree):
    headers = [tree.text(path) for path in tree.cpp_files(*PROGRAM_FOLDERS) if path.endswith(".h")]
    commented = sum(len({number for number, _ in comments(text)}) for text in headers)
    yield "header lines touched by a comment", f"{commented / sum(text.count(chr(10)) for text in headers):.0%}"
    code = sum(tree.text(path).count("\n") for path in tree.cpp_files(*PROGRAM_FOLDERS))
    tests = sum(tree.text(path).count("\n") for path in tree.files
                if path.startswith("tests/") and path.endswith((".cpp", ".h", ".py")))
    yield "lines of tests per line of the programs", f"{tests / code:.2f}"


def faults(tree):
    yield "include cycles", sum(1 for _ in include_rules.check_cycles(tree))
    yield "functions that no program uses, by name", sum(1 for _ in dead_code_rules.check(tree))
    yield "mentions of things that do not exist", sum(1 for _ in mention_rules.check(tree))
    yield "errors of clang-format-19", format_errors(tree)


def format_errors(tree):
    files = [tree.root / path for path in tree.cpp_files()]
    try:
        run = subprocess.run(["clang-format-19", "--dry-run", *files], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "not known: clang-format-19 is not installed"
    return run.stderr.count("[-Wclang-format-violations]")


if __name__ == "__main__":
    main()
