#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The life of the Debian package in a booted system: built, installed, used, upgraded while it crawls and serves, downgraded, removed, purged.

    package_test.py [SUITE [DEB]]      SUITE: of Debian, by default this system's; DEB: instead of one that is built there from this tree

Needs root, debootstrap and systemd-container; fails, with the reason, where such a machine cannot be set up.
TRAWL_MACHINES names the folder that keeps the images (default: /var/cache/trawl-machines).
"""
import datetime
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import machine

TREE = Path(__file__).resolve().parents[2]
DOCS = TREE / "docs/operations.md"
IMAGES = os.environ.get("TRAWL_MACHINES", "/var/cache/trawl-machines")
DIGEST_UNITS = [f"/usr/lib/systemd/user/trawl-digest.{kind}" for kind in ("service", "timer")]
PORT = 8080                                                     # of the demo site in the machine
CONFIG = f"""[crawl]
sources = "/usr/lib/trawl/demo/sources.json"
proxy = "http://127.0.0.1:{PORT}"
allow-address = ["127.0.0.1:{PORT}"]
delay = 0
"""
SWITCHED = ("trawl-searchd.service", "trawl-searchd.socket", "trawl-crawl.timer", "trawl-watch.service", "trawl-check.timer")


def field(deb, name):
    return subprocess.run(["dpkg-deb", "-f", deb, name], capture_output=True, text=True, check=True).stdout.strip()


def with_version(deb, version, target):
    """The same package as another version."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "-R", deb, f"{folder}/p"], check=True)
        control = Path(folder, "p/DEBIAN/control")
        control.write_text(re.sub(r"^Version: .*$", f"Version: {version}", control.read_text(), flags=re.MULTILINE))
        subprocess.run(["dpkg-deb", "--root-owner-group", "-b", f"{folder}/p", target], check=True, stdout=subprocess.DEVNULL)


def printed_lines(heading):
    """The command lines of the first block under a heading of operations.md."""
    section = DOCS.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.search(r"```\n(.*?)```", section, re.DOTALL)[1].splitlines()


class Life(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="trawl-package-")
        cls.machine = None
        image = machine.image_of(SUITE, IMAGES, [])
        cls.deb = DEB or machine.build(image, TREE)
        needed = [re.split(r"[ (|]", name.strip())[0] for kind in ("Depends", "Recommends") for name in field(cls.deb, kind).split(",")]
        image = machine.image_of(SUITE, IMAGES, [*needed, "libpam-systemd"])  # that: for units of users
        cls.machine = machine.Machine(image, cls.folder.name)
        version = field(cls.deb, "Version")
        packages = cls.machine.root / "root"
        for name, wanted in (("old", version + "+1"), ("new", version + "+2")):
            with_version(cls.deb, wanted, packages / f"{name}.deb")

    @classmethod
    def tearDownClass(cls):
        if cls.machine:
            cls.machine.stop()
        cls.folder.cleanup()

    def shell(self, line, code=0):
        done = self.machine.shell(line)
        self.assertEqual(done.returncode, code, f"{line}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def install(self, name, *options):
        return self.shell(f"apt-get install -y -q {' '.join(options)} /root/{name}.deb")

    def state(self, unit):
        return self.machine.shell(f"systemctl is-enabled {unit}; systemctl is-active {unit}").stdout.split()

    def pid(self, unit):
        return int(self.shell(f"systemctl show -P MainPID {unit}"))

    def wait(self, is_true, seconds=60):
        try:
            self.machine.wait_until(is_true, seconds)
        except TimeoutError:
            self.fail(f"not within {seconds} s\n" + self.machine.shell("systemctl --failed; journalctl -n 40 --no-pager").stdout)

    def processes(self):
        return self.machine.shell("pgrep -a -u trawl").stdout

    def test_the_whole_life(self):
        for step in (self.installed, self.user_without_articles, self.lines_of_the_manual, self.checked, self.user_with_an_account,
                     self.manager_reloaded, self.upgraded_with_the_timer, self.replaced_during_a_crawl, self.upgraded_while_watching,
                     self.upgraded_behind_the_socket, self.downgraded, self.removed_while_crawling, self.installed_again, self.purged,
                     self.purged_while_the_user_works):
            with self.subTest(step.__name__):
                step()
                self.assertEqual(self.machine.shell("systemctl --failed --no-legend").stdout, "")
            print(f"  {SUITE}: {step.__name__.replace('_', ' ')}", file=sys.stderr, flush=True)

    def installed(self):
        self.install("old")
        for unit in ("trawl-searchd.service", "trawl-check.timer"):
            self.assertEqual(self.state(unit), ["enabled", "active"], unit)
        for unit in ("trawl-crawl.timer", "trawl-watch.service", "trawl-searchd.socket"):
            self.assertEqual(self.state(unit), ["disabled", "inactive"], unit)
        for unit in DIGEST_UNITS:
            self.shell(f"XDG_RUNTIME_DIR=/run systemd-analyze verify --user {unit}")
        self.assertEqual(self.machine.shell("systemctl --global is-enabled trawl-digest.timer").stdout.strip(), "disabled")
        Path(self.machine.root, "etc/trawl/config.toml").write_text(CONFIG, encoding="utf-8")
        site = f"systemd-run --unit demo-site python3 /usr/lib/trawl/demo/serve_demo.py --port {PORT}"
        self.shell(f"cp -r /usr/lib/trawl/demo /root/demo; {site.replace('/usr/lib/trawl/demo/', '/root/demo/')}")
        self.shell("useradd --create-home --shell /bin/bash reader && loginctl enable-linger reader")

    def user_without_articles(self):
        """Where nothing has been crawled, page and command line say what brings articles here. Commands of a user that bring nothing
        leave the system's daemon the one that is asked."""
        self.wait(lambda: "sudo systemctl start trawl-crawl" in self.machine.shell("curl -s http://127.0.0.1:7700/").stdout)
        for command in ("remove https://a.example/1", "add http://127.0.0.1:1/x", "import /nonexist", "index rebuild", "index compact"):
            self.machine.shell(self.as_reader(f"trawl {command}"))
            done = self.machine.shell(self.as_reader("trawl kernel"))
            self.assertIn("no articles of your own in /home/reader/.local/share/trawl; asking the system's daemon", done.stderr, command)
            self.assertIn("`sudo systemctl start trawl-crawl`", done.stderr)

    def checked(self):
        self.shell("systemctl start trawl-check")
        self.assertEqual(self.shell("systemctl show -P Result -P ExecMainStatus trawl-check").split(), ["success", "0"])

    def crawls(self):
        return self.machine.shell("journalctl -u trawl-crawl -o cat --no-pager").stdout.count("Starting ")

    def manager_reloaded(self):
        """As every installation of a package with a unit does; the timer begins no crawl."""
        before = self.crawls()
        self.shell("for i in 1 2 3; do systemctl daemon-reload; sleep 1; done")
        self.assertEqual(self.crawls(), before)
        self.assertEqual(self.shell("systemctl show -P SubState trawl-crawl.timer").strip(), "waiting")

    def lines_of_the_manual(self):
        for line in printed_lines("Installing"):
            if "dev package" in line or "apt install" in line:
                continue                                                    # done
            out = self.shell(line.split("#")[0].strip())
        self.assertIn("http://kernel-journal.example/", out)               # the last line is a search
        self.assertEqual(self.state("trawl-crawl.timer"), ["enabled", "active"])

    def user_with_an_account(self):
        """Without an index, they search the system's and keep marks of their own. With one, they turn on the digest's timer and find
        the digest in their journal; a digest with nothing new does not count as a failure."""
        self.wait(lambda: self.machine.shell(self.as_reader("systemctl --user is-system-running")).stdout.strip() == "running")
        url = self.shell(self.as_reader("trawl kernel -n 1 --format urls 2>/dev/null")).strip()
        self.shell(self.as_reader(f"trawl star {url}"))
        self.assertIn(url, self.shell(self.as_reader("trawl star")))
        row = {"url": "https://a.example/1", "title": "A kernel of mine", "source": "a", "published": f"{datetime.date.today()}"}
        self.shell(self.as_reader(f"echo {shlex.quote(json.dumps(row))} | trawl import -"))
        self.shell(self.as_reader("systemctl --user enable --now trawl-digest.timer"))
        self.assertIn("trawl-digest.timer", self.shell(self.as_reader("systemctl --user list-timers")))
        for _ in range(2):
            self.shell(self.as_reader("systemctl --user start trawl-digest"))
        self.assertIn("A kernel of mine", self.shell("journalctl --no-pager _UID=$(id -u reader)"))

    @staticmethod
    def as_reader(line):
        return f"runuser -u reader -- env XDG_RUNTIME_DIR=/run/user/$(id -u reader) HOME=/home/reader bash -c {shlex.quote(line)}"

    def upgraded_with_the_timer(self):
        daemon, crawls = self.pid("trawl-searchd"), self.crawls()
        self.install("new")
        self.assertEqual(self.crawls(), crawls)
        self.assertEqual(self.state("trawl-crawl.timer"), ["enabled", "active"])
        self.assertEqual(self.state("trawl-searchd.service"), ["enabled", "active"])
        self.assertNotEqual(self.pid("trawl-searchd"), daemon, "the daemon is still the old one")

    def replaced_during_a_crawl(self):
        """The crawl begins again with the new version, and nothing is lost."""
        config = Path(self.machine.root, "etc/trawl/config.toml")
        config.write_text(CONFIG.replace("delay = 0", "delay = 20"), encoding="utf-8")
        self.shell("rm -r /var/lib/trawl/*; systemctl start --no-block trawl-crawl")
        self.wait(lambda: "trawl-indexer" in self.processes())
        self.shell("systemctl stop trawl-crawl; systemctl start --no-block trawl-crawl")
        self.assertEqual(self.machine.shell("systemctl --failed --no-legend").stdout, "")
        self.wait(lambda: "trawl-indexer" in self.processes())
        crawls = self.crawls()
        self.install("old", "--allow-downgrades")
        self.wait(lambda: self.crawls() == crawls + 1)
        self.wait(lambda: self.state("trawl-crawl.service")[1] == "inactive", 600)
        self.assertEqual(self.crawls(), crawls + 1)
        config.write_text(CONFIG, encoding="utf-8")
        self.checked()
        self.assertIn("kernel", self.shell("trawl --server http://127.0.0.1:7700 kernel"))

    def upgraded_while_watching(self):
        self.shell("systemctl disable --now trawl-crawl.timer && systemctl enable --now trawl-watch")
        crawler = self.pid("trawl-watch")
        self.install("new")
        self.wait(lambda: self.pid("trawl-watch") not in (0, crawler))
        self.assertEqual(self.state("trawl-watch"), ["enabled", "active"])

    def upgraded_behind_the_socket(self):
        """No request is refused while the daemon is replaced."""
        for line in printed_lines("Installing without refusing a request"):
            self.shell(line)
        self.install("old", "--allow-downgrades")
        self.wait(lambda: self.state("trawl-searchd.socket")[1] == "active")
        asking = self.machine.background("while [ ! -e /run/over ]; do curl -s -o /dev/null -w '%{http_code}\\n' "
                                         "http://127.0.0.1:7700/v1/search?q=kernel || echo refused; done")
        self.install("new")
        self.shell("sleep 2; touch /run/over")
        answers = asking.communicate(timeout=60)[0].split()
        self.assertGreater(len(answers), 10)
        self.assertEqual(set(answers), {"200"}, "\n".join(answers))
        self.assertEqual(self.state("trawl-searchd.socket"), ["enabled", "active"])

    def downgraded(self):
        self.install("old", "--allow-downgrades")
        self.assertEqual(self.state("trawl-watch"), ["enabled", "active"])
        self.assertIn("kernel", self.shell("trawl --server http://127.0.0.1:7700 kernel"))

    def removed_while_crawling(self):
        self.wait(lambda: "trawl-indexer" in self.processes())         # the downgrade restarts it
        self.switched = {unit: self.state(unit) for unit in SWITCHED}
        self.shell("apt-get remove -y -q trawl")
        self.assertEqual(self.processes(), "")
        for unit in DIGEST_UNITS:
            self.assertFalse(Path(self.machine.root, unit.lstrip("/")).exists(), unit)
        self.assertTrue(Path(self.machine.root, "var/lib/trawl/crawl.db").is_file())
        self.assertTrue(Path(self.machine.root, "etc/trawl/config.toml").is_file())

    def installed_again(self):
        """What was turned on runs again; what was not does not."""
        self.install("new")
        self.assertEqual({unit: self.state(unit) for unit in SWITCHED}, self.switched)
        self.assertEqual(self.switched["trawl-watch.service"], ["enabled", "active"])
        self.shell("systemctl disable --now trawl-watch && systemctl enable --now trawl-crawl.timer")
        self.shell("apt-get remove -y -q trawl")
        self.install("new")
        self.assertEqual(self.state("trawl-crawl.timer"), ["enabled", "active"])
        self.assertEqual(self.state("trawl-watch"), ["disabled", "inactive"])
        self.assertIn("kernel", self.shell("trawl --server http://127.0.0.1:7700 kernel"))

    def purged(self):
        self.shell("systemctl start trawl-watch; apt-get purge -y -q trawl")
        self.assertEqual(self.processes(), "")
        not_ours = "/proc /sys /home /root /var/cache/man"                 # the last: of man-db, of a page that was looked at
        left = self.shell("find / -xdev -iname '*trawl*'" + "".join(f" -not -path '{path}/*'" for path in not_ours.split()))
        self.assertEqual(left, "")
        self.shell("getent passwd trawl", code=2)

    def purged_while_the_user_works(self):
        self.install("new")
        self.shell("systemd-run --unit busy --uid trawl sleep 1000")
        self.assertIn("userdel trawl", self.shell("apt-get purge -y -q trawl"))
        self.assertFalse(Path(self.machine.root, "var/lib/trawl").exists())


if __name__ == "__main__":
    SUITE, DEB = [*(sys.argv[1:3]), None, None][:2]
    SUITE = SUITE or machine.run("bash", "-c", ". /etc/os-release && echo $VERSION_CODENAME").stdout.strip()
    unittest.main(argv=sys.argv[:1])
