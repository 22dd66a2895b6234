#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""systemd knows every setting of the package's units, and each unit's own command line does its work on a data directory.

    units_test.py BIN_DIR SOURCE_DIR
"""
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from small_site import Site  # noqa: E402

UNITS = sorted([*SOURCE.glob("packaging/trawl-*.*"), *SOURCE.glob("packaging/user/*")])
SERVICES = sorted((unit for unit in UNITS if unit.suffix == ".service"), key=lambda unit: unit.name != "trawl-crawl.service")  # that one first
CONFIG = """[crawl]
sources = "{folder}/sources.json"
proxy = "http://{site}"
allow-address = ["{site}"]
delay = 0
[serve]
listen = "127.0.0.1:0"
"""


class Service:
    """A unit as systemd would run it, but without its isolation, and with a folder instead of the system's."""

    def __init__(self, unit, folder):
        text = unit.read_text(encoding="utf-8").replace("/usr/bin/trawl", f"{BIN}/trawl")
        text = text.replace("/var/lib/trawl", f"{folder}/data").replace("/etc/trawl", str(folder))
        self.settings = dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))
        own = dict(pair.split("=", 1) for pair in shlex.split(self.settings.get("Environment", "")))
        self.environment = {"PATH": os.environ["PATH"], "TRAWL_DATA": f"{folder}/data", "TRAWL_CONFIG": f"{folder}/config.toml",
                            "NOTIFY_SOCKET": f"{folder}/notices", **own}

    def start(self, setting):
        return subprocess.Popen(shlex.split(self.settings[setting]), env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def successes(self):
        return {0, *map(int, self.settings.get("SuccessExitStatus", "").split())}


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

    def test_every_command_line_does_its_work(self):
        with tempfile.TemporaryDirectory(prefix="trawl-units-") as name, Site(3) as site, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
            folder = Path(name)
            site.arguments(folder, folder / "data")  # writes the catalogue
            (folder / "config.toml").write_text(CONFIG.format(folder=folder, site=f"127.0.0.1:{site.port}"), encoding="utf-8")
            notices.bind(f"{folder}/notices")
            notices.settimeout(60)
            for unit in SERVICES:
                with self.subTest(unit.name):
                    self.run_unit(Service(unit, folder), folder / "data/lock", notices)

    def run_unit(self, service, lock, notices):
        with service.start("ExecStart") as process:
            self.addCleanup(process.kill)
            if service.settings.get("Type") == "notify":
                self.assertIn(b"READY=1", notices.recv(4096))
                process.terminate()
            elif service.settings.get("Type") != "oneshot":  # a writer that runs until it is stopped
                end = time.monotonic() + 60
                while f"pid {process.pid} " not in lock.read_text():
                    self.assertTrue(process.poll() is None and time.monotonic() < end, "it does not write")
                    time.sleep(0.05)
                service.environment["MAINPID"] = str(process.pid)
                with service.start("ExecReload") as reload:
                    self.assertEqual(reload.wait(), 0)
                process.terminate()
            out = process.communicate(timeout=60)[0]
        code = process.returncode if process.returncode >= 0 else 128 - process.returncode
        self.assertIn(code, service.successes(), out)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
