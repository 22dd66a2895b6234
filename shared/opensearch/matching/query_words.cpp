// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/query_words.h"

#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/search/rank/bm25.h"
#include "shared/text/analyzer.h"
#include "shared/text/query_language.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <functional>

namespace trawl::opensearch {
namespace {

using query::NodeKind;
using query::QueryTree;
using search::QueryUnit;
using search::QueryWord;

constexpr std::size_t kMinSplitLetters = 7; // of the whole word
constexpr std::size_t kMinHalfLetters = 3;

bool is_plain_word(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_version_number(std::string_view word) {
  return word.size() <= 2 && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

/// Visits every split of a word into two halves that may be words.
void for_each_split(const QueryWord& word, const std::function<void(const std::string&, const std::string&)>& visit) {
  if (!word.split.empty() || word.folded.size() < kMinSplitLetters || !is_plain_word(word.folded)) return;
  for (std::size_t i = kMinHalfLetters; i + kMinHalfLetters <= word.folded.size(); ++i) {
    const std::string left = word.folded.substr(0, i), right = word.folded.substr(i);
    if (!text::is_stop_word(left) && !text::is_stop_word(right)) visit(left, right);
  }
}

/// The minor versions of a version number: Llama 3 also finds Llama 3.2.
std::vector<std::string> minor_versions(const QueryWord& word) {
  std::vector<std::string> out;
  if (!is_version_number(word.folded)) return out;
  for (char minor = '0'; minor <= '9'; ++minor) out.push_back(word.folded + '.' + minor);
  return out;
}

} // namespace

Result<std::vector<std::string>> matched_languages(std::string_view plain_words, const Session& session) {
  TRAWL_TRY(const auto* const known, session.values("language"));
  const std::string own = text::language_of_query(plain_words);
  std::vector<std::string> languages;
  for (const KnownValue& language : *known) {
    const bool is_wanted = own.empty() || language.key == own;
    if (is_wanted && std::ranges::binary_search(text::stemmed_languages(), language.key)) {
      languages.push_back(language.key);
    }
  }
  return languages;
}

Result<QueryWords> QueryWords::look_up(const std::vector<const QueryTree*>& trees, std::string_view plain_words,
                                       const Session& session) {
  QueryWords out;
  TRAWL_TRY(const auto languages, matched_languages(plain_words, session));
  for (const std::string& language : languages) out.foreign_.emplace_back(language, text::Stemmer(language));
  std::vector<std::string> words, stems;
  std::vector<QueryWord> neighbours;
  for (const QueryTree* tree : trees) out.collect(*tree, words, stems, neighbours);
  for (std::size_t i = 1; i < neighbours.size(); ++i) {
    words.push_back(neighbours[i - 1].folded + neighbours[i].folded);
  }
  std::vector<Json> queries{everything()};
  for (const std::string& word : words) queries.push_back(term_query(field::kWords, word));
  for (const std::string& stem : stems) queries.push_back(term_query(field::kStems, stem));
  for (const std::string& stem : stems) queries.push_back(term_query(field::kTitleStems, stem));
  TRAWL_TRY(const auto counts, session.counts(queries));
  out.articles_ = counts[0];
  for (std::size_t i = 0; i < words.size(); ++i) out.words_[words[i]] = counts[1 + i];
  for (std::size_t i = 0; i < stems.size(); ++i) {
    out.stems_[stems[i]] = counts[1 + words.size() + i];
    out.titles_[stems[i]] = counts[1 + words.size() + stems.size() + i];
  }
  return out;
}

// The parser limits the depth of the tree, and so of the recursion.
void QueryWords::collect(const QueryTree& node, std::vector<std::string>& words, std::vector<std::string>& stems,
                         std::vector<QueryWord>& neighbours) {
  for (const QueryTree& child : node.children) collect(child, words, stems, neighbours);
  if (node.kind != NodeKind::Word && node.kind != NodeKind::Exact) return;
  for (QueryWord& word : search::read_unit(node.text, stemmer_).words) {
    for_each_split(word, [&](const std::string& left, const std::string& right) {
      words.push_back(left);
      words.push_back(right);
    });
    std::ranges::move(minor_versions(word), std::back_inserter(stems));
    stems.push_back(word.stem);
    if (!word.is_stop_word) neighbours.push_back(std::move(word));
  }
}

bool QueryWords::has(const std::string& word) const {
  const auto found = words_.find(word);
  return found != words_.end() && found->second > 0;
}

QueryUnit QueryWords::unit(const QueryTree& node) {
  QueryUnit unit = search::read_unit(node.text, stemmer_);
  for (QueryWord& word : unit.words) {
    word.foreign = foreign_stems(word.folded);
    if (node.kind != NodeKind::Word) continue;
    for (const std::string& version : minor_versions(word)) {
      if (const auto found = stems_.find(version); found != stems_.end() && found->second > 0)
        word.split.push_back({version});
    }
    std::vector<std::pair<std::size_t, std::vector<std::string>>>
        splits; // number of articles with the rarer half, and the stems
    for_each_split(word, [&](const std::string& left, const std::string& right) {
      if (!has(left) || !has(right)) return;
      const std::size_t rarer = std::min(words_[left], words_[right]);
      splits.push_back({rarer, {stemmer_.stem(left), stemmer_.stem(right)}});
    });
    std::ranges::stable_sort(splits, std::greater(), [](const auto& split) { return split.first; });
    for (auto& [count, stems] : splits) word.split.push_back(std::move(stems));
  }
  return unit;
}

std::string QueryWords::joined(const QueryUnit& left, const QueryUnit& right) {
  if (left.words.size() != 1 || right.words.size() != 1) return {};
  const std::string word = left.words[0].folded + right.words[0].folded;
  if (word.size() > text::kMaxTokenBytes || !has(word)) return {};
  return stemmer_.stem(word);
}

double QueryWords::title_factor(const std::string& stem) const {
  const auto in_articles = stems_.find(stem), in_titles = titles_.find(stem);
  if (in_articles == stems_.end() || in_titles == titles_.end() || in_titles->second == 0) return 1;
  const auto idf = [&](std::size_t df) {
    return search::inverse_document_frequency(static_cast<double>(articles_), static_cast<double>(df));
  };
  return idf(in_articles->second) / idf(in_titles->second);
}

std::vector<std::string> QueryWords::foreign_stems(std::string_view folded) {
  std::vector<std::string> out;
  for (auto& [language, stemmer] : foreign_) out.push_back(text::stem_in(language, stemmer.stem(folded)));
  return out;
}

} // namespace trawl::opensearch
