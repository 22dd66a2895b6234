# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad weather: what stands before a blog and answers in its place. Each is a function of an address, the day and what was asked of the host
today (`asked.pages`, `asked.all`), which gives an answer, or None if it lets the request pass.
"""
import hashlib
from urllib.parse import urlsplit

from blog import BEFORE, PLAIN, html
from prose import Writer

UNCACHED = {"Cache-Control": "no-store"}


def is_list(url):
    return urlsplit(url).path in ("/feed.xml", "/sitemap.xml", "/robots.txt")


def page(title, *paragraphs, heading="", head="", **headers):
    body = "\n".join(f"<p>{one}</p>" for one in paragraphs)
    return html(f'<!doctype html><html lang="en"><head><title>{title}</title>{head}</head><body><main><h1>{heading or title}</h1>{body}</main></body></html>',
                **headers)


def check(noindex=False):
    """Before all pages; lists pass."""
    head = '<meta name="robots" content="noindex,nofollow">' if noindex else ""
    answer = page(
        "Making sure you're not a bot!", "Loading...",
        "You are seeing this because the administrator of this website has set up a guard to protect the server against the scourge of companies "
        "aggressively scraping websites. This can and does cause downtime for the websites, which makes their resources inaccessible for everyone.",
        "The guard is a compromise. It uses a proof of work scheme in the vein of an old proposal for reducing spam. The idea is that at individual "
        "scales the additional load is ignorable, but at mass scraper levels it adds up and makes scraping much more expensive.",
        "Please note that it requires the use of modern JavaScript features that plugins will disable. Please disable such plugins for this domain.",
        "Sadly, you must enable JavaScript to get past this challenge.", head=head, **UNCACHED)
    return lambda url, day, asked: None if is_list(url) else answer


def all_to(path, status=302):
    """All pages lead to one."""
    def answer(url, day, asked):
        parts = urlsplit(url)
        return None if is_list(url) or parts.path == path else html("", status, Location=f"{parts.scheme}://{parts.netloc}{path}")
    return answer


def login(url, day, asked, status=302):
    """All pages lead to a login."""
    if urlsplit(url).path != "/login/":
        return all_to("/login/", status)(url, day, asked)
    return page(
        "Log in to continue reading",
        "This notebook is now for its members. Log in with the address under which you are registered, and we will send you a link with which you "
        "can read on. If you are not a member yet, you may become one below: membership is free, and it helps us to know who our readers are and "
        "what they would like to read.", '<input name="mail"><button>Send me a link</button>',
        "We will never share your address with others, and you can leave at any time.", **UNCACHED)


def login_for_good(url, day, asked):
    """As a redirect that says that it is one."""
    return login(url, day, asked, 301)


def login_for_each(url, day, asked):
    """Each page leads to a login that will lead back to it."""
    parts = urlsplit(url)
    if is_list(url) or parts.path == "/login":
        return None if is_list(url) else login(url.replace("/login?", "/login/?"), day, asked)
    return html("", 302, Location=f"{parts.scheme}://{parts.netloc}/login?next={parts.path}")


def consent(url, day, asked):
    """Each page leads to another host, which asks for leave to set cookies."""
    parts = urlsplit(url)
    if is_list(url) or not parts.hostname.startswith("consent-"):
        return None if is_list(url) else html("", 302, Location=f"{parts.scheme}://consent-{parts.netloc}/ask?continue={url}")
    return page(
        "Before you continue",
        "We use cookies and data to deliver and maintain services, to track outages and to protect against spam, fraud and abuse. If you choose "
        "to accept all, we will also use cookies and data to develop and improve new services.",
        "Select more options to see additional information, including details about managing your privacy settings.", **UNCACHED)


def parked(url, day, asked):
    """The domain is for sale: all addresses, the lists too."""
    host = urlsplit(url).hostname
    return page(
        f"{host} is for sale",
        "The owner of this domain offers it for sale at a price of 4,995 dollars. Buy it now, or make an offer: our brokers answer within one "
        "working day, and the transfer takes no more than a week. Payment is held in escrow until you have the domain in your account.",
        "Why buy this domain? Short names that are easy to remember bring visitors. More than a hundred thousand customers have found their name "
        "with us, and nine of ten would buy with us again.", '<a href="/related">Related searches: notebook, machine learning, cloud</a>',
        heading=f"The domain {host} is for sale")


def welcome(url, day, asked):
    """A web server as it was installed: all addresses, the lists too."""
    return page(
        "Welcome to nginx!",
        "If you see this page, the nginx web server is successfully installed and working. Further configuration is required.",
        'For online documentation and support please refer to <a href="http://nginx.org/">nginx.org</a>.<br>Commercial support is available at '
        '<a href="http://nginx.com/">nginx.com</a>.', "<em>Thank you for using nginx.</em>")


def too_fast(url, day, asked):
    """After three pages; each time in other words."""
    if is_list(url) or asked.pages <= 3:
        return None
    writer = Writer(f"{url} {day} {asked.pages}")
    return page(
        "Slow down",
        f"You are reading too fast, reader {writer.word('name')}. Please wait for {writer.word('number')} seconds and then try again; your request has "
        f"the number {writer.word('number')}-{day}-{asked.pages}.",
        "We limit how many pages one reader may open in a short time, so that there is enough for everybody. If you think that this is a mistake, "
        f"write to us and mention the number above and the word {writer.word('name')}.", heading="You are reading too fast", **UNCACHED)


def refused(status, lists=False, **headers):
    """All pages answer so."""
    return lambda url, day, asked: None if is_list(url) and not lists else html(f"<title>{status}</title><h1>{status}</h1>", status, **headers)


def part_missing(share):
    """One page of so many is not there."""
    return lambda url, day, asked: None if is_list(url) or int(hashlib.sha256(url.encode()).hexdigest(), 16) % share else (404, PLAIN, "Not found", {})


def daily(limit):
    """A host that answers so many requests a day, of whatever."""
    return lambda url, day, asked: (429, PLAIN, "Too many requests", {"Retry-After": "3600"}) if asked.all > limit else None


def front(blog):
    """All pages show the front page, with status 200."""
    return lambda url, day, asked: None if is_list(url) else blog.front_page(day)


def cut(blog, words=60, days=-BEFORE):
    """A wall: pages end after so many words, on their first days."""
    def answer(url, day, asked):
        for post in blog.posts:
            if post.day <= day < post.day + days and url == blog.address(post, day):
                teaser = " ".join(" ".join(post.paragraphs(day)).split()[:words])
                body = f'<p>{teaser}</p><div class="wall"><p>Subscribe to read on.</p></div>'
                return html(blog.post_page(post, day)[2].replace(blog.body(post, day), body))
        return None
    return answer


def sometimes(weather, share=3):
    """Before one of so many requests."""
    return lambda url, day, asked: weather(url, day, asked) if hashlib.sha1(f"{url} {day}".encode()).digest()[0] % share == 0 else None


def only(page_address, weather):
    """Before one page alone."""
    return lambda url, day, asked: weather(url, day, asked) if url == page_address else None
