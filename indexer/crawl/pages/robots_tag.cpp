// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/robots_tag.h"

#include "shared/base/ascii.h"

#include <string>

namespace trawl::crawl {
namespace {

std::string folded(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return ascii::to_lower(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

} // namespace

bool says_noindex(std::string_view value, std::string_view product) {
  bool is_for_us = true; // an agent's name applies to the directives after it
  while (!value.empty()) {
    const auto comma = value.find(',');
    auto directive = value.substr(0, comma);
    value = comma == std::string_view::npos ? std::string_view() : value.substr(comma + 1);
    // "unavailable_after: 25 Jun 2030" has a colon too, but no agent's name.
    if (const auto colon = directive.find(':'); colon != std::string_view::npos) {
      const auto agent = folded(directive.substr(0, colon));
      if (agent == "unavailable_after" || agent.starts_with("max-")) continue;
      is_for_us = agent == folded(product);
      directive = directive.substr(colon + 1);
    }
    const auto name = folded(directive);
    if (is_for_us && (name == "noindex" || name == "none")) return true;
  }
  return false;
}

} // namespace trawl::crawl
