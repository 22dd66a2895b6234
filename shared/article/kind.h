// SPDX-License-Identifier: GPL-3.0-or-later
/// What an article is: most stand alone; a digest lists what others published, and each of its entries is an article.
#pragma once

#include "shared/article/article.h"

#include <array>
#include <string_view>

namespace trawl {

inline constexpr std::string_view kArticleKind = "article", kEntryKind = "entry", kDigestKind = "digest";
inline constexpr std::array kKinds{kArticleKind, kEntryKind, kDigestKind};

/// One of kKinds: an entry names its digest, and a digest has entries.
constexpr std::string_view kind_of(const Article& article) {
  return !article.part_of.empty() ? kEntryKind : article.entries > 0 ? kDigestKind : kArticleKind;
}

} // namespace trawl
