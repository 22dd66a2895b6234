# SPDX-License-Identifier: GPL-3.0-or-later
"""Queries drawn from the articles of a world (oracle.py), each with what it must find."""
import collections
import datetime
import random
import re
from dataclasses import dataclass, field

from oracle import FIELDS, READINGS

# Stems of words that say what kind of article is wanted, which no article must have. The page has examples.
FILLERS = set("articl basic beginn best better between blog compar comparison differ exampl explain explan find get give good guid help intro "
              "introduct know latest list look need new newest note overview pleas post primer question show simpl step tell tip tutori use "
              "versus vs want way work".split())


@dataclass(frozen=True)
class Part:
    """One of the parts side by side in a query."""
    text: str
    find: object = None         # reading -> ids; of words, the query knows how
    kind: str = "other"         # word; phrase or needed: has words and must match; other: must match; filter
    field: str = ""             # of a filter


@dataclass
class Query:
    world: object
    parts: list
    match: str = "all"
    filters: dict = field(default_factory=dict)  # parameters
    readings: dict = field(default_factory=dict)

    @property
    def text(self):
        return " ".join(part.text for part in self.parts)

    def __str__(self):
        return f"[{self.text}] match={self.match}"

    def parameters(self):
        return {"q": self.text, "match": self.match, "as_typed": 1}

    def command(self):
        return [self.text, "--match", self.match, "--as-typed"] if self.text else ["--as-typed"]

    def found(self, without=""):
        """The ids that are counted, and those that are listed in order of relevance; without the filter of a field."""
        return self.read(READINGS[0], without)

    def is_clear(self):
        return len({(self.read(reading)) for reading in READINGS}) == 1

    def read(self, reading, without=""):
        if (reading, without) not in self.readings:
            self.readings[reading, without] = self._read(reading, without)
        return self.readings[reading, without]

    def _read(self, reading, without):
        base, within = self.world.all, self.world.all
        asked = collections.defaultdict(frozenset)  # a repeated field means any of its values
        for part in self.parts:
            if part.kind == "filter" and part.text.startswith(("-", "NOT ")):
                within &= part.find(reading) if part.field != without else within
            elif part.kind == "filter" and part.field == "date":
                within &= part.find(reading)
            elif part.kind == "filter":
                asked[part.field] |= part.find(reading)
            elif part.kind != "word":
                base &= part.find(reading)
        for name, ids in asked.items():
            within &= ids if name != without else within
        typed = [part.text for part in self.parts if part.kind == "word"]
        words = self.world.side_by_side([word for word in typed if word not in self.world.tables.stop_words] or typed, reading)
        every, some = base.intersection(*words), frozenset().union(*words)
        is_required = any(part.kind in ("phrase", "needed") for part in self.parts)
        if self.match == "any" and words:
            every = base & some
        listed = every
        if words and self.match == "most" and (len(words) > 1 or is_required):
            listed = base if is_required else base & some
        return every & within, listed & within


def quoted(value):
    return value if re.fullmatch(r"[\w.-]+", value) else f'"{value}"'


class Drawer:
    """Draws queries, the same ones from the same articles."""

    def __init__(self, world, seed=64):
        self.world, self.random = world, random.Random(seed)
        self.unclear = 0
        stop, stem = world.tables.stop_words, world.analysis.stem
        plain = [word for word in world.frequency if re.fullmatch("[a-z]{3,16}", word) and word not in stop and stem(word) not in FILLERS]
        bounds = [1, 3, 10, 30, 100, 10 ** 9]
        self.classes = [sorted(word for word in plain if low < world.frequency[word] <= high) for low, high in zip([0, *bounds], bounds)]
        self.classes = [words for words in self.classes if words]
        self.texts = [one for one in world.articles if len(one.row["text"]) > 100]
        self.cjk = [one for one in self.texts if re.search("[\u4e00-\u9fff\uac00-\ud7a3]{4}", one.row["text"])]

    # parts

    def typed(self, at=None):
        """A word; `at`: of this class of frequency."""
        words = self.classes[at] if at is not None else self.random.choice(self.classes[1:] or self.classes)
        return self.random.choice(words)

    def word(self, at=None):
        return Part(self.typed(at), kind="word")

    def run(self, count, cjk=False):
        """Words that stand side by side in some article."""
        pattern = r"[A-Za-z]{2,16}(?: [A-Za-z]{2,16}){%d}" % (count - 1)
        while True:
            found = re.findall(pattern, self.random.choice(self.texts).row["text"])
            if found:
                words = self.random.choice(found).lower().split()
                if not set(words) <= self.world.tables.stop_words:
                    return words

    def chinese(self, count):
        runs = re.findall("[\u4e00-\u9fff]{%d}|[\uac00-\ud7a3]{%d}" % (count, count), self.random.choice(self.cjk).row["text"])
        return self.random.choice(runs) if runs else self.chinese(count)

    def phrase(self, count=2, distance=0, words=None):
        words = words or self.run(count)
        return Part(f'"{" ".join(words)}"' + (f"~{distance}" if distance else ""),
                    lambda reading: self.world.phrase(words, reading, distance), "phrase")

    def near(self):
        words = list(dict.fromkeys(self.run(4)))
        words = [words[0], words[-1]]
        distance = self.random.choice([2, 5, 10, 10, 40])
        text = f" NEAR/{distance} " if distance != 10 or self.random.random() < .5 else " NEAR "
        return Part(text.join(words), lambda reading: self.world.close(words, reading, distance), "needed")

    def inside(self, typed, reading):
        """A word inside an operator."""
        return self.world.side_by_side([typed], reading)[0] if reading.synonyms_inside else self.world.word(typed, reading)

    def either(self, count=2):
        words = [self.typed() for _ in range(count)]
        return Part("(" + " OR ".join(words) + ")", lambda reading: frozenset().union(*(self.inside(word, reading) for word in words)), "needed")

    def both(self):
        words = [self.typed(-1), self.typed(-1)]
        return Part(f"({words[0]} AND {words[1]})", lambda reading: self.inside(words[0], reading) & self.inside(words[1], reading), "needed")

    def without(self, part=None):
        if part is None:
            word = self.typed()
            part = Part(word, lambda reading: self.inside(word, reading))
        sign = self.random.choice(["-", "NOT "])
        return Part(sign + part.text, lambda reading: self.world.all - part.find(reading), "filter" if part.kind == "filter" else "other", part.field)

    def exact(self):
        word = self.typed()
        return Part("+" + word, lambda reading: self.world.exact(word), "needed")

    def prefix(self, letters=None):
        word = self.typed()
        word = word[:letters or self.random.randint(2, len(word))]
        return Part(word + "*", kind="word")

    def title(self):
        one = self.random.choice([one for one in self.texts if re.search("[A-Za-z]{3} [A-Za-z]{3}", one.title)])
        words = [word.lower() for word in re.findall("[A-Za-z]+", one.title) if len(word) > 2]
        kind = self.random.randrange(3)
        if kind == 0:
            run = self.random.choice(re.findall(r"[A-Za-z]{3,} [A-Za-z]{3,}", one.title)).lower().split()
            return Part(f'title:"{" ".join(run)}"', lambda reading: self.world.phrase(run, reading, title=True), "needed")
        word = self.random.choice(words)
        if kind == 1:
            word = word[:self.random.randint(2, len(word))]
            return Part(f"title:{word}*", lambda reading: self.world.prefix(word, reading, title=True), "needed")
        return Part(f"title:{word}", lambda reading: self.world.word(word, reading, title=True), "needed")

    def some_value(self, name):
        values = sorted({value for one in self.world.articles for value in one.values[name] if not re.search('[",\\\\]', value)})
        return self.random.choice(values)

    def filter(self, name=None, count=1):
        name = name or self.random.choice(FIELDS)
        values = sorted({self.some_value(name) for _ in range(count)})
        written = {"language": self.random.choice(["lang", "language"])}.get(name, name)
        return Part(f"{written}:" + ",".join(map(quoted, values)), lambda reading: self.world.value(name, values), "filter", name)

    def other_name(self):
        """A value by another name: the label of a source, a part of an author's name."""
        if self.random.random() < .5:
            labels = {source: label for one in self.world.articles for source, label in one.row["labels"].items()}
            source, label = self.random.choice(sorted(pair for pair in labels.items() if re.fullmatch(r"[\w .-]+", pair[1])))
            return Part(f'source:"{label}"', lambda reading: self.world.value("source", [source]), "filter", "source")
        names = sorted({word for one in self.world.articles for name in one.row["authors"] for word in re.findall("[A-Za-z]{4,}", name)})
        word = self.random.choice(names)
        return Part(f"author:{word}", lambda reading: self.world.named(word), "filter", "author")

    def date(self):
        day = datetime.date.fromisoformat(self.random.choice(sorted({one.day for one in self.world.articles if one.day})))
        period = self.random.choice(["day", "month", "year", "week"])
        first, past, text = bounds_of(day, period)
        forms = {f"date:{text}": (first, past), f"after:{text}": (first, ""), f"before:{text}": ("", first), f"since:{text}": (first, ""),
                 f"date:>={text}": (first, ""), f"date:<{text}": ("", first), f"date:>{text}": (past, ""), f"date:<={text}": ("", past),
                 f"date:{text}..": (first, ""), f"date:..{text}": ("", past), f"date:{day.year - 1}..{text}": (f"{day.year - 1}-01-01", past)}
        form = self.random.choice(sorted(forms))
        return Part(form, lambda reading: self.world.dated(*forms[form]), "filter", "date")

    def age(self, now):
        """since:400d. Articles are compared by the moment; of those near the bound, none is asked for."""
        while True:
            days = self.random.randint(100, 9999)
            bound = now - datetime.timedelta(days=days)
            near = [(bound + datetime.timedelta(days=more)).isoformat()[:10] for more in (-2, 2)]
            if not any(near[0] <= one.day <= near[1] for one in self.world.articles if one.day):
                return Part(f"since:{days}d", lambda reading: self.world.dated(bound.isoformat()[:10], ""), "filter", "date")

    def property(self):
        def marked(mark):
            return lambda one: mark in one.row.get("marks", ())
        tests = {"long": lambda one: one.length >= 2300, "undated": lambda one: not one.day, "duplicate": lambda one: len(one.sources) > 1,
                 "unread": lambda one: not marked("read")(one),
                 **{mark: marked(mark) for mark in ("read", "starred", "later", "noted")}}
        name = self.random.choice(sorted(tests))
        return Part(f"is:{name}", lambda reading: self.world.those(tests[name]))

    def name(self):
        """As typed, with links, inner capitals or digits."""
        pattern = r"(?<![\w.'&/+@:-])(?:[A-Za-z]+-[A-Za-z]+|[a-z]+\.[a-z]+|[A-Z][a-z]+[A-Z][a-z]+|[A-Za-z]+-?\d+|[a-z]+_[a-z]+)(?![\w'&/+@:*-]|\.\w)"
        while True:
            found = re.findall(pattern, self.random.choice(self.texts).row["text"])
            if found:
                return Part(self.random.choice(found), kind="word")

    # queries

    def query(self, make, match="all", wants=lambda found: True):
        """The first one that is clear."""
        for _ in range(300):
            parts = make()
            query = Query(self.world, list(parts) if isinstance(parts, (list, tuple)) else [parts], match)
            if not query.is_clear():
                self.unclear += 1
            elif wants(query.found()[0]):
                return query
        raise AssertionError(f"no clear query of {make}")

    def queries(self, count):
        """`count` queries of all kinds."""
        now = datetime.datetime.now(datetime.timezone.utc)
        filters = [lambda name=name: self.filter(name) for name in FIELDS]
        kinds = [("all", lambda at=at: self.word(at)) for at in range(len(self.classes))] * 2
        kinds += [("all", lambda: [self.word(), self.word(-1)]), ("all", lambda: [Part(word, kind="word") for word in self.run(2)]),
                  ("all", lambda: [self.word(-1), self.word(-1), self.word(-2)]), ("most", lambda: [self.word(), self.word(-1)]),
                  ("most", lambda: [self.word(-1), self.word(-1)]), ("any", lambda: [self.word(), self.word()])]
        kinds += [("all", self.phrase), ("most", self.phrase), ("all", lambda: self.phrase(3)), ("all", lambda: [self.phrase(), self.word(-1)]),
                  ("most", lambda: [self.phrase(), self.word(-1)]), ("all", lambda: self.phrase(4, 3)), ("all", self.near), ("all", lambda: [self.near(), self.word(-1)])]
        kinds += [("all", self.title), ("most", lambda: [self.title(), self.word(-1)]), *(("all", one) for one in filters), ("all", self.other_name),
                  *(("all", lambda one=one: [one(), self.word(-1)]) for one in filters), ("all", lambda: self.filter("tag", 2)),
                  ("all", lambda: [self.filter("source", 3), self.filter("language")]), ("all", lambda: [self.word(-1), self.without(self.filter())])]
        kinds += [("all", self.date), ("all", lambda: [self.date(), self.word(-1)]), ("all", lambda: self.age(now)), ("all", lambda: [self.date(), self.date()])]
        kinds += [("all", self.without), ("all", lambda: [self.word(-1), self.without()]), ("all", lambda: [self.word(-1), self.without(self.phrase())]),
                  ("all", lambda: [self.word(-1), self.without(self.either())]), ("all", lambda: self.either(3)), ("all", lambda: [self.either(), self.either()]),
                  ("most", lambda: [self.either(), self.word(-1)]), ("all", lambda: [self.both(), self.without(self.both())])]
        kinds += [("all", self.exact), ("all", lambda: [self.exact(), self.word(-1)]), ("all", self.property), ("all", lambda: [self.property(), self.word(-1)]),
                  ("all", self.prefix), ("all", lambda: self.prefix(2)), ("all", lambda: [self.prefix(4), self.word(-1)]), ("all", self.own_prefix),
                  ("all", self.own_prefix_without), ("all", self.name), ("all", lambda: [self.name(), self.word(-1)])]
        kinds += [("all", lambda n=n: Part(self.chinese(n), kind="word")) for n in (1, 2, 2, 4)] if self.cjk else []
        kinds += [("all", lambda: self.phrase(words=[self.chinese(3)])), ("most", lambda: [Part(self.chinese(2), kind="word"), self.word(-1)])] if self.cjk else []
        kinds += [("all", lambda: [])]
        for at in range(count):
            match, make = kinds[at % len(kinds)]
            yield self.query(make, match)

    def own_value(self):
        """A word of a name, a tag or the id of a source, and its filter."""
        name = self.random.choice(["author", "tag", "source"])
        value = self.some_value(name)
        words = [token for token in re.findall("[A-Za-z]{3,}", value)] or [None]
        return self.own_value() if words == [None] else (self.random.choice(words).lower(), Part(f"{name}:{quoted(value)}", lambda reading: self.world.value(name, [value]), "filter", name))

    def own_prefix(self):
        word, _ = self.own_value()
        return Part(word[:self.random.randint(2, len(word))] + "*", kind="word")

    def own_prefix_without(self):
        """tag:nlp -nlp*"""
        word, part = self.own_value()
        return [part, Part(f"-{word}*", lambda reading: self.world.all - self.world.prefix(word, reading))]


def bounds_of(day, period):
    """The first day, the one after the last, and how the period that has the day is written."""
    one = datetime.timedelta(days=1)
    if period == "day":
        return str(day), str(day + one), str(day)
    if period == "week":
        first = day - datetime.timedelta(days=day.weekday())
        return str(first), str(first + 7 * one), f"{day.isocalendar()[0]}-W{day.isocalendar()[1]:02}"
    if period == "month":
        return f"{day:%Y-%m}-01", str((day.replace(day=28) + 4 * one).replace(day=1)), f"{day:%Y-%m}"
    return f"{day.year}-01-01", f"{day.year + 1}-01-01", str(day.year)
