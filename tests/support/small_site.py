# SPDX-License-Identifier: GPL-3.0-or-later
"""Two small blogs on one loopback port, which serves as an HTTP proxy. Every kind of page that a crawl must distinguish
occurs once. The site counts requests, and may call a function at the n-th request.
"""
import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

WORDS = ("kernel tensor cache token batch layer model weight gradient prompt decoder encoder router expert memory "
         "latency throughput cluster sampler corpus metric recall vector index shard replica queue schedule budget").split()


def words(seed, count):
    """Text that depends only on the seed."""
    out, state = [], int(hashlib.sha256(seed.encode()).hexdigest()[:12], 16)
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        out.append(WORDS[(state >> 33) % len(WORDS)] + str((state >> 40) % 97))
    return " ".join(out)


def paragraphs(seed):
    return "".join(f"<p>{words(f'{seed} {i}', 60).capitalize()}.</p>" for i in range(4))


def page(title, body, head=""):
    return f"<!doctype html><html lang=en><head><title>{title}</title>{head}</head><body><article><h1>{title}</h1>{body}</article></body></html>"


def article(name, head=""):
    return page(f"The story of {name}", paragraphs(name), head)


def sitemap(urls):
    return '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' + "".join(
        f"<url><loc>{u}</loc></url>" for u in urls) + "</urlset>"


def feed(title, items):
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>{title}</title>' + "".join(
        f"<item><title>{t}</title><link>{u}</link><guid>{u}</guid><pubDate>{d}</pubDate><description>{s}</description></item>"
        for t, u, d, s in items) + "</channel></rss>"


def pages(count):
    """path by host: (status, content type, body, further headers)."""
    html, xml = "text/html; charset=utf-8", "application/xml"
    a, b = "http://first.example", "http://second.example"
    site = {f"{a}/robots.txt": (200, "text/plain", "User-agent: *\nDisallow: /posts/private/\n", {})}
    urls = [f"{a}/posts/{i:03}/" for i in range(count)]
    for i, url in enumerate(urls):
        site[url] = (200, html, article(f"first {i}"), {})
    site[f"{a}/posts/moved/"] = (301, html, "", {"Location": "/posts/000/"})
    site[f"{a}/posts/stub/"] = (200, html, page("Moved", "", '<meta http-equiv=refresh content="0; url=/posts/001/">'), {})
    site[f"{a}/posts/hidden/"] = (200, html, article("hidden", '<meta name=robots content=noindex>'), {})
    site[f"{a}/posts/private/x/"] = (200, html, article("private"), {})
    site[f"{a}/posts/gone/"] = (404, html, "gone", {})
    site[f"{a}/posts/again/"] = (200, html, article("first 2", f'<link rel=canonical href="{a}/posts/002/">'), {})
    odd = [f"{a}/posts/{n}/" for n in ("moved", "stub", "hidden", "private/x", "gone", "again")]
    site[f"{a}/sitemap.xml"] = (200, xml, sitemap(urls + odd), {})
    items = []
    for i in range(10):
        url = f"{b}/news/{i}.html"
        copied = i < 4  # the second blog reprints articles of the first, which are two articles then
        site[url] = (200, html, article(f"first {i}" if copied else f"second {i}"), {})
        items.append((f"The story of {'first' if copied else 'second'} {i}", url, f"Tue, {i + 1:02} Jun 2026 10:00:00 GMT", "A teaser."))
    items += [("Front page", b + "/", "Tue, 02 Jun 2026 10:00:00 GMT", "x"), ("Front page again", b + "/", "Tue, 02 Jun 2026 11:00:00 GMT", "y")]
    site[f"{b}/feed.xml"] = (200, xml, feed("Second", items), {})
    return site


SOURCES = {"sources": [
    {"id": "first", "label": "First", "homepage": "http://first.example/", "kind": "sitemap",
     "url": "http://first.example/sitemap.xml", "article_pattern": "^https?://first\\.example/posts/.+/$"},
    {"id": "second", "label": "Second", "homepage": "http://second.example/", "kind": "feed",
     "url": "http://second.example/feed.xml"},
]}

# The result of a complete crawl: the articles of both blogs.
def expected_count(count):
    return count + 10


class Site:
    """`with Site(count) as site:` serves; `site.port`, `site.log` (list of (url, status)), `site.pages` to change."""

    def __init__(self, count=40):
        self.pages, self.log, self.lock, self.at = pages(count), [], threading.Lock(), {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # head and body in one packet: separate packets would wait for acknowledgements

            def do_GET(self):
                outer.answer(self)

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 128  # otherwise a crawler on a busy machine waits seconds for a connection

            def handle_error(self, *_):  # a killed crawler's broken connection
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]

    def call_at(self, request, function):
        """Calls `function` once, after this many more requests."""
        with self.lock:
            self.at[len(self.log) + request] = function

    def answer(self, handler):
        url = handler.path if handler.path.startswith("http") else "http://" + handler.headers.get("Host", "") + handler.path
        status, kind, body, headers = self.pages.get(url, (404, "text/plain", "nothing here", {}))
        data = body.encode()
        etag = '"' + hashlib.sha1(data).hexdigest()[:12] + '"'
        if status == 200 and handler.headers.get("If-None-Match") == etag:
            status, data = 304, b""
        with self.lock:
            self.log.append((url, status))
            function = self.at.pop(len(self.log), None)
        if function:
            function()
        try:
            handler.send_response(status)
            for name, value in {"Content-Type": kind, "ETag": etag, "Content-Length": str(len(data)), **headers}.items():
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(data)
            handler.wfile.flush()
        except OSError:  # the crawler was killed
            pass

    def asked(self, since=0):
        with self.lock:
            return [(urlsplit(u).hostname, urlsplit(u).path, s) for u, s in self.log[since:]]

    def arguments(self, folder, data):
        """Arguments for `trawl-indexer crawl`."""
        catalogue = folder / "sources.json"
        catalogue.write_text(json.dumps(SOURCES))
        return ["crawl", "--data", str(data), "--sources", str(catalogue), "--delay", "0",
                "--proxy", f"http://127.0.0.1:{self.port}", "--allow-address", f"127.0.0.1:{self.port}"]

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
