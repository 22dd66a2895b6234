# SPDX-License-Identifier: GPL-3.0-or-later
"""A Debian system with a running systemd, in a container of systemd-nspawn, from an image that debootstrap makes once."""
import os
import shutil
import subprocess
import time
from pathlib import Path

MIRROR = "http://deb.debian.org/debian"
PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates,passwd,procps,python3-minimal,python3,curl,sudo,less,man-db"


class Refused(Exception):
    """Why such a machine cannot be set up here."""


def run(*command, timeout=600):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=timeout,
                          env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"})


def image_of(suite, folder, packages):
    """A folder with a Debian of this suite, in which `packages` are installed; made once."""
    if os.geteuid() != 0:
        raise Refused("needs root, for systemd-nspawn and debootstrap")
    for program in ("debootstrap", "systemd-nspawn", "nsenter"):
        if not shutil.which(program, path="/usr/sbin:/usr/bin:/sbin:/bin"):
            raise Refused(f"needs {program} (Debian: debootstrap, systemd-container)")
    image = Path(folder) / f"debian-{suite}"
    if not (image / "complete").exists():
        shutil.rmtree(image, ignore_errors=True)
        made = run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, image, MIRROR, timeout=1800)
        if made.returncode != 0:
            raise Refused(f"debootstrap {suite}: {(made.stdout + made.stderr).strip().splitlines()[-1:]}")
        # Manual pages are part of the package; images of containers leave them out.
        (image / "complete").touch()
    installed = run("systemd-nspawn", "-q", "--register=no", "--keep-unit", "-D", image, "apt-get", "install", "-y", "-q", "--no-install-recommends", *packages,
                    timeout=1800)
    if installed.returncode != 0:
        raise Refused(f"apt-get in {suite}: {(installed.stdout + installed.stderr).strip()[-300:]}")
    return image


def build(image, tree):
    """The package that `./dev package` makes of a source tree in this Debian, which has nothing but what that installs itself."""
    root = image.with_name(image.name + "-build")
    if not root.exists():
        run("cp", "-a", "--reflink=auto", image, root)
    folder = root / "root/trawl"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        if old.name != "build":                                # what was compiled for an earlier state of the tree
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    copied = run("bash", "-c", 'set -o pipefail; cd "$1" && git ls-files -z --cached --others --exclude-standard | tar --null --no-same-owner -T - -c | tar -C "$2" -x', "-", tree, folder)
    made = run("systemd-nspawn", "-q", "--register=no", "--keep-unit", "-D", root, "--chdir=/root/trawl", "--setenv=TRAWL_JOBS=" +
               os.environ.get("TRAWL_JOBS", str(os.cpu_count())), "./dev", "package", timeout=7200)
    if copied.returncode != 0 or made.returncode != 0:
        raise Refused(f"building in {image.name}: {(copied.stderr + made.stdout + made.stderr)[-2000:]}")
    return next((folder / "build/package").glob("trawl_*.deb"))


class Machine:
    """A container booted from a copy of an image, without a network but its own loopback."""

    def __init__(self, image, folder):
        self.root = Path(folder) / "machine"
        shutil.rmtree(self.root, ignore_errors=True)
        copied = run("cp", "-a", "--reflink=auto", image, self.root)
        if copied.returncode != 0:
            raise Refused(f"copying the image: {copied.stderr.strip()}")
        self.console = open(Path(folder) / "console.log", "wb")
        self.process = subprocess.Popen(["systemd-nspawn", "-q", "-D", self.root, "--boot", "--register=no", "--keep-unit",
                                         "--private-network", "--console=pipe"], stdin=subprocess.DEVNULL, stdout=self.console,
                                        stderr=self.console)
        self.leader = None
        try:
            self.wait_until(self.is_up, 90)
        except TimeoutError as problem:
            self.stop()
            text = Path(folder, "console.log").read_text(encoding="utf-8", errors="replace").strip()
            raise Refused(f"systemd does not boot in a container here: {text[-300:]}") from problem

    def is_up(self):
        if self.process.poll() is not None:
            raise TimeoutError
        children = run("pgrep", "-P", self.process.pid).stdout.split()
        self.leader = children[0] if children else None
        if not self.leader:
            return False
        return self.shell("systemctl is-system-running").stdout.strip() in ("running", "degraded")

    @staticmethod
    def wait_until(is_true, seconds):
        end = time.monotonic() + seconds
        while not is_true():
            if time.monotonic() > end:
                raise TimeoutError(f"not within {seconds} s")
            time.sleep(0.2)

    def shell(self, line, timeout=300):
        """Runs a line as root would type it."""
        return run("nsenter", "-t", self.leader, "-m", "-u", "-i", "-n", "-p", "bash", "-c", line, timeout=timeout)

    def background(self, line):
        return subprocess.Popen(["nsenter", "-t", self.leader, "-m", "-u", "-i", "-n", "-p", "bash", "-c", line],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()                          # nspawn shuts the container down
            try:
                self.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.console.close()
        shutil.rmtree(self.root, ignore_errors=True)
