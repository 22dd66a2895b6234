#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A crawl over TLS and HTTP/2: one connection for all, and validators that are kept. Needs nghttpd and openssl.

    http2_test.py BIN_DIR SOURCE_DIR
"""
import os
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BIN, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/support"))
from small_site import article, feed  # noqa: E402

SKIPPED = 77  # ctest's SKIP_RETURN_CODE
ARTICLES = 12


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make_site(folder, base):
    for i in range(ARTICLES):
        (folder / f"{i}.html").write_text(article(f"h2 {i}"))
    (folder / "feed.xml").write_text(feed("H2", [(f"The story of h2 {i}", f"{base}/{i}.html", "", "") for i in range(ARTICLES)]))


def crawl(folder, port):
    return subprocess.run([BIN / "trawl-indexer", "crawl", "--recheck", "--data", folder / "data", "--sources", folder / "sources.json",
                           "--ca-file", folder / "certificate", "--allow-address", f"127.0.0.1:{port}", "--delay", "0"],
                          capture_output=True, text=True, timeout=60, check=False)


def main():
    nghttpd = shutil.which("nghttpd", path=os.environ["PATH"] + ":/usr/sbin")  # where users do not look for programs
    if not nghttpd or not shutil.which("openssl"):
        print("skipped: nghttpd (Debian: nghttp2-server) and openssl are needed")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="trawl-http2-") as name:
        folder, port = Path(name), free_port()
        base = f"https://h2.localhost:{port}"
        make_site(folder, base)
        (folder / "sources.json").write_text(json.dumps({"sources": [
            {"id": "h2", "label": "H2", "homepage": base + "/", "kind": "feed", "url": base + "/feed.xml"}]}))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-keyout", folder / "key", "-out", folder / "certificate", "-subj", "/CN=h2.localhost", "-addext",
                        "subjectAltName=DNS:h2.localhost"], capture_output=True, check=True)
        with open(folder / "log", "w") as log:
            server = subprocess.Popen([nghttpd, "-v", "-a", "127.0.0.1", "-d", folder, str(port), folder / "key", folder / "certificate"],
                                      stdout=log, stderr=subprocess.STDOUT)
            time.sleep(0.5)
            first, second = crawl(folder, port), crawl(folder, port)
            server.terminate()
            server.wait()
        said = (folder / "log").read_text(errors="replace")
    wrong = [sentence for is_right, sentence in [
        (f"{ARTICLES} new" in first.stderr, "not every article came: " + first.stderr),
        (" 0 new" in "\n" + second.stderr or second.stderr.startswith("0 new"), "the second crawl found something new: " + second.stderr),
        (said.count("The negotiated protocol: h2") == 2, "one HTTP/2 connection a crawl was expected"),
        (said.count(":status: 304") == 1, "the second answer to the feed should be 304")] if not is_right]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
