# SPDX-License-Identifier: GPL-3.0-or-later
"""A function fits on a screen or two. The other sizes are no rules: metrics.py lists what exceeds them, as places that are
worth a look. A file holds one idea and a folder is cohesive, whatever their length."""
from collections import defaultdict

from tree import CPP_FOLDERS, PROGRAM_FOLDERS

MAX_FUNCTION_LINES = 80

LONG_FILE_LINES = 400
WIDE_HEADER_FUNCTIONS = 25
LARGE_CLASS_FUNCTIONS = 15        # public ones
LARGE_CLASS_MEMBERS = 15
LARGE_CLASS_LINES = 400           # the class and its functions, whatever file they are in
LARGE_FOLDER_UNITS = 20           # a header with its source is one unit


def check(tree):
    """(path, what an allowance must name, message) of each function that is too long."""
    for path in tree.cpp_files():
        for f in tree.source(path).functions:
            if f.lines > MAX_FUNCTION_LINES:
                yield path, f"function {f.name}", f"{path}:{f.line}: {f.name} has {f.lines} lines; at most {MAX_FUNCTION_LINES}"


def worth_a_look(tree):
    """A sentence about each file, header, class and folder of the programs that is large."""
    for path in tree.cpp_files(*PROGRAM_FOLDERS):
        lines = tree.text(path).count("\n")
        if lines > LONG_FILE_LINES:
            yield f"{path}: {lines} lines"
        free = len(tree.source(path).declared_functions)
        if path.endswith(".h") and free > WIDE_HEADER_FUNCTIONS:
            yield f"{path}: {free} free functions"
    for path, cls, lines in classes(tree, *PROGRAM_FOLDERS):
        if cls.is_record:
            continue                                # only public data: its size is that of the thing it describes
        for number, limit, what in ((len(cls.public_functions), LARGE_CLASS_FUNCTIONS, "public functions"),
                                    (len(cls.data_members), LARGE_CLASS_MEMBERS, "data members"),
                                    (lines, LARGE_CLASS_LINES, "lines with its functions")):
            if number > limit:
                yield f"{path}:{cls.line}: class {cls.name}: {number} {what}"
    for folder, units in sorted(folder_units(tree).items()):
        if folder.startswith(PROGRAM_FOLDERS) and len(units) > LARGE_FOLDER_UNITS:
            yield f"{folder}: {len(units)} units"


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


def folder_units(tree):
    """The units of each folder of code: file names without their extension. Data for tests is not counted."""
    units = defaultdict(set)
    for path in tree.files:
        folder, _, name = path.rpartition("/")
        if path.startswith(CPP_FOLDERS) and name.endswith((".h", ".cpp", ".py", ".sh")) and "/data/" not in path:
            units[folder].add(name.rpartition(".")[0])
    return units
