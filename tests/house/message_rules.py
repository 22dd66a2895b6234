# SPDX-License-Identifier: GPL-3.0-or-later
"""All messages of the programs follow one form.

    message_rules.py [ROOT]      prints every message with its place, for a reader

An error, `fail(code, what, where, hint)`, is shown as "where: what; hint" after the name of the program: what and hint begin in
lower case, unless with a name, and end without a full stop. A problem of the API and a warning are sentences: they begin with
a capital, unless with a name or a value, and end with a full stop. Commands to run stand in backticks. None says "invalid", "illegal" or
"unable", none shortens "cannot" or "does not", and none has an exclamation mark.
"""
import re
import sys

from tree import PROGRAM_FOLDERS, Tree

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_PHRASES = re.compile(r"\b(?:fail\(|Error\{)\s*(?:[A-Za-z:]*ErrorCode::\w+|code|[a-z_.]+\.code|code_of\([^()]*\))\s*,")
_SENTENCES = re.compile(r'\bhttp_problem\(\s*\d+\s*,|\bProblem\{"[a-z-]+",\s*\d+,|\bWarning\{"[a-z_]+",|\bwarn\(\s*"[a-z_]+",|\bwarnings?\.(?:push|emplace)_back\(\s*\{?\s*"[a-z_]+",')
_OUTPUT = re.compile(r"\bstd::cerr\s*<<|\bprint_line\(")
# Words that a phrase may begin with in capitals: names.
_NAMES = re.compile(r"(?:[A-Z]{2,}|OpenSearch|Trawl|Xapian|SQLite|Catch|Retry-After|Content-|C\+\+)")
_WORDS = re.compile(r"\b(?:invalid|illegal|unable|oops|sorry|can't|doesn't|don't|isn't|won't|couldn't)\b|!(?=\s|$)", re.I)


def arguments(text, start):
    """The arguments from `start` to the bracket that closes them, and the strings of each: [(source, [string])]."""
    out, depth, begin, at = [], 0, start, start
    while at < len(text) and at < start + 2000:
        c = text[at]
        if c == '"':
            at = _STRING.match(text, at).end()
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if depth < 0 or (c == "," and depth == 0):
            out.append(text[begin:at].strip())
            begin = at + 1
            if depth < 0:
                break
        at += 1
    return out


def joined(argument):
    """The text of an argument with … for what is put in at run time; None without a string of its own."""
    parts, at = [], 0
    for match in _STRING.finditer(argument):
        between = argument[at:match.start()].strip()
        if between and between not in ("std::string(", "+", ")", "std::string_view("):
            parts.append("…")
        parts.append(match[1].replace('\\"', '"'))
        at = match.end()
    if at == 0:
        return None
    if argument[at:].strip(" )"):
        parts.append("…")
    return "".join(parts)


def messages(tree):
    """(path, line, kind, message): kind is 'phrase', 'sentence' or 'output', which is written to stderr as it is."""
    for path in tree.cpp_files(*PROGRAM_FOLDERS):
        text = tree.text(path)
        for match in _PHRASES.finditer(text):
            given = arguments(text, match.end())
            for argument in given[:1] + given[2:3]:
                if (message := joined(argument)) is not None:
                    yield path, text.count("\n", 0, match.start()) + 1, "phrase", message
        for match in _SENTENCES.finditer(text):
            if (message := joined(next(iter(arguments(text, match.end())), ""))) is not None and " " in message:
                yield path, text.count("\n", 0, match.start()) + 1, "sentence", message
        for match in _OUTPUT.finditer(text):
            if (message := joined(text[match.end():text.find(";\n", match.end())])) is not None and " " in message:
                yield path, text.count("\n", 0, match.start()) + 1, "output", message.replace("\\n", "")


def fault(kind, message):
    """What is wrong with a message; None if nothing is."""
    if not message:
        return None
    if _WORDS.search(message):
        return "says " + repr(_WORDS.search(message)[0])
    if kind != "output" and "  " in message:
        return "has two spaces"
    if kind == "phrase" and ("'trawl " in message or "run '" in message):
        return "names a command without backticks"
    if kind == "phrase" and message.endswith("."):
        return "ends with a full stop, but it is part of a sentence"
    if kind == "phrase" and message[0].isupper() and not _NAMES.match(message):
        return "begins with a capital, but it is part of a sentence"
    if kind == "sentence" and not message.endswith((".", "…", "?", " ")):
        return "is a sentence without a full stop"
    if kind == "sentence" and message[0].islower() and not message.startswith(("trawl", "is:")):
        return "is a sentence that begins in lower case"
    return None


def check(tree):
    """(path, what an allowance must name, message) of each message that does not have the form."""
    for path, line, kind, message in messages(tree):
        if wrong := fault(kind, message):
            yield path, "message", f"{path}:{line}: the message {message!r} {wrong}"


if __name__ == "__main__":
    for path, line, kind, message in messages(Tree(sys.argv[1] if len(sys.argv) > 1 else ".")):
        print(f"{path}:{line}: {kind}: {message}")
