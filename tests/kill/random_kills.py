#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills commands at random moments, many times in a row on the same data: after each kill the articles are
those from before or more, and at the end a run without a kill ends as if there had been no kills.

    random_kills.py BIN_DIR SOURCE_DIR [--kills N] [--seed N]
"""
import argparse
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(sys.argv[2]) / "tests/support"), str(Path(sys.argv[2]) / "tests/faults")]
from operations import OPERATIONS, Programs, Trial, file_names, prepare  # noqa: E402


def main():
    options = argparse.ArgumentParser()
    options.add_argument("binaries")
    options.add_argument("source")
    options.add_argument("--kills", type=int, default=40)
    options.add_argument("--seed", type=int, default=20260601)
    options = options.parse_args()
    dice, folder = random.Random(options.seed), Path(tempfile.mkdtemp(prefix="trawl-kills-"))
    programs, wrong, kills, ended = Programs(Path(options.binaries).resolve(), None), 0, {}, 0
    try:
        prepare(programs, folder / "prepared")
        operations = [o for o in OPERATIONS if o.writes]
        while sum(kills.values()) < options.kills:
            operation = dice.choice(operations)
            trial = Trial(programs, operation, folder / "prepared", folder / "undisturbed")
            before = trial.articles()
            begin = time.monotonic()
            undisturbed = trial.run()
            took = time.monotonic() - begin
            names, after = file_names(trial.work), trial.articles()
            trial.close()
            if undisturbed.returncode != 0:
                raise RuntimeError(undisturbed.stderr)
            trial = Trial(programs, operation, folder / "prepared", folder / "killed")
            complaint = ""
            for _ in range(dice.randrange(1, 8)):
                words = operation.words(trial.work, trial.site)
                if operation.crawls and dice.random() < 0.5:
                    words = [*words, "--watch"]  # which a kill alone ends
                process = subprocess.Popen([programs.binaries / words[0], *words[1:]], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
                try:
                    process.wait(timeout=dice.random() * took * 1.1)
                    ended += 1
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    kills[operation.name] = kills.get(operation.name, 0) + 1
                found = trial.articles()
                is_some = before.keys() <= found.keys() or (operation.name == "restore" and found in (before, after))
                if not is_some:
                    complaint = f"{len(found)} articles of {len(before)} after a kill"
            again = trial.run()
            if again.returncode != 0:
                complaint = complaint or f"the next run fails: {again.stderr[-300:]}"
            elif trial.articles() != after:
                complaint = complaint or "the next run ends in other articles"
            elif programs.run(["trawl-indexer", "index", "check", "--data", trial.work / "data"]).returncode != 0:
                complaint = complaint or "index check"
            elif left := sorted(file_names(trial.work) - names):
                complaint = complaint or f"left behind: {left}"
            trial.close()
            if complaint:
                wrong += 1
                print(f"WRONG {operation.name}: {complaint}", flush=True)
            print(f"{sum(kills.values())} kills, {wrong} went wrong", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{sum(kills.values())} kills ({', '.join(f'{n} {c}' for n, c in sorted(kills.items()))}), {ended} runs ended before, {wrong} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
