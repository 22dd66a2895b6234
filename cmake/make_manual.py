#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the documentation that the programs give of themselves to files: manual pages, completion, a configuration file.

    make_manual.py BIN_DIR OUT VERSION

help2man makes a page of what each command answers to --help. The pages of the configuration file and of the query language are
made from what docs/ says of them.
"""
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
FILLED = 10000  # columns of a help in which no text is broken


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def commands_in(help_text):
    """The names in the list of commands."""
    return re.findall(r"^  ([a-z]+)  ", help_text.partition("\nCommands:\n")[2].partition("\n\n")[0], re.MULTILINE)


def command_lines(words):
    """A command and its own commands, as words that are typed: `trawl sources` is trawl's, its commands are trawl-indexer's."""
    yield words
    program = "trawl-indexer" if words == ["trawl", "sources"] else "trawl"
    for name in commands_in(output(program, *words[1:], "--help")):
        yield from command_lines([*words, name])


def ascii_only(text):
    """For troff, which needs no preprocessor then; a terminal without Unicode shows three dots."""
    return re.sub(r"[^\x00-\x7f]", lambda one: f"\\[u{ord(one[0]):04X}]", text).replace(".SH NAME\n", ".if \\n(.g .fchar \\[u2026] ...\n.SH NAME\n", 1)


def help_page(words, version, folder):
    """The page of one command. help2man runs a program without arguments, and says its name."""
    name = "-".join(words)
    program = folder / name
    program.write_text(f'#!/bin/sh\nexec {" ".join(words)} "$@"\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    does = output(*words, "--help").partition("\n")[0].rstrip(".")
    page = output("help2man", "--no-info", "--locale=C.UTF-8", f"--name={does}", f"--version-string={version}", "--source=Trawl",
                  "--manual=Trawl", f"--include={TREE / 'cmake/manual.h2m'}", program)
    page = re.sub(r"\\fR,(\\-\\-[^ \n]+)", r"\\fR, \\fB\1\\fR", page)                        # -n,--limit as CLI11 prints it
    return re.sub(r"(\.SH EXAMPLES\n)\.IP\n((?:[^.].*\n)+)", r"\1.nf\n\2.fi\n", page)        # lines, not a paragraph


def roff(text):
    """Text of Markdown in man(7): code is bold, and of a link only its text is left; nothing is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", re.sub(r"\*\*([^*]+)\*\*", r"\\fB\1\\fR", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)))
    return "\\&" + text if text[:1] in (".", "'") else text


def document_page(name, section, does, markdown):
    """A page of docs/, in which a row of a table is a tagged paragraph."""
    lines = [f'.TH {name.upper()} {section} "" "Trawl" "Trawl"', ".SH NAME", f"{name} \\- {does}", ".SH DESCRIPTION"]
    markdown = re.sub(r"(?<=[^\n|])\n *(?=[^\n|#-])", " ", markdown)                          # a paragraph or item is one line
    for line in (line.strip() for line in markdown.splitlines()[1:]):
        if line.startswith("## "):
            lines.append(".SH " + roff(line[3:]).upper())
        elif line.startswith(("|--", "| --")):
            continue
        elif line.startswith("| "):
            tag, *cells = [roff(cell.strip().replace("\\|", "|")) for cell in line.strip("| ").split(" | ")]
            lines += [".TP", tag, "; ".join(filter(None, cells))]
        elif line.startswith("- "):
            lines += [".IP \\(bu 2", roff(line[2:])]
        elif line:
            lines.append(roff(line))
        elif not lines[-1].startswith((".SH", ".PP")):
            lines.append(".PP")
    lines = [line for line, after in zip(lines, [*lines[1:], ".SH"]) if line != ".PP" or not after.startswith((".SH", ".TP", ".IP"))]
    return "\n".join([*lines, ".SH SEE ALSO", ".BR trawl (1)", ""])


def main():
    binaries, out, version = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    os.environ |= {"PATH": f"{binaries}:{os.environ['PATH']}", "TRAWL_CONFIG": "/dev/null", "COLUMNS": str(FILLED), "LC_ALL": "C.UTF-8"}
    shutil.rmtree(out, ignore_errors=True)
    for section in "157":
        (out / f"man{section}").mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        for words in [*command_lines(["trawl"]), ["trawl-indexer"], ["trawl-searchd"]]:
            (out / "man1" / ("-".join(words) + ".1")).write_text(ascii_only(help_page(words, version, Path(folder))), encoding="ascii")
    settings, query = output("trawl", "config", "--markdown"), (TREE / "docs/query-language.md").read_text(encoding="utf-8")
    for name, section, does, text in (("trawl-config", 5, "the configuration file of Trawl", settings),
                                      ("trawl-query", 7, "the query language of Trawl", query)):
        (out / f"man{section}/{name}.{section}").write_text(ascii_only(document_page(name, section, does, text)), encoding="ascii")
    for name, words in (("trawl.bash", ("completion", "bash")), ("_trawl", ("completion", "zsh")),
                        ("trawl.fish", ("completion", "fish")), ("config.toml", ("config",))):
        (out / name).write_text(output("trawl", *words), encoding="utf-8")
    (out / "stamp").touch()


if __name__ == "__main__":
    main()
