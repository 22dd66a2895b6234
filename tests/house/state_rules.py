# SPDX-License-Identifier: GPL-3.0-or-later
"""What a page is, and when it or a seed is requested next, is decided in two pure files: everywhere else only they are called."""
import re

from cpp_source import blanked

_DECIDES = ("indexer/crawl/pages/page_state.cpp", "indexer/crawl/frontier/schedule.cpp")
_STORE = "indexer/store/"
_SETS = re.compile(r"\bdue_at\s*(?:=(?!=)|\.(?:reset|emplace)\()|\bstate\s*=(?!=)\s*(?:store::)?UrlState::")
_SETS_STORED = re.compile(r"UPDATE (?:urls|rechecks|seeds) SET due_at|SET state = \d")


def check(tree):
    """(path, what an allowance must name, message) of each place that decides besides."""
    for path in tree.cpp_files("indexer"):
        if path in _DECIDES:
            continue
        text = tree.text(path)
        pattern, code = (_SETS_STORED, text) if path.startswith(_STORE) else (_SETS, blanked(text))
        for match in pattern.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield path, "page state", f"{path}:{line}: '{match.group().strip()}' belongs into {_DECIDES[0]}"
