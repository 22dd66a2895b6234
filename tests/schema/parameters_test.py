#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A parameter of a search that the API reads is described in openapi.json, from which docs/http-api.md has it, and is an option of
`trawl search`; and what it sets is part of what tells requests apart.

    parameters_test.py SOURCE_DIR
"""
import json
import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
PARSER = "shared/api/request/search_request.cpp"
NOT_IN_CANONICAL_FORM = {"parsed_once": "what `q` means", "with_text": "follows from `fields`", "marks": "the reader's revision is in the tag (searchd/tagged_answer.h)"}
NOT_IN_QUERY_HASH = {  # all that neither decides what is found nor in which order
    "as_typed", "sort", "limit", "offset", "cursor", "facets", "facet_limit", "date_interval", "all_dates",
    "snippets", "explain", "with_text", "marks", "parsed_once",
}
OF_HITS = {  # which hits are shown, and how: for routes that show hits
    "as_typed", "sort", "per_source", "group", "limit", "offset", "cursor", "facets", "facet_limit", "date_interval",
    "snippets", "highlight", "fields", "explain", "recency", "lang_boost", "meaning",
}
OF_OTHER_ROUTES = {"prefix": "of /v1/facets/{field}", "by": "of /v1/trends"}


def text(path):
    return (SOURCE / path).read_text(encoding="utf-8")


def parameters_read():
    """The names that the code asks a ParameterParser for, but for the filters of schema/fields.json."""
    code = text(PARSER)
    names = set(re.findall(r'(?:parser\.\w+\(|\(parser, )"([a-z_]+)"', code)) - set(OF_OTHER_ROUTES)
    return names | set(re.findall(r'"(\w+)"', re.search(r"string_view name : \{(.*?)\}", code)[1]))  # the dates


def parameters_described():
    return described_by_route()["/v1/search"]


def described_by_route():
    """The names of the parameters of each route that takes filters."""
    document = json.loads(text("schema/openapi.json"))
    shared = document["components"]["parameters"]
    name_of = lambda one: one["name"] if "name" in one else shared[one["$ref"].rsplit("/", 1)[1]]["name"]
    named = {path: set(map(name_of, methods["get"].get("parameters", []))) for path, methods in document["paths"].items() if "get" in methods}
    return {path: names for path, names in named.items() if filters() <= names}


def filters():
    return {field["filter"] for field in json.loads(text("schema/fields.json"))["fields"] if "column" in field}


def members_of_a_request():
    body = re.search(r"struct SearchRequest \{\n(.*?)\n\};", text("shared/search/request.h"), re.DOTALL)[1]
    return set(re.findall(r"^  [\w:<> ]+ (\w+)(?: = [^;]+)?;", body, re.MULTILINE))


def members_in(path, function):
    """Those that the function mentions."""
    body = text(path).partition(function)[2].partition("\n}\n")[0]
    return set(re.findall(r"\b(?:search|request)\.(\w+)", body))


class Parameters(unittest.TestCase):
    def test_what_is_read_is_described(self):
        read = parameters_read()
        self.assertLess({"q", "since", "facets", "limit"}, read)
        self.assertEqual(read, parameters_described() - filters(), f"{PARSER} reads the first, schema/openapi.json has the second")

    def test_what_narrows_a_search_narrows_whatever_counts(self):
        routes = described_by_route()
        self.assertLessEqual({"/v1/search", "/v1/search.rss", "/v1/facets/{field}", "/v1/facets/date", "/v1/trends", "/", "/trends"}, set(routes))
        for path, names in routes.items():
            with self.subTest(path):
                self.assertEqual(parameters_described() - OF_HITS - names, set(), f"schema/openapi.json: {path} lacks them")
                if "cursor" in names:
                    self.assertEqual(parameters_described() - names, set(), f"schema/openapi.json: {path} lacks them")

    def test_what_is_read_is_an_option(self):
        code = "".join(path.read_text(encoding="utf-8") for path in sorted((SOURCE / "cli").rglob("*.cpp")))
        named = {name for name in parameters_read() if f'"{name}"' in code or f'"{name.replace("_", "-")}"' in code}
        self.assertEqual(parameters_read() - named, set(), "cli/ gives the API the others of its parameters")

    def test_what_tells_requests_apart_has_every_member(self):
        members = members_of_a_request()
        form = members_in(PARSER, "std::string canonical_form(const ParsedSearch& request")
        self.assertEqual(members - form, set(NOT_IN_CANONICAL_FORM), "canonical_form lacks members of a search::SearchRequest")
        hashed = members_in("shared/search/answer/cursor.cpp", "std::uint64_t query_hash(")
        self.assertEqual(members - hashed, NOT_IN_QUERY_HASH, "query_hash, which names what a cursor continues, lacks the others")


if __name__ == "__main__":
    unittest.main()
