// SPDX-License-Identifier: GPL-3.0-or-later
/// The terms that a prefix stands for.
#pragma once

#include "shared/search/index_view.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// The terms of all parts of a snapshot that begin with a prefix, in order of their bytes.
class TermWalk {
 public:
  TermWalk(const IndexView& view, std::string_view prefix);

  bool at_end() const { return term_.empty(); }
  const std::string& term() const { return term_; }
  /// How many documents contain the term; 0 if all of them have been removed. Counted at each call.
  std::size_t df() const;
  void next();

 private:
  std::string prefix_, term_;
  const IndexView& view_;
  std::vector<index::TermDictionary::Iterator> parts_;
  std::vector<std::optional<index::TermEntry>> entries_; ///< of the term, by part
};

/// Ranking and suggestions look at this many terms, matching at all of them.
inline constexpr std::size_t kMaxExpansions = 100;

struct PrefixExpansion {
  std::vector<std::string> terms; ///< most frequent first
  std::size_t total = 0;          ///< terms with the prefix; more than terms.size() if some were cut
};

/// The terms of the index that begin with `prefix`, which includes the prefix of a field: the `max_terms` most
/// frequent.
PrefixExpansion expand_prefix(const IndexView& view, const std::string& prefix, Budget& budget,
                              std::size_t max_terms = kMaxExpansions);

} // namespace trawl::search
