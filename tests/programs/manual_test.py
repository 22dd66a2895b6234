#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documentation that programs generate: manual pages and the configuration file; and the command
lines that README and docs print, run as printed.

    manual_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
PROGRAMS = ("trawl", "trawl-indexer", "trawl-searchd")
# Lines of the documentation that cannot be run here, and why.
NOT_RUN = {
    "git clone": "copies this repository", "./dev": "builds it", "eval \"$(./dev env)\"": "follows ./dev run",
    "source <(": "is for zsh", "trawl completion fish | source": "is for fish",
    "sudo": "changes the system", "systemctl": "changes the system", "journalctl": "reads the system's log",
    "trawl --server http://127.0.0.1:7700": "asks the daemon of the machine", "podman": "needs podman", "curl http://127.0.0.1:7700": "asks the daemon of an example", "curl 'http": "asks it too",
    "curl -X DELETE": "asks a cluster of an example", "trawl import part2.jsonl": "takes what is printed above it from a machine of its own",
}
UNTIL_STOPPED = ("trawl crawl --watch", "trawl serve", "trawl mcp")
EXPECTED = {
    "trawl sources add https://a.blog/": 4,      # there is no such site behind the demo's proxy
    "trawl add https://a.blog/one-post": 4,
    "trawl remove https://a.blog/one-post": 1,    # so nothing was added
}


def environment(home, **more):
    own = {"HOME": str(home), "PATH": f"{BIN}:{os.environ['PATH']}", "LANG": "C.UTF-8", "TERM": "dumb"}
    return own | {key: str(value) for key, value in more.items()}


class Described(unittest.TestCase):
    def test_docs_configuration_agrees_with_the_option_tables(self):
        with tempfile.TemporaryDirectory() as home:
            made = subprocess.run([BIN / "trawl", "config", "--markdown"], capture_output=True, text=True, check=True,
                                  env=environment(home)).stdout
        self.assertEqual((SOURCE / "docs/configuration.md").read_text(encoding="utf-8"), made,
                         "run: trawl config --markdown > docs/configuration.md")

    def test_the_sample_configuration_changes_nothing_with_every_setting_uncommented(self):
        with tempfile.TemporaryDirectory() as home:
            sample = subprocess.run([BIN / "trawl", "config"], capture_output=True, text=True, check=True,
                                    env=environment(home)).stdout
            lines = [line.removeprefix("#") for line in sample.splitlines() if not line.startswith("# ")]
            config = Path(home, "all.toml")
            config.write_text("\n".join(lines), encoding="utf-8")
            for words in (["trawl-indexer", "crawl", "nosuchsource"], ["trawl-indexer", "sources", "list"],
                          ["trawl-indexer", "index", "check"], ["trawl-indexer", "import", "/nonexistent"],
                          ["trawl-searchd", "--threads", "1000"], ["trawl", "facets", "tag"], ["trawl", "stats"]):
                asked = [subprocess.run([BIN / words[0], *words[1:], *more], capture_output=True, text=True, check=False,
                                        env=environment(home)) for more in (["--config", config], [])]
                self.assertEqual((asked[0].returncode, asked[0].stderr), (asked[1].returncode, asked[1].stderr), words)

    def test_every_environment_variable_that_is_read_is_in_the_table(self):
        read = set()
        for folder in ("shared", "indexer", "searchd", "cli"):
            for path in (SOURCE / folder).rglob("*.cpp"):
                text = path.read_text(encoding="utf-8")
                read |= set(re.findall(r'(?:environment|getenv)\("([A-Z_]+)"', text))
                for names in re.findall(r"(?:first_set\(\{|unsetenv\(|: \{)((?:\"[A-Z_]+\",? ?)+)\}", text):
                    read |= set(re.findall(r'"([A-Z_]+)"', names))
        table = (SOURCE / "cmake/manual.h2m").read_text(encoding="utf-8")
        self.assertEqual(sorted(name for name in read if f".B {name}\n" not in table), [])

    def test_manual_pages_are_read_without_a_warning(self):
        with tempfile.TemporaryDirectory() as home:
            subprocess.run([sys.executable, SOURCE / "cmake/make_manual.py", BIN, home, "1"], check=True, env=environment(home))
            pages = {page.name: page.read_text(encoding="ascii") for page in Path(home).glob("man?/*")}
            self.assertGreater(len(pages), 50)
            for name, texts in {
                "trawl-query.7": ("\\fBgone\\fR (withdrawn", "\\fB\\-benchmark\\fR", "HOW RESULTS ARE ORDERED"),
                "trawl-config.5": ("\\fBfacet\\-limit\\fR", "sources.add"),
                "trawl-crawl.1": ("\\-\\-allow\\-address\\fR ADDRESS ...\n", "TRAWL_DATA", "EXIT STATUS", "\n.SH FILES", "\n.SH EXAMPLES"),
                "trawl-search.1": ("\\fB\\-n\\fR, \\fB\\-\\-limit\\fR N\nNumber of hits", "en, zh, ko \\[u2026]"),
                "trawl-sources-add.1": ("\n.B trawl\n",), "trawl-searchd.1": ("NOTIFY_SOCKET",),
            }.items():
                for text in texts:
                    self.assertIn(text, pages[name], name)
            for page in Path(home).glob("man?/*"):
                done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""), page.name)


class Installed(unittest.TestCase):
    def test_an_installation_works_from_its_own_directory(self):
        build = BIN.parent
        with tempfile.TemporaryDirectory(prefix="trawl install ") as home:
            prefix = Path(home, "local")
            subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, capture_output=True)
            shown = subprocess.run([prefix / "bin/trawl", "sources", "list"], capture_output=True, text=True, check=False,
                                   env=environment(home, PATH=f"{prefix}/bin:/usr/bin:/bin"))
            self.assertEqual(shown.returncode, 0, shown.stderr)
            for path in ("bin/trawl-indexer", "bin/trawl-searchd", "lib/trawl/sources.json", "lib/trawl/topics.json",
                         "lib/trawl/demo/serve_demo.py", "share/man/man1/trawl-crawl.1", "share/man/man1/trawl-sources-add.1", "share/man/man5/trawl-config.5", "share/man/man7/trawl-query.7",
                         "share/bash-completion/completions/trawl", "share/zsh/vendor-completions/_trawl",
                         "share/fish/vendor_completions.d/trawl.fish"):
                self.assertTrue((prefix / path).is_file(), path)
            gone = subprocess.run(["cmake", "--build", build, "--target", "uninstall"], capture_output=True, text=True, check=False)
            self.assertEqual(gone.returncode, 0, gone.stdout + gone.stderr)
            self.assertEqual([path for path in prefix.rglob("*") if not path.is_dir()], [])
            system = Path(home, "root")
            subprocess.run(["cmake", "--install", build, "--prefix", "/usr"], check=True, capture_output=True,
                           env=os.environ | {"DESTDIR": str(system)})
            for path in ("usr/lib/systemd/system/trawl-searchd.service", "usr/lib/sysusers.d/trawl.conf",
                         "etc/trawl/config.toml"):
                self.assertTrue((system / path).is_file(), path)
            # A small system has a shell and the package's files, but not /bin/kill.
            for unit in (system / "usr/lib/systemd/system").glob("trawl-*.service"):
                for command in re.findall(r"^Exec\w+=(\S+)", unit.read_text(encoding="utf-8"), re.MULTILINE):
                    self.assertTrue(command == "/bin/sh" or (system / command.lstrip("/")).is_file(), f"{unit.name}: {command}")


    def test_installing_again_leaves_the_user_s_own_catalogue_alone(self):
        build = BIN.parent
        with tempfile.TemporaryDirectory(prefix="trawl install ") as home:
            prefix = Path(home, ".local")                               # as README says; the data directory is in it
            install = ["cmake", "--install", build, "--prefix", prefix]
            subprocess.run(install, check=True, capture_output=True)
            installed = {path: path.read_bytes() for path in prefix.rglob("*") if path.is_file()}
            subprocess.run([prefix / "bin/trawl", "sources", "disable", "openai"], check=True, capture_output=True,
                           env=environment(home, PATH=f"{prefix}/bin:/usr/bin:/bin"))
            own = Path(home, ".local/share/trawl/sources.json")
            kept = own.read_bytes()
            for path, content in installed.items():
                self.assertEqual(path.read_bytes(), content, f"{path} is the program's and was changed by a command")
            subprocess.run(install, check=True, capture_output=True)
            self.assertEqual(own.read_bytes(), kept)
            for page in (prefix / "share/doc/trawl").rglob("*.md"):
                for link in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
                    self.assertTrue((page.parent / link).exists(), f"the installed {page.name} links to {link}")
            subprocess.run(["cmake", f"-DLIST={build}/install_manifest.txt", "-P", SOURCE / "cmake/Uninstall.cmake"],
                           check=True, capture_output=True)
            left = {path.relative_to(prefix) for path in prefix.rglob("*")}
            self.assertEqual({path for path in left if not path.is_relative_to("share/trawl")}, {Path("share")})
            self.assertEqual(own.read_bytes(), kept)


class World(unittest.TestCase):
    """An empty HOME with the demo site behind a proxy, which only the configuration file names."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="trawl manual ")
        cls.home = Path(cls.folder.name)
        port_file = cls.home / "port"
        cls.site = subprocess.Popen([sys.executable, SOURCE / "schema/demo/serve_demo.py", "--recent", "--port-file",
                                     port_file])
        while not (port_file.exists() and port_file.read_text()):
            time.sleep(0.05)
        proxy = f"127.0.0.1:{port_file.read_text().strip()}"
        network = f'proxy = "http://{proxy}"\nallow-address = ["{proxy}"]\n'
        config = cls.home / ".config/trawl/config.toml"
        config.parent.mkdir(parents=True)
        catalogue = f'sources = "{SOURCE}/schema/demo/sources.json"\n'
        config.write_text(f"[crawl]\n{catalogue}{network}delay = 0\n[sources.add]\n{network}[sources.test]\n{network}"
                          "[serve]\nlisten = \"127.0.0.1:0\"\n")
        cls.environment = environment(cls.home)
        done = subprocess.run(["trawl", "crawl"], capture_output=True, text=True, check=False, env=cls.environment)
        assert done.returncode == 0, done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.site.kill()
        cls.site.wait()
        cls.folder.cleanup()


class Printed(World):
    def test_every_command_line_of_the_documentation_runs_as_printed(self):
        count = 0
        for page in ("README.md", "docs/operations.md", "docs/sources.md", "docs/http-api.md", "docs/query-language.md"):
            for line in command_lines((SOURCE / page).read_text(encoding="utf-8")):
                if any(line.startswith(words) for words in NOT_RUN):
                    continue
                count += 1
                with self.subTest(page=page, line=line):
                    self.run_line(line, may_find_nothing=page != "README.md")
        self.assertGreater(count, 15)

    def run_line(self, line, may_find_nothing):
        is_endless = line.startswith(UNTIL_STOPPED)
        child = subprocess.Popen(["bash", "-c", ("exec " if is_endless else "") + line], cwd=self.home, env=self.environment,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if is_endless:
            try:
                child.wait(timeout=1.5)
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        allowed = (0, 1, 130) if is_endless else (EXPECTED.get(line.partition(" #")[0].strip(), 0), int(may_find_nothing))
        self.assertIn(child.returncode, allowed, f"{line}\n{out}\n{err}")
        self.assertNotIn("internal error", err)


def command_lines(text):
    """The command lines in the code blocks of a page: lines that begin with a program's name or a dollar sign."""
    block = None                                          # the language of the block, or None outside of one
    for line in text.splitlines():
        if line.startswith("```"):
            block = line[3:].strip() if block is None else None
            continue
        shown = line.strip().removeprefix("$ ")
        if block in ("", "sh") and re.match(r"(trawl|trawl-indexer|trawl-searchd|\./dev|git|eval|source|sudo|curl|podman)\b", shown):
            if not re.match(r"trawl-searchd (\[|listening)", shown):
                yield shown


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
