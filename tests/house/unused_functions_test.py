#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that no program uses, found in the compiled objects: a function is used if any code or table refers to its
symbol. Unlike dead_code_rules.py this tells functions of the same name apart.

    unused_functions_test.py BUILD_DIR      prints one line per function; exit 1 if there is any
"""
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
_SECTION = re.compile(r"^Relocation section '(\S+)'")
_IGNORED = (".rela.debug", ".rela.eh_frame")


def symbols(objects):
    """(the functions that `objects` define, the symbols that they refer to), mangled."""
    defined = subprocess.run(["nm", "--defined-only", "--extern-only", *objects], capture_output=True, text=True, check=True)
    functions = set(re.findall(r"^\S+ T (\S+)$", defined.stdout, re.M))
    used, section = set(), ""
    relocations = subprocess.run(["readelf", "--relocs", "--wide", *objects], capture_output=True, text=True, check=True)
    for line in relocations.stdout.splitlines():
        if match := _SECTION.match(line):
            section = match[1]
        elif not section.startswith(_IGNORED) and len(words := line.split()) >= 5:
            used.add(words[4].partition("@")[0])
    return functions, used


def is_ordinary(function, allowed):
    """Not a constructor, destructor or assignment, which have several symbols each."""
    scopes = re.sub(r"\[abi:\w+\]", "", function.partition("(")[0]).split("::")
    return not scopes[-1].startswith(("~", "operator")) and scopes[-1] not in scopes[:-1] and scopes[-1] not in allowed


def main():
    build = Path(sys.argv[1])
    objects = [path for target in ("trawl.dir", "trawl-indexer.dir", "trawl-searchd.dir", "trawl_*.dir")
               for path in build.glob(f"CMakeFiles/{target}/**/*.o")]
    functions, used = symbols(objects)
    demangled = subprocess.run(["c++filt", *sorted(functions - used - {"main"})], capture_output=True, text=True, check=True)
    allowed = set(re.findall(r": unused (\w+):", (HERE / "allowances.txt").read_text(encoding="utf-8")))
    found = [name for name in demangled.stdout.splitlines() if name.startswith("trawl::") and is_ordinary(name, allowed)]
    for name in found:
        print(f"no program uses {name}; delete it, or move it to the tests that use it")
    print(f"unused functions: {len(functions)} functions in {len(objects)} objects, {len(found)} unused")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
