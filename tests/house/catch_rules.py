# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests use only what Catch2 2 (Debian 12) and Catch2 3 (Debian 13) have in common, and names that reach Catch2 unchanged.

The two differ in their matchers: names, namespaces and headers. So a test compares values with CHECK and REQUIRE, and uses
no name of Catch2's namespace; tests/CMakeLists.txt makes the one header of Catch2 2, with Approx, from those of Catch2 3.
CMake and Catch2 read some characters of a test's name as their own signs: CMake 3.25 splits it at ';', and Catch2 2 then finds
no such test and reports success.
"""
import ast
import re

from cpp_source import blanked

_ONLY_IN_ONE = re.compile(r"\bCatch::\w+(?:::\w+)*|\b(?:(?:CHECK|REQUIRE)(?:_THROWS)?_THAT|CHECKED_(?:IF|ELSE)|SKIP|STATIC_CHECK\w*"
                          r"|BENCHMARK\w*)(?=\()")
_LITERAL = r'"(?:\\.|[^"\\\n])*"'
_TEST_CASE = re.compile(rf"^TEST_CASE\(\s*((?:{_LITERAL}\s*)+)(?:,\s*({_LITERAL}))?", re.MULTILINE)
_SIGNS = re.compile(r'[;\[\]\\"$]')


def test_cases(text):
    """(line, name, is run) of each test case of a file; those with the tag [.] run only when they are named."""
    for match in _TEST_CASE.finditer(text):
        name = "".join(map(ast.literal_eval, re.findall(_LITERAL, match[1])))
        yield text.count("\n", 0, match.start()) + 1, name, "[." not in (match[2] or "")


def check(tree):
    """(path, what an allowance must name, message) of each name that only one of the two has, and of each test's name that
    would be read as something else."""
    for path in tree.cpp_files("tests"):
        code = blanked(tree.text(path))
        for match in _ONLY_IN_ONE.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield path, "catch2", f"{path}:{line}: {match.group()} differs between Catch2 2 and 3: use CHECK with a comparison"
        for line, name, _ in test_cases(tree.text(path)):
            if sign := _SIGNS.search(name):
                yield path, "test name", f"{path}:{line}: CMake or Catch2 would misread '{sign[0]}' in this test's name: use words"
