#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The house rules that a program can hold: who may include whom, which file may see which library, no cycles, headers
that stand alone, sizes.

    house_test.py [ROOT]      prints one line per broken rule; exit 1 if there is any

The rules are data beside this file: layers.txt, libraries.txt, allowances.txt.
"""
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE.parent.parent
OURS = ("shared", "indexer", "searchd", "cli")
MAX_LINES, MAX_FUNCTION, MAX_PUBLIC = 400, 80, 25
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def table(name):
    """`key: words` lines of a rule file, without comments."""
    rows = {}
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if ":" in line:
            key, _, words = line.partition(":")
            rows[key.strip()] = words.strip()
    return rows


def sources():
    for top in (*OURS, "tests", "benchmarks"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                yield path.relative_to(ROOT).as_posix()


def folder_of(path, layers):
    """The layer a file belongs to: the longest folder of layers.txt that holds it."""
    return max((f for f in layers if path.startswith(f + "/")), key=len, default=None)


def includes(path):
    for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1], match[2]


def allowed_arrow(source, target, layers):
    return source == target or any(fnmatch(target, pattern) for pattern in layers[source].split())


def check_arrows(files, layers):
    """Every #include "…" goes downwards, as layers.txt has it."""
    for path in files:
        source = folder_of(path, layers)
        for number, quote, target in includes(path):
            if quote != '"':
                continue
            if source is None:
                continue                                                    # tests and benchmarks may see everything
            to = folder_of(target, layers)
            if to is None:
                yield f"{path}:{number}: includes {target}, which is in no folder of layers.txt"
            elif not allowed_arrow(source, to, layers):
                yield f"{path}:{number}: {source} may not include {to} ({target})"


def check_libraries(files):
    """Each outside library is seen only where libraries.txt says."""
    rules = table("libraries.txt")
    for path in files:
        for number, quote, header in includes(path):
            for pattern, places in rules.items():
                if quote == "<" and fnmatch(header, pattern) and not any(fnmatch(path, p) for p in places.split()):
                    yield f"{path}:{number}: <{header}> may be included only in {places}"


def check_cycles(files):
    """No file includes itself by any way round."""
    graph = {p: [t for _, q, t in includes(p) if q == '"' and (ROOT / t).is_file()] for p in files}
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

    for path in graph:
        if loop := visit(path):
            yield "include cycle: " + " -> ".join(loop)
            return


def check_headers(files):
    """A header may be included twice; a .cpp includes its own before all else, so compiling it shows that it needs nothing."""
    for path in files:
        if path.endswith(".h") and "\n#pragma once\n" not in (ROOT / path).read_text(encoding="utf-8"):
            yield f"{path}: has no #pragma once"
        header = path.removesuffix(".cpp") + ".h"
        if path.endswith(".cpp") and path.startswith(OURS) and (ROOT / header).is_file():
            first = next(includes(path), None)
            if first is None or first[2] != header:
                yield f"{path}: must include {header} before anything else"


def functions(text):
    """(name, first line, lines) of each function body, found by braces that open after a ')' at the left margin."""
    lines = text.splitlines()
    start = None
    for number, line in enumerate(lines, 1):
        if start is None and re.match(r"^[A-Za-z_~].*\)[^;=]*\{\s*$", line) and not line.startswith("namespace"):
            start, name = number, (re.findall(r"([A-Za-z_~][\w:~]*)\s*\(", line) or ["?"])[0]
        elif start is not None and line.startswith("}"):
            yield name, start, number - start + 1
            start = None


def public_functions(text):
    """Roughly: declarations ending in ');' or with a body, indented at most two, outside private sections."""
    count, private = 0, False
    for line in text.splitlines():
        if re.match(r"^\s*(private|protected):", line):
            private = True
        elif re.match(r"^ {0,2}public:|^};", line) or re.match(r"^(class|struct) ", line):
            private = False
        elif not private and re.match(r"^ {0,2}[A-Za-z_\[~].*\w\(.*(\)|const|override|noexcept|= \w+)\s*(;|\{.*\})\s*$", line):
            count += 1
    return count


def check_sizes(files):
    """Files, functions and headers stay readable, or allowances.txt says why not."""
    allowances = table("allowances.txt")
    for path in files:
        if not path.startswith(OURS):
            continue
        text = (ROOT / path).read_text(encoding="utf-8")
        granted = allowances.get(path, "")
        lines = text.count("\n")
        if lines > MAX_LINES and "lines" not in granted:
            yield f"{path}: {lines} lines; at most {MAX_LINES}, or a reason in allowances.txt"
        for name, start, length in functions(text):
            if length > MAX_FUNCTION and f"function {name}" not in granted:
                yield f"{path}:{start}: {name} has {length} lines; at most {MAX_FUNCTION}"
        if path.endswith(".h") and "functions" not in granted and (n := public_functions(text)) > MAX_PUBLIC:
            yield f"{path}: {n} public functions; at most {MAX_PUBLIC}"


def check_licence(files):
    for path in files:
        if not (ROOT / path).read_text(encoding="utf-8").startswith("// SPDX-License-Identifier: GPL-3.0-or-later\n"):
            yield f"{path}: the first line must be the SPDX licence line"


def main():
    files, layers = list(sources()), table("layers.txt")
    broken = [*check_arrows(files, layers), *check_libraries(files), *check_cycles(files), *check_headers(files),
              *check_sizes(files), *check_licence(files)]
    for line in broken:
        print(line)
    print(f"house: {len(files)} files, {len(broken)} broken rules")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
