// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals/element_marks.h"

#include <algorithm>
#include <cstddef>

#include "indexer/extract/metadata/signals/metadata_signals.h"
#include "indexer/extract/metadata/signals/name_hints.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

using html::NodeId;
using html::Tag;

constexpr std::size_t kFewH1s = 3;
constexpr std::size_t kMaxClassBytes = 300; ///< of a class attribute that are read
constexpr std::size_t kMaxIdBytes = 100;

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

} // namespace

ElementMarks marks_of(const html::Dom& dom, NodeId at) {
  ElementMarks marks;
  for (const auto& [name, value] : dom.attributes(at)) {
    if (name == "class") marks.classes = value;
    if (name == "id") marks.id = value;
    if (name == "rel") marks.rel = value;
    if (name == "itemprop" || (name == "property" && marks.itemprop.empty())) marks.itemprop = value;
  }
  if (!marks.classes.empty()) marks.hints |= name_hints(marks.classes.substr(0, kMaxClassBytes));
  if (!marks.id.empty()) marks.hints |= name_hints(marks.id.substr(0, kMaxIdBytes));
  return marks;
}

bool has_token(std::string_view list, std::string_view token) {
  for (std::size_t at = 0; at < list.size();) {
    const auto end = std::min(list.find_first_of(" \t\n", at), list.size());
    if (ascii::equals_ignoring_case(list.substr(at, end - at), token)) return true;
    at = end + 1;
  }
  return false;
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
  if ((marks.hints & kNamesComments) != 0) places |= kInComments;
  // An element called "author-widget" or "post-footer" may still be the byline.
  if ((marks.hints & kNamesBoilerplate) != 0 && (marks.hints & (kNamesByline | kNamesTitle)) == 0)
    places |= kInBoilerplate;
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

} // namespace trawl::extract
