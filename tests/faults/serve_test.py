#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The daemon, while a call of it fails: each answer is the right one or an error with a status, the daemon lives on, and
afterwards it answers as before.

    serve_test.py BIN_DIR SOURCE_DIR SHIM [--points N] [--seed N]
"""
import argparse
import errno
import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[2]) / "tests/support"))
from operations import Programs, prepare, verdict  # noqa: E402

KINDS = {"open": ["EMFILE", "EACCES", "EIO"], "read": ["EIO", "EINTR", "short"], "mmap": ["ENOMEM"], "stat": ["EACCES"],
         "malloc": ["ENOMEM"], "socket": ["EMFILE", "ENOMEM"]}
PATHS = ["/healthz", "/v1/search?q=kernel*&facets=source", "/v1/articles/missing", "/v1/facets/source", "/v1/stats", "/", "/v1/search.rss?q=tensor1"]
UNKNOWN = "Whether the index has all changes of crawl.db is not known: "
CHANGING = ("took_ms", "lastBuildDate", "bytes", "Updated", "ms</", "committed", "next")  # a cursor has the minute of its search


class Daemon:
    def __init__(self, programs, data, faults):
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TRAWL_CONFIG": "/dev/null"}
        if faults is not None:
            environment.update({**faults, "LD_PRELOAD": str(programs.shim), "TRAWL_FAULT_UNDER": str(data)})
        self.process = subprocess.Popen([programs.binaries / "trawl-searchd", "--data", data, "--listen", "127.0.0.1:0", "--threads", "2"],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1].strip("/\n")) if "listening" in line else 0

    def get(self, path):
        """(status, stable text); (0, "") if the connection was closed."""
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            connection.request("GET", path)
            response = connection.getresponse()
            body = response.read().decode(errors="replace").replace(str(self.port), "PORT")
            connection.close()
        except (OSError, http.client.HTTPException):
            return 0, ""
        try:
            answer = json.loads(body)
            for key in CHANGING:
                answer.pop(key, None)
                answer.get("index", {}).pop(key, None) if isinstance(answer.get("index"), dict) else None
            return response.status, json.dumps(answer, sort_keys=True)
        except (ValueError, AttributeError):
            lines = (line for line in body.splitlines() if UNKNOWN in line or not any(word in line for word in CHANGING))
            return response.status, "\n".join(lines)

    def stop(self):
        """The exit code, and what it said."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            _, said = self.process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            return -99, "it does not stop"
        return self.process.returncode, said


def difference(got, wanted):
    """Both texts from a little before the place where they part."""
    at = max(len(os.path.commonprefix([got, wanted])) - 40, 0)
    return f"…{got[at:at + 200]}…, not …{wanted[at:at + 200]}…"


def look(programs, data, reference, kind, with_, lasting, at):
    number = with_ if with_ == "short" else str(getattr(errno, with_))
    daemon = Daemon(programs, data, {"TRAWL_FAULT_KIND": kind, "TRAWL_FAULT_AT": str(at), "TRAWL_FAULT_WITH": number,
                                     **({"TRAWL_FAULT_LASTING": "1"} if lasting else {})})
    if not daemon.port:
        code, said = daemon.stop()
        return "" if code in (2, 3, 7) and said.startswith("trawl-searchd: ") else f"it does not start: {code}: {said[-300:]}"
    try:
        for turn in range(3):  # what fails in the first may fail only in the second, as more is remembered by then
            for path in PATHS:
                status, text = daemon.get(path)
                if daemon.process.poll() is not None:
                    return f"it died at {path}: {daemon.stop()[1][-300:]}"
                is_right = (status, text) == reference[path]
                lacks_store = "What you read, starred and saved cannot be shown: " in text or UNKNOWN in text
                is_honest = status in (500, 503) or lacks_store or (status == 0 and kind in ("malloc", "socket"))
                if not is_right and not is_honest:
                    return f"{path}: {status} {difference(text, reference[path][1])}"
                if turn == 2 and not lasting and not is_right:
                    return f"{path}: still {status} afterwards"
                if path == "/healthz" and not is_right and kind not in ("malloc", "socket"):
                    return f"/healthz: {status}"
    finally:
        code, said = daemon.stop()
    return "" if code == 0 else f"it ends with {code}: {said[-300:]}"


def main():
    options = argparse.ArgumentParser()
    for name in ("binaries", "source", "shim"):
        options.add_argument(name)
    options.add_argument("--points", type=int, default=3)
    options.add_argument("--seed", type=int, default=20260601)
    options = options.parse_args()
    dice = random.Random(options.seed)
    folder = Path(tempfile.mkdtemp(prefix="trawl-serve-"))
    rows, failures = {}, 0
    try:
        programs = Programs(Path(options.binaries).resolve(), Path(options.shim).resolve())
        prepare(programs, folder / "prepared")
        data, report = folder / "prepared/base/data", folder / "report"
        whole = Daemon(programs, data, {"TRAWL_FAULT_REPORT": str(report)})
        whole.get("/v1/stats")
        reference = {path: whole.get(path) for path in PATHS}
        whole.stop()
        counts = {kind: int(number) for _, kind, number in map(str.split, report.read_text().splitlines())}
        for kind, withs in KINDS.items():
            tried = wrong = 0
            for with_ in withs:
                for lasting in (False, True) if kind in ("open", "mmap", "stat", "read") and with_ not in ("EINTR", "short") else (False,):
                    total = counts.get(kind, 0)
                    for at in sorted({1, *(dice.randrange(1, total + 1) for _ in range(options.points))}) if total else ():
                        moment = (programs, data, reference, kind, with_, lasting, at)
                        complaint = look(*moment)
                        tried += 1
                        # Which thread makes the n-th call is a matter of chance: what is seen once and not again is printed, and does not fail.
                        if complaint and not look(*moment):
                            print(f"SEEN ONCE {kind} number {at} fails with {with_}\n    {complaint}", flush=True)
                        elif complaint:
                            wrong += 1
                            print(f"WRONG {kind} number {at}{' and all later ones' if lasting else ''} fails with {with_}\n    {complaint}", flush=True)
            rows[kind] = (tried, wrong)
            failures += wrong
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("serve       " + "".join(f"{kind:>10}" for kind in rows))
    print("            " + "".join(f"{'%d/%d' % row:>10}" for row in rows.values()))
    return verdict(sum(tried for tried, _ in rows.values()), failures)


if __name__ == "__main__":
    sys.exit(main())
