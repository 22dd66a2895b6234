# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may include whom (layers.txt), which file may see which outside library (libraries.txt), no cycles, and headers
that compile alone."""
from fnmatch import fnmatch

from tree import PROGRAM_FOLDERS, rule_table


def check(tree):
    yield from check_layers(tree)
    yield from check_libraries(tree)
    yield from check_cycles(tree)
    yield from check_headers(tree)


def crossing(path, target):
    """The two folders between which an include crosses, or None if one of the files is in or above the other's folder.

    These are the folders that stand side by side where the two paths part: shared/search/match and shared/search/rank.
    Different parts of the tree, such as shared/base and searchd, stand side by side whatever their depth.
    """
    source_part, target_part = part_of(path), part_of(target)
    if source_part != target_part:
        return source_part, target_part
    source, destination = path.split("/")[:-1], target.split("/")[:-1]
    for depth, (a, b) in enumerate(zip(source, destination), 1):
        if a != b:
            return "/".join(source[:depth]), "/".join(destination[:depth])
    return None


def part_of(path):
    """shared/base, indexer/crawl, searchd, cli; or the folder of a file that is directly in shared or indexer."""
    folders = path.split("/")[:-1]
    return "/".join(folders[:2] if folders[:1] in (["shared"], ["indexer"]) else folders[:1])


def crossings(tree):
    """(file, line number, included file, its folder, the other's folder) of each include that crosses folders."""
    for path in tree.cpp_files(*PROGRAM_FOLDERS):                           # tests and benchmarks may include anything
        for number, quote, target in tree.includes(path):
            if quote == '"' and (folders := crossing(path, target)):
                yield path, number, target, *folders


def may_include(layers, source, target):
    return any(fnmatch(target, pattern) for pattern in layers.get(source, "").split())


def check_layers(tree):
    layers = rule_table("layers.txt")
    for path, number, target, source, layer in crossings(tree):
        if part_of(path) == part_of(target):
            continue                                                        # a matter of check_subfolders
        if source not in layers or layer not in layers:
            yield f"{path}:{number}: {source if source not in layers else layer} is not in layers.txt"
        elif not may_include(layers, source, layer):
            yield f"{path}:{number}: {source} may not include {layer} ({target})"
    graph = {folder: [other for other in layers if other != folder and may_include(layers, folder, other)] for folder in layers}
    if loop := find_cycle(graph):
        yield "cycle in layers.txt: " + " -> ".join(loop)


def check_subfolders(tree):
    """(path, what an allowance must name, message) of each include of a neighbouring sub-folder that is not in layers.txt."""
    layers = rule_table("layers.txt")
    for path, number, target, source, folder in crossings(tree):
        if part_of(path) == part_of(target) and not may_include(layers, source, folder):
            yield path, f"folder {folder}", f"{path}:{number}: {source} may not include {folder} ({target}); see layers.txt"


def check_parents(tree):
    """(folder, what an allowance must name, message) of each folder and sub-folder that include each other. A main.cpp stands
    outside: it starts what is in the folders."""
    arrows = {}
    for path in tree.cpp_files(*PROGRAM_FOLDERS):
        for number, quote, target in tree.includes(path):
            here, there = path.rpartition("/")[0], target.rpartition("/")[0]
            if quote == '"' and here != there and not path.endswith("/main.cpp"):
                arrows.setdefault((here, there), f"{path}:{number}")
    for (folder, below), place in sorted(arrows.items()):
        if below.startswith(folder + "/") and (back := arrows.get((below, folder))):
            yield folder, f"below {below}", f"{place}: {folder} and {below} include each other ({back})"


def check_libraries(tree):
    rules = rule_table("libraries.txt")
    for path in tree.cpp_files():
        for number, quote, header in tree.includes(path):
            for pattern, places in rules.items():
                if quote == "<" and fnmatch(header, pattern) and not any(fnmatch(path, p) for p in places.split()):
                    yield f"{path}:{number}: <{header}> may be included only in {places}"


def find_cycle(graph):
    """A list of files of which each includes the next and the last is the first, or None."""
    done, on_path = set(), []

    def visit(path):
        if path in on_path:
            return [*on_path[on_path.index(path):], path]
        if path in done:
            return None
        on_path.append(path)
        for target in graph.get(path, ()):
            if loop := visit(target):
                return loop
        on_path.pop()
        done.add(path)
        return None

    return next((loop for path in graph if (loop := visit(path))), None)


def check_cycles(tree):
    if loop := find_cycle(tree.include_graph):
        yield "include cycle: " + " -> ".join(loop)


def check_headers(tree):
    """A .cpp includes its own header first, so compiling it shows that the header needs nothing before it."""
    for path in tree.cpp_files():
        if path.endswith(".h") and "\n#pragma once\n" not in tree.text(path):
            yield f"{path}: has no #pragma once"
        header = path.removesuffix(".cpp") + ".h"
        if path.endswith(".cpp") and path.startswith(PROGRAM_FOLDERS) and (tree.root / header).is_file():
            first = next(tree.includes(path), None)
            if first is None or first[2] != header:
                yield f"{path}: must include {header} before anything else"
