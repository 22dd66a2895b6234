# SPDX-License-Identifier: GPL-3.0-or-later
"""A blog as it changes: what it has published, and what its server answers, on each day.

Days are numbers, the first crawl is on day 0; what was there before has days below 0. What changes on a day is in a list of (day, value),
of which the last that has come counts.
"""
import datetime
import email.utils
import gzip
import uuid
from html import escape

from prose import Writer

HTML, XML, PLAIN = "text/html; charset=utf-8", "application/xml", "text/plain"
FIRST_DAY = 1736496000  # 2025-01-10 08:00 UTC
DAY = 86400
BEFORE = -10**6
FEED_SIZE = 10


def at(changes, day):
    """What a list of (day, value) says on this day."""
    return [value for since, value in changes if since <= day][-1]


def moment(day, hour=6):
    return FIRST_DAY + day * DAY + (hour - 8) * 3600


def iso(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat().replace("+00:00", "Z")


def html(body, status=200, **headers):
    return status, HTML, body, headers


def not_found():
    return html("<!doctype html><html lang=en><title>404 Not Found</title><h1>Not Found</h1><p>There is nothing here.</p></html>", 404)


class Post:
    """What it says is in `versions`: [(day, (title, paragraphs))]."""

    def __init__(self, blog_id, number, day, language="en", slug=""):
        self.writer = Writer(f"{blog_id} {number} {language}", language)
        self.number, self.day, self.language = number, day, language
        self.versions = [(BEFORE, (self.writer.title(), self.writer.paragraphs()))]
        self.slug = slug or "-".join(self.title(day).lower().replace(":", "").split()[:5]) + f"-{number}"
        self.gone, self.noindex_until = [], None  # [(first day, last day)]; a day
        self.translations = [self]
        self.guid = str(uuid.UUID(int=self.writer.random.getrandbits(128)))

    def title(self, day):
        return at(self.versions, day)[0]

    def paragraphs(self, day):
        return at(self.versions, day)[1]

    def summary(self, day):
        return " ".join(self.paragraphs(day)[0].split()[:21]) + " […]"

    def change(self, day, title=None, paragraphs=None):
        self.versions.append((day, (title or self.title(day), tuple(paragraphs or self.paragraphs(day)))))

    def rewrite(self, day, share=1):
        """Under its title another text, of this share of the former's length."""
        words = len(" ".join(self.paragraphs(day)).split())
        self.change(day, paragraphs=Writer(f"{self.guid} {day}", self.language).paragraphs(int(share * words)))

    def is_there(self, day):
        return self.day <= day and not self.is_gone(day) and not self.is_hidden(day)

    def is_gone(self, day):
        return any(first <= day <= last for first, last in self.gone)

    def is_hidden(self, day):
        return self.noindex_until is not None and day < self.noindex_until


class Blog:
    """`base` is where it lives, `path` what follows for a post, `was` what is answered at addresses that it has left: a status."""

    def __init__(self, name, base, full_text=True, before=24, every=2, days=40, languages=("en",)):
        self.name, self.title, self.author = name, f"The {name.capitalize()} Notebook", f"{name.capitalize()} Able"
        self.base, self.path, self.was = [(BEFORE, base)], [(BEFORE, "/{year}/{month}/{slug}/")], [(BEFORE, 301)]
        self.full_text, self.template, self.feed_moves = [(BEFORE, full_text)], [(BEFORE, "plain")], True
        self.listed, self.lastmod, self.maps, self.guids = [(BEFORE, [self])], True, "sitemap", "url"
        self.has_older_feeds = False
        self.dates_today = []  # where, and since when: ("page", day)
        self.lastmod_today = BEFORE * -1
        self.note = []  # at the end of all posts: [(day, paragraph)]
        spread = [-4 * number - 1 for number in range(before, 0, -1)] + list(range(every, days, every))
        self.posts = []
        for number, day in enumerate(spread):
            several = [Post(name, number, day, language, f"post-{number}-{language}" if len(languages) > 1 else "") for language in languages]
            for post in several:
                post.translations = several
            self.posts += several

    # what is true

    def home(self, day):
        return at(self.base, day)

    def address(self, post, day):
        when = datetime.datetime.fromtimestamp(moment(post.day), datetime.timezone.utc)
        return self.home(day) + at(self.path, day).format(year=when.year, month=f"{when.month:02}", slug=post.slug, number=post.number)

    def addresses(self, post, day):
        """That it has or had; the present one is the last."""
        return [self.address(post, since) for since in self.moves() if since <= day] + [self.address(post, day)]

    def moves(self):
        return sorted({since for since, _ in self.base + self.path})

    def history(self, post, day):
        """What it has said so far: [(since, title, paragraphs)]."""
        days = {since for since, _ in post.versions + self.note if since <= day}
        return [(max(since, post.day), post.title(since), self.paragraphs(post, since)) for since in sorted(days)]

    def paragraphs(self, post, day):
        return post.paragraphs(day) + tuple(text for since, text in self.note if since <= day)

    # what its server answers

    def answer(self, url, day):
        """None: this is not an address of this blog."""
        for since in reversed([since for since in self.moves() if since <= day]):
            found = self.find(url, since, day)
            if found and (found[1] == url or at(self.was, day) == 200):
                return found[0]()
            if found:
                return self.left(url, found[1], day)
        return None

    def left(self, url, to, day):
        """At an address that it has left."""
        status = at(self.was, day)
        if status == 404 and not (url.endswith("/feed.xml") and self.feed_moves):
            return not_found()
        return html("", 301 if status == 404 else status, Location=to)

    def find(self, url, then, day):
        """What had this address on the day `then`: how it is answered, and its address today."""
        base, now = at(self.base, then), at(self.base, day)
        if not url.startswith(base + "/"):
            return None
        path = url[len(base):]
        lists = {"/": self.front_page, "/feed.xml": self.feed, "/about/": self.about, **self.sitemaps(day), **self.older_feeds(day)}
        if path == "/robots.txt":
            sitemap = f"Sitemap: {now}/sitemap.xml\n" if self.maps else ""
            return lambda: (200, PLAIN, f"User-agent: *\nDisallow: /admin/\n{sitemap}", {}), url
        if path in lists:
            return lambda: lists[path](day), now + path
        for post in self.posts:
            if post.day <= day and url == self.address(post, then):
                if post.is_gone(day):
                    return not_found, url
                return lambda post=post: self.post_page(post, day), self.address(post, day)
        return None

    def newest(self, day):
        """(blog, post), the newest first, of all blogs that it lists."""
        several = [(blog, post) for blog in at(self.listed, day) for post in blog.posts if post.day <= day and not post.is_gone(day)]
        return sorted(several, key=lambda one: -one[1].day)

    def body(self, post, day):
        return "\n".join(f"<p>{escape(one)}</p>" for one in self.paragraphs(post, day))

    def dated(self, post, day, where):
        since = [since for place, since in self.dates_today if place == where]
        return moment(day if since and since[0] <= day else post.day)

    def post_page(self, post, day):
        title, url, date = post.title(day), self.address(post, day), iso(self.dated(post, day, "page"))
        head = f"""<title>{escape(title)} – {self.title}</title><link rel="canonical" href="{url}">
<meta property="og:title" content="{escape(title)}"><meta property="og:type" content="article"><meta name="author" content="{self.author}">
<meta property="article:published_time" content="{date}"><meta name="description" content="{escape(post.summary(day))}">"""
        if len(post.translations) > 1:
            head += "".join(f'<link rel="alternate" hreflang="{one.language}" href="{self.address(one, day)}">' for one in post.translations)
        if post.is_hidden(day):
            head += '<meta name="robots" content="noindex">'
        byline = f'<p class="byline">By <a rel="author" href="/about/">{self.author}</a> on <time datetime="{date}">{date[:10]}</time></p>'
        frame = {"plain": self.plain, "modern": self.modern}[at(self.template, day)]
        return html(frame(day, head, title, byline, self.body(post, day), post.language))

    def recent(self, day):
        return "".join(f'<li><a href="{blog.address(post, day)}">{escape(post.title(day))}</a></li>' for blog, post in self.newest(day)[:5])

    def plain(self, day, head, title, byline, body, language="en"):
        return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8">{head}<link rel="alternate" type="application/rss+xml" href="{self.home(day)}/feed.xml"></head>
<body class="single"><header class="site-header"><a class="logo" href="{self.home(day)}/">{self.title}</a>
<nav><ul><li><a href="{self.home(day)}/">Home</a></li><li><a href="{self.home(day)}/about/">About</a></li>
<li><a href="{self.home(day)}/feed.xml">RSS</a></li></ul></nav></header>
<div class="wrap"><main><article class="post"><header><h1 class="entry-title">{escape(title)}</h1>{byline}</header>
<div class="entry-content">{body}</div>
<footer class="share"><a href="/share">Share on Mastodon</a> · <a href="/mail">Send by mail</a></footer></article>
<section class="comments"><h3>Leave a comment</h3><p>Your address will not be published. Required fields are marked.</p></section></main>
<aside class="sidebar"><h3>Recent posts</h3><ul>{self.recent(day)}</ul><h3>About this blog</h3>
<p>{self.author} writes about machines that learn, and people who do.</p><h3>Newsletter</h3><p>New posts in your inbox, twice a month.</p></aside></div>
<footer class="site-footer"><p>© 2025 {self.author}. All rights reserved. Powered by a static generator.</p></footer></body></html>"""

    def modern(self, day, head, title, byline, body, language="en"):
        return f"""<!DOCTYPE html>
<html lang="{language}" class="no-js"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">{head}</head>
<body><div id="app"><div class="topbar"><div class="brand"><a href="{self.home(day)}/">{self.title}</a></div>
<div class="menu"><a href="{self.home(day)}/">Start</a> <a href="{self.home(day)}/about/">Who</a><a href="{self.home(day)}/subscribe/">Subscribe</a></div></div>
<section class="hero"><div class="kicker">Essay</div><h1>{escape(title)}</h1>{byline}</section>
<section class="prose">{body}</section>
<section class="next"><h4>More from the notebook</h4><ul>{self.recent(day)}</ul></section>
<div class="bottom"><div>Imprint · Privacy</div><div>Made by {self.author} with a new theme</div></div></div></body></html>"""

    def front_page(self, day):
        rows = "".join(f'<article><h2><a href="{blog.address(post, day)}">{escape(post.title(day))}</a></h2>'
                       f"<p>{escape(post.summary(day))}</p></article>" for blog, post in self.newest(day)[:FEED_SIZE])
        return html(f"""<!doctype html><html lang="en"><head><title>{self.title}</title>
<link rel="alternate" type="application/rss+xml" href="{self.home(day)}/feed.xml"></head>
<body><header><h1>{self.title}</h1></header><main>{rows}</main><footer>© 2025 {self.author}</footer></body></html>""")

    def about(self, day):
        return html(self.plain(day, f"<title>About – {self.title}</title>", "About", "", f"<p>{self.author} writes this notebook at night.</p>"))

    def older_feeds(self, day):
        """As WordPress has them."""
        count = len(self.newest(day)) // FEED_SIZE if self.has_older_feeds else 0
        return {f"/feed.xml?paged={page}": lambda day, page=page: self.feed(day, page) for page in range(2, count + 2)}

    def feed(self, day, page=1):
        rows = []
        for blog, post in self.newest(day)[FEED_SIZE * (page - 1):FEED_SIZE * page]:
            url, date = blog.address(post, day), email.utils.formatdate(blog.dated(post, day, "feed"), usegmt=True)
            guid = f'<guid isPermaLink="false">{post.guid}</guid>' if self.guids == "uuid" else f"<guid>{url}</guid>"
            content = f"<content:encoded><![CDATA[{blog.body(post, day)}]]></content:encoded>" * at(self.full_text, day)
            rows.append(f"<item><title>{escape(post.title(day))}</title><link>{url}</link>{guid}<pubDate>{date}</pubDate>"
                        f"<dc:creator>{blog.author}</dc:creator><description>{escape(post.summary(day))}</description>{content}</item>")
        names = 'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        generator = "<generator>https://wordpress.org/?v=6.7</generator>" * self.has_older_feeds
        about = f"<title>{self.title}</title><link>{self.home(day)}/</link><description>Notes</description>{generator}"
        text = f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0" {names}><channel>{about}{"".join(rows)}</channel></rss>'
        return 200, "application/rss+xml", text, {}

    def sitemaps(self, day):
        if not self.maps:
            return {}
        if self.maps == "deep":  # gzipped, two indices above the maps
            return {"/sitemap.xml": lambda day: self.index(day, "/maps/posts.xml.gz"),
                    "/maps/posts.xml.gz": lambda day: self.zipped(self.index(day, "/maps/posts-1.xml.gz", "/maps/posts-2.xml.gz")),
                    "/maps/posts-1.xml.gz": lambda day: self.zipped(self.sitemap(day, 0)),
                    "/maps/posts-2.xml.gz": lambda day: self.zipped(self.sitemap(day, 1))}
        return {"/sitemap.xml": self.sitemap}

    def zipped(self, answered):
        return answered[0], "application/gzip", gzip.compress(answered[2].encode(), mtime=0), {}

    def index(self, day, *paths):
        rows = "".join(f"<sitemap><loc>{self.home(day)}{path}</loc></sitemap>" for path in paths)
        return 200, XML, f'<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</sitemapindex>', {}

    def sitemap(self, day, part=None):
        rows = ""
        for blog, post in self.newest(day):
            if part is not None and post.number % 2 != part:
                continue
            changed = day if self.lastmod_today <= day else self.history(post, day)[-1][0]
            rows += f"<url><loc>{blog.address(post, day)}</loc>{f'<lastmod>{iso(moment(changed))}</lastmod>' if self.lastmod else ''}</url>"
        return 200, XML, f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>', {}

    def row(self, day=0, **more):
        """Its row in a catalogue."""
        base = self.home(day)
        return {"id": self.name, "homepage": base + "/", "kind": "feed", "url": base + "/feed.xml"} | more
