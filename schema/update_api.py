#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds the filters of schema/fields.json that the descriptions of the API do not have yet: to the parameters, lists of
names and answers of openapi.json and of search-response.schema.json. Existing entries are not changed. The body of a
search (SearchParameters in openapi.json, search-request.schema.json) is made from the parameters of GET /v1/search; its
answer in openapi.json, and what its parameter `fields` takes, from search-response.schema.json; a problem from
problem.schema.json; and the row of docs/http-api.md that names the filters from fields.json.

    update_api.py            writes the files
    update_api.py --check    prints what is not as it would be written; exit 1 if anything is not
"""
import copy
import json
import re
import sys
from pathlib import Path

SCHEMA = Path(__file__).resolve().parent
PAGE = SCHEMA.parent / "docs/http-api.md"
HOW_TO_GIVE = ("Repeat the parameter or join values with commas to match any of them. A leading minus excludes a value; "
               "double quotes protect commas.")


def filters():
    """The filters that have a column, in the order of the columns."""
    fields = json.loads((SCHEMA / "fields.json").read_text(encoding="utf-8"))["fields"]
    return sorted((field for field in fields if "column" in field), key=lambda field: field["column"])


def is_list_of_filters(names, known):
    """Whether these are the filters: all of them, or all but a new one. Lists of an article's members have fewer."""
    return len(set(known) & set(names)) >= len(known) - 1


def described(value, field):
    """The description of `field`, made from that of another filter."""
    value = copy.deepcopy(value)
    if isinstance(value, dict) and "description" in value:
        help_text = field["help"][0].upper() + field["help"][1:]
        value["description"] = f"{help_text}. {HOW_TO_GIVE}"
        example = [field["example"].partition(":")[2].strip('"')]
        value.update({key: example for key in ("example",) if key in value})
        value.update({key: [example] for key in ("examples",) if key in value})
        value.update({"name": field["filter"]} if "name" in value else {})
    return value


def after_last(items, known):
    return max(index for index, item in enumerate(items) if item in known) + 1


def add_missing(node, fields):
    """`node` with every missing filter added, at all depths."""
    known = [field["filter"] for field in fields]
    if isinstance(node, dict):
        node = {key: add_missing(value, fields) for key, value in node.items()}
        if is_list_of_filters(node, known):
            for field in (field for field in fields if field["filter"] not in node):
                rows = list(node.items())
                place = after_last([key for key, _ in rows], known)
                rows.insert(place, (field["filter"], described(rows[place - 1][1], field)))
                node = dict(rows)
        return node
    if not isinstance(node, list):
        return node
    node = [add_missing(item, fields) for item in node]
    for prefix in ("", "#/components/parameters/"):
        names = [item.get("$ref", "") if isinstance(item, dict) else item for item in node]
        wanted = [prefix + name for name in known]
        if all(isinstance(name, str) for name in names) and is_list_of_filters(names, wanted):
            for name in (name for name in wanted if name not in names):
                node.insert(after_last(names, wanted), {"$ref": name} if prefix else name)
                names = [item.get("$ref", "") if isinstance(item, dict) else item for item in node]
    return node


def in_body(parameter):
    """The schema of a parameter in a JSON body, where a switch is a boolean."""
    schema = parameter["schema"]
    if schema.get("enum") == ["0", "1"]:
        schema = {"type": "boolean"} | ({"default": schema["default"] == "1"} if "default" in schema else {})
    examples = {"examples": [parameter["example"]]} if "example" in parameter else {}
    return schema | {"description": parameter["description"]} | examples


def as_components(title, schema):
    """The schema of a file, and those that it names, as openapi.json has them."""
    text = json.dumps({title: {key: value for key, value in schema.items() if key not in ("$schema", "$id", "$defs")},
                       **schema.get("$defs", {})})
    return json.loads(text.replace('"#/$defs/', '"#/components/schemas/'))


def documented():
    """docs/http-api.md with the filters' row."""
    names = " ".join(f"`{field['filter']}`" for field in filters())
    return re.sub(r"^\| (`\w+` )+\| lists \|", f"| {names} | lists |", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)


def described_api():
    """What openapi.json, search-request.schema.json and search-response.schema.json are to be, by their paths."""
    api, request, response, problem = (
        json.loads((SCHEMA / name).read_text(encoding="utf-8"))
        for name in ("openapi.json", "search-request.schema.json", "search-response.schema.json", "problem.schema.json"))
    api, response = add_missing(api, filters()), add_missing(response, filters())
    api["components"]["schemas"] |= as_components("SearchAnswer", response) | as_components("Problem", problem)
    api["components"]["parameters"]["fields"]["schema"]["items"]["enum"] = [*response["$defs"]["Hit"]["properties"], "all"]
    named = [one["$ref"].rsplit("/", 1)[1] for one in api["paths"]["/v1/search"]["get"]["parameters"]]
    properties = {name: in_body(api["components"]["parameters"][name]) for name in named}
    request["properties"] = api["components"]["schemas"]["SearchParameters"]["properties"] = properties
    values = {"openapi.json": api, "search-request.schema.json": request, "search-response.schema.json": response}
    return {SCHEMA / name: json.dumps(value, indent=2, ensure_ascii=False) + "\n" for name, value in values.items()}


def main():
    changed = []
    for path, after in (described_api() | {PAGE: documented()}).items():
        if after != path.read_text(encoding="utf-8"):
            changed.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(after, encoding="utf-8")
    if "--check" in sys.argv and changed:
        print(f"{' and '.join(changed)}: not what fields.json and the parameters of a search make; run schema/update_api.py")
        sys.exit(1)


if __name__ == "__main__":
    main()
