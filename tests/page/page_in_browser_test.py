#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page in Chromium: every flow by keyboard, on a phone, without JavaScript, with hostile articles.

    page_in_browser_test.py BIN_DIR SOURCE_DIR [unittest arguments]
"""
import hashlib
import json
import re
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from datetime import datetime, timedelta, timezone
from pathlib import Path

from webdriver import CHROMIUM, DRIVER, Browser

BIN = Path(sys.argv[1])
SKIPPED = 77  # ctest's SKIP_RETURN_CODE
TODAY = datetime.now(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0)
WIDE = "\\(\\phi(x, y) = \\texttt{StartsWith}(x, \\texttt{SureHereIs}) \\wedge \\texttt{AndNothingElse}(y)\\)"
PICTURES = [f"https://pictures.example/{number}.png" for number in range(3)]
HOSTILE = "<img src=x onerror=\"window.hit=1\"><script>window.hit=1</script>"
# Not overflowing: the page is as wide as the window, and begins at its top.
FITS = "return document.documentElement.scrollWidth <= innerWidth && scrollX === 0 && scrollY === 0"
TARGETS = ".byline a, .facet li a, .chips a, .orders a, .keep > *, .histogram a, .pills a, footer a, .panel a, " \
          ".rows .from a, .place a, .actions a, .found button, .more a, .hit .title"
# Adds up how far elements were moved without the reader's doing.
MOVED = """window.sum = 0; window.moved = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.sum += entry.value; });
    window.moved.observe({ type: 'layout-shift', buffered: true });"""
PANEL_SHOWN = "return document.querySelector('.facets').offsetHeight > 0"


def article(number, source, days, **more):
    day = (TODAY - timedelta(days=days)).date().isoformat()
    text = "The attention of a transformer is spread over words.\n\n" + f"Paragraph of article {number} on memory. " * 40
    return {"url": f"https://{source}.example/{number}", "source": source, "published": day, "authors": ["Ada Example"],
            "title": f"Attention, part {number}", "tags": ["attention", "gpu"], "category": "research", "language": "en",
            "text": text + "\n\nIn the end attention is all there is, and attention stays.", **more}


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = zlib.compress((b"\0" + bytes(3 * width)) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) \
        + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def contrast(one, other):
    """The ratio of WCAG 2, from the bytes of two colours."""
    def light(colour):
        parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def keep_pictures(store, addresses):
    """As the crawler does."""
    database, picture = sqlite3.connect(store), png(800, 600)
    with database:
        for address in addresses:
            key = hashlib.sha256(address.encode()).hexdigest()[:32]
            database.execute("INSERT INTO pictures(key, address, article, source, state, width, height, size, bytes) "
                             "VALUES(?, ?, '', '', 1, 800, 600, ?, ?)", (key, address, len(picture), picture))
    database.close()


def articles():
    for number in range(45):
        yield article(number, ["alpha", "beta", "gamma", "delta"][number % 4], number // 8)
    for number in range(6):
        yield article(300 + number, f"weekly-{number}", 40, title=f"Weekly attention {number}")
    for year in range(1, 4):
        yield article(100 + year, "old-blog", 365 * year, title=f"Old attention {year}")
    yield article(200, "evil", 0, title=HOSTILE + " attention", authors=[HOSTILE], text=HOSTILE + " attention " + HOSTILE,
                  tags=["\"><b>"], image="https://pictures.invalid/lead.png")
    for number in range(90):
        yield article(400 + number, "many", 60, authors=[f"Author {number % 45}"], title=f"Memory of many {number}", text="Memory of many.",
                      tags=[])
    figures = "".join(f"<p>{'Attention is shown here in many words of its own. ' * 20}</p><img src='{address}'>" for address in PICTURES)
    yield {"url": "https://pictures.example/a", "source": "pictures",
           "html": f"<html><head><title>Attention in pictures</title></head><body><article><h1>Attention in pictures</h1>{figures}"
                   f"<h2>Where {WIDE} begins</h2><ul><li>where {WIDE}</li></ul></article></body></html>"}


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="trawl page ")
        data, rows = Path(cls.folder.name) / "data", Path(cls.folder.name) / "rows.jsonl"
        cls.memory = data / "reader.db"
        rows.write_text("".join(json.dumps(row) + "\n" for row in articles()), encoding="utf-8")
        subprocess.run([BIN / "trawl-indexer", "import", rows, "--data", data], check=True, stdout=subprocess.DEVNULL)
        keep_pictures(data / "crawl.db", PICTURES)
        cls.daemon = subprocess.Popen([BIN / "trawl-searchd", "--data", data, "--listen", "127.0.0.1:0"],
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        cls.base = re.search(r"http://127\.0\.0\.1:\d+", cls.daemon.stdout.readline()).group()
        cls.browsers = {javascript: cls.enterClassContext(Browser(javascript)) for javascript in (True, False)}

    @classmethod
    def tearDownClass(cls):
        cls.daemon.terminate()
        cls.daemon.wait()
        cls.daemon.stdout.close()
        cls.folder.cleanup()

    def forget_everything(self):
        if self.memory.exists():
            memory = sqlite3.connect(self.memory)
            with memory:
                memory.executescript("DELETE FROM article; DELETE FROM search; DELETE FROM shown; UPDATE memory SET revision = revision + 1")
            memory.close()

    def browser(self, path="/", javascript=True, width=1400):
        """A browser with an empty profile, at this path, and a server that remembers nothing yet."""
        self.forget_everything()
        browser = self.browsers[javascript]
        browser.size(width)
        browser.open(self.base + "/llms.txt")
        browser.script("localStorage.clear(); sessionStorage.clear()")
        browser.errors()
        self.go(browser, path)
        return browser

    def go(self, browser, path):
        browser.open(self.base + path)
        browser.wait_for_page(path)

    def test_no_page_is_wider_than_its_window_or_opens_scrolled(self):
        browser = self.browser()
        paths = ["/", "/?q=attention&source=alpha,beta", "/?q=nothinglikethis", "/?sort=newst", "/nowhere",
                 "/?q=attention&snippets=0", "/?q=attention&source=alpha#filters"]
        for width in (320, 360, 371, 800, 1400):
            browser.size(width)
            for path in paths:
                with self.subTest(width=width, path=path):
                    self.go(browser, path)
                    self.assertTrue(browser.script(FITS if "#" not in path else FITS.split(" &&")[0]))
        for path in paths[:2] + paths[-1:]:
            self.go(browser, path)
            small = browser.script("""return [...document.querySelectorAll(arguments[0])].map((e) => [e, e.getBoundingClientRect()])
                .filter(([e, box]) => box.height > 0 && (box.height < 24 || box.width < 24)).map(([e]) => e.outerHTML)""", TARGETS)
            self.assertEqual(small, [], path)

    def test_all_of_the_table_of_sources_is_seen_on_a_phone(self):
        browser = self.browser("/sources", width=360)
        self.assertGreater(len(browser.texts(".list td")), 30)
        outside = "return [...document.querySelectorAll('.list :is(td, th)')].filter((e) => e.offsetHeight > 0 && e.getBoundingClientRect().right > innerWidth).length"
        self.assertEqual(browser.script(outside), 0)
        head = "return getComputedStyle(document.querySelector('.list td'), '::before').content"
        self.assertEqual(browser.script(head), '"Articles"')

    def test_what_can_be_found_is_named_where_nothing_is(self):
        browser = self.browser("/?q=is:starred")
        self.assertEqual(browser.texts(".empty p")[0], "No article has a star.")
        self.go(browser, "/?q=is:starred+nothinglikethis")
        self.assertEqual(browser.texts(".empty p")[0], "Nothing found.")

    def test_a_page_of_an_error_has_all_of_the_navigation(self):
        browser = self.browser("/")
        whole = browser.texts(".site a")
        self.assertIn("Starred", whole)
        for path in ("/nowhere", "/?sort=newst", "/?article=0000000000000000", "/?q=%22unclosed"):
            self.go(browser, path)
            self.assertEqual(browser.texts(".site a"), whole, path)

    def test_a_search_without_results_offers_no_filters_and_no_order(self):
        browser = self.browser("/?q=nothinglikethis", width=360)
        self.assertEqual(browser.texts(".orders, #filters"), [])
        self.go(browser, "/?q=nothinglikethis&source=alpha")  # whose filter can be taken back
        self.assertEqual(len(browser.texts("#filters")), 1)

    def test_a_long_name_in_the_text_breaks_and_a_line_of_code_scrolls_on_a_phone(self):
        browser = self.browser("/?q=attention", width=360)
        browser.press("j", "Enter")
        browser.wait_for_page("article=")
        browser.script("""const name = '<code>models.encoder_decoder.EncoderDecoderModelForSequences</code>';
            document.querySelector('.text').innerHTML = `<p>${name} and <a href="/">${name}</a></p><pre>${name}</pre>`""")
        self.assertTrue(browser.script(FITS.split(" &&")[0]))  # it is scrolled to the passage that was found
        self.assertEqual(browser.script("return document.querySelector('.text pre code').getClientRects().length"), 1)

    def test_a_formula_in_a_heading_or_a_list_scrolls_by_itself_on_a_phone(self):
        browser = self.browser("/?q=attention&source=pictures", width=360)
        browser.click(".hit .title")
        browser.wait_for_page("article=")
        self.assertEqual(browser.script("return document.querySelectorAll('.text math').length"), 2)
        self.assertTrue(browser.script(FITS.split(" &&")[0]))

    def test_the_colour_of_a_formula_is_readable_on_both_grounds(self):
        browser = self.browser("/?q=attention")
        browser.click(".hit .title")
        browser.wait_for_page("article=")
        for theme in ("light", "dark"):
            browser.call("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
                "features": [{"name": "prefers-color-scheme", "value": theme}]}})
            for colour in ("red", "blue", "green", "orange"):
                shown, ground = browser.script("""document.querySelector('.text').innerHTML =
                    `<span class="formula"><math><mi mathcolor="${arguments[0]}">x</mi></math></span>`;
                    const paper = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                    const bytes = (colour) => { paper.fillStyle = colour; paper.fillRect(0, 0, 1, 1); return [...paper.getImageData(0, 0, 1, 1).data]; };
                    return [bytes(getComputedStyle(document.querySelector('mi')).color), bytes(getComputedStyle(document.body).backgroundColor)]""", colour)
                self.assertGreaterEqual(contrast(shown, ground), 4.5, (theme, colour))
        browser.call("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": []}})

    def test_the_lines_of_an_equation_are_aligned_at_their_sign(self):
        browser = self.browser("/?q=attention")
        browser.press("j", "Enter")
        browser.wait_for_page("article=")
        browser.script("""const line = (name) => `<mtr><mtd><mrow><mi>${name}</mi></mrow></mtd><mtd><mrow><mo>=</mo><mn>1</mn></mrow></mtd></mtr>`;
            document.querySelector('.text').innerHTML = `<span class="formula display"><math display="block">
                <mtable columnalign="right left">${line('x')}${line('probability')}</mtable></math></span>`""")
        left, right = (set(browser.script(f"return [...document.querySelectorAll('mtd:nth-child({at}) > mrow')].map((e) => "
                                          f"Math.round(e.getBoundingClientRect().{side}))")) for at, side in ((1, "right"), (2, "left")))
        self.assertEqual([len(left), len(right)], [1, 1])

    def test_dates_and_their_links_are_not_torn_on_a_phone(self):
        browser = self.browser(width=360)
        torn = browser.script("return [...document.querySelectorAll('.when')].filter((e) => e.getClientRects().length > 1).length")
        self.assertEqual(torn, 0)

    def test_what_can_be_done_stands_in_one_column_at_the_right_edge_of_the_list(self):
        """Beside the title that it is about, which it does not cover, also on a phone."""
        for path in ("/", "/?q=attention", "/?q=attention&snippets=0"):
            for width in (320, 380, 800, 1400):
                with self.subTest(path=path, width=width):
                    browser = self.browser(path, width=width)
                    rows = browser.script("""const box = (e) => e.getBoundingClientRect();
                        return [...document.querySelectorAll('main .do')].map((e) => {
                            const title = e.closest('[data-id]').querySelector('.title');
                            return [box(e).right, box(title).right <= box(e).left, Math.abs(box(title).top - box(e).top) < 10,
                                    [...e.children].every((each) => box(each).width >= 24 && box(each).height >= 24)]; })""")
                    self.assertGreater(len(rows), 5)
                    self.assertEqual(len({row[0] for row in rows}), 1)
                    self.assertTrue(all(all(row[1:]) for row in rows), rows)
                    self.assertTrue(browser.script(FITS))

    def test_search_list_and_side_share_their_edges(self):
        right = "return Math.round(document.querySelector(arguments[0]).getBoundingClientRect().right)"
        left = right.replace("right)", "left)")
        for width in (1000, 1280, 1600):
            browser = self.browser("/?q=attention", width=width)
            edges = {browser.script(right, place) for place in (".search", "main", ".hit .do")}
            sides = {browser.script(left, "aside")}
            ends = {browser.script(right, place) for place in ("aside", "footer")}
            self.go(browser, "/")
            edges |= {browser.script(right, place) for place in (".search", "main", ".stories .do")}
            sides.add(browser.script(left, "aside"))
            with self.subTest(width=width):
                self.assertEqual([len(edges), len(sides), len(ends)], [1, 1, 1], [edges, sides, ends])

    def test_all_bars_of_a_histogram_are_as_wide_with_articles_and_without(self):
        browser = self.browser("/?q=title:old+OR+memory&after=2000-01-01")
        browser.click(".histogram a")
        browser.wait_for_page("before=")
        widths = browser.script("""return [...document.querySelectorAll('.histogram svg')]
            .map((e) => Math.round(e.getBoundingClientRect().width))""")
        self.assertEqual(len(widths), 12)
        self.assertLessEqual(max(widths) - min(widths), 1, widths)

    def test_nothing_moves_while_an_article_with_pictures_is_loaded_and_scrolled(self):
        """Its own pictures have their sizes; what scripts add has its room."""
        for width in (380, 1280):
            with self.subTest(width=width):
                browser = self.browser("/?q=attention&source=pictures", width=width)
                browser.call("/goog/cdp/execute", {"cmd": "Page.addScriptToEvaluateOnNewDocument", "params": {"source": MOVED}})
                self.go(browser, browser.script("return document.querySelector('.hit .title').getAttribute('href')").split("#")[0])
                self.assertEqual(browser.script("return document.querySelectorAll('.text img').length"), 3)
                browser.script("for (const image of document.images) { image.loading = 'eager'; image.scrollIntoView(); }")
                browser.wait("[...document.images].every((image) => image.complete)")
                self.assertEqual(browser.script("return document.querySelector('.text img').naturalWidth"), 800)
                self.assertEqual(browser.script("return window.moved.takeRecords().map((e) => e.value)"), [])
                self.assertEqual(browser.script("return window.sum"), 0)

    def test_all_values_of_a_long_list_are_reached_without_javascript(self):
        for javascript in (True, False):
            for width in (360, 1400):
                with self.subTest(javascript=javascript, width=width):
                    browser = self.browser("/?source=alpha,many", javascript, width)
                    if width == 360:
                        browser.click(".panel .open")
                    browser.click("#facet-author summary")
                    before = len(browser.texts("#facet-author li"))
                    browser.click("#facet-author .all a")
                    browser.wait("location.href.includes('facet_limit') && document.readyState === 'complete'")
                    self.assertGreater(len(browser.texts("#facet-author li")), max(before, 40))
                    self.assertTrue(browser.script(PANEL_SHOWN))

    def test_a_search_is_typed_read_and_left_by_keyboard_alone(self):
        browser = self.browser()
        browser.press("/")
        browser.write("attention")
        browser.press("Enter")
        browser.wait_for_page("q=attention")
        titles = browser.texts(".hit a.title")
        self.assertEqual(len(titles), 20)
        browser.press("j", "j", "ArrowDown", "k")
        self.assertEqual(browser.script("return document.activeElement.innerText"), titles[1])
        browser.press("Enter")
        browser.wait_for_page("at=1")
        self.assertEqual(browser.texts("h1"), [titles[1]])
        browser.press("n", "n")
        self.assertRegex(browser.texts("#found")[0], "^Marked place 2 of ")
        browser.press("p", "p")
        count = browser.script("return document.querySelectorAll('.text mark').length")
        self.assertRegex(browser.texts("#found")[0], f"^Marked place {count} of {count}")
        browser.press("j")
        browser.wait_for_page("at=2")
        self.assertEqual(browser.texts("h1"), [titles[2]])
        browser.press("ArrowLeft")
        browser.wait_for_page("at=1")
        browser.press("u")
        browser.wait_for_page("/?q=attention#a")
        self.assertEqual(browser.texts(".is-read a.title"), titles[1:3])
        browser.press("?")
        browser.wait("document.querySelector('dialog')?.open")
        browser.press("Escape")
        browser.wait("document.querySelector('dialog') === null")

    def test_keys_go_on_from_the_article_that_was_left(self):
        browser = self.browser("/?q=attention")
        titles = browser.texts(".hit a.title")
        here = "return document.activeElement.innerText"
        browser.press("j", "j", "j", "Enter")
        browser.wait_for_page("at=2")
        browser.press("Escape")
        browser.wait_for_page("/?q=attention#a")
        browser.wait("document.activeElement.matches('a.title')")
        self.assertEqual(browser.script(here), titles[2])
        browser.press("j")
        self.assertEqual(browser.script(here), titles[3])

    def test_a_morning_by_keyboard_alone(self):
        """A search, a filter, a year, an article, the next one, back, and the search is saved."""
        for width in (360, 1400):
            with self.subTest(width=width):
                browser = self.browser(width=width)
                browser.press("/")
                browser.write("attention")
                browser.press("Enter")
                browser.wait_for_page("q=attention")
                browser.press("f", "f")
                self.assertIn("SOURCE", browser.script("return document.activeElement.closest('.facet').innerText"))
                browser.press("Enter")
                browser.wait_for_page("source=")
                self.assertEqual(len(browser.texts(".chip")), 1)
                browser.press("F", "ArrowRight", "Enter")
                browser.wait_for_page("after=")
                self.assertEqual(len(browser.texts(".chip")), 2)
                titles = browser.texts(".hit a.title")
                browser.press("j", "Enter")
                browser.wait_for_page("at=0")
                browser.press("j")
                browser.wait_for_page("at=1")
                self.assertEqual(browser.texts("h1"), titles[1:2])
                browser.press("u")
                browser.wait_for_page("after=")
                browser.wait("document.querySelectorAll('.hit.is-read').length === 2")
                browser.press("s")  # on the article that was left
                browser.wait("document.querySelectorAll('.star')[1]?.getAttribute('aria-pressed') === 'true'")
                browser.script("scrollTo(0, 0)")
                browser.submit("#save")
                self.assertEqual(len(browser.texts(".chip")), 2)
                self.go(browser, "/")
                self.assertEqual(len(browser.texts("#saved .title")), 1)

    def test_continued_lines_begin_at_the_left_edge(self):
        browser = self.browser()
        outside = """const left = document.querySelector(arguments[0]).getBoundingClientRect().left;
            return [...document.querySelectorAll(arguments[0] + ' ' + arguments[1])].map((e) => e.getBoundingClientRect().left - left)
                .filter((indent) => indent > 0 && indent < 8)"""
        for path, place, part in (("/", "#new .rows", ".from"), ("/?q=attention&snippets=0", ".hits", ".byline")):
            for width in (360, 500, 800):
                with self.subTest(path=path, width=width):
                    browser.size(width)
                    self.go(browser, path)
                    self.assertEqual(browser.script(outside, place, part), [])

    def test_order_and_density_are_chosen_in_one_line(self):
        browser = self.browser()
        for width in (360, 800, 1400):
            browser.size(width)
            self.go(browser, "/?q=attention")
            tops = browser.script("return [...document.querySelectorAll('.orders')].map((e) => e.getBoundingClientRect().top)")
            self.assertEqual(len(set(tops)), 1, width)

    def test_read_marks_are_set_and_removed_by_a_key(self):
        browser = self.browser("/?q=attention")
        browser.press("j", "m")
        browser.wait("document.querySelectorAll('.is-read').length === 1")
        browser.press("m")
        browser.wait("document.querySelectorAll('.is-read').length === 0")

    def test_a_suggestion_keeps_the_filters(self):
        browser = self.browser("/?q=memory&category=research&source=alpha")
        browser.press("/")
        browser.write("gpu")
        browser.wait("!document.getElementById('suggestions').hidden")
        kinds = browser.texts("#suggestions .kind")
        self.assertIn("tag", kinds)
        browser.press(*["ArrowDown"] * (kinds.index("tag") + 1), "Enter")
        browser.wait_for_page("tag=gpu")
        self.assertEqual(browser.texts(".chip"), ["category: research", "source: alpha", "tag: gpu"])

    def test_everything_is_marked_as_read_and_that_is_taken_back(self):
        for javascript in (True, False):
            with self.subTest(javascript=javascript):
                browser = self.browser("/", javascript)
                titles = browser.texts("#new a.title")
                self.assertGreater(len(titles), 5)
                browser.press("A") if javascript else browser.click("button[name=read_all]")
                browser.wait("document.getElementById('new-words')?.textContent.includes('You have read everything')")
                self.assertEqual(browser.texts("#new a.title"), [])
                other = self.browsers[not javascript]
                self.go(other, "/")
                self.assertEqual(other.texts("button[name=undo]"), [])  # only where it was done
                browser.click("button[name=undo]")
                browser.wait("document.readyState === 'complete' && document.querySelectorAll('#new a.title').length > 5")
                self.assertEqual(browser.texts("#new a.title"), titles)

    def test_an_article_that_was_opened_is_not_new_in_another_browser(self):
        browser = self.browser()
        title = browser.texts("#new a.title")[0]
        browser.press("j", "Enter")
        browser.wait_for_page("article=")
        browser.wait("sessionStorage.getItem('trawl.read') !== null")
        other = self.browsers[False]
        self.go(other, "/")
        self.assertNotIn(title, other.texts("#new a.title"))

    def test_a_selected_passage_becomes_a_highlight(self):
        browser = self.browser("/?q=source:beta")
        browser.click(".hit a.title")
        browser.wait_for_page("article=")
        browser.script("getSelection().selectAllChildren(document.querySelector('.text p:last-of-type'))")
        browser.wait("!document.querySelector('.selected').hidden")
        browser.press("h")
        browser.wait("document.readyState === 'complete' && document.querySelector('.text mark') !== null")
        self.assertEqual(browser.texts(".text mark"), ["In the end attention is all there is, and attention stays."])

    def test_a_reference_is_one_key_away_and_copied_by_a_click(self):
        for javascript in (True, False):
            browser = self.browser("/?q=source:beta", javascript)
            browser.click(".hit a.title")
            browser.wait_for_page("article=")
            browser.press("c") if javascript else browser.click(".actions [href='#citation']")
            browser.wait("document.querySelector('.cite').open")
            self.assertTrue(browser.script("const box = document.getElementById('citation').getBoundingClientRect();"
                                           " return box.top > 0 && box.bottom < innerHeight"))
        browser = self.browser("/?q=source:beta")
        browser.click(".hit a.title")
        browser.wait_for_page("article=")
        browser.call("/goog/cdp/execute", {"cmd": "Browser.grantPermissions", "params": {
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}})
        browser.press("c")
        for button, text in ((1, browser.texts("#citation")[0]), (2, "@misc{example")):
            browser.click(f".cite .button:nth-of-type({button})")
            browser.wait(f"document.querySelectorAll('.cite .button')[{button - 1}].textContent === 'Copied'")
            self.assertTrue(browser.script("return navigator.clipboard.readText()").startswith(text))
        browser.script("getSelection().selectAllChildren(document.querySelector('.text p:last-of-type'))")
        browser.wait("!document.querySelector('.selected').hidden")
        browser.click(".selected .button:last-child")
        browser.wait("document.querySelector('.selected .button:last-child').textContent === 'Copied'")
        copied = browser.script("return navigator.clipboard.readText()")
        self.assertTrue(copied.startswith("> In the end attention is all there is, and attention stays.\n\nAda Example. “Attention"), copied)

    def test_two_sources_a_range_and_an_order_are_chosen_by_keys_one_after_the_other(self):
        browser = self.browser()
        browser.press("/")
        browser.write("attention")
        browser.press("Enter")
        browser.wait_for_page("q=attention")
        browser.press("f", "f", "ArrowDown", "Enter")
        browser.wait("document.readyState === 'complete' && document.querySelectorAll('.chip').length === 1")
        browser.wait("document.activeElement.closest('#facet-source li')")
        browser.press("ArrowDown", "Enter")
        browser.wait("document.readyState === 'complete' && document.querySelectorAll('.chip').length === 2")
        browser.wait("document.activeElement.closest('#facet-source li')")
        chosen = browser.texts("#facet-source .chosen .label")
        self.assertEqual(len(chosen), 2)
        browser.press("F", "End")
        last = browser.script("return document.activeElement.href")
        self.assertEqual(last, browser.script("return [...document.querySelectorAll('.histogram a')].at(-1).href"))
        browser.press("Enter")
        browser.wait_for_page("after=")
        browser.press("n")
        browser.wait_for_page("sort=newest")
        self.assertEqual(len(browser.texts(".chip")), 3)
        browser.press("n")
        browser.wait_for_page("sort=relevance")

    def test_an_article_is_starred_and_kept_for_later_by_a_key(self):
        browser = self.browser("/")
        browser.click("#new a.title")
        browser.wait_for_page("article=")
        for key, name in (("s", "unstar"), ("l", "unlater"), ("s", "star")):
            browser.press(key)
            browser.wait(f"document.readyState === 'complete' && document.querySelector('.actions button[name={name}]') !== null")
            browser.wait_for_page("article=")

    def test_a_note_is_kept_with_its_article(self):
        for javascript in (True, False):
            with self.subTest(javascript=javascript):
                browser = self.browser("/", javascript)
                browser.click("#new a.title")
                browser.wait_for_page("article=")
                browser.click(".note summary")
                browser.click(".note textarea")
                browser.write("> attention is all there is")
                browser.click(".note .button")
                browser.wait("document.readyState === 'complete' && document.querySelectorAll('.text mark').length > 0")
                self.assertEqual(browser.texts(".text mark"), ["attention is all there is"])

    def test_articles_of_the_home_page_follow_each_other(self):
        browser = self.browser()
        titles = browser.texts("#new a.title")
        browser.press("j", "Enter")
        browser.wait_for_page("article=")
        self.assertEqual(browser.texts("h1"), titles[:1])
        second = browser.script("return document.querySelector('#neighbours [rel=next]').href")
        browser.press("j")
        browser.wait_for_page(second.rsplit("=", 1)[1])
        self.assertEqual(browser.texts("h1"), titles[1:2])
        browser.press("Escape")
        browser.wait("location.pathname + location.search === '/'")

    def test_a_saved_search_counts_what_is_unread_and_offers_its_feed(self):
        browser = self.browser("/?q=attention&source=alpha,beta")
        browser.submit("#save")
        self.go(browser, "/")
        self.assertEqual(browser.texts("#saved .title"), ["attention · source: alpha, beta"])
        self.assertEqual(browser.texts("#saved .count"), ["23 unread"])
        feed = browser.script("return fetch(document.querySelector('#saved .from a').href).then((answer) => answer.status)")
        self.assertEqual(feed, 200)
        browser.click("#saved .title")
        browser.wait_for_page("q=attention")
        browser.click("button[name=read_all]")
        browser.wait("document.querySelector('button[name=undo]') !== null")
        self.go(browser, "/")
        self.assertEqual(browser.texts("#saved .count"), ["0 unread"])
        browser.submit("#saved .remove")
        self.assertEqual(browser.texts("#saved"), [])

    def test_filters_are_removed_one_by_one(self):
        browser = self.browser("/?q=attention&source=alpha,beta&tag=gpu")
        browser.click(".chip[aria-label$=alpha]")
        browser.wait_for_page("source=beta")
        self.assertEqual(browser.texts(".chip"), ["source: beta", "tag: gpu"])
        browser.click(".byline a.source, .byline a.category")
        browser.wait("document.readyState === 'complete' && document.querySelectorAll('.chip').length === 3")

    def test_the_panel_of_filters_stays_open_on_a_phone_until_it_is_closed(self):
        for javascript in (True, False):
            with self.subTest(javascript=javascript):
                browser = self.browser("/?q=attention", javascript, width=360)
                self.assertFalse(browser.script(PANEL_SHOWN))
                browser.click(".panel .open")
                self.assertTrue(browser.script(PANEL_SHOWN))
                browser.click(".facet:not(.dates) li a")
                browser.wait("document.readyState === 'complete' && document.querySelectorAll('.chip').length === 1")
                self.assertTrue(browser.script(PANEL_SHOWN))
                browser.click(".panel .close")
                self.assertFalse(browser.script(PANEL_SHOWN))

    def test_a_year_of_the_histogram_shows_its_months_by_keyboard(self):
        browser = self.browser("/?q=attention")
        bars = "return [...document.querySelectorAll('.histogram a')].map((bar) => bar.getAttribute('href'))"
        years = browser.script(bars)
        self.assertGreaterEqual(len(years), 3)
        browser.script("document.querySelector('.histogram a').focus()")
        browser.press("ArrowRight", "ArrowRight", "ArrowLeft", "Enter")
        browser.wait_for_page("after=")
        self.assertEqual(len(browser.texts(".histogram li")), 12)
        browser.click(".histogram a")
        browser.wait("document.querySelectorAll('.histogram .chosen').length === 1")

    def test_a_range_of_the_histogram_is_chosen_by_keyboard_or_by_a_drag(self):
        browser = self.browser("/?q=attention")
        ranges = "return [...document.querySelectorAll('.histogram a')].map((bar) => new URL(bar.href).searchParams.get(arguments[0]))"
        begins, ends = browser.script(ranges, "after"), browser.script(ranges, "before")
        wanted = f"after={begins[1]}&before={ends[2]}"
        browser.script("document.querySelectorAll('.histogram a')[1].focus()")
        browser.script("for (const key of ['ArrowRight', 'Enter']) document.activeElement.dispatchEvent("
                       "new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true }))")
        browser.wait_for_page(wanted)
        self.go(browser, "/?q=attention")
        browser.script("""for (const [at, type] of [[2, 'pointerdown'], [1, 'pointermove'], [1, 'pointerup']]) {
            const bar = document.querySelectorAll('.histogram a')[at], box = bar.getBoundingClientRect();
            bar.dispatchEvent(new PointerEvent(type, { bubbles: true, buttons: 1, clientX: box.x + box.width / 2, clientY: box.y + 9 }));
        }""")
        browser.wait_for_page(wanted)
        self.assertEqual(len(browser.texts(".histogram .chosen")), 2)

    def test_a_long_list_of_values_is_narrowed_by_typing(self):
        browser = self.browser("/?q=attention&snippets=0")
        shown = "return [...document.querySelectorAll('.facet:has(> ul + details) li')].filter((row) => !row.hidden).map((row) => row.innerText)"
        self.assertGreater(len(browser.script(shown)), 7)
        browser.click(".facet > ul + details summary")
        browser.click(".facet > ul + details input")
        browser.write("blog")
        self.assertTrue(all("log" in row for row in browser.script(shown)), browser.script(shown))
        self.assertEqual(len(browser.script(shown)), 1)

    def test_a_star_that_does_not_reach_the_server_leaves_the_page_and_says_so(self):
        browser = self.browser("/?q=attention")
        browser.script("window.fetch = () => Promise.reject(new TypeError('offline'))")
        browser.click(".hit .star")
        browser.wait("document.getElementById('unreached')")
        self.assertIn("cannot be reached", browser.texts("#unreached")[0])
        self.assertEqual(browser.script("return document.querySelector('.hit .star').ariaPressed"), "false")

    def test_on_a_phone_the_first_title_is_near_the_top(self):
        browser = self.browser("/?q=attention&source=alpha,beta&tag=gpu&sort=newest", width=380)
        self.assertLessEqual(browser.script("return document.querySelector('.hit').getBoundingClientRect().top"
                                            " - document.querySelector('.site').getBoundingClientRect().bottom"), 120)

    def test_more_articles_come_in_place(self):
        browser = self.browser("/?q=attention")
        browser.click("#more")
        browser.wait("document.querySelectorAll('.hit').length === 40")
        ids = browser.script("return [...document.querySelectorAll('.hit')].map((hit) => hit.id)")
        self.assertEqual(len(set(ids)), 40)

    def test_nothing_is_loaded_from_other_servers_unless_the_reader_allows_pictures(self):
        browser = self.browser("/?q=attention&source=evil")
        browser.click(".hit a.title")
        browser.wait_for_page("article=")
        loaded = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
        for name in browser.script(loaded):
            self.assertTrue(name.startswith(self.base), name)
        self.assertEqual(browser.script("return window.hit ?? 0"), 0)
        self.assertEqual(browser.errors(), [])
        browser.click("#pictures")
        browser.wait_for_page("pictures=1")
        self.assertTrue(browser.script("return Boolean(document.querySelector('.picture img[src^=\"https://pictures.invalid/\"]'))"))
        self.assertFalse(any("Content Security Policy" in error for error in browser.errors()))
        self.go(browser, "/?q=attention&source=evil")  # for this article once
        browser.click(".hit a.title")
        browser.wait_for_page("article=")
        self.assertEqual(browser.script("return document.getElementById('pictures').dataset.pictures"), "1")
        browser.click("#pictures")
        browser.wait_for_page("pictures=1")
        browser.click("#pictures ~ button")  # for the source always
        browser.wait("document.getElementById('pictures').parentElement.textContent.includes('always shown')")
        self.go(browser, "/?q=attention&source=evil")
        browser.click(".hit a.title")
        browser.wait_for_page("pictures=1")
        browser.click("#pictures")
        browser.wait("document.getElementById('pictures')?.dataset.pictures === '1'")

    def test_back_from_an_article_leads_to_the_same_place_of_a_list_that_was_continued(self):
        browser = self.browser("/?q=attention")
        browser.click("#more")
        browser.wait("document.querySelectorAll('.hit').length === 40")
        wanted = browser.script("const hit = document.querySelectorAll('.hit')[33]; hit.scrollIntoView(); return hit.id")
        browser.click(f"#{wanted} a.title")
        browser.wait_for_page("article=")
        browser.script("history.back()")
        browser.wait("document.querySelectorAll('.hit').length === 40")
        browser.wait(f"(() => {{ const top = document.getElementById('{wanted}').getBoundingClientRect().top;"
                     " return top > -200 && top < innerHeight; })()")

    def test_hostile_articles_stay_text(self):
        browser = self.browser("/")
        for path in ("/", "/?q=attention&source=evil", "/?q=" + "%3Cimg%20src=x%20onerror=%22window.hit=1%22%3E"):
            self.go(browser, path)
            self.assertEqual(browser.script("return window.hit ?? 0"), 0)
            self.assertEqual(browser.script("return document.querySelectorAll('main img, main script, main b').length"), 0)
        self.assertEqual(browser.errors(), [])

    def test_every_page_works_without_javascript(self):
        browser = self.browser("/", javascript=False)
        self.assertGreater(len(browser.texts("#new a.title")), 5)
        browser.click("#new a.title")
        browser.wait_for_page("article=")
        self.assertEqual(len(browser.texts("article h1")), 1)
        self.go(browser, "/?q=attention")
        browser.click(".hit a.title")
        browser.wait_for_page("at=0")
        browser.click("#neighbours [rel=next]")
        browser.wait_for_page("at=1")
        browser.click("#back")
        browser.wait_for_page("/?q=attention#a")
        browser.click("#more")
        browser.wait_for_page("cursor=")
        self.assertEqual(len(browser.texts(".hit")), 20)
        self.assertEqual(browser.script("return document.querySelectorAll('#help:not([hidden])').length"), 0)
        browser.click(".star")
        browser.wait_for_page("cursor=")
        self.go(browser, "/?q=is:starred")
        self.assertEqual(browser.script("return document.querySelector('.star').getAttribute('aria-pressed')"), "true")


if __name__ == "__main__":
    if not CHROMIUM or not DRIVER:
        print("skipped: Chromium and its driver are needed (Debian: chromium chromium-driver)")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
