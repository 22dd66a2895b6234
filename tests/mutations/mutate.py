#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes each protection away in a copy of the tree and runs the tests that must notice.

    mutate.py SOURCE_DIR WORK_DIR [--jobs N] [PART OF A NAME]…

Prints each mutation with the first test that failed, and at the end those that no test noticed; these are its exit code.
"""
import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from mutations import MUTATIONS


def run(*words, **more):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, errors="replace", check=False, **more)


def copy_tree(source, copy):
    """Unchanged files keep their time, so that they are not compiled again."""
    listed = run("git", "-C", source, "ls-files", "--cached", "--others", "--exclude-standard").stdout.splitlines()
    for name in listed:
        old, new = source / name, copy / name
        if old.is_file() and not (new.exists() and new.read_bytes() == old.read_bytes()):
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(old, new)
    for path in copy.rglob("*"):
        name = str(path.relative_to(copy))
        if path.is_file() and name not in listed and not name.startswith("build/"):
            path.unlink()


def build(folder, target, jobs):
    targets = ["trawl", "trawl-indexer", "trawl-searchd", "trawl_fault_shim"] if target.endswith(".py") else [target]
    return run("cmake", "--build", folder, "-j", jobs, "--target", *targets)


def first_failure(text):
    """The name of the first case that failed in Catch2's output, which has a block for each, and others for warnings."""
    blocks = re.split(r"\n-{60,}\n", text)[1:]
    for name, report in zip(blocks, blocks[1:] + [""]):
        if ": FAILED:" in name + report and name.strip():
            return name.strip().splitlines()[0].strip()
    return ""


def failing_test(folder, target, cases):
    """The first test that fails; "" if none does."""
    bin_dir, source = folder / "bin", folder.parents[1]
    command = [bin_dir / target, "--abort", *([cases] if cases else [])]  # at the first failure
    if target.endswith(".py"):
        command = [sys.executable, source / "tests" / target, bin_dir, source, bin_dir / "trawl_fault_shim.so", *cases.split()]
    try:
        done = run(*command, timeout=600)
    except subprocess.TimeoutExpired:
        return "the tests do not end"
    return "" if done.returncode == 0 else first_failure(done.stdout) or f"exit code {done.returncode}"


def try_mutation(mutation, copy, folder, jobs):
    """The test that noticed; "" if none did."""
    _, target, cases, file, changes = mutation
    path = copy / file
    before = path.read_text()
    after = before
    for text, replacement in changes:
        if replacement == "if (false)":  # keeps what the condition uses
            replacement = f"if (false && ({text[4:-1]}))"
        if after.count(text) != 1:
            return None, f"the text is there {after.count(text)} times: {text[:60]}"
        after = after.replace(text, replacement)
    path.write_text(after)
    try:
        made = build(folder, target, jobs)
        if made.returncode != 0:
            return None, "it does not compile:\n" + "\n".join(l for l in made.stdout.splitlines() if "error" in l)[:600]
        return failing_test(folder, target, cases), ""
    finally:
        path.write_text(before)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("source", type=Path)
    options.add_argument("work", type=Path)
    options.add_argument("--jobs", default="2")
    options.add_argument("names", nargs="*")
    options = options.parse_intermixed_args()
    chosen = [m for m in MUTATIONS if not options.names or any(part in m[0] for part in options.names)]
    copy = options.work.resolve() / "source"
    folder = copy / "build" / "release"  # a folder and options as those of the tests, whose objects ccache has
    copy_tree(options.source.resolve(), copy)
    made = run("cmake", "--preset", "dev", cwd=copy)
    if made.returncode != 0:
        sys.exit(made.stdout + made.stderr)
    survivors, broken = [], []
    for target in sorted({m[1] for m in chosen}):
        made = build(folder, target, options.jobs)
        if made.returncode != 0:
            sys.exit(made.stdout[-3000:])
        for cases in sorted({m[2] for m in chosen if m[1] == target}):
            if failing := failing_test(folder, target, cases):
                sys.exit(f"{target} {cases} fails without a mutation: {failing}")
        for mutation in (m for m in chosen if m[1] == target):
            noticed, why = try_mutation(mutation, copy, folder, options.jobs)
            if noticed is None:
                broken.append(mutation[0])
                print(f"BROKEN    {mutation[0]}: {why}", flush=True)
            elif noticed:
                print(f"noticed   {mutation[0]}: {noticed}", flush=True)
            else:
                survivors.append(mutation[0])
                print(f"SURVIVED  {mutation[0]}", flush=True)
    print(f"{len(chosen)} mutations, {len(survivors)} survived, {len(broken)} could not be made")
    return min(len(survivors) + len(broken), 100)


if __name__ == "__main__":
    sys.exit(main())
