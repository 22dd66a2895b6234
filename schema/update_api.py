#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds the filters of schema/fields.json that openapi.json does not have yet: to its parameters, lists of names and answers. Existing
entries are not changed. In it, the body of a search (SearchParameters) is made from the parameters of GET /v1/search, and what its parameter
`fields` takes from Hit. The table of docs/http-api.md is made of the same parameters.

    update_api.py            writes the files
    update_api.py --check    prints what is not as it would be written; exit 1 if anything is not
"""
import copy
import json
import re
import sys
from pathlib import Path

SCHEMA = Path(__file__).resolve().parent
API = SCHEMA / "openapi.json"
PAGE = SCHEMA.parent / "docs/http-api.md"
LINE = 120  # characters of a line of openapi.json, about
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


def described_api():
    """What openapi.json is to be."""
    api = add_missing(json.loads(API.read_text(encoding="utf-8")), filters())
    parameters, schemas = api["components"]["parameters"], api["components"]["schemas"]
    parameters["fields"]["schema"]["items"]["enum"] = [*schemas["Hit"]["properties"], "all"]
    named = [one["$ref"].rsplit("/", 1)[1] for one in api["paths"]["/v1/search"]["get"]["parameters"]]
    schemas["SearchParameters"]["properties"] = {name: in_body(parameters[name]) for name in named}
    return api


def values_of(schema):
    """What a parameter takes, in a table."""
    if schema["type"] == "array":
        return "list"
    if "enum" in schema:
        values = " ".join(f"`{value}`" for value in schema["enum"])
    else:
        values = f"{schema['minimum']} to {schema['maximum']:,}" if "maximum" in schema else ""
    return values + (f" ({schema['default']})" if "default" in schema else "")


def documented(api):
    """docs/http-api.md with the table of parameters, in which the filters are one row."""
    names = [field["filter"] for field in filters()]
    row_of_filters = " ".join(f"`{name}`" for name in names) + " | lists | exact filters"
    rows = {row_of_filters if name in names else f"`{name}` | {values_of(one['schema'])} | {one['description']}": None
            for name, one in api["components"]["parameters"].items()}
    table = "".join(f"| {row} |\n" for row in rows)
    head = r"(\| name \| values \| meaning \|\n\|---\|---\|---\|\n)"
    return re.sub(head + r"(?:\|.*\n)+", lambda match: match[1] + table, PAGE.read_text(encoding="utf-8"), count=1)


def written(value, indent=0):
    """JSON in which an object or list is one line where it fits."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or indent + len(line) <= LINE:
        return line
    inner = " " * (indent + 2)
    keys = [json.dumps(key) + ": " for key in value] if isinstance(value, dict) else [""] * len(value)
    members = value.values() if isinstance(value, dict) else value
    rows = [f"{inner}{key}{written(member, indent + 2)}" for key, member in zip(keys, members)]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n" + ",\n".join(rows) + f"\n{' ' * indent}{end}"


def main():
    changed, api = [], described_api()
    for path, after in {API: written(api) + "\n", PAGE: documented(api)}.items():
        if after != path.read_text(encoding="utf-8"):
            changed.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(after, encoding="utf-8")
    if "--check" in sys.argv and changed:
        print(f"{' and '.join(changed)}: not what fields.json and the parameters of a search make; run schema/update_api.py")
        sys.exit(1)


if __name__ == "__main__":
    main()
