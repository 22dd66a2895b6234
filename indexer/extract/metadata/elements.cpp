// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/elements.h"

#include "indexer/extract/metadata/byline.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signals.h"
#include "indexer/extract/words/words.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <array>

namespace trawl::extract {

namespace {

using html::NodeId;
using html::Tag;

constexpr std::size_t kFewH1s = 3;

std::uint8_t places_of_tag(Tag tag, bool is_in_article) {
  switch (tag) {
  case Tag::Article:
  case Tag::Main:
    return kInArticle;
  case Tag::Header:
    return is_in_article ? 0 : kInHeader;
  case Tag::Nav:
  case Tag::Aside:
    return kInBoilerplate;
  case Tag::Footer:
    return is_in_article ? 0 : kInBoilerplate;
  case Tag::Pre:
  case Tag::Code:
  case Tag::Blockquote:
  case Tag::Figure:
  case Tag::Cite:
    return kInQuote;
  default:
    return 0;
  }
}

inline constexpr html::NodeId kMaxShortSubtree = 90;

/// Whether style sheets usually put a space around inline elements of this kind, where the markup has none.
bool is_spaced_inline(Tag tag) { return tag == Tag::Span || tag == Tag::A || tag == Tag::Time; }

bool has_two_words(std::string_view text) { return ascii::trim(text).contains(' '); }

/// Whether the next element may begin a new line. It may not after a cue ("Story by") or after a single word.
bool may_end_line(std::string_view line) {
  line = ascii::trim(line);
  line.remove_prefix(std::min(byline_cue_length(line), line.size()));
  if (!has_two_words(line) || line.ends_with(':')) return false;
  const std::string_view last_word = line.substr(line.find_last_of(' ') + 1);
  return byline_cue_length(std::string(last_word) + " X") < last_word.size();
}

/// The child of `outer` that contains `inner`.
NodeId child_towards(const html::Dom& dom, NodeId outer, NodeId inner) {
  while (dom[inner].parent != outer && inner > outer) inner = dom[inner].parent;
  return inner;
}

/// Whether both are in similar elements of one list: "<li>Ann Lee</li><li>Bo Ek</li>".
bool are_list_items(const html::Dom& dom, NodeId a, NodeId b) {
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

ElementMarks marks_of(const html::Dom& dom, NameLookup& names, NodeId at) {
  ElementMarks marks;
  for (const auto& [name, value] : dom.attributes(at)) {
    if (name == "class") marks.classes = value;
    if (name == "id") marks.id = value;
    if (name == "rel") marks.rel = value;
    if (name == "itemprop" || (name == "property" && marks.itemprop.empty())) marks.itemprop = value;
  }
  marks.hints = names.read(marks.classes) | names.read(marks.id);
  return marks;
}

PlaceMarker::PlaceMarker(const html::Dom& dom) : dom_(dom) {
  for (NodeId at = 1; at < dom.size(); ++at) {
    if (dom[at].tag == Tag::H1) h1s_.push_back(at);
  }
}

std::uint8_t PlaceMarker::places_of(NodeId at, const ElementMarks& marks, std::uint8_t parent_places) const {
  std::uint8_t places = places_of_tag(dom_[at].tag, (parent_places & kInArticle) != 0);
  if (marks.itemprop == "articleBody") places |= kInArticle;
  if (marks.hints == 0 || !may_be_box(at)) return places;
  if ((marks.hints & kComments) != 0) places |= kInComments;
  // An element called "author-widget" or "post-footer" may still be the byline.
  if ((marks.hints & kNamesBeside) != 0 && (marks.hints & (kNamesByline | kNamesTitle)) == 0) places |= kInBoilerplate;
  return places;
}

/// Whether one of the page's few h1 is inside. Then the element is not a box beside the article, whatever its name is.
bool PlaceMarker::contains_headline(NodeId at) const {
  if (h1s_.size() > kFewH1s) return false;
  return std::ranges::any_of(h1s_, [&](NodeId h1) { return dom_.contains(at, h1); });
}

/// Whether the element can be a box beside the article: it is not the frame of the page, nor a heading.
bool PlaceMarker::may_be_box(NodeId at) const {
  const html::Node& node = dom_[at];
  const bool is_frame = node.end - at > dom_.size() / 3;
  return !is_frame && !contains_headline(at) && html::heading_level(node.tag) == 0 && node.tag != Tag::Body &&
         node.tag != Tag::Article && node.tag != Tag::Main && node.tag != Tag::Html;
}

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
  static constexpr std::array<bool, 256> kBeginsPart = words::first_bytes(words::kMetadataAuthorAddresses);
  for (auto slash = href.find('/'); slash != std::string_view::npos; slash = href.find('/', slash + 1)) {
    const std::string_view rest = href.substr(slash + 1);
    if (rest.empty() || !kBeginsPart[static_cast<unsigned char>(rest.front())]) continue;
    const auto begins_rest = [rest](std::string_view part) { return rest.starts_with(part); };
    if (std::ranges::any_of(words::kMetadataAuthorAddresses, begins_rest)) return true;
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

std::string heading_text(const html::Dom& dom, NameLookup& names, html::NodeId at) {
  std::string whole = html::line_text(dom, at);
  for (NodeId inner = at + 1; inner < dom[at].end; ++inner) {
    if (!dom.is_element(inner) || dom[inner].attribute_count == 0) continue;
    if ((names.read(dom.attribute(inner, "class")) & kNamesKicker) == 0) continue;
    const std::string kicker = short_text(dom, inner);
    if (kicker.empty() || kicker.size() >= whole.size() || !whole.starts_with(kicker)) continue;
    auto rest = ascii::trim(std::string_view(whole).substr(kicker.size()));
    while (rest.starts_with(':') || rest.starts_with('|') || rest.starts_with('-')) rest = ascii::trim(rest.substr(1));
    if (rest.size() >= kicker.size() / 2 && !rest.empty()) return std::string(rest);
  }
  return whole;
}

std::string byline_text(const html::Dom& dom, html::NodeId at) {
  if (dom[at].end - at > kMaxShortSubtree) return {};
  std::string lines, line;
  NodeId last = html::kNoNode; // the previous text node
  for (NodeId inner = at; inner < dom[at].end; ++inner) {
    const Tag tag = dom[inner].tag;
    if (tag == Tag::Script || tag == Tag::Style || tag == Tag::Svg || tag == Tag::Noscript) inner = dom[inner].end - 1;
    const bool is_blank = tag == Tag::Br || (tag == Tag::Text && ascii::trim(dom[inner].text).empty());
    if (is_blank) line += ' ';
    if (is_blank || tag != Tag::Text) continue;
    const bool is_next = last != html::kNoNode && dom[last].parent != dom[inner].parent;
    if (is_next && !may_end_line(line)) {
      line += ' ';
    } else if (is_next && are_list_items(dom, last, inner)) {
      line += ", ";
    } else if (is_next) {
      lines += squeeze(line) + '\n';
      line.clear();
    }
    line += dom[inner].text;
    last = inner;
    if (lines.size() + line.size() > 4 * kMaxShortText) return {};
  }
  lines += squeeze(line);
  if (lines.size() > kMaxShortText) lines.clear();
  return lines;
}

bool is_in_sentence(const Dom& dom, NodeId at) {
  constexpr std::size_t kMaxBefore = 24;
  constexpr NodeId kNodesBefore = 400;
  NodeId block = dom[at].parent;
  while (block != 0 && !html::is_block(dom[block].tag)) block = dom[block].parent;
  std::size_t before = 0;
  for (NodeId one = std::max(block + 1, at - std::min(at, kNodesBefore)); one < at; ++one) {
    const html::Node& node = dom[one];
    const bool is_around = node.end > at;
    const bool ends_line = node.tag == Tag::Br || html::is_block(node.tag);
    if (ends_line) before = 0;
    const bool is_passed = ends_line || node.tag == Tag::A || node.tag == Tag::Script || node.tag == Tag::Style;
    if (is_passed && !is_around) one = std::max(one, node.end - 1);
    if (node.tag != Tag::Text) continue;
    const std::string_view text = ascii::trim(node.text);
    before = text.find_first_of("0123456789|") == std::string_view::npos ? before + text.size() : 0;
  }
  return before > kMaxBefore;
}

} // namespace trawl::extract
