# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that docs, comments and scripts mention exists: files and folders, `./dev` commands, the programs' commands and options,
links."""
import ast
import io
import re
import tokenize
from fnmatch import fnmatch

_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|(//.*)')  # that is not in a string
_URL = re.compile(r"\b[a-z][a-z+.-]*://\S+")
_SOURCE_FILE = re.compile(r"(?<![\w./:@$*-])((?:[\w.*-]+/)*[\w.*-]*\w\.(?:h|cpp|py|md|cmake))\b(?![\w/*])")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_DEV = re.compile(r"\./dev ([a-z][a-z-]*)")
_PROGRAM = re.compile(r"(?<![\w/.-])trawl(?:-indexer)? ([a-z]+)(?: ([a-z]+))?")
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]+)")
_CODE = re.compile(r"`([^`]+)`")
_WITH_SUBCOMMANDS = ("inspect", "index", "sources")


def check(tree):
    """(path, what an allowance must name, message) of each mention of something that does not exist."""
    names = Names(tree)
    for path in tree.files:
        if "/data/" in path or "/seeds/" in path:
            continue
        for number, line in prose(path, tree.text(path)):
            line = _URL.sub("", line)
            for mention in dict.fromkeys(names.missing_files(path, line)):
                yield path, f"mention {mention}", f"{path}:{number}: {mention} does not exist"
            for command in _DEV.findall(line):
                if command not in names.dev_commands:
                    yield path, f"mention ./dev {command}", f"{path}:{number}: there is no command './dev {command}'"
        if path.endswith(".md"):
            yield from check_commands(path, tree.text(path), names)
            yield from check_links(tree, path)


def prose(path, text):
    """(line, text) of the prose in a file: all of a page, the comments of a source."""
    if path.endswith((".h", ".cpp")):
        for number, line in enumerate(text.splitlines(), 1):
            yield from ((number, comment) for comment in _COMMENT.findall(line) if comment)
    elif path.endswith(".md"):
        yield from enumerate(text.splitlines(), 1)
    elif path.endswith(".py"):
        yield from python_comments(text)
    elif path.endswith((".cmake", ".txt", ".sh", ".service", ".socket", ".timer")) or path in ("dev", ".ci/run", ".clang-tidy"):
        yield from ((n, line) for n, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith("#"))


def python_comments(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (doc := ast.get_docstring(node, clean=False)):
            first = node.body[0].lineno
            yield from ((first + n, line) for n, line in enumerate(doc.splitlines()))


class Names:
    """The files, folders, commands and options that exist."""

    def __init__(self, tree):
        self.files = set(tree.files)
        self.folders = {path.rsplit("/", n)[0] for path in self.files for n in range(1, path.count("/") + 1)}
        self.tops = {path.split("/")[0] for path in self.files if "/" in path}
        self.base_names = {path.rpartition("/")[2] for path in self.files}
        self.base_names |= {target for path in tree.cpp_files() for _, quote, target in tree.includes(path) if quote == "<"}
        dev = tree.text("dev") if "dev" in self.files else ""
        self.dev_commands = set(re.findall(r"[a-z][a-z-]*", " ".join(re.findall(r"^  ([a-z| '-]+)\)", dev, re.M))))
        code = [tree.text(p) for p in self.files if p.endswith("options.cpp")]
        self.commands = set(re.findall(r'"([a-z]+)"', " ".join(code)))
        tools = [tree.text(p) for p in self.files
                 if p == "dev" or p.endswith((".cpp", ".py", ".sh")) or p.startswith("schema/fields")]
        self.options = set(re.findall(r'(?:--|")([a-z][a-z_-]+)', " ".join(tools)))

    def missing_files(self, path, line):
        folder = path.rpartition("/")[0]
        tops = "|".join(sorted(self.tops)) or "-"
        for mention in _SOURCE_FILE.findall(line) + re.findall(rf"(?<![\w./$-])((?:{tops})/[\w./*-]*\w)", line):
            mention = mention.removeprefix("../")
            if not self.is_there(mention) and not self.is_there(f"{folder}/{mention}"):
                yield mention

    def is_there(self, mention):
        words = mention.split("/")
        if "NAME" in mention or mention.startswith("generated/"):
            return True
        if "*" in mention:
            return any(fnmatch(path, mention) for path in (*self.files, *self.folders, *self.base_names))
        if len(words) == 1:
            return mention in self.base_names
        return (mention in self.files or mention in self.folders or mention + ".cpp" in self.files
                or any(path.startswith((mention + "-", mention + ".")) for path in self.files))


def check_commands(path, text, names):
    """Commands and options in a page's code. `trawl WORDS` is a search, so in a block of code any words are allowed."""
    is_block = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_block = not is_block
            continue
        for code in [line.partition(" #")[0]] if is_block else _CODE.findall(line):
            if not re.search(r"\btrawl\b|\btrawl-|\./dev", code):
                continue
            for first, second in _PROGRAM.findall(code):
                if first not in names.commands and not is_block:
                    yield path, f"mention trawl {first}", f"{path}:{number}: there is no command 'trawl {first}'"
                if first in _WITH_SUBCOMMANDS and second and second not in names.commands:
                    name = f"trawl {first} {second}"
                    yield path, f"mention {name}", f"{path}:{number}: there is no command '{name}'"
            for option in _OPTION.findall(code):
                if option not in names.options and option.replace("-", "_") not in names.options:
                    yield path, f"mention --{option}", f"{path}:{number}: there is no option --{option}"


def check_links(tree, path):
    folder = (tree.root / path).parent
    for number, line in enumerate(tree.text(path).splitlines(), 1):
        for link in _LINK.findall(line):
            if _URL.match(link) or link.startswith("mailto:"):
                continue
            target, _, anchor = link.partition("#")
            page = (folder / target).resolve() if target else tree.root / path
            if not page.exists():
                yield path, f"mention {link}", f"{path}:{number}: the link {link} leads nowhere"
            elif anchor and anchor not in anchors(page.read_text(encoding="utf-8")):
                yield path, f"mention {link}", f"{path}:{number}: the link {link} names a heading that does not exist"


def anchors(text):
    """The anchors that GitHub gives to a page's headings."""
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
