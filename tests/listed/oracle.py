# SPDX-License-Identifier: GPL-3.0-or-later
"""A naive search of exported articles: what docs/query-language.md says that a query finds, by looking at every word of every
article. It shares no code with the programs: the tokens, the stems (Debian's python3-xapian) and the rules are written from that
page, and only the tables that it names are read from the tree.

Where the page leaves open what a query finds, a Reading says how it is read, and a query is of use only if all readings find the same.
"""
import bisect
import collections
import functools
import itertools
import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import urlsplit

import xapian

TITLE_GAP = 100                 # no phrase goes from the title into the text
LONG_WORDS = 2300               # is:long
MOST_TOKEN_BYTES, MOST_CHAIN, MOST_PARTS = 120, 8, 12
STEMMED = set("ar ca da de es eu fi fr ga hu hy id it lt ne nl no pt ro ru sv ta tr".split())
ELIDED = set("agl all c coll d dagl dall degl dell gl j jusqu l lorsqu m n negl nell pell puisqu qu quell quest quoiqu s sugl sull t un".split())
APOSTROPHES = "\u2018\u2019\u02bc\uff07"
FIELDS = ("source", "tag", "category", "author", "language", "site")


class Tables:
    """The tables that the page names: stop words, synonyms, traditional characters."""

    def __init__(self, source):
        def lines(path):
            return [line for line in (source / path).read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        self.stop_words = set(lines("schema/stopwords/english.txt"))
        self.synonyms = [group.split("|") for group in lines("schema/synonyms.txt")]
        pairs = [pair for line in lines("schema/simplified.txt") for pair in line.split()]
        self.simplified = {ord(pair[0]): pair[1] for pair in pairs}
        self.suffixes = set()
        with open("/usr/share/publicsuffix/public_suffix_list.dat", encoding="utf-8") as rules:
            self.suffixes = {line.split()[0] for line in rules if line.strip() and not line.startswith("//")}

    def site(self, url):
        """The registrable domain."""
        labels = (urlsplit(url).hostname or "").split(".")
        for at in range(len(labels)):
            name, rest = ".".join(labels[at:]), ".".join(labels[at + 1:])
            if "!" + name in self.suffixes:
                return name
            if name in self.suffixes or "*." + rest in self.suffixes:
                return ".".join(labels[max(at - 1, 0):])
        return ".".join(labels[-2:])


# --- text -> tokens

class Shapes(dict):
    """Of each character, what it is to a word: a letter (a), digit (0), character of a script without blanks (c), …"""

    def __missing__(self, code):
        self[code] = shape = self.shape(chr(code))
        return shape

    @staticmethod
    def shape(char):
        if char in "_.×+#/":
            return "x" if char == "×" else char
        if char in ",;":
            return ","
        if char in "-\u2010\u2011":
            return "-"
        if char in "'&" + APOSTROPHES:
            return "'"
        kind, name = unicodedata.category(char), unicodedata.name(char, "")
        unspaced = re.match(r"(HALFWIDTH )?(CJK (UNIFIED|COMPATIBILITY) IDEOGRAPH|HIRAGANA|KATAKANA|HANGUL|BOPOMOFO|IDEOGRAPHIC ITERATION|HANGZHOU NUM)", name)
        if kind[0] in "LN" and unspaced or char in "\u30fc\uff70\u3007":
            return "c"
        return {"L": "a", "M": "a", "N": "0"}.get(kind[0], " ")


SHAPES = Shapes()
WORD = re.compile(r"[a0_](?:[a0_]|(?<=a)'(?=a)|(?<=0)[.,](?=0)|(?<=[a0])x(?=[a0_]))*")
START = re.compile(r"c|\.?[a0_]")
IGNORED = {code: None for code in (0xAD, *range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF)}
LOWER, UPPER, DIGIT, INNER = "[a-z\x80-\U0010ffff]", "[A-Z]", "[0-9]", r"[^A-Za-z0-9_\x80-\U0010ffff]"
PART = re.compile(f"{DIGIT}(?:{DIGIT}|{INNER})*|{LOWER}(?:{LOWER}|{INNER})*"                    # 200, attention
                  f"|{UPPER}(?:{UPPER}|{INNER})*(?={UPPER}{LOWER})(?!{UPPER}s(?!{LOWER}))"       # HTTP before Server
                  f"|{UPPER}(?:{UPPER}|{INNER})*s(?!{LOWER}){INNER}*"                            # LLMs
                  f"|{UPPER}{LOWER}(?:{LOWER}|{INNER})*|{UPPER}(?:{UPPER}|{INNER})*|{INNER}+")   # Flex, MXFP

@dataclass(frozen=True)
class Token:
    text: str       # folded
    position: int   # of a part, that of its word; of words with links, that of the last
    kind: str       # word, part, compound (torch.compile), fused (finetuning), pair (of Chinese, Japanese or Korean characters)


class Analysis:
    """Tokens and stems."""

    def __init__(self, tables):
        self.tables = tables
        self.stemmers = {}
        self.stem = functools.lru_cache(None)(self._stem)
        self.fold = functools.lru_cache(None)(self._fold)

    def _stem(self, word, language="en"):
        if language == "en" and re.fullmatch(r"[bcdfghjklmnpqrstvwxz]{2,}u?s", word) and not word.endswith("ss"):
            return word[:-1]  # LLMs, GPUs
        stemmer = self.stemmers.setdefault(language, xapian.Stem(language))
        return stemmer(word).decode() or word

    def _fold(self, text):
        if text.isascii():
            return text.lower()
        text = "".join("'" if c in APOSTROPHES else "x" if c == "×" else c for c in text)
        text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text.translate(IGNORED)).casefold())
        out, base_is_plain = [], False
        for char in unicodedata.normalize("NFD", text):
            if "\u0300" <= char <= "\u036f":
                if base_is_plain:
                    continue
            else:
                base_is_plain = char.isascii() or unicodedata.name(char, "").startswith(("LATIN", "GREEK"))
            out.append(char)
        text = unicodedata.normalize("NFC", "".join(out)).replace("\u2044", "/")
        return "".join("'" if c in APOSTROPHES else c for c in text).translate(self.tables.simplified)

    def plain(self, text):
        return " ".join(token.text for token in self.tokens(text) if token.kind == "word")

    def key(self, field, value):
        """The form in which values are compared."""
        return " ".join((self.fold(value) if field == "author" else value).split())

    @staticmethod
    def parts(word):
        """Of an identifier: load_state, FlexAttention, 8xH200."""
        parts = PART.findall(word)
        return [] if parts == [word] or len(parts) > MOST_PARTS else parts

    @functools.lru_cache(20)
    def tokens(self, text):
        return list(self._tokens(text))

    def _tokens(self, text):
        text = text.translate(IGNORED)
        shape = text.translate(SHAPES)
        at, position = 0, 0
        while found := START.search(shape, at):
            at = found.start()
            if shape[at] == "c":
                before = ""
                while at < len(shape) and shape[at] == "c":
                    here, at = self.fold(text[at]), at + 1
                    if not here:
                        continue
                    position += 1
                    if before:
                        yield Token(before + here, position - 1, "pair")
                    yield Token(here, position, "word")
                    before = here
                continue
            has_dot = shape[at] == "."
            is_dotted = has_dot and shape[at + 1] == "a" and (at == 0 or text[at - 1] in " \t\n(\"'/,")
            chain, links, at = self.chain(text, shape, at + has_dot, is_dotted)
            yield from self.of_chain(chain, links, position)
            position += len(chain)

    @staticmethod
    def chain(text, shape, at, is_dotted):
        """The words as written that are joined by single links from `at` on, the links, and where they end."""
        chain, links = [], ""
        while True:
            begin, end = at, WORD.match(shape, at).end()
            at = end
            written = text[begin - (is_dotted and not chain):end]
            if not written.strip("_"):
                return chain, links, at
            suffix = ""
            if shape[begin] == "a" and len(written.encode()) <= 2:
                if len(written) == 1 and re.match("#(?![a0_])", shape[end:end + 2]):
                    suffix = "#"
                elif re.match(r"\+\+(?![+a])", shape[end:end + 3]):
                    suffix = "++"
            at = end + len(suffix)
            written += suffix
            while re.search(f".['{APOSTROPHES}][sS]$", written):
                written = written[:-2]
            chain.append(written)
            if suffix or len(chain) == MOST_CHAIN or not re.match("[-./][a0_]", shape[at:at + 2]):
                return chain, links, at
            links += "-" if shape[at] == "-" else text[at]
            at += 1

    def of_chain(self, chain, links, position):
        folded = [self.fold(word).encode()[:MOST_TOKEN_BYTES].decode(errors="ignore") for word in chain]
        compound = "".join(itertools.chain(*itertools.zip_longest(folded, links[:len(folded) - 1], fillvalue="")))
        if len(chain) > 1 and len(compound.encode()) <= MOST_TOKEN_BYTES:
            yield Token(compound, position + len(chain), "compound")
            if links == "-" and len(chain) == 2 and not (folded[0][-1].isdigit() and folded[1][0].isdigit()):
                yield Token("".join(folded), position + len(chain), "fused")
        for written, word in zip(chain, folded):
            position += 1
            yield Token(word, position, "word")
            if written.endswith(("+", "#")):
                continue
            elided = re.match(f"([A-Za-z]+)['\u2019](..+)", written)
            if elided and elided[1].lower() in ELIDED:
                parts = [elided[2]]
            else:
                bare = written.removeprefix(".")
                parts = self.parts(bare) or ([bare] if bare != written else [])
            for part in map(self.fold, parts):
                if part and len(part.encode()) <= MOST_TOKEN_BYTES:
                    yield Token(part, position, "part")


# --- rows of an export -> articles

class Article:
    """A row and what it can be found by."""

    def __init__(self, row, analysis):
        self.row, self.id = row, row["id"]
        first_words = any(of["field"] == "title" and of["from"] == "first words" for of in row["provenance"])
        self.title = "" if first_words and row["text"] else row["title"]
        self.words, self.stems = collections.defaultdict(list), collections.defaultdict(list)  # positions
        self.title_words, self.title_stems, self.length = set(), collections.defaultdict(list), 0
        others = [copy["title"] for copy in row["copies"] if copy["title"] and copy["title"] != row["title"]]
        text = "\n\n".join([row["text"], *row["captions"], *row["image_texts"], *others])
        end = 0
        for token in analysis.tokens(self.title):
            self.add(token, 0, analysis)
            self.title_words.add(token.text)
            end = max(end, token.position)
        self.title_stems = {stem: list(positions) for stem, positions in self.stems.items()}
        for token in analysis.tokens(text):
            self.add(token, end + TITLE_GAP, analysis)
        names = [*row["authors"], *row["affiliations"]]
        self.sources = list(dict.fromkeys([row["source"], *(copy["source"] for copy in row["copies"])]))
        self.name_words = {token.text for name in names for token in analysis.tokens(name) if token.kind != "compound"}
        self.names = {analysis.plain(name) for name in row["authors"]}
        self.tag_words = {token.text for tag in [*row["tags"], *self.sources] for token in analysis.tokens(tag) if token.kind != "compound"}
        self.tag_stems = {analysis.stem(word) for word in self.tag_words}
        self.values = {"source": self.sources, "tag": row["tags"], "author": names, "category": [row["category"]] if row["category"] else [],
                       "language": [row["language"]] if row["language"] else [], "site": [analysis.tables.site(row["url"])]}
        self.keys = {field: {analysis.key(field, value) for value in values} for field, values in self.values.items()}
        self.day = (row["published"] or "")[:10]  # as printed

    def add(self, token, offset, analysis):
        self.length += token.kind in ("word", "part")
        if token.kind == "compound":
            self.words[token.text].append(0)
            return
        self.words[token.text].append(token.position + offset)
        self.stems[analysis.stem(token.text)].append(token.position + offset)
        if self.row["language"] in STEMMED:
            self.stems[self.row["language"] + ":" + analysis.stem(token.text, self.row["language"])].append(token.position + offset)


@dataclass(frozen=True)
class Reading:
    """What the page leaves open."""
    foreign: bool           # words are stemmed in English only, or in all languages of the index, too
    split_inflected: bool   # a word is two words (finetuning) if the index has both as written, or in any inflection
    synonyms_inside: bool   # synonyms are looked for inside operators, too


READINGS = [Reading(*choice) for choice in itertools.product((False, True), repeat=3)]


def has_between(positions, first, last):
    at = bisect.bisect_left(positions, first)
    return at < len(positions) and positions[at] <= last


def in_order(stems, terms, distance):
    """Whether each stands at most `distance` behind the one before, or beside it as a part of the same name."""
    if any(term not in stems for term in terms):
        return False
    positions = stems[terms[0]]
    for last, term in zip(terms, terms[1:]):
        positions = [at for at in stems[term] if has_between(positions, at - distance, at - (last == term))]
    return bool(positions)


def near(stems, terms, distance):
    """Whether all stand within `distance` of the first of them."""
    if any(term not in stems for term in terms):
        return False
    return any(all(has_between(stems[term], at, at + distance) for term in terms) for first in terms for at in stems[first])


class World:
    """The exported articles."""

    def __init__(self, rows, source):
        self.tables = Tables(source)
        self.analysis = Analysis(self.tables)
        self.articles = [Article(row, self.analysis) for row in rows if not row.get("gone_since")]
        self.all = frozenset(one.id for one in self.articles)
        self.by_id = {one.id: one for one in self.articles}
        self.languages = sorted({one.row["language"] for one in self.articles} & STEMMED)
        self.frequency = collections.Counter(word for one in self.articles for word in one.words)
        self.stem_frequency = collections.Counter(stem for one in self.articles for stem in one.stems)
        self.synonyms = []  # (stems without stop words, [stems of the others])
        for group in self.tables.synonyms:
            names = [[self.analysis.stem(t.text) for t in self.analysis.tokens(name) if t.kind == "word"] for name in group]
            for name in names:
                key = [stem for stem in name if stem not in self.tables.stop_words]
                self.synonyms.append((key, [other for other in names if other != name]))
        self.abbreviations = {name for group in self.tables.synonyms for name in group if name == self.analysis.stem(name)}
        self.memory = {}

    def is_as_written(self, word):
        """Whether the word has the stem of an abbreviation that it is not: ragged and RAG."""
        stem = self.analysis.stem(word)
        return stem in self.abbreviations and word not in (stem, stem + "s")

    def those(self, test):
        return frozenset(one.id for one in self.articles if test(one))

    def ordered(self, terms, distance=1, title=False):
        key = (tuple(terms), distance, title)
        if key not in self.memory:
            self.memory[key] = self.those(lambda one: in_order(one.title_stems if title else one.stems, terms, distance))
        return self.memory[key]

    def stemmed(self, words, reading):
        """The stems of words side by side: in English, and in each other language."""
        stem = self.analysis.stem
        return [[stem(word) for word in words],
                *([f"{language}:{stem(word, language)}" for word in words] for language in self.languages if reading.foreign)]

    def splits(self, word, reading):
        """Two words that are written as one."""
        stem, stop = self.analysis.stem, self.tables.stop_words
        if len(word) < 7 or not re.fullmatch("[a-z]+", word):
            return []
        halves = [(word[:at], word[at:]) for at in range(3, len(word) - 2)]
        known = (lambda half: self.stem_frequency[stem(half)]) if reading.split_inflected else (lambda half: self.frequency[half])
        return [[stem(left), stem(right)] for left, right in halves if not {left, right} & stop and known(left) and known(right)]

    def unit(self, typed):
        """The words and the parts of each, the name with its links, and the two words as one."""
        tokens = self.analysis.tokens(typed)
        pairs = [token.text for token in tokens if token.kind == "pair"]
        words, parts = [], []
        for token in tokens:
            if token.kind == "word":
                words.append(token.text)
                parts.append([])
            elif token.kind == "part":
                parts[-1].append(self.analysis.stem(token.text))
        if pairs:
            words, parts = pairs, [[] for _ in pairs]
        of = {token.kind: token.text for token in tokens}
        return words, parts, of.get("compound"), of.get("fused")

    # what finds what

    def word(self, typed, reading, title=False):
        """A word or name in title and text, in any inflection and spelling; without `title` in names, tags and ids, too."""
        words, parts, compound, fused = self.unit(typed)
        if compound and len(words) > 1:
            found = self.name(words, parts, compound, fused, title)
        else:
            found = self.all
            for word, pieces in zip(words, parts):
                found &= self.spelt(word, pieces, reading, title)
        return found if title else found | self.in_names(words)

    def spelt(self, word, pieces, reading, title=False):
        if self.is_as_written(word):
            own = self.exact(word, title)
            return own.union(*(self.ordered(way, title=title) for way in [*self.stemmed([word], reading)[1:], *self.splits(word, reading)]))
        ways = [*self.stemmed([word], reading), *([pieces] if pieces else self.splits(word, reading))]
        if re.fullmatch("[0-9]{1,2}", word):
            ways += [[f"{word}.{minor}"] for minor in range(10)]  # Llama 3: Llama-3.2
        return frozenset().union(*(self.ordered(way, title=title) for way in ways))

    def name(self, words, parts, compound, fused, title):
        stems = [[self.analysis.stem(word)] for word in words]
        ways = [list(itertools.chain(*way)) for way in itertools.product(*(
            [own, pieces] if pieces and not re.search("[0-9]", word) else [own] for own, pieces, word in zip(stems, parts, words)))]
        found = self.those(lambda one: compound in (one.title_words if title else one.words))
        for way in ways:
            found |= self.ordered(way, title=title)
        return found | (self.ordered([self.analysis.stem(fused)], title=title) if fused else frozenset())

    def in_names(self, words):
        """In an author's name as typed, or of a single word, in a tag or the id of a source in any inflection."""
        stem = self.analysis.stem(words[0])
        return self.those(lambda one: set(words) <= one.name_words or (len(words) == 1 and stem in one.tag_stems and not self.is_as_written(words[0])))

    def exact(self, typed, title=False):
        words, _, compound, _ = self.unit(typed)
        if len(words) > 1 and not compound:  # Chinese
            return self.ordered([self.analysis.stem(word) for word in words], title=title)
        wanted = {compound} if compound else set(words)
        return self.those(lambda one: wanted <= (one.title_words if title else one.words.keys()))

    def prefix(self, typed, reading, title=False):
        """Words that begin so; without `title` those of names, tags and ids, too. And what the word alone finds."""
        begin = self.analysis.fold(typed)
        if (begin, title) not in self.memory:
            self.memory[begin, title] = self.those(lambda one: any(
                word.startswith(begin) for place in ([one.title_words] if title else [one.words, one.name_words, one.tag_words]) for word in place))
        return self.memory[begin, title] | self.word(typed, reading, title)

    def sequences(self, typed, reading):
        """The stems of several words in order: in each language, and with the parts of identifiers."""
        words, in_parts = [], []
        for unit in typed:
            for word, pieces in zip(*self.unit(unit)[:2]):
                words.append(word)
                in_parts += pieces or [self.analysis.stem(word)]
        return [*self.stemmed(words, reading), in_parts]

    def phrase(self, typed, reading, distance=1, title=False):
        found = frozenset().union(*(self.ordered(way, max(distance, 1), title) for way in self.sequences(typed, reading)))
        name = self.analysis.plain(" ".join(typed))
        return found if title else found | self.those(lambda one: name in one.names)

    def close(self, typed, reading, distance):
        return frozenset().union(*(self.those(lambda one, way=way: near(one.stems, way, distance)) for way in self.sequences(typed, reading)))

    def synonyms_of(self, stems):
        """Of neighbouring words: (first, how many, the others); a longer name hides shorter ones inside it."""
        at = 0
        while at < len(stems):
            known = [(key, others) for key, others in self.synonyms if stems[at:at + len(key)] == key]
            if not known:
                at += 1
                continue
            key, others = max(known, key=lambda one: len(one[0]))
            yield at, len(key), others
            at += len(key)

    def side_by_side(self, typed, reading):
        """For each word of several, the articles with it, with it and its neighbour as one word, or with a synonym."""
        found, single = [], []
        for text in typed:
            if text.endswith("*"):
                found.append(self.prefix(text[:-1], reading))
                single.append(None)
                continue
            words, _, compound, _ = self.unit(text)
            is_pairs = len(words) > 1 and not compound
            for word in words if is_pairs else [text]:
                found.append(self.word(word, reading) if not is_pairs else self.spelt(word, [], reading) | self.in_names([word]))
                single.append(word if is_pairs else words[0] if len(words) == 1 else None)
        for at, (left, right) in enumerate(zip(single, single[1:])):
            if left and right and self.frequency[left + right]:
                joined = self.ordered([self.analysis.stem(left + right)])
                found[at] |= joined
                found[at + 1] |= joined
        for begin, count, others in self.synonyms_of([self.analysis.stem(word) if word and not self.is_as_written(word) else "" for word in single]):
            for other in others:
                for at in range(begin, begin + count):
                    found[at] |= self.ordered(other)
        return found

    def value(self, field, values):
        keys = {self.analysis.key(field, value) for value in values}
        return self.those(lambda one: one.keys[field] & keys)

    def named(self, typed):
        """Articles by authors of this name, or if there are none, by those whose names have its words."""
        whole = self.value("author", [typed])
        words = {token.text for token in self.analysis.tokens(typed)}
        return whole or self.those(lambda one: any(words <= {t.text for t in self.analysis.tokens(name)} for name in one.values["author"]))

    def dated(self, first, past):
        """Printed from the day `first` on and before the day `past`; "" is open."""
        return self.those(lambda one: one.day and first <= one.day and (not past or one.day < past))
