#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""systemd knows every setting of the package's units, and the weekly check runs the command that there is.

    units_test.py BIN_DIR SOURCE_DIR
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
UNITS = sorted([*SOURCE.glob("packaging/trawl-*.*"), *SOURCE.glob("packaging/user/*")])


class Units(unittest.TestCase):
    @unittest.skipUnless(shutil.which("systemd-analyze"), "needs systemd-analyze")
    def test_systemd_knows_every_setting(self):
        with tempfile.TemporaryDirectory(prefix="trawl-units-") as folder:
            for unit in UNITS:  # the programs and their manual pages are not installed here
                text = re.sub(r"^Documentation=.*\n", "", unit.read_text(encoding="utf-8"), flags=re.MULTILINE)
                Path(folder, unit.name).write_text(re.sub(r"/usr/bin/trawl[\w-]*", "/bin/true", text), encoding="utf-8")
            for unit in UNITS:
                manager = "--user" if unit.parent.name == "user" else "--system"
                done = subprocess.run(["systemd-analyze", "verify", manager, f"{folder}/{unit.name}"], capture_output=True, text=True, check=False,
                                      env={"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder})
                self.assertEqual((done.returncode, done.stderr), (0, ""), unit.name)

    def test_every_unit_runs_a_command_that_there_is(self):
        for unit in UNITS:
            for program, words in re.findall(r"^ExecStart=/usr/bin/(trawl[\w-]*)(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE):
                done = subprocess.run([BIN / program, *words.split(), "--help"], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, f"{unit.name}: {done.stderr}")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
