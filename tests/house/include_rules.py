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


def layer_of(path, layers):
    """The longest folder of layers.txt that `path` is in, or None."""
    return max((folder for folder in layers if path.startswith(folder + "/")), key=len, default=None)


def check_layers(tree):
    layers = rule_table("layers.txt")
    for path in tree.cpp_files():
        source = layer_of(path, layers)
        if source is None:
            continue                                                        # tests and benchmarks may include anything
        for number, quote, target in tree.includes(path):
            if quote != '"':
                continue
            layer = layer_of(target, layers)
            if layer is None:
                yield f"{path}:{number}: includes {target}, which is in no folder of layers.txt"
            elif layer != source and not any(fnmatch(layer, pattern) for pattern in layers[source].split()):
                yield f"{path}:{number}: {source} may not include {layer} ({target})"


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
