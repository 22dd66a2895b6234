# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists as a reader of each door gets them, and where they differ from what a query must find."""
import collections
import html
import http.client
import json
import re
import subprocess
import time
from urllib.parse import quote, urlencode, urlsplit

from oracle import FIELDS

ORDERS = ("relevance", "newest", "oldest", "source")
REQUESTS_OF_CONNECTION = 900


class Refused(Exception):
    """A door that does not answer a query."""


class Doors:
    """The command line over a data directory, and the daemon that serves it."""

    def __init__(self, trawl, data, server):
        self.program, self.data, self.address = trawl, data, urlsplit(server).netloc
        self.requests, self.last = 0, 0
        self.connection = None

    def get(self, path):
        # The daemon closes a connection after so many requests, and one that is idle.
        if self.requests % REQUESTS_OF_CONNECTION == 0 or time.monotonic() > self.last + 1:
            self.connection = http.client.HTTPConnection(self.address, timeout=60)
        self.requests += 1
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        body = answer.read().decode()
        self.last = time.monotonic()
        if answer.status != 200:
            raise Refused(f"{path}: {answer.status} {body[:300]}")
        return body

    def api(self, name, parameters):
        return json.loads(self.get(f"/v1/{name}?" + urlencode(parameters)))

    def trawl(self, *words):
        done = subprocess.run([self.program, *words, "--data", self.data], capture_output=True, text=True, timeout=120, check=False)
        if done.returncode not in (0, 1):
            raise Refused(f"{words}: {done.stderr}")
        return done.stdout

    # lists

    def by_command(self, query):
        return [json.loads(line)["id"] for line in self.trawl("search", *query.command(), "-n", "all", "--format", "jsonl").splitlines()]

    def by_offset(self, parameters, limit, length):
        """The articles of `length` places of a list, and the totals that come with them."""
        ids, totals = [], []
        for offset in range(0, max(length, 1), limit):
            answer = self.api("search", {**parameters, "limit": limit, "offset": offset, "fields": "id"})
            ids += [hit["id"] for hit in answer["hits"]]
            totals.append((answer["total"], answer.get("total_fewer_words") or 0))
        return ids, totals

    def by_cursor(self, parameters, limit):
        """The articles of all pages, and the totals that come with them."""
        ids, totals, more = [], [], {}
        while more is not None:
            answer = self.api("search", {**parameters, **more, "limit": limit, "fields": "id"})
            ids += [hit["id"] for hit in answer["hits"]]
            totals.append((answer["total"], answer.get("total_fewer_words") or 0))
            more = {"cursor": answer["next"]} if answer["next"] else None
        return ids, totals

    def by_page(self, path):
        """The articles of the HTML page's list, through all of its "More articles", and the total that it shows."""
        ids, total = [], None
        while path:
            page = self.get(path)
            shown = re.search(r'id="count">.*?<strong>(?:at least )?([\d ,.\u2009\u202f]+)</strong>', page)
            total = total if total is not None else int(re.sub(r"\D", "", shown[1]) if shown else "0")
            ids += re.findall(r'<li class="hit[^>]* data-id="([0-9a-f]{16})"', page)
            more = re.search(r'id="more" rel="next" href="([^"]+)"', page)
            path = html.unescape(more[1]) if more else None
        return ids, total


def differences(expected, shown):
    """Between a set of ids and a list."""
    doubles = [one for one, count in collections.Counter(shown).items() if count > 1]
    out = [f"{len(doubles)} twice, {doubles[0]}"] if doubles else []
    for what, ids in (("not shown", expected - set(shown)), ("shown, but not found by looking", set(shown) - expected)):
        if ids:
            out.append(f"{len(ids)} of {len(expected)} {what}, {min(ids)}")
    return out


def of_number(expected, shown):
    return [] if expected == shown else [f"{shown} for {expected}"]


class Check:
    """Collects the differences of one query at all doors."""

    def __init__(self, doors, query):
        self.doors, self.query = doors, query
        self.counted, self.listed = query.found()
        self.lines = []
        self.comparisons = 0

    def note(self, where, found):
        self.comparisons += 1
        self.lines += [f"{self.query} {where}: {one}" for one in found]

    def all(self, limits, few, intervals, with_links):
        for look in (lambda: self.lists(limits), self.folded, lambda: self.facets(few), lambda: self.dates(intervals, few), *([self.links] if with_links else [])):
            try:
                look()
            except Refused as error:
                self.note("no answer", [str(error)])

    def lists(self, limits):
        """Everything that shows a list of the query's articles. `limits`: sizes of pages."""
        doors, query = self.doors, self.query
        self.note("count", of_number(len(self.counted), int(doors.trawl("count", *query.command()))))
        self.note("search -n all", differences(self.listed, doors.by_command(query)))
        for order in ORDERS:
            parameters = {**query.parameters(), "sort": order, "snippets": 0}
            # A query without words has no relevance, and only that lists articles with fewer words.
            expected = self.listed if order == "relevance" else self.counted
            totals = {(len(self.counted), len(expected) - len(self.counted))}
            for limit in limits if order == "relevance" else limits[-1:]:
                where = f"{order}, {limit} at a time, by"
                walked, with_them = doors.by_offset(parameters, limit, len(expected))
                self.note(f"{where} offset", differences(expected, walked) + of_number(totals, set(with_them)))
                again, with_them = doors.by_cursor(parameters, limit)
                self.note(f"{where} cursor", differences(expected, again) + of_number(totals, set(with_them)))
                self.note(f"{where} offset and by cursor", [] if walked == again else ["another order"])
        ids, total = doors.by_page("/?" + urlencode({**query.parameters(), "sort": "relevance"}))
        self.note("page, total", of_number(len(self.counted), total))
        self.note("page", differences(self.listed, ids))

    def folded(self):
        """Only where it was asked for, and then a number says what is left out, of each source and of all."""
        own = collections.Counter(self.query.world.by_id[one].row["source"] for one in self.listed)
        for most, asked in ((2, {"per_source": 2}), (3, {"group": "source"})):
            answer = self.doors.api("search", {**self.query.parameters(), **asked, "limit": 100, "fields": "id,source"})
            shown = collections.Counter(hit["source"]["id"] for hit in answer["hits"])
            found = {hit["source"]["id"]: (shown[hit["source"]["id"]], hit["more_from_source"]) for hit in answer["hits"]}
            expected = {source: (min(count, most), max(count - most, 0)) for source, count in own.items()}
            self.note(f"{asked}", [] if found == expected else [f"{found} for {expected}"])
            self.note(f"{asked}, listed and left out", of_number(len(self.listed), len(answer["hits"]) + answer["left_out"]))

    def facets(self, click):
        """The counts of all values, and the lists behind those that `click` chooses of a field's values."""
        world, doors, query = self.query.world, self.doors, self.query
        answer = doors.api("search", {**query.parameters(), "limit": 0, "facets": ",".join(FIELDS), "facet_limit": 1000})
        for field in FIELDS:
            key = lambda value, field=field: world.analysis.key(field, value)  # noqa: E731
            without = query.found(field)[0]
            expected = collections.Counter(one for id in without for one in world.by_id[id].keys[field])
            values = answer["facets"][field]["values"]
            found = {key(row["value"]): row["count"] for row in values if row["count"] or not row["selected"]}
            if len(values) == 1000:
                expected = {value: count for value, count in expected.items() if value in found}
            self.note(f"values of {field}", [] if found == dict(expected) else [f"{set(found.items()) ^ set(expected.items())}"])
            if any(part.field == field for part in query.parts):
                continue  # the value would be added to those of the filter
            for row in click(values):
                value = '"' + row["value"].replace('"', '""') + '"'
                ids = frozenset(id for id in without if key(row["value"]) in world.by_id[id].keys[field])
                shown = doors.by_cursor({**query.parameters(), "sort": "newest", field: value}, 100)[0]
                self.note(f"{field} {row['value']}", of_number(row["count"], len(shown)) + differences(ids, shown))

    def dates(self, intervals, click):
        """Each bar of the histogram, the list behind those that are chosen, and the trend of the query."""
        world, doors, query = self.query.world, self.doors, self.query
        days = {id: world.by_id[id].day for id in self.counted}
        for interval in intervals:
            parameters = {**query.parameters(), "date_interval": interval}
            bars = doors.api("search", {**parameters, "limit": 0, "facets": "date"})["facets"]["date"]
            trends = doors.api("trends", {"q": query.text, "match": query.match, "date_interval": interval})
            name = {"year": lambda day: day[:4], "month": lambda day: day[:7], "day": lambda day: day}[bars["interval"]]
            expected = collections.Counter(name(day) for day in days.values() if day)
            found = {bar["value"]: bar["count"] for bar in bars["values"] if bar["count"]}
            self.note(f"bars by {interval}", [] if found == dict(expected) else [f"{set(found.items()) ^ set(expected.items())}"])
            self.note("bars, undated", of_number(sum(1 for day in days.values() if not day), bars["missing"]))
            if query.text:
                trend = trends["queries"][0]
                counts = {value: count for value, count in zip(trends["intervals"], trend["counts"]) if count}
                self.note(f"trend by {interval}", [] if counts == dict(expected) else [f"{set(counts.items()) ^ set(expected.items())}"])
                self.note("trend", of_number((len(self.counted), bars["missing"]), (trend["total"], trend["missing"])))
            for bar in click([bar for bar in bars["values"] if bar["count"]]):
                ids = frozenset(id for id, day in days.items() if day and name(day) == bar["value"])
                shown = doors.by_cursor({**query.parameters(), "q": f"{query.text} date:{bar['value']}", "sort": "oldest"}, 100)[0]
                self.note(f"bar {bar['value']}", of_number(bar["count"], len(shown)) + differences(ids, shown))

    def links(self):
        """What the page's own links of facets and bars say and lead to; a query with filters has links that take them off, too."""
        if any(part.kind == "filter" for part in self.query.parts):
            return
        page = self.doors.get("/?" + urlencode(self.query.parameters()))
        values = re.findall(r'<li><a href="([^"#]+)#filters"><span class="check".*?<span class="count">([\d ,.\u2009\u202f]+)</span>', page)
        bars = re.findall(r'<li><a href="([^"#]+)#filters" title="[^"]*: ([\d ,.\u2009\u202f]+) articles?"', page)
        for link, count in [*values, *bars]:
            path = html.unescape(link)
            ids, total = self.doors.by_page(path + ("&" if "?" in path else "?") + "sort=newest")
            count = int(re.sub(r"\D", "", count))
            self.note(f"link {quote(path, safe='/?=&%')}", of_number(count, total) + of_number(count, len(ids)) + differences(frozenset(ids), ids)
                      + ([] if set(ids) <= self.counted else ["articles that the query does not find"]))
