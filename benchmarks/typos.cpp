// SPDX-License-Identifier: GPL-3.0-or-later
// bench_typos DIR [WORDS]
//
// How often a typo is offered the word that was meant. WORDS words (1,000 unless told) of six letters or more are drawn
// from those that ten articles or more of data directory DIR hold, each is given four typos (a letter wrong, too many,
// missing, two swapped), and the engine's spelling help is asked; typos that are words of the index themselves are left
// out. Then as many of all its words, the rare ones too, are asked for as they are: only those with a neighbour that is
// a hundred times as frequent may be corrected.
#include "shared/index/index_reader.h"
#include "shared/search/match/matcher.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/search/plan/corrections.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace trawl;

constexpr std::size_t kLetters = 6;
constexpr std::size_t kArticles = 10;

bool is_plain(const std::string& word) {
  return word.size() >= kLetters && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

std::vector<std::string> words_of(const search::IndexView& view, std::size_t articles) {
  std::vector<std::string> words;
  for (index::Terms terms = view.columns.terms({}); !terms.at_end(); terms.next()) {
    if (terms.df() >= articles && is_plain(terms.term())) words.push_back(terms.term());
  }
  return words;
}

std::string typo_of(const std::string& word, int kind, std::mt19937& random) {
  const std::size_t at = random() % (word.size() - 1);
  const char letter = static_cast<char>('a' + random() % 26);
  std::string typo = word;
  if (kind == 0) typo[at] = letter;
  if (kind == 1) typo.insert(at, 1, letter);
  if (kind == 2) typo.erase(at, 1);
  if (kind == 3) std::swap(typo[at], typo[at + 1]);
  return typo;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: bench_typos DIR [WORDS]\n");
    return 2;
  }
  auto reader = index::IndexReader::open(DataDirectory{argv[1]});
  if (!reader) {
    std::fprintf(stderr, "bench_typos: %s\n", to_sentence(reader.error()).c_str());
    return exit_code_of(reader.error().code);
  }
  const std::size_t count = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 1000;
  const search::IndexView view{(*reader)->columns()};
  std::mt19937 random(7); // the same words every time
  std::vector<std::string> frequent = words_of(view, kArticles), all = words_of(view, 1);
  std::ranges::shuffle(frequent, random);
  std::ranges::shuffle(all, random);

  search::Matcher matcher(view, {std::chrono::steady_clock::time_point::max()});
  std::size_t typos = 0, right = 0, other = 0;
  for (const std::string& word : frequent | std::views::take(count)) {
    for (int kind = 0; kind < 4; ++kind) {
      const std::string typo = typo_of(word, kind, random);
      if (search::document_frequency(view, typo) > 0) continue;
      const auto offered = search::corrected_query(typo, matcher);
      ++typos;
      right += offered && offered->q == word ? 1 : 0;
      other += offered && offered->q != word ? 1 : 0;
    }
  }
  std::size_t asked = 0, corrected = 0;
  for (const std::string& word : all | std::views::take(count)) {
    ++asked;
    corrected += search::corrected_query(word, matcher) ? 1 : 0;
  }
  std::printf("typos\tright\tother\tnone\tshare\n%zu\t%zu\t%zu\t%zu\t%.3f\n", typos, right, other,
              typos - right - other, static_cast<double>(right) / static_cast<double>(std::max<std::size_t>(typos, 1)));
  std::printf("words of the index\tcorrected\n%zu\t%zu\n", asked, corrected);
}
