#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The house rules that a program can check without reading C++: who includes whom, and whether what is mentioned exists.

    house_test.py [ROOT]      prints one line per broken rule; exit 1 if there is any

Each *_rules.py in this folder checks one kind of rule. The exceptions are in allowances.txt, each with its reason; one that
is no longer needed is itself an error. The layers of the tree, its libraries and cycles have no exceptions.
"""
import sys

import include_rules
import mention_rules
from tree import HERE, Tree

ALLOWANCES = HERE / "allowances.txt"


def main():
    tree = Tree(sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent)
    broken = [*include_rules.check(tree), *check_licences(tree), *check_allowed(tree)]
    for line in broken:
        print(line)
    print(f"house: {len(tree.cpp_files())} files, {len(broken)} broken rules")
    sys.exit(1 if broken else 0)


def check_licences(tree):
    for path in tree.cpp_files():
        if not tree.text(path).startswith("// SPDX-License-Identifier: GPL-3.0-or-later\n"):
            yield f"{path}: the first line must be the SPDX licence line"


def check_allowed(tree):
    allowed = {}
    for line in ALLOWANCES.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            path, what, _reason = line.split(": ", 2)
            allowed[path, what] = False
    for check in (include_rules.check_subfolders, include_rules.check_parents, mention_rules.check):
        for path, what, sentence in check(tree):
            if (path, what) in allowed:
                allowed[path, what] = True
            else:
                yield sentence
    for (path, what), is_needed in allowed.items():
        if not is_needed:
            yield f"{ALLOWANCES.name}: {path} no longer needs '{what}'"


if __name__ == "__main__":
    main()
