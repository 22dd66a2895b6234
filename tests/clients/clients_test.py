#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generators find schema/openapi.json valid, and through the clients that they make from it, in TypeScript and in Python, a program
gets what the daemon answers. The generators are looked for where get_generators.py puts them; without them the tests are skipped.

    clients_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.error
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "programs"))
from demo_world import DemoWorld  # noqa: E402

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
TOOLS = Path(os.environ.get("TRAWL_CLIENT_TOOLS", SOURCE / "build/clients"))
GENERATOR, PYTHON_GENERATOR, TSC = TOOLS / "py/bin/openapi-generator-cli", TOOLS / "py/bin/openapi-python-client", TOOLS / "node_modules/.bin/tsc"
DESCRIPTION = SOURCE / "schema/openapi.json"
AS_TEXT = {"content_type_overrides": {kind: "text/plain" for kind in (
    "application/rss+xml", "application/opensearchdescription+xml", "image/svg+xml", "image/*")}}


def needs(*tools):
    lacking = [tool.name for tool in tools if not tool.exists()]
    return unittest.skipIf(lacking, f"no {' and '.join(lacking)}: tests/clients/get_generators.py fetches them")


class Clients(DemoWorld):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.made = Path(folder.name)

    def run_tool(self, *command):
        path = f"{TOOLS / 'py/bin'}:{os.environ['PATH']}"
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.made, env=os.environ | {"PATH": path})
        self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-3000:])
        return done.stdout

    def answered(self):
        """What the programs print, from the daemon's own JSON."""
        found = self.api("search", q="model", limit=3, facets="source,date")
        first = found["hits"][0]["id"]
        article, suggested = self.api("articles/" + first, related=2), self.api("suggest", q="mod", limit=5)
        with self.assertRaises(urllib.error.HTTPError) as missing:
            self.api("articles/ffffffffffffffff")
        problem = json.loads(missing.exception.read())
        return {
            "search": [found["total"], [[hit["id"], hit["title_html"], hit["source"]["label"], hit["published_day"]] for hit in found["hits"]],
                       found["next"]],
            "facets": [[[one["value"], one["count"]] for one in found["facets"][field]["values"]] for field in ("source", "date")],
            "article": [article["title"], article["text"], len(article["copies"]), [hit["id"] for hit in article["related"]]],
            "markdown": self.get(f"/v1/articles/{first}.md"),
            "several": [[200, found["total"], None], [400, None, "cursor"]],
            "suggestions": [[one["kind"], one["text"]] for one in suggested["suggestions"]],
            "problem": [404, problem["type"], problem["detail"]],
            "opml": self.get("/v1/sources.opml"),
        }

    def check(self, *command):
        """A program prints what the daemon answers. A cursor is of a minute, which may end between the two."""
        for _ in range(2):
            printed, answered = json.loads(self.run_tool(*command)), self.answered()
            if printed == answered:
                break
        self.assertEqual(printed, answered)

    @needs(GENERATOR)
    def test_the_description_is_valid(self):
        self.run_tool(GENERATOR, "validate", "-i", DESCRIPTION)

    @needs(GENERATOR, TSC)
    def test_typescript(self):
        self.run_tool(GENERATOR, "generate", "-i", DESCRIPTION, "-g", "typescript-fetch", "-o", self.made / "client",
                      "--openapi-normalizer", "FILTER=tag:v1")
        self.assertEqual({path.name for path in (self.made / "client/apis").iterdir()}, {"V1Api.ts", "index.ts"})  # nothing of the page
        shutil.copy(HERE / "use.ts", self.made)
        self.run_tool(TSC, "--strict", "--target", "es2022", "--lib", "es2022,dom", "--module", "commonjs", "use.ts")
        self.check("node", "use.js", self.server)

    @needs(PYTHON_GENERATOR)
    def test_python(self):
        (self.made / "config.json").write_text(json.dumps(AS_TEXT), encoding="utf-8")
        self.run_tool(PYTHON_GENERATOR, "generate", "--path", DESCRIPTION, "--meta", "none", "--output-path", self.made / "client",
                      "--config", "config.json", "--fail-on-warning")
        shutil.copy(HERE / "use.py", self.made)
        self.check(TOOLS / "py/bin/python", "use.py", self.server)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
