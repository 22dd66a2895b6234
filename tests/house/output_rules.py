# SPDX-License-Identifier: GPL-3.0-or-later
"""All terminal output goes through shared/base/terminal_text.h: programs write to std::cout and std::cerr, which SafeOutput
filters while it exists, and nowhere past them."""
import re

from cpp_source import blanked
from tree import PROGRAM_FOLDERS

# The places that may write to C streams and file descriptors: the filter itself, fixed messages when there is no memory
# for it or a signal is handled, and styled text that goes to a pager.
_WRITERS = {"shared/base/terminal_text.cpp", "shared/base/system_error.cpp", "indexer/commands/stop_signal.cpp", "cli/process.cpp"}
_PAST = re.compile(r"(?<![\w.>])(?:f?printf|v?dprintf|f?puts|f?putc|putchar|perror|fwrite)\(|\bstd::clog\b|\b(?:rdbuf)\(")
_DESCRIPTOR = re.compile(r"\bwrite\w*\((?:STDOUT_FILENO|STDERR_FILENO|[12])\b")
_STREAM = re.compile(r"\bstd::(?:cout|cerr)\b")
_FILTER = re.compile(r"\bSafeOutput \w+;")


def check(tree):
    """(path, what an allowance must name, message) of each place that writes past the filter."""
    files = tree.cpp_files(*PROGRAM_FOLDERS)
    code = {path: blanked(tree.text(path)) for path in files}
    for path in files:
        if path in _WRITERS:
            continue
        for match in [*_PAST.finditer(code[path]), *_DESCRIPTOR.finditer(code[path])]:
            line = code[path].count("\n", 0, match.start()) + 1
            yield path, "output", f"{path}:{line}: writes past the filter of shared/base/terminal_text.h: use std::cout, std::cerr or print_line"
    for folder in PROGRAM_FOLDERS[1:]:
        ours = [path for path in files if path.startswith(folder + "/")]
        if any(_STREAM.search(code[path]) for path in ours) and not any(_FILTER.search(code[path]) for path in ours):
            yield ours[0], "output", f"{folder}: writes to std::cout or std::cerr without a SafeOutput"
