# SPDX-License-Identifier: GPL-3.0-or-later
"""A small file system of its own, which is filled until a given amount of room is left."""
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

PAGE = 4096  # bytes; what file systems give out
KINDS = ("tmpfs", "ext4")


def quietly(*words):
    return subprocess.run(list(map(str, words)), check=False, capture_output=True, text=True)


class CannotMount(RuntimeError):
    pass


def enter_own_mounts():
    """Runs this program again with mounts of its own, which end with it however it ends."""
    if os.geteuid() != 0:
        raise CannotMount("only root may mount a small file system")
    if os.environ.get("TRAWL_OWN_MOUNTS"):
        return
    try:
        done = quietly("unshare", "--mount", "true")
    except FileNotFoundError:
        raise CannotMount("the command unshare is missing") from None
    if done.returncode != 0:
        raise CannotMount(done.stderr.strip())
    os.execvpe("unshare", ["unshare", "--mount", sys.executable, *sys.argv], {**os.environ, "TRAWL_OWN_MOUNTS": "1"})


class Disk:
    """`with Disk(kind, folder, megabytes) as disk:` mounts it; `disk.root` is its folder for use."""

    def __init__(self, kind, folder, megabytes, names):
        self.mounted, self.image = Path(folder) / "disk", Path(folder) / "disk.image"
        self.root, self.ballast, self.many = self.mounted / "use", self.mounted / "ballast", self.mounted / "many"
        self.mounted.mkdir(parents=True)
        if kind == "tmpfs":
            done = quietly("mount", "-t", "tmpfs", "-o", f"size={megabytes}m,nr_inodes={names}", "tmpfs", self.mounted)
        else:
            with open(self.image, "wb") as image:
                image.truncate(megabytes << 20)
            done = quietly("mkfs.ext4", "-q", "-F", "-b", PAGE, "-m", 0, "-N", names, self.image)
            done = done if done.returncode else quietly("mount", "-o", "loop", self.image, self.mounted)
        if done.returncode != 0:
            raise CannotMount(done.stderr.strip())

    def __enter__(self):
        self.clear()
        return self

    def __exit__(self, *_):
        for _ in range(20):
            if quietly("umount", self.mounted).returncode == 0:
                break
            time.sleep(0.2)  # a program that was killed still holds it
        self.image.unlink(missing_ok=True)

    def free(self):
        """(bytes, names) that are left."""
        status = os.statvfs(self.mounted)
        return status.f_bavail * status.f_frsize, status.f_ffree

    def leave(self, size):
        """Fills the disk up to this many bytes."""
        with open(self.ballast, "wb") as file:
            for _ in range(50):  # a file system needs some blocks for itself, more of them for a large file
                surplus = self.free()[0] - size
                if abs(surplus) < PAGE:
                    return
                end = max(file.seek(0, os.SEEK_END) + surplus // PAGE * PAGE, 0)
                if surplus < 0:
                    file.truncate(end)
                    continue
                try:
                    os.posix_fallocate(file.fileno(), 0, end)
                except OSError:  # not that much at once
                    self.fill(file, size)
                    return

    def fill(self, file, size):
        file.seek(0, os.SEEK_END)
        try:
            while self.free()[0] > size:
                os.write(file.fileno(), bytes(PAGE))
        except OSError:  # it is full
            pass

    def leave_names(self, count):
        """Fills the disk with empty files until it has room for this many more files and folders."""
        self.many.mkdir()
        for number in range(max(self.free()[1] - count, 0)):
            (self.many / str(number)).touch()

    def make_room(self):
        shutil.rmtree(self.many, ignore_errors=True)
        self.ballast.unlink(missing_ok=True)

    def clear(self):
        self.make_room()
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir()


class Use:
    """`with Use(disk) as use:` sees how much of the disk is used at most meanwhile: `use.size` bytes, `use.names`."""

    def __init__(self, disk):
        self.disk, self.size, self.names, self.ended = disk, 0, 0, threading.Event()
        self.before = disk.free()
        self.watcher = threading.Thread(target=self.watch, daemon=True)

    def look(self):
        size, names = self.disk.free()
        self.size, self.names = max(self.size, self.before[0] - size), max(self.names, self.before[1] - names)

    def watch(self):
        while not self.ended.wait(0.002):
            self.look()

    def __enter__(self):
        self.watcher.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.watcher.join()
        self.look()
