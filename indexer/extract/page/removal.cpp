// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page/removal.h"

#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace trawl::extract {

namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;

constexpr std::size_t kFirstWords = 160; ///< bytes of text
constexpr int kLevels = 5;               ///< elements of a path
constexpr std::size_t kNames = 80;       ///< bytes of the id and classes of one element

std::string path_to(const Dom& dom, NodeId node) {
  std::string path;
  int levels = 0;
  for (; node != kNoNode && node != dom.root() && levels < kLevels; node = dom[node].parent, ++levels) {
    path.insert(0, selector_of(dom, node, true) + (path.empty() ? "" : " > "));
  }
  return node == kNoNode || node == dom.root() ? path : "… > " + path;
}

/// The first words inside `node`, visible or not. Reads no further than needed.
std::string first_words(const Dom& dom, NodeId node) {
  std::string words;
  for (NodeId at = node; at < dom[node].end && words.size() < kFirstWords; ++at) {
    const html::Tag tag = dom[at].tag;
    if (tag == html::Tag::Text) words += std::string(dom[at].text.substr(0, 2 * kFirstWords)) + " ";
    if (tag == html::Tag::Script || tag == html::Tag::Style || tag == html::Tag::Template) at = dom[at].end - 1;
  }
  return words;
}

} // namespace

std::string selector_of(const Dom& dom, NodeId node, bool with_id) {
  std::string selector(dom[node].text);
  if (const auto id = dom.attribute(node, "id"); with_id && !id.empty()) selector += "#" + std::string(id);
  html::any_word(dom.attribute(node, "class"), [&](std::string_view name) {
    selector += "." + std::string(name);
    return false;
  });
  return std::string(utf8::truncate_bytes(selector, kNames));
}

std::vector<DroppedPart> report_removals(const Dom& dom, std::span<const Removal> removals) {
  std::vector<Removal> in_order(removals.begin(), removals.end());
  std::ranges::stable_sort(in_order, {}, &Removal::node);
  std::vector<DroppedPart> parts;
  for (const Removal& removal : in_order) {
    const bool has_node = removal.node != kNoNode;
    const std::string text =
        html::squeeze(removal.text.empty() && has_node ? first_words(dom, removal.node) : removal.text);
    if (text.empty()) continue;
    std::string why(removal.reason->why);
    if (!removal.witness.empty()) why += " (" + removal.witness + ")";
    parts.push_back({removal.reason->name, std::move(why), has_node ? path_to(dom, removal.node) : std::string{},
                     std::string(utf8::truncate_bytes(text, kFirstWords))});
  }
  return parts;
}

} // namespace trawl::extract
