// SPDX-License-Identifier: GPL-3.0-or-later
/// Where a reader is sent.
#pragma once

#include "shared/article/article.h"

namespace trawl {

/// The article's address; of an entry of a digest, that of what it is about, which its own address does not name.
inline const std::string& own_address(const Article& article) {
  return article.link.empty() ? article.url : article.link;
}

} // namespace trawl
