#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that no program uses, found in the compiled objects: a function is used if any code or table refers to its
symbol. A function that is defined in a header is in no object unless it is used; it is found by its name, which no other
place has.

    unused_functions_test.py BUILD_DIR      prints one line per function; exit 1 if there is any
"""
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tree import HERE, PROGRAM_FOLDERS, Tree

ROOT = HERE.parent.parent
_SECTION = re.compile(r"^Relocation section '(\S+)'")
_IGNORED = (".rela.debug", ".rela.eh_frame")
_COMMENT, _WORD, _DECLARED = re.compile(r"//.*"), re.compile(r"\w+"), re.compile(r"[\w>&*] (\w+)\(")
_OF_THE_LANGUAGE = {"begin", "end", "what", "underlying_type"}
# Only tests use these: they read a whole table, to compare it with its data, or a value, to check another one.
_FOR_TESTS = {"stop_words", "synonym_groups", "element_removal_reasons", "block_removal_reasons", "all", "labels", "count"}


def symbols(objects):
    """({mangled function: the object that defines it}, the mangled symbols that `objects` refer to)."""
    defined = subprocess.run(["nm", "-A", "--defined-only", "--extern-only", *objects], capture_output=True, text=True, check=True)
    functions = {name: path for path, name in re.findall(r"^(.+?):\S+ T (\S+)$", defined.stdout, re.M)}
    used, section = set(), ""
    relocations = subprocess.run(["readelf", "--relocs", "--wide", *objects], capture_output=True, text=True, check=True)
    for line in relocations.stdout.splitlines():
        if match := _SECTION.match(line):
            section = match[1]
        elif not section.startswith(_IGNORED) and len(words := line.split()) >= 5:
            used.add(words[4].partition("@")[0])
    return functions, used


def name_of(function):
    """shared::url::parse[abi:cxx11](…) -> ["shared", "url", "parse"]"""
    return re.sub(r"\[abi:\w+\]", "", function.partition("(")[0]).split("::")


def is_ordinary(function):
    """Not a constructor, destructor or assignment, which have several symbols each."""
    *scopes, name = name_of(function)
    return scopes[:1] == ["trawl"] and not name.startswith(("~", "operator")) and name not in scopes and name not in _FOR_TESTS


def sources_of(path):
    """The texts of the sources in an object: its own, or those that a generated source of a folder includes."""
    build, source = re.fullmatch(r"(.*?)/CMakeFiles/[^/]*\.dir/(.*)\.o", path).groups()
    names = [source]
    if source.startswith("generated/"):
        names = re.findall(r'#include "(.*\.cpp)"', (Path(build) / source).read_text(encoding="utf-8"))
    return [(ROOT / name).read_text(encoding="utf-8") for name in names if (ROOT / name).is_file()]


def is_named_in_its_object(function, path):
    """Whether the sources of its object name it besides defining it: the compiler may have inlined every call."""
    uses = sum(len(re.findall(rf"\b{name_of(function)[-1]}\b", _COMMENT.sub("", text))) for text in sources_of(path))
    return uses > 1


def once_in_headers():
    """(header, name) of what looks like a function and has a name that the programs have nowhere else."""
    tree = Tree(ROOT)
    code = {path: _COMMENT.sub("", tree.text(path)) for path in tree.files if path.startswith((*PROGRAM_FOLDERS, "cmake/"))}
    uses = Counter(word for text in code.values() for word in _WORD.findall(text))
    return [(path, name) for path, text in code.items() if path.endswith(".h")
            for name in _DECLARED.findall(text) if uses[name] == 1 and name not in _FOR_TESTS | _OF_THE_LANGUAGE]


def main():
    build = Path(sys.argv[1])
    objects = [path for target in ("trawl.dir", "trawl-indexer.dir", "trawl-searchd.dir", "trawl-script.dir", "trawl_*.dir")
               for path in build.glob(f"CMakeFiles/{target}/**/*.o")]
    functions, used = symbols(objects)
    unused = sorted(functions.keys() - used - {"main"})
    demangled = subprocess.run(["c++filt", *unused], capture_output=True, text=True, check=True).stdout.splitlines()
    found = [function for function, symbol in zip(demangled, unused)
             if is_ordinary(function) and not is_named_in_its_object(function, functions[symbol])]
    found += [f"{name} of {header}" for header, name in once_in_headers()]
    for name in found:
        print(f"no program uses {name}; delete it, or move it to the tests that use it")
    print(f"unused functions: {len(functions)} functions in {len(objects)} objects, {len(found)} unused")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
