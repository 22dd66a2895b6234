# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the large collections of real pages are, for the tests that need them: $TRAWL_SHARED, else ../shared."""
import os
import sys
from pathlib import Path

SKIPPED = 77  # ctest's SKIP_RETURN_CODE


def collection(source_dir, name):
    """The folder of one collection; ends the test as skipped when it is not there."""
    root = Path(os.environ.get("TRAWL_SHARED") or Path(source_dir).resolve().parent / "shared")
    if not (root / name).exists():
        print(f"skipped: there is no {root / name}; set TRAWL_SHARED to the collections of real pages")
        sys.exit(SKIPPED)
    return root / name
