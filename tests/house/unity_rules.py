# SPDX-License-Identifier: GPL-3.0-or-later
"""Sources of a library are compiled together (CMAKE_UNITY_BUILD in CMakePresets.json), so what their unnamed namespaces
define has to have different names."""
import re
from collections import defaultdict

from tree import PROGRAM_FOLDERS


def check(tree):
    """(path, what an allowance must name, sentence) of each name that two sources of a library define."""
    alone = set(compiled_alone(tree))
    for path in sorted(alone.difference(tree.files)):
        yield "cmake/TrawlTargets.cmake", f"alone {path}", f"cmake/TrawlTargets.cmake: there is no {path} to compile alone"
    owners = defaultdict(list)
    for path in tree.cpp_files(*PROGRAM_FOLDERS, "tests"):
        if path.endswith(".cpp") and path not in alone and not path.startswith("tests/fuzz/"):
            for name in tree.source(path).local_names:
                owners[library_of(path), name].append(path)
    for (_, name), paths in sorted(owners.items()):
        if len(paths) > 1:
            sentence = f"{paths[1]}: {name} is also defined in {paths[0]}; share it, or rename one (the two are compiled together)"
            yield paths[1], f"name {name}", sentence


def library_of(path):
    """shared/url, cli; the tests of a library are one program: tests/shared/url."""
    folders = path.split("/")[:-1]
    depth = (2 if "shared" in folders or "indexer" in folders else 1) + (folders[0] == "tests")
    return "/".join(folders[:depth])


def compiled_alone(tree):
    if "cmake/TrawlTargets.cmake" not in tree.files:
        return []
    match = re.search(r"set\(TRAWL_ALONE([^)]*)\)", tree.text("cmake/TrawlTargets.cmake"))
    return match[1].split() if match else []
