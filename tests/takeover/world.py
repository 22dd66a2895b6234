# SPDX-License-Identifier: GPL-3.0-or-later
"""A small web for tests of whose word counts: blogs, what they tell, and the pages, feeds and lists in which they tell it.

A web is a table from an address to an answer, as `Site.pages` of tests/support/small_site.py, and from the id of a source
to its row in the catalogue (None takes it away). Webs are joined by `|`: the later one counts.
"""
import hashlib
import json
from collections import namedtuple

from small_site import page as html_page
from small_site import sitemap as sitemap_of
from small_site import words

HTML, XML, PLAIN = "text/html; charset=utf-8", "application/xml", "text/plain"

# What an article says, and the places (beginnings of addresses) at which it is told. None: the article does not state it.
Story = namedtuple("Story", "places title paragraphs date author picture")


def id_of(address):
    return hashlib.sha256(address.encode()).hexdigest()[:16]


def text_of(story):
    return "\n\n".join(story.paragraphs)


class Blog:
    """A blog, and its stories. `home` may have a path: then it shares its host with others."""

    def __init__(self, name, home, told):
        """`told`: where every story is noted."""
        self.name, self.home, self.told = name, home, told

    def at(self, path):
        return f"{self.home}/{path}"

    def story(self, name, **said):
        title = f"The story of {name} by {self.name}"  # what has no word of its title counts as an error page
        facts = {"places": (self.home + "/",), "title": title, "date": "2024-03-05", "author": f"{self.name.capitalize()} Able",
                 "picture": self.at(f"{name}.png"),
                 "paragraphs": tuple(f"{title}, part {i}: {words(f'{title} {i}', 50)}." for i in range(4))}
        return self._tell(Story(**facts | said))

    def edited(self, story, count=1):
        """With so many paragraphs more."""
        more = tuple(f"{story.title}, added part {i}: {words(f'{story.title} more {i}', 50)}." for i in range(count))
        return self._tell(story._replace(paragraphs=story.paragraphs + more))

    def retell(self, story, **said):
        """The text of another's story, told here with facts that suit the teller."""
        facts = {"date": "2019-01-01", "author": f"{self.name.capitalize()} Able", "picture": self.at("copy.png")}
        return self._tell(story._replace(places=(self.home + "/",), **facts | said))

    def _tell(self, story):
        self.told.append(story)
        return story

    def source(self, kind, path, **more):
        """As a row of the catalogue. `path` may be an address elsewhere."""
        row = {"id": self.name, "homepage": self.home + "/", "kind": kind, "url": path if "://" in path else self.at(path)}
        return {self.name: row | more}


def answer(url, body, kind=HTML, status=200, **headers):
    return {url: (status, kind, body, headers)}


def body_of(story):
    return "".join(f"<p>{one}</p>" for one in story.paragraphs)


def page(url, story, head="", body=""):
    """`head`: more of the page's head, such as a canonical address; `body`: how its paragraphs are written."""
    meta = [("author", story.author), ("article:published_time", story.date), ("og:image", story.picture)]
    head += "".join(f'<meta {"name" if name == "author" else "property"}="{name}" content="{value}">' for name, value in meta if value)
    return answer(url, html_page(story.title, body or body_of(story), head))


def canonical(url):
    return f'<link rel=canonical href="{url}">'


def refresh(url, to):
    return answer(url, html_page("Moved", "", f'<meta http-equiv=refresh content="0; url={to}">'))


def moved(url, to, status=301):
    return answer(url, "", status=status, Location=to)


def refused(home, *paths):
    return answer(home + "/robots.txt", "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in paths), PLAIN)


def missing(url, status=404):
    return answer(url, "nothing here", PLAIN, status)


def entry(url, story, with_text=True, more=""):
    """An entry of an RSS feed."""
    facts = f"<title>{story.title}</title>" + (f"<pubDate>{story.date}</pubDate>" if story.date else "")
    facts += f"<author>{story.author}</author>" if story.author else ""
    facts += f'<media:content url="{story.picture}" medium="image"/>' if story.picture else ""
    facts += f"<content:encoded><![CDATA[{body_of(story)}]]></content:encoded>" if with_text else ""
    return f"<item><link>{url}</link><guid>{url}</guid>{facts}{more}</item>"


def feed(url, *entries, base=""):
    base = f' xml:base="{base}"' if base else ""
    names = 'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"'
    return answer(url, f'<?xml version="1.0"?><rss version="2.0" {names}><channel{base}><title>Feed</title>{"".join(entries)}</channel></rss>', XML)


def atom(url, base, *entries):
    """Entries: (relative address, story)."""
    rows = "".join(f'<entry><title>{story.title}</title><id>tag:{path}</id><updated>{story.date}T08:00:00Z</updated><link href="{path}"/>'
                   f"<author><name>{story.author}</name></author><content type=\"html\"><![CDATA[{body_of(story)}]]></content></entry>"
                   for path, story in entries)
    return answer(url, f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="{base}"><title>Feed</title>{rows}</feed>', XML)


def sitemap(url, *urls):
    return answer(url, sitemap_of(urls), XML)


def sitemap_index(url, *maps):
    return answer(url, "<sitemapindex>" + "".join(f"<sitemap><loc>{to}</loc></sitemap>" for to in maps) + "</sitemapindex>", XML)


def news_sitemap(url, *rows):
    """Rows: (address, story)."""
    news = "".join(f"<url><loc>{to}</loc><news:news><news:publication_date>{story.date}</news:publication_date><news:title>{story.title}</news:title>"
                   "</news:news></url>" for to, story in rows)
    names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    return answer(url, f'<?xml version="1.0"?><urlset {names}>{news}</urlset>', XML)


def json_feed(url, *entries):
    items = [{"id": str(number)} | one for number, one in enumerate(entries)]
    return answer(url, json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Feed", "items": items}), "application/feed+json")


def json_entry(story):
    return {"title": story.title, "date_published": f"{story.date}T08:00:00Z", "authors": [{"name": story.author}], "image": story.picture,
            "content_html": body_of(story)}


def links(url, *urls):
    return answer(url, "<html><body>" + "".join(f'<a href="{to}"><img src="{to}.png"></a>' for to in urls) + "</body></html>")


def page_list(url, *rows):
    """Links with titles and dates; rows: (address, story)."""
    return answer(url, "<html><body>" + "".join(f'<article><h2><a href="{to}">{story.title}</a></h2><time datetime="{story.date}">{story.date}</time>'
                                                "</article>" for to, story in rows) + "</body></html>")


def imported(url, story, source):
    """A row for `trawl import`."""
    return {"url": url, "source": source, "title": story.title, "text": text_of(story), "published": story.date, "authors": [story.author],
            "image": story.picture}


def exported(url, story, source, **said):
    """A row of an export. `said`: members that are otherwise than most."""
    return {"trawl": 1, "id": id_of(url), "url": url, "title": story.title, "source": source, "labels": {}, "authors": [story.author],
            "published": story.date, "indexed": "2024-12-01T00:00:00Z", "category": "other", "language": "en", "image": story.picture, "words": 200,
            "reading_minutes": 1, "aliases": [], "copies": [], "provenance": [{"field": "title", "from": "page"}], "text": text_of(story)} | said
