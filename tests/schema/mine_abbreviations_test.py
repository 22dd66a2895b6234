#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What schema/mine_abbreviations.py takes for an explained abbreviation. usage: mine_abbreviations_test.py ROOT"""
import importlib.util
import pathlib
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop() if len(sys.argv) > 1 else ".")


def load():
    spec = importlib.util.spec_from_file_location("mine_abbreviations", ROOT / "schema/mine_abbreviations.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


miner = load()


class Explained(unittest.TestCase):
    def check(self, text, *found):
        self.assertEqual(miner.explained_in(text), set(found))

    def test_initials_choose_the_longer_name(self):
        self.check("We use semi-supervised learning (SSL) here.", ("ssl", "semi supervised learning"))

    def test_linking_words_need_no_letter(self):
        self.check("Mixture of Experts (MoE) and bag-of-words (BOW)", ("moe", "mixture of expert"), ("bow", "bag of word"))
        self.check("a state-of-the-art (SOTA) model", ("sota", "state of the art"))

    def test_letters_inside_words_are_found_where_initials_fail(self):
        self.check("a variational autoencoder (VAE)", ("vae", "variational autoencoder"))

    def test_many_are_one(self):
        self.check("large language models (LLMs)", ("llm", "large language model"))

    def test_an_earlier_sentence_explains_nothing(self):
        self.check("Large language. Models (LLM)")

    def test_words_and_two_letters_are_no_abbreviations(self):
        self.check("a thing (see above), reinforcement learning (RL), the figure (left)")


if __name__ == "__main__":
    unittest.main()
