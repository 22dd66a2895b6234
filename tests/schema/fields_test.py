#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A new field is a row in schema/fields.json: in a copy with one more, the table and the API's descriptions have it, and no
other file lists the filters by name.

    fields_test.py SOURCE_DIR
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
FIELD = {"name": "licence", "type": "keyword", "nullable": True, "filter": "licence", "query": ["licence"],
         "prefix": "XLICENCE:", "facet": True, "heading": "Licence", "option": "Only articles under this licence",
         "help": "licence of the text", "example": "licence:cc-by"}
LINES = 8                       # a list of the filters is not longer
LISTS = {                       # where a list of them is another thing, or is checked by another test
    "schema/fields.json": "the table itself",
    "schema/openapi.json": "update_api.py", "schema/import-row.schema.json": "a row's members",
    "shared/article/article_members.h": "an article's members", "shared/index/document/stored_fields.cpp": "an article's members", "indexer/extract/article_extractor.h": "an article's members",
    "docs/formats.md": "an article's members", "docs/xapian.md": "what Xapian calls them; its examples are run",
    "docs/http-api.md": "update_api.py", "docs/configuration.md": "made from the table",
    "docs/architecture.md": "lists of other things", "CHANGELOG.md": "what was new once",
    "indexer/store/stored_record.cpp": "part of a format: records of before are read with it, so it stays as it is",
    "shared/index/columns/field_values.cpp": "how each is taken from an article; compared with the table when compiled",
}


class Fields(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in ("schema", "cmake", "shared/schema"):
            shutil.copytree(SOURCE / name, self.root / name)
        (self.root / "docs").mkdir()
        shutil.copy(SOURCE / "docs/http-api.md", self.root / "docs")
        table = json.loads((self.root / "schema/fields.json").read_text(encoding="utf-8"))
        free = 1 + max(field.get("column", 0) for field in table["fields"])
        table["fields"].append(FIELD | {"column": free})
        (self.root / "schema/fields.json").write_text(json.dumps(table), encoding="utf-8")

    def test_the_descriptions_of_the_api_get_it(self):
        script = self.root / "schema/update_api.py"
        self.assertEqual(subprocess.run([sys.executable, script, "--check"], capture_output=True, check=False).returncode, 1)
        subprocess.run([sys.executable, script], check=True)
        subprocess.run([sys.executable, script, "--check"], check=True)
        described = json.loads((self.root / "schema/openapi.json").read_text(encoding="utf-8"))
        self.assertIn("licence", described["components"]["parameters"])
        self.assertIn("licence", described["components"]["schemas"]["SearchParameters"]["properties"])
        rows = [line for line in (self.root / "docs/http-api.md").read_text(encoding="utf-8").splitlines() if "`licence` | lists |" in line]
        self.assertEqual(len(rows), 1, "docs/http-api.md has no row that ends with the new filter")

    def test_the_table_gets_it(self):
        (self.root / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(fields NONE)\n"
                                                  "include(cmake/TrawlFields.cmake)\n", encoding="utf-8")
        subprocess.run(["cmake", "-G", "Ninja", "-S", self.root, "-B", self.root / "generated_by"], check=True, capture_output=True)
        (self.root / "uses.cpp").write_text(
            '#include "shared/schema/fields.h"\n'
            'static_assert(trawl::schema::kFilterFields.back() == "licence");\n'
            'static_assert(trawl::schema::find_filter("licence")->heading == "Licence");\n', encoding="utf-8")
        compiled = subprocess.run(["g++", "-std=c++23", "-fsyntax-only", f"-I{self.root}", f"-I{self.root}/generated_by/generated",
                                   self.root / "uses.cpp"], capture_output=True, text=True, check=False)
        self.assertEqual(compiled.returncode, 0, compiled.stderr)

    def test_no_other_file_lists_the_filters(self):
        table = json.loads((SOURCE / "schema/fields.json").read_text(encoding="utf-8"))["fields"]
        names = {field["filter"] for field in table if "column" in field}
        found = {path for path in self.sources() if self.lists(path, names)}
        self.assertEqual(found - LISTS.keys(), set(), "these list the filters of fields.json by name")

    @staticmethod
    def sources():
        for top in ("shared", "indexer", "searchd", "cli", "schema", "docs", "cmake", "packaging"):
            for path in sorted((SOURCE / top).rglob("*")):
                if path.suffix in (".h", ".cpp", ".json", ".md", ".txt", ".py", ".js", ".html", ".cmake", ".def", ".inc"):
                    yield path.relative_to(SOURCE).as_posix()

    @staticmethod
    def lists(path, names):
        lines = (SOURCE / path).read_text(encoding="utf-8").splitlines()
        words = [set(re.findall(r"[a-z]+", line.lower())) for line in lines]
        return any(names <= {w.removesuffix("s") for w in set().union(*words[at:at + LINES])} for at in range(len(words)))


if __name__ == "__main__":
    unittest.main()
