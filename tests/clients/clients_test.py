#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Clients that generators make from schema/openapi.json compile: in TypeScript (typescript-fetch, tsc --strict) and in Python. The
generators are looked for in $TRAWL_CLIENT_TOOLS, else build/clients; without one of them its test is skipped.

    clients_test.py SOURCE_DIR
    clients_test.py SOURCE_DIR --get    fetches them, with npm, Maven and pip
"""
import compileall
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
TOOLS = Path(os.environ.get("TRAWL_CLIENT_TOOLS", SOURCE / "build/clients"))
JAR = TOOLS / "openapi-generator-cli-7.14.0.jar"
TSC, PYTHON_GENERATOR = TOOLS / "node_modules/.bin/tsc", TOOLS / "py/bin/openapi-python-client"
HOW = f"{Path(__file__).relative_to(SOURCE)} . --get fetches it"
DESCRIPTION = SOURCE / "schema/openapi.json"


def get_tools():
    TOOLS.mkdir(parents=True, exist_ok=True)
    for command in (["npm", "install", "--no-audit", "--no-fund", "--prefix", TOOLS, "typescript@5"],
                    ["mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy",
                     "-Dartifact=org.openapitools:openapi-generator-cli:7.14.0", f"-DoutputDirectory={TOOLS}"],
                    [sys.executable, "-m", "venv", TOOLS / "py"],
                    [TOOLS / "py/bin/pip", "install", "-q", "openapi-python-client==0.24.3"]):
        subprocess.run(command, check=True)


class Clients(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.made = Path(folder.name) / "client"

    def run_tool(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.made.parent)
        self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-3000:])

    @unittest.skipUnless(JAR.exists() and TSC.exists() and shutil.which("java"), f"no openapi-generator and tsc: {HOW}")
    def test_typescript(self):
        self.run_tool("java", "-jar", JAR, "generate", "-i", DESCRIPTION, "-g", "typescript-fetch", "-o", self.made, "--skip-validate-spec")
        self.run_tool(TSC, "--strict", "--noEmit", "--target", "es2020", "--lib", "es2020,dom", "--module", "esnext",
                      "--moduleResolution", "node", self.made / "index.ts")

    @unittest.skipUnless(PYTHON_GENERATOR.exists(), f"no openapi-python-client: {HOW}")
    def test_python(self):
        self.run_tool(PYTHON_GENERATOR, "generate", "--path", DESCRIPTION, "--meta", "none", "--output-path", self.made)
        self.assertTrue(compileall.compile_dir(self.made, quiet=1))
        models = {path.stem for path in (self.made / "models").glob("*.py")}
        self.assertLessEqual({"search_answer", "search_parameters", "article", "problem"}, models)


if __name__ == "__main__":
    if "--get" in sys.argv:
        get_tools()
    else:
        unittest.main(argv=[sys.argv[0], "-v"])
