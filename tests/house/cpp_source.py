# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the functions and classes of a C++ file without compiling it.

This is not a C++ parser. It follows braces, and distinguishes functions, classes, namespaces and initialisers by the text
before each brace. That is enough for code formatted by clang-format that does not use macros for declarations.
"""
import re
from dataclasses import dataclass, field

_BLANKED = re.compile(
    r'//[^\n]*|/\*.*?\*/'                                 # comments
    r'|R"([^()\\\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'        # strings
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'"                 # characters, but not the separators of 1'000
    r'|^[ \t]*\#(?:\\\n|[^\n])*',                           # the preprocessor's lines
    re.DOTALL | re.MULTILINE)
_CLASS = re.compile(r'\s*(?:\[\[.*?\]\]\s*)*(class|struct|union)\b\s*(?:alignas\s*\([^)]*\)\s*)?(?:\[\[.*?\]\]\s*)*([\w:]*)[^(]*$', re.DOTALL)
_ACCESS = re.compile(r'\s*(public|private|protected)\s*$')
_QUALIFIERS = re.compile(r'(?:\s|\b(?:const|noexcept|override|final|mutable|try|requires\s+[\w:<>, ]+)\b|noexcept\s*\([^()]*\)|&|->\s*[\w:<>,&*\s]+)*$')
_NAME = re.compile(r'(operator\s*(?:\(\s*\)|\[\s*\]|[^\s\w(]+|[\w:]+(?:\s*[&*])?)|~?[A-Za-z_][\w:]*(?:<[^()]*>::~?\w+)?)\s*$')
_NOT_NAMES = {"alignas", "noexcept", "decltype", "explicit", "requires", "__attribute__", "if", "for", "while", "switch"}
_NO_MEMBER = re.compile(r'\s*(?:using|typedef|friend|static_assert|enum|template|class|struct|union|concept|namespace)\b')


@dataclass
class Function:
    name: str                     # with the classes around it: "Crawler::run"
    space: str                    # its namespace
    line: int
    lines: int
    is_inside: bool               # defined in its class


@dataclass
class Class:
    name: str                     # with the classes around it: "Crawler::Options"
    space: str
    line: int
    lines: int = 0
    public_functions: list = field(default_factory=list)
    private_functions: list = field(default_factory=list)
    data_members: list = field(default_factory=list)

    @property
    def is_record(self):
        """Plain data: its size is that of the thing it describes."""
        return not self.private_functions and all(f.startswith("operator") for f in self.public_functions)


@dataclass
class _Scope:
    space: str
    cls: Class | None = None
    is_public: bool = True
    is_unnamed: bool = False      # an unnamed namespace, or a class in one


def blanked(text):
    """`text` with comments, literals and preprocessor lines replaced by spaces; offsets and line numbers do not change."""
    def blanks(match):
        body = re.sub(r"[^\n]", " ", match[0])
        is_literal = match[0].startswith(('"', "'", 'R"'))
        return match[0][-1] + body[1:-1] + match[0][-1] if is_literal else body
    return _BLANKED.sub(blanks, text)


def without_comments(text):
    return _BLANKED.sub(lambda match: " " if match[0].startswith(("//", "/*")) else match[0], text)


def comments(text):
    """(line, text) of each line of the comments."""
    for match in _BLANKED.finditer(text):
        if match[0].startswith(("//", "/*")):
            first = text.count("\n", 0, match.start()) + 1
            for number, line in enumerate(match[0].splitlines()):
                yield first + number, line


class Source:
    """The functions and classes of one file.

    functions: those defined in the file. declared_functions: names of free functions that are only declared.
    declared_names: the name of each function, once for each time that it is declared or defined. local_names: what the
    file's unnamed namespaces define.
    """

    def __init__(self, text):
        self.functions, self.classes, self.declared_functions, self.declared_names = [], [], [], []
        self.local_names = set()
        self._code = blanked(text)
        self._parse(0, _Scope(""))

    def _line(self, offset):
        return self._code.count("\n", 0, offset) + 1

    def _skip_braces(self, start):
        """The offset after the brace that closes the one at `start`."""
        depth = 0
        for match in re.compile(r"[{}]").finditer(self._code, start):
            depth += 1 if match[0] == "{" else -1
            if depth == 0:
                return match.end()
        return len(self._code)

    def _parse(self, start, scope):
        """Reads declarations from `start` to the brace that closes `scope`; the offset after that."""
        code, at, depth = self._code, start, 0
        for_each = re.compile(r"[()\[\];:{}]")
        while match := for_each.search(code, at):
            sign, at = match[0], match.end()
            if sign in "([":
                depth += 1
            elif sign in ")]":
                depth -= 1
            elif depth > 0 and sign == "{":
                at = self._skip_braces(match.start())          # a brace inside a default argument
            elif depth > 0:
                continue
            elif sign == "}":
                return at
            elif sign == ";":
                self._declare(code[start:match.start()], scope)
                start = at
            elif sign == ":" and (access := _ACCESS.match(code[start:match.start()])):
                scope.is_public, start = access[1] == "public", at
            elif sign == "{":
                start, at = self._open(start, match.start(), scope)
        return len(code)

    def _open(self, start, brace, scope):
        """Determines what the brace at `brace` opens. Returns the start of the next declaration and the offset to continue at."""
        head = _without_template(self._code[start:brace])
        first = start + len(self._code[start:brace]) - len(self._code[start:brace].lstrip())
        if match := re.match(r'\s*(?:inline\s+)?namespace\b\s*([\w:]*)|\s*extern\s*"\s*"\s*$', head):
            space = "::".join(filter(None, (scope.space, match[1])))
            at = self._parse(brace + 1, _Scope(space, is_unnamed=scope.is_unnamed or match[1] == ""))
            return at, at
        if match := _CLASS.match(head):
            at = self._class(match, first, brace, scope)
            return at, at
        at = self._skip_braces(brace)
        if re.match(r"\s*enum\b", head) or not (name := _function_name(head, scope)):
            return start, at                                    # an initialiser: the declaration continues after it
        self._add_function(name, head, scope, first, at)
        return at, at

    def _class(self, match, first, brace, scope):
        outer = scope.cls.name + "::" if scope.cls else ""
        cls = Class(outer + (match[2] or "unnamed"), scope.space, self._line(first))
        self.classes.append(cls)
        if scope.is_unnamed and not scope.cls:
            self.local_names.add(cls.name)
        at = self._parse(brace + 1, _Scope(scope.space, cls, match[1] != "class"))
        cls.lines = self._line(at) - cls.line + 1
        return at

    def _add_function(self, name, head, scope, first, end):
        if scope.cls and "=" not in _without_parentheses(head).replace(name, ""):
            self._count(name, scope)
        qualified = f"{scope.cls.name}::{name}" if scope.cls else name
        line = self._line(first)
        self.functions.append(Function(qualified, scope.space, line, self._line(end - 1) - line + 1, bool(scope.cls)))
        self.declared_names.append(name)
        if scope.is_unnamed and not scope.cls:
            self.local_names.add(name)

    def _count(self, name, scope):
        (scope.cls.public_functions if scope.is_public else scope.cls.private_functions).append(name)

    def _declare(self, text, scope):
        """A declaration that ends in ';': a function, or a data member if it is in a class."""
        text = _without_template(text)
        if not text.strip() or _NO_MEMBER.match(text) or re.search(r"=\s*(?:default|delete)\s*$", text):
            return
        if (name := _declared_function(text)):
            self.declared_names.append(name)
            if scope.cls:
                self._count(name, scope)
            else:
                self.declared_functions.append(name)
        elif scope.is_unnamed and not scope.cls:
            if words := re.split(r"[={]", _without_parentheses(text))[0].split():
                self.local_names.add(words[-1].strip("*&"))
        elif scope.cls and not re.search(r"\bconstexpr\b", text):
            declarators = _without_parentheses(_balanced(text, "{", "}")).split(",")
            scope.cls.data_members += [d.split("=")[0].split()[-1].strip("*&") for d in declarators]


def _balanced(text, opening, closing):
    """`text` without the parts between `opening` and `closing`, including nested ones."""
    out, depth = [], 0
    for sign in text:
        if sign == opening:
            depth += 1
        elif sign == closing and depth:
            depth -= 1
        elif depth == 0:
            out.append(sign)
    return "".join(out)


def _without_template(head):
    """`head` without "template <…>" at its start."""
    while match := re.match(r"\s*template\s*<", head):
        depth = 0
        for at in range(match.end() - 1, len(head)):
            depth += {"<": 1, ">": -1}.get(head[at], 0)
            if depth == 0:
                break
        head = head[at + 1:]
    return head


def _without_parentheses(text):
    text = text.replace("operator()", "operator").replace("->", "  ")
    text = re.sub(r"operator\s*[<>=!]+", "operator", text)
    return _balanced(_balanced(_balanced(text, "(", ")"), "<", ">"), "[", "]")


def _parameters(text):
    """The offset of the '(' that opens the parameters, or None: the first at depth 0 that follows a name."""
    depth = 0
    for match in re.finditer(r"operator\s*\(\s*\)|operator\s*[<>=]+|[()<>]|->|\[\[.*?\]\]", text, re.DOTALL):
        sign = match[0]
        if sign == "(" and depth == 0:
            name = _NAME.search(text[:match.start()])
            if name and name[1] not in _NOT_NAMES:
                return match.start()
        if sign in "(<":
            depth += 1
        elif sign in ")>":
            depth -= 1
    return None


def _declared_function(text):
    """The name of the function that `text` declares, or None."""
    at = _parameters(text)
    if at is None or "=" in re.sub(r"operator\s*[=<>!+\-*/|&^]+", "", text[:at]):
        return None
    return _NAME.search(text[:at])[1]


def _function_name(head, scope):
    """The name of the function whose body follows `head`, or None if an initialiser follows."""
    if match := re.search(r"(\w+)\s*=\s*\[", _balanced(head, "(", ")")):
        is_lambda = not scope.cls and _QUALIFIERS.sub("", head).endswith((")", "]"))
        return match[1] if is_lambda else None
    name = _declared_function(head)
    if not name:
        return None
    if re.search(r"\)\s*(?:noexcept\s*)?:[^:]", head) and re.search(r"[\w>]\s*$", head):
        return None                                             # a constructor's member{…}
    body = _QUALIFIERS.sub("", head)
    return name if body.endswith((")", "}")) else None
