// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/xapian_terms.h"

#include "shared/schema/terms.h"

#include <algorithm>
#include <cstddef>

namespace trawl::index {

std::string xapian_term(std::string_view term) {
  const auto with = [](std::string_view prefix, std::string_view rest) { return std::string(prefix).append(rest); };
  if (term.starts_with("SZ")) return with("ZS", term.substr(2));
  switch (term.empty() ? '\0' : term.front()) {
  case 'K':
    return with("Z", term);
  case 'E':
    return with("XIS:", term.substr(1));
  case 'T':
    return with("XTITLE:", term.substr(1));
  case 'N':
    return with("XNAME:", term.substr(1));
  default:
    return std::string(term);
  }
}

bool is_indexable(std::string_view term) {
  // Zero bytes count twice in Xapian's limit.
  const auto zeros = static_cast<std::size_t>(std::ranges::count(term, '\0'));
  return !term.empty() && term.size() + zeros <= schema::kMaxTermBytes;
}

} // namespace trawl::index
