// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/page_metadata_nodes.h"

#include <algorithm>
#include <array>

#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/page_metadata_names.h"
#include "indexer/extract/metadata/page_metadata_text.h"
#include "indexer/html/ascii.h"
#include "indexer/html/text.h"

namespace trawl::extract {

using html::NodeId;
using html::Tag;

namespace {

bool is_apart(Tag tag) { return tag == Tag::Span || tag == Tag::A || tag == Tag::Time; }

} // namespace

std::string short_text(const html::Dom& dom, html::NodeId at) {
  if (dom[at].end - at > kMaxShortSubtree) return {};
  std::string text;
  NodeId last = html::kNoNode; // the element that the last text stood in
  for (NodeId inner = at; inner < dom[at].end; ++inner) {
    const Tag tag = dom[inner].tag;
    if (tag == Tag::Text) {
      // "<span>By</span><a>Ann Lee</a>": style sheets set them apart.
      const NodeId parent = dom[inner].parent;
      if (last != html::kNoNode && last != parent && (is_apart(dom[last].tag) || is_apart(dom[parent].tag)))
        text += ' ';
      last = parent;
      text += dom[inner].text;
      if (text.size() > 4 * kMaxShortText) return {};
    } else if (tag == Tag::Script || tag == Tag::Style || tag == Tag::Svg || tag == Tag::Noscript) {
      inner = dom[inner].end - 1;
    } else if (tag == Tag::Br || html::is_block(tag)) {
      text += '\n';
    }
  }
  text = squeeze(text);
  if (text.size() > kMaxShortText) text.clear();
  return text;
}

namespace {

bool has_two_words(std::string_view text) { return html::trim(text).contains(' '); }

/// "A<b>nn</b>": two texts in elements that only change letters.
bool is_one_word(std::string_view before, std::string_view after, Tag one, Tag other) {
  const auto sets_apart = [](Tag tag) { return is_apart(tag) || html::is_block(tag); };
  const auto is_blank = [](char c) { return html::trim(std::string_view(&c, 1)).empty(); };
  return !(sets_apart(one) && sets_apart(other)) && !is_blank(before.back()) && !is_blank(after.front());
}

/// Whether what follows `line` in another element may be something else: not behind a cue ("Story by"), nor behind a
/// single word.
bool may_end(std::string_view line) {
  line = html::trim(line);
  line.remove_prefix(std::min(byline_cue_length(line), line.size()));
  if (!has_two_words(line) || line.ends_with(':')) return false;
  const std::string_view last_word = line.substr(line.find_last_of(' ') + 1);
  return byline_cue_length(std::string(last_word) + " X") < last_word.size();
}

/// The child of `outer` that holds `inner`.
NodeId child_towards(const html::Dom& dom, NodeId outer, NodeId inner) {
  while (dom[inner].parent != outer && inner > outer) inner = dom[inner].parent;
  return inner;
}

/// Whether both stand in like elements of one list: "<li>Ann Lee</li><li>Bo Ek</li>".
bool are_alike(const html::Dom& dom, NodeId a, NodeId b) {
  NodeId common = dom[a].parent;
  while (dom[common].end <= b) common = dom[common].parent;
  a = child_towards(dom, common, a);
  b = child_towards(dom, common, b);
  constexpr NodeId kMaxItem = 10; // nodes of a name with its link
  const bool are_small = dom[a].end - a <= kMaxItem && dom[b].end - b <= kMaxItem;
  return are_small && dom.is_element(a) && dom.is_element(b) && dom[a].tag == dom[b].tag &&
         dom.attribute(a, "class") == dom.attribute(b, "class") && has_two_words(short_text(dom, a)) &&
         has_two_words(short_text(dom, b));
}

} // namespace

std::string byline_text(const html::Dom& dom, html::NodeId at) {
  if (dom[at].end - at > kMaxShortSubtree) return {};
  std::string lines, line;
  NodeId last = html::kNoNode; // the last text node
  for (NodeId inner = at; inner < dom[at].end; ++inner) {
    const Tag tag = dom[inner].tag;
    if (tag == Tag::Script || tag == Tag::Style || tag == Tag::Svg || tag == Tag::Noscript) inner = dom[inner].end - 1;
    const bool is_blank = tag == Tag::Br || (tag == Tag::Text && html::trim(dom[inner].text).empty());
    if (is_blank) line += ' ';
    if (is_blank || tag != Tag::Text) continue;
    const bool is_next = last != html::kNoNode && dom[last].parent != dom[inner].parent &&
                         !is_one_word(line, dom[inner].text, dom[dom[last].parent].tag, dom[dom[inner].parent].tag);
    if (is_next && are_alike(dom, last, inner)) {
      line += ", ";
    } else if (is_next && may_end(line)) {
      lines += squeeze(line) + '\n';
      line.clear();
    } else if (is_next) {
      line += ' ';
    }
    line += dom[inner].text;
    last = inner;
    if (lines.size() + line.size() > 4 * kMaxShortText) return {};
  }
  lines += squeeze(line);
  if (lines.size() > kMaxShortText) lines.clear();
  return lines;
}

std::string lead_text(const html::Dom& dom, html::NodeId at) {
  constexpr NodeId kReach = 8;
  constexpr std::size_t kMaxLead = 40;
  for (NodeId before = at; before > 1 && at - before < kReach;) {
    if (dom[--before].tag != Tag::Text || html::trim(dom[before].text).empty()) continue;
    const std::string_view text = html::trim(dom[before].text);
    return text.size() > kMaxLead ? std::string() : squeeze(text);
  }
  return {};
}

std::string_view local_property(std::string_view name) {
  const auto colon = name.find_last_of(":/#");
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string item_name(const html::Dom& dom, html::NodeId at) {
  for (NodeId inner = at + 1; inner < dom[at].end && inner < at + kMaxShortSubtree; ++inner) {
    if (!dom.is_element(inner) || local_property(dom.attribute(inner, "itemprop")) != "name") continue;
    const std::string_view content = dom.attribute(inner, "content");
    return content.empty() ? short_text(dom, inner) : squeeze(content);
  }
  return short_text(dom, at);
}

bool is_author_address(std::string_view href) {
  constexpr std::array<std::string_view, 13> kParts = {"author/",  "authors/",     "autor/",    "autoren/",   "auteur/",
                                                       "profile/", "contributor/", "by/",       "journalist", "writer/",
                                                       "staff/",   "writers/",     "reporters/"};
  for (auto slash = href.find('/'); slash != std::string_view::npos; slash = href.find('/', slash + 1)) {
    const std::string_view rest = href.substr(slash + 1);
    if (std::ranges::any_of(kParts, [rest](std::string_view part) { return rest.starts_with(part); })) return true;
  }
  return false;
}

bool is_home_link(const html::Dom& dom, html::NodeId at) {
  for (NodeId inner = at + 1; inner < dom[at].end; ++inner) {
    if (dom[inner].tag != Tag::A) continue;
    const std::string_view href = html::trim(dom.attribute(inner, "href"));
    const auto scheme = href.find("://");
    const auto path = href.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
    const bool is_root =
        href == "/" || href == "./" ||
        (scheme != std::string_view::npos && (path == std::string_view::npos || path + 1 == href.size()));
    if (is_root) return true;
  }
  const NodeId parent = dom[at].parent;
  return dom[parent].tag == Tag::A && html::trim(dom.attribute(parent, "href")) == "/";
}

std::string heading_text(const html::Dom& dom, html::NodeId at) {
  std::string whole = html::line_text(dom, at);
  for (NodeId inner = at + 1; inner < dom[at].end; ++inner) {
    if (!dom.is_element(inner) || dom[inner].attribute_count == 0) continue;
    const std::string_view name_class = dom.attribute(inner, "class");
    if (name_class.empty() || (name_hints(name_class) & kNamesKicker) == 0) continue;
    const std::string kicker = short_text(dom, inner);
    if (kicker.empty() || kicker.size() >= whole.size() || !whole.starts_with(kicker)) continue;
    auto rest = html::trim(std::string_view(whole).substr(kicker.size()));
    while (rest.starts_with(':') || rest.starts_with('|') || rest.starts_with('-')) rest = html::trim(rest.substr(1));
    if (rest.size() >= kicker.size() / 2 && !rest.empty()) return std::string(rest);
  }
  return whole;
}

} // namespace trawl::extract
