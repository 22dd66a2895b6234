#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes screenshots of every kind of page for review: at three widths, in both themes, with and without JavaScript.

    screenshots.py BIN_DIR DATA OUT_DIR [--query WORDS] [--axe axe.min.js] [--no-pictures]

DATA is a data directory with an index. With --axe, axe-core (`npm install axe-core`) also checks each page; the problems that it calls
serious or critical are printed, and the exit code is 1. Prints how many titles are visible at once at 1,400 × 900.
"""
import argparse
import base64
import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import quote_plus

from webdriver import Browser

WIDTHS = (360, 800, 1400)
HEIGHT = 900
VISIBLE = """return [...document.querySelectorAll('main a.title, aside a.title')].map((e) => e.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.top >= 0 && box.bottom <= innerHeight).length"""
AXE = """const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then((found) => done(found.violations
        .filter((each) => ['serious', 'critical'].includes(each.impact))
        .map((each) => each.id + ': ' + each.nodes.map((node) => node.html).slice(0, 3).join(' | '))))"""


def pages(base, query):
    """Name and path of each kind of page."""
    words = quote_plus(query)
    with urllib.request.urlopen(f"{base}/v1/search?q={words}&limit=3") as answer:
        hits = json.load(answer)["hits"]
    return {"home": "/", "results": f"/?q={words}", "titles": f"/?q={words}&snippets=0",
            "filtered": f"/?q={words}&source={hits[0]['source']['id']}", "reader": f"/?article={hits[0]['id']}&q={words}&at=0",
            "nothing": "/?q=nothinglikethis", "error": "/?sort=newst", "missing": "/nowhere"}


def theme(browser, name):
    browser.call("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
        "features": [{"name": "prefers-color-scheme", "value": name}]}})


def picture(browser, width, path):
    height = browser.script("return Math.min(document.documentElement.scrollHeight, 3000)")
    taken = browser.call("/goog/cdp/execute", {"cmd": "Page.captureScreenshot", "params": {
        "format": "png", "captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}}})
    path.write_bytes(base64.b64decode(taken["data"]))


def look(browser, base, options, axe):
    """Every page at every width in both themes; returns what axe calls serious."""
    serious = []
    for name, path in pages(base, options.query).items():
        for width in WIDTHS:
            for colours in ("light", "dark"):
                theme(browser, colours)
                browser.size(width, HEIGHT)
                browser.open(base + path)
                browser.wait_for_page(path.split("&at")[0])
                shown = f"{name}-{width}-{colours}" + ("" if browser.javascript else "-without-javascript")
                if options.pictures:
                    picture(browser, width, options.out / f"{shown}.png")
                if axe and browser.javascript:
                    browser.script(axe)
                    found = browser.call("/execute/async", {"script": AXE, "args": []})
                    serious += [f"{shown}: {each}" for each in found]
        print(f"{name:10} {browser.script(VISIBLE):3} titles visible at {WIDTHS[-1]} × {HEIGHT}", flush=True)
    return serious


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--query", default="attention")
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--no-pictures", dest="pictures", action="store_false")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    axe = options.axe.read_text(encoding="utf-8") if options.axe else ""
    serious = []
    with subprocess.Popen([options.bin_dir / "trawl-searchd", "--data", options.data, "--listen", "127.0.0.1:0"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as daemon:
        base = re.search(r"http://127\.0\.0\.1:\d+", daemon.stdout.readline()).group()
        for javascript in (True, False):
            with Browser(javascript) as browser:
                serious += look(browser, base, options, axe)
        daemon.terminate()
    print("\n".join(serious) if serious else "axe: nothing serious" if axe else "axe was not asked")
    return 1 if serious else 0


if __name__ == "__main__":
    sys.exit(main())
