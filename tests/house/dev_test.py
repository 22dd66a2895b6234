#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The development script in a copy of its own: help does nothing else, a moved build folder is built anew, messages are plain in a file."""
import fcntl
import os
import pty
import re
import shutil
import stat
import subprocess
import tempfile
import termios
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("dev", "cmake/requirements.sh", "cmake/requirements.txt", "benchmarks/run.sh", "tests/sanitize.sh", "tests/cluster/run.sh",
           "tests/faults/run.sh", "tests/fuzz/run.sh")


class Dev(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name) / "tree"
        for name in SCRIPTS:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        (self.root / "tests/faults/some_test.py").write_text('"""What it does."""\n', encoding="utf-8")
        # What installs, builds or crawls only says that it was called.
        self.calls = Path(self.folder.name) / "calls"
        tools = Path(self.folder.name) / "tools"
        tools.mkdir()
        for name in ("apt-get", "cmake", "ctest", "g++", "ninja", "sudo", "git"):
            tool = tools / name
            tool.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.calls}"\n', encoding="utf-8")
            tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
        (tools / "dpkg-query").write_text("#!/bin/sh\necho installed\n", encoding="utf-8")
        (tools / "dpkg-query").chmod(0o755)
        self.environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", TRAWL_JOBS="1")

    def run_dev(self, *arguments):
        return subprocess.run(["./dev", *arguments], cwd=self.root, env=self.environment, capture_output=True, text=True, check=False)

    def called(self):
        return self.calls.read_text(encoding="utf-8") if self.calls.exists() else ""

    def commands(self):
        return sorted(set(re.findall(r"^  ([a-z]+)", self.run_dev().stdout, re.M)))

    def test_help_of_each_command_does_nothing_else(self):
        self.assertIn("build", self.commands())
        for command in self.commands():
            for option in ("--help", "-h"):
                with self.subTest(command=command, option=option):
                    run = self.run_dev(command, option)
                    self.assertEqual(run.returncode, 0, run.stderr)
                    help_text = "What it does." if command == "faults" else f"  {command} "
                    self.assertTrue(run.stdout.startswith(help_text), run.stdout)
        self.assertEqual(self.called(), "")
        self.assertFalse((self.root / "build").exists())

    def test_what_another_system_lacks_is_named(self):
        (Path(self.folder.name) / "tools/pkg-config").write_text("#!/bin/sh\nfalse\n", encoding="utf-8")
        (Path(self.folder.name) / "tools/pkg-config").chmod(0o755)
        run = subprocess.run(["bash", "-c", ". cmake/requirements.sh; list_lacking g++ duktape-dev libbrotli-dev"], cwd=self.root,
                             env=self.environment, capture_output=True, text=True, check=True)
        self.assertEqual(run.stdout.splitlines()[:3], [
            "the library libbrotlienc (Debian: libbrotli-dev)", "the library libbrotlidec (Debian: libbrotli-dev)",
            "the library duktape (Debian: duktape-dev)"])

    def test_a_build_folder_of_another_place_is_built_anew(self):
        cache = self.root / "build/release/CMakeCache.txt"
        cache.parent.mkdir(parents=True)
        cache.write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.root}\n", encoding="utf-8")
        (cache.parent / "build.ninja").touch()
        self.run_dev("build")
        self.assertNotIn("--preset", self.called())
        cache.write_text("CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n", encoding="utf-8")
        run = self.run_dev("build")
        self.assertIn("was made in /elsewhere", run.stderr)
        self.assertIn("cmake --preset release", self.called())

    def test_tests_are_added_to_the_folder_of_the_programs(self):
        cache = self.root / "build/release/CMakeCache.txt"
        cache.parent.mkdir(parents=True)
        (cache.parent / "build.ninja").touch()
        for tests, configures in (("OFF", True), ("ON", False)):
            cache.write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.root}\nTRAWL_TESTS:BOOL={tests}\n", encoding="utf-8")
            self.calls.unlink(missing_ok=True)
            self.run_dev("test")
            self.assertEqual("cmake --preset dev" in self.called(), configures)
            self.assertIn("cmake --build build/release", self.called())
            self.assertIn("ctest --test-dir build/release", self.called())

    def test_messages_in_a_file_have_no_escape_sequences(self):
        run = self.run_dev("build")
        self.assertIn("Configuring release", run.stderr)
        self.assertNotIn("\033", run.stderr)

    @unittest.skipUnless(re.search(r'^VERSION_ID="1[23]"', Path("/etc/os-release").read_text(encoding="utf-8"), re.M), "needs Debian 12 or 13")
    def test_installing_says_what_it_does_from_the_beginning_and_names_no_package_a_list(self):
        tools = Path(self.folder.name) / "tools"
        said = "".join(f"echo 'Get:{i} http://deb.example bookworm/main amd64 python3-minimal amd64 3.11'\n" for i in range(9))
        (tools / "apt-get").write_text(f"#!/bin/sh\n[ $1 = update ] && echo UPDATE >/dev/tty\n{said}echo 'dlstatus:1:50.0000:Retrieving file 5 of 9'\n",
                                       encoding="utf-8")
        (tools / "sudo").write_text('#!/bin/sh\nexec "$@"\n', encoding="utf-8")
        (tools / "dpkg-query").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        terminal, end = pty.openpty()
        with subprocess.Popen(["bash", "-c", ". cmake/requirements.sh; install_missing python3-minimal"], cwd=self.root, env=self.environment,
                              stdin=end, stdout=end, stderr=end, start_new_session=True,
                              preexec_fn=lambda: fcntl.ioctl(end, termios.TIOCSCTTY, 0)) as run:
            self.assertEqual(run.wait(), 0)
        shown = os.read(terminal, 100_000).decode()
        self.assertEqual(shown.count("ackage lists"), 1, shown)
        self.assertLess(shown.index("ackage lists"), shown.index("UPDATE"))
        self.assertIn("downloading:  50 %", shown)

    def test_what_was_skipped_is_listed_with_its_reason(self):
        log = self.root / "build/release/Testing/Temporary/LastTest.log"
        log.parent.mkdir(parents=True)
        log.write_text("1/3 Test: completion: zsh takes it\n/completion_test.cpp:54: warning:\n  skipped: needs zsh\n\n"
                       "2/3 Test: page: in a browser\nskipped: Chromium is needed\n"
                       "3/3 Test: indexer\ntest_disk (__main__.Indexer.test_disk) ... skipped 'needs permission'\n", encoding="utf-8")
        self.assertIn("Skipped:\n  completion: zsh takes it: needs zsh\n  page: in a browser: Chromium is needed\n"
                      "  indexer, test_disk: needs permission\n", self.run_dev("test").stderr)


if __name__ == "__main__":
    unittest.main()
