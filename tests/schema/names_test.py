#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names in schema/openapi.json stay apart in generated clients, which make types OPERATIONRequest and OPERATIONResponse, name files
after types, and take a schema's title for its name. Tags keep the API apart from the page.

    names_test.py SOURCE_DIR
"""
import collections
import json
import sys
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]


def clashes(document):
    """The names that two things have, whatever their case."""
    operations = [operation["operationId"] for item in document["paths"].values() for operation in item.values()]
    names = [*document["components"]["schemas"], *operations]
    names += [operation + end for operation in operations for end in ("Request", "Response", "200Response")]
    return {name for name, count in collections.Counter(name.lower() for name in names).items() if count > 1}


class Names(unittest.TestCase):
    def setUp(self):
        self.document = json.loads((SOURCE / "schema/openapi.json").read_text(encoding="utf-8"))

    def test_no_name_is_used_twice(self):
        self.assertEqual(clashes(self.document), set())
        self.document["components"]["schemas"]["searchrequest"] = {}
        self.assertEqual(clashes(self.document), {"searchrequest"})

    def test_a_title_is_the_name_of_its_schema(self):
        for name, schema in self.document["components"]["schemas"].items():
            self.assertEqual(schema.get("title", name), name)
            self.assertRegex(name, "^[A-Z][A-Za-z]+$")

    def test_the_tag_v1_is_the_api(self):
        tags = {tag["name"] for tag in self.document["tags"]}
        for path, item in self.document["paths"].items():
            for operation in item.values():
                self.assertEqual(len(operation["tags"]), 1, path)
                self.assertEqual(path.startswith("/v1/"), operation["tags"] == ["v1"], path)
                self.assertLessEqual(set(operation["tags"]), tags)


if __name__ == "__main__":
    unittest.main()
