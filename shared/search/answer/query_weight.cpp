// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/query_weight.h"

#include "shared/text/analyzer.h"
#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"

#include <string>

namespace trawl::search {
namespace {

constexpr std::size_t kPositions = 4; ///< as many postings as the positions of an article take

class Weigher {
 public:
  explicit Weigher(TermStatistics& index) : index_(index) {}

  /// Trees are at most query::kMaxDepth levels deep.
  std::size_t weigh(const query::QueryTree& node, bool reads_positions) {
    using query::NodeKind;
    if (node.kind == NodeKind::Prefix) return index_.articles();
    if (node.kind == NodeKind::Word || node.kind == NodeKind::Exact) return weigh_words(node.text, reads_positions);
    if (node.kind == NodeKind::Field && node.field != "title") return 0;
    std::size_t sum = 0;
    const bool has_positions = reads_positions || node.kind == NodeKind::Phrase || node.kind == NodeKind::Near;
    for (const query::QueryTree& child : node.children) sum += weigh(child, has_positions);
    return sum;
  }

 private:
  std::size_t weigh_words(const std::string& text, bool reads_positions) {
    std::size_t sum = 0;
    for (const text::Word& word : text::words_of(text, stemmer_)) {
      if (!reads_positions && text::is_stop_word(word.folded)) continue;
      sum += index_.df(word.stem.empty() ? word.folded : "Z" + word.stem) * (reads_positions ? kPositions : 1);
    }
    return sum;
  }

  TermStatistics& index_;
  text::Stemmer stemmer_;
};

} // namespace

std::size_t query_weight(const query::QueryTree& tree, TermStatistics& index) {
  return Weigher(index).weigh(tree, false);
}

} // namespace trawl::search
