#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks each house rule in a small made-up tree and expects house_test.py to say so."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parent / "house_test.py"
SPDX = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
HEADER = SPDX + "#pragma once\n"


class House(unittest.TestCase):
    def judge(self, **files):
        with tempfile.TemporaryDirectory() as root:
            for name, text in files.items():
                path = Path(root) / name.replace("__", "/").replace("_h", ".h").replace("_cpp", ".cpp")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            run = subprocess.run([sys.executable, CHECK, root], capture_output=True, text=True, check=False)
            return run.returncode, run.stdout

    def broken(self, sentence, **files):
        code, out = self.judge(**files)
        self.assertEqual(code, 1, out)
        self.assertIn(sentence, out)

    def test_a_clean_tree_passes(self):
        self.assertEqual(self.judge(shared__base__a_h=HEADER + "int a();\n")[0], 0)

    def test_an_arrow_upwards(self):
        self.broken("shared/base may not include shared/text", shared__base__a_h=HEADER + '#include "shared/text/b.h"\n')

    def test_an_arrow_between_programs(self):
        self.broken("cli may not include indexer/feed", cli__a_cpp=SPDX + '#include "indexer/feed/feed.h"\n')

    def test_a_library_that_leaks(self):
        self.broken("<xapian.h> may be included only", shared__article__a_h=HEADER + "#include <xapian.h>\n")

    def test_a_cycle(self):
        self.broken("include cycle", shared__base__a_h=HEADER + '#include "shared/base/b.h"\n',
                    shared__base__b_h=HEADER + '#include "shared/base/a.h"\n')

    def test_a_header_that_is_not_included_first(self):
        self.broken("must include shared/base/a.h before anything else", shared__base__a_h=HEADER,
                    shared__base__a_cpp=SPDX + '#include <vector>\n#include "shared/base/a.h"\n')

    def test_a_header_that_may_not_be_included_twice(self):
        self.broken("has no #pragma once", shared__base__a_h=SPDX)

    def test_a_long_file(self):
        self.broken("at most 400", shared__base__a_cpp=SPDX + "int a;\n" * 401)

    def test_a_long_function(self):
        self.broken("long_one has", shared__base__a_cpp=SPDX + "int long_one() {\n" + "  a();\n" * 81 + "}\n")

    def test_a_wide_header(self):
        self.broken("public functions", shared__base__a_h=HEADER + "".join(f"int f{i}();\n" for i in range(26)))

    def test_a_file_without_licence(self):
        self.broken("SPDX", shared__base__a_cpp="int a;\n")


if __name__ == "__main__":
    unittest.main()
