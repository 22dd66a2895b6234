# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions in headers that no program uses, found by their names: declared and defined, but mentioned nowhere else.
The compiler leaves them out of the objects, so unused_functions_test.py, which looks at these, does not find them."""
import re
from collections import Counter

from cpp_source import without_comments
from tree import PROGRAM_FOLDERS

_CALLED_BY_THE_LANGUAGE = {"main", "begin", "end", "what", "underlying_type"}


def check(tree):
    """(path, what an allowance must name, message) of each name that is only declared and defined."""
    files = tree.cpp_files(*PROGRAM_FOLDERS)
    uses, overrides = Counter(), set()
    for path in files:
        code = without_comments(tree.text(path))
        uses.update(re.findall(r"\w+", code))
        overrides.update(re.findall(r"(\w+)\([^;{}]*\)[^;{}()]*\boverride\b", code))
    for path in tree.files:
        if path.startswith("cmake/"):                         # generated sources call functions too
            uses.update(re.findall(r"\w+", tree.text(path)))
    declared = Counter(plain(name) for path in files for name in tree.source(path).declared_names)
    for path in (path for path in files if path.endswith(".h")):
        source = tree.source(path)
        types = {cls.name.rpartition("::")[2] for cls in source.classes}
        for name in dict.fromkeys(plain(f.name) for f in source.functions):
            if uses[name] <= declared[name] and name not in types | overrides and is_ordinary(name):
                yield path, f"unused {name}", f"{path}: no program uses {name}; delete it, or move it to the tests that use it"


def plain(name):
    return name.rpartition("::")[2]


def is_ordinary(name):
    return not name.startswith(("operator", "~")) and name not in _CALLED_BY_THE_LANGUAGE
