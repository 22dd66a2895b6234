// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals/text_signals.h"

#include <algorithm>
#include <string>
#include <utility>

#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/dates/date_words.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signals/byline_text.h"
#include "indexer/extract/metadata/signals/element_text.h"
#include "indexer/extract/metadata/signals/name_hints.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

constexpr std::size_t kMaxHeadings = 60;
constexpr std::size_t kMaxHeadingBytes = 600;
constexpr NodeId kMaxHeadingNodes = 400;
constexpr std::size_t kMaxBylines = 60;
constexpr std::size_t kMaxShortTexts = 200;
constexpr std::size_t kMaxDatelines = 20;
constexpr std::size_t kMaxCueBytes = 14;
constexpr std::size_t kMaxDateTitle = 40;

/// Whether the text node is a byline cue alone ("By", "Von:"), and the names are in the next element.
bool is_bare_cue(std::string_view text) {
  if (text.empty() || text.size() > kMaxCueBytes) return false;
  const std::string with_name = std::string(text) + " X";
  return byline_cue_length(with_name) >= text.size();
}

/// Adds the text from the cue to the end of the smallest of two boxes around it that has more text.
void add_text_after_cue(MetadataSignals& signals, const Dom& dom, NodeId at, std::uint8_t places) {
  if (signals.short_texts.size() >= kMaxShortTexts) return;
  const std::string cue = squeeze(dom[at].text);
  NodeId box = dom[at].parent;
  for (int level = 0; level < 2; ++level, box = dom[box].parent) {
    std::string text = short_text(dom, box);
    if (text.size() <= cue.size() + 1) continue;
    const auto begin = text.find(cue);
    if (begin != std::string::npos) text.erase(0, begin);
    signals.short_texts.push_back({std::move(text), {}, places, at});
    return;
  }
}

/// Whether the node is inside a sentence: its block has a piece of text before it, other than links, without a number
/// or separator in between. A byline may follow a date or other details of the article.
bool is_in_sentence(const Dom& dom, NodeId at) {
  constexpr std::size_t kMaxBefore = 24;
  constexpr NodeId kMaxNodes = 400;
  NodeId block = dom[at].parent;
  while (block != 0 && !html::is_block(dom[block].tag)) block = dom[block].parent;
  std::size_t before = 0;
  for (NodeId one = std::max(block + 1, at - std::min(at, kMaxNodes)); one < at; ++one) {
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

/// The list of the previous byline if this element is a sibling of the same kind and class, else a list of its own.
std::size_t list_of(const MetadataSignals& signals, const Dom& dom, NodeId at) {
  if (signals.bylines.empty()) return at;
  const auto last = static_cast<NodeId>(signals.bylines.back().order);
  const bool is_sibling = dom[last].parent == dom[at].parent && dom[last].tag == dom[at].tag &&
                          !dom.attribute(at, "class").empty() &&
                          dom.attribute(last, "class") == dom.attribute(at, "class");
  return is_sibling ? signals.bylines.back().list : at;
}

/// Adds the beginning of a paragraph up to the character that ends its place and date: "Berlin, 3 May 2024 – ".
void add_dateline(MetadataSignals& signals, const Dom& dom, NodeId at, std::uint8_t places) {
  constexpr std::size_t kMaxDateline = 60;
  const std::string_view text = ascii::trim(dom[at].text);
  if (text.size() <= kMaxDateline || signals.datelines.size() >= kMaxDatelines) return;
  const std::string_view start = text.substr(0, kMaxDateline);
  const auto digit = start.find_first_of("0123456789");
  if (digit == std::string_view::npos) return;
  for (const std::string_view end : {" – ", " — ", " - ", "). ", ") ", ": ", " | ", "– ", "— "}) {
    const auto cut = start.find(end, digit);
    if (cut == std::string_view::npos || !contains_year(start.substr(0, cut))) continue;
    signals.datelines.push_back({squeeze(start.substr(0, cut)), {}, places, at});
    return;
  }
}

/// The machine-readable date of an element, or empty.
std::string machine_date(const Dom& dom, NodeId at, bool has_date_property) {
  std::string date = squeeze(dom.attribute(at, "datetime"));
  if (date.empty() && has_date_property) date = squeeze(dom.attribute(at, "content"));
  if (!date.empty()) return date;
  // "3 days ago" has its date in the title, as <abbr title="2024-05-01T08:00"> of hCalendar.
  const std::string_view title = dom.attribute(at, "title");
  const bool may_be_date = title.size() >= 8 && title.size() <= kMaxDateTitle && contains_year(title);
  return may_be_date ? squeeze(title) : std::string();
}

} // namespace

void add_heading(MetadataSignals& signals, const Dom& dom, NodeId at, const ElementMarks& marks, std::uint8_t places) {
  const int level = html::heading_level(dom[at].tag);
  const std::string_view property = local_property(marks.itemprop);
  const bool is_marked = property == "headline" || (property == "name" && level > 0);
  const bool is_named_title = level > 0 && (marks.hints & kNamesTitle) != 0;
  const bool is_wanted = (level >= 1 && level <= 3) || is_marked;
  if (!is_wanted || signals.headings.size() >= kMaxHeadings || dom[at].end - at > kMaxHeadingNodes) return;
  HeadingSignal heading;
  heading.text = heading_text(dom, at);
  if (std::string whole = html::line_text(dom, at); whole != heading.text) heading.whole = std::move(whole);
  if (heading.text.empty() || heading.text.size() > kMaxHeadingBytes) return;
  heading.level = level;
  heading.places = places;
  heading.is_headline = is_marked || is_named_title;
  heading.is_home_link = is_home_link(dom, at);
  heading.order = at;
  signals.headings.push_back(std::move(heading));
}

void add_byline(MetadataSignals& signals, const Dom& dom, NodeId at, const ElementMarks& marks, std::uint8_t places) {
  if (signals.bylines.size() >= kMaxBylines) return;
  const bool is_link = dom[at].tag == Tag::A;
  const std::string_view property = local_property(marks.itemprop);
  std::string text;
  BylineKind kind = BylineKind::Class;
  if (has_token(marks.rel, "author") && is_link) {
    kind = BylineKind::RelAuthor;
    text = byline_text(dom, at);
  } else if (property == "author" || property == "creator") {
    kind = BylineKind::ItemProp;
    text = item_name(dom, at);
  } else if ((marks.hints & kNamesAuthor) != 0 && (marks.hints & kNamesProfile) == 0) {
    if (html::heading_level(dom[at].tag) == 1) return; // the headline: "p-name" of a microformat is its title
    text = byline_text(dom, at);
  } else if (is_link && is_author_url(dom.attribute(at, "href")) && !is_in_sentence(dom, at)) {
    kind = BylineKind::AuthorLink;
    text = byline_text(dom, at);
  }
  if (text.empty()) return;
  signals.bylines.push_back({std::move(text), kind, places, at, list_of(signals, dom, at)});
}

void add_date(MetadataSignals& signals, const Dom& dom, NodeId at, const ElementMarks& marks, std::uint8_t places) {
  if (signals.dates.size() >= kMaxDateSignals) return;
  const std::string_view property = local_property(marks.itemprop);
  const bool has_date_property = property == "datePublished" || property == "dateModified" || property == "dateCreated";
  const bool is_time = dom[at].tag == Tag::Time || dom[at].text == "relative-time";
  if (!is_time && !has_date_property && (marks.hints & kNamesDate) == 0) return;
  DateSignal date;
  date.machine = machine_date(dom, at, has_date_property);
  date.text = short_text(dom, at);
  if (date.machine.empty() && date.text.find_first_of("0123456789") == std::string::npos) return;
  date.itemprop = has_date_property ? property : std::string_view{};
  date.lead = lead_text(dom, at);
  date.is_time_element = is_time;
  date.is_update = property == "dateModified" || ((marks.hints & kNamesUpdate) != 0 && property.empty());
  date.places = places;
  date.order = at;
  signals.dates.push_back(std::move(date));
}

void add_short_text(MetadataSignals& signals, const Dom& dom, NodeId at, std::uint8_t places) {
  const std::string_view text = ascii::trim(dom[at].text);
  add_dateline(signals, dom, at, places);
  if (is_bare_cue(text)) return add_text_after_cue(signals, dom, at, places);
  if (text.size() < 6 || text.size() > kMaxShortText || signals.short_texts.size() >= kMaxShortTexts) return;
  const Tag parent = dom[dom[at].parent].tag;
  if (parent == Tag::Title || parent == Tag::Script) return;
  const bool is_byline = text.size() < 120 && byline_cue_length(text) > 0 && !is_in_sentence(dom, at);
  if (is_byline || contains_year(text) || !after_date_cue(text).empty()) {
    signals.short_texts.push_back({squeeze(text), lead_text(dom, at), places, at});
  }
}

} // namespace trawl::extract
