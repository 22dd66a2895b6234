# SPDX-License-Identifier: GPL-3.0-or-later
"""Every file includes what it uses, directly or through its own includes. A build that compiles the files of a folder
together does not notice a missing include; this does, for the standard library's names and for our types and functions.
"""
import re
from collections import defaultdict

from cpp_source import blanked
from tree import PROGRAM_FOLDERS

_STANDARD = {
    "algorithm": "all_of any_of none_of find_if sort stable_sort lower_bound upper_bound binary_search clamp minmax "
                 "nth_element partial_sort rotate transform ranges::sort ranges::find ranges::any_of ranges::all_of",
    "array": "array", "atomic": "atomic", "bit": "countr_zero countl_zero popcount bit_cast bit_width",
    "bitset": "bitset", "charconv": "from_chars to_chars", "chrono": "chrono", "cmath": "sqrt log log2 pow exp floor",
    "condition_variable": "condition_variable", "deque": "deque", "expected": "expected unexpected",
    "filesystem": "filesystem", "fstream": "ifstream ofstream", "functional": "function move_only_function hash",
    "initializer_list": "initializer_list", "iostream": "cout cerr cin", "iterator": "istreambuf_iterator",
    "limits": "numeric_limits", "map": "map multimap", "memory": "unique_ptr shared_ptr make_unique make_shared",
    "mutex": "mutex lock_guard unique_lock scoped_lock", "numeric": "accumulate iota", "optional": "optional nullopt",
    "queue": "queue priority_queue", "random": "mt19937 mt19937_64", "regex": "regex", "set": "set multiset", "span": "span",
    "sstream": "ostringstream istringstream", "stop_token": "stop_token", "string": "string to_string u32string",
    "string_view": "string_view u32string_view", "thread": "thread jthread", "tuple": "tuple tie",
    "unordered_map": "unordered_map", "unordered_set": "unordered_set", "utility": "pair exchange",
    "variant": "variant visit", "vector": "vector",
}
# Headers that these headers are specified, or certain, to include.
_BRINGS = {"string": {"string_view", "initializer_list"}, "map": {"utility"}, "unordered_map": {"utility"}, "tuple": {"utility"},
           "iostream": {"string"}, "sstream": {"string"}, "fstream": {"string", "iterator"}, "array": {"utility"}, "thread": {"stop_token"},
           "filesystem": {"string", "string_view"}, "vector": {"initializer_list"}, "mutex": {"chrono"},
           "condition_variable": {"mutex", "chrono"}, "functional": {"utility"}, "expected": {"utility"}, "optional": {"utility"}}
_PROVIDER = {name: header for header, names in _STANDARD.items() for name in names.split()}
_STD_NAME = re.compile(r"\bstd::((?:ranges::)?\w+)")
_TYPE = re.compile(r"(?<![\w.:>])(?:([A-Za-z_]\w*)::)?([A-Z]\w+)\b")
_CALL = re.compile(r"(?<![\w.>])([a-z]+_\w+)\(")           # one word is too often a member of something
_DEFINED = re.compile(r"^\s*(?:enum(?: class)?|using|class|struct|const auto) (\w+)", re.M)
_NAMESPACE = re.compile(r"^namespace ([\w:]+)", re.M)


def check(tree):
    """(path, what an allowance must name, message) of each name whose header is not included."""
    facts = Facts(tree)
    for path in tree.cpp_files(*PROGRAM_FOLDERS):
        reached, standard = facts.reach(path)
        for header in sorted(facts.standard_uses[path] - standard):
            yield path, f"include {header}", f"{path}: uses <{header}> but does not include it"
        known_here = set().union(*(facts.names[file] for file in reached))
        for name, headers in sorted(facts.used(path)):
            if not headers & reached and name not in known_here:
                header = sorted(headers)[0]
                yield path, f"include {header}", f"{path}: uses {name} but does not include {header}"


class Facts:
    """Which files define and use which names."""

    def __init__(self, tree):
        self.tree, self.reached = tree, {}
        self.types, self.functions = defaultdict(set), defaultdict(set)
        self.names, self.standard_uses, self.code = {}, {}, {}
        for path in tree.cpp_files(*PROGRAM_FOLDERS):
            source = tree.source(path)
            code = re.sub(r"(\benum\b[^;{]*)\{[^}]*\}", r"\1{}", blanked(tree.text(path)))
            self.code[path] = code
            self.names[path] = set(_DEFINED.findall(code)) | set(source.declared_names) | source.local_names
            self.standard_uses[path] = {_PROVIDER[name] for name in _STD_NAME.findall(code) if name in _PROVIDER}
            if path.endswith(".h"):
                for cls in source.classes:
                    self.types[cls.name].add((cls.space, path))
                for name in source.declared_functions:
                    self.functions[name].add(path)

    def reach(self, path):
        """The files and standard headers that `path` includes, directly or not."""
        if path not in self.reached:
            files, standard, todo = {path}, set(), [path]
            while todo:
                for _, quote, target in self.tree.includes(todo.pop()):
                    if quote == "<":
                        standard |= {target} | _BRINGS.get(target, set())
                    elif target not in files and target in self.names:
                        files.add(target)
                        todo.append(target)
            self.reached[path] = files, standard
        return self.reached[path]

    def used(self, path):
        """(name, the headers that declare it) of our types and functions that the code of `path` names."""
        spaces = "::".join(_NAMESPACE.findall(self.code[path])).split("::")
        for scope, name in set(_TYPE.findall(self.code[path])):
            headers = {header for space, header in self.types.get(name, ())
                       if space.rpartition("::")[2] in ([scope] if scope else spaces)}
            if headers and "using enum" not in self.code[path]:
                yield name, headers
        for name in set(_CALL.findall(self.code[path])):
            if name in self.functions:
                yield name, self.functions[name]
