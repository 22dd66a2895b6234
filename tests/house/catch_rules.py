# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests use only what Catch2 2 (Debian 12) and Catch2 3 (Debian 13) have in common.

The two differ in their matchers: names, namespaces and headers. So a test compares values with CHECK and REQUIRE, and uses
no name of Catch2's namespace; tests/CMakeLists.txt makes the one header of Catch2 2, with Approx, from those of Catch2 3.
"""
import re

from cpp_source import blanked

_ONLY_IN_ONE = re.compile(r"\bCatch::\w+(?:::\w+)*|\b(?:(?:CHECK|REQUIRE)(?:_THROWS)?_THAT|CHECKED_(?:IF|ELSE)|SKIP|STATIC_CHECK\w*"
                          r"|BENCHMARK\w*)(?=\()")


def check(tree):
    """(path, what an allowance must name, message) of each name that only one of the two has."""
    for path in tree.cpp_files("tests"):
        code = blanked(tree.text(path))
        for match in _ONLY_IN_ONE.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield path, "catch2", f"{path}:{line}: {match.group()} differs between Catch2 2 and 3: use CHECK with a comparison"
