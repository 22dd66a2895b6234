// SPDX-License-Identifier: GPL-3.0-or-later
/// The terms that a prefix stands for.
#pragma once

#include "shared/search/index_view.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// The terms of all parts of a snapshot that begin with a prefix, in order of their bytes.
class TermWalk {
 public:
  TermWalk(const IndexView& view, std::string_view prefix);

  bool at_end() const { return term_ == nullptr; }
  const std::string& term() const { return *term_; }
  /// How many documents contain the term; 0 if all of them have been removed. Counted at each call.
  std::size_t df() const;
  /// Calls `visit(part, postings)` for each part that has the term.
  template <typename Visit>
  void for_each_list(Visit visit) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const index::Part& part = view_.columns.parts()[i];
      if (is_here_[i]) visit(part, index::PostingList(*part.shard, parts_[i].term(), parts_[i].df(), part.offset()));
    }
  }
  void next();

 private:
  void find_least();

  std::string prefix_;
  const IndexView& view_;
  std::vector<index::ShardTerms> parts_;
  std::vector<char> is_here_;         ///< by part: whether it has the term
  const std::string* term_ = nullptr; ///< in one of `parts_`
};

/// Ranking and suggestions look at this many terms, matching at all of them.
inline constexpr std::size_t kMaxExpansions = 100;

/// The terms of the index that begin with `prefix`, which includes the prefix of a field: the kMaxExpansions most
/// frequent, most frequent first.
std::vector<std::string> expand_prefix(const IndexView& view, const std::string& prefix, Budget& budget);

} // namespace trawl::search
