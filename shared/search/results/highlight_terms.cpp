// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/highlight_terms.h"

#include "shared/search/match/spelling_variants.h"
#include "shared/text/stemmer.h"
#include "shared/text/unicode.h"

#include <algorithm>

namespace trawl::search {
namespace {

using query::NodeKind;
using query::QueryTree;

class Collector {
 public:
  HighlightTerms run(const QueryTree& tree) {
    walk(tree);
    if (out_.stems.empty()) out_.stems = std::move(stop_stems_);
    return std::move(out_);
  }

 private:
  static void add(std::vector<std::string>& to, const std::string& text) {
    if (!text.empty() && std::ranges::find(to, text) == to.end()) to.push_back(text);
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
      break;
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
      for (const QueryTree& child : node.children) walk(child);
    }
  }

  void word(const std::string& text) {
    const QueryUnit unit = read_unit(text, stemmer_);
    for (const QueryWord& word : unit.words) {
      add(word.is_stop_word ? stop_stems_ : out_.stems, word.stem);
      for (const std::vector<std::string>& parts : word.split) add_phrase(parts);
    }
    add(out_.stems, unit.fused_stem);
    if (!unit.compound.empty()) add(out_.words, unit.compound);
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
    if (node.distance > 1) {
      for (const QueryTree& child : node.children) walk(child);
      return;
    }
    std::vector<std::string> stems;
    for (const QueryTree& child : node.children) {
      for (const QueryWord& word : read_unit(child.text, stemmer_).words) stems.push_back(word.stem);
    }
    add_phrase(stems);
  }

  void add_phrase(const std::vector<std::string>& stems) {
    if (stems.size() > 1 && std::ranges::find(out_.phrases, stems) == out_.phrases.end()) out_.phrases.push_back(stems);
  }

  text::Stemmer stemmer_;
  std::vector<std::string> stop_stems_;
  HighlightTerms out_;
};

} // namespace

HighlightTerms highlight_terms(const QueryTree& tree) { return Collector().run(tree); }

} // namespace trawl::search
