# SPDX-License-Identifier: GPL-3.0-or-later
"""Files, functions, classes, headers and folders stay small."""
from collections import defaultdict

from tree import CPP_FOLDERS, PROGRAM_FOLDERS

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 80
MAX_HEADER_FUNCTIONS = 25
MAX_CLASS_FUNCTIONS = 15          # public ones
MAX_CLASS_MEMBERS = 15
MAX_CLASS_LINES = 400             # the class and its functions, whatever file they are in
MAX_FOLDER_UNITS = 20             # a header with its source is one unit


def check(tree):
    """(path, what an allowance must name, message) of everything that is too large."""
    yield from check_files(tree)
    yield from check_classes(tree)
    yield from check_folders(tree)


def check_files(tree):
    for path in tree.cpp_files():
        lines = tree.text(path).count("\n")
        if lines > MAX_FILE_LINES:
            yield path, "lines", f"{path}: {lines} lines; at most {MAX_FILE_LINES}"
        source = tree.source(path)
        for f in source.functions:
            if f.lines > MAX_FUNCTION_LINES:
                yield path, f"function {f.name}", f"{path}:{f.line}: {f.name} has {f.lines} lines; at most {MAX_FUNCTION_LINES}"
        free = len(source.declared_functions)
        if path.endswith(".h") and free > MAX_HEADER_FUNCTIONS:
            yield path, "functions", f"{path}: {free} free functions; at most {MAX_HEADER_FUNCTIONS}"


def classes(tree, *tops):
    """(path, class, lines of the class and of its functions that are defined outside it) of every class."""
    outside = defaultdict(int)
    for path in tree.cpp_files(*tops):
        for f in tree.source(path).functions:
            if not f.is_inside:
                outside[f.space, f.name.rpartition("::")[0]] += f.lines
    for path in tree.cpp_files(*tops):
        for cls in tree.source(path).classes:
            yield path, cls, cls.lines + outside[cls.space, cls.name]


def check_classes(tree):
    """A class with only public data is a record: its size is that of the thing it describes."""
    for path, cls, lines in classes(tree, *PROGRAM_FOLDERS):
        if cls.is_record:
            continue
        for number, limit, what in ((len(cls.public_functions), MAX_CLASS_FUNCTIONS, "public functions"),
                                    (len(cls.data_members), MAX_CLASS_MEMBERS, "data members"),
                                    (lines, MAX_CLASS_LINES, "lines with its functions")):
            if number > limit:
                yield path, f"class {cls.name}", f"{path}:{cls.line}: class {cls.name} has {number} {what}; at most {limit}"


def folder_units(tree):
    """The units of each folder of code: file names without their extension. Data for tests is not counted."""
    units = defaultdict(set)
    for path in tree.files:
        folder, _, name = path.rpartition("/")
        if path.startswith(CPP_FOLDERS) and name.endswith((".h", ".cpp", ".py", ".sh")) and "/data/" not in path:
            units[folder].add(name.rpartition(".")[0])
    return units


def check_folders(tree):
    for folder, units in sorted(folder_units(tree).items()):
        if len(units) > MAX_FOLDER_UNITS:
            yield folder, "units", f"{folder}: {len(units)} units; at most {MAX_FOLDER_UNITS}"
