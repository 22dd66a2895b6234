# SPDX-License-Identifier: GPL-3.0-or-later
"""Prose that depends only on a seed: titles and texts of posts, each about a few things of its own."""
import random

ENGLISH = {
    "noun": """model kernel benchmark dataset compiler scheduler cache tokenizer gradient router attention checkpoint evaluation pipeline reward
        policy corpus retrieval embedding index cluster accelerator memory bandwidth latency throughput prompt agent tool planner verifier decoder encoder
        adapter quantizer sampler optimizer curriculum distillation ablation experiment baseline paper release library notebook engineer team reader
        failure budget cost schedule interface protocol server client request answer document question sentence paragraph letter river garden kitchen
        bridge harbour orchard violin lantern museum bakery compass glacier meadow telescope ferry workshop atlas ledger sparrow thunder""".split(),
    "verb": """improves breaks explains measures replaces hides reveals doubles halves surprises supports delays repeats predicts compares rewards
        teaches confuses protects exposes simplifies outgrows balances collects repairs trims shifts follows shapes limits guides survives""".split(),
    "adjective": """small large slow quick honest brittle careful noisy sparse dense early late hidden public quiet expensive cheap patient modern
        ancient narrow broad curious stubborn gentle reliable fragile simple odd plain local distant careless modest reasonable""".split(),
    "adverb": """rarely often usually slowly quietly finally suddenly barely nearly clearly hardly gladly carefully again elsewhere""".split(),
    "titles": ["How a {adjective} {noun} {verb} the {noun}", "What the {noun} of {name} {verb}", "The {adjective} {noun} and the {adjective} {noun}",
               "Why {name} {verb} a {noun}", "Notes on {adjective} {noun} design at {name}", "{name}: a {adjective} {noun} for every {noun}"],
    "sentences": [
        "The {adjective} {noun} {verb} the {noun}, and {name} {adverb} noticed it in week {number}.",
        "We asked {name} whether a {noun} {verb} the {noun}; the answer took {number} days.",
        "In most of our runs the {noun} {adverb} {verb} what a {adjective} {noun} would need.",
        "It is {adjective} to say so, but the {noun} in {name} {verb} nothing without a {adjective} {noun}.",
        "After {number} attempts the {noun} was {adjective}, the {noun} was not, and nobody at {name} could tell why.",
        "A {noun} that {verb} its {noun} is {adverb} as {adjective} as one would think.",
        "That is the point at which {name} wrote a {adjective} {noun} with {number} lines and kept it.",
        "There are {number} ways in which a {adjective} {noun} {verb} the {noun}, and this is the one we chose.",
        "If the {noun} of a {noun} is {adjective}, then {name} will {adverb} see how the {noun} {verb} it.",
        "Nobody who has seen the {adjective} {noun} beside the {noun} of {name} will forget it."],
}
GERMAN = {
    "noun": """Modell Rechner Datensatz Kompromiss Zeitplan Speicher Versuch Vergleich Bericht Werkzeug Fehler Haushalt Brief Garten Hafen Kompass
        Gletscher Leuchtturm Ofen Satz Absatz Leser Anfang Umweg Beweis Entwurf Vorschlag Kern Zusammenhang Ergebnis Fahrplan Ausschnitt""".split(),
    "verb": """verbessert zerlegt erklärt misst ersetzt verbirgt verdoppelt halbiert überrascht verzögert wiederholt vergleicht belohnt lehrt schützt
        vereinfacht sammelt repariert begrenzt begleitet""".split(),
    "adjective": """kleine große langsame schnelle ehrliche spröde sorgfältige laute dünne dichte frühe späte geheime stille teure billige geduldige
        alte enge breite neugierige sture""".split(),
    "adverb": "selten oft meistens langsam leise endlich plötzlich kaum beinahe deutlich wieder anderswo".split(),
    "titles": ["Warum der {adjective} {noun} den {noun} {verb}", "Was {name} über den {noun} weiß"],
    "sentences": [
        "Der {adjective} {noun} {verb} den {noun}, und {name} hat es in der Woche {number} {adverb} bemerkt.",
        "Wir haben {name} gefragt, ob ein {noun} den {noun} {verb}; die Antwort kam nach {number} Tagen.",
        "In den meisten unserer Läufe {verb} der {noun} {adverb}, was ein {noun} sonst brauchen würde.",
        "Nach {number} Versuchen war der {noun} noch immer der {adjective}, und niemand bei {name} wusste, weshalb.",
        "Es gibt {number} Wege, auf denen der {adjective} {noun} einen {noun} {verb}, und wir haben diesen gewählt.",
        "Wenn der {noun} nicht der {adjective} ist, dann sieht {name} {adverb}, wie ihn der {noun} {verb}."],
}
SYLLABLES = """ba be bo da del den fa fen ga gor ha hel in ka kel kor la len li lo ma mer mi na nel no or pa per ra rel ri ro sa sel so ta ten ti
    to va ver wi""".split()


class Writer:
    """Writes of things of its own: most of its words are of a small choice that depends on the seed."""

    def __init__(self, seed, language="en"):
        self.random, self.words = random.Random(seed), GERMAN if language == "de" else ENGLISH
        self.own = {kind: self.random.sample(self.words[kind], min(9, len(self.words[kind]))) for kind in ("noun", "verb", "adjective", "adverb")}
        self.names = ["".join(self.random.choices(SYLLABLES, k=3)).capitalize() for _ in range(5)]
        self.terms = ["".join(self.random.choices(SYLLABLES, k=3)) for _ in range(40)]

    def fill(self, pattern):
        out = []
        for part in pattern.split("{"):
            kind, closed, rest = part.partition("}")
            out.append(self.word(kind) + rest if closed else part)
        text = "".join(out)
        return text[0].upper() + text[1:]

    def word(self, kind):
        if kind == "name":
            return self.random.choice(self.names)
        if kind == "number":
            return str(self.random.randrange(2, 990))
        if self.random.random() < .25:
            return self.random.choice(self.terms)
        return self.random.choice(self.own[kind] if self.random.random() < .7 else self.words[kind])

    def title(self):
        return self.fill(self.random.choice(self.words["titles"]))

    def paragraph(self):
        return " ".join(self.fill(self.random.choice(self.words["sentences"])) for _ in range(self.random.randrange(3, 7)))

    def paragraphs(self, words=None):
        """So many words, or 200 to 600."""
        wanted, out = words or self.random.randrange(200, 560), []
        while sum(len(one.split()) for one in out) < wanted:
            out.append(self.paragraph())
        return tuple(out)
