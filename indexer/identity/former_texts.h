// SPDX-License-Identifier: GPL-3.0-or-later
/// What a page said before it was edited. Nobody is shown it: it tells which of two pages had a text first
/// (candidate.h), so that who copies an edit before we see it does not get the article. Kept in the records of inputs.
#pragma once

#include "shared/article/article.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::identity {

struct FormerText {
  Moment until{}; ///< when the edit was seen
  std::string text;

  auto operator<=>(const FormerText&) const = default;
};

/// More of them, or longer ones, are not kept; the oldest are dropped first.
inline constexpr std::size_t kMaxFormerTexts = 20, kMaxFormerBytes = 1'000'000;

/// Those of a record (shared/article/article_record.h), the oldest first.
std::vector<FormerText> former_texts(std::string_view record);

/// The record of an article, with its former texts.
std::string with_former_texts(std::string record, const std::vector<FormerText>& texts);

/// Adds `text` to the former ones, and drops those that are too many. Returns until when those dropped were current.
std::optional<Moment> add_former_text(std::vector<FormerText>& texts, FormerText text);

} // namespace trawl::identity
