# SPDX-License-Identifier: GPL-3.0-or-later
"""The attacks of hostile sites, one per site, and the message with which a crawl reports each."""
import gzip
import random
from collections import namedtuple
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

from hostile_server import answer, at_first, moved, silence, then_reset, then_silence, without_end, xml
from small_site import article, feed, page, paragraphs, sitemap

# kind: of the source's seed, which is /feed. code, sentence: of the reported failure; None: nothing fails.
class Attack(namedtuple("Attack", "name site code sentence kind articles", defaults=("feed", 0))):
    @property
    def never_answers(self):
        """It ends when the crawler's patience does."""
        return self.code == "timeout" or self.name == "robots-silent"


OK_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\n"
CHUNK = b"10000\r\n" + b"x" * 65536 + b"\r\n"
INSIDE = "127.0.0.2"  # an address of this machine that is not allowed

# Every spelling of a private address that parsers are known to accept; {} are the port of a server that listens there, and a number.
SPELLINGS = ["http://127.0.0.2:{}/{}", "http://2130706434:{}/{}", "http://0x7f.0.0.2:{}/{}", "http://0177.0.0.2:{}/{}", "http://127.2:{}/{}",
             "http://[::ffff:127.0.0.2]:{}/{}", "http://[::ffff:7f00:2]:{}/{}", "http://[::127.0.0.2]:{}/{}", "http://[::1]:{}/{}",
             "http://[::]:{}/{}", "http://0:{}/{}", "http://0.0.0.0:{}/{}", "http://[64:ff9b::7f00:2]:{}/{}", "http:///127.0.0.2:{}/{}",
             "http://127.0.0.2.:{}/{}", "//127.0.0.2:{}/{}", "http://１２７.0.0.2:{}/{}", "http://127。0。0。2:{}/{}"]


def feed_of(url, title="A story"):
    return xml(feed("Feed", [(title, url, "Tue, 02 Jun 2026 10:00:00 GMT", "")]))


def transport(base, data):
    """Faults in the transfer of the seed."""
    packed = lambda name, encoding: answer((data / name).read_bytes(), "application/xml", Content_Encoding=encoding)
    decoded = "body of more than 20000000 bytes decoded"
    endless = OK_HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    yield "bomb-gzip", packed("zeros-50mb.gzip", "gzip"), "too_large", "body decodes to more than 100 times its compressed size"
    yield "bomb-brotli", packed("zeros-50mb.br", "br"), "too_large", "body decodes to more than 100 times its compressed size"
    yield "bomb-zstd", packed("zeros-50mb.zstd", "zstd"), "too_large", "body decodes to more than 100 times its compressed size"
    letters = random.Random(1).choices("ab", k=25_000_000)  # seven bits of eight are redundant: large, but not a bomb
    fat = gzip.compress("".join(letters).encode(), 1)
    yield "large-decoded", answer(fat, "application/xml", Content_Encoding="gzip"), "too_large", decoded
    yield "packed-twice", packed("packed-twice.gz", "gzip, gzip"), "malformed", "body encoded more than once"
    yield "packed-badly", answer(b"no gzip at all", "application/xml", Content_Encoding="gzip"), "malformed", "body cannot be decoded"
    yield "endless", without_end(endless, CHUNK), "too_large", "body of more than 10000000 bytes on the wire"
    yield "drip", without_end(endless, b"1\r\nx\r\n", pause=0.2), "timeout", "no answer in time"
    yield "steady-drip", without_end(endless, b"400\r\n" + b"x" * 1024 + b"\r\n", pause=0.2), "timeout", "no answer in time"
    yield "silent", silence, "timeout", "no answer in time"
    yield "head-only", then_silence(OK_HEAD + b"Content-Length: 1000\r\n\r\n"), "timeout", "no answer in time"
    yield "half-a-head", then_silence(OK_HEAD), "timeout", "no answer in time"
    yield "reset", then_reset(), "network", "connection broke"
    yield "reset-in-body", then_reset(endless + CHUNK), "network", "connection broke"
    yield "says-nothing", b"", "network", "connection closed without an answer"
    yield "short-body", OK_HEAD + b"Content-Length: 1000\r\n\r\n<rss>", "malformed", "body ends early"
    yield "long-body", OK_HEAD + b"Content-Length: 5\r\n\r\n<rss version='2.0'></rss>", "not_found", "it lists no articles"
    yield "no-http", b"SSH-2.0-OpenSSH_9.2\r\n", "malformed", "not an HTTP response"
    yield "header-flood", without_end(OK_HEAD, b"X-Flood: " + b"x" * 8000 + b"\r\n"), "too_large", "headers of more than 65536 bytes"
    yield "giant-header", OK_HEAD + b"X-Giant: " + b"x" * 300_000 + b"\r\n\r\n", "too_large", "header line too long"
    yield "header-lines", OK_HEAD + b"X: y\r\n" * 200 + b"\r\n", "too_large", "more than 100 header lines"
    yield "pdf", answer("%PDF-1.7", "application/pdf"), "malformed", "unsupported content type: application/pdf"
    yield "picture", answer(b"\x89PNG\r\n\x1a\n", "application/xml"), "malformed", "it begins like an image, a PDF or an archive"
    yield "no-feed", answer(article("no feed")), "malformed", "this is not a feed but an HTML page"
    yield "five-hundred", answer("", status=500), "http_status", "the server answered 500"


def redirects(base, ours):
    yield "itself", {"/feed": moved("/feed")}, "malformed", "redirect loop"
    yield "circle", {"/feed": moved("/a"), "/a": moved("/b"), "/b": moved("/feed")}, "malformed", "redirect loop"
    yield "six-hops", {"/feed": moved("/1"), **{f"/{i}": moved(f"/{i + 1}") for i in range(1, 9)}}, "too_large", "more than 5 redirects"
    yield "no-location", {"/feed": answer("", status=302)}, "malformed", "redirect without a usable Location"
    yield "long-location", {"/feed": moved("/" + "x" * 60_000)}, "malformed", "redirect without a usable Location"
    yield "to-file", {"/feed": moved(ours)}, "malformed", "redirect without a usable Location"
    yield "to-gopher", {"/feed": moved("gopher://127.0.0.1/")}, "malformed", "redirect without a usable Location"
    yield "to-ftp", {"/feed": moved("ftp://127.0.0.1/x")}, "malformed", "redirect without a usable Location"
    yield "to-inside", {"/feed": moved(base(INSIDE, "/x"))}, "address_refused", "127.0.0.2 is private, reserved or not permitted"
    yield "to-metadata", {"/feed": moved("http://169.254.169.254/latest/")}, "address_refused", "169.254.169.254 is private"
    yield "to-odd-port", {"/feed": moved("http://127.0.0.1:22/")}, "address_refused", "port 22 is not allowed"
    yield "to-login", {"/feed": moved(base("me:secret@good.localhost", "/feed"))}, "address_refused", "user name or a password"


def entities(base, ours):
    item = f"<item><title>&x;A story</title><link>{{}}</link><description>d</description></item>"
    body = lambda name, dtd: f"<!DOCTYPE rss [{dtd}]><rss version='2.0'><channel><title>t</title>{item.format(base(name + '.localhost', '/story'))}</channel></rss>"
    billion = "<!ENTITY l0 'lol'>" + "".join(f"<!ENTITY l{i} '{f'&l{i - 1};' * 10}'>" for i in range(1, 10)) + "<!ENTITY x '&l9;'>"
    tricks = {"entity-file": f"<!ENTITY x SYSTEM '{ours}'>",
              "entity-inside": f"<!ENTITY x SYSTEM '{base(INSIDE, '/entity')}'>",
              "entity-parameter": f"<!ENTITY % p SYSTEM '{base(INSIDE, '/dtd')}'> %p;",
              "entity-billion": billion,
              "entity-itself": "<!ENTITY x '&y;'><!ENTITY y '&x;'>"}
    for name, dtd in tricks.items():
        yield Attack(name, {"/feed": xml(body(name, dtd)), "/story": answer(article(name))}, None, None, articles=1)
    outside = body("entity-dtd", "").replace("<!DOCTYPE rss []>", f"<!DOCTYPE rss SYSTEM '{base(INSIDE, '/rss.dtd')}'>")
    yield Attack("entity-dtd", {"/feed": xml(outside), "/story": answer(article("entity-dtd"))}, None, None, articles=1)
    flood = "<rss><channel><item " + " ".join(f"a{i}='1'" for i in range(50_000)) + "/></channel></rss>"
    yield Attack("attributes-xml", {"/feed": xml(flood)}, "not_found", "it lists no articles")


def pages(base):
    """Pages that are expensive to read: (name, body, code, sentence)."""
    body = lambda middle: page("Deep", middle + paragraphs(middle[:200]))
    deep = "too_large", "elements are nested too deep"
    for name, tags in [("div", "<div>"), ("b", "<b>"), ("table", "<table><tr><td>"), ("a", "<a><div>")]:
        yield f"deep-{name}", body(tags * 100_000), *deep
    attributes = " ".join(f"a{i}=1" for i in range(20_000))
    yield "attributes-html", body(f"<p {attributes}>"), "too_large", "a tag has too many attributes"
    yield "zeros", "\0" * 1_000_000, "no_text", "the page has no article text"
    yield "deep-svg", body("<svg>" * 100_000), "too_large", "elements are nested too deep"
    yield "many-p", body("</p>" * 20_000), None, None
    yield "less-than", "<" * 5_000_000, None, None
    yield "one-word", page("Word", "<p>" + "x" * 1_000_000 + "</p>"), None, None
    yield "combining", page("Marks", "<p>a" + "\u0301" * 100_000 + "</p>"), None, None
    yield "escape", page("\x1b]0;owned\x07 \x9b31m &#27;[2J Title", paragraphs("escape")), None, None


def robots(base, now):
    story = lambda name: {"/feed": feed_of(base(name + ".localhost", "/story")), "/story": answer(article(name))}
    refused = "robots.txt is unavailable"
    for name, said, code, sentence in [
            ("robots-silent", silence, "robots_refused", refused), ("robots-500", answer("", status=500), "robots_refused", refused),
            ("robots-429", answer("", status=429, Retry_After="3000"), "http_status", "asks not to be contacted before"),
            ("robots-slow-delay", answer("User-agent: *\nCrawl-delay: 86400", "text/plain"), "robots_refused", "longer Crawl-delay than"),
            ("robots-forbids", answer("User-agent: *\nDisallow: /", "text/plain"), "robots_refused", "robots.txt forbids it"),
            ("robots-circle", moved("/robots.txt"), "robots_refused", refused)]:
        yield Attack(name, {**story(name), "/robots.txt": said}, code, sentence)
    endless = without_end(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n", CHUNK)
    stars = "User-agent: *\nDisallow: /" + "*a" * 40 + "b\n"
    for name, said in [("robots-403", answer("", status=403)), ("robots-404", answer("", status=404)), ("robots-endless", endless),
                       ("robots-stars", answer(stars, "text/plain")), ("robots-binary", answer(bytes(range(256)) * 1000, "text/plain"))]:
        yield Attack(name, {**story(name), "/robots.txt": said}, None, None, articles=1)
    soon = format_datetime(now + timedelta(seconds=1), usegmt=True)
    late = format_datetime(now + timedelta(hours=2), usegmt=True)
    for status in (429, 503):
        for form, value in [("seconds", "1"), ("date", soon)]:
            busy = at_first(1, answer("", status=status, Retry_After=value), answer(article(f"busy {status} {form}")))
            name = f"busy-{status}-{form}"
            yield Attack(name, {"/feed": feed_of(base(name + ".localhost", "/story")), "/story": busy}, None, None, articles=1)
        for form, value in [("seconds", "7200"), ("date", late)]:
            name = f"closed-{status}-{form}"
            yield Attack(name, {"/feed": answer("", status=status, Retry_After=value)}, "http_status", f"the server answered {status}")


def crowds(base):
    """Feeds and sitemaps with far too many entries."""
    items = "".join(f"<item><link>{base('crowd.localhost', f'/{i}')}</link></item>" for i in range(100_000))
    yield Attack("crowd", {"/feed": xml(f"<rss version='2.0'><channel><title>Crowd</title>{items}</channel></rss>"),
                           "/robots.txt": answer("User-agent: *\nDisallow: /0\nDisallow: /1\nDisallow: /2\nDisallow: /3\nDisallow: /4", "text/plain"),
                           "*": answer("", status=410)}, "too_large", "the feed has too many entries")
    yield Attack("confetti", {"/feed": xml(f"<rss version='2.0'><channel>{'<a/>' * 2_400_000}</channel></rss>")}, "too_large",
                 "the feed is too large: only its first")
    parts = "".join(f"<sitemap><loc>{base('sitemaps.localhost', f'/feed?{{}}{i}')}</loc></sitemap>" for i in range(1000))

    def index(connection, request):
        connection.sendall(xml(f"<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{parts.format(*[request.count] * 1000)}</sitemapindex>"))
    yield Attack("sitemaps", {"*": index, "/robots.txt": answer("", status=404)}, None, None, kind="sitemap")


def attacks(base, data, ours):
    """`ours`: the address of a file that no article may have anything of."""
    now = datetime.now(timezone.utc)
    for name, said, code, sentence in transport(base, data):
        yield Attack(name, {"/feed": said}, code, sentence)
    for name, site, code, sentence in redirects(base, ours):
        yield Attack(name, site, code, sentence)
    yield from entities(base, ours)
    yield from robots(base, now)
    yield from crowds(base)
    for name, body, code, sentence in pages(base):
        site = {"/feed": feed_of(base(name + ".localhost", "/story")), "/story": answer(body)}
        yield Attack(name, site, code, sentence, articles=0 if code else 1)
    port = base("", "").rsplit(":", 1)[1]
    links = [(f"Spelling {i}", base("spellings.localhost", f"/{i}"), "", "") for i in range(len(SPELLINGS))]
    inside = {f"/{i}": moved(spelling.format(port, i)) for i, spelling in enumerate(SPELLINGS)}
    yield Attack("spellings", {"/feed": xml(feed("Spellings", links))} | inside, "address_refused", "is private, reserved or not permitted")
    thief = answer(article("stolen", f'<link rel=canonical href="{base("good.localhost", "/0")}">'))
    yield Attack("thief", {"/feed": feed_of(base("thief.localhost", "/story")), "/story": thief}, None, None, articles=1)


CALENDAR = "/calendar/1"


def calendar(base):
    """Every month links to three of its days, and to the next month."""
    def month(connection, request):
        path = request.path.strip("/").split("/")
        if path[0] != "calendar" or len(path) == 1:
            connection.sendall(answer(article(request.path)))
            return
        number = int(path[1])
        days = "".join(f"<a href='{base('calendar.localhost', f'/day/{number}-{i}')}'>A day worth telling of {i}</a>" for i in range(3))
        following = f"<a rel=next href='/calendar/{number + 1}'>Next month</a>"
        connection.sendall(answer(f"<html><head><link rel=next href='/calendar/{number + 1}'></head><body>{days}{following}</body></html>"))
    return {"*": month, "/robots.txt": answer("", status=404)}
