#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Serves Trawl's demo site on one loopback port, as a plain HTTP proxy for six small blogs that exist nowhere else.

    serve_demo.py [--port 0] [--port-file FILE] [--articles DIR] [--recent]

Each blog lists its articles in a different way: RSS 2.0 with the full text, Atom, JSON Feed, RSS 1.0 with excerpts, a
sitemap, a page list. The articles are the files of articles/: a head of `name: value` lines, a blank line, paragraphs.
"""
import argparse
import email.utils
import hashlib
import json
from datetime import datetime, timedelta, timezone
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
BLOGS = {
    "kernel-journal": ("Kernel Journal", "en", "atom"),
    "latent-notes": ("Latent Notes", "en", "rss"),
    "agent-workshop": ("The Agent Workshop", "en", "json"),
    "paper-lantern": ("Paper Lantern", "en", "rdf"),
    "modellwerkstatt": ("Modellwerkstatt", "de", "sitemap"),
    "moxing-zhoukan": ("模型周刊", "zh", "list"),
}
WORDS = {"en": ("by", "Home", "Published"), "de": ("von", "Startseite", "Veröffentlicht"), "zh": ("作者", "首页", "发布于")}


def read_articles(folder):
    for path in sorted(Path(folder).glob("*.txt")):
        head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
        article = dict(line.split(": ", 1) for line in head.splitlines())
        article["slug"] = path.stem
        article["when"] = datetime.fromisoformat(article["date"].replace("Z", "+00:00"))
        article["paragraphs"] = body.strip().split("\n\n")
        article["tags"] = article["tags"].split(", ")
        article["authors"] = article["authors"].split(", ")
        yield article


def made_recent(articles):
    """Moves all dates by the same number of days, so that the newest article is of yesterday."""
    days = (datetime.now(timezone.utc) - max(a["when"] for a in articles)).days - 1
    for article in articles:
        article["when"] += timedelta(days=days)
        article["date"] = article["when"].isoformat()
    return articles


def host_of(blog):
    return f"{blog}.example"


def url_of(blog, article):
    return f"http://{host_of(blog)}/{article['when']:%Y/%m}/{article['slug']}"


def html_body(article):
    return "".join(f"<p>{escape(p)}</p>" for p in article["paragraphs"])


def page(blog, article):
    """An article page as blogs have them: menu, byline, text, related box, footer."""
    label, language, _ = BLOGS[blog]
    by, home, published = WORDS[language]
    data = {"@context": "https://schema.org", "@type": "BlogPosting", "headline": article["title"],
            "datePublished": article["date"], "author": [{"@type": "Person", "name": a} for a in article["authors"]]}
    canonical = url_of(article["source"], article)
    linked_data = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{escape(article['title'])} | {escape(label)}</title>
<link rel="canonical" href="{canonical}"><meta property="og:title" content="{escape(article['title'])}">
<meta property="og:site_name" content="{escape(label)}">
<script type="application/ld+json">{linked_data}</script></head>
<body><nav><a href="/">{home}</a> <a href="/about">About</a></nav>
<article><h1>{escape(article['title'])}</h1>
<p class="byline">{by} {escape(', '.join(article['authors']))} · {published} <time datetime="{article['date']}">{article['when']:%Y-%m-%d}</time></p>
<div class="content">{html_body(article)}</div></article>
<aside class="newsletter"><p>Subscribe to our newsletter!</p></aside><footer><p>© {escape(label)}</p></footer></body></html>"""


def atom(blog, articles):
    entries = "".join(
        f"<entry><id>{url_of(blog, a)}</id><title>{escape(a['title'])}</title><link href='{url_of(blog, a)}'/>"
        f"<updated>{a['when'].isoformat()}</updated><published>{a['when'].isoformat()}</published>"
        + "".join(f"<author><name>{escape(n)}</name></author>" for n in a["authors"])
        + "".join(f"<category term='{escape(t)}'/>" for t in a["tags"])
        + f"<content type='html'>{escape(html_body(a))}</content></entry>" for a in articles)
    return (f"<?xml version='1.0' encoding='utf-8'?><feed xmlns='http://www.w3.org/2005/Atom'><id>http://{host_of(blog)}/</id>"
            f"<title>{escape(BLOGS[blog][0])}</title><updated>{articles[0]['when'].isoformat()}</updated>{entries}</feed>")


def rss(blog, articles):
    items = "".join(
        f"<item><title>{escape(a['title'])}</title><link>{url_of(blog, a)}</link><guid>{url_of(blog, a)}</guid>"
        f"<pubDate>{email.utils.format_datetime(a['when'])}</pubDate><dc:creator>{escape(', '.join(a['authors']))}</dc:creator>"
        + "".join(f"<category>{escape(t)}</category>" for t in a["tags"])
        + f"<content:encoded><![CDATA[{html_body(a)}]]></content:encoded></item>" for a in articles)
    return ("<?xml version='1.0'?><rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/' "
            "xmlns:dc='http://purl.org/dc/elements/1.1/'><channel>"
            f"<title>{escape(BLOGS[blog][0])}</title><link>http://{host_of(blog)}/</link>{items}</channel></rss>")


def rdf(blog, articles):
    links = "".join(f"<rdf:li rdf:resource='{url_of(blog, a)}'/>" for a in articles)
    items = "".join(
        f"<item rdf:about='{url_of(blog, a)}'><title>{escape(a['title'])}</title><link>{url_of(blog, a)}</link>"
        f"<description>{escape(a['paragraphs'][0][:120])} …</description><dc:date>{a['when'].isoformat()}</dc:date>"
        + "".join(f"<dc:subject>{escape(t)}</dc:subject>" for t in a["tags"]) + "</item>" for a in articles)
    return ("<?xml version='1.0'?><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
            "xmlns='http://purl.org/rss/1.0/' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
            f"<channel rdf:about='http://{host_of(blog)}/'><title>{escape(BLOGS[blog][0])}</title>"
            f"<link>http://{host_of(blog)}/</link><items><rdf:Seq>{links}</rdf:Seq></items></channel>{items}</rdf:RDF>")


def json_feed(blog, articles):
    items = [{"id": url_of(blog, a), "url": url_of(blog, a), "title": a["title"], "content_html": html_body(a),
              "date_published": a["when"].isoformat(), "authors": [{"name": n} for n in a["authors"]], "tags": a["tags"]}
             for a in articles]
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": BLOGS[blog][0],
                       "home_page_url": f"http://{host_of(blog)}/", "items": items}, ensure_ascii=False)


def sitemap(blog, articles):
    urls = "".join(f"<url><loc>{url_of(blog, a)}</loc><lastmod>{a['when']:%Y-%m-%d}</lastmod></url>" for a in articles)
    return ("<?xml version='1.0' encoding='utf-8'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
            f"<url><loc>http://{host_of(blog)}/about</loc></url>{urls}</urlset>")


def home(blog, articles):
    label, language, _ = BLOGS[blog]
    rows = "".join(f'<li><a href="{urlsplit(url_of(blog, a)).path}">{escape(a["title"])}</a></li>' for a in articles)
    return (f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{escape(label)}</title></head>'
            f"<body><h1>{escape(label)}</h1><ul>{rows}</ul></body></html>")


def build(every):
    """Every (host, path) of these articles with its content type and bytes."""
    site = {}
    feeds = {"atom": ("/feed.xml", "application/atom+xml", atom), "rss": ("/rss.xml", "application/rss+xml", rss),
             "json": ("/feed.json", "application/feed+json", json_feed), "rdf": ("/index.rdf", "application/rdf+xml", rdf),
             "sitemap": ("/sitemap.xml", "application/xml", sitemap)}
    for blog, (label, _, kind) in BLOGS.items():
        articles = sorted((a for a in every if blog in (a["source"], a.get("also_in"))), key=lambda a: a["when"], reverse=True)
        host = host_of(blog)
        site[host, "/robots.txt"] = ("text/plain", "User-agent: *\nDisallow: /private/\n")
        site[host, "/"] = ("text/html; charset=utf-8", home(blog, articles))
        site[host, "/about"] = ("text/html; charset=utf-8", f"<!doctype html><title>About</title><h1>About {escape(label)}</h1>")
        if kind in feeds:
            path, content_type, make = feeds[kind]
            site[host, path] = (content_type, make(blog, articles))
        for article in articles:
            site[host, urlsplit(url_of(blog, article)).path] = ("text/html; charset=utf-8", page(blog, article))
    return {key: (content_type, body.encode()) for key, (content_type, body) in site.items()}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site = {}

    def do_GET(self):
        target = urlsplit(self.path)
        host = target.hostname or self.headers.get("Host", "").split(":")[0]
        content_type, body = self.site.get((host, target.path), (None, None))
        if body is None:
            return self.answer(404, "text/plain", b"not found\n")
        tag = '"' + hashlib.sha256(body).hexdigest()[:16] + '"'
        if self.headers.get("If-None-Match") == tag:
            return self.answer(304, content_type, b"", tag)
        return self.answer(200, content_type, body, tag)

    def answer(self, status, content_type, body, tag=None):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        if tag:
            self.send_header("ETag", tag)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=0, help="0 (default): any free one")
    options.add_argument("--port-file", help="write the port here once it listens")
    options.add_argument("--articles", default=HERE / "articles")
    options.add_argument("--recent", action="store_true", help="dates end yesterday instead of in May 2026")
    chosen = options.parse_args()
    articles = list(read_articles(chosen.articles))
    Handler.site = build(made_recent(articles) if chosen.recent else articles)
    server = ThreadingHTTPServer(("127.0.0.1", chosen.port), Handler)
    if chosen.port_file:
        Path(chosen.port_file).write_text(f"{server.server_address[1]}\n", encoding="utf-8")
    else:
        print(f"listening on 127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
