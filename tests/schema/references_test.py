#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every `$ref` in the files of schema/ leads to something in its file.

    references_test.py SOURCE_DIR
"""
import json
import sys
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]


def references(node):
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    for part in node if isinstance(node, list) else ():
        yield from references(part)


def leads_somewhere(reference, document):
    """Whether the JSON pointer (RFC 6901) of a reference within the document does."""
    start, *steps = reference.split("/")
    for step in (step.replace("~1", "/").replace("~0", "~") for step in steps):
        if not isinstance(document, dict) or step not in document:
            return False
        document = document[step]
    return start == "#"


class References(unittest.TestCase):
    def test_each_leads_somewhere(self):
        for path in sorted((SOURCE / "schema").glob("*.json")):
            with self.subTest(path.name):
                document = json.loads(path.read_text(encoding="utf-8"))
                self.assertEqual({one for one in references(document) if not leads_somewhere(one, document)}, set())

    def test_one_that_does_not_is_seen(self):
        document = {"a": {"b/c": {}}, "$ref": "#/a"}
        self.assertEqual(list(references({"x": [document]})), ["#/a"])
        for reference, leads in (("#/a", True), ("#/a/b~1c", True), ("#/A", False), ("#/a/b/c", False), ("other.json#/a", False)):
            self.assertEqual(leads_somewhere(reference, document), leads, reference)


if __name__ == "__main__":
    unittest.main()
