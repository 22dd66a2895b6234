// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/language_boost.h"

#include "shared/text/query_language.h"

#include <algorithm>

namespace trawl::search {
namespace {

/// Measured in docs/decisions/0020-what-is-typed.md.
constexpr double kBonus = 0.15;

} // namespace

PreferredLanguage preferred_language(std::string_view lang_boost, std::string_view reader, std::string_view query) {
  if (lang_boost == "none") return {};
  if (!lang_boost.empty() && lang_boost != "auto") return {std::string(lang_boost), false, "the language asked for"};
  if (std::string language = text::language_of_query(query); !language.empty()) {
    return {std::move(language), false, "the language of the query"};
  }
  if (!reader.empty()) return {std::string(reader), false, "the reader's language"};
  if (text::is_latin(query)) return {{}, true, "written in the letters of the query"};
  return {};
}

LanguageBoost::LanguageBoost(const PreferredLanguage& preferred, const index::Columns& columns)
    : column_(columns.column("language")) {
  if (preferred.is_none() || column_ == nullptr) return;
  for (std::size_t i = 0; i < column_->values.size(); ++i) {
    const std::string_view language = column_->values[i];
    is_preferred_.push_back(preferred.any_latin ? text::is_written_in_latin(language) : language == preferred.language);
  }
  // Where every article gets the bonus, none does.
  const bool is_idle = std::ranges::find(is_preferred_, true) == is_preferred_.end() ||
                       std::ranges::find(is_preferred_, false) == is_preferred_.end();
  if (is_idle) is_preferred_.clear();
}

double LanguageBoost::bonus(std::uint32_t document, double closeness) const {
  if (!is_on()) return 0;
  const bool is_preferred =
      std::ranges::any_of(column_->of(document), [&](std::uint32_t ordinal) { return is_preferred_[ordinal]; });
  return is_preferred ? kBonus * closeness : 0;
}

} // namespace trawl::search
