# SPDX-License-Identifier: GPL-3.0-or-later
"""The lives of blogs_test.py, and what a user may see of each."""
import weather
from blog import BEFORE, FIRST_DAY, Blog
from prose import Writer

DAYS = 40
TURN = 15  # the day on which what happens begins
FOR_GOOD = range(TURN, DAYS)
TWELVE = range(TURN, TURN + 12)
THREE = range(TURN, TURN + 3)
FIRST = range(3)
SCENARIOS = {}  # name: function of the name that its blog has
QUICK = []      # names


class Scenario:
    """`weather`: {function: days}. `sources`: the catalogue's rows on a day. `backfills`: days whose crawl does so. `clocks`: what the machine's
    calendar shows in that day's crawl. `tolerated`: what may be seen, {figure: days}. `waits`: new posts of the bad weather may be missing
    until it has ended, as no list has their texts. `says`: the status says why. `most`: limits for what is measured."""

    def __init__(self, *blogs, weather=None, sources=None, backfills=(0,), clocks=None, tolerated=None, waits=False, says=None, most=None):
        self.blogs, self.weather, self.backfills = blogs, weather or {}, backfills
        self.sources = sources or (lambda day: [blog.row() for blog in blogs])
        self.clocks, self.tolerated, self.waits, self.most = clocks or {}, tolerated or {}, waits, most or {}
        self.bad = sorted({day for days in self.weather.values() for day in days})
        self.says = says if says is not None else bool(self.weather)

    @property
    def healed(self):
        """The first day after all bad weather; None: never, or there was none."""
        return self.bad[-1] + 1 if self.bad and self.bad[-1] + 1 < DAYS else None


def scenario(name, quick=False):
    def keep(make):
        SCENARIOS[name] = make
        if quick:
            QUICK.append(name)
        return make
    return keep


def blog(name, *more, **said):
    return Blog(name, f"http://{name}.example", *more, **said)


# Bad weather

def bad(name, what, days, feeds=("full-text", "summary"), quick=(), **more):
    """With a feed of full texts, and with one of summaries."""
    for feed in feeds:
        def make(name, full=feed == "full-text"):
            is_all = what in (weather.parked, weather.welcome)
            return Scenario(blog(name, full), weather={what: days}, **{"waits": not full or is_all} | more)
        scenario(f"{name}, {feed} feed", feed in quick)(make)


CHECK, CHECK_NOINDEX = weather.check(), weather.check(noindex=True)
bad("a check page for good", CHECK, FOR_GOOD, quick=["summary"])
bad("a check page for twelve days", CHECK, TWELVE)
bad("a check page with noindex for good", CHECK_NOINDEX, FOR_GOOD)
bad("a check page with noindex for twelve days", CHECK_NOINDEX, TWELVE)
bad("all pages lead to a login for good", weather.login, FOR_GOOD)
bad("all pages lead to a login for twelve days", weather.login, TWELVE, quick=["full-text"])
bad("all pages lead to a login for twelve days, moved permanently", weather.login_for_good, TWELVE)
bad("each page leads to a login of its own for good", weather.login_for_each, FOR_GOOD)
bad("each page leads to a login of its own for twelve days", weather.login_for_each, TWELVE, quick=["full-text"])
bad("each page leads to a login of its own at the first crawl", weather.login_for_each, FIRST, waits=True)
bad("each page leads to another host for consent for twelve days", weather.consent, TWELVE)
bad("all pages lead to the front page for three days", weather.all_to("/"), THREE)
bad("the domain is parked for good", weather.parked, FOR_GOOD)
bad("the domain is parked for twelve days", weather.parked, TWELVE)
bad("a web server's welcome page for three days", weather.welcome, THREE)
bad("reading too fast", weather.too_fast, TWELVE, quick=["full-text"])
bad("all pages behind a check at the first crawl", CHECK, FIRST, waits=True)

bad("a check page for a third of the requests", weather.sometimes(CHECK), TWELVE)

@scenario("small edits while a third of the requests get a check page")
def edits_in_bad_weather(name):
    one = blog(name, False)
    for number in (5, 12, 19, 25):
        one.posts[number].change(TURN + 2, paragraphs=[*one.posts[number].paragraphs(0), Writer(f"{name} {number}").paragraph()])
    return Scenario(one, weather={weather.sometimes(CHECK): TWELVE}, waits=True, most={"late": 4})


for kind in (True, False):
    feed = "full-text" if kind else "summary"

    @scenario(f"the first page behind a check at the first crawl, {feed} feed")
    def first_page(name, full=kind):
        one = blog(name, full)
        page = one.address(one.posts[23], 0)
        until_seen_twice = range(5)
        return Scenario(one, weather={weather.only(page, CHECK): FIRST}, tolerated={"title": until_seen_twice, "text": until_seen_twice},
                        waits=True, says=False)

    @scenario(f"all pages show the front page for two weeks, {feed} feed")
    def front(name, full=kind):
        one = blog(name, full, before=9)
        one.maps = ""
        return Scenario(one, weather={weather.front(one): range(TURN, TURN + 14)}, waits=True)

    @scenario(f"a wall after sixty words, {feed} feed before", quick=not kind)
    def wall(name, full=kind):
        one = blog(name, full)
        if full:
            one.full_text.append((TURN, False))
        return Scenario(one, weather={weather.cut(one): FOR_GOOD}, says=False)


@scenario("posts are behind a wall on their first three days")
def early_wall(name):
    one = blog(name, False)
    return Scenario(one, weather={weather.cut(one, days=3): range(DAYS - 6)}, says=False, most={"late": 7})


@scenario("a check page for twelve days at a blog of three posts")
def small_blog(name):
    return Scenario(blog(name, False, before=3, every=50), weather={CHECK: TWELVE}, waits=True)


@scenario("the feed turns to summaries while pages answer 403 for good")
def summaries(name):
    one = blog(name)
    one.full_text.append((TURN, False))
    return Scenario(one, weather={weather.refused(403): FOR_GOOD})


@scenario("the feed turns to summaries, pages have always answered 403")
def feed_alone(name):
    one = blog(name)
    one.full_text.append((TURN, False))
    return Scenario(one, weather={weather.refused(403): range(DAYS)}, waits=True, says=False)


# What a blog does

for dated in (True, False):
    @scenario(f"two articles are rewritten after they left the feed, {'with' if dated else 'without'} a date of change in the sitemap", quick=dated)
    def rewritten(name, dated=dated):
        one = blog(name)
        one.lastmod = dated
        one.posts[23].rewrite(22, .3)
        one.posts[24].rewrite(24, 1.5)
        return Scenario(one, most={"late": 3} if dated else {})

SINCE_MOVED = range(TURN, TURN + 4)
MOVING = {"doubles": SINCE_MOVED, "lost": SINCE_MOVED, "missing": SINCE_MOVED, "hidden": SINCE_MOVED}


def moves(name, was, **more):
    """To another host, which the user adds."""
    one = blog(name)
    new = f"http://new-{name}.example"
    one.base.append((TURN, new))
    one.was.append((TURN, was))
    rows = [one.row(), one.row(TURN) | {"id": f"new-{name}"}]
    return Scenario(one, sources=lambda day: rows if day >= TURN else rows[:1], backfills=(0, TURN), tolerated=MOVING, **more)


@scenario("a blog moves with redirects, and its new address is added")
def moved(name):
    return moves(name, 301)


@scenario("a blog moves, its old pages are not found, its feed leads to the new one, which is added")
def moved_feed(name):
    return moves(name, 404)


@scenario("a blog moves with redirects, and nothing is added")
def moved_alone(name):
    one = blog(name)
    one.base.append((TURN, f"http://new-{name}.example"))
    return Scenario(one, tolerated=MOVING)


@scenario("two blogs become one")
def merged(name):
    one, other = blog(name), blog(f"{name}-b")
    other.base.append((TURN, one.home(0)))
    other.path.append((TURN, "/from-b/{slug}/"))
    one.listed.append((TURN, [one, other]))
    return Scenario(one, other, tolerated=MOVING)


@scenario("slugs change, without redirects")
def slugs_without_redirects(name):
    one = blog(name)
    one.path.append((TURN, "/posts/{number}/{slug}"))
    one.was.append((TURN, 404))
    one.feed_moves = False
    return Scenario(one, tolerated=MOVING)


@scenario("pages that ask not to be indexed when they are first seen, and later do not")
def noindex(name):
    one = blog(name)
    one.posts[20].noindex_until, one.posts[26].noindex_until = 10, 14
    return Scenario(one, tolerated={"missing": range(10, 14 + 10)})


for where in (("page",), ("page", "feed")):
    @scenario(f"each rebuild dates all pages{' and the feed' * (len(where) > 1)} today")
    def rebuilt(name, where=where):
        one = blog(name)
        one.dates_today = [(place, TURN) for place in where]
        if "feed" in where:
            one.lastmod_today = TURN
        return Scenario(one)

for kind in ("feed", "sitemap"):
    @scenario(f"the sitemap says of all pages that they changed today, {kind} first")
    def sitemap_of_today(name, kind=kind):
        one = blog(name)
        one.lastmod_today = 0
        row = one.row() if kind == "feed" else one.row(kind="sitemap", url=one.home(0) + "/sitemap.xml")
        return Scenario(one, sources=lambda day: [row], most={"asks": 12})


@scenario("a backfill over a host of ten requests a day")
def ten_a_day(name):
    return Scenario(blog(name), weather={weather.daily(10): range(DAYS)}, tolerated={"missing": range(12)}, says=False)


@scenario("a backfill over a host of ten requests a day, older pages of the feed")
def ten_of_feeds(name):
    one = blog(name, before=100, every=4)
    one.maps, one.has_older_feeds = "", True
    return Scenario(one, weather={weather.daily(10): range(DAYS)}, tolerated={"missing": range(25)}, says=False)


# What was right stays right

@scenario("a healthy blog")
def healthy(name):
    return Scenario(blog(name), most={"late": 0})


@scenario("a healthy blog, summary feed")
def healthy_summaries(name):
    return Scenario(blog(name, False), most={"late": 0})


@scenario("small edits", quick=True)
def edits(name):
    one = blog(name)
    for number, day in ((3, 12), (15, 13), (22, 16), (25, 20)):
        one.posts[number].change(day, paragraphs=[text.replace(" the ", " teh ", 2) for text in one.posts[number].paragraphs(day)])
        one.posts[number].change(day + 2, paragraphs=[text.replace(" teh ", " the ") for text in one.posts[number].paragraphs(day)])
    for number in (7, 21):
        one.posts[number].change(18, paragraphs=[*one.posts[number].paragraphs(0), Writer(f"{name} {number}").paragraph()])
    one.posts[9].change(19, title=one.posts[9].title(0) + ", revisited")
    return Scenario(one)


@scenario("a new design")
def redesigned(name):
    one = blog(name)
    one.template.append((TURN, "modern"))
    return Scenario(one)


for feed in (True, False):
    @scenario(f"all posts get a note in one day, {'full-text' if feed else 'summary'} feed", quick=feed)
    def noted(name, full=feed):
        one = blog(name, full)
        one.note.append((TURN, f"Note of January: {one.author} has left the company about which this was written; the views are of that time."))
        return Scenario(one)


@scenario("twenty posts are rewritten on one day")
def many_rewritten(name):
    one = blog(name)
    for post in one.posts[4:24]:
        post.rewrite(TURN)
    return Scenario(one)


@scenario("all posts have one title")
def one_title(name):
    one = blog(name)
    for post in one.posts:
        post.change(post.day, title="Links of the week")
        del post.versions[0]
    return Scenario(one)


@scenario("release notes of nearly the same text")
def release_notes(name):
    one, writer = blog(name), Writer(name)
    text = [writer.paragraph() for _ in range(4)]
    for post in one.posts:
        version = f"{post.number // 10}.{post.number % 10}"
        post.versions = [(BEFORE, (f"Able {version} is out", (f"Version {version} of Able is out: get it with pip install able=={version}.", *text)))]
    return Scenario(one)


@scenario("one post is withdrawn")
def one_withdrawn(name):
    one = blog(name)
    one.posts[9].gone = [(TURN, DAYS)]
    return Scenario(one)


@scenario("two posts are withdrawn at once")
def two_withdrawn(name):
    one = blog(name)
    one.posts[4].gone = one.posts[25].gone = [(TURN, DAYS)]
    return Scenario(one)


@scenario("twenty posts are withdrawn at once")
def many_withdrawn(name):
    one = blog(name)
    for post in one.posts[4:24]:
        post.gone = [(TURN, DAYS)]
    return Scenario(one)


@scenario("two of four posts are withdrawn at once")
def half_withdrawn(name):
    one = blog(name, before=4, every=50)
    one.posts[0].gone = one.posts[3].gone = [(TURN, DAYS)]
    return Scenario(one)


@scenario("a post is gone for ten days")
def gone_and_back(name):
    one = blog(name)
    one.posts[9].gone = [(TURN, TURN + 9)]
    return Scenario(one, tolerated={name: range(TURN + 10, TURN + 24) for name in ("lost", "hidden")})


for what, first, later in (("slugs change", "/{year}/{month}/{slug}/", "/posts/{number}-{slug}/"), ("slashes come", "/p/{slug}", "/p/{slug}/"),
                           ("slashes go", "/p/{slug}/", "/p/{slug}")):
    @scenario(f"{what}, with redirects")
    def readdressed(name, first=first, later=later):
        one = blog(name)
        one.path = [*zip((one.path[0][0], TURN), (first, later))]
        return Scenario(one)


@scenario("pages answer with and without a slash")
def both_slashes(name):
    one = blog(name)
    one.path = [*zip((one.path[0][0], TURN), ("/p/{slug}", "/p/{slug}/"))]
    one.was.append((TURN, 200))
    return Scenario(one)


@scenario("https comes")
def https(name):
    one = blog(name)
    one.base.append((TURN, f"https://{name}.example"))
    return Scenario(one)


@scenario("www goes")
def www(name):
    one = Blog(name, f"http://www.{name}.example")
    one.base.append((TURN, f"http://{name}.example"))
    return Scenario(one)


@scenario("posts in two languages")
def languages(name):
    return Scenario(blog(name, before=12, every=4, languages=("en", "de")))


@scenario("sitemaps gzipped, two deep")
def deep(name):
    one = blog(name)
    one.maps = "deep"
    row = one.row(kind="sitemap", url=one.home(0) + "/sitemap.xml")
    return Scenario(one, sources=lambda day: [row])


@scenario("GUIDs that are not URLs")
def guids(name):
    one = blog(name)
    one.guids = "uuid"
    return Scenario(one)


@scenario("the machine's clock is in 1970, and in 2061, for a day")
def clocks(name):
    return Scenario(blog(name), clocks={12: 86400 * 3, 20: FIRST_DAY + 36 * 366 * 86400}, tolerated={"missing": range(12, 30)}, says=False)


for status in (429, 503):
    @scenario(f"{status} for three weeks")
    def busy(name, status=status):
        return Scenario(blog(name), weather={weather.refused(status, True, **{"Retry-After": "3600"}): range(12, 33)}, waits=True, says=True)


@scenario("404 for a part of the pages for a day")
def partly_missing(name):
    """A site that was put up without some of its pages."""
    one = blog(name)
    return Scenario(one, weather={weather.part_missing(4): range(TURN, TURN + 1)}, tolerated={}, says=False)


@scenario("404 for a whole host for four days")
def no_host(name):
    return Scenario(blog(name), weather={weather.refused(404, True): range(TURN, TURN + 4)}, waits=True)
