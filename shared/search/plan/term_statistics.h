// SPDX-License-Identifier: GPL-3.0-or-later
/// What planning a query asks of an index: how often its terms occur, which words are near a mistyped one, which values
/// a field has. Each engine answers these few questions; what the answers mean for a query is decided in this folder
/// alone.
#pragma once

#include "shared/search/plan/match.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// A word of the index and how many articles have it as written.
struct TermCount {
  std::string word;
  std::size_t articles = 0;
};

/// Which words `near` gives.
struct NearWordsWanted {
  std::size_t edits = 1;  ///< letters or digits missing, added, wrong, or two neighbours swapped: 1 or 2
  std::size_t prefix = 0; ///< so many first letters are right
  std::size_t least = 1;  ///< at least so many articles have the word

  bool operator==(const NearWordsWanted&) const = default;
};

/// For one request, on one state of the index. A cluster answers that every term may be there.
class TermStatistics {
 public:
  virtual ~TermStatistics() = default;

  /// How many articles there are.
  virtual std::size_t articles() = 0;

  /// df: how many articles have a term.
  virtual std::size_t df(const std::string& term) = 0;

  /// Says that these will be looked for, alone and together, so that each is looked for once.
  virtual void prepare(const std::vector<MatchPtr>& matches) { static_cast<void>(matches); }

  /// How many articles match. Exact, unless time runs out.
  virtual std::size_t count(const MatchPtr& match) = 0;

  /// Calls `visit` with each value of a filter field, as it is shown, and how many of the articles that match `within`
  /// have it; none that no article has. Ends when time is up.
  virtual void for_each_value(std::string_view field, const MatchPtr& within,
                              const std::function<void(std::string_view value, std::size_t articles)>& visit) = 0;

  /// The words of the index near `word`, which is of ASCII letters and digits.
  virtual std::vector<TermCount> near(const std::string& word, const NearWordsWanted& wanted) = 0;

  /// The label of a source; its id if it has none.
  virtual std::string label(std::string_view source) = 0;

  /// Whether time is up. What was answered since then is wrong, and the caller must not use it.
  virtual bool is_over() { return false; }
};

} // namespace trawl::search
