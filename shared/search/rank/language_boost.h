// SPDX-License-Identifier: GPL-3.0-or-later
/// The bonus for articles in the language of the query or of the reader: mild, so that a clearly better article in
/// another language still comes first, and never a filter.
#pragma once

#include "shared/index/columns/columns.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// Which languages a search prefers.
struct PreferredLanguage {
  std::string language;   ///< BCP 47 primary subtag; empty if there is none
  bool any_latin = false; ///< every language that is written in Latin letters
  std::string reason;     ///< for explanations

  bool is_none() const { return language.empty() && !any_latin; }
};

/// What `lang_boost` asks for: a language, "none", or "auto" (or nothing): the language of the query where it can be
/// told, else the reader's, else any that is written in the query's letters. `reader`: a primary subtag, or empty.
PreferredLanguage preferred_language(std::string_view lang_boost, std::string_view reader, std::string_view query);

class LanguageBoost {
 public:
  LanguageBoost(const PreferredLanguage& preferred, const index::Columns& columns);

  bool is_on() const { return !is_preferred_.empty(); }

  /// The share of its score that an article gains: less, the less its score is of the best one (`closeness`, 0 to 1),
  /// so that an article that hardly treats the subject is not lifted above a good one in another language.
  double bonus(std::uint32_t document, double closeness) const;

 private:
  const index::ValueColumn* column_ = nullptr;
  std::vector<bool> is_preferred_; ///< by ordinal of the language; empty: off
};

} // namespace trawl::search
