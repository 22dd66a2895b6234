// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/highlight_terms.h"

#include "shared/text/query_language.h"
#include "shared/text/stemmer.h"
#include "shared/text/synonyms.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace trawl::search {
namespace {

using query::NodeKind;
using query::QueryTree;

bool has_stemmer(std::string_view language) { return std::ranges::binary_search(text::stemmed_languages(), language); }

class HighlightCollector {
 public:
  explicit HighlightCollector(const HighlightScope& scope)
      : words_(scope.words), has_words_of_phrases_(scope.has_words_of_phrases) {
    for (const std::string& language : scope.languages) {
      if (has_stemmer(language)) foreign_.emplace_back(language, text::Stemmer(language));
    }
  }

  HighlightTerms run(const QueryTree& tree) {
    walk(tree);
    if (out_.stems.empty()) {
      out_.stems = std::move(stop_stems_);
    } else {
      add_neighbours();
    }
    return std::move(out_);
  }

 private:
  template <typename T>
  static std::size_t add(std::vector<T>& to, const T& one) {
    const auto known = std::ranges::find(to, one);
    const auto at = static_cast<std::size_t>(known - to.begin());
    if (known == to.end()) to.push_back(one);
    return at;
  }

  // The recursion is as deep as the parser lets a tree be.
  void walk(const QueryTree& node) {
    switch (node.kind) {
    case NodeKind::Nothing:
    case NodeKind::Not:
      break;
    case NodeKind::Field:
      if (node.field == "title") walk(node.children.front());
      break;
    case NodeKind::Word:
      word(node.text);
      return;
    case NodeKind::Exact:
      exact(node.text);
      break;
    case NodeKind::Prefix:
      add(out_.prefixes, text::fold(node.text));
      break;
    case NodeKind::Phrase:
      phrase(node);
      break;
    default: // nodes that combine others
      for (const QueryTree& child : node.children) {
        if (!node.implicit) part();
        walk(child);
      }
      return;
    }
    part();
  }

  /// The next word is not the neighbour of the last one.
  void part() { neighbours_.emplace_back(); }

  void word(const std::string& text) {
    QueryUnit unit = read_unit(text, stemmer_);
    const bool is_name = !unit.compound.empty();
    std::vector<std::size_t> own_parts; // of each word: FlexAttention has them whatever the index has
    for (const QueryWord& word : unit.words) own_parts.push_back(word.split.size());
    if (words_ != nullptr && !is_name) unit = words_->unit(text);
    if (is_name || unit.words.size() != 1) part();
    for (std::size_t i = 0; i < unit.words.size(); ++i) {
      const QueryWord& word = unit.words[i];
      for (std::size_t part = 0; part < own_parts[i]; ++part) add_phrase(word.split[part]);
      if (word.is_stop_word) {
        add(stop_stems_, word.stem);
        continue;
      }
      if (unit.is_lone_letter(word)) continue;
      if (word.is_as_written) {
        add(out_.words, word.folded);
        part();
        continue;
      }
      const std::size_t at = add(out_.stems, word.stem);
      for (auto& [language, stemmer] : foreign_) other({{stemmer.stem(word.folded)}, language, false, at});
      for (std::size_t part = own_parts[i]; part < word.split.size(); ++part) other({word.split[part], {}, false, at});
      if (!is_name && unit.words.size() == 1) neighbours_.push_back({word.folded, word.stem, at});
    }
    if (!unit.fused_stem.empty()) add(out_.stems, unit.fused_stem);
    if (is_name) add(out_.words, unit.compound);
    const auto is_lone_letter = [&](const QueryWord& word) { return unit.is_lone_letter(word); };
    if (std::ranges::any_of(unit.words, is_lone_letter)) add_phrase(stems_of(unit));
    if (is_name || unit.words.size() != 1) part();
  }

  static std::vector<std::string> stems_of(const QueryUnit& unit) {
    std::vector<std::string> stems;
    for (const QueryWord& word : unit.words) stems.push_back(word.stem);
    return stems;
  }

  void exact(const std::string& text) {
    const QueryUnit unit = read_unit(text, stemmer_);
    if (!unit.compound.empty()) {
      add(out_.words, unit.compound);
    } else {
      for (const QueryWord& word : unit.words) add(out_.words, word.folded);
    }
  }

  void phrase(const QueryTree& node) {
    if (node.distance > 1 || has_words_of_phrases_) {
      for (const QueryTree& child : node.children) {
        part();
        walk(child);
      }
      return;
    }
    std::vector<QueryWord> words;
    for (const QueryTree& child : node.children)
      std::ranges::move(read_unit(child.text, stemmer_).words, std::back_inserter(words));
    if (words.size() < 2) {
      // A word in quotes is a word.
      for (const QueryTree& child : node.children) walk(child);
      return;
    }
    std::vector<std::string> stems;
    for (const QueryWord& word : words) stems.push_back(word.stem);
    const std::size_t at = add(out_.phrases, stems);
    for (auto& [language, stemmer] : foreign_) {
      for (std::size_t i = 0; i < words.size(); ++i) stems[i] = stemmer.stem(words[i].folded);
      other({stems, language, true, at});
    }
  }

  void add_phrase(const std::vector<std::string>& stems) {
    if (stems.size() > 1) add(out_.phrases, stems);
  }

  void other(OtherForm form) {
    const auto is_same = [&](const OtherForm& one) { return one.stems == form.stems && one.language == form.language; };
    if (std::ranges::none_of(out_.others, is_same)) out_.others.push_back(std::move(form));
  }

  /// Other names for words side by side: RAG, and flexattention for flex attention.
  void add_neighbours() {
    std::vector<std::string> stems;
    for (const Neighbour& one : neighbours_) stems.push_back(one.stem);
    for (const text::Synonyms& found : text::synonyms_among(stems)) {
      for (const std::vector<std::string>& name : found.others) other({name, {}, false, neighbours_[found.begin].at});
    }
    for (std::size_t i = 1; words_ != nullptr && i < neighbours_.size(); ++i) {
      const Neighbour &left = neighbours_[i - 1], &right = neighbours_[i];
      if (left.stem.empty() || right.stem.empty()) continue;
      const std::string joined = words_->joined_stem(left.folded, right.folded);
      if (!joined.empty()) other({{joined}, {}, false, left.at});
    }
  }

  /// A word that is not part of a name; empty where two words are no neighbours.
  struct Neighbour {
    std::string folded, stem;
    std::size_t at = 0; ///< number of the stem
  };

  QueryWords* words_;
  bool has_words_of_phrases_;
  text::Stemmer stemmer_;
  std::vector<std::pair<std::string, text::Stemmer>> foreign_; ///< by language
  std::vector<std::string> stop_stems_;
  std::vector<Neighbour> neighbours_;
  HighlightTerms out_;
};

} // namespace

HighlightTerms highlight_terms(const QueryTree& tree, const HighlightScope& scope) {
  return HighlightCollector(scope).run(tree);
}

std::vector<std::string> highlighted_languages(std::string_view plain_words, const index::Columns& columns,
                                               std::span<const std::uint32_t> documents) {
  std::vector<std::string> out;
  const index::ValueColumn* column = columns.column("language");
  if (column == nullptr) return out;
  for (const std::uint32_t document : documents) {
    for (const std::uint32_t ordinal : column->of(document)) {
      const std::string language(column->values[ordinal]);
      if (has_stemmer(language) && std::ranges::find(out, language) == out.end()) out.push_back(language);
    }
  }
  if (out.empty()) return out;
  const std::string own = text::language_of_query(plain_words);
  if (!own.empty()) std::erase_if(out, [&](const std::string& language) { return language != own; });
  return out;
}

} // namespace trawl::search
