// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/standfirst.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "indexer/extract/content/line_features.h"
#include "indexer/extract/page/block_features.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;

// Words in the class names of standfirsts, in several languages.
constexpr std::string_view kNames[] = {"dek",         "deck",     "standfirst", "subtitle",   "subhead", "sub-head",
                                       "subheading",  "lede",     "lead",       "summary",    "intro",   "excerpt",
                                       "teaser",      "abstract", "chapo",      "sapo",       "bajada",  "entradilla",
                                       "sottotitolo", "vorspann", "ingress",    "kicker-text"};
constexpr std::size_t kMinBytes = 40, kMaxBytes = 600;

bool is_named_standfirst(const Dom& dom, NodeId node) {
  for (int level = 0; level < 3 && node != html::kNoNode; ++level, node = dom[node].parent) {
    if (dom[node].tag == html::Tag::Header) return false;
    const std::string names = ascii::to_lower(dom.attribute(node, "class"));
    if (std::ranges::any_of(kNames, [&](std::string_view name) { return names.find(name) != std::string::npos; }))
      return true;
  }
  return false;
}

bool may_be_standfirst(const html::TextBlock& block) {
  return block.text.size() >= kMinBytes && block.text.size() <= kMaxBytes && link_density(block) < 0.2 &&
         block.kind != html::BlockKind::Caption && !is_byline(block.text) && !is_boilerplate_line(block.text);
}

} // namespace

std::vector<html::TextBlock> find_standfirst(const Dom& dom, const std::vector<html::TextBlock>& before) {
  std::vector<html::TextBlock> found;
  const auto title =
      std::ranges::find_if(before, [&](const auto& block) { return dom[block.node].tag == html::Tag::H1; });
  if (title == before.end()) return found;
  for (auto block = title + 1; block != before.end() && found.size() < 2; ++block) {
    if (may_be_standfirst(*block) && is_named_standfirst(dom, block->node)) {
      found.push_back(*block);
      found.back().kind = html::BlockKind::Paragraph;
    }
  }
  return found;
}

} // namespace trawl::extract
