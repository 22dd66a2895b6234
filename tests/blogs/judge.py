# SPDX-License-Identifier: GPL-3.0-or-later
"""What an export says, compared with what the blogs said: the figures of a day."""
import datetime
import re
from collections import Counter

from blog import DAY, moment

ENOUGH = .9  # of the pairs of neighbouring words


def pairs(text):
    words = re.findall(r"\w+", text.lower())
    return Counter(zip(words, words[1:]))


def shared(one, other):
    return sum((one & other).values())


class Judge:
    """Over the days of one scenario. `figures` has a Counter for each day."""

    def __init__(self, blogs):
        self.posts = [(blog, post) for blog in blogs for post in blog.posts]
        self.ids, self.known, self.whole, self.memo, self.figures = {}, set(), set(), {}, []
        self.first_right, self.seen, self.not_at_once, self.most_held = {}, {}, set(), {}

    def there(self, day):
        return [(blog, post) for blog, post in self.posts if post.is_there(day)]

    def compare(self, text, blog, post, day):
        """How this text is one of the post's (right, short: a part of it, foreign), and the number of the version."""
        history = blog.history(post, day)
        key = (text, post.guid, len(history))
        if key not in self.memo:
            said, best = pairs(text), (0, 0, "foreign")
            for number, (_, _, paragraphs) in enumerate(history):
                truth = pairs("\n".join(paragraphs))
                both = shared(said, truth)
                how = "foreign" if not said or both < ENOUGH * said.total() else "right" if both >= ENOUGH * truth.total() else "short"
                best = max(best, (both / (said.total() + truth.total() - both), number, how) if how != "foreign" else best)
            self.memo[key] = best[2], best[1]
        return self.memo[key]

    def match(self, row, day, addresses):
        """The post that a row is, by its address, else by its text; None: nobody's."""
        at_address = addresses.get(row["url"])
        if at_address:
            return at_address
        for blog, post in self.posts:
            if post.day <= day and self.compare(row["text"], blog, post, day)[0] != "foreign":
                return blog, post
        return None

    def look(self, rows, day, served):
        """`served`: what each post's server told last, {guid: (number of the version, day)}."""
        count, addresses, places = Counter(), {}, {}
        for blog, post in self.posts:
            if post.day <= day:
                places[post.guid] = blog.addresses(post, day)
                addresses |= dict.fromkeys(places[post.guid], (blog, post))
        living, of_row = {}, {}
        for row in rows:
            found = self.match(row, day, addresses)
            of_row[row["id"]] = found and found[1].guid
            if row.get("gone_since"):
                continue
            count["living"] += 1
            if not found:
                count["invented"] += 1
                continue
            living.setdefault(found[1].guid, []).append(self.look_at(row, *found, day, places, count))
        self.count_posts(living, day, count)
        self.count_ids(rows, of_row, living, day, count)
        self.count_held(living, served, day, count)
        self.figures.append(count)

    def look_at(self, row, blog, post, day, places, count):
        """Counts what is wrong with a living row. Gives the number of the version that it shows, or None."""
        history = blog.history(post, day)
        how, number = self.compare(row["text"], blog, post, day)
        titles = [title for _, title, _ in history]
        is_titled = row["title"] in titles
        count["title"] += not is_titled
        is_short = how == "short" and post.guid not in self.whole
        count["text"] += how == "foreign" or (how == "short" and not is_short)
        count["short"] += is_short
        is_last = number == len(history) - 1 and row["title"] == titles[-1]
        count["stale"] += how == "right" and is_titled and not is_last
        count["address"] += row["url"] not in places[post.guid]
        count["old address"] += row["url"] in places[post.guid] and row["url"] != places[post.guid][-1]
        count["date"] += not row["published"] or abs(self.seconds(row["published"]) - moment(post.day)) > DAY
        if how == "right" and is_titled:
            self.whole.add(post.guid)
            count["right"] += is_last
            if not post.is_there(day):
                count["withdrawn shown"] += 1
            self.ids.setdefault(row["id"], post.guid)
            return number
        if not post.is_there(day):
            count["withdrawn shown"] += 1
        return None

    @staticmethod
    def seconds(text):
        when = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        return (when if when.tzinfo else when.replace(tzinfo=datetime.timezone.utc)).timestamp()

    def count_posts(self, living, day, count):
        for blog, post in self.there(day):
            count["there"] += 1
            shows = living.get(post.guid)
            count["doubles"] += len(shows or [0]) - 1
            count["lost"] += shows is None and post.guid in self.known
            count["missing"] += shows is None and post.guid not in self.known
            for number, (since, _, _) in enumerate(blog.history(post, day)):
                if shows and any(one is not None and one >= number for one in shows):
                    self.first_right.setdefault((post.guid, number), (day, since))
        self.known |= living.keys()

    def count_ids(self, rows, of_row, living, day, count):
        leads_to = {alias: row for row in rows for alias in [row["id"], *row["aliases"]]}
        there = {post.guid for _, post in self.there(day)}
        for one, guid in self.ids.items():
            row = leads_to.get(one)
            count["dead"] += row is None
            if row:
                count["strayed"] += of_row[row["id"]] not in (guid, None)
                count["hidden"] += bool(row.get("gone_since")) and guid in there

    def count_held(self, living, served, day, count):
        """What was told and is not shown."""
        for guid, (number, since) in served.items():
            if number == 0 or guid not in living:
                continue
            self.seen.setdefault((guid, number), since)
            if not any(one is not None and one >= number for one in living[guid]):
                count["held"] += 1
                self.not_at_once.add((guid, number))
                self.most_held[guid, number] = day - since + 1

    # over all days

    def worst(self, name):
        return max(count[name] for count in self.figures)

    def share_held(self):
        return len(self.not_at_once) / len(self.seen) if self.seen else 0.

    def longest_held(self):
        return max(self.most_held.values(), default=0)

    def most_late(self, healed):
        """Days from a change, or from the end of the bad weather, until it is shown."""
        return max((shown - max(since, healed if shown >= healed else 0) for shown, since in self.first_right.values()), default=0)
