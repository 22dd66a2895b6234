// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals/element_text.h"

#include <algorithm>
#include <array>

#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signals/name_hints.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"

namespace trawl::extract {

using html::NodeId;
using html::Tag;

bool is_spaced_inline(Tag tag) { return tag == Tag::Span || tag == Tag::A || tag == Tag::Time; }

std::string short_text(const html::Dom& dom, html::NodeId at) {
  if (dom[at].end - at > kMaxShortSubtree) return {};
  std::string text;
  NodeId last = html::kNoNode; // the parent of the previous text
  for (NodeId inner = at; inner < dom[at].end; ++inner) {
    const Tag tag = dom[inner].tag;
    if (tag == Tag::Text) {
      // "<span>By</span><a>Ann Lee</a>": style sheets put a space between them.
      const NodeId parent = dom[inner].parent;
      if (last != html::kNoNode && last != parent &&
          (is_spaced_inline(dom[last].tag) || is_spaced_inline(dom[parent].tag)))
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

std::string lead_text(const html::Dom& dom, html::NodeId at) {
  constexpr NodeId kReach = 8;
  constexpr std::size_t kMaxLead = 40;
  for (NodeId before = at; before > 1 && at - before < kReach;) {
    if (dom[--before].tag != Tag::Text || ascii::trim(dom[before].text).empty()) continue;
    const std::string_view text = ascii::trim(dom[before].text);
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

bool is_author_url(std::string_view href) {
  constexpr std::array<std::string_view, 13> kParts = {"author/",  "authors/",     "autor/",    "autoren/",   "auteur/",
                                                       "profile/", "contributor/", "by/",       "journalist", "writer/",
                                                       "staff/",   "writers/",     "reporters/"};
  constexpr std::string_view kFirstLetters = "apcbjwsr";
  for (auto slash = href.find('/'); slash != std::string_view::npos; slash = href.find('/', slash + 1)) {
    const std::string_view rest = href.substr(slash + 1);
    if (rest.empty() || !kFirstLetters.contains(rest.front())) continue; // most parts of most addresses
    if (std::ranges::any_of(kParts, [rest](std::string_view part) { return rest.starts_with(part); })) return true;
  }
  return false;
}

bool is_home_link(const html::Dom& dom, html::NodeId at) {
  for (NodeId inner = at + 1; inner < dom[at].end; ++inner) {
    if (dom[inner].tag != Tag::A) continue;
    const std::string_view href = ascii::trim(dom.attribute(inner, "href"));
    const auto scheme = href.find("://");
    const auto path = href.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
    const bool is_root =
        href == "/" || href == "./" ||
        (scheme != std::string_view::npos && (path == std::string_view::npos || path + 1 == href.size()));
    if (is_root) return true;
  }
  const NodeId parent = dom[at].parent;
  return dom[parent].tag == Tag::A && ascii::trim(dom.attribute(parent, "href")) == "/";
}

std::string heading_text(const html::Dom& dom, html::NodeId at) {
  std::string whole = html::line_text(dom, at);
  for (NodeId inner = at + 1; inner < dom[at].end; ++inner) {
    if (!dom.is_element(inner) || dom[inner].attribute_count == 0) continue;
    const std::string_view name_class = dom.attribute(inner, "class");
    if (name_class.empty() || (name_hints(name_class) & kNamesKicker) == 0) continue;
    const std::string kicker = short_text(dom, inner);
    if (kicker.empty() || kicker.size() >= whole.size() || !whole.starts_with(kicker)) continue;
    auto rest = ascii::trim(std::string_view(whole).substr(kicker.size()));
    while (rest.starts_with(':') || rest.starts_with('|') || rest.starts_with('-')) rest = ascii::trim(rest.substr(1));
    if (rest.size() >= kicker.size() / 2 && !rest.empty()) return std::string(rest);
  }
  return whole;
}

} // namespace trawl::extract
