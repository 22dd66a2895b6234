# SPDX-License-Identifier: GPL-3.0-or-later
"""The cases of takeover_test.py. Each is a list of steps: what the web is and which sources the catalogue has, as days go by;
what the user types; what is shown then. In every case a blog, victim, has a first story that another one, evil, is after. Both
have an honest story besides, which must stay as it is.

What is shown is the whole of it: an address, the source and the story, and nothing else. Whoever plays the case checks in
addition, after every step, that nothing is shown at an address that was not told at its place in one piece, that no article has
the id of another place, that stars and notes are where the user put them; and at the end, that a rebuild changes nothing.
"""
from collections import namedtuple

from small_site import words
from world import (Blog, atom, canonical, entry, exported, feed, id_of, imported, json_entry, json_feed, links, missing, moved, news_sitemap, page,
                   page_list, refresh, refused, sitemap, sitemap_index)

Case = namedtuple("Case", "part name steps said")                # steps: a function of an Attack(**said)
Crawl = namedtuple("Crawl", "web days", defaults=(100,))         # so many days later; the rest of the web stays as it was. As a step, a
                                                                 # web alone is such a crawl
Types = namedtuple("Types", "words")                             # what the user types
Mark = namedtuple("Mark", "")                                    # all articles: a star and a note on each
Tells = namedtuple("Tells", "story")                             # some article that is shown has this text
Sources = namedtuple("Sources", "ids")                           # what `trawl sources` lists
Shows = namedtuple("Shows", "articles gone moved is_all")        # {address: (source, story)}; addresses; {new address: former one}

SITEMAP = "a sitemap"
NEW = "http://victim.org/new"
BARE = {"date": None, "author": None, "picture": None}
CASES, PARTS = [], []


def part(name):
    """Of the table; the cases that follow belong to it."""
    PARTS.append(name)


def case(name, steps, **said):
    CASES.append(Case(PARTS[-1], name, steps, said))


class Attack:
    """The blogs of a case and what both of them do in most cases. In steps, the source None is any."""

    def __init__(self, victim="http://victim.org", evil="http://evil.net", names=("victim", "evil"), **said):
        """`said`: what the victim's first story states otherwise than most."""
        self.told = []  # every story of every blog
        self.has_copied = False
        self.victim, self.evil = self.blog(names[0], victim), self.blog(names[1], evil)
        self.a1, self.a2, self.e1 = self.victim.at("a1"), self.victim.at("a2"), self.evil.at("e1")
        self.ours, self.second, self.edited = self.victim.story("a1", **said), self.victim.story("a2"), None
        self.theirs, self.own = self.evil.story("a1"), self.evil.story("e1")
        self.copy, self.at_copy, self.at_x = self.evil.retell(self.ours), self.evil.at("copy"), self.evil.at("x")
        self.pages = page(self.a1, self.ours) | page(self.a2, self.second)
        self.lie = entry(self.a1, self.theirs)

    def blog(self, name, home):
        return Blog(name, home, self.told)

    def seed(self, how=SITEMAP):
        """The victim as a source that is known so, and its pages."""
        victim, at, both = self.victim, self.victim.at, (self.a1, self.a2)
        texts = feed(at("feed"), entry(self.a1, self.ours), entry(self.a2, self.second))
        teasers = feed(at("feed"), entry(self.a1, self.ours, with_text=False), entry(self.a2, self.second, with_text=False))
        return self.pages | {
            "a feed": victim.source("feed", "feed") | teasers,
            "a sitemap": victim.source("sitemap", "map") | sitemap(at("map"), *both),
            "a page list": victim.source("page_list", "list") | links(at("list"), *both),
            "a fallback": victim.source("feed", "none", fallback={"kind": "sitemap", "url": at("map")}) | sitemap(at("map"), *both),
            "a feed of texts": victim.source("feed", "feed") | texts,
            "a feed of texts alone": victim.source("feed", "feed", fetch_pages=False) | texts,
            "a feed of texts, refusing its pages": victim.source("feed", "feed") | texts | refused(victim.home, "/a"),
        }[how]

    def known(self, how=SITEMAP):
        """The steps by which the victim's stories become known; then the user marks them."""
        if how == "hand":
            return [self.pages, Types(["add", self.a1, self.a2]), Mark()]
        if how == "import":
            return [self.pages, *(Types(["import", imported(*row, "victim")]) for row in ((self.a1, self.ours), (self.a2, self.second))), Mark()]
        return [self.seed(how), Mark()]

    def feed(self, *entries):
        return feed(self.evil.at("feed"), entry(self.e1, self.own), *entries)

    def listed(self, *entries, **row):
        """The attacker's blog, and what its feed lists besides its own story."""
        return self.evil.source("feed", "feed", **row) | page(self.e1, self.own) | self.feed(*entries)

    @property
    def lies(self):
        """The attacker lists the victim's story with a text of its own."""
        return self.listed(self.lie)

    def tells(self, url, story, head=""):
        """The attacker lists a page of its own."""
        return self.listed(entry(url, story, with_text=False)) | page(url, story, head)

    @property
    def copies(self):
        """The attacker has a page with the text of the victim's story, another date, author and picture. It is an article of its own."""
        self.has_copied = True
        return self.tells(self.at_copy, self.copy)

    def shows(self, more=None, source="victim", without=(), gone=(), moved=None, is_all=True):
        """The victim's stories, the attacker's own, and more; further ones if that is not all."""
        articles = {self.a1: (source, self.edited or self.ours), self.a2: (source, self.second), self.e1: (self.evil.name, self.own)}
        articles |= ({self.at_copy: (self.evil.name, self.copy)} if self.has_copied else {}) | (more or {})
        return Shows({url: said for url, said in articles.items() if url not in (*without, *gone)}, gone, moved or {}, is_all)

    def edit(self, how=SITEMAP, paragraphs=1, **shown):
        """The steps by which the victim adds paragraphs to its first story, and then that is shown."""
        if how == "hand":
            return []  # no source of the catalogue has it, so it is not requested again
        self.edited = self.victim.edited(self.ours, paragraphs)
        if how == "import":
            return [page(self.a1, self.edited), Types(["import", imported(self.a1, self.edited, "victim")]), self.shows(**shown)]
        texts = feed(self.victim.at("feed"), entry(self.a1, self.edited), entry(self.a2, self.second)) if "texts" in how else {}
        return [page(self.a1, self.edited) | texts, self.shows(**shown)]


part("Entries")  # of the attacker's feed, with a text for the victim's story
for way in ("a feed", "a sitemap", "a page list", "a fallback", "a feed of texts", "a feed of texts alone", "a feed of texts, refusing its pages",
            "hand", "import"):
    case(f"an entry for a story known by {way} says nothing", lambda t, way=way, source="victim-org" if way == "hand" else "victim": [
        *t.known(way), t.lies, t.shows(source=source), *t.edit(way), t.feed(), t.shows(source=source)])

case("an entry that is read in the crawl in which the story becomes known says nothing", lambda t: [
    t.seed() | t.lies, Mark(), t.shows(), *t.edit()])

case("an entry that is read on the same day says nothing", lambda t: [
    *t.known(), Crawl(t.lies, days=0), t.shows(), *t.edit()])

case("an entry that is read before the story's own blog is known is a link; then the story is its blog's", lambda t: [
    t.pages | t.lies, t.shows(source=None, without=[t.a2]), Mark(), t.seed(), t.shows(), *t.edit()])

case("an entry that is read before the blog is known, which refuses its pages, is nothing", lambda t: [
    t.pages | refused(t.victim.home, "/a") | t.lies, Mark(), t.shows(without=[t.a1, t.a2]),
    t.seed("a feed of texts, refusing its pages"), t.shows()])

case("an entry for an address that does not exist is nothing, and the story that appears there is its blog's", lambda t: [
    t.lies, Mark(), t.shows(without=[t.a1, t.a2]), t.seed(), t.shows()])

case("an entry for a story that robots.txt has refused from the beginning is nothing", lambda t: [
    t.seed() | refused(t.victim.home, "/a1"), Mark(), t.lies, t.shows(without=[t.a1])])

case("an entry for a story whose blog begins to refuse its pages changes nothing", lambda t: [
    *t.known(), refused(t.victim.home, "/") | t.lies, t.shows()])

for code in (410, 404):
    case(f"an entry for a story whose address answers {code} does not replace it, and the story comes back as it was", lambda t, code=code: [
        *t.known(), missing(t.a1, code) | t.lies, {}, {}, t.shows(gone=[t.a1]), t.pages, t.shows()])

case("an entry for a story whose address answers 500 does not replace it", lambda t: [
    *t.known(), missing(t.a1, 500) | t.lies, t.shows(), t.pages, t.shows()])

case("an entry for a story that asks not to be indexed is nothing", lambda t: [
    t.seed() | page(t.a1, t.ours, "<meta name=robots content=noindex>") | t.lies, Mark(), t.shows(without=[t.a1])])

for order in ("after", "before"):
    case(f"an entry with a title that fits no word of the page, {order} the story is known, does not make it an error page",
         lambda t, is_before=order == "before": [
             *[t.pages | t.listed(entry(t.a1, t.evil.story("x", title="Quite another headline"))), t.shows(source=None, without=[t.a2])] * is_before,
             *t.known(), t.listed(entry(t.a1, t.evil.story("x", title="Quite another headline"))), t.shows()])

case("an entry of a feed whose pages are not fetched is nothing", lambda t: [
    *t.known(), t.listed(t.lie, fetch_pages=False), t.shows(), *t.edit()])

part("Links")  # say nothing of what they lead to
for kind, listed in {
        "a feed with dates": lambda t: t.listed(entry(t.a1, t.theirs, with_text=False)),
        "a feed with texts": lambda t: t.lies,
        "a page list with dates": lambda t: t.evil.source("page_list", "list") | page_list(t.evil.at("list"), (t.e1, t.own), (t.a1, t.theirs)),
        "a sitemap": lambda t: t.evil.source("sitemap", "map") | sitemap(t.evil.at("map"), t.e1, t.a1),
        "a sitemap of news": lambda t: t.evil.source("sitemap", "map") | news_sitemap(t.evil.at("map"), (t.e1, t.own), (t.a1, t.theirs)),
        "a JSON feed": lambda t: t.evil.source("feed", "feed.json")
        | json_feed(t.evil.at("feed.json"), {"url": t.e1}, {"url": t.a1, **json_entry(t.theirs)}),
        "a JSON feed of links": lambda t: t.evil.source("feed", "feed.json")
        | json_feed(t.evil.at("feed.json"), {"url": t.e1}, {"external_url": t.a1, **json_entry(t.theirs)})}.items():
    case(f"what a story does not state of itself is not taken from {kind} of another blog", lambda t, listed=listed: [
        *t.known(), page(t.e1, t.own) | listed(t), t.shows()], **BARE)

case("a relative address below the victim's xml:base, in Atom, is an address of the victim's", lambda t: [
    *t.known(), t.listed() | atom(t.evil.at("feed"), t.victim.home + "/", ("a1", t.theirs), (t.e1, t.own)), t.shows(), *t.edit()])

case("a relative address below the victim's xml:base, in RSS, is an address of the victim's", lambda t: [
    *t.known(), t.listed() | feed(t.evil.at("feed"), entry(t.e1, t.own), entry("a1", t.theirs), base=t.victim.home + "/"), t.shows(), *t.edit()])

case("an entry that names the victim's feed as its source is the attacker's all the same", lambda t: [
    *t.known(), t.listed(entry(t.a1, t.theirs, more=f'<source url="{t.victim.at("map")}">victim</source>')), t.shows()])

SPELLINGS = ("http://VICTIM.org/a1", "http://victim.org:80/a1", "http://victim.org./a1", "http://www.victim.org/a1", "https://victim.org/a1",
             "http://evil.net@victim.org/a1", "http://victim.org/a1#x", "http://victim.org/a1?utm_source=evil", "http://victim.org//a1",
             "http://victim.org/./a1", "http://victim.org/a1/", "http://victim.org/%61%31", "http://victim.org:8080/a1", "http://blog.victim.org/a1",
             "//victim.org/a1", "HTTP://victim.org/a1", "http://ｖictim.org/a1", "http:\\\\victim.org\\a1", "http://victim.org/a1/index.html")
case("no spelling of the victim's address makes it the attacker's", lambda t: [
    *t.known(), t.listed(*(entry(spelling, t.theirs) for spelling in SPELLINGS)), {}, t.shows(), *t.edit()])

case("nor does the name that its punycode stands for", lambda t: [
    *t.known(), t.listed(entry("http://bücher.org/a1", t.theirs), entry("http://BÜCHER.org/a1", t.theirs)), t.shows()],
     victim="http://xn--bcher-kva.org")

for kind, led in {"a 302": lambda t: moved(t.at_x, t.a1, 302), "a 301": lambda t: moved(t.at_x, t.a1), "a refresh": lambda t: refresh(t.at_x, t.a1),
                  "a chain of redirects": lambda t: moved(t.at_x, "http://short.net/1", 302) | moved("http://short.net/1", t.a1, 307)}.items():
    # With a text, the entry of an address whose page has none is that page's article.
    attack = lambda t, led=led, with_text=kind != "a refresh": t.listed(entry(t.at_x, t.theirs, with_text)) | led(t)
    case(f"{kind} of the attacker's to the story, after it is known, says nothing of it", lambda t, attack=attack: [
        *t.known(), attack(t), t.shows()], **BARE)
    case(f"{kind} of the attacker's to the story, before it is known, says nothing of it", lambda t, attack=attack: [
        t.pages | attack(t), t.shows(source=None, without=[t.a2]), Mark(), t.seed(), t.shows()], **BARE)

case("a story of the attacker's that redirects to the victim's leaves it its id", lambda t: [
    t.seed() | t.listed(), Mark(), moved(t.e1, t.a1), {}, {}, t.shows()])

case("an open redirect of the victim's makes the attacker's page no story of the victim's", lambda t: [
    *t.known(), t.listed(entry(t.victim.at("out"), t.theirs)) | moved(t.victim.at("out"), t.at_x, 302) | page(t.at_x, t.theirs),
    t.shows({t.at_x: ("evil", t.theirs)})])

case("a story whose address redirects to the attacker's page is withdrawn; its id does not go there", lambda t: [
    *t.known(), t.listed() | page(t.at_x, t.theirs) | moved(t.a1, t.at_x, 302), {}, {},
    t.shows({t.at_x: ("evil", t.theirs)}, gone=[t.a1]), t.pages, t.shows({t.at_x: ("evil", t.theirs)})])

case("a feed of the attacker's that redirects to the victim's makes its stories nobody else's", lambda t: [
    *t.known("a feed of texts"), t.evil.source("feed", "feed") | moved(t.evil.at("feed"), t.victim.at("feed")), t.shows(without=[t.e1]),
    *t.edit("a feed of texts", without=[t.e1])])

case("a page of the attacker's that states the victim's address as its own is shown where it is", lambda t: [
    *t.known(), t.tells(t.at_x, t.theirs, canonical(t.a1)), t.shows({t.at_x: ("evil", t.theirs)}), *t.edit(more={t.at_x: ("evil", t.theirs)})])

case("a page that states an address which the victim does not have yet is shown where it is, and the story that appears there is the victim's",
     lambda t: [t.tells(t.at_x, t.theirs, canonical(t.a1)), Mark(), t.shows({t.at_x: ("evil", t.theirs)}, without=[t.a1, t.a2]),
                t.seed(), t.shows({t.at_x: ("evil", t.theirs)})])

case("a story that states an address of another site which has no such page is shown where it is", lambda t: [
    t.seed() | page(t.a1, t.ours, canonical(t.at_x)), Mark(), t.shows(without=[t.e1]),
    t.tells(t.at_x, t.theirs), t.shows({t.at_x: ("evil", t.theirs)})])

part("Copies")  # of a story say nothing of it, and take nothing from it
case("a copy with an earlier date, an author and a picture adds nothing to a story that states none of them", lambda t: [
    *t.known(), t.copies, t.shows()], **BARE)

for name in ("evil", "zorro"):  # before the victim in the alphabet, and behind it
    for way in ("a sitemap", "a feed of texts", "a feed of texts alone", "a feed of texts, refusing its pages", "import", "hand"):
        case(f"a page of {name}'s with a copy takes no story known by {way}", lambda t, way=way: [
            *t.known(way), t.copies, t.shows(source="victim-org" if way == "hand" else "victim")], evil=f"http://{name}.net", names=("victim", name))

case("an entry with a copy takes no story", lambda t: [
    *t.known(), t.listed(entry(t.at_copy, t.copy), fetch_pages=False), t.shows({t.at_copy: ("evil", t.copy)})])

case("a copy that states the story's address as its own is one of it", lambda t: [
    *t.known(), t.tells(t.at_copy, t.copy, canonical(t.a1)), t.shows()])

case("a copy is shown while the story is withdrawn, which comes back as it was, and when the copy says something else, that is another's", lambda t: [
    *t.known(), t.copies, missing(t.a1, 410), Tells(t.ours), page(t.at_copy, t.theirs), t.pages, t.shows({t.at_copy: ("evil", t.theirs)})])

case("a copy that appears when the story is withdrawn has an id of its own", lambda t: [
    *t.known(), missing(t.a1, 410), t.copies, t.shows({t.at_copy: ("evil", t.copy)}, gone=[t.a1]),
    t.pages, page(t.at_copy, t.theirs), {}, t.shows({t.at_copy: ("evil", t.theirs)})])

case("a story that comes back at another address of its blog has its id there, whoever has a copy", lambda t, new="http://victim.org/b1": [
    *t.known(), t.copies, missing(t.a1) | page(new, t.ours) | sitemap(t.victim.at("map"), new, t.a2), {}, {},
    t.shows({new: ("victim", t.ours)}, without=[t.a1], moved={new: t.a1})])

for more in (1, 4, 12):
    case(f"a story to which its blog adds {more} paragraph{'s' * (more > 1)} stays where it is, whoever has a copy of what it said",
         lambda t, more=more: [*t.known(), t.copies, *t.edit(paragraphs=more, is_all=False)])


def had_before(t, copy, more):
    return [*t.known(), t.tells(t.at_copy, copy), *t.edit(paragraphs=more, more={t.at_copy: ("evil", copy)})]


for more in (1, 3, 4):
    case(f"a story to which its blog adds {more} paragraph{'s' * (more > 1)} stays where it is, whoever had all of that before the crawl sees it",
         lambda t, more=more: had_before(t, t.evil.retell(t.victim.edited(t.ours, more)), more))


case("a story that becomes many times as long stays where it is, whoever had all of that before the crawl sees it", lambda t: [
    *t.known(), t.tells(t.at_copy, t.evil.retell(t.victim.edited(t.ours, 30))), *t.edit(paragraphs=30, is_all=False)])


def told_before(t, paragraphs):
    """The story's next paragraphs are told elsewhere before the crawl sees them."""
    new = t.victim.retell(t.ours, paragraphs=paragraphs, date=t.ours.date, author=t.ours.author, picture=t.ours.picture)
    copy = t.evil.retell(new)
    return [*t.known(), t.tells(t.at_copy, copy), page(t.a1, new), t.shows({t.a1: ("victim", new), t.at_copy: ("evil", copy)})]


case("a story that is shortened to what another blog quotes of it stays where it is", lambda t: told_before(t, t.ours.paragraphs[:2]))
case("a story that is rewritten in part stays where it is, whoever had that before the crawl sees it", lambda t: told_before(t, (
    *t.ours.paragraphs[:3], *(f"The story of a1 by victim, anew: {words(f'anew {i}', 60)}." for i in range(2)))))


def quoted(t):
    """Nobody knows whether the attacker had more of it, too."""
    quote = t.evil.retell(t.own, paragraphs=t.ours.paragraphs[:1])
    return [old(t, quote), t.seed(), t.shows({t.e1: ("evil", quote)}), page(t.e1, t.copy), t.shows({t.e1: ("evil", t.copy)})]


case("a page that had a part of the story, and becomes a copy of it, stays another's article", quoted)

for kind, led in {"a refresh": refresh, "a 301": moved, "a 302": lambda url, to: moved(url, to, 302)}.items():
    case(f"a story that {kind} leads to a copy for a day is back with its page", lambda t, led=led: [
        *t.known(), t.copies, led(t.a1, t.at_copy), t.pages, {}, t.shows()])
    case(f"a story that {kind} leads to a copy for a day, which then tells something else, is back with its page", lambda t, led=led: [
        *t.known(), t.copies, led(t.a1, t.at_copy), page(t.at_copy, t.theirs), t.pages, {}, t.shows({t.at_copy: ("evil", t.theirs)})])
    case(f"a story that {kind} leads to a copy which nobody lists for a day is back with its page", lambda t, led=led: [
        *t.known(), t.listed() | page(t.at_copy, t.copy), led(t.a1, t.at_copy), t.pages, {}, t.shows({t.at_copy: ("evil", t.copy)})])
    case(f"a story that {kind} leads to a copy on a site of no source for a day is back with its page", lambda t, led=led: [
        *t.known(), page(t.at_copy, t.copy) | led(t.a1, t.at_copy), t.pages, {}, t.shows(without=[t.e1])], places=("http://victim.org/", "http://evil.net/"))

case("a story that states a copy as its original for a day is back with its page", lambda t: [
    *t.known(), t.copies, page(t.a1, t.ours, canonical(t.at_copy)), t.pages, {}, t.shows()])

case("a story that tells the attacker's for a day is back with its page", lambda t: [
    *t.known(), t.listed(), page(t.a1, t.victim.retell(t.own)), t.pages, {}, t.shows()])

case("a copy that the user removes does not take the story along that comes later", lambda t: [
    t.copies, Types(["remove", t.at_copy]), t.seed(), t.shows(without=[t.at_copy]), *t.edit(without=[t.at_copy])])

case("a copy that the user removes while the story is withdrawn does not take it along", lambda t: [
    *t.known(), t.copies, missing(t.a1, 410), Types(["remove", t.at_copy]), t.pages, t.shows(without=[t.at_copy]), *t.edit(is_all=False, without=[t.at_copy])])

case("a story that the user removes leaves the copy that another blog tells", lambda t: [
    t.seed(), t.copies, Types(["remove", t.a1]), {}, t.shows(without=[t.a1])])
case("a copy that the user removes leaves the story", lambda t: [t.seed(), t.copies, Types(["remove", t.at_copy]), {}, t.shows(without=[t.at_copy])])

for more in (1, 12):
    case(f"a story that the user removes stays removed when its blog adds {more}", lambda t, more=more: [
        t.seed(), t.copies, Types(["remove", t.a1]), page(t.a1, t.victim.edited(t.ours, more)), {}, t.shows(without=[t.a1])])

case("a copy that states the story's address as its own is removed with it, and shown when it tells something else", lambda t: [
    t.seed(), t.tells(t.at_copy, t.copy, canonical(t.a1)), Types(["remove", t.a1]), {}, t.shows(without=[t.a1]), page(t.at_copy, t.theirs),
    {}, t.shows({t.at_copy: ("evil", t.theirs)}, without=[t.a1])])


def lists_the_copy(t):
    return sitemap(t.victim.at("map"), t.a1, t.a2, t.at_copy) | page(t.at_copy, t.copy)


case("a copy on another site that the victim itself lists is not shown in place of the story", lambda t: [
    t.seed() | lists_the_copy(t), Mark(), t.shows(without=[t.e1])])

case("a copy on another site that the victim itself lists does not get its id, when the story is withdrawn and comes back", lambda t: [
    *t.known(), lists_the_copy(t), missing(t.a1, 410), page(t.at_copy, t.theirs), t.pages, t.shows({t.at_copy: (None, t.theirs)}, without=[t.e1])])

case("a story that only the blog of the copy lists does not lose its id to the copy", lambda t: [
    page(t.a1, t.ours) | t.lies, Mark(), t.lies | page(t.at_copy, t.copy) | t.feed(t.lie, entry(t.at_copy, t.copy, with_text=False)),
    t.shows(source=None, without=[t.a2]), missing(t.a1, 410), page(t.at_copy, t.theirs), t.pages,
    t.shows({t.at_copy: ("evil", t.theirs)}, source=None, without=[t.a2])])

for new in ("http://victim.org/new", "http://victim.com/new"):
    case(f"a story that moves to {new} by a redirect keeps its id, whoever has a copy", lambda t, new=new: [
        *t.known(), t.copies, moved(t.a1, new) | page(new, t.ours), t.shows({new: ("victim", t.ours)}, without=[t.a1], moved={new: t.a1})],
         places=("http://victim.org/", "http://victim.com/"))

case("a copy that is there before the story is known keeps its id, and the story has its own", lambda t: [
    t.copies, Mark(), t.shows({t.at_copy: ("evil", t.copy)}, without=[t.a1, t.a2]),
    t.seed() | page(t.at_copy, t.theirs), t.shows({t.at_copy: ("evil", t.theirs)})])


def many_copies(t):
    copiers = [t.blog(f"copier{i}", f"http://copier{i}.net") for i in range(201)]
    pages = [page(one.at("x"), one.retell(t.ours)) for one in copiers]
    return t.listed(*(entry(url, t.copy, with_text=False) for one in pages for url in one)) | {url: row for one in pages for url, row in one.items()}


case("of two hundred copies none changes the story that they copy", lambda t: [*t.known(), many_copies(t), t.shows(is_all=False)])

def chain(t, of_one_site):
    """From an old page of the attacker's a chain of near copies leads to the story."""
    old = t.evil.story("old", paragraphs=tuple(f"What is old, part {i}: {words(f'old {i}', 50)}." for i in range(24)))
    blogs = [t.evil if of_one_site else t.blog(f"link{i}", f"http://link{i}.net") for i in range(24)]
    told = [(blog.at(f"c{i}"), blog.retell(old, paragraphs=t.ours.paragraphs[: i + 1] + old.paragraphs[i + 1 :])) for i, blog in enumerate(blogs)]
    listed = [entry(url, story, with_text=False) for url, story in told]
    return [t.tells(t.at_x, old), *t.known(), t.feed(*listed) | {url: row for url, story in told for url, row in page(url, story).items()},
            t.shows(is_all=False), *t.edit(is_all=False)]


for of_one_site in (True, False):
    case(f"a chain of near copies from an old page to the story, {'at the attacker' if of_one_site else 'at many blogs'}, does not lead there",
         lambda t, of_one_site=of_one_site: chain(t, of_one_site),
         paragraphs=tuple(f"The story of a1 by victim, part {i}: {words(f'a1 {i}', 50)}." for i in range(24)))

part("Tenants")  # of one host, or one domain
for whose, homes in {
        "of one host, below paths of their own": ("http://host.org/alice", "http://host.org/mallory"),
        "of one host, with a path that begins like the other": ("http://host.org/blog2", "http://host.org/blog"),
        "of one domain, on hosts of their own": ("http://alice.host.org", "http://mallory.host.org"),
        "of a domain below which anybody may have one": ("http://alice.github.io", "http://mallory.github.io"),
        "of a country's domain": ("http://alice.co.uk", "http://mallory.co.uk")}.items():
    homes = dict(zip(("victim", "evil"), homes))
    case(f"tenants {whose}: an entry for the other's story says nothing", lambda t: [*t.known(), t.lies, t.shows(), *t.edit()], **homes)
    case(f"tenants {whose}: an entry for an address of the other's that does not exist is nothing", lambda t: [
        t.seed() | missing(t.a1) | t.lies, Mark(), t.shows(without=[t.a1]), t.pages, t.shows()], **homes)
    case(f"tenants {whose}: a page that states an address which the other does not have yet does not keep it", lambda t: [
        t.seed() | missing(t.a1) | t.tells(t.at_x, t.theirs, canonical(t.a1)), Mark(), t.shows({t.at_x: ("evil", t.theirs)}, without=[t.a1]),
        t.pages, {}, t.shows({t.at_x: ("evil", t.theirs)})], **homes)
    case(f"tenants {whose}: a page that states the address of the other's story is shown where it is", lambda t: [
        *t.known(), t.tells(t.at_x, t.theirs, canonical(t.a1)), t.shows({t.at_x: ("evil", t.theirs)})], **homes)
    case(f"tenants {whose}: a copy takes no story", lambda t: [*t.known(), t.copies, t.shows()], **homes)

for way in ("hand", "import"):
    case(f"tenants: an entry for a story of another's that the user brought by {way} says nothing", lambda t, way=way: [
        *t.known(way), t.lies, t.shows(source="many-org" if way == "hand" else "victim")],
         victim="http://many.org/alice", evil="http://many.org/mallory")

case("tenants: a feed on a host of many says nothing of what others have there", lambda t: [
    *t.known("hand"), t.evil.source("feed", "http://many.org/feeds/evil") | page(t.e1, t.own)
    | feed("http://many.org/feeds/evil", entry(t.e1, t.own), t.lie), t.shows(source="many-org")], victim="http://many.org/alice")



def many(t, *urls, **more):
    """Blog of links to what others have on a host of many."""
    return t.blog("links", "http://links.net").source("page_list", "list") | links("http://links.net/list", *urls)


for is_bare in (False, True):
    case(f"tenants of a host on which no source has a homepage: a copy takes no story{' and adds nothing to it' * is_bare}", lambda t: [
        t.pages | many(t, t.a1, t.a2), Mark(), many(t, t.a1, t.a2, t.at_copy) | page(t.at_copy, t.copy), t.shows(source="links", without=[t.e1])],
         victim="http://many.org/alice", evil="http://many.org/mallory", **BARE if is_bare else {})

case("tenants of a host on which no source has a homepage: a copy does not get the id of a story that is withdrawn and comes back", lambda t: [
    t.pages | many(t, t.a1, t.a2), Mark(), many(t, t.a1, t.a2, t.at_copy) | page(t.at_copy, t.copy), missing(t.a1, 410), page(t.at_copy, t.theirs),
    t.pages, t.shows({t.at_copy: ("links", t.theirs)}, source="links", without=[t.e1])], victim="http://many.org/alice", evil="http://many.org/mallory")



def moved_in(t, *urls):
    """The attacker's blog has a domain of its own, from which all of it leads to the host of many: the homepage to the root there."""
    mover = t.blog("links", "http://mover.net")
    own = feed(t.evil.at("feed"), *(entry(url, t.theirs, with_text=False) for url in urls))
    return (mover.source("feed", "feed") | moved("http://mover.net/", "http://many.org/") | links("http://many.org/", *urls)
            | moved(mover.at("feed"), t.evil.at("feed")) | own)


def copied_for_a_day(t, listed, code):
    """Whoever lists both names the copy on the day on which the story is not there."""
    return [t.pages | listed(t, t.a1, t.a2), Mark(), Crawl(listed(t, t.a1, t.a2, t.at_copy) | page(t.at_copy, t.copy) | missing(t.a1, code), 1),
            Crawl(t.pages, 1), page(t.at_copy, t.theirs), {},
            t.shows({t.at_copy: ("links", t.theirs)}, source="links", without=[t.e1])]


for who, listed in {"a blog of links": many, "a blog that says that it has moved to the whole host": moved_in}.items():
    for code in (404, 410):
        case(f"tenants of a host on which no source has a homepage: a copy that {who} lists does not get the id of a story that answers {code} for a day",
             lambda t, listed=listed, code=code: copied_for_a_day(t, listed, code), victim="http://many.org/alice", evil="http://many.org/mallory")

case("tenants of a host on which no source has a homepage: a page that states an address which another does not have yet does not keep it", lambda t: [
    many(t, t.a1, t.a2, t.at_x) | page(t.a2, t.second) | page(t.at_x, t.theirs, canonical(t.a1)), Mark(),
    t.shows({t.at_x: ("links", t.theirs)}, source="links", without=[t.e1, t.a1]), t.pages, {}, {},
    t.shows({t.at_x: ("links", t.theirs)}, source="links", without=[t.e1])], victim="http://many.org/alice", evil="http://many.org/mallory")

case("tenants of a host on which no source has a homepage: a feed at its root says nothing of what others have there", lambda t: [
    t.evil.source("feed", "http://many.org/evil.xml", homepage="http://evil.net/") | refused("http://many.org", "/alice/a")
    | feed("http://many.org/evil.xml", entry(t.e1, t.own), t.lie) | page(t.e1, t.own), t.shows(without=[t.a1, t.a2])],
     victim="http://many.org/alice", evil="http://many.org/mallory")

SPELT = ("http://HOST.org/alice/a1", "http://host.org./alice/a1", "http://www.host.org/alice/a1", "https://host.org/alice/a1",
         "http://host.org:80/alice/a1", "http://host.org/./alice/a1", "http://host.org/%61lice/a1", "http://host.org/mallory/../alice/a1",
         "http://host.org/mallory/%2e%2e/alice/a1", "http://host.org/alice/a1?x=/mallory/", "http://host.org//alice/a1",
         "http://host.org\\alice\\a1", "http://host.org/alice/a1/")
case("tenants: no spelling of the other's address makes it the attacker's", lambda t: [
    *t.known(), t.listed(*(entry(one, t.theirs) for one in SPELT)), {}, t.shows()], victim="http://host.org/alice", evil="http://host.org/mallory")

case("tenants: with www. or without, an address is the same tenant's", lambda t: [
    *t.known(), t.listed(entry(t.a1.replace("www.", ""), t.theirs), t.lie), t.shows()],
     victim="http://www.host.org/alice", evil="http://host.org/mallory")

for name in ("evil", "zorro"):
    case(f"stories on a host for files stay those of the blog that linked them first, whatever {name} lists", lambda t: [
        t.pages | {"victim": {"id": "victim", "homepage": "http://blog.org/", "kind": "page_list", "url": "http://blog.org/"}}
        | links("http://blog.org/", t.a1, t.a2), Mark(), t.lies, t.shows(), *t.edit()], victim="http://cdn.net/victim", names=("victim", name))


case("stories on a host for files stay those of the blog that linked them first, whoever has a feed at the root of that host", lambda t: [
    t.pages | t.victim.source("page_list", "http://blog.org/", homepage="http://blog.org/") | links("http://blog.org/", t.a1, t.a2), Mark(),
    t.evil.source("feed", "http://cdn.net/feed") | page(t.e1, t.own) | feed("http://cdn.net/feed", entry(t.e1, t.own), t.lie), t.shows(), *t.edit()],
     victim="http://cdn.net", **BARE)

for evil in ("http://evil.host.org", "http://host.org/evil"):
    case(f"tenants of one domain: stories on a further host of it stay those of the one that listed them first, whatever {evil} lists", lambda t: [
        t.pages | t.victim.source("sitemap", "http://www.host.org/map", homepage="http://www.host.org/") | sitemap("http://www.host.org/map", t.a1, t.a2),
        Mark(), t.lies, t.shows()], victim="http://blog.host.org", evil=evil, **BARE)



def led_feed(t, homepage):
    """The attacker's feed is listed by an address on the victim's site that redirects to it."""
    out = t.victim.at("out?to=evil")
    return t.listed(t.lie) | t.evil.source("feed", out, homepage=homepage) | moved(out, t.evil.at("feed"), 302)


for home in ("http://victim.org/", "http://victim.org/a", "http://victim.org/blog/"):
    case(f"a feed elsewhere whose row, after the victim's, names the homepage {home} says nothing of the stories there", lambda t, home=home: [
        *t.known(), t.listed(t.lie, homepage=home), t.shows(), *t.edit()])
    case(f"nor when both become known at once, {home}", lambda t, home=home: [t.seed() | t.listed(t.lie, homepage=home), Mark(), t.shows(), *t.edit()])
    case(f"a feed that an open redirect of the victim's leads to, and whose row names the homepage {home}, says nothing of the stories there", lambda t, home=home: [
        *t.known(), led_feed(t, home), t.shows(), *t.edit()])

case("a feed that an open redirect leads to, with a homepage of its own, says nothing of the site of that", lambda t: [
    led_feed(t, "http://evil.net/") | refused(t.victim.home, "/a"), Mark(), t.shows(without=[t.a1, t.a2]),
    refused(t.victim.home, "/none") | t.seed(), t.shows(), *t.edit()])


def opml(feed_url, home):
    return ["sources", "import", f'<opml version="2.0"><body><outline type="rss" text="evil" xmlUrl="{feed_url}" htmlUrl="{home}"/></body></opml>']


def subscribed(t, typed):
    """The user subscribes to the attacker's feed by what is typed; its web is there already."""
    return [t.listed(t.lie) | {t.evil.name: None}, Types(typed), {}, t.shows(), *t.edit()]


for home in ("http://victim.org/", "http://victim.org/a1"):
    case(f"a list of feeds that calls {home} the site of the attacker's feed gives it no right there", lambda t, home=home: [
        *t.known(), *subscribed(t, opml(t.evil.at("feed"), home))])
    case(f"nor while that blog is not known, {home}", lambda t, home=home: [
        refused(t.victim.home, "/a") | t.listed(t.lie) | {"evil": None}, Types(opml(t.evil.at("feed"), home)), {}, t.shows(without=[t.a1, t.a2])])

SHARED = {"victim": "http://host.org/alice", "evil": "http://host.org/mallory"}
for home in ("http://host.org/", "http://host.org/alice/", "http://host.org/mallory/"):
    case(f"tenants: a list of feeds with the attacker's, and {home} as its site, gives no right beyond its folder", lambda t, home=home: [
        *t.known("hand"), t.listed(t.lie) | {"evil": None}, Types(opml(t.evil.at("feed"), home)), {}, t.shows(source="host-org")], **SHARED)
for typed in ("http://host.org/mallory/feed", "http://host.org/mallory/", "http://host.org/mallory"):
    case(f"tenants: adding {typed} gives no right to what its feed lists elsewhere on the host", lambda t, typed=typed: [
        *t.known("hand"), t.listed(t.lie, entry(t.a2, t.evil.story("a2"))) | {"evil": None}
        | page(typed, t.evil.story("home"), f'<link rel=alternate type=application/rss+xml href="{t.evil.at("feed")}">') | t.feed(t.lie),
        Types(["sources", "add", typed, "--id", "evil"]), {}, t.shows({}, source="host-org", is_all=False)], **SHARED)
case("tenants of a domain below which anybody may have one: an entry for a story that the user added by hand says nothing", lambda t: [
    *t.known("hand"), t.lies, t.shows(source="writes-org")], victim="http://alice.writes.org", evil="http://mallory.writes.org")

case("a feed that names another host of the victim's as its homepage says nothing of what is there", lambda t: [
    t.pages | t.victim.source("sitemap", "map", homepage="http://victim.org/", places=[t.victim.home]) | sitemap(t.victim.at("map"), t.a1, t.a2), Mark(),
    t.listed(t.lie, homepage="http://blog.victim.org/"), t.shows(), *t.edit()], victim="http://blog.victim.org")


def list_of_stories(t, is_known):
    """A page of the attacker's tells of ten stories, the first of them the victim's."""
    told = [(t.a1, t.theirs)] + [(f"http://paper{i}.net/", t.evil.story(f"paper {i}")) for i in range(9)]
    week = t.evil.story("week", paragraphs=tuple(line for _, story in told for line in (story.title, story.paragraphs[0])))
    heads = "".join(f'<h2><a href="{url}">{story.title}</a></h2><p>{story.paragraphs[0]}</p>' for url, story in told)
    return [*t.known() * is_known, t.tells(t.at_x, week) | page(t.at_x, week, body=heads),
            t.shows({t.at_x: ("evil", week)}, without=[] if is_known else [t.a1, t.a2])]


for is_known in (True, False):
    case(f"a part of a list about a story which is {'' if is_known else 'un'}known is not that story",
         lambda t, is_known=is_known: list_of_stories(t, is_known))


def name_alike(t):
    alike = t.blog("alike", "http://victim-co.uk")
    return [*t.known(), page(alike.at("x"), alike.story("x")), Types(["add", alike.at("x")]),
            t.shows({alike.at("x"): ("not victim-co-uk", alike.story("x"))}, source="victim-co-uk", without=[t.e1])]


case("a page added by hand does not go to a source whose name looks like its host", name_alike, victim="http://victim.co.uk",
     names=("victim-co-uk", "evil"))

part("Rows")  # of another's export, which the user imports
LONG_AGO = "2001-02-03T04:05:06Z"


def row_of(t, url, story, **said):
    return Types(["import", exported(url, story, "evil", **said)])


for what, said in {"id": lambda t: {"id": id_of(t.a1)}, "further id": lambda t: {"aliases": [id_of(t.a1)]}, "further address": lambda t: {"aliases": [t.a1]},
                   "id and further address": lambda t: {"id": id_of(t.a1), "aliases": [t.a1]}}.items():
    case(f"a row's {what} that is another blog's is that blog's, when its story appears", lambda t, said=said: [
        row_of(t, t.at_x, t.theirs, **said(t)), t.seed(), t.shows({t.at_x: ("evil", t.theirs)}, without=[t.e1]), *t.edit(more={t.at_x: ("evil", t.theirs)}, without=[t.e1])])
    case(f"a row's {what} that is another blog's does not take its story", lambda t, said=said: [
        *t.known(), row_of(t, t.at_x, t.theirs, **said(t)), t.shows({t.at_x: ("evil", t.theirs)}, without=[t.e1])])

case("a row's id that is another blog's is that blog's, when its story appears under an address that its page states", lambda t, other="http://victim.org/a1?from=map": [
    row_of(t, t.at_x, t.theirs, id=id_of(t.a1)), t.victim.source("sitemap", "map") | sitemap(t.victim.at("map"), other, t.a2) | t.pages
    | page(other, t.ours, canonical(t.a1)) | missing(t.a1), t.shows({t.at_x: ("evil", t.theirs)}, without=[t.e1])])

case("a copy in a row is an article of its own, whatever that says of its history", lambda t: [
    *t.known(), row_of(t, t.at_copy, t.copy, indexed=LONG_AGO, versions=[
        {"until": LONG_AGO, "substantial": True, "title": t.own.title, "text": " ".join(t.own.paragraphs)}]),
    t.shows({t.at_copy: ("evil", t.copy)}, without=[t.e1])])

case("a copy that is at the address of a withdrawn row is shown, and takes nothing", lambda t: [
    *t.known(), row_of(t, t.at_copy, t.copy, indexed=LONG_AGO, gone_since=LONG_AGO), t.copies, t.shows()])

case("a row that names a story as its copy takes nothing from it", lambda t: [
    *t.known(), row_of(t, t.at_x, t.theirs, copies=[{"url": t.a1, "source": "victim", "title": t.ours.title}]),
    t.shows({t.at_x: ("evil", t.theirs)}, without=[t.e1])])

case("a row of another's at the address of a story does not replace its page", lambda t: [
    *t.known(), row_of(t, t.a1, t.theirs._replace(places=("http://victim.org/",))), t.shows(without=[t.e1]), *t.edit(without=[t.e1])])

case("a row with another blog's id, which the user removes, does not take that story along", lambda t: [
    row_of(t, t.at_x, t.theirs, id=id_of(t.a1)), Types(["remove", id_of(t.a1)]), t.seed(), t.shows(without=[t.e1]), *t.edit(without=[t.e1])])

case("a row that names a withdrawn story's id as its own does not get it", lambda t: [
    *t.known(), missing(t.a1, 410), row_of(t, t.at_copy, t.copy, id=id_of(t.a1), aliases=[t.a1]),
    t.shows({t.at_copy: ("evil", t.copy)}, without=[t.e1], gone=[t.a1]), t.pages, t.shows({t.at_copy: ("evil", t.copy)}, without=[t.e1])])

part("Pages")  # of the attacker's, that say that they are the victim's
LD = '<script type="application/ld+json">{{"@context": "https://schema.org", "@type": "Article", "@id": "{0}", "url": "{0}", "mainEntityOfPage": "{0}"}}</script>'
SAYS = {"og:url": '<meta property="og:url" content="{0}">', "JSON-LD": LD, "an AMP link": '<link rel=amphtml href="{0}">',
        "a base and a relative canonical address": '<base href="http://victim.org/"><link rel=canonical href="a1">',
        "a short link and an alternative": '<link rel=shortlink href="{0}"><link rel=alternate hreflang=en href="{0}">',
        "two canonical addresses": '<link rel=canonical href="{1}"><link rel=canonical href="{0}">'}
for how, head in SAYS.items():
    case(f"a page that says by {how} that it is the victim's is shown where it is", lambda t, head=head: [
        t.tells(t.at_x, t.theirs, head.format(t.a1, t.at_x)), Mark(), t.seed(), t.shows({t.at_x: ("evil", t.theirs)})])
    case(f"tenants: a page that says by {how} that it is the other's is shown where it is", lambda t, head=head: [
        t.seed() | missing(t.a1) | t.tells(t.at_x, t.theirs, head.format(t.a1, t.at_x).replace("org/", "org/alice/", 1)), Mark(), t.pages, {},
        t.shows({t.at_x: ("evil", t.theirs)})], victim="http://victim.org/alice", evil="http://victim.org/mallory")

HEADERS = {"Link": '<http://victim.org/a1>; rel="canonical"', "Content-Location": "http://victim.org/a1"}
case("a page whose headers say that it is the victim's is shown where it is", lambda t: [
    *t.known(), t.tells(t.at_x, t.theirs) | {t.at_x: (*page(t.at_x, t.theirs)[t.at_x][:3], HEADERS)}, t.shows({t.at_x: ("evil", t.theirs)})])

for what, item in {"the guid": lambda t: entry(t.at_x, t.theirs).replace(f"<guid>{t.at_x}", f'<guid isPermaLink="true">{t.a1}'),
                   "the comments": lambda t: entry(t.at_x, t.theirs, more=f"<comments>{t.a1}</comments>")}.items():
    case(f"an entry that names the victim's story as {what} says nothing of it", lambda t, item=item: [
        *t.known(), t.listed(item(t)) | page(t.at_x, t.theirs), t.shows({t.at_x: ("evil", t.theirs)}), *t.edit(more={t.at_x: ("evil", t.theirs)})])

ORIGIN = "<feedburner:origLink xmlns:feedburner='http://rssnamespace.org/feedburner/ext/1.0'>http://victim.org/a1</feedburner:origLink>"
case("an entry that names the victim's story as what a redirect service leads to says nothing of it", lambda t: [
    *t.known(), t.listed(entry(t.at_x, t.theirs, more=ORIGIN)) | page(t.at_x, t.theirs), t.shows(), *t.edit()], **BARE)

case("an entry that has a guid alone, the victim's story, says nothing of it", lambda t: [
    *t.known(), t.listed(t.lie.replace(f"<link>{t.a1}</link>", "")), t.shows(), *t.edit()], **BARE)

case("a sitemap index of the attacker's that lists the victim's sitemap makes its stories nobody else's", lambda t: [
    *t.known(), t.evil.source("sitemap", "index") | sitemap_index(t.evil.at("index"), t.victim.at("map")), t.shows(without=[t.e1]), *t.edit(without=[t.e1])])

case("a feed on a host of many says nothing of what others found there", lambda t: [
    t.pages | t.blog("links", "http://links.net").source("page_list", "list") | links("http://links.net/list", t.a1, t.a2), Mark(),
    t.evil.source("feed", "http://many.org/feeds/evil") | page(t.e1, t.own) | feed("http://many.org/feeds/evil", entry(t.e1, t.own), t.lie),
    t.shows(source="links")], victim="http://many.org/alice")

MORE_SPELLINGS = ("http://victim%2Eorg/a1", "http://victim\u3002org/a1", "http://victim.org%2e/a1", "http://victim.org.:80/a1", "http://victim.org:0080/a1",
                  "https://www.victim.org:443/a1", "http://victim.org/a1?", "http://victim.org/a1#", "http:///victim.org/a1", "http:victim.org/a1",
                  "http://victim.org/x/../a1", "http://victim.org/a1;jsessionid=1", "http://\u2122victim.org/a1", "http://v\u0456ctim.org/a1",
                  "http://user:pass@victim.org/a1", "http://victim.org\t/a1", "http://vic\u00adtim.org/a1", "http://victim.org/a1%20", "http://victim.org/%2e/a1")
case("no further spelling of the victim's address makes it the attacker's", lambda t: [
    *t.known(), t.listed(*(entry(spelling, t.theirs) for spelling in MORE_SPELLINGS)), {}, t.shows(), *t.edit()])

case("a host that looks like the victim's is another's", lambda t: [
    *t.known(), t.lies | page(t.at_copy, t.copy, canonical(t.a1)) | t.feed(t.lie, entry(t.at_copy, t.copy, with_text=False)), t.shows(), *t.edit(is_all=False)],
     evil="http://xn--vctim-3ve.org")

for whose, homes in {"of one host, one of them at its root": ("http://host.org", "http://host.org/mallory"),
                     "of one host, one of them below the other": ("http://host.org/alice", "http://host.org/alice/mallory"),
                     "of one host, on ports of their own": ("http://host.org", "http://host.org:8080"),
                     "of a service's domain": ("http://alice.blogspot.com", "http://mallory.blogspot.com")}.items():
    homes = dict(zip(("victim", "evil"), homes))
    case(f"tenants {whose}: an entry for the other's story says nothing", lambda t: [
        *t.known(), t.lies, t.shows(), *t.edit()], **homes)
    case(f"tenants {whose}: a page that states the address of the other's story is shown where it is", lambda t: [
        t.seed() | missing(t.a1) | t.tells(t.at_x, t.theirs, canonical(t.a1)), Mark(), t.pages, {}, t.shows({t.at_x: ("evil", t.theirs)})], **homes)

part("Turns")  # what an address was before does not help it
for name in ("evil", "zorro"):
    for number in range(4):
        case(f"a story and its copy that one crawl finds are two articles: {name}, {number}",
             lambda t, number=number: [t.seed() | t.tells(t.evil.at(f"copy{number}"), t.copy), Mark(), t.shows({t.evil.at(f"copy{number}"): (t.evil.name, t.copy)}),
                                       *t.edit(is_all=False)],
             evil=f"http://{name}.net", names=("victim", name))


def turned(t, *between, last=()):
    """An old page of the attacker's becomes a copy of the story, after what is between: the story stays as it is."""
    shown = t.shows({t.at_copy: ("evil", t.copy)}, without=[t.e1], moved={t.at_copy: t.e1}) if last else t.shows({t.e1: ("evil", t.copy)})
    return [old(t, t.own), *[Mark()] * bool(last), t.seed(), *between, tells_again(t), {}, *last, shown]  # believed when it is seen twice


def old(t, story):
    return t.evil.source("feed", "feed") | page(t.e1, story) | feed(t.evil.at("feed"), entry(t.e1, story, with_text=False))


def tells_again(t):
    return page(t.e1, t.copy) | feed(t.evil.at("feed"), entry(t.e1, t.copy, with_text=False))


HIDDEN = "<meta name=robots content=noindex>"
case("an old page that becomes a copy takes nothing", lambda t: turned(t))
case("an old page that is gone for a while and becomes a copy takes nothing", lambda t: turned(t, missing(t.e1, 410), {}))
case("an old page that asks not to be indexed for a while and becomes a copy takes nothing", lambda t: turned(t, page(t.e1, t.own, HIDDEN)))
case("an old page that leads to the story for a while and becomes a copy takes nothing", lambda t: turned(t, moved(t.e1, t.a1), {}))
case("an old page that is robots.txt's for a while and becomes a copy takes nothing", lambda t: turned(t, refused(t.evil.home, "/"), refused(t.evil.home, "/none")))
case("an old page that becomes a copy and leaves its place to another copy takes nothing", lambda t: turned(
    t, last=[page(t.at_copy, t.copy) | feed(t.evil.at("feed"), entry(t.at_copy, t.copy, with_text=False)), missing(t.e1, 410), {}]))
case("an old page that becomes a copy and moves to another one takes nothing", lambda t: turned(
    t, last=[page(t.at_copy, t.copy) | moved(t.e1, t.at_copy), {}]))


case("a story that is hidden for a day, and has a copy, is its blog's again when it comes back", lambda t: [
    *t.known(), t.copies, page(t.a1, t.ours, HIDDEN), {}, t.pages, {}, t.shows()])

case("a story that is withdrawn, copied and back on one day is its blog's", lambda t: [
    *t.known(), Crawl(missing(t.a1, 410), 0), Crawl(t.copies, 0), Crawl(t.pages, 0), t.shows(), *t.edit(is_all=False)])

case("a page that led to the story, and tells something else again, is its own", lambda t: [
    t.seed() | t.listed(), Mark(), moved(t.e1, t.a1), {}, {}, page(t.e1, t.own), {}, t.shows()])

case("a story whose way to its new address leads over the attacker's host keeps its id", lambda t: [
    *t.known(), t.listed() | moved(t.a1, t.at_x) | moved(t.at_x, NEW, 308) | page(NEW, t.ours) | sitemap(t.victim.at("map"), NEW, t.a2),
    t.shows({NEW: ("victim", t.ours)}, without=[t.a1], moved={NEW: t.a1})])

case("a chain of redirects over the victim's host that ends at the attacker's is the attacker's page", lambda t: [
    *t.known(), t.listed(entry(t.at_x, t.theirs, with_text=False)) | moved(t.at_x, t.victim.at("out"), 308) | moved(t.victim.at("out"), t.evil.at("y"), 302)
    | page(t.evil.at("y"), t.theirs), t.shows({t.evil.at("y"): ("evil", t.theirs)})])

part("Rights")  # whose address it is decides, so all this stays possible
case("a blog states what its pages do not, in a feed of its own", lambda t: [
    t.seed("a feed of texts") | page(t.a1, t.ours._replace(**BARE)), t.shows(without=[t.e1])])

FEEDS = "http://feeds.net/victim"
case("a blog whose feed is on another domain than its pages states their texts there", lambda t: [
    t.victim.source("feed", FEEDS) | refused(t.victim.home, "/a") | feed(FEEDS, entry(t.a1, t.ours), entry(t.a2, t.second)), Mark(),
    t.shows(without=[t.e1]), t.lies, t.shows(), feed(FEEDS, entry(t.a1, t.victim.edited(t.ours)), entry(t.a2, t.second)),
    t.shows({t.a1: ("victim", t.victim.edited(t.ours))})])

case("a blog's feed, on another domain, counts clicks by redirects to its pages", lambda t: [
    t.pages | t.victim.source("feed", FEEDS) | moved("http://feeds.net/1", t.a1, 302) | moved("http://feeds.net/2", t.a2, 302)
    | feed(FEEDS, entry("http://feeds.net/1", t.ours, with_text=False), entry("http://feeds.net/2", t.second, with_text=False)), Mark(),
    t.shows(without=[t.e1]), t.lies, t.shows()])

case("a feed on another host of its domain states the texts", lambda t: [
    t.victim.source("feed", "http://feeds.victim.org/feed") | refused(t.victim.home, "/a")
    | feed("http://feeds.victim.org/feed", entry(t.a1, t.ours), entry(t.a2, t.second)), Mark(), t.shows(without=[t.e1])])

case("a feed states the texts of pages that are not below its source's homepage, at another place that its row names", lambda t: [
    t.victim.source("feed", "feed", homepage=t.victim.at("blog/"), places=[t.victim.home]) | refused(t.victim.home, "/a")
    | feed(t.victim.at("feed"), entry(t.a1, t.ours), entry(t.a2, t.second)), Mark(), t.shows(without=[t.e1])])


def two_feeds(t):
    texts = entry(t.a1, t.ours), entry(t.a2, t.second)
    sources = {name: t.victim.source("feed", name, id=name)["victim"] for name in ("cats", "dogs")}
    return [sources | refused(t.victim.home, "/a") | feed(t.victim.at("cats"), *texts) | feed(t.victim.at("dogs"), *texts), Mark(),
            t.shows(source=None, without=[t.e1])]


case("two feeds of one blog list one story, which is shown once", two_feeds)

for is_attacked in (False, True):
    case(f"a story moves within its blog by a redirect, and keeps its id{', whatever is listed for it' * is_attacked}",
         lambda t, is_attacked=is_attacked: [
             *t.known(), t.listed(*[t.lie] * is_attacked), moved(t.a1, NEW) | page(NEW, t.ours),
             t.shows({NEW: ("victim", t.ours)}, without=[t.a1], moved={NEW: t.a1})])

case("a story moves to another domain by a redirect of its own, and keeps its id", lambda t, new="http://victim.com/a1": [
    *t.known(), moved(t.a1, new) | page(new, t.ours), t.shows({new: ("victim", t.ours)}, without=[t.a1, t.e1], moved={new: t.a1})],
     places=("http://victim.org/", "http://victim.com/"))

case("a story comes back at another address of its blog, and keeps its id", lambda t: [
    *t.known(), missing(t.a1) | page(NEW, t.ours) | sitemap(t.victim.at("map"), NEW, t.a2), {}, {},
    t.shows({NEW: ("victim", t.ours)}, without=[t.a1, t.e1], moved={NEW: t.a1})])

case("a page states which of its blog's addresses is its own", lambda t, other="http://victim.org/a1?from=map": [
    t.victim.source("sitemap", "map") | sitemap(t.victim.at("map"), other, t.a2) | t.pages | page(other, t.ours, canonical(t.a1)), Mark(),
    t.shows(without=[t.e1])])


def reprinted(t):
    reprint = t.evil.retell(t.ours, date="2024-06-01")
    return [t.seed() | page(t.a1, t.ours, canonical(t.at_copy)) | t.tells(t.at_copy, reprint), Mark(),
            t.shows({t.at_copy: (t.evil.name, reprint)}, without=[t.a1])]


for name in ("evil", "zorro"):
    case(f"a story that is reprinted states its original, which {name} has with the same text, and which is shown", reprinted,
         evil=f"http://{name}.net", names=("victim", name))


def brought(t):
    url, story = "http://third.net/x", t.victim.story("x", places=("http://third.net/",))
    edited = t.victim.edited(story)
    return [*t.known(), Types(["import", imported(url, story, "victim")]), t.listed(entry(url, t.theirs)), t.shows({url: ("victim", story)}),
            Types(["import", imported(url, edited, "victim")]), t.shows({url: ("victim", edited)})]


case("a row that the user imported for another site than its source's is that source's, and the user may replace it", brought)


def link_blog(t):
    links_of = t.blog("links", "http://links.net")
    return [t.pages | links_of.source("feed", "feed")
            | feed(links_of.at("feed"), entry(t.a1, links_of.story("a1")), entry(t.a2, links_of.story("a2"))), Mark(),
            t.shows(source="links", without=[t.e1])]


case("a blog of links to sites of which nobody has a source: what their pages say is shown, as found by that blog", link_blog)

case("a source is taken from the catalogue, and another for the same blog added: its stories stay, and go on", lambda t: [
    *t.known(), {"victim": None} | t.lies, t.shows(), t.blog("heir", t.victim.home).source("sitemap", "map"), t.shows(source=None),
    *t.edit(source=None)])

case("a copy is shown while the story's own page is refused and nothing of it is stored", lambda t: [
    t.seed() | refused(t.victim.home, "/a1") | t.copies, Mark(), Tells(t.ours), t.shows({t.at_copy: ("evil", t.copy)}, without=[t.a1])])

for why, url, web in (("a private address", "http://10.0.0.1/x", {}), ("a host that does not exist", "http://nowhere.invalid/x", {}),
                      ("a page that is not there", "http://there.net/x", {}),
                      ("a page that robots.txt refuses", "http://there.net/x", refused("http://there.net", "/"))):
    case(f"adding {why} leaves no source behind", lambda t, url=url, web=web: [
        *t.known(), web, Types(["add", url]), t.shows(without=[t.e1]), Sources({"victim"})])
