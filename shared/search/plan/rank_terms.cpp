// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/rank_terms.h"

#include <algorithm>

#include "shared/base/ascii.h"
#include "shared/text/stopwords.h"
#include "shared/text/synonyms.h"
#include "shared/text/unicode.h"

namespace trawl::search {
namespace {

using query::NodeKind;
using query::QueryTree;

/// A word of the query.
struct Token {
  QueryWord word;
  bool is_apart = false; ///< the word before it is not its neighbour
  bool is_lone_letter = false, may_be_name = true;
};

void add(std::vector<RankTerm>& terms, const std::string& text, double occurrences = 1) {
  const auto known = std::ranges::find(terms, text, &RankTerm::text);
  if (known == terms.end()) {
    terms.push_back({text, occurrences});
  } else {
    known->occurrences += occurrences;
  }
}

/// A stem of the query, under the first word that has it.
void add_stem(std::vector<RankTerm>& stems, const Token& token) {
  add(stems, token.word.form());
  RankTerm& stem = *std::ranges::find(stems, token.word.form(), &RankTerm::text);
  if (!stem.word.empty()) return;
  stem.term = token.word.term();
  stem.word = token.word.folded;
  stem.may_be_name = token.may_be_name;
}

bool is_number(std::string_view word) { return std::ranges::all_of(word, ascii::is_digit); }

class Collector {
 public:
  explicit Collector(QueryWords& words) : words_(words) {}

  RankTerms run(const QueryTree& tree) {
    walk(tree);
    if (!std::ranges::all_of(tokens_, [](const Token& token) { return token.word.is_stop_word; }))
      mark_pairs();
    else
      keep_stop_words();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const QueryWord& word = tokens_[i].word;
      if (word.is_stop_word || tokens_[i].is_lone_letter) continue;
      add_stem(out_.stems, tokens_[i]);
      add(out_.exact, word.folded);
      for (const std::string& stem : word.foreign) add(out_.variants, stem);
      if (is_number(word.folded)) continue; // minor versions are found, but do not say which one is meant
      if (word.split.empty()) continue;
      const std::vector<std::string>& likeliest = word.split.front();
      for (const std::string& stem : likeliest) add(out_.variants, stem, 1.0 / static_cast<double>(likeliest.size()));
    }
    add_synonyms();
    return std::move(out_);
  }

 private:
  /// Each word of a synonym gets its share of the weight.
  void add_synonyms() {
    std::vector<std::string> stems;
    for (const Token& token : tokens_) {
      if (token.is_apart) stems.emplace_back(); // no name continues here
      if (!token.word.is_stop_word) stems.push_back(token.word.stem_of_name());
    }
    for (const text::Synonyms& found : text::synonyms_among(stems)) {
      for (const auto& name : found.others) {
        for (const std::string& stem : name) {
          if (!text::is_stop_word(stem)) add(out_.synonyms, stem, 1.0 / static_cast<double>(name.size()));
        }
      }
    }
  }

  // The recursion is as deep as the parser lets a tree be.
  void walk(const QueryTree& node) {
    switch (node.kind) {
    case NodeKind::Nothing:
    case NodeKind::Not:
      break;
    case NodeKind::Word:
    case NodeKind::Exact:
      out_.is_literal = out_.is_literal || node.kind == NodeKind::Exact;
      unit(words_.unit(node.text));
      break;
    case NodeKind::Prefix:
      out_.prefixes.push_back(text::fold(node.text));
      is_apart_ = true;
      break;
    case NodeKind::Field:
      if (node.field == "title") walk(node.children.front());
      is_apart_ = true;
      break;
    default: // nodes that combine others
      out_.is_literal = out_.is_literal || node.kind == NodeKind::Phrase;
      for (const QueryTree& child : node.children) {
        if (!(node.implicit || node.kind == NodeKind::Phrase)) is_apart_ = true;
        if (node.kind == NodeKind::Phrase)
          unit(words_.quoted_unit(child.text));
        else
          walk(child);
      }
    }
  }

  void unit(const QueryUnit& unit) {
    if (!unit.fused.empty()) add(out_.variants, unit.fused_stem);
    for (const QueryWord& word : unit.words) {
      tokens_.push_back({word, is_apart_, unit.is_lone_letter(word), unit.may_be_name});
      is_apart_ = false;
    }
  }

  void keep_stop_words() {
    for (Token& token : tokens_) token.word.is_stop_word = false;
    mark_pairs();
  }

  void mark_pairs() {
    for (std::size_t i = 1; i < tokens_.size(); ++i) {
      const QueryWord& left = tokens_[i - 1].word;
      const QueryWord& right = tokens_[i].word;
      if (left.is_as_written || right.is_as_written) continue; // the index has positions of stems alone
      if (tokens_[i].is_apart || left.is_stop_word || right.is_stop_word || left.stem == right.stem) continue;
      std::pair<std::string, std::string> pair(left.stem, right.stem);
      if (std::ranges::find(out_.pairs, pair) != out_.pairs.end()) continue;
      out_.pairs.push_back(std::move(pair));
      if (const std::string joined = words_.joined_stem(left.folded, right.folded); !joined.empty())
        add(out_.variants, joined);
    }
  }

  QueryWords& words_;
  std::vector<Token> tokens_;
  bool is_apart_ = false;
  RankTerms out_;
};

} // namespace

RankTerms rank_terms(const query::ParsedQuery& query, QueryWords& words) { return Collector(words).run(query.tree); }

} // namespace trawl::search
